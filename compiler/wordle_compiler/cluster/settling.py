"""The client's side of ranking openers on a cluster: chooses the next openers and cells, and interprets their results.

Openers go out in batches, the most promising first. An opener whose search takes too long is split: it comes back as
its cells, which then go out before anything else. A cell that takes too long is split in turn, into its guesses (see
`split_cells`). Searches are most expensive while there is no cutoff. Until there is one, only as many openers go out as
the board has room for, split from the start, so that all workers find the first totals together. A few more go out only
if workers would otherwise be idle.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from wordle_compiler.cluster.messages import (
    BoundedOpener,
    Cell,
    CellBatch,
    CellsDone,
    CellValue,
    Cutoffs,
    GuessBatch,
    GuessesDone,
    OpenerBatch,
    OpenersDone,
    Outcome,
    SplitCells,
    Work,
)
from wordle_compiler.cluster.pacing import BatchSizes, Pacing
from wordle_compiler.cluster.split_cells import GuessPool
from wordle_compiler.search.problem import INFEASIBLE
from wordle_compiler.solver.fixed_openers import OpenCell
from wordle_compiler.solver.leaderboard import Leaderboard, OpenerResult, SettledOpener

_MOST_SPECULATIVE = 8
"""How many openers beyond the room on the board are split from the start, in case the first ones have no tree."""


class _CellOf(NamedTuple):
    """A cell of a split opener, by its number in the order of `play_fixed`."""

    opener: int
    number: int


class SplitOpener:
    """The bounds of the cells of one opener, whose cells are searched separately and in parallel.

    The opener's total is the weight of all answers (for the first guess) plus the sum of its cells' totals. Until all
    of these are known, the sum of their lower bounds gives a lower bound. The difference between that bound and the
    cutoff is the slack. If a cell costs more than its bound plus the slack, the opener is refuted. So a cell is
    searched with its bound plus the slack as the cutoff, and each cell that costs more than its bound reduces the slack
    for all others.
    """

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


class OpenerSource:
    """Hands out openers and cells until every opener is settled. Belongs to the client's thread."""

    def __init__(
        self,
        openers: Sequence[int],
        known: Mapping[int, OpenerResult],
        board: Leaderboard,
        cells_of: Callable[[int], Sequence[OpenCell]],
        *,
        weight: int,
        is_bounded: bool,
        can_split_cells: bool,
        pacing: Pacing,
    ) -> None:
        """Takes the arguments of `solver.fleet.Fleet.settle_openers`.

        `cells_of` returns an opener's cells in the order of `play_fixed`; `weight` is the total weight of all answers.
        Without `can_split_cells` a cell is one task, however long it takes.
        """
        self._board = board
        self._cells_of = cells_of
        self._weight = weight
        self._n_wanted = board.n_best
        self._is_bounded = is_bounded
        self._can_split_cells = can_split_cells
        self._pacing = pacing
        self._openers = deque(
            BoundedOpener(opener, known[opener].total if opener in known else 0) for opener in openers
        )
        self._n_openers_out = 0
        self._n_tasks_out = 0
        self._sizes = BatchSizes(pacing)
        self._cell_sizes = BatchSizes(pacing)
        self._splits: dict[int, SplitOpener] = {}
        self._cells: deque[_CellOf] = deque()
        self._guesses = GuessPool(pacing)

    def next_work(self, n_slots: int) -> Work | None:
        """Returns the next task for a cluster that runs `n_slots` tasks at once, or None if there is none for now."""
        work: Work | None = self._guesses.next_work(n_slots)
        while self._cells and work is None:
            work = self._next_cells(n_slots)
        if work is None and self._openers:
            work = self._next_openers(n_slots)
        self._n_tasks_out += work is not None
        return work

    def put_back(self, work: Work) -> None:
        """Takes back a lost task; its pieces go out again before all others."""
        self._n_tasks_out -= 1
        if isinstance(work, OpenerBatch):
            self._n_openers_out -= len(work.openers)
            self._openers.extendleft(reversed(work.openers))
        elif isinstance(work, CellBatch):
            self._cells.extendleft(_CellOf(work.opener, cell.number) for cell in reversed(work.cells))
        elif isinstance(work, GuessBatch):
            self._guesses.put_back(work)

    def take(self, work: Work, outcome: Outcome) -> list[SettledOpener]:
        """Records the outcome of a task and returns the openers that it settles."""
        self._n_tasks_out -= 1
        if isinstance(work, OpenerBatch) and isinstance(outcome, OpenersDone):
            return self._take_openers(work, outcome)
        if isinstance(work, CellBatch) and isinstance(outcome, CellsDone):
            return self._take_cells(work, outcome)
        if isinstance(work, GuessBatch) and isinstance(outcome, GuessesDone):
            return self._take_guesses(work, outcome)
        raise TypeError(f"{type(outcome).__name__} is not an outcome of {type(work).__name__}")

    def cutoffs(self) -> Cutoffs:
        """Returns the current cutoffs."""
        slack = {split.opener: self._slack(split) for split in self._splits.values()}
        return Cutoffs(self._board.last_place(), slack, self._guesses.best_guesses())

    def cutoffs_for(self, work: Work) -> Cutoffs:
        """Returns the current cutoffs that a task needs."""
        if isinstance(work, GuessBatch):
            return Cutoffs(None, self._slack_of(work.opener), self._guesses.best_of(work.key))
        if isinstance(work, CellBatch):
            return Cutoffs(None, self._slack_of(work.opener))
        return Cutoffs(self._board.last_place())

    def _next_openers(self, n_slots: int) -> OpenerBatch | None:
        """Returns a batch of openers, or None if it is better to wait for the first cutoff."""
        pacing = self._pacing
        n_openers = self._sizes.next(len(self._openers), n_slots)
        patience = self._sizes.patience(len(self._openers), n_slots)
        n_wanted = self._n_wanted
        if n_wanted is not None and n_wanted < n_slots and self._board.last_place() is None:
            room = n_wanted - len(self._board.best()) - self._n_openers_out - len(self._splits)
            if room <= (-_MOST_SPECULATIVE if self._n_tasks_out < n_slots else 0):
                return None
            n_openers, patience = 1, 0.0
        openers = tuple(self._openers.popleft() for _ in range(n_openers))
        self._n_openers_out += n_openers
        return OpenerBatch(openers, self._is_bounded, n_wanted is not None, pacing.slice(n_slots), patience)

    def _next_cells(self, n_slots: int) -> CellBatch | None:
        """Returns a batch of cells of one opener, or None if the next cells are no longer needed."""
        opener = self._cells[0].opener
        split = self._splits.get(opener)
        if split is None:
            self._cells.popleft()
            return None
        n_cells = self._cell_sizes.next(len(self._cells), n_slots)
        cells: list[Cell] = []
        while self._cells and self._cells[0].opener == opener and len(cells) < n_cells:
            cells.append(split.cell(self._cells.popleft().number))
        patience = self._cell_sizes.cell_patience(len(self._cells), n_slots) if self._can_split_cells else None
        return CellBatch(opener, tuple(cells), self._pacing.slice(n_slots), patience)

    def _take_openers(self, work: OpenerBatch, outcome: OpenersDone) -> list[SettledOpener]:
        self._n_openers_out -= len(work.openers)
        self._sizes.learn(len(outcome.settled), sum(settled.seconds for settled in outcome.settled))
        done = {settled.opener for settled in outcome.settled} | {split.opener for split in outcome.split}
        self._openers.extendleft(opener for opener in reversed(work.openers) if opener.opener not in done)
        for settled in outcome.settled:
            self._board.enter(settled.result)
        for split in outcome.split:
            self._begin_split(split)
        return [*outcome.settled, *self._finish_splits()]

    def _take_cells(self, work: CellBatch, outcome: CellsDone) -> list[SettledOpener]:
        self._cell_sizes.learn(len(outcome.values), sum(value.seconds for value in outcome.values))
        split = self._splits.get(work.opener)
        if split is None:
            # The opener has been settled in the meantime, by another cell or by the cutoff.
            return []
        begun = [self._guesses.begin(work.opener, split.cell(found.number), found) for found in outcome.split]
        values: list[CellValue | None] = [*outcome.values, *begun]
        done = {value.number for value in outcome.values} | {found.number for found in outcome.split}
        for value in values:
            if value is not None:
                split.learn(value.number, value.total, is_exact=value.is_exact)
        split.seconds += outcome.seconds
        self._cells.extendleft(
            _CellOf(work.opener, cell.number) for cell in reversed(work.cells) if cell.number not in done
        )
        return self._finish_splits()

    def _take_guesses(self, work: GuessBatch, outcome: GuessesDone) -> list[SettledOpener]:
        value = self._guesses.take(work, outcome)
        split = self._split_of(work.opener)
        if split is None:
            return []
        split.seconds += outcome.seconds
        if value is not None:
            split.learn(value.number, value.total, is_exact=value.is_exact)
        return self._finish_splits()

    def _begin_split(self, found: SplitCells) -> None:
        split = SplitOpener(found, self._cells_of(found.opener), self._weight)
        self._splits[found.opener] = split
        self._cells.extend(_CellOf(found.opener, cell.number) for cell in split.open_cells())

    def _finish_splits(self) -> list[SettledOpener]:
        """Settles the split openers that can be settled; one that enters the board may settle others."""
        settled: list[SettledOpener] = []
        while True:
            done = [split for split in self._splits.values() if split.is_settled(self._board.cutoff(split.opener))]
            if not done:
                return settled
            for split in done:
                del self._splits[split.opener]
                self._guesses.drop(split.opener)
                settled.append(SettledOpener(split.opener, split.total, split.is_exact, True, split.seconds))
                self._board.enter(settled[-1].result)

    def _slack_of(self, opener: int | None) -> dict[int, int]:
        split = self._split_of(opener)
        return {split.opener: self._slack(split)} if split else {}

    def _split_of(self, opener: int | None) -> SplitOpener | None:
        return None if opener is None else self._splits.get(opener)

    def _slack(self, split: SplitOpener) -> int:
        return split.slack(self._board.cutoff(split.opener))
