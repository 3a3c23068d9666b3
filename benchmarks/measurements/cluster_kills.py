"""Searches on a cluster whose workers, scheduler and client are killed with SIGKILL at random moments.

    python -m benchmarks cluster_kills --runs 5 --save benchmarks/results/cluster-kills.md

Each run starts a scheduler and two workers, and the command with a journal. Every few seconds something happens: a
worker is killed, or all are, and as many started; a worker is added, or stands still for some seconds; the scheduler is
killed, and started again with new workers, and so is the command, which has ended; the client is killed, and started
again with the same journal. At the end the file that it wrote must be the one that a single machine writes, byte for
byte.
"""

from __future__ import annotations

import random
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import click

from benchmarks.fleet.processes import Fleet
from benchmarks.measuring import FailedProcessError, command_of, run_process, tell
from benchmarks.registry import measurement
from benchmarks.tables import Seconds, Table

_EVENTS = (
    *("worker killed", "all workers killed", "worker frozen", "worker added"),
    *("scheduler restarted", "client killed"),
)
_MOST_SECONDS_FROZEN = 3.0
_SECONDS_BETWEEN = (2.0, 8.0)
_MOST_WORKERS = 4
_MOST_SECONDS = 1800
_JOBS: dict[str, tuple[str, ...]] = {
    "exact totals of all 2315 openers, candidates": (
        *("wordle-analyze", "openers", "all", "--rule", "candidates", "--allowed", "original-answers", "--csv"),
    ),
    "best tree of 2315, any": ("wordle-compile", "--output"),
}
_QUICK = {"tiny": ("wordle-analyze", "openers", "all", "--answers", "tiny", "--allowed", "tiny", "--csv")}


class Run:
    """One search with faults."""

    def __init__(self, command: tuple[str, ...], folder: Path, seed: str) -> None:
        self._result = folder / "result"
        self._dice = random.Random(seed)
        self._command = [*command_of(command[0]), *command[1:], str(self._result), "--quiet"]
        self._command += ["--journal", str(folder / "journal.db")]
        self.counts = dict.fromkeys(_EVENTS, 0)

    def perform(self) -> bytes:
        """Runs the search to its end and returns the file that it wrote.

        Raises:
            FailedProcessError: The command failed, or takes too long.
        """
        with Fleet() as fleet:
            fleet.start_scheduler()
            fleet.start_worker()
            fleet.start_worker()
            client = self._start_client(fleet)
            try:
                began = time.monotonic()
                while not _has_ended(client, self._dice.uniform(*_SECONDS_BETWEEN)):
                    if time.monotonic() - began > _MOST_SECONDS:
                        raise FailedProcessError(f"longer than {_MOST_SECONDS} s")
                    client = self._interfere(fleet, client)
                if client.returncode:
                    said = (client.stderr.read() if client.stderr else b"").decode().strip()
                    raise FailedProcessError(f"exit status {client.returncode}: {said[-300:]}")
            finally:
                _end(client)
        return self._result.read_bytes()

    def _start_client(self, fleet: Fleet) -> subprocess.Popen[bytes]:
        command = [*self._command, "--cluster", fleet.address]
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def _interfere(self, fleet: Fleet, client: subprocess.Popen[bytes]) -> subprocess.Popen[bytes]:
        """Does one thing to the run, and returns the client that goes on."""
        event = self._dice.choice(_EVENTS)
        if event == "worker added" and len(fleet.workers) >= _MOST_WORKERS:
            event = "worker killed"
        self.counts[event] += 1
        if event == "worker frozen":
            worker = self._dice.choice(fleet.workers)
            worker.send_signal(signal.SIGSTOP)
            time.sleep(self._dice.uniform(0, _MOST_SECONDS_FROZEN))
            worker.send_signal(signal.SIGCONT)
        elif event.endswith("killed") and event != "client killed":
            for worker in [*fleet.workers] if event.startswith("all") else [self._dice.choice(fleet.workers)]:
                fleet.kill(worker)
                fleet.start_worker()
        elif event == "worker added":
            fleet.start_worker()
        else:
            if event == "scheduler restarted":
                fleet.restart_scheduler(n_workers=2)
                # It has noticed, unless it had just finished.
                if client.wait() == 0:
                    return client
                said = client.stderr.read() if client.stderr else b""
                if b"goes on from the journal" not in said:
                    raise FailedProcessError(f"exit status {client.returncode}: {said[-300:].decode()}")
            _end(client)
            client = self._start_client(fleet)
        return client


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kills a process, unless it has ended."""
    process.kill()
    process.wait()
    if process.stderr:
        process.stderr.close()


def _has_ended(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Waits for a process for so long and says whether it has ended."""
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        return False
    return True


@measurement(
    click.option("--runs", type=click.IntRange(1), default=5, show_default=True, help="How often each search is run.")
)
def measure(*, quick: bool, runs: int) -> list[Table]:
    """Runs each search with faults and compares what it writes."""
    table = Table(
        "Searches with faults",
        "Two workers of one thread each at the start; each process is killed with SIGKILL, at random moments (seeded), "
        "2 to 8 seconds apart, or stands still for at most 3. Same file: the CSV table, or the tree, equals that of "
        "one machine, byte for byte.",
    )
    with tempfile.TemporaryDirectory(prefix="wordle-tree-kills-") as name:
        folder = Path(name)
        (folder / "tiny").write_text("bodge\nbumpy\ndumpy\njumpy\n", encoding="utf-8")
        for work, job in (_QUICK if quick else _JOBS).items():
            command = tuple(str(folder / "tiny") if word == "tiny" else word for word in job)
            tell(f"{work}: one machine")
            run_process([*command_of(command[0]), *command[1:], str(folder / "expected"), "--quiet"])
            expected = (folder / "expected").read_bytes()
            for number in range(1, 2 if quick else runs + 1):
                own = folder / f"{work} {number}"
                own.mkdir()
                run = Run(command, own, f"{work} {number}")
                began = time.monotonic()
                row: dict[str, Any] = {"work": work, "run": number}
                try:
                    row["same file"] = run.perform() == expected
                except FailedProcessError as error:
                    row |= {"same file": False, "failed": str(error)}
                if not row["same file"]:
                    row.setdefault("failed", "another file")
                table.rows.append(row | {"wall": Seconds(time.monotonic() - began)} | run.counts)
                tell(f"{work}: run {number}: {table.rows[-1]}")
    return [table]
