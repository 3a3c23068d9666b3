"""Writes tables as HTML, which a notebook shows in place of a repr. Imported only when a notebook asks.

A table holds no script, link or style sheet. Words and names come from untrusted files: this module escapes every text.
"""

from html import escape

from wordle_runtime.feedback import graphemes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    Cell = str | int | float | tuple[str, str] | None

_MOST_ROWS = 20
_FULL_BAR = 10.0
"""The width of the longest bar, in ems."""
_TILES = {
    "_": "background:#6b6f72;color:#fff",
    "y": "background:#c9b458;color:#000",
    "g": "background:#6aaa64;color:#000",
}
_BAR = "background:#6aaa64;height:0.8em;width:"


def table(heads: "Sequence[str]", rows: "Sequence[Sequence[Cell]]", *, caption: str, bars: "Sequence[int]" = ()) -> str:
    """Returns the first rows of a table below a caption, and says how many more there are.

    Numbers stand on the right, floats have 4 decimals, None is a dash. A pair of a word and its feedback, such as
    `__y_g`, shows the word in tiles. A number for each row may be drawn as a bar at its end.
    """
    sides = ["left" if isinstance(cell, (str, tuple)) else "right" for cell in (rows[0] if rows else heads)]
    largest, lines = max(bars, default=0) or 1, [_row("th", heads, sides, "")]
    for place, cells in enumerate(rows[:_MOST_ROWS]):
        width = _FULL_BAR * bars[place] / largest if bars else 0.0
        bar = f'<td style="vertical-align:middle"><div style="{_BAR}{width:.2f}em"></div></td>' if bars else ""
        lines.append(_row("td", cells, sides, bar))
    below = f"<p>and {len(rows) - _MOST_ROWS} more</p>" if len(rows) > _MOST_ROWS else ""
    # Notebooks typeset what is between dollar signs unless a class forbids it; a word may hold them.
    above = f'<div class="tex2jax_ignore mathjax_ignore"><p>{_shown(caption)}</p><table class="wordle-tree">'
    return "".join([above, *lines, f"</table>{below}</div>"])


def _row(tag: str, cells: "Sequence[Cell]", sides: "Sequence[str]", end: str) -> str:
    padding, pairs = "padding:0.1em 0.5em", zip(cells, sides, strict=True)
    shown = (f'<{tag} style="text-align:{side};{padding}">{_shown(cell)}</{tag}>' for cell, side in pairs)
    return f"<tr>{''.join(shown)}{end}</tr>"


def _shown(cell: "Cell") -> str:
    """Returns a cell as HTML; characters that are not printable, such as a change of direction, as escapes."""
    if cell is None:
        return "–"
    if isinstance(cell, tuple):
        tiles = zip(graphemes(cell[0]), cell[1], strict=True)
        shown = (f'<span style="{_TILES[mark]};padding:0 0.3em">{_shown(letter)}</span>' for letter, mark in tiles)
        return f'<span title="{escape(cell[1])}">{"".join(shown)}</span>'
    text = f"{cell:.4f}" if isinstance(cell, float) else str(cell)
    return escape(text if text.isprintable() else ascii(text))
