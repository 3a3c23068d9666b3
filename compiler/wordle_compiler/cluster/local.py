"""Worker processes on this machine, under a scheduler in this process; they are started again when they die."""

# Dask's own annotations are few.
# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

import contextlib
import logging
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from typing import TYPE_CHECKING

from distributed import LocalCluster
from distributed.core import Status
from distributed.utils import LoopRunner

from wordle_compiler.errors import InputError

if TYPE_CHECKING:
    from tornado.ioloop import IOLoop


@contextmanager
def local_scheduler(n_workers: int) -> Iterator[str]:
    """Starts worker processes of one thread each, and yields their scheduler's address.

    Raises:
        InputError: They cannot be started.
    """
    with _loop_without_interrupts() as loop:
        try:
            cluster = LocalCluster(
                loop=loop,
                n_workers=n_workers,
                threads_per_worker=1,
                processes=True,
                host="127.0.0.1",
                scheduler_port=0,
                # Any free port: the default one would be spoken for as soon as a second cluster runs.
                dashboard_address="127.0.0.1:0",
                # What fills the memory is the search's own, which Dask could not move to disk.
                memory_limit=0,
                silence_logs=logging.CRITICAL,
            )
        except RuntimeError as error:
            raise InputError(f"the local workers cannot be started: {' '.join(str(error).split())}") from error
        with cluster:
            try:
                yield cluster.scheduler_address
            finally:
                _kill_workers(cluster)


@contextmanager
def _loop_without_interrupts() -> Iterator[IOLoop]:
    """Starts the thread that starts the workers, so that Ctrl-C reaches none of them.

    In a terminal it goes to every process of the command, and each worker would print a traceback. Processes inherit
    from the thread that starts them what is blocked, those included that are started again later.
    """
    runner = LoopRunner(asynchronous=False)
    # Python's own helper process would be started by the first worker's thread, and unblock interrupts there.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if hasattr(signal, "pthread_sigmask") else None
    try:
        runner.start()
    finally:
        if before is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
    try:
        yield runner.loop
    finally:
        runner.stop()


def _kill_workers(cluster: LocalCluster) -> None:
    """Ends the workers at once: they hold nothing, and to let them end in their own time takes seconds."""
    for nanny in cluster.workers.values():
        # Else it would start another one.
        nanny.status = Status.closing_gracefully
        with contextlib.suppress(OSError, AttributeError, TypeError):
            os.kill(nanny.pid, signal.SIGTERM if os.name == "nt" else signal.SIGKILL)
