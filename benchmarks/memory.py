"""Runs commands under several memory limits, and compares the most memory that each takes with its limit.

Ends with status 1 where a process that was not refused took more than its limit.
"""

from __future__ import annotations

import re
import shlex
import sys
import tempfile
from pathlib import Path
from typing import Any

from measuring import FailedProcessError, command_of, run_process
from reporting import describe_machine, make_parser, publish, run_benchmark, tell
from tables import Column, Table, duration, yes_or_no

_MIB = 1024**2
_COMPILES = 340 * _MIB
"""Compiling kernels takes at least so much."""

_WORKS: tuple[tuple[str, str, tuple[int, ...]], ...] = (
    ("optimal, PLATE", "wordle-compile --start plate", (512, 320, 256)),
    ("optimal, PLATE, hard", "wordle-compile --start plate --rule hard", (320, 256)),
    ("optimal, PLATE, 8 threads", "wordle-compile --start plate -j 8", (512, 400)),
    (
        "optimal, TARSE, lists of 2023",
        "wordle-compile --start tarse --answers nyt-2023-answers --allowed nyt-2022-allowed",
        (400, 300),
    ),
    ("best opener of 12,972", "wordle-compile", (350,)),
    ("best pairs of 12,972", "wordle-analyze pairs all --top 3", (350,)),
    (
        "best ten openers of 2315",
        "wordle-analyze openers all --top 10 --rule candidates --allowed original-answers",
        (256,),
    ),
    ("Mastermind of 4 pegs, 6 colours", "wordle-compile --game mastermind", (256,)),
    ("entropy, SOARE", "wordle-compile --strategy entropy --start soare", (256,)),
    (
        "entropy, SOARE, 12,972 answers",
        "wordle-compile --strategy entropy --start soare --answers original-allowed",
        (550, 512),
    ),
    ("two-step, ROATE", "wordle-compile --strategy two-step --start roate", (300, 256)),
    (
        "minimax, Mastermind of 5 pegs, 7 colours",
        "wordle-compile --game mastermind --pegs 5 --colours 7 --strategy minimax --start 11223",
        (512, 400),
    ),
)
_COLUMNS = (
    Column("work", "work", is_text=True),
    Column("limit", "limit, MiB"),
    Column("peak", "peak, MiB", lambda n_bytes: f"{n_bytes / _MIB:.0f}"),
    Column("seconds", "time", duration),
    Column("outcome", "outcome", is_text=True),
    Column("kept", "limit kept", yes_or_no),
)


def measure(work: str, typed: str, limit: int | None) -> dict[str, Any]:
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
            return {"work": work, "limit": limit, "outcome": outcome, "kept": "of memory" in outcome}
    kept = None if limit is None else run.peak_bytes <= limit * _MIB
    return {
        "work": work,
        "limit": limit,
        "peak": run.peak_bytes,
        "seconds": run.wall_seconds,
        "outcome": "done",
        "kept": kept,
    }


def main() -> int:
    """Runs, compares, prints."""
    arguments = make_parser(__doc__).parse_args()
    machine = describe_machine()
    table = Table(
        "Memory limits",
        _COLUMNS,
        "Whole processes with cached kernels, one thread a core where the row does not say otherwise; the peak is what "
        "was resident at once. Without a limit first, then with --memory-limit; what is refused starts nothing.",
    )
    for work, typed, limits in _WORKS[:1] if arguments.quick else _WORKS:
        for limit in (None, *(limits[-1:] if arguments.quick else limits)):
            tell(f"{work}, limit {limit}")
            row = measure(work, typed, limit)
            if row.get("peak", 0) > _COMPILES:
                # It may have compiled kernels, which it keeps.
                row = measure(work, typed, limit)
            table.rows.append(row)
    publish([table], arguments, machine)
    return 0 if all(row["kept"] is not False for row in table.rows) else 1


if __name__ == "__main__":
    sys.exit(run_benchmark(main))
