"""What the first use of each command costs on a new machine, where no kernel is compiled yet.

    python benchmarks/cold_start.py --only plate --only entropy
    python benchmarks/cold_start.py --against HEAD~1 --runs 5 --save benchmarks/results/cold-start.md

Each cold run is a whole process in a working folder of its own, with an empty folder for kernels; a second run, the
warm one, finds them there. Which kernels are dear is told by numba's own events, in one more cold run that is not
timed. `--against` builds another commit in an environment of its own, with the same versions of the libraries, and
alternates with it: other, this, other, this. "This" is what is installed beside the interpreter, as an editable
installation of the working tree is.
"""

from __future__ import annotations

import os
import shlex
import shutil
import statistics
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

from measuring import FailedProcessError, ProcessRun, Runs, command_of, run_process
from reporting import describe_machine, make_parser, publish, run_benchmark, tell
from tables import Column, Table, duration, megabytes

_HERE = Path(__file__).resolve().parent
_N_DEAREST = 10


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
    Use("solve", "wordle-next crane __y_g --solve"),
    Use("certificate", "wordle-compile --start salet --certificate salet.proof"),
    Use("check", "wordle-check plate"),
)

Installation = Callable[[str], list[str]]
"""Returns how to start the program of a name, as `command_of` does for the one beside this interpreter."""


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
        # numba keeps an index for each function, and beside it a file for each signature.
        n_compilations = sum(1 for _ in Path(environment["NUMBA_CACHE_DIR"]).rglob("*.nbc"))
        warm = run_process(command, folder=folder, environment=environment)
    return FirstUse(cold, warm, n_compilations)


def list_kernels(command: Sequence[str]) -> list[Kernel]:
    """Runs a command with an empty folder for kernels and returns what it and its children compile, the dearest first.

    Raises:
        FailedProcessError: Its exit status is not 0.
    """
    with tempfile.TemporaryDirectory(prefix="wordle-tree-bench-") as name:
        folder, environment = _make_empty(Path(name))
        events = Path(name) / "events"
        events.touch()
        environment |= {"PYTHONPATH": str(_HERE / "compile_events"), "COMPILE_EVENTS": str(events)}
        run_process(command, folder=folder, environment=environment)
        lines = events.read_text(encoding="utf-8").splitlines()
    own_seconds: dict[str, list[float]] = defaultdict(list)
    for line in lines:
        function, _, own = line.split("\t")
        own_seconds[function].append(float(own))
    kernels = [Kernel(function, len(each), sum(each)) for function, each in own_seconds.items()]
    return sorted(kernels, key=lambda kernel: -kernel.own_seconds)


def install(revision: str, folder: Path) -> Installation:
    """Installs another commit of this repository in an environment of its own, below `folder`.

    Its libraries have the versions that this interpreter's have, since compiling depends most on numba's.

    Raises:
        FailedProcessError: There is no such commit, or it cannot be installed.
    """
    archive, source, environment = folder / "source.tar", folder / "source", folder / "environment"
    run_process(["git", "-C", str(_HERE.parent), "archive", "-o", str(archive), revision])
    shutil.unpack_archive(archive, source, filter="data")
    versions = folder / "versions.txt"
    libraries = {found.name: found.version for found in distributions() if found.name != "wordle-tree"}
    versions.write_text("".join(f"{name}=={version}\n" for name, version in libraries.items()), encoding="utf-8")
    run_process([sys.executable, "-m", "venv", str(environment)])
    programs = environment / "bin"
    pip = [str(programs / "python"), "-m", "pip", "install", "--quiet", "--constraint", str(versions)]
    run_process([*pip, f"{source}[compiler,checker]"])
    return lambda name: [str(programs / name)]


def summarise(uses: Sequence[FirstUse]) -> dict[str, Any]:
    """Returns the values of a row: medians, and the largest peak."""
    cold = Runs.of([use.cold for use in uses])
    return {
        "wall": cold.wall_seconds,
        "cpu": cold.cpu_seconds,
        "peak": cold.peak_bytes,
        "compilations": statistics.median_low(use.n_compilations for use in uses),
        "warm": Runs.of([use.warm for use in uses]).wall_seconds,
    }


def compare(other: dict[str, Any], this: dict[str, Any]) -> dict[str, Any]:
    """Returns the row that sets one summary beside another: the other's values, and the ratios of this one to them."""
    row: dict[str, Any] = {"name": this["name"]}
    for key in ("wall", "cpu", "compilations"):
        row |= {key: other[key], f"{key}_ratio": this[key] / other[key] if other[key] else None}
    return row


def _make_empty(folder: Path) -> tuple[Path, dict[str, str]]:
    """Makes an empty working folder and one for kernels; returns the first, and the environment that names the second.

    A PYTHONPATH of the caller would put this working tree into the other commit's environment.
    """
    working, kernels = folder / "working", folder / "kernels"
    working.mkdir()
    kernels.mkdir()
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return working, {**inherited, "NUMBA_CACHE_DIR": str(kernels)}


