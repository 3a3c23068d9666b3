"""The one command that measures what the project claims: compile times, runtime, start-up, file sizes.

    python benchmarks/run.py
    python benchmarks/run.py --only lookups --only start-up
    python benchmarks/run.py --save benchmarks/results/FILE.md --json FILE.json

Takes about two minutes. The exact engine's long proofs are in search.py, the counting kernels in kernels.py.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from jobs import Job, open_bench
from lookups import measure_lookups
from measuring import Runs, command_of, run_in_turn, run_process
from reporting import describe_machine, make_parser, publish, run_benchmark, tell
from tables import Column, Table, duration, megabytes, yes_or_no

import wordle_trees
from wordle_runtime import format_feedback, load

_HEURISTICS = ("minimax", "expected-size", "entropy", "most-parts")
_HEURISTIC_JOBS = tuple(
    Job(f"salet-{name}", f"{name}, SALET, any", ("--strategy", name, "--start", "salet")) for name in _HEURISTICS
)
# The totals are the published ones; SERAI's follows from its published histogram.
JOBS = (
    Job("plate-any", "optimal, PLATE, any", ("--start", "plate"), total=7989),
    Job("plate-candidates", "optimal, PLATE, candidates", ("--start", "plate", "--rule", "candidates"), total=8227),
    Job("salet-any", "optimal, SALET, any", ("--start", "salet"), total=7920, at_most_seconds=1.5),
    Job("salet-hard", "optimal, SALET, hard", ("--start", "salet", "--rule", "hard"), total=8122),
    Job("crane-any", "optimal, CRANE, any", ("--start", "crane"), total=7930),
    Job("tarse-any", "optimal, TARSE, any", ("--start", "tarse"), "nyt-2022-answers", "nyt-2022-allowed", total=7883),
    *_HEURISTIC_JOBS,
    Job(
        "serai-minimax",
        "minimax, SERAI, any",
        ("--strategy", "minimax", "--start", "serai", "--max-guesses", "10"),
        "original-allowed",
        total=55506,
    ),
)
_BATCH_LINES = 100_000
_QUICK_JOBS = 2
_START_UP_RATIO = 2.5
_MOST_BYTES = 16 * 1024
_AIM_ANSWERS = 2315
"""The aim for the size is for trees of up to so many answers."""


def measure_compiling(n_runs: int, *, is_quick: bool) -> Table:
    """Measures `wordle-compile`, a fresh process each time."""
    table = Table(
        "Compile times",
        (
            Column("work", "work", is_text=True),
            Column("lists", "answers / allowed", is_text=True),
            Column("total", "total"),
            Column("wall", "median", duration),
            Column("fastest", "fastest", duration),
            Column("cpu", "CPU", duration),
            Column("peak", "peak memory", megabytes),
            Column("aim", "aim, at most", duration),
            Column("met", "met", yes_or_no),
        ),
        "The whole process of `wordle-compile`: interpreter, imports, matrix, search, check and file. Runs of each: "
        f"{n_runs}, every one a fresh process with cached kernels, one worker a core. Totals that are known from "
        "elsewhere are checked.",
    )
    with open_bench(is_quick=is_quick) as bench:
        for job in JOBS[:_QUICK_JOBS] if is_quick else JOBS:
            tell(f"compile times: {job.work}")
            row = bench.run(job, n_runs)
            aim = job.at_most_seconds
            row |= {
                "work": job.work,
                "lists": bench.lists(job),
                "aim": aim,
                "met": None if aim is None else row["wall"] < aim,
            }
            table.rows.append(row)
    return table


def measure_start_up(n_rounds: int, n_lines: int) -> Table:
    """Measures `wordle-next` against the bare interpreter, and `--batch` over many lines."""
    tell("start-up")
    pause = [sys.executable, "-c", "pass"]
    ask = command_of("wordle-next")
    table = Table(
        "Start-up of wordle-next",
        (
            Column("work", "work", is_text=True),
            Column("wall", "median", duration),
            Column("fastest", "fastest", duration),
            Column("base", "python -c pass", duration),
            Column("ratio", "ratio", "{:.2f}".format),
            Column("aim", "aim, at most", "{:.2f}".format),
            Column("met", "met", yes_or_no),
            Column("rate", "lines a second", "{:,.0f}".format),
        ),
        f"Whole processes, each command and `python -c pass` in turn. Pairs of each: {n_rounds}; the ratio is the "
        f"median of the pairs' ratios, and its aim is for answers as text. The batch reads {n_lines:,} histories of "
        "one to four turns from a file, its start included.",
    )
    for words in ([], ["salet", "__y_g"], ["plate", "__g_g", "crave", "g_g_g"], ["--json", "salet", "__y_g"]):
        base, runs, ratio = run_in_turn(pause, [*ask, *words], n_rounds)
        aim = None if "--json" in words else _START_UP_RATIO
        table.rows.append(
            {
                "work": " ".join(["wordle-next", *words]),
                "wall": Runs.of(runs).wall_seconds,
                "fastest": Runs.of(runs).fastest_seconds,
                "base": Runs.of(base).wall_seconds,
                "ratio": ratio,
                "aim": aim,
                "met": None if aim is None else ratio <= aim,
            }
        )
    with tempfile.TemporaryDirectory(prefix="wordle-tree-bench-") as folder:
        lines = Path(folder) / "histories.txt"
        _write_histories(lines, n_lines)
        runs = [run_process([*ask, "--batch"], stdin=lines) for _ in range(min(n_rounds, 5))]
    seconds = Runs.of(runs).wall_seconds
    table.rows.append(
        {
            "work": "wordle-next --batch",
            "wall": seconds,
            "fastest": Runs.of(runs).fastest_seconds,
            "rate": n_lines / seconds,
        }
    )
    return table


def _write_histories(file: Path, n_lines: int) -> None:
    """Writes the histories of the tree `salet`, of every node but the opener, again and again."""
    tree = load("salet")
    paths = [node.path for node in tree.walk()][1:]
    lines = [" ".join(f"{guess} {format_feedback(code, tree.length)}" for guess, code in path) for path in paths]
    whole, rest = divmod(n_lines, len(lines))
    file.write_text("".join(f"{line}\n" for line in lines * whole + lines[:rest]), encoding="utf-8")


def measure_sizes() -> Table:
    """Measures the files of the shipped trees."""
    table = Table(
        "File sizes",
        (
            Column("tree", "tree", is_text=True),
            Column("answers", "answers"),
            Column("nodes", "nodes"),
            Column("bytes", "bytes"),
            Column("each", "bytes an answer", "{:.2f}".format),
            Column("aim", "aim, at most"),
            Column("met", "met", yes_or_no),
        ),
        f"Words included. The aim is for {_AIM_ANSWERS} answers.",
    )
    for name in wordle_trees.names():
        tree = load(name)
        n_answers = tree.guarantee.n_answers
        n_bytes = len(wordle_trees.read(name))
        aim = _MOST_BYTES if n_answers <= _AIM_ANSWERS else None
        table.rows.append(
            {
                "tree": name,
                "answers": n_answers,
                "nodes": len(tree.nodes.guess),
                "bytes": n_bytes,
                "each": n_bytes / n_answers,
                "aim": aim,
                "met": None if aim is None else n_bytes <= aim,
            }
        )
    return table


def main() -> int:
    """Measures, prints, and returns the exit status."""
    parser = make_parser(__doc__)
    parser.add_argument("--runs", metavar="N", type=int, default=3, help="runs of each compilation [default: 3]")
    parser.add_argument("--rounds", metavar="N", type=int, default=40, help="pairs for the start-up [default: 40]")
    parser.add_argument(
        "--only",
        action="append",
        choices=("compiling", "lookups", "start-up", "sizes"),
        help="only this table; may be repeated",
    )
    arguments = parser.parse_args()
    is_quick = arguments.quick
    n_runs, n_rounds, n_lines = (1, 1, 100) if is_quick else (arguments.runs, arguments.rounds, _BATCH_LINES)
    if min(n_runs, n_rounds) < 1:
        parser.error("--runs and --rounds must be at least 1")
    sections: dict[str, Callable[[], Table]] = {
        "compiling": lambda: measure_compiling(n_runs, is_quick=is_quick),
        "lookups": lambda: measure_lookups(is_quick=is_quick),
        "start-up": lambda: measure_start_up(n_rounds, n_lines),
        "sizes": measure_sizes,
    }
    machine = describe_machine()
    tables = [measure() for name, measure in sections.items() if not arguments.only or name in arguments.only]
    publish(tables, arguments, machine)
    return 0


if __name__ == "__main__":
    sys.exit(run_benchmark(main))
