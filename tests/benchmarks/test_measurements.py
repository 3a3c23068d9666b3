"""Every measurement runs and has its rows, on a tiny setting; how long anything takes is nobody's business here.

Of first uses, what a process compiles and keeps is counted and told.
"""

import importlib
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from benchmarks.__main__ import first_line, main
from benchmarks.measurements import cold_start, growth, search, tiny_certificates
from click.testing import CliRunner
from page_browser import chromium, end_chromium
from waiting import SECONDS

import wordle_trees
from wordle_compiler.game.game import Rule
from wordle_compiler.game.lists import load_list
from wordle_compiler.solver.objective import Objective

ROOT = Path(__file__).parent.parent.parent
NAMES = main.list_commands(click.Context(main))


Rows = list[dict[str, Any]]


def measure(name: str, folder: Path, *options: str) -> list[Rows]:
    """Runs a measurement in this process and returns the rows of its tables."""
    values = folder / "values.json"
    done = CliRunner().invoke(main, [name, "--quick", "--json", str(values), *options], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return [table["rows"] for table in json.loads(values.read_text(encoding="utf-8"))["tables"]]


def run(*words: str) -> str:
    """Runs `python -m benchmarks` as it is typed, and returns what it prints."""
    command = [sys.executable, "-m", "benchmarks", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=SECONDS, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_list_has_a_line_for_each_measurement() -> None:
    done = CliRunner().invoke(main, ["list"])

    assert [line.split()[0] for line in done.stdout.splitlines()] == NAMES
    assert {"search", "cold_start", "main_job", "fuzz", "kills"} < set(NAMES)
    assert all(first_line(name).endswith(".") for name in NAMES)


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "docs/results.md", "docs/cluster.md", ".ci/run", "benchmarks"])
def test_commands_that_are_written_down_are_understood(page: str) -> None:
    files = sorted((ROOT / page).rglob("*.[mp][dy]")) if (ROOT / page).is_dir() else [ROOT / page]
    found = [
        command
        for file in files
        for command in re.findall(r"python -m benchmarks (\w+[^`\n]*)", file.read_text(encoding="utf-8"))
    ]

    for command in found:
        name, *options = shlex.split(command.partition(" >")[0].replace("$(date +%Y%m%d)", "20220222"))
        if name not in ("list", "NAME"):
            measurement = importlib.import_module(f"benchmarks.measurements.{name}").measure
            if options != ["--help"]:
                measurement.make_context(name, options)
    assert found


@pytest.mark.slow
def test_main_job_prints_every_table_and_writes_the_same_to_files(tmp_path: Path) -> None:
    values, saved = tmp_path / "values.json", tmp_path / "results.md"
    options = ("--quick", "--json", str(values), "--save", str(saved), "--date", "2022-02-22")

    printed = run("main_job", *options)

    written = json.loads(values.read_text(encoding="utf-8"))
    compiling, lookups, start_up, sizes = (table["rows"] for table in written["tables"])
    assert [row["work"] for row in compiling] == ["optimal, PLATE, any", "optimal, PLATE, candidates"]
    assert {"load, opener", "session.step(feedback as text)", "next_guess(3 turns as one text)"} < {
        row["work"] for row in lookups
    }
    assert {"wordle-next", "wordle-next --batch"} < {row["work"] for row in start_up}
    assert [row["tree"] for row in sizes] == list(wordle_trees.names())
    for row in compiling + lookups + start_up:
        assert f"| {row['work']} " in printed
    assert f"- command: `python -m benchmarks {shlex.join(['main_job', *options])}`\n- date: 2022-02-22\n" in printed
    assert "- commit: " in printed
    assert "- processor: " in printed
    assert saved.read_text(encoding="utf-8") == printed


def measured(name: str, check: Callable[..., bool], *options: str, slow: bool = True) -> Any:
    """A measurement with options, and what its tables must be."""
    return pytest.param(name, check, options, id=" ".join((name, *options)), marks=[pytest.mark.slow] * slow)


