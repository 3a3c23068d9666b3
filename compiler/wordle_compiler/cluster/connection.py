"""The connection to a Dask scheduler, which keeps the tasks, gives a dead worker's to another one, and balances them.

Dask's errors become one line here. The scheduler holds nothing that matters: everything proven is on the client's side,
in the journal if there is one, so that the same command can go on after the connection was lost.
"""

# Dask is only partly typed.
# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

import contextlib
import pickle
import queue
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from distributed import CancelledError, Client, KilledWorker
from distributed.security import Security

from wordle_compiler.cluster.worker_side import OtherVersionError, QuestionPlugin, own_version, perform, same_sources
from wordle_compiler.machine.errors import CompilerError, InputError
from wordle_compiler.solver.journal import own_command
from wordle_compiler.solver.objective import Question
from wordle_compiler.solver.remote import Outcome, Piece

if TYPE_CHECKING:
    from distributed import Future

    _Task = Future[list[Outcome]]

CONNECT_SECONDS = 10
FIRST_WORKER_SECONDS = 60
_LOOK_SECONDS, _FETCH_SECONDS = 2, 5


class Connection:
    """A client of one scheduler; see `solver.remote.Cluster`."""

    def __init__(
        self,
        address: str,
        *,
        memory_limit: int | None = None,
        slice_seconds: float = 0.5,
        patience: float = 30.0,
        note: Callable[[str], None] = lambda _: None,
    ) -> None:
        """Connects with the keys that Dask's configuration names.

        Each worker process may take so many bytes of memory; None means all of its machine. After `slice_seconds` a
        worker begins nothing more of a task. `note` is told in a line when a worker joins, is refused, or is lost.

        Raises:
            InputError: The scheduler does not answer, or has another version of this program, or none.
        """
        self.version = own_version()
        self._note = note
        # The workers that run tasks, with their threads; those that may not; and what each task was sent to.
        self._workers: dict[str, int] = {}
        self._refused: set[str] = set()
        self._sent: dict[_Task, frozenset[str]] = {}
        self._address = address
        self._memory_limit, self._slice_seconds, self.patience = memory_limit, slice_seconds, patience
        self._questions: list[str] = []
        self._finished: queue.SimpleQueue[_Task] = queue.SimpleQueue()
        security = Security()
        if address.startswith("tls:") and security.get_connection_args("client")["ssl_context"] is None:
            raise InputError(f"the scheduler {address}: Dask's setup names no certificates (docs/cluster.md says how)")
        options = {"timeout": CONNECT_SECONDS, "security": security, "set_as_default": False, "name": "wordle-compile"}
        # In another thread, because an interrupt in the middle would leave a client that nobody can close.
        connecting = ThreadPoolExecutor(1).submit(Client, address, **options)
        try:
            self.client: Client = connecting.result()
        except KeyboardInterrupt:
            with contextlib.suppress(Exception):
                connecting.result().close(timeout=2)
            raise
        except OSError as error:
            raise InputError(
                f"the scheduler {address} does not answer: start it with `dask scheduler` and give its address as "
                "tls://HOST:PORT, or tcp://HOST:PORT without keys"
            ) from error
        try:
            self._check_scheduler()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Disconnects; outstanding tasks are cancelled."""
        with contextlib.suppress(Exception):
            for name in self._questions:
                self.client.unregister_worker_plugin(name)
        with contextlib.suppress(Exception):
            self.client.close(timeout=2)

    @property
    def n_slots(self) -> int:
        """How many tasks the workers run at once; 0 while there is none."""
        with self._one_line_errors():
            self._look()
        return sum(self._workers.values())

    def _look(self) -> None:
        """Asks the scheduler for its workers: notes which joined or are lost, and refuses those of another version."""
        if self.client.status != "running":
            raise OSError("it has ended, or the network between")
        scheduler: Any = self.client.scheduler
        try:
            present = self.client.sync(scheduler.ncores, callback_timeout=_LOOK_SECONDS)
        except TimeoutError:
            # The scheduler is busy, or lost, which the next look finds.
            return
        workers = self._workers
        for worker in workers.keys() - present.keys():
            del workers[worker]
            self._note(f"worker {worker} lost ({len(workers)} left)")
        if joined := [*(present.keys() - workers.keys() - self._refused)]:
            for worker, found in self.client.run(own_version, workers=joined, on_error="return").items():
                if isinstance(found, str) and same_sources(found, self.version):
                    workers[worker] = present[worker]
                    self._note(f"worker {worker} joined ({len(workers)} now)")
                elif isinstance(found, str | ImportError | AttributeError):
                    self._refused.add(worker)
                    told = f"it has wordle-tree {found}, but this is {self.version}"
                    self._note(f"worker {worker} is refused: {told if isinstance(found, str) else _why(found)}")
                # One that has just died answers with another error.

    def register(self, question: Question) -> str:
        """Sends a question to all workers, including those that join later; returns its name for `submit`.

        Raises:
            InputError: There is no worker of this version.
        """
        name, until = f"wordle-tree-{uuid.uuid4().hex}", time.monotonic() + FIRST_WORKER_SECONDS
        while not self.n_slots:
            if time.monotonic() >= until:
                raise InputError(
                    f"the scheduler {self._address} has had no worker for {FIRST_WORKER_SECONDS} s that has this "
                    f"version: start some with `dask worker {self._address}`"
                )
            time.sleep(0.1)
        with self._one_line_errors():
            plugin = QuestionPlugin(name, pickle.dumps((question, self._memory_limit)))
            is_sent = False
            while not is_sent:
                # One that has just died does not answer; a worker that is refused may lack what it needs.
                with contextlib.suppress(OSError):
                    with contextlib.suppress(*((ImportError, AttributeError) if self._refused else ())):
                        self.client.register_plugin(plugin)
                    is_sent = True
                self._look()
        self._questions.append(name)
        return name

    def submit(self, question: str, pieces: Sequence[Piece]) -> _Task:
        """Sends a task."""
        data = pickle.dumps(pieces, pickle.HIGHEST_PROTOCOL)
        with self._one_line_errors():
            sent = perform, self.version, question, data, self._slice_seconds
            workers = frozenset(self._workers)
            task = self.client.submit(*sent, pure=False, workers=[*workers], allow_other_workers=False)
            task.add_done_callback(self._finished.put)
            self._sent[task] = workers
            return task

    def wait(self, tasks: Sequence[_Task], seconds: float) -> list[tuple[_Task, list[Outcome]]]:
        """Returns the tasks that have finished; see `Cluster`. One whose workers are all lost comes with no outcome.

        Raises:
            InputError: The connection is lost.
            CompilerError: Workers keep dying.
            Exception: Any exception that a task raised.
        """
        finished: list[_Task] = []
        with contextlib.suppress(queue.Empty), self._one_line_errors(), contextlib.suppress(TimeoutError):
            done = {self._finished.get(timeout=seconds)}
            while not self._finished.empty():
                done.add(self._finished.get())
            # Tasks that an earlier search has cancelled are done, too.
            finished = [task for task in tasks if task in done]
            # Dask would wait for ever for the result of a worker that has died since it told of it.
            fetch = partial(self.client.gather, finished, asynchronous=True)
            outcomes: Any = self.client.sync(fetch, callback_timeout=_FETCH_SECONDS)
            for task in finished:
                self._sent.pop(task)
            return list(zip(finished, outcomes, strict=True))
        lost = finished or [task for task in tasks if self._workers and self._sent[task].isdisjoint(self._workers)]
        self.cancel(lost)
        return [(task, []) for task in lost]

    def cancel(self, tasks: Sequence[_Task]) -> None:
        """Cancels tasks; their running searches end soon."""
        for task in tasks:
            self._sent.pop(task, None)
        with contextlib.suppress(Exception):
            self.client.cancel(tasks)

    def _check_scheduler(self) -> None:
        """Raises `InputError` if the scheduler, which unpickles tasks, does not have this version."""
        with self._one_line_errors():
            found = self.client.run_on_scheduler(own_version)
            if not same_sources(found, self.version):
                other = f"the scheduler {self._address} has wordle-tree {found}"
                raise OtherVersionError(f"{other}, but this is {self.version}")

    @contextmanager
    def _one_line_errors(self) -> Iterator[None]:
        """Turns Dask's errors into one-line messages that say what to do."""
        try:
            yield
        except OtherVersionError as error:
            raise InputError(f"{error}: install the same version on all machines") from error
        except KilledWorker as error:
            raise CompilerError(
                "workers keep dying on the same task, perhaps for lack of memory: see their logs; a worker needs some "
                "200 MB plus 120 MB for each of its threads (docs/cluster.md)"
            ) from error
        except (CancelledError, OSError, RuntimeError, ImportError, AttributeError) as error:
            # A client that Dask has closed may raise any of these.
            if isinstance(error, CancelledError | OSError) or self.client.status != "running":
                # There is nobody to tell that they are over, and trying to takes seconds.
                self._questions.clear()
                command = own_command()
                kept = ", which goes on from the journal" if "--journal" in command else "; with --journal it goes on"
                raise InputError(
                    f"the connection to the scheduler {self._address} is lost: start it again, then `{command}`{kept}"
                ) from error
            if isinstance(error, RuntimeError):
                raise
            raise InputError(f"the scheduler {self._address}: {_why(error)}") from error


def _why(error: Exception) -> str:
    reason = " ".join(str(error).split())
    return (
        f"it cannot run tasks ({reason}): pip install '.[distributed]' into its environment, in a clone of the same "
        "commit as here"
    )
