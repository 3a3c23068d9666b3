"""Commands under memory limits: the most memory that each takes, compared with its limit.

    python -m benchmarks memory --save benchmarks/results/memory.md

Ends with status 1 if a process that was not refused took more than its limit.
"""

from __future__ import annotations

import re
import shlex
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.measuring import FailedProcessError, command_of, run_process, tell
from benchmarks.registry import measurement
from benchmarks.tables import Seconds, Table

_MIB = 1024**2
_COMPILES = 340
"""Compiling kernels takes at least so many MiB."""

_WORKS: tuple[tuple[str, str, tuple[int, ...]], ...] = (
    ("optimal, PLATE", "wordle-compile --start plate", (512, 320, 256)),
    ("optimal, PLATE, hard", "wordle-compile --start plate --rule hard", (320, 256)),
    ("optimal, PLATE, 8 threads", "wordle-compile --start plate -j 8", (512, 350)),
    (
        "optimal, TARSE, lists of 2023",
        "wordle-compile --start tarse --answers nyt-2023-answers --allowed nyt-2022-allowed",
        (400, 300),
    ),
    ("best opener of 12,972", "wordle-compile", (300,)),
    ("best pairs of 12,972", "wordle-analyze pairs all --top 3", (300,)),
    (
        "best ten openers of 2315",
        "wordle-analyze openers all --top 10 --rule candidates --allowed original-answers",
        (200,),
    ),
    ("Mastermind of 4 pegs, 6 colours", "wordle-compile --game mastermind", (200,)),
    ("entropy, SOARE", "wordle-compile --strategy entropy --start soare", (256, 200)),
    (
        "entropy, SOARE, 12,972 answers",
        "wordle-compile --strategy entropy --start soare --answers original-allowed",
        (512, 450),
    ),
    ("two-step, ROATE", "wordle-compile --strategy two-step --start roate", (256, 220)),
    (
        "minimax, Mastermind of 5 pegs, 7 colours",
        "wordle-compile --game mastermind --pegs 5 --colours 7 --strategy minimax --start 11223",
        (450, 400),
    ),
)


def run_limited(work: str, typed: str, limit: int | None) -> dict[str, Any]:
    """Runs one command under a limit of so many MiB and returns its row; the first line of a refusal is kept."""
    with tempfile.TemporaryDirectory() as folder:
        name, *arguments = shlex.split(typed)
        command = [*command_of(name), *arguments, "--quiet", "-o", str(Path(folder, "tree"))]
        if limit is not None:
            command += ["--memory-limit", f"{limit}M"]
        try:
            run = run_process(command)
        except FailedProcessError as error:
            said = re.search(r"wordle-[a-z ]+: (.*?)(?: \(|$)", str(error))
            outcome = said[1] if said else str(error)
            return {"work": work, "limit, MiB": limit, "outcome": outcome, "limit kept": "of memory" in outcome}
    kept = None if limit is None else run.peak_bytes <= limit * _MIB
    row = {"work": work, "limit, MiB": limit, "peak, MiB": run.peak_bytes // _MIB}
    return row | {"time": Seconds(run.wall_seconds), "outcome": "done", "limit kept": kept}


@measurement()
def measure(*, quick: bool) -> list[Table]:
    """Runs each command without a limit, then with each of its limits."""
    table = Table(
        "Memory limits",
        "Whole processes with cached kernels, one thread per core unless the row says otherwise; the peak is what "
        "was resident at once. Without a limit first, then with --memory-limit; what is refused starts nothing.",
    )
    for work, typed, limits in _WORKS[:1] if quick else _WORKS:
        for limit in (None, *(limits[-1:] if quick else limits)):
            tell(f"{work}, limit {limit}")
            row = run_limited(work, typed, limit)
            if row.get("peak, MiB", 0) > _COMPILES:
                # It may have compiled kernels, which it keeps.
                row = run_limited(work, typed, limit)
            if row["limit kept"] is False:
                row["failed"] = "took more than its limit"
            table.rows.append(row)
    return [table]
