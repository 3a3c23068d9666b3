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
from functools import cache, lru_cache
from importlib.metadata import version
from typing import Self
from weakref import WeakKeyDictionary

import distributed
from distributed.core import Status

from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.machine.cache_folder import PACKAGE, digest_of_files
from wordle_compiler.machine.memory import limit_memory
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.letter_sets import LetterSets
from wordle_compiler.search.problem import EVERY_GUESS, INFEASIBLE
from wordle_compiler.search.stopping import StoppedError
from wordle_compiler.solver.openers import search_opener
from wordle_compiler.solver.remote import CellPiece, OpenerPiece, Outcome, Piece
from wordle_compiler.solver.worker_threads import LARGE_GAME, Worker, WorkerThreads, lay_out

_POLL_SECONDS = 0.1
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
    """Returns the version of this process: the release, and a digest of the sources.

    A total is a proof only if all workers have the same kernels.
    """
    return f"{version('wordle-tree')} (sources {digest_of_files(PACKAGE, ('**/*.py',))})"


def perform(sender: str, question: str, data: bytes, slice_seconds: float) -> list[Outcome]:
    """Runs a task: takes the client's version, the name of its question, and pickled pieces.

    They are pickled because Dask would inspect anything else, and so that they are read by the same version only.

    Raises:
        OtherVersionError: The client has another version.
        StoppedError: The task was cancelled.
    """
    worker = distributed.get_worker()
    if sender != own_version():
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


class Watch:
    """A thread that stops one thread's searches when nobody wants their results, or when their time is up."""

    def __init__(self, worker: Worker, is_wanted: Callable[[], bool]) -> None:
        """Takes whose searches to stop, and a function that returns whether anybody still waits for the results."""
        self._control = worker.scratch.control
        self._is_wanted = is_wanted
        self._ended = threading.Event()
        self._lock = threading.Lock()
        # Guarded by `_lock`, like every write to `_control`.
        self._until = math.inf
        self._is_over = False

    def __enter__(self) -> Self:
        self._thread = threading.Thread(target=self._keep_looking, daemon=True, name="wordle-tree-watch")
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def begin(self, patience: float | None = None) -> None:
        """Lets the next search run, for at most `patience` seconds; None means for as long as its result is wanted.

        Raises:
            StoppedError: Nobody wants its result.
        """
        with self._lock:
            if self._is_over:
                raise StoppedError
            self._until = math.inf if patience is None else time.monotonic() + patience
            self._control[0] = 0

    def _keep_looking(self) -> None:
        while not self._ended.wait(_POLL_SECONDS):
            with self._lock:
                self._is_over = self._is_over or not self._is_wanted()
                if self._is_over or time.monotonic() >= self._until:
                    self._control[0] = 1


def run_pieces(
    threads: WorkerThreads, pieces: Sequence[Piece], slice_seconds: float, is_wanted: Callable[[], bool]
) -> list[Outcome]:
    """Returns what is found out about the first pieces: at least one, and no further one after `slice_seconds`.

    Raises:
        StoppedError: Nobody wants the outcomes any more.
    """
    began = time.monotonic()
    worker = threads.worker(has_own_flag=True)
    outcomes: list[Outcome] = []
    with Watch(worker, is_wanted) as watch:
        for piece in pieces:
            watch.begin()
            if isinstance(piece, OpenerPiece):
                sets = _letter_sets_of(threads, len(pieces)) if piece.cutoff < INFEASIBLE else None
                outcomes.append(search_opener(worker, piece.opener, piece.bound, piece.cutoff, sets))
            else:
                outcomes.append(_solve_cell(worker, piece, watch))
            if worker.is_stopped():
                raise StoppedError
            if time.monotonic() - began >= slice_seconds:
                break
    return outcomes


def _solve_cell(worker: Worker, piece: CellPiece, watch: Watch) -> tuple[int, TreeNode | None] | list[int]:
    """Returns a cell's total and tree, or its guesses if that takes too long."""
    cell, cutoff = piece.cell, piece.cell.largest_total + 1
    members = worker.candidates_of(cell)
    if piece.guess != EVERY_GUESS:
        return worker.solve_with(piece.guess, worker.extractor.focus(members), cell.guesses_left, cutoff)
    # The totals of one or two candidates follow from their number.
    patience = piece.patience if len(members) > 2 else None
    if patience != 0:
        watch.begin(patience)
        with contextlib.suppress(StoppedError):
            found = worker.solve(members, cell.guesses_left, cutoff)
            watch.begin()
            return found
    watch.begin()
    return worker.open_guesses(members, cell.guesses_left, cutoff)
