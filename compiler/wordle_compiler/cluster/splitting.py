"""The arithmetic of a hard opener whose cells are searched apart, and at once.

Its total is the weight of all answers, for the first guess, and the sum of its cells' totals. As long as these are not
all known, the sum of their lower bounds is a lower bound for it. What is left between that and the cutoff is the slack:
no cell may cost more than its own bound and the slack, or the opener is refuted. So a cell is searched against the
bound plus the slack, and every cell that turns out to cost more than its bound makes the slack smaller for all others.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from wordle_compiler.cluster.messages import Cell, SplitCells
from wordle_compiler.search.problem import INFEASIBLE
from wordle_compiler.solver.fixed_openers import OpenCell


class SplitOpener:
    """What is known of the cells of one opener."""

    def __init__(self, split: SplitCells, cells: Sequence[OpenCell], weight: int) -> None:
        """Takes the bounds of a worker, the cells that they are about, in the same order, and the answers' weight."""
        self.opener = split.opener
        self.seconds = split.seconds
        self._weight = weight
        self._cells = cells
        self._bounds = list(split.bounds)
        self._exact = list(split.exact)

    @property
    def total(self) -> int:
        """A lower bound for the opener's total; the total itself where `is_exact`. `INFEASIBLE` for no tree."""
        return min(self._weight + sum(self._bounds), INFEASIBLE)

    @property
    def is_exact(self) -> bool:
        """Whether the total is exact: all cells are, or one of them has no tree."""
        return all(self._exact) or self.total >= INFEASIBLE

    def slack(self, cutoff: int) -> int:
        """Returns by how much the cells may cost more than is proven for the opener to stay below `cutoff`."""
        return INFEASIBLE if cutoff >= INFEASIBLE else cutoff - self.total

    def is_settled(self, cutoff: int) -> bool:
        """Says whether no cell need be searched any more."""
        return self.is_exact or self.total >= cutoff

    def open_cells(self) -> list[Cell]:
        """Returns the cells that are not exact, the largest first: the last one to end should not begin last."""
        numbers = [number for number, is_exact in enumerate(self._exact) if not is_exact]
        numbers.sort(key=lambda number: (-len(self._cells[number].candidates), number))
        return [self.cell(number) for number in numbers]

    def cell(self, number: int) -> Cell:
        """Returns a cell as it is sent, with its bound as it is known by now."""
        cell = self._cells[number]
        members = cell.candidates.astype(np.uint16)
        return Cell(number, members, cell.constraint, cell.guesses_left, self._bounds[number])

    def learn(self, number: int, value: int, *, is_exact: bool) -> None:
        """Takes a cell's total, or a lower bound for it."""
        self._bounds[number] = max(self._bounds[number], value)
        self._exact[number] = self._exact[number] or is_exact
