"""The state that a worker keeps between tasks.

Each process keeps the problems of its questions and the cutoffs of its runs, each thread the search's memory.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from wordle_compiler.cluster.messages import CellKey, Cutoffs, LeadingGuess, UnknownQuestionError
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.machine.memory import limit_memory
from wordle_compiler.search.letter_sets import (
    LetterSets,
    count_letter_sets,
    new_letter_sets,
)
from wordle_compiler.search.problem import INFEASIBLE, Problem, has_letter_sets, make_problem
from wordle_compiler.search.weighing import order_by_weight
from wordle_compiler.solver.crew import Worker
from wordle_compiler.solver.fleet import Question
from wordle_compiler.solver.leaderboard import cutoff_of
from wordle_compiler.solver.planning import MemoSize, plan_memo

_PROBLEMS_KEPT = 2
"""How many problems a process keeps: several clients may share a cluster, and an objective asks several questions."""
_RUNS_KEPT = 16


class WorkerProblem:
    """A question laid out for the search; built once per process and read by all its threads."""

    def __init__(self, question: Question, matrix: FeedbackMatrix, memo: MemoSize) -> None:
        self.question = question
        self.memo = memo
        self.matrix, in_order = order_by_weight(matrix, question.weights, question.max_guesses)
        self.problem: Problem = make_problem(question.game, self.matrix, weights=in_order, width=question.width)
        self._lock = threading.Lock()
        # Guarded by `_lock` until it is built; threads then only read it.
        self._sets: LetterSets | None = None

    def letter_sets(self) -> LetterSets | None:
        """Returns the table for bounding openers, built on first use, or None if it would not help."""
        if not has_letter_sets(self.problem):
            return None
        with self._lock:
            if self._sets is None:
                sets, groups = new_letter_sets(self.problem)
                for group in groups:
                    count_letter_sets(self.problem, group, sets.n_cells)
                self._sets = sets
            return self._sets


class ThreadState(NamedTuple):
    """The state of one thread while it works on one question.

    Attributes:
        problem_state: The problem, shared with the other threads.
        worker: The search's memory, with the flag that stops this thread's search; the watchdog sets it.
    """

    problem_state: WorkerProblem
    worker: Worker


_lock = threading.Lock()
"""Guards the following two."""
_registered: dict[str, tuple[Question, int | None]] = {}
"""The questions that this process has received, and the bytes that each one's problem may take (None: all memory)."""
_problems: OrderedDict[str, WorkerProblem] = OrderedDict()
"""The problems that this process has built, the latest used last."""

_of_thread = threading.local()

_matrix_of = lru_cache(maxsize=1)(FeedbackMatrix.of)
"""Returns the feedback matrix of a game; that of the latest game is kept."""


def register(question: Question, memory_limit: int | None = None) -> None:
    """Registers a question in this process; the first task builds its problem, within the memory limit."""
    with _lock:
        _registered[question.key] = question, memory_limit


def forget(key: str) -> None:
    """Forgets a question and its problem."""
    with _lock:
        _registered.pop(key, None)
        _problems.pop(key, None)
        if not _registered:
            _matrix_of.cache_clear()


def thread_state_for(key: str, n_threads: int = 1) -> ThreadState:
    """Returns the calling thread's state for a question; builds the problem if this process does not have it yet.

    `n_threads` is the number of threads that share the memory.

    Raises:
        UnknownQuestionError: This process has not received the question.
        InputError: The search needs more memory than the machine or the limit has.
    """
    shared = _problem_state(key, n_threads)
    state: ThreadState | None = getattr(_of_thread, "state", None)
    if state is None or state.problem_state is not shared:
        game, max_guesses = shared.question.game, shared.question.max_guesses
        worker = Worker(shared.problem, game, max_guesses, np.zeros(1, np.int64), shared.memo)
        state = _of_thread.state = ThreadState(shared, worker)
    return state


def _problem_state(key: str, n_threads: int) -> WorkerProblem:
    # Hold the lock while building the problem, because the other threads need the same problem.
    with _lock:
        if key not in _registered:
            raise UnknownQuestionError(key)
        if key not in _problems:
            question, memory_limit = _registered[key]
            is_weighted, is_cut_short = question.weights is not None, question.width > 0
            with limit_memory(memory_limit):
                memo = plan_memo(
                    question.game, question.max_guesses, n_threads, is_weighted=is_weighted, is_cut_short=is_cut_short
                )
            _problems[key] = WorkerProblem(question, _matrix_of(question.game), memo)
        _problems.move_to_end(key)
        while len(_problems) > _PROBLEMS_KEPT:
            _problems.popitem(last=False)
        return _problems[key]


class SharedCutoffs:
    """The cutoffs of one run, shared by the threads of a process. They only fall, in whatever order they arrive."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        # Guarded by `_lock`: the lowest received so far.
        self._lowest = Cutoffs()

    def lower(self, cutoffs: Cutoffs) -> None:
        """Applies new cutoffs; only lower ones have an effect."""
        with self._lock:
            self._lowest = self._lowest.merged(cutoffs)

    def cutoff(self, opener: int) -> int:
        """Returns the total that an opener must stay below; `INFEASIBLE` if every total matters."""
        with self._lock:
            return cutoff_of(self._lowest.last_place, opener)

    def slack(self, opener: int) -> int:
        """Returns how much more the cells of a split opener may cost than is proven; `INFEASIBLE` if any amount."""
        with self._lock:
            return self._lowest.slack.get(opener, INFEASIBLE)

    def best_guess(self, key: CellKey) -> LeadingGuess | None:
        """Returns the best guess of a split cell; None if none is known."""
        with self._lock:
            return self._lowest.best_guess.get(key)


_runs_lock = threading.Lock()
_runs: OrderedDict[str, SharedCutoffs] = OrderedDict()
"""The cutoffs of the latest runs, by run; guarded by `_runs_lock`."""


def cutoffs_of(run: str) -> SharedCutoffs:
    """Returns the cutoffs of a run in this process; only the latest runs are kept.

    If a run is forgotten too early, its tasks lose the cutoffs sent since they started. That costs only time.
    """
    with _runs_lock:
        cutoffs = _runs.setdefault(run, SharedCutoffs())
        _runs.move_to_end(run)
        while len(_runs) > _RUNS_KEPT:
            _runs.popitem(last=False)
        return cutoffs
