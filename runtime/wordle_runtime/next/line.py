"""Reads and parses the lines that a player types in `wordle-next --interactive`."""

import sys
from contextlib import suppress

from wordle_runtime.errors import GameError
from wordle_runtime.layout import WORDLE
from wordle_runtime.notation import parse_feedback

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO


_NO_LETTERS = frozenset("_.⬛⬜🟨🟦🟩🟧")
"""Marks that no word contains: a line with them is meant as a feedback, even with a typing error."""
_MARK_LETTERS = frozenset("byg")
_PEG_LETTERS = "bw"


_ALONE = {
    **dict.fromkeys(("help", "h"), "help"),
    **dict.fromkeys(("quit", "q", "exit"), "quit"),
    **dict.fromkeys(("undo", "u", "back"), "undo"),
    **dict.fromkeys(("?", "best"), "best"),
    **dict.fromkeys(("list", "l"), "list"),
    "grid": "grid",
    "new": "new",
}
"""Commands that stand alone on their line. They are short, since players' words usually have five letters."""


def parse_line(text: str, length: int, kind: str) -> tuple[str, list[str]]:
    """Returns the command of a line, and its arguments.

    That is a value of `_ALONE`, `list` perhaps with the argument `all`; `play` with the guess; `feedback` with the
    feedback; or `turns` with their words.

    A single word is a command, a turn `GUESS:FEEDBACK`, a feedback or else a guess. Several are turns, in either
    notation.
    """
    words = text.split()
    if not words:
        return "help", []
    first = words[0].casefold()
    if first in _ALONE and len(words) == 1:
        return _ALONE[first], []
    if first in ("list", "l") and [word.casefold() for word in words[1:]] == ["all"]:
        return "list", ["all"]
    if first == "play" and len(words) == 2 and not _is_feedback(words[1], length, kind):
        return "play", words[1:]
    if len(words) > 1:
        return "turns", words
    guess, colon, feedback = words[0].rpartition(":")
    if colon and guess:
        return "turns", [guess, feedback]
    if _is_feedback(first, length, kind) or _looks_like_feedback(first, length, kind):
        # If it is not a feedback after all, the error says so.
        return "feedback", words
    return "play", words


def _looks_like_feedback(text: str, length: int, kind: str) -> bool:
    """Returns whether text that is not a valid feedback is more likely a mistyped feedback than a guess."""
    if kind != WORDLE:
        return len(text) != length or "," in text or text[0] in _PEG_LETTERS or text[-1] in _PEG_LETTERS
    if len(text) != length and (not text.isalpha() or _MARK_LETTERS.issuperset(text)):
        return True
    return not _NO_LETTERS.isdisjoint(text)


def _is_feedback(text: str, length: int, kind: str) -> bool:
    try:
        parse_feedback(text, length, kind)
    except GameError:
        return False
    return True


def read_line(prompt: str, stdin: "TextIO", stdout: "TextIO") -> str | None:
    """Asks for a line, and returns it, or None at the end of the input.

    On a terminal, if Python has `readline`, the player can edit the line and recall earlier lines with the arrow keys.
    Elsewhere there is no prompt, which would only clutter the output.
    """
    if not (stdin.isatty() and stdout.isatty()):
        return stdin.readline() or None
    try:
        if stdin is not sys.stdin or stdout is not sys.stdout:
            stdout.write(prompt)
            stdout.flush()
            return stdin.readline() or None
        with suppress(ImportError):
            import readline  # noqa: F401 - importing it makes `input` edit lines
        return input(prompt)
    except EOFError:
        stdout.write("\n")
        return None
    except KeyboardInterrupt:
        stdout.write("\n")
        raise
