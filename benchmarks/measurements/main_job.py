"""What the README quotes: compile times, lookups, start-up, file sizes.

    python -m benchmarks main_job
    python -m benchmarks main_job --only lookups --only start-up
    python -m benchmarks main_job --only compiling --against HEAD~1

Takes about two minutes. The exact engine's long proofs are in `search`, the counting kernels in `kernels`.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import click

import wordle_trees
from benchmarks.jobs import Job, open_bench
from benchmarks.lookups_in_process import measure_lookups
from benchmarks.measuring import command_of, in_turn, run_process, summarise, tell
from benchmarks.registry import measurement
from benchmarks.revisions import THIS_TREE, Programs
from benchmarks.tables import Seconds, Table
from wordle_runtime import format_feedback, load

_HEURISTICS = ("minimax", "expected-size", "entropy", "most-parts")
_ORIGINAL = ("original-answers", "original-allowed")
_SERAI = ("--strategy", "minimax", "--start", "serai", "--max-guesses", "10")
# The totals are the published ones; SERAI's follows from its published histogram.
JOBS = (
    Job("plate-any", "optimal, PLATE, any", ("--start", "plate"), total=7989),
    Job("plate-candidates", "optimal, PLATE, candidates", ("--start", "plate", "--rule", "candidates"), total=8227),
    Job("salet-any", "optimal, SALET, any", ("--start", "salet"), *_ORIGINAL, 7920, 1.5),
    Job("salet-hard", "optimal, SALET, hard", ("--start", "salet", "--rule", "hard"), total=8122),
    Job("crane-any", "optimal, CRANE, any", ("--start", "crane"), total=7930),
    Job("tarse-any", "optimal, TARSE, any", ("--start", "tarse"), "nyt-2022-answers", "nyt-2022-allowed", 7883),
    *(Job(f"salet-{name}", f"{name}, SALET, any", ("--strategy", name, "--start", "salet")) for name in _HEURISTICS),
    Job("serai-minimax", "minimax, SERAI, any", _SERAI, "original-allowed", total=55506),
)
_BATCH_LINES = 100_000
_MOST_BATCHES = 5
_QUICK_JOBS = 2
_START_UP_RATIO = 2.5
_MOST_BYTES = 16 * 1024
_AIM_ANSWERS = 2315
"""The aim for the size is for trees of up to so many answers."""


class Section(NamedTuple):
    """A table by the name that `--only` takes."""

    name: str


SECTIONS = [Section(name) for name in ("compiling", "lookups", "start-up", "sizes")]


@measurement(
    click.option("--runs", type=click.IntRange(1), default=3, show_default=True, help="Runs of each compilation."),
    click.option("--rounds", type=click.IntRange(1), default=40, show_default=True, help="Pairs for the start-up."),
    rows=SECTIONS,
    against=True,
)
def measure(*, quick: bool, rows: list[Section], runs: int, rounds: int, programs: Programs = THIS_TREE) -> list[Table]:
    """Makes the tables that are chosen."""
    n_runs, n_rounds, n_lines = (1, 1, 100) if quick else (runs, rounds, _BATCH_LINES)
    sections = {
        "compiling": partial(measure_compiling, n_runs, programs, is_quick=quick),
        "lookups": partial(measure_lookups, is_quick=quick),
        "start-up": partial(measure_start_up, n_rounds, n_lines),
        "sizes": measure_sizes,
    }
    return [sections[section.name]() for section in rows]


def measure_compiling(n_runs: int, programs: Programs, *, is_quick: bool) -> Table:
    """Measures `wordle-compile`, a fresh process each time."""
    table = Table(
        "Compile times",
        "The whole process of `wordle-compile`: interpreter, imports, matrix, search, check and file. Runs of each: "
        f"{n_runs}, every one a fresh process with cached kernels, one worker a core. Totals that are known from "
        "elsewhere are checked.",
    )
    with open_bench(is_quick=is_quick, programs=programs) as bench:
        for job in JOBS[:_QUICK_JOBS] if is_quick else JOBS:
            tell(f"compile times: {job.work}")
            row = {"work": job.work, "answers / allowed": bench.lists(job), **bench.run(job, n_runs)}
            table.rows.append(row | _aimed(row["wall"], job.at_most_seconds and Seconds(job.at_most_seconds)))
    return table


def measure_start_up(n_rounds: int, n_lines: int) -> Table:
    """Measures `wordle-next` against the bare interpreter, and `--batch` over many lines."""
    tell("start-up")
    table = Table(
        "Start-up of wordle-next",
        f"Whole processes, each command and `python -c pass` in turn. Pairs of each: {n_rounds}; the ratio is the "
        f"median of the pairs' ratios, and its aim is for answers as text. The batch reads {n_lines:,} histories of "
        "one to four turns from a file, its start included.",
    )
    pause = partial(run_process, [sys.executable, "-c", "pass"])
    for words in ([], ["salet", "__y_g"], ["crane", "__y_g", "blits", "_y__y"], ["--json", "salet", "__y_g"]):
        ask = partial(run_process, [*command_of("wordle-next"), *words])
        # One pair before the first is not counted.
        in_turn(1, pause, ask)
        base, runs = in_turn(n_rounds, pause, ask)
        ratio = statistics.median(run.wall_seconds / bare.wall_seconds for bare, run in zip(base, runs, strict=True))
        row: dict[str, Any] = {"work": " ".join(["wordle-next", *words]), **summarise(runs)}
        row |= {"python -c pass": summarise(base)["wall"], "ratio": ratio}
        table.rows.append(row | _aimed(ratio, None if "--json" in words else _START_UP_RATIO))
    with tempfile.TemporaryDirectory(prefix="wordle-tree-bench-") as folder:
        lines = Path(folder) / "histories.txt"
        _write_histories(lines, n_lines)
        batch = partial(run_process, [*command_of("wordle-next"), "--tree", "salet", "--batch"], stdin=lines)
        (runs,) = in_turn(min(n_rounds, _MOST_BATCHES), batch)
    row = {"work": "wordle-next --batch", **summarise(runs)}
    table.rows.append(row | {"lines a second": round(n_lines / row["wall"])})
    return table


def _write_histories(file: Path, n_lines: int) -> None:
    """Writes the histories of the tree `salet`, of every node but the opener, again and again."""
    tree = load("salet")
    paths = [node.path for node in tree.walk()][1:]
    lines = [" ".join(f"{guess} {format_feedback(code, tree.length)}" for guess, code in path) for path in paths]
    whole, rest = divmod(n_lines, len(lines))
    file.write_text("".join(f"{line}\n" for line in lines * whole + lines[:rest]), encoding="utf-8")


def measure_sizes() -> Table:
    """Measures the files of the bundled trees."""
    table = Table(
        "File sizes",
        f"Words included. The aim is for {_AIM_ANSWERS} answers.",
    )
    for name in wordle_trees.names():
        tree = load(name)
        n_answers, n_bytes = tree.guarantee.n_answers, len(wordle_trees.read(name))
        row = {"tree": name, "answers": n_answers, "nodes": len(tree.nodes.guess), "bytes": n_bytes}
        row["bytes an answer"] = n_bytes / n_answers
        table.rows.append(row | _aimed(n_bytes, _MOST_BYTES if n_answers <= _AIM_ANSWERS else None))
    return table


def _aimed(value: float, aim: float | None) -> dict[str, Any]:
    return {} if aim is None else {"aim, at most": aim, "met": value <= aim}
