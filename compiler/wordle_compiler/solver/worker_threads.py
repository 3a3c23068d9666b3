"""The workers of one problem: what each thread owns, and how all of them run and stop together."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TypeVar

import numpy as np

from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.kernels.kernel import Request, prepare
from wordle_compiler.kernels.layout import Layout
from wordle_compiler.machine.workers import run_tasks
from wordle_compiler.search.cell_bounds import bound_opener
from wordle_compiler.search.code_sets import code_table_of
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.exact import search
from wordle_compiler.search.extract import CandidateSet, Extractor
from wordle_compiler.search.few_feedbacks import list_open
from wordle_compiler.search.letter_sets import (
    MOST_PAIRS,
    SPAN,
    LetterSets,
    count_unions,
    fill_rows,
    has_letter_sets,
    new_letter_sets,
)
from wordle_compiler.search.memo import Memo, MemoSize, forget, new_memo, plan_memo
from wordle_compiler.search.partition import count_cells_of_each
from wordle_compiler.search.problem import CANDIDATES, HARD, INFEASIBLE, Problem, Scratch, make_problem, make_scratch
from wordle_compiler.search.rounds import root_view
from wordle_compiler.search.stopping import NEVER, Deadline, StoppedError
from wordle_compiler.solver.fixed_openers import OpenCell
from wordle_compiler.solver.objective import Objective, Question
from wordle_compiler.solver.refutation.part_finder import ALL_SETS, FEW
from wordle_compiler.solver.relaxation import ENDLESS, MOST_NODES, Relaxation, can_relax
from wordle_compiler.solver.unlimited_total import total_without_limit

Item = TypeVar("Item")
Result = TypeVar("Result")


def search_kernels(layout: Layout, *, ranks_openers: bool = False) -> list[Request]:
    """Returns the kernels that a search and its trees need, and with `ranks_openers` those that bound openers."""
    kernels: list[Callable[..., object]] = [search, list_open if layout.is_few else count_cells_of_each]
    if ranks_openers and layout.rule != CANDIDATES and not layout.is_few:
        kernels += [count_unions, bound_opener]
    return [(kernel, layout) for kernel in kernels]


@dataclass
class _Opening:
    """A first guess whose total is wanted, or a bound of at least `beta`."""

    guess: int
    everything: CandidateSet
    beta: int
    # The cells of the guess with their totals without a limit, once these are known.
    cells: list[tuple[CandidateSet, int]] = field(default_factory=list)


class Worker:
    """What one thread owns: scratch memory, a memo, and search functions bound to both.

    Threads share only the problem, which nobody changes. No lock guards `scratch.control`, the flag that stops the
    worker's searches: while it is lent, it goes from 0 to 1 once, and every search reads it at every node.
    """

    def __init__(self, problem: Problem, max_guesses: int, memo: MemoSize) -> None:
        """Takes the problem, the limit, and the size of the memo."""
        self.problem = problem
        self.view = root_view(problem)
        # A search without a limit may go as deep again.
        deepest = 2 * max_guesses if can_ignore_limit(problem) else max_guesses
        self.scratch: Scratch = make_scratch(problem, deepest, np.zeros(1, np.int64))
        self.memo: Memo = new_memo(memo.slots, memo.pool)
        self.extractor = Extractor(problem, self.scratch, self.memo)
        self._max_guesses = max_guesses
        self._can_relax = can_relax(problem, max_guesses)
        self._has_parts = self._can_relax and problem.rule == HARD and max_guesses > FEW
        is_large = len(problem.game.answers) >= LARGE_GAME
        self._table = code_table_of(problem, self.scratch, self.memo, memo.spare) if is_large else None

    def is_stopped(self) -> bool:
        """Returns whether the run was stopped. A search's result is sound only if this is still False afterwards."""
        return bool(self.scratch.control[0])

    def everything(self, sets: LetterSets | None = None) -> CandidateSet:
        """Returns the set of all answers, before any guess; the view of letter sets is the faster one."""
        nothing = np.zeros_like(self.scratch.constraint[0])
        return CandidateSet.of(np.arange(self.problem.by_guess.shape[1]), sets.view if sets else self.view, nothing)

    def candidates_of(self, cell: OpenCell) -> CandidateSet:
        """Returns the candidates of a cell."""
        return CandidateSet.of(cell.candidates, self.view, cell.constraint)

    def bound_below(self, guess: int, sets: LetterSets | None, beta: int) -> int:
        """Returns a lower bound for the total with a first guess, without a search; a bound of `beta` is enough."""
        if sets is None or self._max_guesses < 3:
            return 0
        return bound_opener(self.problem, self.scratch, self.memo, sets, sets.view, guess, self._max_guesses, beta)

    def total_below(self, guess: int, beta: int, sets: LetterSets | None = None, *, is_patient: bool = True) -> int:
        """Returns the exact smallest total with a first guess, or a lower bound of at least `beta`.

        Where the limit bites, a search within it may explode. So there are several attempts, the first that settles the
        guess ends them: the total without a limit, which takes about a second, is a lower bound within every limit and
        settles most of these first guesses; relaxation settles the rest. The result means nothing if the worker was
        stopped.

        Raises:
            UndecidedError: Not `is_patient`, and the total without a limit takes long, or it does to find out whether
                the limit can be kept.
        """
        opening = _Opening(guess, self.everything(sets), beta)
        attempts: tuple[Callable[[_Opening], int | None], ...] = (
            # Whether it was ruled out together with another one.
            partial(self._by_parts, most_sets=0),
            self._by_short_search,
            partial(self._by_parts, most_sets=ALL_SETS if is_patient else _FEW_SETS),
            partial(self._by_total_without_limit, most_work=math.inf if is_patient else _MOST_WORK),
            # Where relaxation may take over, not for long.
            partial(self._search, most_nodes=MOST_NODES if self._can_relax else ENDLESS),
            self._by_relaxation,
        )
        try:
            return next(total for attempt in attempts if (total := attempt(opening)) is not None)
        except StoppedError:
            return 0

    def _by_short_search(self, opening: _Opening) -> int | None:
        """Searches within the limit, and gives up before the limit makes the search explode; not in a large game."""
        is_useful = self._table is None and self._ignores_limit(opening)
        return self._search(opening, _NODES_WITHIN_LIMIT) if is_useful else None

    def _by_parts(self, opening: _Opening, most_sets: int) -> int | None:
        """Looks for a part of a cell that no tree solves within the limit; gives up after so many sets."""
        if not self._has_parts:
            return None
        guess, everything = opening.guess, opening.everything
        return INFEASIBLE if self.relaxation.is_ruled_out(guess, everything, self._max_guesses, most_sets) else None

    def _by_total_without_limit(self, opening: _Opening, most_work: float) -> int | None:
        """Searches without a limit, which settles an opening whose total is then at least `beta`; keeps the cells'."""
        if not self._ignores_limit(opening):
            return None
        can_be_long = not (self._can_relax and self.problem.rule == HARD)
        extractor, beta = self.extractor, opening.beta
        with extractor.at_most(ENDLESS if can_be_long else _NODES_WITHOUT_LIMIT):
            everything, guess = opening.everything, opening.guess
            total, cells = total_without_limit(extractor, everything, beta, guess, self._table, most_work)
            if extractor.is_stopped:
                return None
        opening.cells = cells
        return total if total >= beta else None

    def _by_relaxation(self, opening: _Opening) -> int:
        """Solves the cells by relaxation, beginning with their totals without a limit."""
        for cell, total in opening.cells:
            self.relaxation.keep(cell, total)
        return self.relaxation.total_after(opening.guess, opening.everything, self._max_guesses, opening.beta)

    def _search(self, opening: _Opening, most_nodes: int) -> int | None:
        """Searches within the limit."""
        with self.extractor.at_most(most_nodes):
            total = self.extractor.total(opening.everything, self._max_guesses, opening.beta, opening.guess)
            return None if self.extractor.is_stopped and not self.is_stopped() else total

    def _ignores_limit(self, opening: _Opening) -> bool:
        return opening.beta < INFEASIBLE and can_ignore_limit(self.problem)

    def solve(self, cell: CandidateSet, limit: int, beta: int) -> tuple[int, TreeNode | None]:
        """Returns the exact smallest total of a set within a limit, and the optimal tree.

        A total of at least `beta` may be a lower bound, and comes without a tree. Where the plain search takes too
        long, relaxation takes over.

        Raises:
            StoppedError: The worker was stopped.
        """
        if self.problem.width > 0:
            # The result of a search of limited width depends on its memo. Every set starts with an empty one, so the
            # result does not depend on what the worker searched before.
            forget(self.memo)
        with self.extractor.at_most(MOST_NODES if self._can_relax else ENDLESS):
            total = self.extractor.total(cell, limit, beta)
            is_cut_short = self.extractor.is_stopped
        self.extractor.check()
        # The few guesses that a search of limited width tries may all miss the limit.
        if is_cut_short or (total >= INFEASIBLE and self.problem.width > 0 and self._can_relax):
            if self.problem.width > 0:
                self.relaxation.forget()
            total = self.relaxation.total(cell, limit, beta)
            return total, self.relaxation.tree(cell, limit) if total < beta else None
        return total, self.extractor.extract(cell, limit, total) if total < beta else None

    def open_guesses(self, cell: CandidateSet, limit: int, beta: int) -> list[int]:
        """Returns the guesses that may reach a total below `beta` at a set, in the order of `Extractor.order`."""
        focused = self.extractor.focus(cell)
        if self._can_relax:
            return self.relaxation.open_guesses(focused, limit, beta)
        guesses: list[int] = self.extractor.order(focused, limit, beta - 1).tolist()
        return guesses

    def solve_with(self, guess: int, cell: CandidateSet, limit: int, beta: int) -> tuple[int, TreeNode | None]:
        """Returns what `solve` does, for the trees that begin with `guess`.

        Raises:
            StoppedError: The worker was stopped.
        """
        if self._can_relax:
            total = self.relaxation.total_with(guess, cell, limit, beta)
            return total, self.relaxation.tree_with(guess, cell, limit) if total < beta else None
        total = self.extractor.total(cell, limit, beta, guess)
        self.extractor.check()
        return total, self.extractor.play(
            guess, cell, lambda part: self.extractor.best(part, limit - 1)
        ) if total < beta else None

    @cached_property
    def relaxation(self) -> Relaxation:
        """What solves sets by relaxation, with all that it has proven."""
        return Relaxation(self.problem, self._max_guesses, self.scratch.control, self.memo)


