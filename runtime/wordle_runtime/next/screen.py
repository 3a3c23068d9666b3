"""The terminal of `wordle-next --interactive`: reads and parses a player's lines, and draws turns.

Turns are coloured tiles with their marks beside them, or the grid of squares to share. Colours never carry information
alone: brackets replace them on streams without colours, and the marks, as typed, serve people who cannot tell the
colours apart.
"""

import os
import sys
from contextlib import suppress

from wordle_runtime.errors import GameError
from wordle_runtime.feedback import GREEN, GREY, YELLOW, graphemes, marks
from wordle_runtime.layout import WORDLE
from wordle_runtime.notation import format_feedback, is_row, n_rows_after, parse_feedback

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TextIO

_NO_LETTERS = frozenset("_.⬛⬜🟨🟦🟪🟩🟧")
"""Marks that no word contains: a line with them is meant as a feedback, even with a typing error."""
_MARK_LETTERS = frozenset("bxyg")


_ALONE = {
    name: names.split()[0]
    for names in ("help h", "quit q exit", "undo u back", "best ?", "list l", "grid", "new restart")
    for name in names.split()
}
"""Commands that stand alone on their line. They are short, since players' words usually have five letters."""


def parse_line(text: str, length: int, kind: str) -> tuple[str, list[str]]:
    """Returns the command of a line, and its arguments.

    That is a value of `_ALONE`, `list` perhaps with the argument `all`; `play` with the guess; `feedback` with the
    feedback; or `turns` with their words.

    A single word is a command, a turn `GUESS:FEEDBACK`, a feedback or else a guess. Several are a feedback with spaces
    between its marks, or turns, in any form that is read.
    """
    words = text.split()
    if not words:
        return "help", []
    if len(words) > 1 and _is_feedback(text, length, kind):
        return "feedback", [text.strip()]
    first = words[0].casefold()
    rest = [word.casefold() for word in words[1:]]
    if first in _ALONE and (not rest or (rest == ["all"] and _ALONE[first] == "list")):
        return _ALONE[first], rest
    if first == "play" and len(words) == 2 and not _is_feedback(words[1], length, kind):
        return "play", words[1:]
    if len(words) > 1:
        return "turns", [text]
    guess, colon, feedback = words[0].rpartition(":")
    if colon and guess:
        return "turns", [guess, feedback]
    # Of what is neither, some is more likely a mistyped feedback, whose error says what is wrong, than a guess.
    if kind == WORDLE:
        tiles = graphemes(first)
        is_word = all(tile[0].isalpha() for tile in tiles) and not _MARK_LETTERS.issuperset(first)
        is_slip = not _NO_LETTERS.isdisjoint(first) or (len(tiles) != length and not is_word)
    else:
        is_slip = len(first) != length or "," in first or not {first[0], first[-1]}.isdisjoint("bw")
    return "feedback" if is_slip or _is_feedback(first, length, kind) else "play", words


def _is_feedback(text: str, length: int, kind: str) -> bool:
    try:
        parse_feedback(text, length, kind)
    except GameError:
        return False
    return True


def read_line(prompt: str, stdin: "TextIO", stdout: "TextIO") -> str | None:
    """Asks for a line, and returns it, or None at the end of the input.

    A shared game that is pasted, `Wordle 1,234 3/6` and its rows, is returned as one, whose lines are still apart.
    """
    line = _read_line(prompt, stdin, stdout)
    left, n_blank = n_rows_after(line or ""), 0
    # A blank line follows the title; another one ends the game, whose rows may be fewer than the title says.
    while left > 0 and n_blank < 2 and (more := _read_line("", stdin, stdout)) is not None:
        line = f"{line}\n{more}"
        left -= is_row(more)
        n_blank += not more.strip()
    return line


