"""What Dask calls in a worker process. These names are looked up there, so workers need this package, too."""

from __future__ import annotations

import pickle
from collections.abc import Callable

from distributed import Worker, WorkerPlugin, get_worker
from distributed.core import Status

from wordle_compiler.cluster.bars import bars_of
from wordle_compiler.cluster.desk import desk_for, forget, tell
from wordle_compiler.cluster.messages import Bars, OtherVersionError, Ticket
from wordle_compiler.cluster.performing import Performer
from wordle_compiler.cluster.versions import own_version
from wordle_compiler.cluster.watch import WATCH
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


def lower_bars(run: str, bars: Bars) -> None:
    """Takes news of a run into account: what is searched against a bar that has fallen is begun again."""
    bars_of(run).lower(bars)
    WATCH.look_now()


def perform(version: str, data: bytes) -> bytes:
    """Does a task: a pickled `Ticket` in, a pickled `Outcome` out. Bytes, for Dask would look into anything else.

    Raises:
        OtherVersionError: The client has another version.
        UnknownQuestionError: This process was not told the question.
        NotWantedError: The task was cancelled.
    """
    worker = get_worker()
    if version != own_version():
        raise OtherVersionError(f"worker {worker.address} has wordle-tree {own_version()}, this is {version}")
    ticket: Ticket = pickle.loads(data)
    bars = bars_of(ticket.run)
    bars.lower(ticket.bars)
    performer = Performer(desk_for(ticket.question, worker.state.nthreads), bars, _wanting(worker))
    return pickle.dumps(performer.perform(ticket.work), pickle.HIGHEST_PROTOCOL)


def _wanting(worker: Worker) -> Callable[[], bool]:
    """Returns what says whether the task that runs in this thread is still wanted.

    Dask cannot stop a running task. It only marks it as cancelled when its client cancels it or has gone.
    """
    key = worker.get_current_task()

    def is_wanted() -> bool:
        state = worker.state.tasks.get(key)
        return state is not None and state.state in _AT_WORK and worker.status in _OPEN

    return is_wanted
