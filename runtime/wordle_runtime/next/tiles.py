"""Draws turns on a terminal: coloured tiles with their marks beside them, and the grid of squares to share.

Colours never carry information alone: brackets replace them on streams without colours, and the marks, as typed, serve
people who cannot tell the colours apart.
"""

import os

from wordle_runtime.feedback import GREEN, GREY, YELLOW, marks
from wordle_runtime.layout import WORDLE
from wordle_runtime.notation import format_feedback

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TextIO

_STYLES = {GREY: "\x1b[38;5;231;48;5;240m", YELLOW: "\x1b[38;5;16;48;5;178m", GREEN: "\x1b[38;5;16;48;5;71m"}
"""White on grey, black on yellow and on green, of the 256 colours that do not depend on the terminal's theme: of the
sixteen that do, some themes make pairs that nobody can read.
"""
_BOLD, _DIM, _PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[0m"
_BRACKETS = {GREY: " {} ", YELLOW: "({})", GREEN: "[{}]"}
_PEGS = {"black": "●", "white": "○"}
_SHARED_PEGS = ("⚫", "⚪", "➖")


class Painter:
    """Draws for one stream, with colours if it is a terminal that supports and permits them."""

    def __init__(self, stream: "TextIO") -> None:
        self._is_coloured = _has_colours(stream)
        self._encoding = getattr(stream, "encoding", None) or "utf-8"

    def bold(self, text: str) -> str:
        """Returns a text in bold type."""
        return f"{_BOLD}{text}{_PLAIN}" if self._is_coloured else text

    def dim(self, text: str) -> str:
        """Returns a text in faint type."""
        return f"{_DIM}{text}{_PLAIN}" if self._is_coloured else text

    def turn(self, guess: str, code: int, kind: str) -> str:
        """Returns a guess as tiles, and its feedback as typed; the tiles of a code have no colours."""
        text = format_feedback(code, len(guess), kind=kind)
        if kind != WORDLE:
            n_blacks, n_whites = divmod(code, len(guess) + 1)
            pegs = _PEGS["black"] * n_blacks + _PEGS["white"] * n_whites
            shown = f"{pegs:<{len(guess)}}  {text}" if self._can_show(pegs) else text
            return f"{self.bold(' '.join(guess))}   {shown}"
        coloured = zip(guess, marks(code, len(guess)), strict=True)
        if self._is_coloured:
            tiles = "".join(f"{_STYLES[mark]}{_BOLD} {letter} {_PLAIN}" for letter, mark in coloured)
        else:
            tiles = "".join(_BRACKETS[mark].format(letter) for letter, mark in coloured)
        return f"{tiles}   {text}"

    def grid(self, turns: "Iterable[tuple[str, int]]", kind: str) -> list[str]:
        """Returns the feedbacks as lines of squares, which reveal no word, or as marks if squares cannot be shown."""
        rows = []
        for guess, code in turns:
            if kind == WORDLE:
                row = format_feedback(code, len(guess), "squares")
            else:
                n_blacks, n_whites = divmod(code, len(guess) + 1)
                black, white, none = _SHARED_PEGS
                row = black * n_blacks + white * n_whites + none * (len(guess) - n_blacks - n_whites)
            rows.append(row if self._can_show(row) else format_feedback(code, len(guess), kind=kind))
        return rows

    def _can_show(self, text: str) -> bool:
        try:
            text.encode(self._encoding)
        except (UnicodeError, LookupError):
            return False
        return True


def _has_colours(stream: "TextIO") -> bool:
    """Returns whether a stream supports colours; NO_COLOR (https://no-color.org) in the environment forbids them."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not stream.isatty():
        return False
    # Windows' old console shows the codes as text; its newer terminal names itself.
    return os.name != "nt" or any(name in os.environ for name in ("WT_SESSION", "ANSICON", "TERM"))
