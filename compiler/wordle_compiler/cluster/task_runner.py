"""Runs a task on a worker: its pieces in turn, each against the current cutoff, until its time slice is up."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from wordle_compiler.cluster.cancellation import WATCH, NotWantedError, Reason, RunningSearch
from wordle_compiler.cluster.cutoffs import SharedCutoffs
from wordle_compiler.cluster.messages import (
    Cell,
    CellBatch,
    CellsDone,
    CellValue,
    OpenerBatch,
    OpenersDone,
    Outcome,
    SettledOpener,
    SplitCells,
    TreeBatch,
    TreesDone,
    Work,
)
from wordle_compiler.cluster.worker_state import ThreadState
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.memo import forget
from wordle_compiler.search.problem import INFEASIBLE
from wordle_compiler.search.stopping import StoppedError
from wordle_compiler.solver.fixed_openers import play_fixed


class TaskRunner:
    """Runs one task with a thread's state."""

    def __init__(self, state: ThreadState, cutoffs: SharedCutoffs, is_wanted: Callable[[], bool]) -> None:
        """Takes the state, the run's cutoffs, and a function that returns whether anybody still waits for the task."""
        self._state = state
        self._cutoffs = cutoffs
        self._is_wanted = is_wanted
        self._began = time.monotonic()

    def perform(self, work: Work) -> Outcome:
        """Does as much of a task as its time slice permits, at least one piece.

        Raises:
            NotWantedError: The task was cancelled.
        """
        if isinstance(work, OpenerBatch):
            return self._settle(work)
        return self._value(work) if isinstance(work, CellBatch) else self._grow(work)

    def _seconds(self) -> float:
        return time.monotonic() - self._began

    def _settle(self, work: OpenerBatch) -> OpenersDone:
        settled: list[SettledOpener] = []
        split: list[SplitCells] = []
        for opener, known in work.openers:
            began = time.monotonic()
            found = self._settle_opener(opener, known, work)
            seconds = time.monotonic() - began
            if found is None:
                bounds, exact = self._bound_cells(opener)
                split.append(SplitCells(opener, bounds, exact, time.monotonic() - began))
                break
            total, is_exact, is_search = found
            settled.append(SettledOpener(opener, total, is_exact, is_search, seconds))
            is_news = work.is_contest and is_exact and total < INFEASIBLE
            if is_news or self._seconds() >= work.slice_seconds:
                break
        return OpenersDone(tuple(settled), tuple(split), self._seconds())

    def _settle_opener(self, opener: int, known: int, work: OpenerBatch) -> tuple[int, bool, bool] | None:
        """Returns the total or a bound, whether it is exact, and whether it took a search; None for a hard opener."""
        place, worker = self._state.problem_state, self._state.worker
        max_guesses = place.question.max_guesses
        until = None if work.patience is None else time.monotonic() + work.patience
        is_search = False
        bound = known
        while True:
            cutoff = self._cutoffs.cutoff(opener)
            if work.is_bounded and bound < cutoff and not is_search:
                sets = place.letter_sets(worker)
                bound = max(bound, worker.bound_below(opener, place.view, sets, max_guesses, cutoff))
            if bound >= cutoff:
                return min(bound, INFEASIBLE), bound >= INFEASIBLE, is_search
            if work.patience == 0:
                return None
            is_search = True
            search = RunningSearch(
                self._state.control, cutoff, lambda: self._cutoffs.cutoff(opener), until, self._is_wanted
            )
            with WATCH.over(search):
                total = worker.total_below(opener, place.view, max_guesses, cutoff)
            if search.stopped_for is None:
                return min(total, INFEASIBLE), total < cutoff or total >= INFEASIBLE, True
            self._check_wanted(search)
            if search.stopped_for is Reason.TIME_IS_UP:
                return None

    def _bound_cells(self, opener: int) -> tuple[tuple[int, ...], tuple[bool, ...]]:
        """Returns one-ply bounds for the cells of an opener, and which of them are exact totals."""
        place, extractor = self._state.problem_state, self._state.worker.extractor
        self._state.control[0] = 0
        _, cells = play_fixed(place.question.game, place.matrix, (opener,), place.question.max_guesses)
        bounds = []
        exact = []
        for cell in cells:
            members = cell.candidates.astype(np.uint16)
            bound = extractor.bound(members, cell.candidates, place.view, cell.constraint, cell.guesses_left)
            bounds.append(int(bound))
            # The totals of one or two candidates follow from their number.
            exact.append(len(members) <= 2 or bound >= INFEASIBLE)
        return tuple(bounds), tuple(exact)

    def _value(self, work: CellBatch) -> CellsDone:
        values: list[CellValue] = []
        for cell in work.cells:
            began = time.monotonic()
            total, is_exact = self._value_cell(work.opener, cell)
            values.append(CellValue(cell.number, total, is_exact, time.monotonic() - began))
            if self._seconds() >= work.slice_seconds:
                break
        return CellsDone(tuple(values), self._seconds())

    def _value_cell(self, opener: int, cell: Cell) -> tuple[int, bool]:
        """Returns the total of a cell, or a lower bound that refutes its opener, and whether it is exact."""

        def current_cutoff() -> int:
            return min(cell.bound + self._cutoffs.slack(opener), INFEASIBLE)

        while True:
            cutoff = current_cutoff()
            if cell.bound >= cutoff:
                return cell.bound, False
            search = self._searching(cutoff, current_cutoff)
            rows = cell.members.astype(np.int32)
            view, extractor = self._state.problem_state.view, self._state.worker.extractor
            with WATCH.over(search):
                total = extractor.total(cell.members, rows, view, cell.constraint, cell.guesses_left, cutoff)
            if search.stopped_for is None:
                return min(int(total), INFEASIBLE), total < cutoff or total >= INFEASIBLE
            self._check_wanted(search)

    def _grow(self, work: TreeBatch) -> TreesDone:
        trees: list[tuple[int, int, TreeNode | None]] = []
        for cell in work.cells:
            trees.append((cell.number, *self._grow_cell(cell)))
            if self._seconds() >= work.slice_seconds:
                break
        return TreesDone(tuple(trees), self._seconds())

    def _grow_cell(self, cell: Cell) -> tuple[int, TreeNode | None]:
        """Returns a cell's total and optimal tree, or a bound and None if the total exceeds the cell's `bound`."""
        place, worker = self._state.problem_state, self._state.worker
        if place.problem.width > 0:
            # As in `ExactSolver.solve_below`: the result of a limited width must not depend on earlier searches.
            forget(worker.memo)
        beta = min(cell.bound + 1, INFEASIBLE)
        search = self._searching(beta, lambda: beta)
        position = (cell.members, cell.members.astype(np.int32), place.view, cell.constraint, cell.guesses_left)
        node: TreeNode | None = None
        try:
            with WATCH.over(search):
                total = worker.extractor.total(*position, beta)
                if total < beta and not worker.is_stopped():
                    node = worker.extractor.extract(*position, total)
        except StoppedError:
            raise NotWantedError from None
        self._check_wanted(search)
        return int(total), node

    def _searching(self, cutoff: int, current_cutoff: Callable[[], int]) -> RunningSearch:
        """Returns a search without a time limit."""
        return RunningSearch(self._state.control, cutoff, current_cutoff, None, self._is_wanted)

    def _check_wanted(self, search: RunningSearch) -> None:
        if search.stopped_for is Reason.NOT_WANTED:
            raise NotWantedError
