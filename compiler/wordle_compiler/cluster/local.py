"""Starts worker processes on this machine, as `dask worker` does, under a scheduler in this process."""

# Dask is only partly typed.
# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

import contextlib
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from distributed import LocalCluster

from wordle_compiler.machine.errors import InputError

_OPTIONS = ("--nthreads", "1", "--nworkers", "1", "--no-dashboard", "--memory-limit", "0")
"""Dask's memory limit is off: the search's own data fills a worker's memory, and Dask cannot move that to disk."""


@contextmanager
def local_scheduler(n_workers: int) -> Iterator[str]:
    """Starts worker processes of one thread each and yields the address of their scheduler, which they join.

    A worker that dies is restarted. The workers end as soon as the context ends, and also with this process, however it
    ends.

    Raises:
        InputError: The workers cannot be started.
    """
    try:
        # Any free port for the dashboard, because a second cluster would find the default port taken.
        cluster = LocalCluster(
            n_workers=0, host="127.0.0.1", dashboard_address="127.0.0.1:0", silence_logs=logging.CRITICAL
        )
    except RuntimeError as error:
        raise InputError(f"the local cluster cannot be started: {' '.join(str(error).split())}") from error
    with cluster:
        processes: list[subprocess.Popen[bytes]] = []
        try:
            for _ in range(n_workers):
                processes.append(_start_worker(cluster.scheduler_address))  # noqa: PERF401 - those so far must be ended
            yield cluster.scheduler_address
        finally:
            for process in processes:
                _end(process)


def _start_worker(address: str) -> subprocess.Popen[bytes]:
    """Starts a worker and its nanny in their own session, so that Ctrl-C in a terminal reaches only this process."""
    command = [sys.executable, "-m", "distributed.cli.dask_worker", address, *_OPTIONS]
    null = subprocess.DEVNULL
    return subprocess.Popen(command, stdin=null, stdout=null, stderr=null, start_new_session=True)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kills a worker and its nanny; they hold no state, and a clean exit takes seconds."""
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()
