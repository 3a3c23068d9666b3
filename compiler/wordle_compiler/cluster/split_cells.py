"""The client's side of split cells: cells that took too long, whose guesses are tried separately and in parallel.

A cell's total is the smallest total of its guesses. The smallest exact total so far is the cutoff for all others, so
the most promising guesses go out first. Of guesses with the same total, the first in the cell's order is played, as in
a search that is not split.
"""

from __future__ import annotations

from collections import deque

from wordle_compiler.cluster.messages import (
    Cell,
    CellKey,
    CellValue,
    GuessBatch,
    GuessesDone,
    LeadingGuess,
    PlacedGuess,
    SplitGuesses,
)
from wordle_compiler.cluster.pacing import BatchSizes, Pacing
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.problem import INFEASIBLE
from wordle_compiler.solver.trials import Trial


class SplitCell:
    """One split cell: which of its guesses are left, and what is known of the others."""

    def __init__(self, key: CellKey, cell: Cell, split: SplitGuesses) -> None:
        self.key = key
        self.cell = cell
        self.left = deque(PlacedGuess(place, guess) for place, guess in enumerate(split.guesses))
        self.best: LeadingGuess | None = None
        self._node: TreeNode | None = None
        self._bound = split.bound
        self._n_guesses = self._n_open = len(split.guesses)
        self._seconds = 0.0

    def learn(self, outcome: GuessesDone) -> None:
        """Records what some of the guesses cost."""
        self._n_open -= outcome.n_tried
        self._seconds += outcome.seconds
        self._bound = min(self._bound, outcome.bound)
        if outcome.best is not None and (self.best is None or outcome.best < self.best):
            self.best, self._node = outcome.best, outcome.node

    @property
    def trial(self) -> Trial:
        """How many of the guesses have been tried."""
        return Trial(self._n_guesses - self._n_open, self._n_guesses, len(self.cell.members))

    @property
    def value(self) -> CellValue | None:
        """The cell's total or a lower bound, once every guess was tried."""
        if self._n_open:
            return None
        total = self._bound if self.best is None else min(self._bound, self.best.total)
        is_exact = total >= INFEASIBLE if self.best is None else self.best.total <= self._bound
        return CellValue(self.key.number, total, is_exact, self._seconds, self._node)


class GuessPool:
    """The guesses of all split cells of a run that are left to try. Belongs to the client's thread."""

    def __init__(self, pacing: Pacing) -> None:
        self._pacing = pacing
        self._sizes = BatchSizes(pacing)
        self._cells: dict[CellKey, SplitCell] = {}

    def begin(self, opener: int | None, cell: Cell, split: SplitGuesses) -> CellValue | None:
        """Adds a cell; returns its total or bound if no guess is left to try."""
        one = SplitCell(CellKey(opener, cell.number), cell, split)
        if one.value is None:
            self._cells[one.key] = one
        return one.value

    def drop(self, opener: int) -> None:
        """Forgets the cells of an opener, which nobody needs any more."""
        self._cells = {key: cell for key, cell in self._cells.items() if key.opener != opener}

    def next_work(self, n_slots: int) -> GuessBatch | None:
        """Returns the next guesses to try, or None if none is left."""
        for key, cell in self._cells.items():
            if cell.left:
                # What all others need most is the first exact total.
                n_guesses = 1 if cell.best is None else self._sizes.next(len(cell.left), n_slots)
                guesses = tuple(cell.left.popleft() for _ in range(n_guesses))
                return GuessBatch(key.opener, cell.cell, guesses, self._pacing.slice(n_slots))
        return None

    def put_back(self, work: GuessBatch) -> None:
        """Takes back a lost task; its guesses go out again before all others of the cell."""
        if cell := self._cells.get(work.key):
            cell.left.extendleft(reversed(work.guesses))

    def take(self, work: GuessBatch, outcome: GuessesDone) -> CellValue | None:
        """Records the outcome of a task; returns the cell's total or bound if that was the last one."""
        self._sizes.learn(outcome.n_tried, outcome.seconds)
        cell = self._cells.get(work.key)
        if cell is None:
            return None
        cell.left.extendleft(reversed(work.guesses[outcome.n_tried :]))
        cell.learn(outcome)
        if cell.value is not None:
            del self._cells[work.key]
        return cell.value

    def trials(self) -> list[Trial]:
        """Returns how far each cell is."""
        return [cell.trial for cell in self._cells.values()]

    def best_of(self, key: CellKey) -> dict[CellKey, LeadingGuess]:
        """Returns the best guess of one cell, if it has one."""
        cell = self._cells.get(key)
        return {} if cell is None or cell.best is None else {key: cell.best}

    def best_guesses(self) -> dict[CellKey, LeadingGuess]:
        """Returns the best guess of each cell that has one."""
        return {key: cell.best for key, cell in self._cells.items() if cell.best is not None}
