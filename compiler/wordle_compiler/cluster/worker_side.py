"""The functions that Dask calls in a worker process. Dask looks them up there, so workers need this package too."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from distributed import Worker, WorkerPlugin, get_worker
from distributed.core import Status

from wordle_compiler.cluster.cancellation import WATCHDOG
from wordle_compiler.cluster.messages import Cutoffs, OtherVersionError, TaskMessage
from wordle_compiler.cluster.task_runner import TaskRunner
from wordle_compiler.cluster.worker_state import cutoffs_of, forget, register, thread_state_for
from wordle_compiler.machine.cache_folder import PACKAGE, digest_of_files, digest_of_kernels
from wordle_compiler.machine.errors import CompilerError
from wordle_compiler.solver.fleet import Question

_AT_WORK = frozenset({"executing", "long-running"})
_OPEN = frozenset({Status.running, Status.paused})

_PROTOCOL = (
    *("cluster/*.py", "solver/fixed_openers.py", "solver/fleet.py", "solver/leaderboard.py"),
    *("game/game.py", "game/words.py", "game/weights.py"),
)
"""The files that define the messages."""


class QuestionPlugin(WorkerPlugin):
    """Sends a question to every worker, including those that join later, once each; tasks only carry its key."""

    def __init__(self, question: Question, memory_limit: int | None) -> None:
        self.name = f"wordle-tree-{question.key}"
        self._question = question
        self._memory_limit = memory_limit

    def setup(self, worker: Worker) -> None:  # noqa: ARG002
        """Registers the question; Dask calls this in each worker process."""
        register(self._question, self._memory_limit)

    def teardown(self, worker: Worker) -> None:  # noqa: ARG002
        """Forgets the question; Dask calls this in each worker process when the client is done."""
        forget(self._question.key)


@cache
def own_version() -> str:
    """Returns the version of this process: the release, and digests of its kernels and of the messages' definitions.

    A total is a proof only if all workers have the same kernels.
    """
    try:
        release = version("wordle-tree")
    except PackageNotFoundError:
        release = "unknown"
    if missing := [pattern for pattern in _PROTOCOL if not any(PACKAGE.glob(pattern))]:
        raise CompilerError(f"internal error: no file {missing[0]}")
    return f"{release} (kernels {digest_of_kernels()}, protocol {digest_of_files(PACKAGE, _PROTOCOL)})"


def describe_version() -> str:
    """Returns the version that this worker runs."""
    return own_version()


def lower_cutoffs(run: str, cutoffs: Cutoffs) -> None:
    """Lowers the cutoffs of a run in this process; searches whose cutoff has fallen are restarted."""
    cutoffs_of(run).lower(cutoffs)
    WATCHDOG.check_now()


def perform(sender: str, data: bytes) -> bytes:
    """Runs a task: takes a pickled `TaskMessage` and returns a pickled `Outcome`.

    Both are bytes because Dask would inspect anything else.

    Raises:
        OtherVersionError: The client has another version.
        UnknownQuestionError: This process has not received the question.
        NotWantedError: The task was cancelled.
    """
    worker = get_worker()
    if sender != own_version():
        raise OtherVersionError(f"worker {worker.address} has wordle-tree {own_version()}, but this is {sender}")
    message: TaskMessage = pickle.loads(data)
    cutoffs = cutoffs_of(message.run)
    cutoffs.lower(message.cutoffs)
    runner = TaskRunner(thread_state_for(message.question, worker.state.nthreads), cutoffs, _is_wanted_in(worker))
    return pickle.dumps(runner.perform(message.work), pickle.HIGHEST_PROTOCOL)


def _is_wanted_in(worker: Worker) -> Callable[[], bool]:
    """Returns a function that checks whether the task running in this thread is still wanted.

    Dask cannot stop a running task. It only marks the task as cancelled when its client cancels it or has gone.
    """
    key = worker.get_current_task()

    def is_wanted() -> bool:
        state = worker.state.tasks.get(key)
        return state is not None and state.state in _AT_WORK and worker.status in _OPEN

    return is_wanted
