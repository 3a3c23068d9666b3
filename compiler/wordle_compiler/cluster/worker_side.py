"""The functions that Dask calls in a worker process. Dask looks them up there, so workers need this package too."""

from __future__ import annotations

import pickle
import threading
from collections.abc import Callable
from functools import cache, lru_cache
from importlib.metadata import version

from distributed import Worker, WorkerPlugin, get_worker
from distributed.core import Status

from wordle_compiler.cluster.piece_runner import QuestionData, run_pieces
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.machine.cache_folder import PACKAGE, digest_of_files
from wordle_compiler.solver.remote import Outcome

_AT_WORK = frozenset({"executing", "long-running"})
_OPEN = frozenset({Status.running, Status.paused})

_questions: dict[str, bytes] = {}
"""The questions that this process has received: each a pickled `Question` and the bytes that its search may take."""
_lock = threading.Lock()
"""Held while a question is laid out, because the other threads need the same data."""


class OtherVersionError(Exception):
    """The worker has another version of this program; the message names both versions."""


class QuestionPlugin(WorkerPlugin):
    """Takes a question to every worker, including those that join later; tasks only name it."""

    def __init__(self, name: str, data: bytes) -> None:
        self.name = name
        self._data = data

    def setup(self, worker: Worker) -> None:  # noqa: ARG002
        """Keeps the question; Dask calls this in each worker process."""
        _questions[self.name] = self._data

    def teardown(self, worker: Worker) -> None:  # noqa: ARG002
        """Forgets the question; Dask calls this in each worker process when the client is done."""
        _questions.pop(self.name, None)
        if not _questions:
            _data_of.cache_clear()
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
    worker = get_worker()
    if sender != own_version():
        raise OtherVersionError(f"worker {worker.address} has wordle-tree {own_version()}, but this is {sender}")
    with _lock:
        laid_out = _data_of(question, worker.state.nthreads)
    return run_pieces(laid_out, pickle.loads(data), slice_seconds, _is_wanted_in(worker))


@lru_cache(maxsize=2)
def _data_of(question: str, n_threads: int) -> QuestionData:
    """Returns a question laid out; several clients may share a cluster, and an objective asks several questions."""
    asked, memory_limit = pickle.loads(_questions[question])
    return QuestionData(asked, _matrix_of(asked.game), n_threads, memory_limit)


_matrix_of = lru_cache(maxsize=1)(FeedbackMatrix.of)
"""Returns the feedback matrix of a game; that of the latest game is kept."""


def _is_wanted_in(worker: Worker) -> Callable[[], bool]:
    """Returns a function that checks whether the task running in this thread is still wanted.

    Dask cannot stop a running task. It only marks the task as cancelled when its client cancels it or has gone.
    """
    key = worker.get_current_task()

    def is_wanted() -> bool:
        state = worker.state.tasks.get(key)
        return state is not None and state.state in _AT_WORK and worker.status in _OPEN

    return is_wanted
