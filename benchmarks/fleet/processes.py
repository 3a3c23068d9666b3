"""A fleet of real processes on this machine, to be killed: a Dask scheduler and workers, as started by hand."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
from types import TracebackType
from typing import Self

_START_SECONDS = 300


class Fleet:
    """Processes that end with the context. The scheduler keeps its port when it is started again."""

    def __init__(self) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.workers: list[subprocess.Popen[bytes]] = []
        self._all: list[subprocess.Popen[bytes]] = []
        self.scheduler: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process in self._all:
            self.kill(process)

    def start_scheduler(self) -> subprocess.Popen[bytes]:
        """Starts the scheduler and waits until it answers."""
        options = ("--host", "127.0.0.1", "--port", str(self.port), "--no-dashboard")
        self.scheduler = self._start("distributed.cli.dask_scheduler", *options)
        until = time.monotonic() + _START_SECONDS
        while time.monotonic() < until:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return self.scheduler
            time.sleep(0.05)
        raise OSError(f"the scheduler has not started within {_START_SECONDS} s")

    def start_worker(self, n_threads: int = 1, *more: str, python: str = sys.executable) -> subprocess.Popen[bytes]:
        """Starts a worker; it joins on its own. Without a nanny: killed, it stays dead."""
        options = ("--nthreads", str(n_threads), "--no-nanny", "--no-dashboard", "--memory-limit", "0")
        worker = self._start("distributed.cli.dask_worker", self.address, *options, *more, python=python)
        self.workers.append(worker)
        return worker

    def restart_scheduler(self, n_workers: int) -> None:
        """Kills the scheduler and starts it again, and workers after it: the old ones leave when it is gone."""
        if self.scheduler is not None:
            self.kill(self.scheduler)
        self.start_scheduler()
        self.workers = [worker for worker in self.workers if worker.poll() is None]
        for _ in range(n_workers):
            self.start_worker()

    def kill(self, process: subprocess.Popen[bytes]) -> None:
        """Kills a process with SIGKILL, and waits until it is gone."""
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
        process.wait()
        if process in self.workers:
            self.workers.remove(process)

    def _start(self, module: str, *options: str, python: str = sys.executable) -> subprocess.Popen[bytes]:
        command = [python, "-m", module, *options]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._all.append(process)
        return process
