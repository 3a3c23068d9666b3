"""The reader of tree files fuzzed: any bytes must give a tree that can be trusted or one typed error.

    pip install '.[fuzz]'
    python -m benchmarks fuzz --executions 1000000 --save benchmarks/results/fuzz.md

Two parts. One makes files by structure (`tree_mutations.py` in `tests/support`) and needs nothing but the tests'
libraries. The other is guided by coverage (`fuzz_target.py` there) and needs atheris, without which it is left out and
named. Both begin with the small files in `tests/fixtures` and check `reader_property.py`. A file that breaks the
property is kept as `fuzz-crash-*`, its name is the last line on standard error, and the exit status is 1.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from importlib.metadata import version
from pathlib import Path
from typing import Any

import click

import wordle_runtime
from benchmarks.measuring import FailedProcessError, tell
from benchmarks.registry import measurement
from benchmarks.tables import Bytes, Seconds, Table

TESTS = Path(__file__).parent.parent.parent / "tests" / "support"
FIXTURES = TESTS.parent / "fixtures"
READERS = ("reader.py", "fields.py")
"""Where the runtime decides what is a tree file."""
MOST_BYTES = 1 << 30
"""Of address space for the part by structure, and of memory for the guided one: beyond it is a crash."""
_LARGEST_INPUT = 4096
_QUICK = 2000
_LONGEST = 300
"""Characters of an error that are shown."""
_STALLED_SECONDS = 600
"""After these libFuzzer calls a file slow; the property's own limit, of processor time, is much tighter."""


@measurement(
    click.option(
        "--executions", type=click.IntRange(1), default=1_000_000, show_default=True, help="Files in each part."
    ),
    click.option("--seconds", type=click.IntRange(1), help="End each part after so long."),
    click.option("--seed", type=int, default=1, show_default=True, help="What is made; equal seeds make equal files."),
)
def measure(*, quick: bool, executions: int, seconds: int | None, seed: int) -> list[Table]:
    """Fuzzes in both ways."""
    sys.path.insert(0, str(TESTS))
    n_executions = _QUICK if quick else executions
    table = Table(
        "Fuzzing the reader",
        f"Seed {seed}. Every file either gives `TreeError` with one harmless line, or a tree of which every "
        "lookup ends with a word of the tree; where `verify` finds no fault, a player with feedback rules of its own "
        "finds the tree's claims true. A crash is anything else, a file that takes 10 s of processor time, or more "
        f"than {MOST_BYTES >> 30} GiB of memory. The guided part does not count what was refused.",
    )
    if importlib.util.find_spec("atheris") is None:
        tell("fuzz: no atheris here (pip install '.[fuzz]'): the part guided by coverage is left out")
    else:
        table.rows.append(fuzz_by_coverage(n_executions, seconds, seed))
    table.rows.append(fuzz_by_structure(n_executions, seconds, seed))
    return [table]


def fuzz_by_structure(n_executions: int, most_seconds: int | None, seed: int) -> dict[str, Any]:
    """Checks files that the seeded mutator makes, in this process.

    Raises:
        FailedProcessError: A file breaks the property; it was kept.
    """
    from reader_property import check_in_time
    from tree_mutations import Mutator

    mutator = Mutator(bases(), seed)
    found: Counter[str] = Counter()
    sites: Counter[str] = Counter()
    slowest = 0.0
    n_done = 0
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, hard))
    began = time.perf_counter()
    while n_done < n_executions and not (most_seconds and time.perf_counter() - began > most_seconds):
        data = mutator.next()
        start = time.process_time()
        try:
            found[check_in_time(data, sites)] += 1
        except Exception as error:
            kept = Path(f"fuzz-crash-{hashlib.sha256(data).hexdigest()[:12]}")
            kept.write_bytes(data)
            raise FailedProcessError(
                f"file {n_done} of seed {seed}, kept as {kept}: {repr(error)[:_LONGEST]}"
            ) from error
        slowest = max(slowest, time.process_time() - start)
        n_done += 1
        if n_done % 50_000 == 0:
            tell(f"by structure: {n_done:,} of {n_executions:,}")
    seconds = time.perf_counter() - began
    resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY if hard < 0 else hard, hard))
    refusals = refusals_in_the_reader()
    return {
        "part": "by structure",
        "executions": n_done,
        "crashes": 0,
        "refused": found["refused"],
        "loads, verify says why not": found["wrong"],
        "loads and holds": found["holds"],
        "coverage": f"{len(refusals & set(sites))} of the reader's {len(refusals)} refusals",
        "corpus": f"{len(mutator.bases)} files",
        "time": Seconds(seconds),
        "slowest file": Seconds(slowest),
        "peak memory": Bytes(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024),
    }


def fuzz_by_coverage(n_executions: int, most_seconds: int | None, seed: int) -> dict[str, Any]:
    """Lets libFuzzer make files that reach ever more of the reader, in a process of its own.

    Raises:
        FailedProcessError: A file breaks the property; libFuzzer kept it.
    """
    with tempfile.TemporaryDirectory() as folder:
        for number, data in enumerate(bases()):
            (Path(folder) / f"base-{number}").write_bytes(data)
        command = [
            sys.executable,
            str(TESTS / "fuzz_target.py"),
            f"-runs={n_executions}",
            f"-seed={seed}",
            f"-max_len={_LARGEST_INPUT}",
            f"-timeout={_STALLED_SECONDS}",
            f"-rss_limit_mb={MOST_BYTES >> 20}",
            "-artifact_prefix=fuzz-crash-",
            "-print_final_stats=1",
            *([f"-max_total_time={most_seconds}"] if most_seconds else []),
            folder,
        ]
        began = time.perf_counter()
        done = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", check=False)
        seconds = time.perf_counter() - began
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if "Error" in line or "Base64:" in line]
        raise FailedProcessError(f"guided by coverage, exit status {done.returncode}: {'; '.join(lines[-3:])}")
    last = re.findall(r"cov: (\d+) ft: (\d+) corp: (\d+)/(\S+)", done.stderr)[-1]
    stats = dict(re.findall(r"stat::(\w+):\s+(\d+)", done.stderr))
    return {
        "part": f"guided by coverage, atheris {version('atheris')}",
        "executions": int(stats["number_of_executed_units"]),
        "crashes": 0,
        "coverage": f"{last[0]} edges, {last[1]} features",
        "corpus": f"{last[2]} files, {last[3]}",
        "time": Seconds(seconds),
        "slowest file": Seconds(stats["slowest_unit_time_sec"]) or None,
        "peak memory": Bytes(int(stats["peak_rss_mb"]) << 20),
    }


def bases() -> list[bytes]:
    """Returns the valid files to begin with."""
    return [path.read_bytes() for path in sorted(FIXTURES.glob("format-1.*.tree"))]


def refusals_in_the_reader() -> set[str]:
    """Returns every place in the reader that raises `TreeError`, such as `reader.py:61`."""
    folder = Path(wordle_runtime.__path__[0])
    return {
        f"{name}:{node.lineno}"
        for name in READERS
        for node in ast.walk(ast.parse((folder / name).read_text(encoding="utf-8")))
        if isinstance(node, ast.Raise) and node.exc is not None
    }