SALET = ("--only", "salet-any", "--workers", "1", "--workers", "2")
KILLS = "runs that ended with the bytes of the undisturbed run, table and tree"
# With this seed one kill comes soon after the start and one when a file is written, however fast runs are.
SEED = ("--seed", "625")


def are_kills_harmless(summary: Rows, moments: Rows) -> bool:
    counts = {row["what"]: row["count"] for row in summary}
    assert counts["of them still there after the end of the run"] <= counts["temporary files that kills left"]
    assert counts["kills"] == sum(row["kills"] for row in moments) > 0
    return (counts["runs"], counts[KILLS]) == (2, 2) and not counts[
        "files that were neither the old nor the new one after a kill"
    ]


def is_small(row: dict[str, Any]) -> bool:
    """A node takes five bytes and a word six, besides what every object file has."""
    assert (row["tree"], row["nodes"], row["steps a loop"]) == ("salet", 2395, 5605)
    return (
        0 < row["object file, bytes"] - 5 * 2395 - 6 * 2315 < 4500
        and min(row["a step in C"], row["a step in Python"]) > 0
    )


@pytest.mark.parametrize(
    ("name", "check", "options"),
    [
        measured("search", lambda rows: [row["name"] for row in rows] == [job.name for job in search.JOBS]),
        measured("search", lambda rows: ["speed-up" in row for row in rows] == [False, True], *SALET, slow=False),
        measured(
            *("certificates", lambda rows: rows[0]["bytes"] > 100 and len(rows[0]["SHA-256"]) == 64),
            *("--only", "mastermind-within-5"),
        ),
        measured(
            "tiny_certificates", lambda rows: len(rows) == len(Rule) * len(Objective) and all(map(are_accepted, rows))
        ),
        measured("embedded", lambda rows: is_small(*rows), slow=False),
        measured(
            "growth",
            lambda rows: [(row["answers"], row["how"]) for row in rows] == [(n, "measured") for n in (500, 1000)],
        ),
        measured("kernels", lambda rows, _: [row["candidates"] for row in rows] == [4, 48], slow=False),
        measured(
            "bit_flips",
            lambda rows: [row["tree"] for row in rows] == [*wordle_trees.names()] and all(map(is_refused, rows)),
        ),
        measured(
            "memory",
            lambda rows: [(row["limit, MiB"], row["limit kept"]) for row in rows] == [(None, None), (256, True)],
        ),
        measured("kills", are_kills_harmless, *SEED),
        measured("lookups_concurrent", lambda rows: rows[0]["lookups"] >= 100_000 and not rows[0]["wrong"]),
    ],
)
def test_measurement(tmp_path: Path, name: str, check: Callable[..., bool], options: tuple[str, ...]) -> None:
    assert check(*measure(name, tmp_path, *options))


def are_accepted(row: dict[str, Any]) -> bool:
    return row["accepted"] + row["no tree"] == 2 and row["most bytes"] > 100


def is_refused(row: dict[str, Any]) -> bool:
    pairs = (("flips refused", "bits flipped"), ("cuts refused", "cut short"), ("these refused", "appended to"))
    return all(row[refused] == row[made] > 0 for refused, made in pairs)


def test_tiny_certificates_of_one_rule_and_objective() -> None:
    assert are_accepted(tiny_certificates.measure_games(Rule.ANY, Objective.TOTAL, 2))


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/schedstat").exists(), reason="Linux counts the time of a thread here")
def test_page_is_measured(tmp_path: Path) -> None:
    chromium()  # Skipped where the machine has none.
    end_chromium()

    sizes, (row,) = measure("page", tmp_path)

    assert [row["tree"] for row in sizes] == ["nyt", "mastermind"]
    assert sizes[1]["page, bytes"] < sizes[0]["page, bytes"] < 200_000
    # The page compares a sample of the likely words that FUZZY leaves, and shortlists; nothing is called exact.
    assert (row["turn"], row["candidates that count"], row["found"]) == ("fuzzy _____", 1842, "expected size")
    assert 0 < row["fastest"] <= row["throttled 4x, fastest"]


