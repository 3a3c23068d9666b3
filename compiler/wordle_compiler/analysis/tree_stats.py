"""Counts, turn by turn, the answers that a tree solves and the candidates before each guess."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from wordle_compiler.export.histograms import Bar, Picture, Text, check_picture, to_png, to_svg

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from wordle_runtime import Tree

_MARGIN, _GAP = 28, 48
_PANEL_WIDTH, _PLOT_HEIGHT = 380, 190
_HEAD, _FOOT = 52, 40
_FILLED = 0.76
_FONT = 11.0
_MOST_TITLE = 60
_SOLVED, _UNSOLVED, _LEFT = "#6aaa64", "#b5473c", "#4f7cac"
_INK, _PALE, _LINE = "#1f2328", "#6b7178", "#d0d4d9"


@dataclass(frozen=True)
class TurnStats:
    """The figures of one turn, over the games of all answers.

    Attributes:
        turn: Its number; the opener has 1.
        n_positions: In how many different positions the tree guesses at this turn.
        n_open: How many answers are unsolved before this turn and get a guess at it.
        n_solved: How many of these this turn solves.
        largest: The most candidates in one position.
        expected: The mean number of candidates before the guess, over equally likely open answers: the sum of the
            squares of the positions' candidates, divided by `n_open`. Exact.
    """

    turn: int
    n_positions: int
    n_open: int
    n_solved: int
    largest: int
    expected: Fraction


@dataclass(frozen=True)
class TreeStats:
    """The figures of a tree, turn by turn.

    Attributes:
        tree: The tree.
        turns: The turns, from the opener to the last guess.
    """

    tree: Tree
    turns: tuple[TurnStats, ...]

    @property
    def n_unsolved(self) -> int:
        """How many answers the tree does not solve."""
        return len(self.tree.guarantee.unsolved)

    def as_json(self) -> dict[str, Any]:
        """Returns the figures as the command's JSON object; fractions are text, such as `27/13`."""
        guarantee = self.tree.guarantee
        return {
            "opener": self.tree.opener,
            "n_answers": guarantee.n_answers,
            "n_solved": guarantee.n_solved,
            "total": guarantee.total,
            "worst_case": guarantee.worst_case,
            "unsolved": self.n_unsolved,
            "turns": [
                {
                    "turn": turn.turn,
                    "positions": turn.n_positions,
                    "open": turn.n_open,
                    "solved": turn.n_solved,
                    "largest": turn.largest,
                    "expected": str(turn.expected),
                }
                for turn in self.turns
            ],
        }


def count_turns(tree: Tree) -> TreeStats:
    """Counts what happens at each turn of a tree."""
    sizes: dict[int, list[int]] = {}
    n_solved: dict[int, int] = {}
    level, turn = [tree.root], 1
    while level:
        sizes[turn] = [node.n_candidates for node in level]
        n_solved[turn] = sum(node.solves for node in level)
        level = [child for node in level for child in node.children.values()]
        turn += 1
    return TreeStats(
        tree,
        tuple(
            TurnStats(
                turn,
                len(counts),
                sum(counts),
                n_solved[turn],
                max(counts),
                Fraction(sum(count**2 for count in counts), sum(counts)),
            )
            for turn, counts in sizes.items()
        ),
    )


def draw_stats(stats: TreeStats, target: Path) -> bytes:
    """Returns the histogram and the candidates by turn as a picture; the suffix of the file selects its format.

    Raises:
        InputError: See `histograms.check_picture`.
    """
    check_picture(target)
    picture = lay_out(stats)
    return to_png(picture) if target.suffix.casefold() == ".png" else to_svg(picture)


def lay_out(stats: TreeStats) -> Picture:
    """Lays out two panels: the answers solved at each turn, and the candidates before it on a logarithmic scale."""
    guarantee = stats.tree.guarantee
    opener = stats.tree.opener if stats.tree.opener.isprintable() else ascii(stats.tree.opener)
    mean = f"mean {guarantee.mean:.4f}, worst case {guarantee.worst_case}"
    solved = [(str(turn.turn), turn.n_solved, str(turn.n_solved), _SOLVED) for turn in stats.turns]
    if stats.n_unsolved:
        solved.append(("–", stats.n_unsolved, str(stats.n_unsolved), _UNSOLVED))
    largest = max(count for _, count, _, _ in solved)
    bars = [(name, count / largest, label if count else "", colour) for name, count, label, colour in solved]
    # One candidate is the minimum, and its bar must still show.
    scale = math.log(2 * max(turn.largest for turn in stats.turns))
    left = [
        (str(turn.turn), math.log(2 * turn.expected) / scale, f"{float(turn.expected):.4g}", _LEFT)
        for turn in stats.turns
    ]
    x = _MARGIN + _PANEL_WIDTH + _GAP
    note = "answers by the guesses they need" + ("; red: not solved" if stats.n_unsolved else "")
    shapes = [
        *_panel(_MARGIN, f"{opener}: {mean}"[:_MOST_TITLE], note, bars),
        *_panel(x, "Candidates by turn", "mean candidates before each guess, logarithmic", left),
    ]
    return Picture(x + _PANEL_WIDTH + _MARGIN, _MARGIN + _HEAD + _PLOT_HEIGHT + _FOOT, tuple(shapes))


def _panel(x: float, title: str, note: str, bars: Sequence[tuple[str, float, str, str]]) -> Iterator[Bar | Text]:
    """Yields the shapes of a panel; a bar has a name below it, its share of the height, a label and a colour."""
    yield Text(x, _MARGIN + 12, title, 14, _INK, is_bold=True)
    yield Text(x, _MARGIN + 30, note, _FONT, _PALE)
    floor = _MARGIN + _HEAD + _PLOT_HEIGHT
    yield Bar(x, floor, _PANEL_WIDTH, 1, _LINE)
    step = _PANEL_WIDTH / len(bars)
    font = min(_FONT, step / 3)
    for place, (name, share, label, colour) in enumerate(bars):
        middle = x + (place + 0.5) * step
        height = (_PLOT_HEIGHT - 14) * share
        if height:
            # The bar of a single answer must still show.
            height = max(1.0, height)
            yield Bar(middle - step * _FILLED / 2, floor - height, step * _FILLED, height, colour)
        if label:
            yield Text(middle, floor - height - 5, label, font, _INK, is_centred=True)
        yield Text(middle, floor + 15, name, font, _PALE, is_centred=True)
