"""What the first use of each command costs on a new machine, where no kernel is compiled yet.

    python -m benchmarks cold_start --only plate --only entropy
    python -m benchmarks cold_start --against HEAD~1 --runs 5 --save benchmarks/results/cold-start.md

Each cold run is a whole process in a working folder of its own, with an empty folder for kernels; a second run, the
warm one, finds them there. Which kernels are dear is told by numba's own events, in one more cold run that is not
timed.
"""

from __future__ import annotations

import os
import shlex
import statistics
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from benchmarks.measuring import FailedProcessError, ProcessRun, command_of, run_process, tell
from benchmarks.registry import measurement
from benchmarks.revisions import THIS_TREE, Programs, compare
from benchmarks.tables import Code, Seconds, Share, Table

_EVENTS = Path(__file__).resolve().parent.parent / "compile_events"
_N_SLOWEST = 10


@dataclass(frozen=True)
class Use:
    """A first use: the name that `--only` takes, and what is typed."""

    name: str
    command: str


USES = (
    Use("plate", "wordle-compile --strategy optimal --start plate"),
    Use("hard", "wordle-compile --start salet --rule hard"),
    Use("candidates", "wordle-compile --rule candidates --start plate"),
    Use("entropy", "wordle-compile --strategy entropy --start soare"),
    Use("minimax", "wordle-compile --answers original-allowed --strategy minimax --start serai"),
    Use("mastermind", "wordle-compile --game mastermind --pegs 4 --colours 6"),
    Use("position", "wordle-analyze position salet:__y_g"),
    Use("solve", "wordle-next house __y_g --time-limit 999"),
    Use("certificate", "wordle-compile --start salet --certificate salet.proof"),
    Use("check", "wordle-check plate"),
)


@dataclass(frozen=True)
class FirstUse:
    """A cold run, and the warm one after it.

    Attributes:
        cold: With an empty folder for kernels.
        warm: The same command once more.
        n_compilations: How many kernels the cold run put there; one for each signature that was compiled.
    """

    cold: ProcessRun
    warm: ProcessRun
    n_compilations: int


@dataclass(frozen=True)
class Kernel:
    """A function that numba compiled, the project's or numba's own.

    Attributes:
        name: Its module and qualified name.
        n_signatures: How often it was compiled.
        own_seconds: Processor time of that, without the functions that were compiled on its behalf meanwhile.
    """

    name: str
    n_signatures: int
    own_seconds: float


def use_first(command: Sequence[str]) -> FirstUse:
    """Runs a command twice, in new folders.

    Raises:
        FailedProcessError: Its exit status is not 0.
    """
    with tempfile.TemporaryDirectory(prefix="wordle-tree-bench-") as name:
        folder, environment = _make_empty(Path(name))
        cold = run_process(command, folder=folder, environment=environment)
        # The compiler keeps a file for each kernel and layout; the checker, like earlier commits, one of numba's.
        kept = [path for path in Path(environment["NUMBA_CACHE_DIR"]).rglob("*") if path.suffix in {".kernel", ".nbc"}]
        warm = run_process(command, folder=folder, environment=environment)
    return FirstUse(cold, warm, len(kept))


def list_kernels(command: Sequence[str]) -> list[Kernel]:
    """Runs a command with an empty folder for kernels and returns what it and its children compile, the slowest first.

    Raises:
        FailedProcessError: Its exit status is not 0.
    """
    with tempfile.TemporaryDirectory(prefix="wordle-tree-bench-") as name:
        folder, environment = _make_empty(Path(name))
        events = Path(name) / "events"
        events.touch()
        environment |= {"PYTHONPATH": str(_EVENTS), "COMPILE_EVENTS": str(events)}
        run_process(command, folder=folder, environment=environment)
        lines = events.read_text(encoding="utf-8").splitlines()
    own_seconds: dict[str, list[float]] = defaultdict(list)
    for line in lines:
        function, _, own = line.split("\t")
        own_seconds[function].append(float(own))
    kernels = [Kernel(function, len(each), sum(each)) for function, each in own_seconds.items()]
    return sorted(kernels, key=lambda kernel: -kernel.own_seconds)


def _make_empty(folder: Path) -> tuple[Path, dict[str, str]]:
    """Makes an empty working folder and one for kernels; returns the first, and the environment that names the second.

    A PYTHONPATH of the caller would put this working tree into the other commit's environment.
    """
    working, kernels = folder / "working", folder / "kernels"
    working.mkdir()
    kernels.mkdir()
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return working, {**inherited, "NUMBA_CACHE_DIR": str(kernels)}


def _table_of_kernels(use: Use, kernels: list[Kernel]) -> Table:
    n_functions = sum(kernel.n_signatures for kernel in kernels)
    seconds = sum(kernel.own_seconds for kernel in kernels)
    return Table(
        f"Slowest kernels to compile: {use.name}",
        f"{n_functions} compilations of {len(kernels)} functions in {Seconds(seconds)} of processor time, and the "
        f"{_N_SLOWEST} that took longest. Numba's own functions are counted, too: "
        "they go into the functions that call them.",
        [
            {
                "function": Code(kernel.name),
                "signatures": kernel.n_signatures,
                "own time": Seconds(kernel.own_seconds),
                "share": Share(kernel.own_seconds / seconds),
            }
            for kernel in kernels[:_N_SLOWEST]
        ],
    )


@measurement(
    click.option("--runs", type=click.IntRange(1), default=3, show_default=True, help="Cold runs of each use."),
    rows=USES,
    against=True,
)
def measure(*, quick: bool, rows: list[Use], runs: int, programs: Programs = THIS_TREE) -> list[Table]:
    """Measures each first use, and what it compiles."""
    n_runs = 1 if quick else runs
    table = Table(
        "First uses",
        f"Whole processes, the median of {n_runs}, each with an empty folder for kernels; time, processor time of the "
        "process and its children, peak memory, the compiled kernels that it keeps there (one for each signature), all "
        "that it compiles, with the functions that go into those kernels, and the time of a second run. Ratios to "
        "another commit are below 1 if this one is cheaper.",
    )
    tables = [table]
    for use in rows:
        row: dict[str, Any] = {"name": use.name, "command": Code(use.command)}
        table.rows.append(row)
        tell(f"{use.name} ...")
        program, *arguments = shlex.split(use.command)
        command = [program, *(["--help"] if quick else arguments)]
        try:
            kernels = list_kernels([*command_of(program), *command[1:]])
            this, other = programs.in_turn(command, n_runs, use_first)
        except FailedProcessError as error:
            row["failed"] = str(error)
            continue
        row |= compare([each.cold for each in this], [each.cold for each in other])
        row["compilations"] = statistics.median_low(each.n_compilations for each in this)
        row["with inner ones"] = sum(kernel.n_signatures for kernel in kernels)
        if other:
            row["other compilations"] = statistics.median_low(each.n_compilations for each in other)
        row["warm"] = Seconds(statistics.median(each.warm.wall_seconds for each in this))
        tell(f"{use.name}: {row['wall']} cold, {row['warm']} warm")
        if kernels:
            tables.append(_table_of_kernels(use, kernels))
    return tables
