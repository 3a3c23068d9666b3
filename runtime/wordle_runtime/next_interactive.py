"""`wordle-next --interactive`: plays a game with the user, one question a turn."""

from wordle_runtime.errors import GameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

    from wordle_runtime.session import Session

_SHOWN = 20
_HELP = "Type one mark a letter: b grey, y yellow, g green. `list` shows the candidates, `back` undoes, `quit` ends."


def play(session: "Session", stdin: "TextIO", stdout: "TextIO") -> None:
    """Asks for the feedback of each guess until the game is solved or the input ends.

    A feedback that cannot be is told and asked for again.
    """
    stdout.write(f"{_HELP}\n")
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


def _obey(session: "Session", command: str, stdout: "TextIO") -> None:
    if command in ("", "help", "?"):
        stdout.write(f"{_HELP}\n")
    elif command == "back":
        session.back()
    elif command == "list":
        words = session.candidates()
        rest = f" and {len(words) - _SHOWN} more" if len(words) > _SHOWN else ""
        stdout.write(f"{' '.join(words[:_SHOWN])}{rest}\n")
    else:
        session.step(command)
