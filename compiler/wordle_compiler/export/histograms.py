"""Draws bar charts with matplotlib, the extra `plot`: small panels side by side, and those of a comparison.

It draws all plots of the project, as `dot` draws all trees. What a panel shows is data, which tests read.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from wordle_compiler.machine.errors import InputError
from wordle_compiler.rankings.comparison import Comparison
from wordle_runtime.errors import printable

FORMS = ("svg", "png")
SOLVED, UNSOLVED, LEFT = "#6aaa64", "#b5473c", "#4f7cac"
NO_GUESSES = "–"
"""The name of the bar of unsolved answers."""

_LONGEST_TITLE = 36
_PALE, _LINE = "#6b7178", "#d0d4d9"
_FONT = 8.0
_INCHES = 2.2
"""The height of a panel with its titles."""
_LOWEST = 0.012
"""The share of the height that the bar of a single answer has at least: it must show."""
_STYLE = {
    "font.size": _FONT,
    "text.parse_math": False,
    # Texts as texts, and the same bytes in each run.
    "svg.fonttype": "none",
    "svg.hashsalt": "wordle-tree",
}


class Bar(NamedTuple):
    """A bar, with its name below it and its label above it; the label may be empty."""

    name: str
    height: float
    label: str
    colour: str = SOLVED


class Panel(NamedTuple):
    """A bar chart of at least one bar; the note stands below the title."""

    title: str
    note: str
    bars: tuple[Bar, ...]


def picture_form(target: str) -> str:
    """Returns the form that the name of a picture asks for, one of `FORMS`.

    Raises:
        InputError: The name ends with none of them, or matplotlib is not installed.
    """
    form = Path(target).suffix.casefold().removeprefix(".")
    if form not in FORMS:
        raise InputError(f"{target} ends with neither .svg nor .png: name the picture so")
    _check_matplotlib()
    return form


def _check_matplotlib() -> None:
    if find_spec("matplotlib") is None:
        raise InputError("a picture needs matplotlib: pip install 'wordle-tree[plot]'")


def draw_histograms(comparison: Comparison, form: str = "svg") -> bytes:
    """Returns a picture of a comparison, one of `FORMS`: a histogram for each tree, all to one scale."""
    panels = list(panels_of(comparison))
    legend = f"answers by the guesses they need, of {len(comparison.game.answers)}, rule {comparison.game.rule}"
    if any(panel.bars[-1].name == NO_GUESSES for panel in panels):
        legend += f"; red: unsolved within {comparison.max_guesses}"
    return draw(panels, form, legend=legend)


def panels_of(comparison: Comparison) -> Iterator[Panel]:
    """Yields the histogram of each tree, in the order of the comparison; a row without a tree has none."""
    for row in comparison.rows:
        if row.tree is None:
            continue
        title, found = str(row.entry), row.tree.guarantee
        solved = "all solved" if not found.unsolved else f"{len(found.unsolved)} unsolved"
        opener = "" if row.entry.opener is not None else f"{row.tree.tree.opener}, "
        counts = [(str(n), row.tree.histogram.get(n, 0), SOLVED) for n in range(1, comparison.most_guesses + 1)]
        if any(row.tree is not None and row.tree.guarantee.unsolved for row in comparison.rows):
            counts.append((NO_GUESSES, len(found.unsolved), UNSOLVED))
        yield Panel(
            title if len(title) <= _LONGEST_TITLE else f"{title[: _LONGEST_TITLE - 1]}…",
            f"{opener}mean {found.mean:.4f}, {solved}",
            tuple(Bar(name, count, str(count) if count else "", colour) for name, count, colour in counts),
        )


def draw(
    panels: Sequence[Panel],
    form: str,
    *,
    legend: str = "",
    is_one_scale: bool = True,
    width: float = 2.4,
    n_columns: int = 4,
) -> bytes:
    """Returns a picture, one of `FORMS`, of panels of a width in inches, at most `n_columns` in a row, and a legend.

    With one scale, bars of equal height are equally high in all panels.

    Raises:
        InputError: matplotlib is not installed.
    """
    _check_matplotlib()
    from matplotlib import style
    from matplotlib.figure import Figure

    n_columns = max(1, min(n_columns, len(panels)))
    n_lines = max(1, -(-len(panels) // n_columns))
    size = n_columns * width, n_lines * _INCHES + 0.3
    largest = max((bar.height for panel in panels for bar in panel.bars), default=1)
    content = io.BytesIO()
    with style.context(["default", _STYLE]), warnings.catch_warnings():
        # PNG shows a letter that the font lacks as a box; that is not worth a warning in the middle of a table.
        warnings.simplefilter("ignore")
        figure = Figure(size, dpi=200)
        for place, panel in enumerate(panels):
            line, column = divmod(place, n_columns)
            left, bottom = column * width + 0.2, size[1] - (line + 1) * _INCHES + 0.3
            axes = figure.add_axes(
                (left / size[0], bottom / size[1], (width - 0.3) / size[0], (_INCHES - 0.9) / size[1])
            )
            scale = largest if is_one_scale else max(bar.height for bar in panel.bars)
            heights = [max(bar.height, _LOWEST * scale) if bar.height else 0 for bar in panel.bars]
            # A number of four digits must not touch the next.
            font = min(_FONT, (width - 0.3) / len(heights) * 72 / 3.2)
            bars = axes.bar(range(len(heights)), heights, width=0.78, color=[bar.colour for bar in panel.bars])
            axes.bar_label(bars, [printable(bar.label) for bar in panel.bars], padding=2, fontsize=font)
            axes.set_xticks(
                range(len(heights)), [printable(bar.name) for bar in panel.bars], color=_PALE, fontsize=font
            )
            axes.set(ylim=(0, max(1.12 * scale, 1e-9)), yticks=[])
            axes.tick_params(length=0)
            axes.spines[["left", "top", "right"]].set_visible(False)
            axes.spines["bottom"].set_color(_LINE)
            axes.set_title(printable(panel.title), loc="left", fontsize=9, fontweight="bold", pad=18)
            axes.text(0, 1.06, printable(panel.note), color=_PALE, transform=axes.transAxes)
        figure.text(0.2 / size[0], 0.15 / size[1], legend, color=_PALE)
        figure.savefig(
            content, format=form, metadata={"svg": {"Date": None, "Creator": None}}.get(form, {"Software": None})
        )
    return content.getvalue()
