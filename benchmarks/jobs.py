"""Compile jobs: one `wordle-compile` each, in a process of its own, with kernels that are compiled and cached before.

A job that gives another total than the known one fails: the time of a wrong answer is no measurement.
"""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import wordle_trees
from benchmarks.measuring import FailedProcessError, run_process
from benchmarks.revisions import THIS_TREE, Programs, compare

_OPENERS_USED = ("crane", "plate", "salet", "serai", "tares", "tarse", "tenor")
_TINY_STEP = 60

WORDS = "WORDS:"
"""Begins the last part of a command that stands for a file of the words after it, between commas. It writes no tree."""
SEED = 521
DRAWN = ",".join(random.Random(SEED).sample(wordle_trees.read_list("original-allowed").decode().split(), 30))
"""30 of the 12,972 words, drawn before anything was tuned."""


@dataclass(frozen=True)
class Job:
    """A compilation.

    Attributes:
        name: What `--only` takes.
        work: What it is, for people.
        options: Those of the command, without the lists.
        answers: The list of answers.
        allowed: The list of allowed guesses.
        total: The total that it must give (known from elsewhere), or the bar if all openers are refuted; None for none.
        at_most_seconds: The project's limit for the whole process on 2 cores; None where there is none.
        try_for_seconds: What the project would like better.
        command: The command, with its subcommand and arguments.
    """

    name: str
    work: str
    options: tuple[str, ...]
    answers: str = "original-answers"
    allowed: str = "original-allowed"
    total: int | None = None
    at_most_seconds: float | None = None
    try_for_seconds: float | None = None
    command: tuple[str, ...] = ("wordle-compile",)


class Bench:
    """Runs jobs in a folder of its own; if `is_quick`, every job on a tiny list, once."""

    def __init__(self, folder: Path, programs: Programs, *, is_quick: bool) -> None:
        self._programs = programs
        self._is_quick = is_quick
        self._folder = folder
        self._tiny = folder / "tiny.txt"
        words = wordle_trees.read_list("original-answers").decode().split()
        tiny = sorted({*words[::_TINY_STEP], *_OPENERS_USED})
        self._tiny.write_text("".join(f"{word}\n" for word in tiny), encoding="utf-8")

    def lists(self, job: Job) -> str:
        """Says which answers and which allowed words a job is measured with."""
        return "tiny list" if self._is_quick else f"{job.answers} / {job.allowed}"

    def run(
        self, job: Job, n_runs: int, n_workers: int | None = None, *, most_seconds: float | None = None
    ) -> dict[str, Any]:
        """Measures a job `n_runs` times and returns its row: the values of `compare`, and the `total` that it gave.

        A run on a tiny list comes first and is not counted: it compiles the kernels, or finds them in numba's cache.

        Raises:
            FailedProcessError: A run failed, took longer than `most_seconds`, or gave another total than it must.
        """
        if not self._is_quick:
            self._programs.in_turn(self._command(job, n_workers, is_tiny=True), 1, run_process)
        command = self._command(job, n_workers, is_tiny=self._is_quick)
        run = partial(run_process, most_seconds=most_seconds)
        this, other = self._programs.in_turn(command, 1 if self._is_quick else n_runs, run)
        for each in (*this, *other):
            report = json.loads(each.output)
            # Of a ranking the best opener's total, or its bound.
            total = report["total"] if "total" in report else report["openers"][0]["total"]
            if job.total not in (None, total) and not self._is_quick:
                raise FailedProcessError(f"the total is {total}, it must be {job.total}")
        return {**compare(this, other), "total": total}

    def _command(self, job: Job, n_workers: int | None, *, is_tiny: bool) -> list[str]:
        answers, allowed = (str(self._tiny),) * 2 if is_tiny else (job.answers, job.allowed)
        workers = () if n_workers is None else ("--workers", str(n_workers))
        # A name for each game: no tree is replaced by that of another.
        output = self._folder / f"{job.name}{'-tiny' if is_tiny else ''}.tree"
        lists = ("--answers", answers, "--allowed", allowed)
        command, written = list(job.command), ("--output", str(output))
        if command[-1].startswith(WORDS):
            openers = self._tiny if is_tiny else self._folder / f"{job.name}.txt"
            if not is_tiny:
                openers.write_text(command[-1].removeprefix(WORDS).replace(",", "\n"), encoding="utf-8")
            command[-1], written = str(openers), ()
        return [*command, *job.options, *lists, *written, *workers, "--json", "--quiet"]


@contextmanager
def open_bench(*, is_quick: bool, programs: Programs = THIS_TREE) -> Iterator[Bench]:
    """Makes a bench in a temporary folder that goes with it."""
    with tempfile.TemporaryDirectory(prefix="wordle-tree-bench-") as folder:
        yield Bench(Path(folder), programs, is_quick=is_quick)
