"""First uses: what a process compiles and keeps is counted and told."""

import json
import os
import sys
from pathlib import Path

import pytest
from benchmarks.measurements import cold_start
from click.testing import CliRunner

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


def command_of(script: Path, text: str) -> list[str]:
    script.write_text(text, encoding="utf-8")
    return [sys.executable, str(script)]


with_kernels = pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="there are no kernels to compile")


@pytest.mark.slow
@with_kernels
def test_cold_start_counts_what_a_process_keeps(tmp_path: Path) -> None:
    command = command_of(tmp_path / "two_kernels.py", TWO_KERNELS)

    # Both for an integer, and one for a number with a point.
    assert cold_start.use_first(command).n_compilations == 3


@pytest.mark.slow
@with_kernels
def test_cold_start_lists_what_a_process_compiles_and_how_long_each_takes_by_itself(tmp_path: Path) -> None:
    command = command_of(tmp_path / "all.py", TWO_KERNELS + ONE_WAITS)

    kernels = {kernel.name.removeprefix("__main__."): kernel for kernel in cold_start.list_kernels(command)}

    assert {name: kernel.n_signatures for name, kernel in kernels.items()} == {
        "inner": 2,
        "outer": 1,
        "work": 1,
        "waiting": 1,
    }
    assert all(kernels[name].own_seconds > 0 for name in ("inner", "outer"))
    assert kernels["waiting"].own_seconds < 0.1 < 0.2 <= kernels["work"].own_seconds
    assert list(kernels)[-1] == "waiting"
