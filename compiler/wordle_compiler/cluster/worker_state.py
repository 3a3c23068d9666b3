"""The state that a worker keeps between tasks: each question's problem per process, the search's memory per thread."""

from __future__ import annotations

import threading
from collections import OrderedDict

import numpy as np

from wordle_compiler.cluster.messages import UnknownQuestionError
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.machine.memory import limit_memory
from wordle_compiler.search.letter_sets import (
    LetterSets,
    count_letter_set,
    has_letter_sets,
    n_letter_sets,
    new_letter_sets,
)
from wordle_compiler.search.problem import Problem, View, make_problem
from wordle_compiler.search.views import root_view
from wordle_compiler.search.weighing import order_by_weight
from wordle_compiler.solver.crew import Worker
from wordle_compiler.solver.fleet import Question
from wordle_compiler.solver.solver import plan_search

_PROBLEMS_KEPT = 2
"""How many problems a process keeps: several clients may share a cluster, and an objective asks several questions."""


class WorkerProblem:
    """A question laid out for the search; built once per process and read by all its threads."""

    def __init__(self, question: Question, matrix: FeedbackMatrix, memo: tuple[int, int]) -> None:
        self.question = question
        self.memo = memo
        self.matrix, in_order = order_by_weight(matrix, question.weights, question.max_guesses)
        self.problem: Problem = make_problem(question.game, self.matrix, weights=in_order, width=question.width)
        self.view: View = root_view(self.problem)
        self._sets: LetterSets | None = None
        self._lock = threading.Lock()

    def letter_sets(self, worker: Worker) -> LetterSets | None:
        """Returns the table for bounding openers, built on first use, or None if it would not help."""
        if not has_letter_sets(self.problem):
            return None
        with self._lock:
            if self._sets is None:
                sets = new_letter_sets(self.problem)
                for index in range(n_letter_sets(self.problem)):
                    count_letter_set(self.problem, worker.scratch, self.view, sets, index)
                self._sets = sets
            return self._sets


class ThreadState:
    """The state of one thread while it works on one question."""

    def __init__(self, problem_state: WorkerProblem) -> None:
        self.problem_state = problem_state
        self.control = np.zeros(1, np.int64)
        question = problem_state.question
        self.worker = Worker(
            problem_state.problem, question.game, question.max_guesses, self.control, problem_state.memo
        )


class _Known:
    """The questions that this process has received, and the problems that it has built."""

    def __init__(self) -> None:
        self.questions: dict[str, tuple[Question, int | None]] = {}
        self.problems: OrderedDict[str, WorkerProblem] = OrderedDict()
        self.matrix: tuple[bytes, FeedbackMatrix] | None = None
        self.lock = threading.Lock()
        self.of_thread = threading.local()


_known = _Known()


def tell(question: Question, memory_limit: int | None = None) -> None:
    """Registers a question in this process; the first task builds its problem, within the memory limit."""
    with _known.lock:
        _known.questions[question.key] = (question, memory_limit)


def forget(key: str) -> None:
    """Forgets a question and its problem."""
    with _known.lock:
        _known.questions.pop(key, None)
        _known.problems.pop(key, None)
        if not _known.questions:
            _known.matrix = None


def thread_state_for(key: str, n_threads: int = 1) -> ThreadState:
    """Returns the calling thread's state for a question; builds the problem if this process does not have it yet.

    `n_threads` is the number of threads that share the memory.

    Raises:
        UnknownQuestionError: This process has not received the question.
        InputError: The search needs more memory than the machine or the limit has.
    """
    problem_state = _problem_state(key, n_threads)
    state: ThreadState | None = getattr(_known.of_thread, "state", None)
    if state is None or state.problem_state is not problem_state:
        state = _known.of_thread.state = ThreadState(problem_state)
    return state


def _problem_state(key: str, n_threads: int) -> WorkerProblem:
    # Hold the lock while building the problem, because the other threads need the same problem.
    with _known.lock:
        if key not in _known.questions:
            raise UnknownQuestionError(key)
        if key not in _known.problems:
            question, memory_limit = _known.questions[key]
            memo = _plan(question, memory_limit, n_threads)
            game = question.game.fingerprint
            if _known.matrix is None or _known.matrix[0] != game:
                _known.matrix = (game, FeedbackMatrix.of(question.game))
            _known.problems[key] = WorkerProblem(question, _known.matrix[1], memo)
        _known.problems.move_to_end(key)
        while len(_known.problems) > _PROBLEMS_KEPT:
            _known.problems.popitem(last=False)
        return _known.problems[key]


def _plan(question: Question, memory_limit: int | None, n_threads: int) -> tuple[int, int]:
    """Returns the slots and the pool of each thread's memo."""
    is_weighted, is_cut_short = question.weights is not None, question.width > 0
    with limit_memory(memory_limit):
        return plan_search(
            question.game, question.max_guesses, n_threads, is_weighted=is_weighted, is_cut_short=is_cut_short
        )
