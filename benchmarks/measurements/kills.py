"""Compile runs killed with SIGKILL and resumed with their journal: they must end with the same bytes.

    python -m benchmarks kills --save benchmarks/results/kills.md

A run is `wordle-analyze openers all --journal FILE`, which finds the exact total of every opener of a game made of
seeded samples of the original lists, and writes a table and the best opener's tree. It is killed again and again, and
started again with the same journal, until it ends by itself. Two of three kills come at a random moment; the others
wait until a file shows that the run is writing, and kill it there: its journal, its table, or its tree. The moments and
the kinds of the kills come from a seed; what a process is doing at such a moment does not. In every second run older
files stand where the table and the tree go: after each kill they must be as they were, or whole and new.

Ends with status 1 if a run ended with other bytes, or a file was neither the old nor the new one. Unix only.
"""

from __future__ import annotations

import contextlib
import enum
import os
import random
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import click

from benchmarks.measuring import FailedProcessError, command_of, tell
from benchmarks.registry import measurement
from benchmarks.tables import Seconds, Table
from wordle_compiler import load_list

_OLD = b"what stood here before, for wordle-tree to replace\n"
_MOST_KILLS, _MOST_KILLS_IF_QUICK = 8, 1
"""After so many kills a run may end in peace."""
_AIMED_AT_ONCE = 3
"""One kill in so many waits for a file."""
_LONGER_THAN_A_RUN = 1.1
_MOST_SECONDS = 600
_POLL_SECONDS = 0.0002


class Moment(enum.StrEnum):
    """What a run was doing when it was killed, by the files that it left."""

    START = "before the search: no journal yet"
    SEARCH = "in the search"
    COMMIT = "while it wrote to the journal"
    FILE = "while it wrote the table or the tree"
    END = "after the tree was written"


@dataclass(frozen=True)
class Setting:
    """A game and the files of its runs."""

    folder: Path
    n_answers: int
    n_allowed: int
    most_kills: int
    seed: int

    def write_lists(self) -> None:
        """Writes the lists of the game: seeded samples of the original ones."""
        dice = random.Random(self.seed)
        answers = dice.sample(load_list("original-answers").words, self.n_answers)
        others = sorted(set(load_list("original-allowed").words).difference(answers))
        allowed = [*answers, *dice.sample(others, self.n_allowed - self.n_answers)]
        for name, words in (("answers", answers), ("allowed", allowed)):
            (self.folder / name).write_text("\n".join(words), encoding="utf-8")

    def command(self, folder: Path) -> list[str]:
        """Returns the command of a run whose files go to `folder`."""
        lists = ["--answers", str(self.folder / "answers"), "--allowed", str(self.folder / "allowed")]
        files = ["--journal", str(folder / "journal"), "--csv", str(folder / "csv"), "-o", str(folder / "tree")]
        return [*command_of("wordle-analyze"), "openers", "all", "--quiet", *lists, *files]


@dataclass
class Outcome:
    """What the runs came to.

    Attributes:
        n_runs: How many runs came to their end.
        n_equal: How many of them ended with the bytes of an undisturbed run, table and tree.
        n_torn: How often a file was neither the old nor the new one after a kill.
        n_left_over: How many temporary files were there after the end of a run.
        kills: How many kills hit at which moment.
        n_left_by_kills: How many temporary files kills left.
        most_kills: The most kills of one run.
    """

    n_runs: int = 0
    n_equal: int = 0
    n_torn: int = 0
    n_left_over: int = 0
    kills: Counter[Moment] = field(default_factory=Counter)
    n_left_by_kills: int = 0
    most_kills: int = 0


def run_undisturbed(setting: Setting) -> tuple[bytes, bytes, float]:
    """Returns the bytes of the table and of the tree of a run that nobody kills, and how long it takes."""
    seconds = 0.0
    for attempt in ("warm", "measured"):
        folder = setting.folder / attempt
        folder.mkdir()
        began = time.perf_counter()
        done = subprocess.run(setting.command(folder), capture_output=True, encoding="utf-8", check=False)
        seconds = time.perf_counter() - began
        if done.returncode:
            raise FailedProcessError(f"an undisturbed run ended with {done.returncode}: {done.stderr.strip()}")
    return (folder / "csv").read_bytes(), (folder / "tree").read_bytes(), seconds


def run_until_done(setting: Setting, number: int, seconds: float, expected: tuple[bytes, bytes], out: Outcome) -> None:
    """Kills and resumes one run until it ends by itself, and counts what happened."""
    dice = random.Random(f"{setting.seed} {number}")
    folder = setting.folder / f"run-{number}"
    folder.mkdir()
    names = ("csv", "tree")
    old = _OLD if number % 2 else None
    if old is not None:
        for name in names:
            (folder / name).write_bytes(old)
    n_kills = 0
    while True:
        left_before = _temporary_files(folder)
        kill_when = _choose_moment(dice, folder, seconds) if n_kills < setting.most_kills else None
        if not _run_and_kill(setting.command(folder), kill_when):
            break
        n_kills += 1
        left = _temporary_files(folder) - left_before
        out.kills[Moment.FILE if left else _find_moment(folder, old)] += 1
        out.n_left_by_kills += len(left)
        found = [(folder / name).read_bytes() if (folder / name).exists() else None for name in names]
        out.n_torn += sum(data not in (old, new) for data, new in zip(found, expected, strict=True))
    out.n_runs += 1
    out.n_equal += all((folder / name).read_bytes() == new for name, new in zip(names, expected, strict=True))
    out.n_left_over += len(_temporary_files(folder))
    out.most_kills = max(out.most_kills, n_kills)


