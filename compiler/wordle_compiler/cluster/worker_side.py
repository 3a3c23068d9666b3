"""What Dask calls in a worker process. These names are looked up there, so workers need this package, too."""

from __future__ import annotations

import pickle
from collections.abc import Callable

from distributed import Worker, WorkerPlugin, get_worker
from distributed.core import Status

from wordle_compiler.cluster.cancellation import WATCH
from wordle_compiler.cluster.cutoffs import cutoffs_of
from wordle_compiler.cluster.messages import Cutoffs, OtherVersionError, TaskMessage
from wordle_compiler.cluster.task_runner import TaskRunner
from wordle_compiler.cluster.versions import own_version
from wordle_compiler.cluster.worker_state import forget, tell, thread_state_for
from wordle_compiler.solver.fleet import Question

_AT_WORK = frozenset({"executing", "long-running"})
_OPEN = frozenset({Status.running, Status.paused})


class QuestionPlugin(WorkerPlugin):
    """Tells every worker a question, those that come later included. Sent once to each; tasks only name it."""

    def __init__(self, question: Question, memory_limit: int | None) -> None:
        self.name = f"wordle-tree-{question.key}"
        self._question = question
        self._memory_limit = memory_limit

    def setup(self, worker: Worker) -> None:  # noqa: ARG002
        """Is called in each worker process."""
        tell(self._question, self._memory_limit)

    def teardown(self, worker: Worker) -> None:  # noqa: ARG002
        """Is called in each worker process when the client is done."""
        forget(self._question.key)


def describe_version() -> str:
    """Returns the version that this worker runs."""
    return own_version()


def lower_cutoffs(run: str, cutoffs: Cutoffs) -> None:
    """Takes news of a run into account: what is searched against a cutoff that has fallen is begun again."""
    cutoffs_of(run).lower(cutoffs)
    WATCH.look_now()


def perform(version: str, data: bytes) -> bytes:
    """Does a task: a pickled `TaskMessage` in, a pickled `Outcome` out. Bytes, for Dask would look into anything else.

    Raises:
        OtherVersionError: The client has another version.
        UnknownQuestionError: This process was not told the question.
        NotWantedError: The task was cancelled.
    """
    worker = get_worker()
    if version != own_version():
        raise OtherVersionError(f"worker {worker.address} has wordle-tree {own_version()}, this is {version}")
    message: TaskMessage = pickle.loads(data)
    cutoffs = cutoffs_of(message.run)
    cutoffs.lower(message.cutoffs)
    runner = TaskRunner(thread_state_for(message.question, worker.state.nthreads), cutoffs, _wanting(worker))
    return pickle.dumps(runner.perform(message.work), pickle.HIGHEST_PROTOCOL)


def _wanting(worker: Worker) -> Callable[[], bool]:
    """Returns what says whether the task that runs in this thread is still wanted.

    Dask cannot stop a running task. It only marks it as cancelled when its client cancels it or has gone.
    """
    key = worker.get_current_task()

    def is_wanted() -> bool:
        state = worker.state.tasks.get(key)
        return state is not None and state.state in _AT_WORK and worker.status in _OPEN

    return is_wanted
