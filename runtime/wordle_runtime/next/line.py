"""What a player types in `wordle-next --interactive`: reading a line, and what it asks for."""

import sys
from contextlib import suppress

from wordle_runtime.errors import GameError
from wordle_runtime.layout import WORDLE
from wordle_runtime.notation import parse_feedback, split_history

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO


_NO_LETTERS = frozenset("_.⬛⬜🟨🟦🟩🟧")
"""Marks that no word has: with a typing error among them, a line is still meant as a feedback."""
_PEG_LETTERS = "bw"


class Command:
    """What a line can ask for; no enum, which would cost more of the start-up than the rest of this file."""

    HELP = "help"
    QUIT = "quit"
    UNDO = "undo"
    NEW = "new"
    LIST = "list"
    GRID = "grid"
    BEST = "best"
    PLAY = "play"
    FEEDBACK = "feedback"
    TURNS = "turns"


_ALONE = {
    **dict.fromkeys(("help", "h"), Command.HELP),
    **dict.fromkeys(("quit", "q", "exit"), Command.QUIT),
    **dict.fromkeys(("undo", "u", "back"), Command.UNDO),
    **dict.fromkeys(("?", "best"), Command.BEST),
    **dict.fromkeys(("list", "l"), Command.LIST),
    "grid": Command.GRID,
    "new": Command.NEW,
}
"""Words that stand alone on their line. No longer ones: people's words have five letters more often than four."""


class Line:
    """A line, understood.

    Attributes:
        command: One of `Command`.
        words: What the command is about: the guess, the feedback, the turns' words, or `all`.
    """

    __slots__ = ("command", "words")

    def __init__(self, command: str, words: list[str]) -> None:
        self.command = command
        self.words = words

    @classmethod
    def of(cls, text: str, length: int, kind: str) -> "Line":
        """Understands a line in a game with words of some length.

        A word alone is a command, a turn `GUESS:FEEDBACK`, a feedback or else a guess. Several are turns, in either
        notation.

        Raises:
            GameError: It is none of these.
        """
        words = text.split()
        if not words:
            return cls(Command.HELP, [])
        first = words[0].casefold()
        if first in _ALONE and len(words) == 1:
            return cls(_ALONE[first], [])
        if first in ("list", "l") and [word.casefold() for word in words[1:]] == ["all"]:
            return cls(Command.LIST, ["all"])
        if first == "play" and len(words) == 2 and not _is_feedback(words[1], length, kind):
            return cls(Command.PLAY, words[1:])
        if len(words) > 1:
            return cls(Command.TURNS, words)
        guess, colon, feedback = words[0].rpartition(":")
        if colon and guess:
            return cls(Command.TURNS, [guess, feedback])
        if _is_feedback(first, length, kind) or len(first) != length or _looks_like_feedback(first, kind):
            # If it is no feedback after all, that is what is said of it.
            return cls(Command.FEEDBACK, words)
        return cls(Command.PLAY, words)

    def turns(self) -> list[tuple[str, str]]:
        """Returns the turns of a line of turns.

        Raises:
            GameError: The last guess has no feedback.
        """
        return split_history(self.words)


def _looks_like_feedback(text: str, kind: str) -> bool:
    """Says whether a text that is none is rather a feedback with a typing error than a guess."""
    if kind != WORDLE:
        return "," in text or text[0] in _PEG_LETTERS or text[-1] in _PEG_LETTERS
    return not _NO_LETTERS.isdisjoint(text)


def _is_feedback(text: str, length: int, kind: str) -> bool:
    try:
        parse_feedback(text, length, kind)
    except GameError:
        return False
    return True


def read_line(prompt: str, stdin: "TextIO", stdout: "TextIO") -> str | None:
    """Asks for a line, and returns it, or None at the end of the input.

    On a terminal the line can be edited and earlier ones come back with the arrow keys, where Python has `readline`;
    anywhere else the prompt would only be in the way of who reads the output.
    """
    if not (stdin.isatty() and stdout.isatty()):
        return stdin.readline() or None
    try:
        if stdin is not sys.stdin or stdout is not sys.stdout:
            stdout.write(prompt)
            stdout.flush()
            return stdin.readline() or None
        with suppress(ImportError):
            import readline  # noqa: F401 - `input` edits lines once it is there
        return input(prompt)
    except EOFError:
        stdout.write("\n")
        return None
    except KeyboardInterrupt:
        stdout.write("\n")
        raise