def _read_line(prompt: str, stdin: "TextIO", stdout: "TextIO") -> str | None:
    """Asks for a line, and returns it, or None at the end of the input.

    On a terminal, if Python has `readline`, the player can edit the line and recall earlier lines with the arrow keys.
    Elsewhere there is no prompt, which would only clutter the output.
    """
    if stdin is not sys.stdin or stdout is not sys.stdout or not (stdin.isatty() and stdout.isatty()):
        return stdin.readline() or None
    try:
        with suppress(ImportError):
            import readline  # noqa: F401 - importing it makes `input` edit lines
        return input(prompt)
    except EOFError:
        stdout.write("\n")
        return None
    except KeyboardInterrupt:
        stdout.write("\n")
        raise


_STYLES = {GREY: "\x1b[38;5;231;48;5;240m", YELLOW: "\x1b[38;5;16;48;5;178m", GREEN: "\x1b[38;5;16;48;5;71m"}
"""White on grey, black on yellow and on green, of the 256 colours that do not depend on the terminal's theme: of the
sixteen that do, some themes make pairs that nobody can read.
"""
BOLD, DIM, _PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[0m"
_BRACKETS = {GREY: " {} ", YELLOW: "({})", GREEN: "[{}]"}
_PEGS = ("●", "○", "")
_SHARED_PEGS = ("⚫", "⚪", "➖")
"""Black, white and none: beside a code, and to share."""


class Painter:
    """Draws for one stream, with colours if it is a terminal that supports and permits them."""

    def __init__(self, stream: "TextIO") -> None:
        # NO_COLOR: https://no-color.org. Windows' old console shows the codes as text; its newer one names itself.
        can_show = os.name != "nt" or any(name in os.environ for name in ("WT_SESSION", "ANSICON", "TERM"))
        is_wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        self._is_coloured = is_wanted and can_show and stream.isatty()
        self._encoding = getattr(stream, "encoding", None) or "utf-8"

    def styled(self, text: str, style: str) -> str:
        """Returns a text in bold or faint type."""
        return f"{style}{text}{_PLAIN}" if self._is_coloured else text

    def turn(self, guess: str, code: int, kind: str, style: str = "letters") -> str:
        """Returns a guess as tiles, and its feedback as typed; the tiles of a code have no colours, nor bulls pegs."""
        letters = graphemes(guess)
        text = format_feedback(code, len(letters), style, kind)
        if kind != WORDLE:
            pegs = "" if style == "bulls" else _pegs(code, len(letters), _PEGS)
            shown = f"{pegs:<{len(letters)}}  {text}" if pegs and self._can_show(pegs) else text
            return f"{self.styled(' '.join(letters), BOLD)}   {shown}"
        coloured = zip(letters, marks(code, len(letters)), strict=True)
        if self._is_coloured:
            tiles = "".join(f"{_STYLES[mark]}{BOLD} {letter} {_PLAIN}" for letter, mark in coloured)
        else:
            tiles = "".join(_BRACKETS[mark].format(letter) for letter, mark in coloured)
        return f"{tiles}   {text}"

    def grid(self, turns: "Iterable[tuple[str, int]]", kind: str, style: str = "letters") -> list[str]:
        """Returns the feedbacks as lines of squares, which reveal no word, or as marks if squares cannot be shown."""
        rows = []
        for guess, code in turns:
            length = len(graphemes(guess))
            row = text = format_feedback(code, length, style, kind)
            if style != "bulls":
                row = format_feedback(code, length, "squares") if kind == WORDLE else _pegs(code, length, _SHARED_PEGS)
            rows.append(row if self._can_show(row) else text)
        return rows

    def _can_show(self, text: str) -> bool:
        try:
            text.encode(self._encoding)
        except (UnicodeError, LookupError):
            return False
        return True


def _pegs(code: int, length: int, signs: tuple[str, str, str]) -> str:
    n_blacks, n_whites = divmod(code, length + 1)
    return signs[0] * n_blacks + signs[1] * n_whites + signs[2] * (length - n_blacks - n_whites)
