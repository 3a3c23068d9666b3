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
import uuid
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from distributed import CancelledError, Client, KilledWorker
from distributed.security import Security

from wordle_compiler.cluster.worker_side import OtherVersionError, QuestionPlugin, own_version, perform
from wordle_compiler.machine.errors import CompilerError, InputError
from wordle_compiler.solver.objective import Question
from wordle_compiler.solver.remote import Outcome, Piece

if TYPE_CHECKING:
    from distributed import Future

    _Task = Future[list[Outcome]]

CONNECT_SECONDS = 10
FIRST_WORKER_SECONDS = 60


class Connection:
    """A client of one scheduler; see `solver.remote.Cluster`."""

    slice_seconds = 0.5  # After so many seconds a worker begins nothing more of a task.
    patience = 30.0

    def __init__(self, address: str, memory_limit: int | None = None, security: Security | None = None) -> None:
        """Connects with the keys of `security`, by default those that Dask's configuration names.

        Raises:
            InputError: The scheduler does not answer, or a worker has another version of this program, or none.
        """
        self.version = own_version()
        self._address = address
        self._memory_limit = memory_limit
        self._questions: list[str] = []
        self._finished: queue.SimpleQueue[_Task] = queue.SimpleQueue()
        security = security or Security()
        if address.startswith("tls:") and security.get_connection_args("client")["ssl_context"] is None:
            raise InputError(
                f"the scheduler {address}: Dask's configuration names no certificates (docs/cluster.md says how)"
            )
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
            self.check_versions()
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
        """How many tasks the workers run at once, at least one."""
        with self._one_line_errors():
            return max(1, sum(self.client.nthreads().values()))

    def register(self, question: Question) -> str:
        """Sends a question to all workers, including those that join later; returns its name for `submit`.

        Raises:
            InputError: There is no worker.
        """
        name = f"wordle-tree-{uuid.uuid4().hex}"
        with self._one_line_errors():
            try:
                self.client.wait_for_workers(1, timeout=FIRST_WORKER_SECONDS)
            except TimeoutError as error:
                raise InputError(
                    f"the scheduler {self._address} has had no worker for {FIRST_WORKER_SECONDS} s: start some with "
                    f"`dask worker {self._address}`"
                ) from error
            self.client.register_plugin(QuestionPlugin(name, pickle.dumps((question, self._memory_limit))))
        self._questions.append(name)
        return name

    def submit(self, question: str, pieces: Sequence[Piece]) -> _Task:
        """Sends a task."""
        data = pickle.dumps(pieces, pickle.HIGHEST_PROTOCOL)
        with self._one_line_errors():
            task = self.client.submit(perform, self.version, question, data, self.slice_seconds, pure=False)
            task.add_done_callback(self._finished.put)
            return task

    def wait(self, tasks: Sequence[_Task], seconds: float) -> list[tuple[_Task, list[Outcome]]]:
        """Returns the tasks that have finished; see `Cluster`.

        Raises:
            InputError: The connection is lost, or a worker has another version of this program, or none.
            CompilerError: Workers keep dying.
            Exception: Any exception that a task raised.
        """
        with contextlib.suppress(queue.Empty), self._one_line_errors():
            done = {self._finished.get(timeout=seconds)}
            while not self._finished.empty():
                done.add(self._finished.get())
            # Tasks that an earlier search has cancelled are done, too.
            finished = [task for task in tasks if task in done]
            return list(zip(finished, self.client.gather(finished), strict=True))
        return []

    def cancel(self, tasks: Sequence[_Task]) -> None:
        """Cancels tasks; their running searches end soon."""
        with contextlib.suppress(Exception):
            self.client.cancel(tasks)

    def check_versions(self) -> None:
        """Raises `InputError` if the scheduler, which unpickles tasks, or a worker cannot run this version's tasks."""
        found: dict[str, Any] = {}
        with self._one_line_errors():
            try:
                found[f"the scheduler {self._address}"] = self.client.run_on_scheduler(own_version)
            except (ImportError, AttributeError) as error:
                found[f"the scheduler {self._address}"] = error
            for address, version in self.client.run(own_version, on_error="return").items():
                found[f"worker {address}"] = version
            for process, version in found.items():
                if isinstance(version, ImportError | AttributeError):
                    raise _no_program(process, version)
                # A worker that has just died answers with another error.
                if isinstance(version, str) and version != self.version:
                    raise OtherVersionError(f"{process} has wordle-tree {version}, but this is {self.version}")

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
                reason = " ".join(str(error).split())[:200]
                raise InputError(
                    f"the connection to the scheduler {self._address} is lost ({reason}): start it again, then this "
                    "command; with --journal it goes on"
                ) from error
            if isinstance(error, RuntimeError):
                raise
            raise _no_program("a worker that has joined", error) from error


def _no_program(process: str, error: Exception) -> InputError:
    reason = " ".join(str(error).split())
    return InputError(
        f"{process} cannot run tasks ({reason}): pip install '.[distributed]' into its environment, in a clone of the "
        "same commit as here"
    )
