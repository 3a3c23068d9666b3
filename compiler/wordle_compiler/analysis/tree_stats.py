"""Counts, turn by turn, the answers that a tree solves and the candidates before each guess."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from wordle_compiler.export.histograms import LEFT, NO_GUESSES, UNSOLVED, Bar, Panel, draw
from wordle_compiler.rankings.table import DataTable, Tabular

if TYPE_CHECKING:
    from wordle_runtime import Tree


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
class TreeStats(Tabular):
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

    def table(self) -> DataTable:
        """Returns the rows to show and to convert."""
        rows = [
            (turn.turn, turn.n_positions, turn.n_open, turn.n_solved, turn.largest, float(turn.expected))
            for turn in self.turns
        ]
        titles = ("turn", "positions", "open", "solved", "largest", "expected")
        return DataTable(f"turns of {self.tree.opener}: {self.tree.guarantee.n_answers} answers", titles, rows)

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
                {name.removeprefix("n_"): value for name, value in vars(turn).items()}
                | {"expected": str(turn.expected)}
                for turn in self.turns
            ],
        }


def count_turns(tree: Tree) -> TreeStats:
    """Counts what happens at each turn of a tree."""
    turns: list[TurnStats] = []
    level = [tree.root]
    while level:
        counts = [node.n_candidates for node in level]
        n_solved = sum(node.solves for node in level)
        expected = Fraction(sum(count**2 for count in counts), sum(counts))
        turns.append(TurnStats(len(turns) + 1, len(counts), sum(counts), n_solved, max(counts), expected))
        level = [child for node in level for child in node.children.values()]
    return TreeStats(tree, tuple(turns))


def draw_stats(stats: TreeStats, form: str = "svg") -> bytes:
    """Returns a picture, one of `histograms.FORMS`: the answers solved at each turn, and the candidates before it.

    Raises:
        InputError: matplotlib is not installed.
    """
    return draw(panels_of_stats(stats), form, is_one_scale=False, width=4.0)


def panels_of_stats(stats: TreeStats) -> tuple[Panel, Panel]:
    """Returns the histogram, and the mean candidates before each guess on a logarithmic scale."""
    guarantee = stats.tree.guarantee
    solved = [Bar(str(turn.turn), turn.n_solved, str(turn.n_solved) if turn.n_solved else "") for turn in stats.turns]
    if stats.n_unsolved:
        solved.append(Bar(NO_GUESSES, stats.n_unsolved, str(stats.n_unsolved), UNSOLVED))
    # One candidate is the least there is, and its bar must show.
    left = [
        Bar(str(turn.turn), math.log(2 * turn.expected), f"{float(turn.expected):.4g}", LEFT) for turn in stats.turns
    ]
    return (
        Panel(
            f"{stats.tree.opener}: mean {guarantee.mean:.4f}, worst case {guarantee.worst_case}",
            "answers by the guesses they need" + ("; red: unsolved" if stats.n_unsolved else ""),
            tuple(solved),
        ),
        Panel("Candidates by turn", "mean candidates before each guess, logarithmic", tuple(left)),
    )
