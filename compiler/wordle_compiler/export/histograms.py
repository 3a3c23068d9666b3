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

from wordle_compiler.compilation.report import decimal
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


class Panel(NamedTuple):
    """A bar chart: how many answers or openers each of its bars stands for, by the bar's name; at least one bar.

    The note stands below the title. Bars have the colour, but that of unsolved answers, `NO_GUESSES`, is red.
    """

    title: str
    note: str
    counts: dict[str, int]
    colour: str = SOLVED


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
    if any(NO_GUESSES in panel.counts for panel in panels):
        legend += f"; red: unsolved within {comparison.max_guesses}"
    return draw(panels, legend, form)


def panels_of(comparison: Comparison) -> Iterator[Panel]:
    """Yields the histogram of each tree, in the order of the comparison; a row without a tree has none."""
    for row in comparison.rows:
        if row.tree is None:
            continue
        title, found = str(row.entry), row.tree.guarantee
        solved = "all solved" if not found.unsolved else f"{len(found.unsolved)} unsolved"
        opener = "" if row.entry.opener is not None else f"{row.tree.tree.opener}, "
        counts = {str(n): row.tree.histogram.get(n, 0) for n in range(1, comparison.most_guesses + 1)}
        if any(row.tree is not None and row.tree.guarantee.unsolved for row in comparison.rows):
            counts[NO_GUESSES] = len(found.unsolved)
        yield Panel(
            title if len(title) <= _LONGEST_TITLE else f"{title[: _LONGEST_TITLE - 1]}…",
            f"{opener}mean {decimal(found.mean)}, {solved}",
            counts,
        )


def draw(panels: Sequence[Panel], legend: str, form: str = "svg", axis_names: tuple[str, str] | None = None) -> bytes:
    """Returns a picture, one of `FORMS`: panels above a legend, four to a line and all to one scale.

    With names for its axes, x and y, each panel has a line and a scale of its own.

    Raises:
        InputError: matplotlib is not installed.
    """
    _check_matplotlib()
    from matplotlib import style
    from matplotlib.figure import Figure

    width, most_columns = (10.0, 1) if axis_names else (2.4, 4)
    n_columns = max(1, min(most_columns, len(panels)))
    size = n_columns * width, max(1, -(-len(panels) // n_columns)) * _INCHES + 0.3
    largest = max((count for panel in panels for count in panel.counts.values()), default=1)
    content = io.BytesIO()
    with style.context(["default", _STYLE]), warnings.catch_warnings():
        # PNG shows a letter that the font lacks as a box; that is not worth a warning in the middle of a table.
        warnings.simplefilter("ignore")
        figure = Figure(size, dpi=200)
        for place, panel in enumerate(panels):
            line, column = divmod(place, n_columns)
            left, bottom = column * width + 0.2, size[1] - (line + 1) * _INCHES + (0.45 if axis_names else 0.3)
            height = _INCHES - (1.05 if axis_names else 0.9)
            axes = figure.add_axes((left / size[0], bottom / size[1], (width - 0.3) / size[0], height / size[1]))
            places, counts = range(len(panel.counts)), panel.counts.values()
            scale = max(counts) if axis_names else largest
            heights = [max(count, _LOWEST * scale) if count else 0 for count in counts]
            colours = [UNSOLVED if name == NO_GUESSES else panel.colour for name in panel.counts]
            # A number of four digits must not touch the next.
            font = min(_FONT, (width - 0.3) / len(places) * 72 / 3.2)
            bars = axes.bar(places, heights, width=0.78, color=colours)
            axes.bar_label(bars, [str(count or "") for count in counts], padding=2, fontsize=font)
            axes.set_xticks(places, list(panel.counts), color=_PALE, fontsize=font)
            axes.set(ylim=(0, max(1.12 * scale, 1e-9)), yticks=[])
            if axis_names:
                axes.set_xlabel(axis_names[0], color=_PALE)
                axes.set_ylabel(axis_names[1], color=_PALE)
            axes.tick_params(length=0)
            axes.spines[["left", "top", "right"]].set_visible(False)
            axes.spines["bottom"].set_color(_LINE)
            axes.set_title(printable(panel.title), loc="left", fontsize=9, fontweight="bold", pad=18)
            axes.text(0, 1.06, printable(panel.note), color=_PALE, transform=axes.transAxes)
        figure.text(0.2 / size[0], 0.15 / size[1], legend, color=_PALE)
        unsaid = {"Date": None, "Creator": None} if form == "svg" else {"Software": None}
        figure.savefig(content, format=form, metadata=unsaid)
    return content.getvalue()
