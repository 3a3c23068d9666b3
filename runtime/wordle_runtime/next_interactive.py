"""`wordle-next --interactive`: plays a game with the user, one question a turn."""

from wordle_runtime.errors import GameError
from wordle_runtime.layout import WORDLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

    from wordle_runtime.session import Session

_SHOWN = 20
_COMMANDS = "`list` shows the candidates, `back` undoes, `quit` ends."
_HELP = f"Type one mark a letter: b grey, y yellow, g green. {_COMMANDS}"
_PEGS_HELP = f"Type the black and the white pegs, such as 2b1w or 2,1. {_COMMANDS}"


def play(session: "Session", stdin: "TextIO", stdout: "TextIO") -> None:
    """Asks for the feedback of each guess until the game is solved or the input ends.

    A feedback that cannot be is told and asked for again.
    """
    stdout.write(f"{_help(session)}\n")
    while not session.is_solved:
        left = session.candidates_left
        stdout.write(f"turn {session.turn}: {session.guess} ({left} candidate{'' if left == 1 else 's'} left): ")
        stdout.flush()
        try:
            line = stdin.readline()
        except KeyboardInterrupt:
            stdout.write("\n")
            raise
        if not line:
            stdout.write("\n")
            return
        command = line.strip().casefold()
        if command in ("quit", "q"):
            return
        try:
            _obey(session, command, stdout)
        except GameError as error:
            stdout.write(f"{error}\n")
    stdout.write(f"solved at turn {session.turn}\n")


def _help(session: "Session") -> str:
    return _HELP if session.tree.info.game.kind == WORDLE else _PEGS_HELP


def _obey(session: "Session", command: str, stdout: "TextIO") -> None:
    if command in ("", "help", "?"):
        stdout.write(f"{_help(session)}\n")
    elif command == "back":
        session.back()
    elif command == "list":
        words = session.candidates()
        rest = f" and {len(words) - _SHOWN} more" if len(words) > _SHOWN else ""
        stdout.write(f"{' '.join(words[:_SHOWN])}{rest}\n")
    else:
        session.step(command)