_NODES_WITHIN_LIMIT = 1 << 12
"""After so many nodes, the total without a limit is tried.

With the list of 2023, rule hard and totals below 11628, some openers take minutes within 6 guesses; none of 30 took
more than 2 s without a limit. A quarter and four times as many nodes were both slower, on 90 openers.
"""

_NODES_WITHOUT_LIMIT = 1 << 22
"""After so many nodes without a limit, relaxation goes on under rule hard: with all 12,972 words as answers, the total
without a limit can take hours."""

_FEW_SETS = 1 << 12
"""An impatient worker gives up once a cell takes so many sets to decide.

With all 12,972 words as answers within 7 guesses, that is some seconds for an opener, and settles more than 99 of 100.
"""

_MOST_WORK = 1 << 19
"""An impatient worker gives an opener up after so much work without a limit (see `Extractor.work`).

With all 12,972 words as answers, that is about a minute; openers drawn at random take less than half of it.
"""

LARGE_GAME = 1 << 12
"""Code sets are for games of at least so many answers: the cells of others are searched before the sets are found.

Their openers are ranked without letter sets: to count these takes minutes, and one guess refutes hardly any opener.
"""


def can_ignore_limit(problem: Problem) -> bool:
    """Checks whether a total without a limit is searched as a bound: each answer counts once, full width, words."""
    return problem.rule != CANDIDATES and not (problem.is_weighted or problem.is_few or problem.width)


