"""The client's side of building trees on a cluster: chooses the next cells, and collects their trees."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import numpy as np

from wordle_compiler.cluster.messages import Cell, CellsDone, Cutoffs, Outcome, TreeBatch, Work
from wordle_compiler.cluster.pacing import BatchSizes, Pacing
from wordle_compiler.solver.fleet import OpenCellTask, SolvedCell


class TreeSource:
    """Hands out the cells whose trees are wanted, in order."""

    def __init__(self, cells: Sequence[OpenCellTask], pacing: Pacing) -> None:
        """Takes the cells and the sizes of tasks."""
        self._cells = cells
        self._pacing = pacing
        self._sizes = BatchSizes(pacing)
        self._left = deque(range(len(cells)))

    def next_work(self, n_slots: int) -> Work | None:
        """Returns the next task for a cluster that runs `n_slots` tasks at once, or None if there is none for now."""
        if not self._left:
            return None
        n_cells = self._sizes.next(len(self._left), n_slots)
        return TreeBatch(tuple(self._cell(self._left.popleft()) for _ in range(n_cells)), self._pacing.slice(n_slots))

    def put_back(self, work: Work) -> None:
        """Takes back a lost task."""
        if isinstance(work, TreeBatch):
            self._left.extendleft(cell.number for cell in reversed(work.cells))

    def take(self, work: Work, outcome: Outcome) -> list[SolvedCell]:
        """Records the outcome of a task and returns the cells that are done."""
        if not (isinstance(work, TreeBatch) and isinstance(outcome, CellsDone)):
            raise TypeError(f"{type(outcome).__name__} is not an outcome of {type(work).__name__}")
        self._sizes.learn(len(outcome.values), outcome.seconds)
        done = {value.number for value in outcome.values}
        self._left.extendleft(cell.number for cell in reversed(work.cells) if cell.number not in done)
        return [SolvedCell(self._cells[value.number].cell, value.node, value.total) for value in outcome.values]

    def cutoffs_for(self, _work: Work) -> Cutoffs:
        """Returns no cutoffs: every cell has its own limit, which does not change."""
        return Cutoffs()

    def lowered_cutoffs(self) -> Cutoffs | None:
        """Returns None."""
        return None

    def _cell(self, number: int) -> Cell:
        cell, guesses_left, largest_total = self._cells[number]
        return Cell(number, cell.candidates.astype(np.uint16), cell.constraint, guesses_left, largest_total)
