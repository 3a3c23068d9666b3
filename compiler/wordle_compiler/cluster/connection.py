"""The connection to a scheduler: sends tasks, receives their outcomes, and reconnects when the connection is lost.

The scheduler holds no state that matters. Everything proven is on the client side; after the scheduler restarts, the
outstanding tasks are simply sent again.
"""

# Dask is only partly typed.
# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

import contextlib
import pickle
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from distributed import Client, KilledWorker, as_completed
from distributed.comm.addressing import resolve_address
from distributed.security import Security

from wordle_compiler.cluster.messages import Cutoffs, OtherVersionError, Outcome, TaskMessage, UnknownQuestionError
from wordle_compiler.cluster.worker_side import QuestionPlugin, describe_version, lower_cutoffs, own_version, perform
from wordle_compiler.machine.errors import CompilerError, InputError
from wordle_compiler.solver.fleet import Question

if TYPE_CHECKING:
    from distributed import Future

CONNECT_SECONDS = 10
RECONNECT_SECONDS = 600
FIRST_WORKER_SECONDS = 60
_RETRY_SECONDS = 0.5
_SLOTS_SECONDS = 1.0
_MOST_DEATHS = 5
_SCHEMES = ("tcp", "tls")
_PORTS = range(1, 1 << 16)
_PRIORITIES = {"cells": 1}


class LostTaskError(Exception):
    """A task was lost through no fault of its own and must be sent again."""


@dataclass
class Metrics:
    """The counts of one connection, at the client. Bytes are those of pickled messages, without Dask's overhead.

    The thread that uses the connection counts, except for broadcasts, which the broadcaster's thread counts. No field
    has two writers, so none needs a lock.

    Attributes:
        n_tasks: How many tasks were sent, including lost ones.
        n_lost: How many tasks were lost with a worker or a scheduler.
        n_broadcasts: How often lowered cutoffs were sent to all workers.
        bytes_sent: The bytes of all tasks sent.
        bytes_received: The bytes of all outcomes received.
        work_seconds: The seconds that the workers spent on tasks whose outcomes arrived.
    """

    n_tasks: int = 0
    n_lost: int = 0
    n_broadcasts: int = 0
    bytes_sent: int = 0
    bytes_received: int = 0
    work_seconds: float = 0.0


