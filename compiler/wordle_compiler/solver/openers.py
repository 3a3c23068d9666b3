"""The ranking of openers by exact total: the best so far sets the cutoff that the others must beat.

With two or more workers, the order in which openers finish differs from run to run, and so do the cutoffs. The result
does not: the best openers are best by total and then alphabetically, and for all others it states only the bound that
follows from that.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from wordle_compiler.machine.progress import Progress
from wordle_compiler.search.letter_sets import LetterSets
from wordle_compiler.search.problem import CANDIDATES, INFEASIBLE, Problem
from wordle_compiler.search.rounds import estimate_totals
from wordle_compiler.search.stopping import StoppedError, UndecidedError
from wordle_compiler.solver.leaderboard import Leaderboard, OpenerResult, SettledOpener
from wordle_compiler.solver.remote import OpenerSource, RemoteWorkers
from wordle_compiler.solver.time_left import TimeLeft
from wordle_compiler.solver.worker_threads import Worker, WorkerThreads

if TYPE_CHECKING:
    from wordle_compiler.solver.journal import Journal


class OpenerRanking:
    """Ranks openers of one problem within one limit of guesses.

    Attributes:
        bounds: The results of `Worker.bound_below`, by opener.
    """

    def __init__(self, threads: WorkerThreads, progress: Progress, remote: RemoteWorkers | None) -> None:
        """If there are `remote` workers, they settle the openers instead of the threads."""
        self._threads = threads
        self._problem = threads.problem
        self._progress = progress
        self._remote = remote
        self.bounds: dict[int, int] = {}

    def rank(
        self, openers: Sequence[int], n_best: int | None, records: Journal | None, below: int = INFEASIBLE
    ) -> list[OpenerResult]:
        """Ranks the openers; see `ExactSolver.rank_openers`."""
        classes = classes_of(self._problem, openers)
        board, exact = self._rank_each(list(classes), Leaderboard(n_best, below), records)
        if len(classes) < len(openers):
            board = Leaderboard(n_best, below)
            exact = {
                member: OpenerResult(member, exact[first].total, True)
                for first, members in classes.items()
                if first in exact
                for member in members
            }
            for result in exact.values():
                board.enter(result)
        return _conclude(openers, n_best, below, board, exact)

    def _rank_each(
        self, openers: Sequence[int], board: Leaderboard, records: Journal | None
    ) -> tuple[Leaderboard, dict[int, OpenerResult]]:
        """Settles every opener; returns the leaderboard and all exact results."""
        known = {} if records is None else records.known(self._threads.max_guesses)
        idle = (lambda: None) if records is None else records.write_if_due
        exact = {opener: known[opener] for opener in openers if opener in known and known[opener].is_exact}
        for result in exact.values():
            board.enter(result)
        remote = self._remote
        time_left = TimeLeft(
            len(openers), remote.cluster.n_slots if remote else self._threads.n_workers, n_done=len(exact)
        )
        order = by_estimate(self._problem, [opener for opener in openers if opener not in exact])
        # If every opener needs its exact total, a bound saves nothing.
        has_cutoff = board.has_cutoff or (board.n_best is not None and board.n_best < len(openers))
        is_bounded = bool(order) and has_cutoff
        sets = self._threads.letter_sets(len(order)) if is_bounded and not remote else None

        # Those for which it takes long to find out whether they keep the limit wait until all others have been tried.
        postponed: deque[int] = deque()

        def tasks() -> Iterator[tuple[int, bool]]:
            for opener in order:
                yield opener, False
            while postponed:
                yield postponed.popleft(), True

        def try_opener(task: tuple[int, bool]) -> SettledOpener | None:
            opener, is_patient = task
            worker = self._threads.worker()
            cutoff = board.cutoff(opener)
            bound = known[opener].total if opener in known else 0
            is_patient = is_patient or cutoff >= INFEASIBLE
            try:
                settled = settle_opener(worker, opener, bound, cutoff, sets, is_patient=is_patient)
            except UndecidedError:
                postponed.append(opener)
                return None
            if not worker.is_stopped():
                # Enter it now rather than in the main thread, because the other workers' cutoffs depend on it.
                board.enter(settled.result)
            return settled

        def outcomes() -> Iterator[SettledOpener | None]:
            if remote:
                yield from remote.run(OpenerSource(order, known, board), idle)
                return
            yield from self._threads.run(try_opener, tasks(), idle)
            # A thread may have postponed one after the others had found none.
            if postponed:
                yield from self._threads.run(try_opener, [(opener, True) for opener in postponed], idle)

        try:
            for settled in outcomes():
                if settled is None:
                    continue
                result = settled.result
                if settled.cells_bound is not None:
                    self.bounds[result.opener] = settled.cells_bound
                if result.is_exact:
                    exact[result.opener] = result
                if records is not None and _is_improvement(result, known):
                    records.record(self._threads.max_guesses, result)
                time_left.add(is_search=settled.is_search, seconds=settled.seconds)
                self._progress(time_left.n_done, len(openers), self._note(board, time_left))
        except StoppedError:
            leader = board.leader()
            raise StoppedError(None if leader is None else leader.opener) from None
        return board, exact

    def _note(self, board: Leaderboard, time_left: TimeLeft) -> str:
        leader = board.leader()
        nothing = (
            "none found yet that solves every answer" if board.below >= INFEASIBLE else f"none below {board.below} yet"
        )
        best = f"best {self._threads.game.allowed.words[leader.opener]} {leader.total}" if leader else nothing
        return (
            f"openers: {time_left.n_refuted} by bound, {time_left.n_searched} searched, {best}, {time_left.describe()}"
        )


def settle_opener(
    worker: Worker, opener: int, bound: int, cutoff: int, sets: LetterSets | None, *, is_patient: bool = True
) -> SettledOpener:
    """Returns an opener's exact total if it is below `cutoff`, or else a lower bound of at least `cutoff`.

    `bound` is a bound that is known already; with `sets`, those of the cells are tried before a search. The result
    means nothing if the worker was stopped.

    Raises:
        UndecidedError: Not `is_patient`, and it takes long to find out whether the limit can be kept.
    """
    began = time.perf_counter()
    cells_bound = worker.bound_below(opener, sets, cutoff) if sets is not None and bound < cutoff else None
    bound = max(bound, cells_bound or 0)
    is_search = bound < cutoff
    if is_search:
        bound = worker.total_below(opener, cutoff, is_patient=is_patient)
    is_exact = bound < cutoff or bound >= INFEASIBLE
    seconds = time.perf_counter() - began
    return SettledOpener(opener, min(bound, INFEASIBLE), is_exact, is_search, seconds, cells_bound)


def by_estimate(problem: Problem, openers: Sequence[int]) -> list[int]:
    """Returns openers by their estimated totals, the most promising first; equal ones ascend by number."""
    ordered = np.array(sorted(openers), np.int32)
    estimates = np.empty(len(ordered), np.int64)
    answers = np.arange(problem.by_guess.shape[1], dtype=np.uint16)
    estimate_totals(problem, np.zeros(problem.n_feedbacks, np.int32), answers, ordered, estimates)
    found: list[int] = ordered[np.argsort(estimates, kind="stable")].tolist()
    return found


def legal_openers(problem: Problem) -> list[int]:
    """Returns the numbers of the words that the rule allows as a first guess, ascending."""
    if problem.rule == CANDIDATES:
        return sorted(int(guess) for guess in problem.answer_as_guess)
    return list(range(problem.by_guess.shape[0]))


def distinct_openers(problem: Problem) -> list[int]:
    """Returns the legal openers that are worth ranking, ascending.

    Of each class of equal openers (see `classes_of`) only the first is kept. An opener that does not split the answers
    is left out: after it the same set remains, with one guess fewer.
    """
    return [opener for opener in classes_of(problem, legal_openers(problem)) if _is_informative(problem, opener)]


def _is_informative(problem: Problem, opener: int) -> bool:
    codes = problem.by_guess[opener]
    return bool(np.any(codes != codes[0])) or int(codes[0]) == problem.n_feedbacks - 1


def classes_of(problem: Problem, openers: Sequence[int]) -> dict[int, list[int]]:
    """Groups openers that the game's symmetry makes equal, by the first of each group.

    Before the first guess, all places and all colours may be permuted, so only how often each colour occurs matters.
    """
    if len(problem.permutations) == 0:
        return {opener: [opener] for opener in openers}
    first_of: dict[tuple[int, ...], int] = {}
    classes: dict[int, list[int]] = {}
    for opener in openers:
        shape = tuple(sorted(problem.letter_counts[opener].tolist()))
        classes.setdefault(first_of.setdefault(shape, opener), []).append(opener)
    return classes


def _is_improvement(result: OpenerResult, known: Mapping[int, OpenerResult]) -> bool:
    """Returns whether a result improves on what was known of its opener."""
    before = known.get(result.opener)
    return before is None or result.is_exact or result.total > before.total


def _conclude(
    openers: Sequence[int], n_best: int | None, below: int, board: Leaderboard, exact: Mapping[int, OpenerResult]
) -> list[OpenerResult]:
    """Returns the best with their totals, and for the others a bound that does not depend on the order of the work."""
    best = board.best()
    others = sorted(set(openers) - {result.opener for result in best})
    if n_best is not None and len(best) == n_best:
        below = best[-1].total
    elif below >= INFEASIBLE:
        # The board always had room, so every opener was searched without a cutoff.
        return best + [exact[opener] for opener in others]
    return best + [OpenerResult(opener, below, False) for opener in others]
