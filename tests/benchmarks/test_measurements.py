"""Every measurement runs and has its rows, on a tiny setting; how long anything takes is nobody's business here."""

from __future__ import annotations

import importlib
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from benchmarks.__main__ import first_line, main
from benchmarks.measurements import growth, search, tiny_certificates
from click.testing import CliRunner
from page_browser import chromium
from waiting import SECONDS

import wordle_trees
from wordle_compiler.game.game import Rule
from wordle_compiler.game.lists import load_list
from wordle_compiler.solver.objective import Objective

ROOT = Path(__file__).parent.parent.parent
NAMES = main.list_commands(click.Context(main))


def measure(name: str, folder: Path, *options: str) -> list[list[dict[str, Any]]]:
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


@pytest.mark.slow
def test_search_measures_every_row(tmp_path: Path) -> None:
    (rows,) = measure("search", tmp_path)

    assert [row["name"] for row in rows] == [job.name for job in search.JOBS]
    assert all(row["CPU"] > 0 and row["total"] > 0 for row in rows)


def test_search_measures_the_chosen_rows_with_each_number_of_workers(tmp_path: Path) -> None:
    (rows,) = measure("search", tmp_path, "--only", "salet-any", "--workers", "1", "--workers", "2")

    assert [(row["name"], row["workers"], "speed-up" in row) for row in rows] == [
        ("salet-any", 1, False),
        ("salet-any", 2, True),
    ]


@pytest.mark.slow
def test_certificates_of_the_chosen_rows_are_measured(tmp_path: Path) -> None:
    (rows,) = measure("certificates", tmp_path, "--only", "mastermind-within-5")

    assert [row["name"] for row in rows] == ["mastermind-within-5"]
    assert all(row["bytes"] > 100 and row["check"] > 0 and len(row["SHA-256"]) == 64 for row in rows)


@pytest.mark.slow
def test_tiny_certificates_have_a_row_for_each_rule_and_objective(tmp_path: Path) -> None:
    (rows,) = measure("tiny_certificates", tmp_path)

    assert len({(row["rule"], row["objective"]) for row in rows}) == len(rows) == len(Rule) * len(Objective)
    assert all(row["accepted"] + row["no tree"] == 2 for row in rows)


def test_tiny_certificates_of_one_rule_and_objective() -> None:
    row = tiny_certificates.measure_games(Rule.ANY, Objective.TOTAL, 2)

    assert (row["rule"], row["objective"]) == ("any", "total")
    assert row["accepted"] + row["no tree"] == 2
    assert row["most bytes"] > 100


def test_exported_source_code_is_measured(tmp_path: Path) -> None:
    ((row,),) = measure("embedded", tmp_path)

    # A node takes five bytes and a word six, besides what every object file has.
    assert (row["tree"], row["nodes"], row["steps a loop"]) == ("salet", 2395, 5605)
    assert 5 * 2395 + 6 * 2315 < row["object file, bytes"] < 5 * 2395 + 6 * 2395 + 4000
    assert row["a step in C"] > 0
    assert row["a step in Python"] > 0


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/schedstat").exists(), reason="Linux counts the time of a thread here")
def test_page_is_measured(tmp_path: Path) -> None:
    with chromium():
        pass  # Skipped where the machine has none.

    sizes, (row,) = measure("page", tmp_path)

    assert [row["tree"] for row in sizes] == ["nyt", "mastermind"]
    assert sizes[1]["page, bytes"] < sizes[0]["page, bytes"] < 200_000
    # The page compares a sample of the likely words that FUZZY leaves, and shortlists; nothing is called exact.
    assert (row["turn"], row["candidates that count"], row["found"]) == ("fuzzy _____", 1842, "expected size")
    assert row["fastest"] > 0
    assert row["throttled 4x, fastest"] > 0


@pytest.mark.slow
def test_growth_measures_the_smallest_sizes_if_quick(tmp_path: Path) -> None:
    (rows,) = measure("growth", tmp_path)

    assert [row["answers"] for row in rows] == [500, 1000]
    assert all(row["how"] == "measured" and row["total"] > 0 for row in rows)


def test_what_is_extrapolated_follows_the_power_of_the_last_two() -> None:
    # Twice the size took 8 times as long: the third power.
    assert growth.extrapolate([(10, 7.0), (100, 1.0), (200, 8.0)], 400) == pytest.approx(64.0)


def test_kernels_measures_every_way_of_counting(tmp_path: Path) -> None:
    counting, matrix = measure("kernels", tmp_path)

    assert [row["candidates"] for row in counting] == [4, 48]
    assert all({"one guess", "pairwise", "bitmap", "best way, all guesses"} < row.keys() for row in counting)
    assert {row["answers / allowed"] for row in matrix} == {"original-answers / original-answers"}


def test_bounds_are_at_most_the_total(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The feedbacks of 12,972 answers would take longer than all else.
    monkeypatch.setattr("benchmarks.measurements.bounds.load_list", lambda _: load_list("original-answers"))

    (bounds,), (guesses,) = measure("bounds", tmp_path)

    assert bounds["cells"] == guesses["cells"] == 2
    assert all(0 < bounds[name] <= 100 for name in ("one guess", "two guesses", "halves", "known sets"))
    assert 0 <= guesses["refined"] <= 100


@pytest.mark.slow
def test_bit_flips_refuses_all(tmp_path: Path) -> None:
    (rows,) = measure("bit_flips", tmp_path)

    assert [row["tree"] for row in rows] == list(wordle_trees.names())
    assert all(row["flips refused"] == row["bits flipped"] > 0 for row in rows)
    assert all(row["cuts refused"] == row["cut short"] > 0 for row in rows)
    assert all(row["these refused"] == row["appended to"] > 0 for row in rows)


@pytest.mark.slow
def test_memory_keeps_the_limit_or_refuses(tmp_path: Path) -> None:
    (rows,) = measure("memory", tmp_path)

    assert [(row["limit, MiB"], row["limit kept"]) for row in rows] == [(None, None), (256, True)]


@pytest.mark.slow
def test_killed_runs_end_with_the_same_bytes(tmp_path: Path) -> None:
    # With this seed one kill comes soon after the start and one when a file is written, however fast runs are.
    summary, moments = measure("kills", tmp_path, "--seed", "625")
    counts = {row["what"]: row["count"] for row in summary}

    assert counts["runs"] == 2
    assert counts["runs that ended with the bytes of the undisturbed run, table and tree"] == 2
    assert counts["files that were neither the old nor the new one after a kill"] == 0
    assert counts["of them still there after the end of the run"] <= counts["temporary files that kills left"]
    assert counts["kills"] == sum(row["kills"] for row in moments) > 0


@pytest.mark.slow
def test_lookups_from_threads_and_processes_are_right(tmp_path: Path) -> None:
    ((row,),) = measure("lookups_concurrent", tmp_path)

    assert row["lookups"] >= 100_000
    assert (row["threads in each process"], row["processes"]) == (4, 2)
    assert (row["wrong"], row["threads that ended with an error"]) == (0, 0)


def test_fuzzing_runs_with_and_without_atheris() -> None:
    printed = run("fuzz", "--executions", "500")

    row = next(line for line in printed.splitlines() if line.startswith("| by structure"))
    assert [cell.strip() for cell in row.split("|")][2:4] == ["500", "0"]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cluster", "cluster_kills"])
def test_searches_on_a_cluster_give_the_same_result(name: str) -> None:
    assert " yes " in run(name, "--quick")
