"""The simulation of a cluster by hand-made traces."""

from __future__ import annotations

import numpy as np
import pytest
from benchmarks.fleet.simulation import Costs, simulate
from benchmarks.fleet.trace import Trace

from wordle_compiler.cluster.messages import CellValue, SettledOpener, SplitCells
from wordle_compiler.cluster.pacing import Pacing
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.solver.fixed_openers import OpenCell

ONE_EACH = Pacing(most_pieces=1, least_seconds=0.0, handling_seconds=0.0)


def whole(*seconds: float) -> dict[int, SettledOpener]:
    return {opener: SettledOpener(opener, 100 + opener, True, True, time) for opener, time in enumerate(seconds)}


@pytest.mark.parametrize(
    ("n_workers", "seconds", "idle"), [(1, 6.0, 0.0), (2, 3.0, 0.0), (3, 2.0, 0.0), (4, 2.0, 0.25)]
)
def test_equal_openers_are_shared_out(n_workers: int, seconds: float, idle: float) -> None:
    trace = Trace(tuple(range(6)), 10, None, settled=whole(*[1.0] * 6))
    found = simulate(trace, n_workers, Costs(0.0, 0.0), ONE_EACH)

    assert (found.seconds, found.idle_share) == (pytest.approx(seconds), pytest.approx(idle))
    assert found.n_tasks == 6


def test_one_long_opener_is_the_critical_path() -> None:
    trace = Trace((0, 1, 2), 10, None, setup_seconds=0.5, settled=whole(1.0, 4.0, 1.0))
    found = simulate(trace, 3, Costs(0.0, 0.0), ONE_EACH)

    assert found.seconds == found.critical_seconds == pytest.approx(4.5)
    assert found.idle_share == pytest.approx(1 - 6 / (3 * 4.5))


def test_every_task_waits_for_the_client_and_the_network() -> None:
    trace = Trace(tuple(range(10)), 10, None, settled=whole(*[0.0] * 10))
    by_client = simulate(trace, 100, Costs(0.0, 0.5), ONE_EACH)
    by_network = simulate(trace, 100, Costs(0.5, 0.0), ONE_EACH)

    # The client handles ten tasks one after the other; on the network they are all at once.
    assert by_client.seconds == pytest.approx(5.0)
    assert by_network.seconds == pytest.approx(0.5)


def test_the_first_opener_s_cells_come_before_any_other_opener() -> None:
    cells = [
        OpenCell(TreeNode("", False), code, np.arange(4, dtype=np.int32), np.zeros(11, np.uint16), 5)
        for code in range(4)
    ]
    trace = Trace(
        (0, 1, 2),
        10,
        1,
        settled={1: SettledOpener(1, 50, False, True, 1.0), 2: SettledOpener(2, 50, False, True, 1.0)},
        split={0: SplitCells(0, (7,) * 4, (False,) * 4, 0.5)},
        cells={0: {number: CellValue(number, 8, True, 2.0) for number in range(4)}},
        cells_of={0: cells},
    )
    found = simulate(trace, 4, Costs(0.0, 0.0), ONE_EACH)

    # Half a second for the bounds, two for the cells at once; the others have gone out meanwhile, speculatively.
    assert found.seconds >= 2.5
    assert found.critical_seconds == pytest.approx(0.5 + 2.0)
