"""Runs a task on a worker: its pieces in turn, each against the current cutoff, until its time slice is up."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable

from wordle_compiler.cluster.cancellation import WATCHDOG, NotWantedError, Reason, RunningSearch
from wordle_compiler.cluster.messages import (
    Cell,
    CellBatch,
    CellsDone,
    CellValue,
    GuessBatch,
    GuessesDone,
    LeadingGuess,
    OpenerBatch,
    OpenersDone,
    Outcome,
    PlacedGuess,
    SplitCells,
    SplitGuesses,
    Work,
)
from wordle_compiler.cluster.worker_state import SharedCutoffs, ThreadState
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.extract import CandidateSet
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
        if isinstance(work, GuessBatch):
            return self._try_guesses(work)
        opener = work.opener if isinstance(work, CellBatch) else None
        values: list[CellValue] = []
        for cell in work.cells:
            found = self._settle_cell(opener, cell, work.patience)
            if isinstance(found, SplitGuesses):
                return CellsDone(tuple(values), self._seconds(), (found,))
            values.append(found)
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
                sets = shared.letter_sets()
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

    def _settle_cell(self, opener: int | None, cell: Cell, patience: float | None) -> CellValue | SplitGuesses:
        """Returns a cell's total, with its tree if there is no opener, or a bound that is enough; or its guesses."""
        worker = self._state.worker
        began = time.monotonic()
        members = self._members(cell)
        # The totals of one or two candidates follow from their number.
        can_split = patience is not None and len(members) > 2
        until = began + patience if patience is not None and can_split else None

        def current_cutoff() -> int:
            return self._cell_cutoff(opener, cell)

        def value(total: int, node: TreeNode | None = None, *, is_exact: bool = False) -> CellValue:
            return CellValue(cell.number, min(total, INFEASIBLE), is_exact, time.monotonic() - began, node)

        while True:
            cutoff = current_cutoff()
            if cell.bound >= cutoff:
                return value(cell.bound)
            if can_split and patience == 0:
                return self._guesses_of(cell, members, cutoff)
            search = self._new_search(cutoff, current_cutoff, until)
            with contextlib.suppress(StoppedError), WATCHDOG.running(search):
                total, node = worker.solve(members, cell.guesses_left, cutoff, wants_tree=opener is None)
            if search.stopped_for is None:
                return value(total, node, is_exact=total < cutoff or total >= INFEASIBLE)
            self._check_wanted(search)
            if search.stopped_for is Reason.TIME_IS_UP:
                return self._guesses_of(cell, members, cutoff)

    def _guesses_of(self, cell: Cell, members: CandidateSet, cutoff: int) -> SplitGuesses:
        """Splits a cell: returns the guesses whose bounds permit a total below the cutoff."""
        guesses = self._state.worker.open_guesses(members, cell.guesses_left, cutoff)
        return SplitGuesses(cell.number, tuple(guesses), cutoff)

    def _try_guesses(self, work: GuessBatch) -> GuessesDone:
        """Returns the best of some guesses of a cell, and a bound for the others."""
        members = self._state.worker.extractor.focus(self._members(work.cell))
        # Not among the shared cutoffs: if this outcome is lost, nobody else knows this guess's total.
        best: LeadingGuess | None = None
        best_node: TreeNode | None = None
        bound = INFEASIBLE
        n_tried = 0
        while n_tried < len(work.guesses) and (not n_tried or self._seconds() < work.slice_seconds):
            placed = work.guesses[n_tried]
            total, node, matters = self._try_guess(work, members, placed, best)
            if matters:
                best, best_node = LeadingGuess(total, placed.place), node
            else:
                bound = min(bound, total)
            n_tried += 1
        return GuessesDone(n_tried, bound, best, best_node, self._seconds())

    def _try_guess(
        self, work: GuessBatch, members: CandidateSet, placed: PlacedGuess, best: LeadingGuess | None
    ) -> tuple[int, TreeNode | None, bool]:
        """Returns a guess's total with its tree, if wanted, or a lower bound; and whether the total matters."""

        def current_cutoff() -> int:
            known = [one for one in (best, self._cutoffs.best_guess(work.key)) if one is not None]
            ahead = [one.total + (placed.place < one.place) for one in known]
            return min((self._cell_cutoff(work.opener, work.cell), *ahead))

        wants_tree = work.opener is None
        limit = work.cell.guesses_left
        while True:
            cutoff = current_cutoff()
            search = self._new_search(cutoff, current_cutoff)
            with contextlib.suppress(StoppedError), WATCHDOG.running(search):
                total, node = self._state.worker.solve_with(placed.guess, members, limit, cutoff, wants_tree=wants_tree)
            if search.stopped_for is None:
                return total, node, total < cutoff
            self._check_wanted(search)

    def _cell_cutoff(self, opener: int | None, cell: Cell) -> int:
        """Returns the total that a cell must stay below to matter; see `Cell.bound`."""
        most = cell.bound + 1 if opener is None else cell.bound + self._cutoffs.slack(opener)
        return min(most, INFEASIBLE)

    def _members(self, cell: Cell) -> CandidateSet:
        return CandidateSet.of(cell.members, self._state.worker.view, cell.constraint)

    def _new_search(self, cutoff: int, current_cutoff: Callable[[], int], until: float | None = None) -> RunningSearch:
        return RunningSearch(self._state.worker.scratch.control, cutoff, current_cutoff, until, self._is_wanted)

    def _check_wanted(self, search: RunningSearch) -> None:
        if search.stopped_for is Reason.NOT_WANTED:
            raise NotWantedError