def test_what_is_extrapolated_follows_the_power_of_the_last_two() -> None:
    # Twice the size took 8 times as long: the third power.
    assert growth.extrapolate([(10, 7.0), (100, 1.0), (200, 8.0)], 400) == pytest.approx(64.0)


def test_bounds_are_at_most_the_total(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The feedbacks of 12,972 answers would take longer than all else.
    monkeypatch.setattr("benchmarks.measurements.bounds.load_list", lambda _: load_list("original-answers"))

    (bounds,), (guesses,) = measure("bounds", tmp_path)

    assert bounds["cells"] == guesses["cells"] == 2
    assert all(0 < bounds[name] <= 100 for name in ("one guess", "two guesses", "halves", "known sets"))
    assert 0 <= guesses["refined"] <= 100


def test_fuzzing_runs_with_and_without_atheris() -> None:
    row = next(line for line in run("fuzz", "--executions", "500").splitlines() if line.startswith("| by structure"))

    assert [cell.strip() for cell in row.split("|")][2:4] == ["500", "0"]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cluster", "cluster_kills", "cluster_events"])
def test_searches_on_a_cluster_give_the_same_result(name: str) -> None:
    assert " yes " in run(name, "--quick")


TWO_KERNELS = """
from numba import njit

@njit(cache=True)
def inner(number):
    return number + 1

@njit(cache=True)
def outer(number):
    return inner(number)

print(outer(1), inner(1.0))
"""


def test_cold_start_has_a_row_for_each_use_that_is_chosen(tmp_path: Path) -> None:
    values = tmp_path / "values.json"
    options = ["--only", "check", "--only", "solve", "--json", str(values)]

    done = CliRunner().invoke(cold_start.measure, ["--quick", *options], catch_exceptions=False)

    assert done.exit_code == 0, done.output
    rows = json.loads(values.read_text(encoding="utf-8"))["tables"][0]["rows"]
    assert [row["name"] for row in rows] == ["solve", "check"]
    assert all(row["wall"] > 0 and row["CPU"] > 0 and row["warm"] > 0 for row in rows)


# As numba tells it: one function is compiled while another one waits for it.
ONE_WAITS = """
from types import SimpleNamespace
import time
from numba.core import event

def compiling(function):
    return event.trigger_event("numba:compile", data={"dispatcher": SimpleNamespace(py_func=function)})

def work():
    began = time.thread_time()
    while time.thread_time() < began + 0.2:
        pass

def waiting(): ...

with compiling(waiting), compiling(work):
    work()
"""


@pytest.mark.slow
@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="there are no kernels to compile")
def test_cold_start_tells_what_a_process_compiles_and_keeps_and_how_long_each_takes_by_itself(tmp_path: Path) -> None:
    (tmp_path / "two.py").write_text(TWO_KERNELS, encoding="utf-8")
    (tmp_path / "all.py").write_text(TWO_KERNELS + ONE_WAITS, encoding="utf-8")

    found = cold_start.list_kernels([sys.executable, str(tmp_path / "all.py")])
    kernels = {kernel.name.removeprefix("__main__."): kernel for kernel in found}

    # Both for an integer, and one for a number with a point.
    assert cold_start.use_first([sys.executable, str(tmp_path / "two.py")]).n_compilations == 3
    signatures = {name: kernel.n_signatures for name, kernel in kernels.items()}
    assert signatures == {"inner": 2, "outer": 1, "work": 1, "waiting": 1}
    assert all(kernels[name].own_seconds > 0 for name in ("inner", "outer"))
    assert kernels["waiting"].own_seconds < 0.1 < 0.2 <= kernels["work"].own_seconds
    assert list(kernels)[-1] == "waiting"
