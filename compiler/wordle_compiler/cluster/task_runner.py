"""Runs a task on a worker: its pieces in turn, each against the current cutoff, until its time slice is up."""

from __future__ import annotations

import time
from collections.abc import Callable

from wordle_compiler.cluster.cancellation import WATCHDOG, NotWantedError, Reason, RunningSearch
from wordle_compiler.cluster.messages import (
    Cell,
    CellBatch,
    CellsDone,
    CellValue,
    OpenerBatch,
    OpenersDone,
    Outcome,
    SplitCells,
    Work,
)
from wordle_compiler.cluster.worker_state import SharedCutoffs, ThreadState
from wordle_compiler.search.extract import CandidateSet
from wordle_compiler.search.memo import forget
from wordle_compiler.search.problem import INFEASIBLE
from wordle_compiler.search.stopping import StoppedError
from wordle_compiler.solver.fixed_openers import play_fixed
from wordle_compiler.solver.leaderboard import SettledOpener


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
            return self._settle_openers(work)
        values: list[CellValue] = []
        for cell in work.cells:
            value = self._search_cell(work.opener, cell) if isinstance(work, CellBatch) else self._build_tree(cell)
            values.append(value)
            if self._seconds() >= work.slice_seconds:
                break
        return CellsDone(tuple(values), self._seconds())

    def _seconds(self) -> float:
        return time.monotonic() - self._began

    def _settle_openers(self, work: OpenerBatch) -> OpenersDone:
        settled: list[SettledOpener] = []
        split: list[SplitCells] = []
        for opener, bound in work.openers:
            began = time.monotonic()
            found = self._settle_opener(opener, bound, work)
            if found is None:
                split.append(self._bound_cells(opener, began))
                break
            settled.append(found)
            if (work.ends_at_total and found.is_exact and found.is_feasible) or self._seconds() >= work.slice_seconds:
                break
        return OpenersDone(tuple(settled), tuple(split), self._seconds())

    def _settle_opener(self, opener: int, bound: int, work: OpenerBatch) -> SettledOpener | None:
        """Settles an opener with a known bound; returns None if the opener must be split."""
        shared, worker = self._state.problem_state, self._state.worker
        began = time.monotonic()
        until = None if work.patience is None else began + work.patience
        is_search = False

        def settled(total: int, *, is_exact: bool) -> SettledOpener:
            return SettledOpener(opener, min(total, INFEASIBLE), is_exact, is_search, time.monotonic() - began)

        while True:
            cutoff = self._cutoffs.cutoff(opener)
            if work.is_bounded and bound < cutoff and not is_search:
                sets = shared.letter_sets(worker)
                bound = max(bound, worker.bound_below(opener, sets, cutoff))
            if bound >= cutoff:
                return settled(bound, is_exact=bound >= INFEASIBLE)
            if work.patience == 0:
                return None
            is_search = True
            search = self._new_search(cutoff, lambda: self._cutoffs.cutoff(opener), until)
            with WATCHDOG.running(search):
                total = worker.total_below(opener, cutoff)
            if search.stopped_for is None:
                return settled(total, is_exact=total < cutoff or total >= INFEASIBLE)
            self._check_wanted(search)
            if search.stopped_for is Reason.TIME_IS_UP:
                return None

    def _bound_cells(self, opener: int, began: float) -> SplitCells:
        """Splits an opener: bounds each of its cells one guess deep."""
        shared, worker = self._state.problem_state, self._state.worker
        worker.scratch.control[0] = 0
        _, cells = play_fixed(shared.question.game, shared.matrix, (opener,), shared.question.max_guesses)
        bounds = []
        exact = []
        for cell in cells:
            members = CandidateSet.of(cell.candidates, worker.view, cell.constraint)
            bound = worker.extractor.bound(members, cell.guesses_left)
            bounds.append(int(bound))
            # The totals of one or two candidates follow from their number.
            exact.append(len(members) <= 2 or bound >= INFEASIBLE)
        return SplitCells(opener, tuple(bounds), tuple(exact), time.monotonic() - began)

    def _search_cell(self, opener: int, cell: Cell) -> CellValue:
        """Returns the exact total of a cell, or a lower bound that refutes its opener."""
        began = time.monotonic()

        def current_cutoff() -> int:
            return min(cell.bound + self._cutoffs.slack(opener), INFEASIBLE)

        while True:
            cutoff = current_cutoff()
            if cell.bound >= cutoff:
                return CellValue(cell.number, cell.bound, False, time.monotonic() - began)
            search = self._new_search(cutoff, current_cutoff)
            with WATCHDOG.running(search):
                total = self._state.worker.extractor.total(self._members(cell), cell.guesses_left, cutoff)
            if search.stopped_for is None:
                is_exact = total < cutoff or total >= INFEASIBLE
                return CellValue(cell.number, min(int(total), INFEASIBLE), is_exact, time.monotonic() - began)
            self._check_wanted(search)

    def _build_tree(self, cell: Cell) -> CellValue:
        """Returns the total of a cell and its optimal tree, or a lower bound above the largest total allowed."""
        began = time.monotonic()
        worker = self._state.worker
        if worker.problem.width > 0:
            # As in `ExactSolver`: the result of a limited width must not depend on earlier searches.
            forget(worker.memo)
        beta = min(cell.bound + 1, INFEASIBLE)
        search = self._new_search(beta, lambda: beta)
        members = self._members(cell)
        node = None
        try:
            with WATCHDOG.running(search):
                total = worker.extractor.total(members, cell.guesses_left, beta)
                if total < beta and not worker.is_stopped():
                    node = worker.extractor.extract(members, cell.guesses_left, total)
        except StoppedError:
            raise NotWantedError from None
        self._check_wanted(search)
        return CellValue(cell.number, int(total), node is not None, time.monotonic() - began, node)

    def _members(self, cell: Cell) -> CandidateSet:
        return CandidateSet.of(cell.members, self._state.worker.view, cell.constraint)

    def _new_search(self, cutoff: int, current_cutoff: Callable[[], int], until: float | None = None) -> RunningSearch:
        return RunningSearch(self._state.worker.scratch.control, cutoff, current_cutoff, until, self._is_wanted)

    def _check_wanted(self, search: RunningSearch) -> None:
        if search.stopped_for is Reason.NOT_WANTED:
            raise NotWantedError
