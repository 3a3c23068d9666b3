"""The simulation of a cluster by hand-made traces, and that the benchmarks of the cluster run."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from wordle_compiler.cluster.messages import CellValue, SettledOpener, SplitCells
from wordle_compiler.cluster.pacing import Pacing
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.solver.fixed_openers import OpenCell

BENCHMARKS = Path(__file__).parent.parent.parent / "benchmarks"
ONE_EACH = Pacing(most_pieces=1, least_seconds=0.0, handling_seconds=0.0)


@pytest.fixture
def modules(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[ModuleType, ModuleType]]:
    """The modules of the trace and of the simulation, as the scripts import them."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    before = set(sys.modules)
    yield importlib.import_module("cluster_trace"), importlib.import_module("cluster_simulation")
    for name in set(sys.modules) - before:
        if Path(getattr(sys.modules[name], "__file__", None) or ".").parent == BENCHMARKS:
            del sys.modules[name]


def whole(*seconds: float) -> dict[int, SettledOpener]:
    return {opener: SettledOpener(opener, 100 + opener, True, True, time) for opener, time in enumerate(seconds)}


@pytest.mark.parametrize(
    ("n_workers", "seconds", "idle"), [(1, 6.0, 0.0), (2, 3.0, 0.0), (3, 2.0, 0.0), (4, 2.0, 0.25)]
)
def test_equal_openers_are_shared_out(modules, n_workers: int, seconds: float, idle: float) -> None:
    cluster_trace, simulation = modules
    trace = cluster_trace.Trace(tuple(range(6)), 10, None, settled=whole(*[1.0] * 6))
    found = simulation.simulate(trace, n_workers, simulation.Costs(0.0, 0.0), ONE_EACH)

    assert (found.seconds, found.idle_share) == (pytest.approx(seconds), pytest.approx(idle))
    assert found.n_tasks == 6


def test_one_long_opener_is_the_critical_path(modules) -> None:
    cluster_trace, simulation = modules
    trace = cluster_trace.Trace((0, 1, 2), 10, None, setup_seconds=0.5, settled=whole(1.0, 4.0, 1.0))
    found = simulation.simulate(trace, 3, simulation.Costs(0.0, 0.0), ONE_EACH)

    assert found.seconds == found.critical_seconds == pytest.approx(4.5)
    assert found.idle_share == pytest.approx(1 - 6 / (3 * 4.5))


def test_every_task_waits_for_the_client_and_the_network(modules) -> None:
    cluster_trace, simulation = modules
    trace = cluster_trace.Trace(tuple(range(10)), 10, None, settled=whole(*[0.0] * 10))
    by_client = simulation.simulate(trace, 100, simulation.Costs(0.0, 0.5), ONE_EACH)
    by_network = simulation.simulate(trace, 100, simulation.Costs(0.5, 0.0), ONE_EACH)

    # The client handles ten tasks one after the other; on the network they are all at once.
    assert by_client.seconds == pytest.approx(5.0)
    assert by_network.seconds == pytest.approx(0.5)


def test_the_first_opener_s_cells_come_before_any_other_opener(modules) -> None:
    cluster_trace, simulation = modules
    cells = [
        OpenCell(TreeNode("", False), code, np.arange(4, dtype=np.int32), np.zeros(11, np.uint16), 5)
        for code in range(4)
    ]
    trace = cluster_trace.Trace(
        (0, 1, 2),
        10,
        1,
        settled={1: SettledOpener(1, 50, False, True, 1.0), 2: SettledOpener(2, 50, False, True, 1.0)},
        split={0: SplitCells(0, (7,) * 4, (False,) * 4, 0.5)},
        cells={0: {number: CellValue(number, 8, True, 2.0) for number in range(4)}},
        cells_of={0: cells},
    )
    found = simulation.simulate(trace, 4, simulation.Costs(0.0, 0.0), ONE_EACH)

    # Half a second for the bounds, two for the cells at once; the others have gone out meanwhile, speculatively.
    assert found.seconds >= 2.5
    assert found.critical_seconds == pytest.approx(0.5 + 2.0)


@pytest.mark.slow
@pytest.mark.parametrize("script", ["cluster.py", "cluster_kills.py"])
def test_the_benchmark_runs(script: str) -> None:
    command = [sys.executable, str(BENCHMARKS / script), "--quick"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=600, check=False)

    assert done.returncode == 0, done.stderr
    assert "yes" in done.stdout