_PAIRS_OPENERS = 2048
"""For fewer openers, counting pairs of letter sets would take more time than they save."""


class WorkerThreads:
    """Runs tasks on threads, each with its own `Worker`, and stops all their searches at once."""

    def __init__(
        self, problem: Problem, max_guesses: int, n_workers: int, memo: MemoSize, deadline: Deadline = NEVER
    ) -> None:
        """Takes what the workers need; every run stops at `deadline`."""
        self.problem = problem
        self.max_guesses = max_guesses
        self.n_workers = n_workers
        self._deadline = deadline
        self._memo = memo
        self._of_thread = threading.local()
        self._lock = threading.Lock()
        # Guarded by `_lock`: all workers, and those that no thread is using.
        self._all: list[Worker] = []
        self._free: list[Worker] = []

    def worker(self) -> Worker:
        """Returns the calling thread's worker; in a run it is lent for one task, and keeps what it has proven."""
        worker: Worker | None = getattr(self._of_thread, "worker", None)
        if worker is None:
            with self._lock:
                worker = self._of_thread.worker = self._take()
        return worker

    def _take(self) -> Worker:
        if not self._free:
            memo = self._memo._replace(spare=self._memo.spare // self.n_workers)
            self._free.append(Worker(self.problem, self.max_guesses, memo))
            self._all.append(self._free[0])
        worker = self._free.pop()
        worker.scratch.control[0] = 0
        return worker

    def letter_sets(self, n_openers: int, least_for_pairs: int = _PAIRS_OPENERS) -> LetterSets | None:
        """Builds the table for bounding openers on all workers; returns None if it would not help.

        It has pairs of letter sets for at least `least_for_pairs` openers.
        """
        if not has_letter_sets(self.problem):
            return None
        has_pairs = n_openers >= least_for_pairs and self._memo.spare >= MOST_PAIRS * self.problem.by_guess.shape[0]
        sets, groups = new_letter_sets(self.problem, has_pairs=has_pairs)
        for _ in self.run(lambda group: fill_rows(sets.view.codes, sets.view.n_cells, group, sets.n_cells), groups):
            pass
        return sets.replaced(most=np.maximum.reduceat(sets.n_cells, np.arange(0, sets.n_cells.shape[1], SPAN), axis=1))

    def bound_openers(self, openers: Sequence[int], target: int) -> Iterator[tuple[int, int]]:
        """Yields openers with what `Worker.bound_below` returns, as they are ready; 0 where letter sets do not help."""
        sets = self.letter_sets(len(openers))
        return self.run(lambda opener: (opener, self.worker().bound_below(opener, sets, target)), openers)

    def run(
        self, task: Callable[[Item], Result], items: Iterable[Item], idle: Callable[[], None] = lambda: None
    ) -> Iterator[Result]:
        """Yields the results of `task` over `items` as they complete; leaving the loop early ends the running searches.

        Raises:
            StoppedError: The deadline has passed. No yielded result comes from a search that was cut short.
        """
        lent: list[Worker] = []
        is_left = False

        def lend(item: Item) -> Result:
            with self._lock:
                worker = self._of_thread.worker = self._take()
                lent.append(worker)
            try:
                if is_left:
                    raise StoppedError
                return task(item)
            finally:
                del self._of_thread.worker
                with self._lock:
                    lent.remove(worker)
                    self._free.append(worker)

        def stop() -> None:
            nonlocal is_left
            is_left = True
            with self._lock:
                for worker in lent:
                    worker.scratch.control[0] = 1

        yield from run_tasks(lend, items, self.n_workers, stop, idle, self._deadline.check)

    def stop(self) -> None:
        """Ends every search soon; see `Worker.is_stopped`."""
        for worker in self._all:
            worker.scratch.control[0] = 1


def lay_out(
    question: Question, matrix: FeedbackMatrix | None, n_workers: int, *, deadline: Deadline = NEVER
) -> tuple[FeedbackMatrix, WorkerThreads]:
    """Makes a question ready for the search, kernels included: its matrix in the order of the search, and its workers.

    A `matrix` of None is computed.

    Raises:
        InputError: The game has more than `MAX_ANSWERS` answers, the weights are too large, or the search needs more
            memory than the limit (see `plan_memo`).
    """
    game, limit, weights, width = question.game, question.max_guesses, question.weights, question.width
    memo = plan_memo(game, limit, n_workers, is_weighted=weights is not None, is_cut_short=width > 0)
    matrix = FeedbackMatrix.of(game, n_workers=n_workers) if matrix is None else matrix
    in_order = None
    if weights is not None:
        in_units = weights.in_units(limit)
        by_weight = np.argsort(-in_units, kind="stable")
        matrix, in_order = matrix.reordered(by_weight), in_units[by_weight]
    is_shallow = question.objective is Objective.TOTAL_THEN_WORST_CASE and not width
    problem = make_problem(game, matrix, weights=in_order, width=width, is_shallow=is_shallow)
    prepare(search_kernels(problem.layout))
    return matrix, WorkerThreads(problem, limit, n_workers, memo, deadline)