def _choose_moment(dice: random.Random, folder: Path, seconds: float) -> Callable[[float], bool]:
    """Returns the function that says, by the seconds since the start, whether to kill now."""
    if dice.randrange(_AIMED_AT_ONCE):
        at = dice.uniform(0, _LONGER_THAN_A_RUN * seconds)
        return lambda passed: passed >= at
    if dice.randrange(2):
        before = _temporary_files(folder)
        return lambda _passed: not _temporary_files(folder) <= before
    n_commits = dice.randint(1, 3)
    changes: list[int] = []

    def is_committing(_passed: float) -> bool:
        # SQLite's own journal changes at the beginning of every transaction.
        with contextlib.suppress(FileNotFoundError):
            changed = (folder / "journal-journal").stat().st_mtime_ns
            if changed not in changes:
                changes.append(changed)
        return len(changes) > n_commits

    return is_committing


def _run_and_kill(command: list[str], is_time: Callable[[float], bool] | None) -> bool:
    """Runs a command; returns whether it was killed, and False where it ended by itself."""
    began = time.perf_counter()
    # A file, not a pipe: nobody reads while it runs.
    with (
        tempfile.TemporaryFile() as errors,
        subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=errors) as process,
    ):
        try:
            while process.poll() is None:
                passed = time.perf_counter() - began
                if passed > _MOST_SECONDS:
                    raise FailedProcessError(f"a run takes more than {_MOST_SECONDS} s")
                if is_time is not None and is_time(passed):
                    process.kill()
                    break
                time.sleep(_POLL_SECONDS)
        except BaseException:
            process.kill()
            raise
        status = process.wait()
        if status > 0:
            errors.seek(0)
            raise FailedProcessError(f"a run ended with {status}: {errors.read().decode('utf-8', 'replace').strip()}")
    return status < 0


def _find_moment(folder: Path, old: bytes | None) -> Moment:
    """Returns what a run was doing that left no temporary file."""
    tree, transaction = folder / "tree", folder / "journal-journal"
    if tree.exists() and tree.read_bytes() != old:
        return Moment.END
    # The first bytes are zero, or the file is empty, but during a transaction.
    if transaction.exists() and transaction.read_bytes()[:1].strip(b"\0"):
        return Moment.COMMIT
    journal = folder / "journal"
    return Moment.SEARCH if journal.exists() and journal.stat().st_size else Moment.START


def _temporary_files(folder: Path) -> frozenset[str]:
    return frozenset(name for name in os.listdir(folder) if name.endswith(".part"))  # noqa: PTH208 - only names


def make_tables(out: Outcome, setting: Setting, run_seconds: float, all_seconds: float) -> list[Table]:
    """Returns the tables of an outcome."""
    summary = Table(
        "Compile runs that are killed and resumed",
        f"Each run finds the exact total of every opener of a game of {setting.n_answers} answers and "
        f"{setting.n_allowed} allowed words with a journal, and writes a table and a tree; undisturbed it takes "
        f"{Seconds(run_seconds)}. It is killed with SIGKILL and started again with the same journal until it ends by "
        f"itself, after at most {setting.most_kills} kills.",
    )
    for what, count, is_fault in (
        ("runs", out.n_runs, False),
        ("kills", sum(out.kills.values()), False),
        ("most kills of one run", out.most_kills, False),
        (
            "runs that ended with the bytes of the undisturbed run, table and tree",
            *(out.n_equal, out.n_equal != out.n_runs),
        ),
        ("files that were neither the old nor the new one after a kill", out.n_torn, out.n_torn > 0),
        ("temporary files that kills left", out.n_left_by_kills, False),
        ("of them still there after the end of the run", out.n_left_over, out.n_left_over > out.n_left_by_kills),
        ("seconds for all of it", round(all_seconds), False),
    ):
        summary.rows.append({"what": what, "count": count} | ({"failed": "yes"} if is_fault else {}))
    moments = Table(
        "Where the kills hit",
        "Judged by the files that the process left. A kill after the search and before the first byte of the table "
        "counts as in the search.",
        [{"the process was killed": moment.value, "kills": out.kills[moment]} for moment in Moment],
    )
    return [summary, moments]


@measurement(
    click.option("--runs", type=click.IntRange(1), default=100, show_default=True, help="How many runs."),
    click.option("--seed", type=int, default=6, show_default=True, help="What chooses words and moments."),
)
def measure(*, quick: bool, runs: int, seed: int) -> list[Table]:
    """Kills and resumes."""
    n_runs, n_answers, n_allowed = (2, 40, 200) if quick else (runs, 300, 5000)
    out = Outcome()
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as name:
        setting = Setting(Path(name), n_answers, n_allowed, _MOST_KILLS_IF_QUICK if quick else _MOST_KILLS, seed)
        setting.write_lists()
        *expected, seconds = run_undisturbed(setting)
        for number in range(n_runs):
            run_until_done(setting, number, seconds, (expected[0], expected[1]), out)
            tell(f"run {number + 1} of {n_runs}: {sum(out.kills.values())} kills, {out.n_equal} equal")
    return make_tables(out, setting, seconds, time.perf_counter() - began)
