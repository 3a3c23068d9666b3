"""The benchmarks run and print every row, on a tiny setting; how long anything takes is nobody's business here."""

import importlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import wordle_trees
from wordle_compiler.game.game import Rule
from wordle_compiler.solver.objective import Objective

BENCHMARKS = Path(__file__).parent.parent.parent / "benchmarks"
MIB = 1024**2


def run_quick(script: str, *options: str) -> str:
    command = [sys.executable, str(BENCHMARKS / script), "--quick", *options]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=280, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def load_module(monkeypatch: pytest.MonkeyPatch) -> Iterator[object]:
    """Imports a module of the benchmarks as the scripts do: they find each other in their own folder."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    before = set(sys.modules)
    yield importlib.import_module
    for name in set(sys.modules) - before:
        if Path(getattr(sys.modules[name], "__file__", None) or ".").parent == BENCHMARKS:
            del sys.modules[name]


@pytest.fixture
def measuring(load_module) -> ModuleType:
    return load_module("measuring")


@pytest.fixture
def tables(load_module) -> ModuleType:
    return load_module("tables")


def test_run_prints_every_table_and_writes_the_same_to_files(tmp_path: Path) -> None:
    values, saved = tmp_path / "values.json", tmp_path / "results.md"

    printed = run_quick("run.py", "--json", str(values), "--save", str(saved), "--date", "2022-02-22")

    written = json.loads(values.read_text(encoding="utf-8"))
    compiling, lookups, start_up, sizes = (table["rows"] for table in written["tables"])
    assert [row["work"] for row in compiling] == ["optimal, PLATE, any", "optimal, PLATE, candidates"]
    assert {"load, opener", "session.step(feedback as text)", "next_guess(3 turns as one text)"} < {
        row["work"] for row in lookups
    }
    assert {"wordle-next", "wordle-next --batch"} < {row["work"] for row in start_up}
    assert [row["tree"] for row in sizes] == list(wordle_trees.names())
    markdown = saved.read_text(encoding="utf-8")
    for row in compiling + lookups + start_up:
        assert row["work"] in printed
        assert f"| {row['work']} |" in markdown
    assert "- command: `python benchmarks/run.py --quick" in markdown
    assert "- date: 2022-02-22\n" in markdown
    assert "- processor: " in markdown


def test_compiling_has_a_row_for_each_strategy_and_published_total(load_module) -> None:
    assert [job.work for job in load_module("run").JOBS] == [
        "optimal, PLATE, any",
        "optimal, PLATE, candidates",
        "optimal, SALET, any",
        "optimal, SALET, hard",
        "optimal, CRANE, any",
        "optimal, TARSE, any",
        "minimax, SALET, any",
        "expected-size, SALET, any",
        "entropy, SALET, any",
        "most-parts, SALET, any",
        "minimax, SERAI, any",
    ]


@pytest.mark.slow
def test_search_prints_every_row(tmp_path: Path) -> None:
    values = tmp_path / "values.json"

    printed = run_quick("search.py", "--json", str(values))

    rows = json.loads(values.read_text(encoding="utf-8"))["tables"][0]["rows"]
    names = [row["name"] for row in rows]
    assert names == [
        "salet-any",
        "best-candidates",
        "all-candidates",
        "best-any",
        "best-hard",
        "tarse-any",
        "best-any-2023",
    ]
    assert all(name in printed for name in names)
    assert all(row["cpu"] > 0 and row["total"] > 0 for row in rows)


def test_search_measures_the_chosen_rows_with_each_number_of_workers(tmp_path: Path) -> None:
    values = tmp_path / "values.json"

    run_quick("search.py", "--only", "salet-any", "--workers", "1", "--workers", "2", "--json", str(values))

    rows = json.loads(values.read_text(encoding="utf-8"))["tables"][0]["rows"]
    assert [(row["name"], row["workers"], "speed_up" in row) for row in rows] == [
        ("salet-any", 1, False),
        ("salet-any", 2, True),
    ]


def test_certificates_of_the_chosen_rows_are_measured(tmp_path: Path) -> None:
    values = tmp_path / "values.json"

    run_quick("certificates.py", "--only", "mastermind-5", "--json", str(values))

    rows = json.loads(values.read_text(encoding="utf-8"))["tables"][0]["rows"]
    assert [row["name"] for row in rows] == ["mastermind-5"]
    assert all(row["bytes"] > 100 and row["check"] > 0 and len(row["sha256"]) == 64 for row in rows)


@pytest.mark.slow
def test_tiny_certificates_have_a_row_for_each_rule_and_objective(tmp_path: Path) -> None:
    values = tmp_path / "values.json"

    run_quick("tiny_certificates.py", "--json", str(values))

    rows = json.loads(values.read_text(encoding="utf-8"))["tables"][0]["rows"]
    assert len({(row["rule"], row["objective"]) for row in rows}) == len(rows) == 12
    assert all(row["trees"] + row["without"] == 2 for row in rows)


def test_tiny_certificates_of_one_rule_and_objective(load_module) -> None:
    row = load_module("tiny_certificates").measure(Rule.ANY, Objective.TOTAL, 2)

    assert (row["rule"], row["objective"]) == ("any", "total")
    assert row["trees"] + row["without"] == 2
    assert row["largest"] > 100


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc on the PATH: the exported C cannot be measured")
def test_exported_source_code_is_measured(tmp_path: Path) -> None:
    values = tmp_path / "values.json"

    run_quick("embedded.py", "--json", str(values))

    (row,) = json.loads(values.read_text(encoding="utf-8"))["tables"][0]["rows"]
    # A node takes five bytes and a word six, besides what every object file has.
    assert (row["tree"], row["nodes"], row["steps"]) == ("salet", 2395, 5605)
    assert 5 * 2395 + 6 * 2315 < row["object"] < 5 * 2395 + 6 * 2395 + 4000
    assert row["c"] > 0
    assert row["python"] > 0


def test_growth_measures_the_smallest_sizes_if_quick(tmp_path: Path) -> None:
    values = tmp_path / "values.json"

    run_quick("growth.py", "--json", str(values))

    rows = json.loads(values.read_text(encoding="utf-8"))["tables"][0]["rows"]
    assert [row["size"] for row in rows] == [500, 1000]
    assert all(row["how"] == "measured" and row["total"] > 0 for row in rows)


def test_growth_has_sizes_up_to_the_whole_list(load_module) -> None:
    assert load_module("growth").SIZES == (500, 1000, 2315, 3158, 6000, 8000, 10_000, 12_972)


def test_what_is_extrapolated_follows_the_power_of_the_last_two(load_module) -> None:
    growth = load_module("growth")

    # Twice the size took 8 times as long: the third power.
    assert growth.extrapolate([(10, 7.0), (100, 1.0), (200, 8.0)], 400) == pytest.approx(64.0)


def test_a_process_that_takes_too_long_is_killed(measuring) -> None:
    with pytest.raises(measuring.FailedProcessError, match="longer than 1 s"):
        measuring.run_process([sys.executable, "-c", "import time; time.sleep(60)"], most_seconds=1)


def test_kernels_prints_every_row() -> None:
    printed = run_quick("kernels.py")

    assert "candidates  one guess  pairwise  bitmap" in printed
    first_cells = [line.split()[0] for line in printed.splitlines() if line]
    assert {"4", "48", "original-answers"} < set(first_cells)


def test_a_job_with_a_wrong_total_is_no_measurement(load_module, tmp_path: Path, monkeypatch) -> None:
    jobs = load_module("jobs")
    bench = jobs.Bench(tmp_path, is_quick=False)
    words = tmp_path / "words.txt"
    words.write_text("bumpy\ndumpy\njumpy\n", encoding="utf-8")
    # No guess splits all three, so the best is 1 + 2 + 3.
    job = jobs.Job("three", "three words", ("--start", "bumpy"), str(words), str(words), total=5)
    monkeypatch.setattr(bench, "_tiny", words)

    with pytest.raises(jobs.FailedProcessError, match="the total is 6, it must be 5"):
        bench.run(job, 1)


def test_run_process_sees_the_memory_and_the_processor_time_of_its_own_child(measuring) -> None:
    code = "data = bytearray(b'x') * (512 * 1024**2); sum(range(10**6)); print(len(data))"

    run = measuring.run_process([sys.executable, "-c", code])

    assert 512 * MIB < run.peak_bytes < 2048 * MIB
    assert run.cpu_seconds > 0
    assert run.output.strip() == str(512 * MIB)


def test_run_process_gives_the_file_to_the_process(measuring, tmp_path: Path) -> None:
    file = tmp_path / "lines.txt"
    file.write_text("a\nb\n", encoding="utf-8")

    run = measuring.run_process([sys.executable, "-c", "import sys; print(sys.stdin.read().split())"], stdin=file)

    assert run.output.strip() == "['a', 'b']"


def test_run_process_says_why_a_process_failed(measuring) -> None:
    with pytest.raises(measuring.FailedProcessError, match="exit status 3: no luck"):
        measuring.run_process([sys.executable, "-c", "import sys; print('no luck', file=sys.stderr); sys.exit(3)"])


def test_run_in_turn_takes_the_median_of_the_ratios_of_pairs_and_changes_the_order(measuring, monkeypatch) -> None:
    order: list[str] = []
    seconds = {"first": iter([9.0, 1.0, 2.0, 4.0]), "second": iter([9.0, 3.0, 4.0, 4.0])}

    def pretend(command: list[str]) -> object:
        order.append(command[0])
        return measuring.ProcessRun(next(seconds[command[0]]), 0.0, 0, "")

    monkeypatch.setattr(measuring, "run_process", pretend)

    first, second, ratio = measuring.run_in_turn(["first"], ["second"], 3)

    # Ratios 3, 2 and 1; the ratio of the medians would be 2 as well, but for the pair that is not counted.
    assert ratio == 2.0
    assert [run.wall_seconds for run in first] == [1.0, 2.0, 4.0]
    assert [run.wall_seconds for run in second] == [3.0, 4.0, 4.0]
    assert order == ["first", "second", "second", "first", "first", "second", "second", "first"]


def test_runs_are_summed_up_as_medians_and_the_largest_peak(measuring) -> None:
    runs = [
        measuring.ProcessRun(wall, cpu, peak, text)
        for wall, cpu, peak, text in ((5, 1, 7, "a"), (1, 9, 8, "b"), (2, 3, 6, "c"))
    ]

    summary = measuring.Runs.of(runs)

    assert (summary.wall_seconds, summary.fastest_seconds, summary.cpu_seconds) == (2, 1, 3)
    assert (summary.peak_bytes, summary.output) == (8, "c")


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (1800.0, "1800 s"),
        (1.354, "1.35 s"),
        (1.0, "1.00 s"),
        (0.1234, "123 ms"),
        (0.00199, "1.99 ms"),
        (0.0000999, "99.9 us"),
        (0.000000246, "246 ns"),
        (0.0000000009, "0.90 ns"),
    ],
)
def test_durations_have_three_digits(tables, seconds: float, text: str) -> None:
    assert tables.duration(seconds) == text


def test_table_is_aligned_text_and_markdown(tables) -> None:
    columns = (tables.Column("work", "work", is_text=True), tables.Column("n", "n"), tables.Column("met", "met"))
    table = tables.Table(
        "Things", columns, "A note.", [{"work": "one", "n": 1, "met": True}, {"work": "eleven", "n": 11}]
    )

    assert table.as_text() == "Things\nA note.\n\nwork     n   met\n------  --  ----\none      1  True\neleven  11"
    assert table.as_markdown() == (
        "## Things\n\nA note.\n\n| work | n | met |\n| --- | ---: | ---: |\n| one | 1 | True |\n| eleven | 11 |  |"
    )


TWO_KERNELS = """
from numba import njit

