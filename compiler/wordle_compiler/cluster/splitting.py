"""The arithmetic of a split opener, whose cells are searched separately and in parallel.

The opener's total is the weight of all answers (for the first guess) plus the sum of its cells' totals. Until all of
these are known, the sum of their lower bounds gives a lower bound. The difference between that bound and the cutoff is
the slack. If a cell costs more than its bound plus the slack, the opener is refuted. So a cell is searched with its
bound plus the slack as the cutoff, and each cell that costs more than its bound reduces the slack for all others.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from wordle_compiler.cluster.messages import Cell, SplitCells
from wordle_compiler.search.problem import INFEASIBLE
from wordle_compiler.solver.fixed_openers import OpenCell


class SplitOpener:
    """The bounds of the cells of one opener."""

    def __init__(self, split: SplitCells, cells: Sequence[OpenCell], weight: int) -> None:
        """Takes a worker's bounds, the cells in the same order, and the total weight of the answers."""
        self.opener = split.opener
        self.seconds = split.seconds
        self._weight = weight
        self._cells = cells
        self._bounds = list(split.bounds)
        self._exact = list(split.exact)

    @property
    def total(self) -> int:
        """A lower bound for the opener's total; the total itself if `is_exact`. `INFEASIBLE` means no tree."""
        return min(self._weight + sum(self._bounds), INFEASIBLE)

    @property
    def is_exact(self) -> bool:
        """Whether the total is exact: all cells are exact, or one of them has no tree."""
        return all(self._exact) or self.total >= INFEASIBLE

    def slack(self, cutoff: int) -> int:
        """Returns how much more the cells may cost than is proven before the opener reaches `cutoff`."""
        return INFEASIBLE if cutoff >= INFEASIBLE else cutoff - self.total

    def is_settled(self, cutoff: int) -> bool:
        """Returns whether no cell needs any further search."""
        return self.is_exact or self.total >= cutoff

    def open_cells(self) -> list[Cell]:
        """Returns the cells that are not exact, largest first, because the longest search should start first."""
        numbers = [number for number, is_exact in enumerate(self._exact) if not is_exact]
        numbers.sort(key=lambda number: (-len(self._cells[number].candidates), number))
        return [self.cell(number) for number in numbers]

    def cell(self, number: int) -> Cell:
        """Returns a cell in the form sent to workers, with its current bound."""
        cell = self._cells[number]
        members = cell.candidates.astype(np.uint16)
        return Cell(number, members, cell.constraint, cell.guesses_left, self._bounds[number])

    def learn(self, number: int, value: int, *, is_exact: bool) -> None:
        """Records a cell's total, or a lower bound for it."""
        self._bounds[number] = max(self._bounds[number], value)
        self._exact[number] = self._exact[number] or is_exact
