"""The exact engine's work, from a second to half an hour: how long, how much processor time, how much memory.

    python benchmarks/search.py --only salet-any --only best-candidates
    python benchmarks/search.py --only best-any --workers 1 --workers 2

Without --only every row is measured, which takes long. Where several numbers of workers are given, each row is measured
with each of them, and the last column says how many times as fast as the first one it is.
"""

from __future__ import annotations

import sys
from typing import Any

from jobs import Bench, Job, open_bench
from measuring import FailedProcessError
from reporting import describe_machine, make_parser, n_usable_cores, publish, run_benchmark, tell
from tables import Column, Table, duration, megabytes, yes_or_no

_ANY: tuple[str, ...] = ("--strategy", "optimal")
_HARD = (*_ANY, "--rule", "hard")
_CANDIDATES = (*_ANY, "--rule", "candidates")
_TARSE = (*_ANY, "--start", "tarse")
_LISTS_2023 = ("nyt-2023-answers", "nyt-2022-allowed")
# The totals are the published ones.
JOBS = (
    Job(
        "salet-any",
        "SALET, 2315 / 12,972, any",
        (*_ANY, "--start", "salet"),
        total=7920,
        at_most_seconds=1.5,
        try_for_seconds=0.5,
    ),
    Job(
        "best-candidates",
        "best opener proven, 2315, candidates only",
        _CANDIDATES,
        allowed="original-answers",
        total=8227,
        at_most_seconds=3,
        try_for_seconds=1,
    ),
    Job(
        "all-candidates",
        "exact totals of all 2315 openers, candidates only",
        _CANDIDATES,
        allowed="original-answers",
        total=8227,
        at_most_seconds=45,
        try_for_seconds=10,
        command=("wordle-analyze", "openers", "all"),
    ),
    Job(
        "best-any",
        "best opener proven, 2315 / 12,972, any",
        _ANY,
        total=7920,
        at_most_seconds=60,
        try_for_seconds=15,
    ),
    Job(
        "best-hard",
        "best opener proven, 2315 / 12,972, hard",
        _HARD,
        total=8122,
        at_most_seconds=300,
        try_for_seconds=60,
    ),
    Job("tarse-any", "TARSE, 3158 / 14,855, any", _TARSE, *_LISTS_2023, 11219, at_most_seconds=6, try_for_seconds=2),
    Job(
        "best-any-2023",
        "best opener proven, 3158 / 14,855, any",
        _ANY,
        *_LISTS_2023,
        11219,
        at_most_seconds=1800,
        try_for_seconds=300,
    ),
)
_MOST_BYTES = 2_000_000_000
_SHORT_SECONDS = 10
_SHORT_RUNS = 3


def measure(job: Job, bench: Bench, n_runs: int, n_workers: int) -> dict[str, Any]:
    """Returns a job's row; where it fails the row says so, and the other rows are measured all the same."""
    row: dict[str, Any] = {
        "name": job.name,
        "work": job.work,
        "workers": n_workers,
        "runs": n_runs,
        "at_most": job.at_most_seconds,
        "try_for": job.try_for_seconds,
    }
    try:
        row |= bench.run(job, n_runs, n_workers)
    except FailedProcessError as error:
        tell(f"benchmarks/search.py: {job.name}: {error}")
        return row | {"met": False, "failed": str(error)}
    return row | {"met": row["wall"] <= (job.at_most_seconds or row["wall"]) and row["peak"] <= _MOST_BYTES}


def main() -> int:
    """Measures, prints, and returns the exit status: 1 where a row failed."""
    parser = make_parser(__doc__)
    parser.add_argument(
        "--only", action="append", choices=[job.name for job in JOBS], help="only this row; may be repeated"
    )
    parser.add_argument(
        "--workers", action="append", metavar="N", type=int, help="threads; may be repeated [default: one a core]"
    )
    parser.add_argument(
        "--runs",
        metavar="N",
        type=int,
        help=f"the median of so many [default: {_SHORT_RUNS} where the limit is below {_SHORT_SECONDS} s, else 1]",
    )
    arguments = parser.parse_args()
    worker_counts = arguments.workers or [n_usable_cores()]
    if min([*worker_counts, arguments.runs or 1]) < 1:
        parser.error("--workers and --runs must be at least 1")
    table = Table(
        "Exact search",
        (
            Column("name", "name", is_text=True),
            Column("work", "work", is_text=True),
            Column("workers", "workers"),
            Column("total", "total"),
            Column("wall", "wall", duration),
            Column("cpu", "CPU", duration),
            Column("peak", "peak memory", megabytes),
            Column("at_most", "at most", duration),
            Column("try_for", "try for", duration),
            Column("met", "met", yes_or_no),
            Column("speed_up", "speed-up", "{:.2f}".format),
            Column("runs", "runs"),
        ),
        "The whole process of `wordle-compile`: interpreter, imports, matrix, search, check and file. A fresh one for "
        "each run, with cached kernels; the medians, and the largest peak. "
        f"Met: in time, and with at most {_MOST_BYTES / 1e9:.0f} GB.",
    )
    machine = describe_machine()
    with open_bench(is_quick=arguments.quick) as bench:
        for job in JOBS:
            if arguments.only and job.name not in arguments.only:
                continue
            is_short = job.at_most_seconds is not None and job.at_most_seconds < _SHORT_SECONDS
            n_runs = 1 if arguments.quick else arguments.runs or (_SHORT_RUNS if is_short else 1)
            rows: list[dict[str, Any]] = []
            for n_workers in worker_counts:
                tell(f"{job.work}: workers {n_workers}, runs {n_runs}")
                row = measure(job, bench, n_runs, n_workers)
                if rows and "wall" in row and "wall" in rows[0]:
                    row["speed_up"] = rows[0]["wall"] / row["wall"]
                if "wall" in row:
                    # A later row may take an hour; what is known is said now.
                    tell(f"{job.work}: {duration(row['wall'])}")
                rows.append(row)
            table.rows += rows
    publish([table], arguments, machine)
    return 1 if any("failed" in row for row in table.rows) else 0


if __name__ == "__main__":
    sys.exit(run_benchmark(main))
