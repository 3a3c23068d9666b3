"""Exact searches, from a second to half an hour: time, processor time, memory.

    python -m benchmarks search --only salet-any --only best-candidates
    python -m benchmarks search --only best-any --workers 1 --workers 2

Without --only every row is measured, which takes long. If several numbers of workers are given, each row is measured
with each of them, and the last column says how many times as fast as the first one it is.
"""

from __future__ import annotations

from typing import Any

import click

from benchmarks.jobs import DRAWN, SEED, WORDS, Job, open_bench
from benchmarks.machine import n_usable_cores
from benchmarks.measuring import FailedProcessError, tell
from benchmarks.registry import measurement
from benchmarks.revisions import THIS_TREE, Programs
from benchmarks.tables import Seconds, Table

_ANY: tuple[str, ...] = ("--strategy", "optimal")
_HARD = (*_ANY, "--rule", "hard")
_CANDIDATES = (*_ANY, "--rule", "candidates")
_BEST = "best opener proven, "
_ORIGINAL = ("original-answers", "original-allowed")
_SMALL = ("original-answers", "original-answers")
_2023 = ("nyt-2023-answers", "nyt-2022-allowed")
_OPENERS = ("wordle-analyze", "openers")
_ALL = (*_OPENERS, "all")
_UNSOLVED = (*_ANY, "--objective", "unsolved,total", "--max-guesses", "4", "--start", "tenor")
_BELOW = ("--below", "52762", "--max-guesses", "20")
# The totals are the published ones; then the seconds that a row may take, and those that the project would like.
JOBS = (
    Job("salet-any", "SALET, 2315 / 12,972, any", (*_ANY, "--start", "salet"), *_ORIGINAL, 7920, 1.5, 0.5),
    Job("crane-any", "CRANE, 2315 / 12,972, any", (*_ANY, "--start", "crane"), *_ORIGINAL, 7930, 1.5, 0.5),
    Job("best-candidates", f"{_BEST}2315, candidates only", _CANDIDATES, *_SMALL, 8227, 3, 1),
    Job(
        *("all-candidates", "exact totals of all 2315 openers, candidates only", ("--rule", "candidates")),
        *(*_SMALL, 8227, 45, 10, _ALL),
    ),
    Job("best-any", f"{_BEST}2315 / 12,972, any", _ANY, *_ORIGINAL, 7920, 60, 15),
    Job("best-hard", f"{_BEST}2315 / 12,972, hard", _HARD, *_ORIGINAL, 8122, 300, 60),
    Job("all-any", "the best of all 12,972 openers, ranked", ("--top", "1"), *_ORIGINAL, 7920, command=_ALL),
    Job("tenor-unsolved", "TENOR, fewest unsolved within 4 guesses", _UNSOLVED, *_ORIGINAL, 8016),
    Job(
        *("refuted", f"30 openers drawn (seed {SEED}), 12,972 answers, against 52762", _BELOW),
        *("original-allowed", "original-allowed", 52762),
        command=(*_OPENERS, WORDS + DRAWN),
    ),
    Job(
        *("raise-hard", "RAISE, 2315 / 12,972, hard: no tree", ("--rule", "hard"), *_ORIGINAL),
        command=(*_OPENERS, WORDS + "raise"),
    ),
    Job("tarse-any", "TARSE, 3158 / 14,855, any", (*_ANY, "--start", "tarse"), *_2023, 11219, 6, 2),
    Job("best-any-2023", f"{_BEST}3158 / 14,855, any", _ANY, *_2023, 11219, 1800, 300),
)
_MOST_BYTES = 2_000_000_000
_SHORT_SECONDS = 10
_SHORT_RUNS = 3


@measurement(
    click.option(
        "--workers", type=click.IntRange(1), multiple=True, help="Threads; may be repeated.  [default: cores]"
    ),
    click.option("--runs", type=click.IntRange(1), help="The median of so many.  [default: 3 if quick to do, else 1]"),
    rows=JOBS,
    against=True,
)
def measure(
    *, quick: bool, rows: list[Job], workers: tuple[int, ...], runs: int | None, programs: Programs = THIS_TREE
) -> list[Table]:
    """Measures each job with each number of workers."""
    table = Table(
        "Exact search",
        "The whole process of `wordle-compile`: interpreter, imports, matrix, search, check and file. A fresh one for "
        "each run, with cached kernels; the medians, and the largest peak. "
        f"Met: in time, and with at most {_MOST_BYTES / 1e9:.0f} GB.",
    )
    with open_bench(is_quick=quick, programs=programs) as bench:
        for job in rows:
            is_short = job.at_most_seconds is not None and job.at_most_seconds < _SHORT_SECONDS
            n_runs = 1 if quick else runs or (_SHORT_RUNS if is_short else 1)
            first: float | None = None
            for n_workers in workers or (n_usable_cores(),):
                tell(f"{job.work}: workers {n_workers}, runs {n_runs}")
                row: dict[str, Any] = {"name": job.name, "work": job.work, "workers": n_workers, "runs": n_runs}
                table.rows.append(row)
                try:
                    row |= bench.run(job, n_runs, n_workers)
                except FailedProcessError as error:
                    row |= {"met": False, "failed": str(error)}
                    continue
                at_most = Seconds(job.at_most_seconds or row["wall"])
                is_met = row["wall"] <= at_most and row["peak memory"] <= _MOST_BYTES
                row |= {"at most": at_most, "try for": Seconds(job.try_for_seconds or at_most), "met": is_met}
                if first:
                    row["speed-up"] = first / row["wall"]
                first = first or row["wall"]
                # A later row may take an hour; what is known is said now.
                tell(f"{job.work}: {row['wall']}")
    return [table]