def _command(use: Use, installation: Installation, *, is_quick: bool) -> list[str]:
    program, *arguments = shlex.split(use.command)
    return [*installation(program), *(["--help"] if is_quick else arguments)]


def _table_of_kernels(use: Use, kernels: list[Kernel]) -> Table:
    n_functions = sum(kernel.n_signatures for kernel in kernels)
    seconds = sum(kernel.own_seconds for kernel in kernels)
    columns = (
        Column("name", "function", "`{}`".format, is_text=True),
        Column("n_signatures", "signatures"),
        Column("own_seconds", "own time", duration),
        Column("share", "share", "{:.1%}".format),
    )
    note = (
        f"{n_functions} compilations of {len(kernels)} functions in {duration(seconds)} of processor time, and the "
        f"{_N_DEAREST} dearest functions. Functions of numba itself count, which it compiles into those that call them."
    )
    rows = [vars(kernel) | {"share": kernel.own_seconds / seconds} for kernel in kernels[:_N_DEAREST]]
    return Table(f"Dearest kernels: {use.name}", columns, note, rows)


def _table_of_uses(n_runs: int) -> Table:
    columns = (
        Column("name", "name", is_text=True),
        Column("command", "command", "`{}`".format, is_text=True),
        Column("wall", "cold", duration),
        Column("cpu", "CPU", duration),
        Column("peak", "peak memory", megabytes),
        Column("compilations", "compilations"),
        Column("all_compilations", "with inner ones"),
        Column("warm", "warm", duration),
    )
    note = (
        f"Whole processes, the median of {n_runs}, each with an empty folder for kernels; time, processor time of the "
        "process and its children, peak memory, the compiled kernels that it keeps there (one for each signature), all "
        "that it compiles, with the functions that go into those kernels, and the time of a second run."
    )
    return Table("First uses", columns, note)


def _table_against(revision: str, n_runs: int) -> Table:
    ratio = "{:.2f}".format
    columns = (
        Column("name", "name", is_text=True),
        Column("wall", "cold", duration),
        Column("wall_ratio", "ratio", ratio),
        Column("cpu", "CPU", duration),
        Column("cpu_ratio", "ratio", ratio),
        Column("compilations", "compilations"),
        Column("compilations_ratio", "ratio", ratio),
    )
    note = (
        f"The medians of {n_runs} first uses of {revision}, in turn with the ones above, and the ratios of the ones "
        "above to them: below 1 this commit is the cheaper one."
    )
    return Table(f"Against {revision}", columns, note)


def _git(*arguments: str) -> str:
    return run_process(["git", "-C", str(_HERE.parent), *arguments]).output.strip()


def main() -> int:
    """Measures, prints, and returns the exit status: 1 where a use failed."""
    parser = make_parser(__doc__)
    parser.add_argument(
        "--only", action="append", choices=[use.name for use in USES], help="only this use; may be repeated"
    )
    parser.add_argument("--against", metavar="REV", help="build this commit too, and compare with it")
    parser.add_argument("--runs", metavar="N", type=int, default=3, help="cold runs of each use [default: 3]")
    arguments = parser.parse_args()
    if arguments.runs < 1:
        parser.error(f"--runs must be at least 1, not {arguments.runs}")
    n_runs = 1 if arguments.quick else arguments.runs
    first_uses = _table_of_uses(n_runs)
    tables, kernels = [first_uses], []
    machine = describe_machine()
    with tempfile.TemporaryDirectory(prefix="wordle-tree-bench-") as folder:
        installations: dict[str, Installation] = {"this": command_of}
        if arguments.against:
            revision = _git("rev-parse", "--verify", "--short", f"{arguments.against}^{{commit}}")
            machine["commits"] = f"{_git('describe', '--always', '--dirty')} against {revision}"
            tell(f"installing {revision}")
            # The other one goes first in each pair.
            installations = {"other": install(revision, Path(folder)), **installations}
            tables.append(_table_against(revision, n_runs))
        for use in USES:
            if arguments.only and use.name not in arguments.only:
                continue
            row: dict[str, Any] = {"name": use.name, "command": use.command}
            first_uses.rows.append(row)
            tell(f"{use.name} ...")
            commands = {
                who: _command(use, installation, is_quick=arguments.quick)
                for who, installation in installations.items()
            }
            try:
                compiled = list_kernels(commands["this"])
                rounds = [{who: use_first(command) for who, command in commands.items()} for _ in range(n_runs)]
            except FailedProcessError as error:
                tell(f"benchmarks/cold_start.py: {use.name}: {error}")
                row["failed"] = str(error)
                continue
            row |= summarise([each["this"] for each in rounds])
            row["all_compilations"] = sum(kernel.n_signatures for kernel in compiled)
            tell(f"{use.name}: {duration(row['wall'])} cold, {duration(row['warm'])} warm")
            if arguments.against:
                tables[1].rows.append(compare(summarise([each["other"] for each in rounds]), row))
            if compiled:
                kernels.append(_table_of_kernels(use, compiled))
    publish(tables + kernels, arguments, machine)
    return 1 if any("failed" in row for row in first_uses.rows) else 0


if __name__ == "__main__":
    sys.exit(run_benchmark(main))
