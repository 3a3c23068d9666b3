"""Draws the histograms of a comparison, as SVG or PNG: small panels on one scale, one per strategy.

The layout consists of bars and texts, and the writers know only these two shapes. SVG needs no library; PNG needs
matplotlib (the extra `plot`).
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from xml.sax.saxutils import escape

from wordle_compiler.machine.errors import InputError
from wordle_compiler.rankings.comparison import ComparedTree, Comparison

_SVG, _PNG = ".svg", ".png"

_N_COLUMNS = 4
_MARGIN = 24
_PANEL_WIDTH = 236
_PANEL_HEIGHT = 176
_GAP = 22
_HEAD = 44
_FOOT = 18
_PLOT_HEIGHT = _PANEL_HEIGHT - _HEAD - _FOOT - 14
_FILLED = 0.78
_LONGEST_TITLE = 36
_FONT = 10
_WIDTH_OF_FONT = 2.6
"""How many times its height a number of four digits takes beside the next one."""

_SOLVED = "#6aaa64"
_UNSOLVED = "#b5473c"
_INK = "#1f2328"
_PALE = "#6b7178"
_LINE = "#d0d4d9"


@dataclass(frozen=True)
class Bar:
    """A filled rectangle. The origin of all shapes is the upper left corner of the picture; the unit is a pixel."""

    x: float
    y: float
    width: float
    height: float
    colour: str


@dataclass(frozen=True)
class Text:
    """A line of text.

    Attributes:
        x: The left end, or the middle if `is_centred`.
        y: The baseline.
        text: The characters.
        size: The font size.
        colour: Its colour.
        is_centred: Whether `x` is its middle.
        is_bold: Whether it is bold.
    """

    x: float
    y: float
    text: str
    size: float
    colour: str
    is_centred: bool = False
    is_bold: bool = False


@dataclass(frozen=True)
class Picture:
    """Shapes to draw, in order.

    Attributes:
        width: The picture's width.
        height: Its height.
        shapes: The shapes, in drawing order.
    """

    width: float
    height: float
    shapes: tuple[Bar | Text, ...]


def check_picture(target: Path) -> None:
    """Raises `InputError` if a picture cannot be written under this name; draws nothing."""
    if target.suffix.casefold() not in (_SVG, _PNG):
        raise InputError(f"{target} says neither {_SVG} nor {_PNG} at its end: name the picture so")
    if target.suffix.casefold() == _PNG and find_spec("matplotlib") is None:
        raise InputError(f"a {_PNG} takes matplotlib: pip install 'wordle-tree[plot]', or name an {_SVG} file")


def draw_histograms(comparison: Comparison, target: Path) -> bytes:
    """Returns the picture of a comparison; the suffix of the file selects its format.

    Raises:
        InputError: See `check_picture`.
    """
    check_picture(target)
    picture = lay_out(comparison)
    return to_png(picture) if target.suffix.casefold() == _PNG else to_svg(picture)


def lay_out(comparison: Comparison) -> Picture:
    """Lays out the panels of a comparison, four per row, in its order; entries without a tree have none."""
    rows = [row for row in comparison.rows if row.report is not None]
    n_columns = max(1, min(_N_COLUMNS, len(rows)))
    n_lines = -(-len(rows) // n_columns)
    largest = max((max(_counts(row, comparison.most_guesses)) for row in rows), default=1)
    has_unsolved = any(row.report is not None and row.report.unsolved for row in rows)
    shapes: list[Bar | Text] = []
    for number, row in enumerate(rows):
        x = _MARGIN + number % n_columns * (_PANEL_WIDTH + _GAP)
        y = _MARGIN + number // n_columns * (_PANEL_HEIGHT + _GAP)
        shapes += _panel(row, x, y, comparison.most_guesses, max(1, largest), has_unsolved=has_unsolved)
    width = 2 * _MARGIN + n_columns * (_PANEL_WIDTH + _GAP) - _GAP
    legend = f"answers by the guesses they need, of {len(comparison.game.answers)}, rule {comparison.game.rule}"
    if has_unsolved:
        legend += f"; red: unsolved within {comparison.max_guesses}"
    height = 2 * _MARGIN + n_lines * (_PANEL_HEIGHT + _GAP)
    shapes.append(Text(_MARGIN, height - _MARGIN, legend, 11, _PALE))
    return Picture(width, height, tuple(shapes))


def _counts(row: ComparedTree, most_guesses: int) -> list[int]:
    """Returns how many answers need 1, 2, ... guesses, and last how many are unsolved."""
    if row.report is None:
        return [0]
    histogram = row.report.histogram
    return [histogram.get(n_guesses, 0) for n_guesses in range(1, most_guesses + 1)] + [len(row.report.unsolved)]


def _panel(
    row: ComparedTree, x: float, y: float, most_guesses: int, largest: int, *, has_unsolved: bool
) -> Iterator[Bar | Text]:
    """Yields the shapes of one panel: the name, the figures, a bar for each number of guesses, and the axis."""
    if row.report is None:
        return
    report = row.report
    title = str(row.entry)
    # A user's word may contain characters that XML does not allow.
    title = title if title.isprintable() else ascii(title)
    if len(title) > _LONGEST_TITLE:
        title = f"{title[: _LONGEST_TITLE - 1]}…"
    yield Text(x, y + 12, title, 13, _INK, is_bold=True)
    solved = "all solved" if not report.unsolved else f"{len(report.unsolved)} unsolved"
    opener = "" if row.entry.opener is not None else f"{report.opener}, "
    yield Text(x, y + 29, f"{opener}mean {report.mean:.4f}, {solved}", 11, _PALE)
    counts = _counts(row, most_guesses)
    n_bars = len(counts) if has_unsolved else len(counts) - 1
    step = _PANEL_WIDTH / max(1, n_bars)
    font = min(_FONT, step / _WIDTH_OF_FONT)
    floor = y + _PANEL_HEIGHT - _FOOT
    yield Bar(x, floor, _PANEL_WIDTH, 1, _LINE)
    for place, count in enumerate(counts[:n_bars]):
        is_unsolved = place == most_guesses
        middle = x + (place + 0.5) * step
        height = _PLOT_HEIGHT * count / largest
        if count:
            # The bar of a single answer must still show.
            height = max(1.0, height)
            colour = _UNSOLVED if is_unsolved else _SOLVED
            yield Bar(middle - step * _FILLED / 2, floor - height, step * _FILLED, height, colour)
            yield Text(middle, floor - height - 4, str(count), font, _INK, is_centred=True)
        yield Text(middle, floor + 14, "–" if is_unsolved else str(place + 1), font, _PALE, is_centred=True)


def to_svg(picture: Picture) -> bytes:
    """Returns a picture as SVG, in UTF-8."""
    width, height = f"{picture.width:g}", f"{picture.height:g}"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        'font-family="system-ui, sans-serif">',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    for shape in picture.shapes:
        if isinstance(shape, Bar):
            lines.append(
                f'<rect x="{shape.x:.2f}" y="{shape.y:.2f}" width="{shape.width:.2f}" height="{shape.height:.2f}" '
                f'fill="{shape.colour}"/>'
            )
        else:
            extra = ' text-anchor="middle"' if shape.is_centred else ""
            extra += ' font-weight="600"' if shape.is_bold else ""
            lines.append(
                f'<text x="{shape.x:.2f}" y="{shape.y:.2f}" font-size="{shape.size:.3g}" fill="{shape.colour}"{extra}>'
                f"{escape(shape.text)}</text>"
            )
    return "\n".join([*lines, "</svg>", ""]).encode("utf-8")


def to_png(picture: Picture) -> bytes:
    """Returns a picture as PNG, with matplotlib, at two points per pixel."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.patches import Rectangle

    # An inch has 72 points, and here 100 pixels.
    figure = Figure(figsize=(picture.width / 100, picture.height / 100), dpi=200)
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0), xlim=(0, picture.width), ylim=(picture.height, 0))
    axes.set_axis_off()
    for shape in picture.shapes:
        if isinstance(shape, Bar):
            axes.add_patch(
                Rectangle((shape.x, shape.y), shape.width, shape.height, facecolor=shape.colour, linewidth=0)
            )
        else:
            axes.text(
                shape.x,
                shape.y,
                shape.text,
                fontsize=shape.size * 72 / 100,
                color=shape.colour,
                ha="center" if shape.is_centred else "left",
                va="baseline",
                fontweight="bold" if shape.is_bold else "normal",
                parse_math=False,
            )
    content = io.BytesIO()
    with warnings.catch_warnings():
        # A letter missing from the font is drawn as a box; that is not worth a warning in the middle of a table.
        warnings.simplefilter("ignore")
        figure.savefig(content, format="png", metadata={"Software": None})
    return content.getvalue()
