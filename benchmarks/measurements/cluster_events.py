"""A search on a cluster whose machines come and go while it runs: what the command says of each event.

    python -m benchmarks cluster_events --other ENVIRONMENT/bin/python --save benchmarks/results/cluster-events.md

Six workers of one thread each rank all openers of the original game below a total, with a journal. Each minute a worker
is killed with SIGKILL, and another one started. Once a worker of another version joins, and once the scheduler is
killed; it is then started again, with six workers and the same command. After ten minutes the search is left alone. The
table that it writes must be that of a run without a cluster, byte for byte.
"""

from __future__ import annotations

import queue
import re
import subprocess
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmarks.fleet.processes import Fleet
from benchmarks.measuring import FailedProcessError, command_of, run_process, tell
from benchmarks.registry import measurement
from benchmarks.tables import Code, Seconds, Table

if TYPE_CHECKING:
    from collections.abc import Iterator

_N_WORKERS = 6
_MINUTE = 60.0
_QUICK_MINUTE = 6.0
_N_MINUTES = 10
_OTHER_VERSION, _SCHEDULER = 2, 4
"""The minutes in which these two events happen; in every other one a worker is killed."""
_MOST_SECONDS = 3600
_END_SECONDS = 120
_ADDRESS = re.compile(r"tcp://[\d.]+")


class Client:
    """A command whose lines on standard error are kept with the second in which each came."""

    def __init__(self, command: list[str], began: float) -> None:
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self._began = began
        self._lines: queue.SimpleQueue[tuple[float, str]] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stderr is not None
        with self.process.stderr as stream:
            for line in stream:
                self._lines.put((time.monotonic() - self._began, line.strip()))

    def said(self) -> Iterator[tuple[float, str]]:
        """Yields the lines that came since the last call, without the host's address."""
        while not self._lines.empty():
            second, line = self._lines.get()
            yield second, _ADDRESS.sub("tcp://...", line)

    def wait(self, seconds: float) -> bool:
        """Waits for the end for so long, and says whether it came; then every line has been read, too."""
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        self._reader.join()
        return True

    def end(self) -> None:
        """Kills the command, unless it has ended."""
        self.process.kill()
        self.process.wait()
        self._reader.join()


def disturb(command: list[str], minute: float, python: str | None) -> Iterator[tuple[float, str, str]]:
    """Runs a command on a cluster to its end, and yields what was done and what it said, with the second.

    Args:
        command: The command, without its cluster.
        minute: The seconds between two events.
        python: The interpreter of an environment with another version; None leaves that event out.

    Raises:
        FailedProcessError: It did not end as it should.
    """
    with Fleet() as fleet:
        began = time.monotonic()

        def start() -> Client:
            return Client([*command, "--cluster", fleet.address], began)

        fleet.start_scheduler()
        for _ in range(_N_WORKERS):
            fleet.start_worker()
        client = start()
        try:
            n_minutes = 0
            while not client.wait(minute):
                yield from ((second, "", line) for second, line in client.said())
                n_minutes += 1
                now = time.monotonic() - began
                if now > _MOST_SECONDS:
                    raise FailedProcessError(f"longer than {_MOST_SECONDS} s")
                if n_minutes > _N_MINUTES:
                    continue
                if n_minutes == _SCHEDULER:
                    yield now, "the scheduler killed", ""
                    assert fleet.scheduler is not None
                    fleet.kill(fleet.scheduler)
                    has_ended = client.wait(_END_SECONDS)
                    yield from ((second, "", line) for second, line in client.said())
                    if not has_ended or client.process.returncode != 2:
                        raise FailedProcessError("the loss of the scheduler did not end the command with status 2")
                    for worker in list(fleet.workers):
                        fleet.kill(worker)
                    fleet.restart_scheduler(_N_WORKERS)
                    client = start()
                    what = f"the command ended with status 2; the scheduler, {_N_WORKERS} workers and it started again"
                    yield time.monotonic() - began, what, ""
                    continue
                if n_minutes == _OTHER_VERSION and python is not None:
                    yield now, "a worker of another version started", ""
                    fleet.start_worker(python=python)
                    continue
                yield now, "a worker killed, another one started", ""
                fleet.kill(fleet.workers[0])
                fleet.start_worker()
            yield from ((second, "", line) for second, line in client.said())
            yield time.monotonic() - began, f"the command ended with status {client.process.returncode}", ""
            if client.process.returncode:
                raise FailedProcessError(f"exit status {client.process.returncode}")
        finally:
            client.end()


@measurement(
    click.option("--below", type=int, default=7930, show_default=True, help="The total; the greater, the longer."),
    click.option("--other", metavar="PYTHON", help="An interpreter that has another version, with `distributed`."),
)
def measure(*, quick: bool, below: int, other: str | None) -> list[Table]:
    """Runs the search without a cluster, and on one."""
    lists = ["--answers", "original-answers", "--rule", "candidates", "--allowed", "original-answers"] if quick else []
    below = 8240 if quick else below
    search = [*command_of("wordle-analyze"), "openers", "all", *lists, "--below", str(below), "--quiet", "--csv"]
    summary = Table("The two runs", "The same command without a cluster, with two threads, and on the cluster.")
    table = Table(
        "What happened",
        "The second after the start, and what was done, or in code the line that the command wrote to standard error.",
    )
    with tempfile.TemporaryDirectory(prefix="wordle-tree-events-") as name:
        folder = Path(name)
        tell("without a cluster")
        alone = run_process([*search, str(folder / "without.csv"), "-j", "2"])
        summary.rows.append({"run": "without a cluster", "wall": Seconds(alone.wall_seconds)})
        command = [*search, str(folder / "with.csv"), "--journal", str(folder / "openers.db")]
        began = time.monotonic()
        row: dict[str, object] = {"run": "on the cluster"}
        try:
            for second, what, line in disturb(command, _QUICK_MINUTE if quick else _MINUTE, other):
                told = Code(line.replace(name, "FOLDER").replace("`", "'").partition(": ")[2]) if line else what
                table.rows.append({"second": round(second), "what was done or said": told})
                tell(f"{second:.0f} s: {what}{line}")
            same = (folder / "with.csv").read_bytes() == (folder / "without.csv").read_bytes()
            row["same rows"] = same
            if not same:
                row["failed"] = "other rows"
        except FailedProcessError as error:
            row |= {"failed": str(error)}
        row["wall"] = Seconds(time.monotonic() - began)
        summary.rows.append(row)
    return [summary, table]