class Connection:
    """A client of one scheduler. Use it from one thread only, except for `broadcast`.

    Attributes:
        client: Dask's client; `reopen` replaces it.
    """

    def __init__(self, address: str, memory_limit: int | None = None, security: Security | None = None) -> None:
        """Connects; `memory_limit` is the estimated number of bytes that each worker process may take.

        `security` has the keys for `tls://`; None means those that Dask's configuration names.

        Raises:
            InputError: The scheduler does not answer, or a worker has another version of this program, or none.
        """
        self.address = address
        self._security = security or Security()
        self._memory_limit = memory_limit
        self.metrics = Metrics()
        self._questions: dict[str, Question] = {}
        self._n_slots = 0
        self._counted = -_SLOTS_SECONDS
        self._futures: dict[int, Future[bytes]] = {}
        # How many tasks in a row ended because the workers that ran them died.
        self._n_deaths = 0
        self._had_workers = False
        self._workerless_since = time.monotonic()
        _check_address(address, self._security)
        try:
            self._connect(CONNECT_SECONDS)
        except OSError as error:
            raise InputError(
                f"the scheduler {address} does not answer: start it with `dask scheduler` and give its address as "
                "tcp://HOST:PORT"
            ) from error

    def close(self) -> None:
        """Disconnects; outstanding tasks are cancelled."""
        for key in list(self._questions):
            with contextlib.suppress(Exception):
                self.client.unregister_worker_plugin(f"wordle-tree-{key}")
        self._drop_client()

    @property
    def is_alive(self) -> bool:
        """Whether the connection is alive; once it is lost, every outstanding task is lost."""
        return bool(self.client.status == "running")

    @property
    def n_slots(self) -> int:
        """How many tasks the workers run at once; may be a second old.

        Raises:
            InputError: There has been no worker for too long.
        """
        if time.monotonic() - self._counted >= _SLOTS_SECONDS:
            # If this fails, the connection is lost, and the caller is about to notice. A client that Dask has closed
            # lacks attributes.
            with contextlib.suppress(OSError, AttributeError):
                self._n_slots = sum(self.client.nthreads().values())
            self._counted = time.monotonic()
            if self._n_slots:
                self._had_workers = True
                self._workerless_since = self._counted
            limit = RECONNECT_SECONDS if self._had_workers else FIRST_WORKER_SECONDS
            if self._counted - self._workerless_since > limit:
                raise InputError(
                    f"the scheduler {self.address} has had no worker for {limit} s: start some with "
                    f"`dask worker {self.address}`"
                )
        return self._n_slots

    def register(self, question: Question) -> None:
        """Sends a question to all workers, including those that join later.

        Raises:
            InputError: As for `reopen`, if the scheduler is lost meanwhile.
        """
        self._questions[question.key] = question
        try:
            self._send(question)
        except OSError:
            self.reopen()

    def _send(self, question: Question) -> None:
        self.client.register_plugin(QuestionPlugin(question, self._memory_limit))

    def submit(self, kind: str, message: TaskMessage) -> int:
        """Sends a task and returns the number by which `wait` identifies it.

        Raises:
            LostTaskError: The connection is lost.
        """
        data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
        number = self.metrics.n_tasks
        key = f"wordle-{kind}-{message.run}-{number}"
        try:
            future = self.client.submit(
                perform, own_version(), data, key=key, pure=False, priority=_PRIORITIES.get(kind, 0)
            )
        except Exception as error:
            # A client whose connection is just breaking may raise anything.
            if self.is_alive:
                raise
            raise LostTaskError from error
        self._futures[number] = future
        self._finished.add(future)
        self.metrics.n_tasks += 1
        self.metrics.bytes_sent += len(data)
        return number

    def abandon(self, numbers: Iterable[int]) -> None:
        """Cancels tasks; their running searches end soon."""
        for number in numbers:
            if number in self._futures:
                self._futures.pop(number).release()

    def wait(self, seconds: float) -> list[tuple[int, Callable[[], Outcome]]]:
        """Returns the tasks that have finished, waiting for the first for at most `seconds`.

        Each comes with a function that returns its outcome or raises one of the errors of `_outcome`.
        """
        finished = self._finished
        with finished.thread_condition:
            if not finished.has_ready():
                finished.thread_condition.wait(seconds)
        ended: list[tuple[int, Callable[[], Outcome]]] = []
        for future, result in finished.next_batch(block=False):
            number = int(future.key.rpartition("-")[2])
            if self._futures.pop(number, None) is not None:
                ended.append((number, partial(self._outcome, future.status, result)))
        return ended

    def broadcast(self, run: str, cutoffs: Cutoffs) -> None:
        """Sends the cutoffs of a run to all workers and waits until they have received them.

        May run in a second thread: Dask's client is thread-safe, and of the metrics it counts only the broadcasts.
        """
        self.metrics.n_broadcasts += 1
        self.client.run(lower_cutoffs, run, cutoffs, on_error="ignore")

    def reopen(self) -> None:
        """Reconnects after the connection was lost, waiting for a scheduler at the same address.

        Raises:
            InputError: No scheduler answers for too long, or a worker has another version of this program.
        """
        self._drop_client()
        try:
            self._connect(RECONNECT_SECONDS)
        except OSError as error:
            raise InputError(
                f"the scheduler {self.address} has not answered for {RECONNECT_SECONDS} s: start it again, then this "
                "command; with --journal the command resumes"
            ) from error

    def _connect(self, seconds: float) -> None:
        """Connects, retrying for `seconds`, and sends the workers the questions."""
        until = time.monotonic() + seconds
        while True:
            try:
                left = max(_RETRY_SECONDS, until - time.monotonic())
                self._begin(min(left, CONNECT_SECONDS))
                return
            except OSError:
                # The scheduler is not up yet, or it has gone down again.
                if time.monotonic() >= until:
                    raise
                time.sleep(_RETRY_SECONDS)

    def _begin(self, seconds: float) -> None:
        """Makes a client, with a timeout of `seconds`, and prepares its workers."""
        self.client = Client(
            self.address, timeout=seconds, security=self._security, set_as_default=False, name="wordle-compile"
        )
        try:
            self._finished = as_completed(loop=self.client.loop, with_results=True, raise_errors=False)
            self._counted = -_SLOTS_SECONDS
            self._check_versions()
            for question in list(self._questions.values()):
                self._send(question)
        except BaseException:
            self._drop_client()
            raise

    def _check_versions(self) -> None:
        """Raises `InputError` if the scheduler or a worker has another version of this program, or none."""
        try:
            # The scheduler needs this program too, because it unpickles tasks.
            versions = {f"the scheduler {self.address}": self.client.run_on_scheduler(describe_version)}
        except (ImportError, AttributeError) as error:
            raise _no_program(f"the scheduler {self.address}", error) from error
        for address, found in self.client.run(describe_version, on_error="return").items():
            worker = f"worker {address}"
            if isinstance(found, OSError):
                # It has just died.
                continue
            if isinstance(found, Exception):
                raise _no_program(worker, found)
            versions[worker] = found
        for process, version in versions.items():
            if version != own_version():
                raise InputError(
                    f"{process} has wordle-tree {version}, but this is {own_version()}: install the same version on "
                    "all machines"
                )

    def _outcome(self, status: str, result: Any) -> Outcome:
        """Returns the outcome of a finished task.

        Raises:
            LostTaskError: The task must be sent again.
            InputError: A worker has another version of this program, or none.
            CompilerError: Workers keep dying.
            Exception: Any exception that the task raised.
        """
        if status == "finished" and isinstance(result, bytes):
            self._n_deaths = 0
            outcome: Outcome = pickle.loads(result)
            self.metrics.bytes_received += len(result)
            self.metrics.work_seconds += outcome.seconds
            return outcome
        self.metrics.n_lost += 1
        error = result[1] if isinstance(result, tuple) else result
        if status != "error":
            raise LostTaskError from None
        if isinstance(error, KilledWorker):
            self._n_deaths += 1
            if self._n_deaths < _MOST_DEATHS:
                raise LostTaskError from error
            raise CompilerError(
                "workers keep dying on the same tasks, perhaps for lack of memory: see their logs; a worker needs some "
                "200 MB plus 120 MB for each of its threads (docs/cluster.md)"
            )
        if isinstance(error, UnknownQuestionError):
            # Another client with the same question has ended and made the workers forget it.
            with contextlib.suppress(OSError):
                self._send(self._questions[str(error)])
            raise LostTaskError from error
        if isinstance(error, OtherVersionError):
            raise InputError(f"{error}: install the same version on all machines")
        if isinstance(error, ImportError | AttributeError):
            raise _no_program("a worker that has joined", error)
        raise error

    def _drop_client(self) -> None:
        """Closes the client in any state."""
        self._futures.clear()
        with contextlib.suppress(Exception):
            self.client.close(timeout=2)


def _check_address(address: str, security: Security) -> None:
    """Raises `InputError` if an address is invalid. A client made with an invalid address cannot be closed."""
    try:
        scheme, _, rest = resolve_address(address).partition("://")
        port = int(rest.rpartition(":")[2])
        if scheme not in _SCHEMES or port not in _PORTS:
            raise ValueError(f"only {' and '.join(_SCHEMES)} with ports from 1 to {_PORTS[-1]} are supported")
        if scheme == "tls" and security.get_connection_args("client").get("ssl_context") is None:
            raise ValueError("Dask's configuration names no certificates (distributed.comm.tls)")
    except (OSError, ValueError) as error:
        raise InputError(
            f"the scheduler {address!a}: {' '.join(str(error).split())}: give its address as tcp://HOST:PORT"
        ) from error


def _no_program(process: str, error: Exception) -> InputError:
    reason = " ".join(str(error).split())
    return InputError(
        f"{process} cannot run tasks ({reason}): pip install '.[distributed]' into its environment, in a clone of the "
        "same commit as here"
    )
