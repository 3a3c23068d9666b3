"""The client's side of solving cells on a cluster: hands out the cells, and the guesses of those that take too long."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import numpy as np

from wordle_compiler.cluster.messages import (
    Cell,
    CellsDone,
    CellValue,
    Cutoffs,
    GuessBatch,
    GuessesDone,
    Outcome,
    TreeBatch,
    Work,
)
from wordle_compiler.cluster.pacing import BatchSizes, Pacing
from wordle_compiler.cluster.split_cells import GuessPool
from wordle_compiler.solver.fleet import OpenCellTask, SolvedCell
from wordle_compiler.solver.trials import Trial


class TreeSource:
    """Hands out the cells whose trees are wanted, in order, and the guesses of those that take too long."""

    def __init__(self, cells: Sequence[OpenCellTask], pacing: Pacing, *, can_split: bool) -> None:
        """Takes the cells; without `can_split` each of them is one task, however long it takes."""
        self._cells = cells
        self._pacing = pacing
        self._can_split = can_split
        self._sizes = BatchSizes(pacing)
        self._left = deque(range(len(cells)))
        self._guesses = GuessPool(pacing)

    def next_work(self, n_slots: int) -> Work | None:
        """Returns the next task for a cluster that runs `n_slots` tasks at once, or None if there is none for now."""
        if work := self._guesses.next_work(n_slots):
            return work
        if not self._left:
            return None
        n_cells = self._sizes.next(len(self._left), n_slots)
        patience = self._sizes.cell_patience(len(self._left), n_slots) if self._can_split else None
        cells = tuple(self._cell(self._left.popleft()) for _ in range(n_cells))
        return TreeBatch(cells, self._pacing.slice(n_slots), patience)

    def put_back(self, work: Work) -> None:
        """Takes back a lost task."""
        if isinstance(work, TreeBatch):
            self._left.extendleft(cell.number for cell in reversed(work.cells))
        elif isinstance(work, GuessBatch):
            self._guesses.put_back(work)

    def take(self, work: Work, outcome: Outcome) -> list[SolvedCell]:
        """Records the outcome of a task and returns the cells that are done."""
        values: list[CellValue | None]
        if isinstance(work, GuessBatch) and isinstance(outcome, GuessesDone):
            values = [self._guesses.take(work, outcome)]
        elif isinstance(work, TreeBatch) and isinstance(outcome, CellsDone):
            self._sizes.learn(len(outcome.values), sum(value.seconds for value in outcome.values))
            done = {value.number for value in outcome.values} | {found.number for found in outcome.split}
            self._left.extendleft(cell.number for cell in reversed(work.cells) if cell.number not in done)
            begun = [self._guesses.begin(None, self._cell(found.number), found) for found in outcome.split]
            values = [*outcome.values, *begun]
        else:
            raise TypeError(f"{type(outcome).__name__} is not an outcome of {type(work).__name__}")
        return [SolvedCell(self._cells[value.number].cell, value.node, value.total) for value in values if value]

    def trials(self) -> list[Trial]:
        """Returns how far each cell is whose guesses are tried one by one."""
        return self._guesses.trials()

    def cutoffs(self) -> Cutoffs:
        """Returns the current cutoffs: the best guesses of split cells. A cell's own limit does not change."""
        return Cutoffs(best_guess=self._guesses.best_guesses())

    def cutoffs_for(self, work: Work) -> Cutoffs:
        """Returns the current cutoffs that a task needs."""
        return Cutoffs(best_guess=self._guesses.best_of(work.key)) if isinstance(work, GuessBatch) else Cutoffs()

    def _cell(self, number: int) -> Cell:
        cell, guesses_left, largest_total = self._cells[number]
        return Cell(number, cell.candidates.astype(np.uint16), cell.constraint, guesses_left, largest_total)
