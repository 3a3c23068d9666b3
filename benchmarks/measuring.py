"""Fair timings: whole processes with their processor time and memory, pairs of processes in turn, calls in a loop.

It measures; what is measured, and how it is shown, is for the others. Figures are medians, with the fastest beside
them; the fastest alone only for kernels, which do the same work each time. Nothing is pinned or given priority: on a
busy machine look at the fastest, at the processor time, and at the load that the head of every output states. Unix
only, for `os.wait4`.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from benchmarks.tables import Bytes, Seconds

_BYTES_PER_MAXRSS = 1 if sys.platform == "darwin" else 1024
_LONGEST_REASON = 200

T = TypeVar("T")


def tell(line: str) -> None:
    """Says on standard error what is being measured: some rows take minutes."""
    print(line, file=sys.stderr, flush=True)


class FailedProcessError(Exception):
    """A process that was to be timed ended with another status than 0; the message is its last line."""


@dataclass(frozen=True)
class ProcessRun:
    """One run of a process, from before it is started until it is reaped.

    Attributes:
        wall_seconds: The time that passed, the interpreter's start included.
        cpu_seconds: Processor time of all its threads, and of the children that it waited for, in user and in system
            mode.
        peak_bytes: The most memory that was resident at once, from `getrusage`. The kernel counts from the memory of
            the process that starts it, so a figure below this program's own (some 35 MB) is not seen.
        output: What it wrote to standard output.
    """

    wall_seconds: float
    cpu_seconds: float
    peak_bytes: int
    output: str


def run_process(
    command: Sequence[str],
    *,
    stdin: Path | None = None,
    most_seconds: float | None = None,
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> ProcessRun:
    """Runs a command to its end and measures it; `stdin` is the file that it reads, nothing where None.

    It is killed after `most_seconds`, where they are given. Its working folder and its environment are this process's
    where they are None.

    Raises:
        FailedProcessError: Its exit status is not 0, or it was killed.
        OSError: It cannot be started.
    """
    # Files, not pipes: nobody has to be woken to read while the clock runs.
    with (
        tempfile.TemporaryFile() as output,
        tempfile.TemporaryFile() as errors,
        Path(stdin or os.devnull).open("rb") as source,
    ):
        began = time.perf_counter()
        with subprocess.Popen(
            command, stdin=source, stdout=output, stderr=errors, cwd=folder, env=environment
        ) as process:
            killer = threading.Timer(most_seconds or 0, process.kill)
            if most_seconds is not None:
                killer.start()
            try:
                # Popen.wait would throw the resource usage of this very child away.
                _, status, usage = os.wait4(process.pid, 0)
            except BaseException:
                process.kill()
                raise
            finally:
                killer.cancel()
            wall_seconds = time.perf_counter() - began
            process.returncode = os.waitstatus_to_exitcode(status)
        if most_seconds is not None and wall_seconds >= most_seconds:
            raise FailedProcessError(f"longer than {most_seconds:.0f} s")
        if process.returncode:
            errors.seek(0)
            lines = errors.read().decode("utf-8", "replace").strip().splitlines()
            reason = lines[-1][:_LONGEST_REASON] if lines else "it says nothing"
            raise FailedProcessError(f"exit status {process.returncode}: {reason}")
        output.seek(0)
        text = output.read().decode("utf-8", "replace")
    return ProcessRun(wall_seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * _BYTES_PER_MAXRSS, text)


def summarise(runs: Sequence[ProcessRun]) -> dict[str, Any]:
    """Returns the values of a row from several runs of one command: medians, the fastest, and the largest peak."""
    return {
        "wall": Seconds(statistics.median(run.wall_seconds for run in runs)),
        "fastest": Seconds(min(run.wall_seconds for run in runs)),
        "CPU": Seconds(statistics.median(run.cpu_seconds for run in runs)),
        "peak memory": Bytes(max(run.peak_bytes for run in runs)),
    }


def in_turn(n_rounds: int, *actions: Callable[[], T]) -> list[list[T]]:
    """Does several things in each round, and returns the results of each; the order changes from round to round."""
    results: list[list[T]] = [[] for _ in actions]
    for n_round in range(n_rounds):
        for which in list(range(len(actions)))[:: 1 if n_round % 2 else -1]:
            results[which].append(actions[which]())
    return results


@dataclass(frozen=True)
class Calls:
    """The time of one call, from several loops over many.

    Attributes:
        median_seconds: Of a call in the median loop.
        fastest_seconds: Of a call in the fastest loop.
    """

    median_seconds: float
    fastest_seconds: float


def time_calls(
    loop: Callable[[], object], n_calls: int, n_loops: int, prepare: Callable[[], object] = lambda: None
) -> Calls:
    """Times `loop`, which makes `n_calls` calls, `n_loops` times; `prepare` runs before each, off the clock.

    The loop's own cost counts as the call's, some 20 ns. Garbage is collected as always. One loop before the first is
    not counted.
    """
    seconds = []
    for n_loop in range(-1, n_loops):
        prepare()
        began = time.perf_counter_ns()
        loop()
        ended = time.perf_counter_ns()
        if n_loop >= 0:
            seconds.append((ended - began) / 1e9 / n_calls)
    return Calls(statistics.median(seconds), min(seconds))


def command_of(name: str) -> list[str]:
    """Returns how to start a command of the project: the script beside this interpreter, else its entry point."""
    script = Path(sys.executable).parent / name
    if script.is_file():
        return [str(script)]
    entries = {"wordle-next": "wordle_runtime.next.command", "wordle-check": "wordle_checker.program.entry"}
    module = entries.get(name, "wordle_compiler.entry_points")
    function = "main" if name == "wordle-next" else f"{name.removeprefix('wordle-')}_command"
    start = f"import sys; from {module} import {function}; sys.exit({function}())"
    return [sys.executable, "-c", start]
