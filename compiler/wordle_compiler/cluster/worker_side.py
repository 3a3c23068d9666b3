"""What a worker process does: what Dask calls there, and the search for pieces, which ends if nobody wants it any more.

Dask looks the functions up there, so workers need this package too.
"""

from __future__ import annotations

import contextlib
import math
import pickle
import threading
import time
from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial
from typing import TypeVar
from weakref import WeakKeyDictionary

import distributed
from distributed.core import Status

from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.machine.cache_folder import PACKAGE, digest_of_files
from wordle_compiler.machine.memory import limit_memory
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.letter_sets import LetterSets
from wordle_compiler.search.problem import EVERY_GUESS, INFEASIBLE
from wordle_compiler.search.stopping import StoppedError, UndecidedError
from wordle_compiler.solver.openers import search_opener
from wordle_compiler.solver.remote import CellPiece, OpenerPiece, Outcome, Piece
from wordle_compiler.solver.worker_threads import LARGE_GAME, Worker, WorkerThreads, lay_out
from wordle_runtime.command_line import full_version

Result = TypeVar("Result")

_PAIRS_OPENERS = 100
"""A slot to which so many are sent at once gets some four times as many in all. With fewer, counting pairs of letter
sets, which takes 3 s, would take more time than they save.
"""
_AT_WORK = frozenset({"executing", "long-running"})
_OPEN = frozenset({Status.running, Status.paused})

_questions: dict[str, bytes] = {}
"""The questions that this process has received: each a pickled `Question` and the bytes that its search may take."""
_sets: WeakKeyDictionary[WorkerThreads, LetterSets | None] = WeakKeyDictionary()
_lock = threading.Lock()
"""Held while a question is laid out or its letter sets are built, because the other threads need the same data."""


class OtherVersionError(Exception):
    """The worker has another version of this program; the message names both versions."""


class QuestionPlugin(distributed.WorkerPlugin):
    """Takes a question to every worker, including those that join later; tasks only name it."""

    def __init__(self, name: str, data: bytes) -> None:
        self.name = name
        self._data = data

    def setup(self, worker: distributed.Worker) -> None:  # noqa: ARG002
        """Keeps the question; Dask calls this in each worker process."""
        _questions[self.name] = self._data

    def teardown(self, worker: distributed.Worker) -> None:  # noqa: ARG002
        """Forgets the question; Dask calls this in each worker process when the client is done."""
        _questions.pop(self.name, None)
        if not _questions:
            _threads_of.cache_clear()
            _matrix_of.cache_clear()


@cache
def own_version() -> str:
    """Returns the version of this process: the release, the commit, and a digest of the sources."""
    return f"{full_version().rstrip(')')}, sources {digest_of_files(PACKAGE, ('**/*.py',))})"


def same_sources(one: str, other: str) -> bool:
    """Returns whether two versions have the same kernels: a total is a proof only if all workers do."""
    return one.rpartition(" ")[2] == other.rpartition(" ")[2]


def perform(sender: str, question: str, data: bytes, slice_seconds: float) -> list[Outcome]:
    """Runs a task: takes the client's version, the name of its question, and pickled pieces.

    They are pickled because Dask would inspect anything else, and so that they are read by the same version only.

    Raises:
        OtherVersionError: The client has another version.
        StoppedError: The task was cancelled.
    """
    worker = distributed.get_worker()
    if not same_sources(sender, own_version()):
        raise OtherVersionError(f"worker {worker.address} has wordle-tree {own_version()}, but this is {sender}")
    with _lock:
        threads = _threads_of(question, worker.state.nthreads)
    key = worker.get_current_task()

    def is_wanted() -> bool:
        # Dask cannot stop a running task. It only marks it as cancelled when its client cancels it or has gone.
        state = worker.state.tasks.get(key)
        return state is not None and state.state in _AT_WORK and worker.status in _OPEN

    return run_pieces(threads, pickle.loads(data), slice_seconds, is_wanted)


@lru_cache(maxsize=2)
def _threads_of(question: str, n_threads: int) -> WorkerThreads:
    """Returns the workers of a question; several clients may share a cluster, and an objective asks several questions.

    Raises:
        InputError: The search needs more memory than the machine or the question's limit has.
    """
    asked, memory_limit = pickle.loads(_questions[question])
    with limit_memory(memory_limit):
        return lay_out(asked, _matrix_of(asked.game), n_threads)[1]


_matrix_of = lru_cache(maxsize=1)(FeedbackMatrix.of)
"""Returns the feedback matrix of a game; that of the latest game is kept."""


def _letter_sets_of(threads: WorkerThreads, n_openers: int) -> LetterSets | None:
    """Returns the table for bounding openers, built for a task of `n_openers`, or None if it would not help."""
    with _lock:
        if _sets.get(threads) is None:
            is_large = len(threads.problem.game.answers) >= LARGE_GAME
            _sets[threads] = None if is_large else threads.letter_sets(n_openers, _PAIRS_OPENERS)
        return _sets[threads]


def run_pieces(
    threads: WorkerThreads, pieces: Sequence[Piece], slice_seconds: float, is_wanted: Callable[[], bool]
) -> list[Outcome]:
    """Returns what is found out about the first pieces: at least one, and no further one after `slice_seconds`.

    Raises:
        StoppedError: Nobody wants the outcomes any more.
    """
    began = time.monotonic()
    outcomes: list[Outcome] = []
    for piece in pieces:
        if isinstance(piece, OpenerPiece):
            sets = _letter_sets_of(threads, len(pieces)) if piece.cutoff < INFEASIBLE else None
            asked = partial(search_opener, opener=piece.opener, bound=piece.bound, cutoff=piece.cutoff, sets=sets)
            outcomes.append(_result_of(threads, asked, is_wanted))
        else:
            outcomes.append(_solve_cell(threads, piece, is_wanted))
        if time.monotonic() - began >= slice_seconds:
            break
    return outcomes


def _solve_cell(
    threads: WorkerThreads, piece: CellPiece, is_wanted: Callable[[], bool]
) -> tuple[int, TreeNode | None] | list[int]:
    """Returns a cell's total and tree, or its guesses if that takes too long."""
    cell, cutoff = piece.cell, piece.cell.largest_total + 1

    def solve(worker: Worker) -> tuple[int, TreeNode | None]:
        members = worker.candidates_of(cell)
        if piece.guess == EVERY_GUESS:
            return worker.solve(members, cell.guesses_left, cutoff)
        return worker.solve_with(piece.guess, worker.extractor.focus(members), cell.guesses_left, cutoff)

    def list_guesses(worker: Worker) -> list[int]:
        return worker.open_guesses(worker.candidates_of(cell), cell.guesses_left, cutoff)

    # The totals of one or two candidates follow from their number.
    is_whole = piece.guess == EVERY_GUESS and len(cell.candidates) > 2
    patience = piece.patience if is_whole and piece.patience is not None else math.inf
    if patience > 0:
        with contextlib.suppress(UndecidedError):
            return _result_of(threads, solve, is_wanted, patience)
    return _result_of(threads, list_guesses, is_wanted)


def _result_of(
    threads: WorkerThreads, search: Callable[[Worker], Result], is_wanted: Callable[[], bool], seconds: float = math.inf
) -> Result:
    """Returns the result of a search in a thread.

    Raises:
        StoppedError: Nobody wants it any more.
        UndecidedError: The search took more than `seconds`.
    """
    until = time.monotonic() + seconds

    def look() -> None:
        if not is_wanted():
            raise StoppedError
        if time.monotonic() >= until:
            raise UndecidedError

    (found,) = threads.run(lambda _: search(threads.worker()), [None], look)
    return found
