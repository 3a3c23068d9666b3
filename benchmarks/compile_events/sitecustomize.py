"""Writes down what numba compiles in every Python process that has this folder on PYTHONPATH, and for how long.

Python imports a module of this name when it starts, so it works for any commit, and in child processes. A line is
written as soon as a compilation ends, not when the process does: some processes leave by `os._exit`.
"""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path


def record_compilations(file: Path) -> None:
    """Appends a line for each function and signature that numba compiles from now on.

    The line holds the function's name, its processor seconds, and those without the functions that were compiled on
    its behalf meanwhile, separated by tabs.
    """
    from numba.core import event

    class Recorder(event.Listener):
        """Has one stack for all threads: numba's lock lets one of them compile at a time."""

        def __init__(self) -> None:
            self._unfinished: list[list[float]] = []

        def on_start(self, event: event.Event) -> None:  # noqa: ARG002
            self._unfinished.append([time.thread_time(), 0.0])

        def on_end(self, event: event.Event) -> None:
            began, inner_seconds = self._unfinished.pop()
            seconds = time.thread_time() - began
            if self._unfinished:
                self._unfinished[-1][1] += seconds
            function = event.data["dispatcher"].py_func
            name = f"{function.__module__}.{function.__qualname__}"
            with file.open("a", encoding="utf-8") as lines:
                lines.write(f"{name}\t{seconds}\t{seconds - inner_seconds}\n")

    event.register("numba:compile", Recorder())


# Where numba is not installed, nothing is compiled.
with contextlib.suppress(ImportError):
    record_compilations(Path(os.environ["COMPILE_EVENTS"]))