@njit(cache=True)
def inner(number):
    return number + 1

@njit(cache=True)
def outer(number):
    return inner(number)

print(outer(1), outer(1.0))
"""


@pytest.fixture
def cold_start(load_module) -> ModuleType:
    return load_module("cold_start")


def test_cold_start_has_a_row_for_each_use_that_is_chosen(tmp_path: Path) -> None:
    values = tmp_path / "values.json"

    run_quick("cold_start.py", "--only", "check", "--only", "entropy", "--runs", "1", "--json", str(values))

    rows = json.loads(values.read_text(encoding="utf-8"))["tables"][0]["rows"]
    assert [row["name"] for row in rows] == ["entropy", "check"]
    assert all(row["wall"] > 0 and row["cpu"] > 0 and row["warm"] > 0 for row in rows)


@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="there are no kernels to compile")
def test_cold_start_counts_what_a_process_compiles_and_keeps(cold_start, tmp_path: Path) -> None:
    script = tmp_path / "two_kernels.py"
    script.write_text(TWO_KERNELS, encoding="utf-8")
    command = [sys.executable, str(script)]

    # Each for an integer and for a number with a point.
    assert cold_start.use_first(command).n_compilations == 4

    kernels = {kernel.name: kernel for kernel in cold_start.list_kernels(command)}

    assert {name: kernel.n_signatures for name, kernel in kernels.items()} == {"__main__.inner": 2, "__main__.outer": 2}
    assert all(kernel.own_seconds > 0 for kernel in kernels.values())


def test_time_within_a_compilation_counts_for_the_inner_one_alone(cold_start) -> None:
    # As numba tells it: one function is compiled while another one waits for it.
    events = """
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
    dear, cheap = cold_start.list_kernels([sys.executable, "-c", events])

    assert (dear.name, cheap.name) == ("__main__.work", "__main__.waiting")
    assert cheap.own_seconds < 0.1 < 0.2 <= dear.own_seconds


def test_first_uses_are_compared_by_the_ratios_of_their_medians(cold_start, measuring) -> None:
    def use(seconds: float, n_compilations: int) -> object:
        run = measuring.ProcessRun(seconds, 2 * seconds, 0, "")
        return cold_start.FirstUse(run, run, n_compilations)

    this = {"name": "plate", **cold_start.summarise([use(1.0, 6), use(9.0, 6), use(2.0, 6)])}

    row = cold_start.compare(cold_start.summarise([use(8.0, 24), use(4.0, 24), use(3.0, 24)]), this)

    assert row == {
        "name": "plate",
        "wall": 4.0,
        "wall_ratio": 0.5,
        "cpu": 8.0,
        "cpu_ratio": 0.5,
        "compilations": 24,
        "compilations_ratio": 0.25,
    }


def test_compilations_have_no_ratio_to_none(cold_start) -> None:
    none = {"name": "check", "wall": 1.0, "cpu": 1.0, "compilations": 0}

    assert cold_start.compare(none, none)["compilations_ratio"] is None
