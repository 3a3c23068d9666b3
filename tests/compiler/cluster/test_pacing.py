"""The sizes of tasks."""

from __future__ import annotations

import pytest

from wordle_compiler.cluster.pacing import BatchSizes, Pacing


def test_tasks_grow_with_what_they_cost_and_shrink_towards_the_end() -> None:
    sizes = BatchSizes(Pacing(least_seconds=0.1, handling_seconds=0.01, most_pieces=50, tasks_per_slot=2))
    assert sizes.next(1000, 4) == 50
    assert sizes.next(80, 4) == 10
    assert sizes.next(3, 4) == 1

    sizes.learn(10, 0.2)
    # A piece takes 20 ms: five for 100 ms, which is enough for four workers; a hundred need 1 s, or what there is.
    assert sizes.next(16, 4) == 5
    assert sizes.next(100, 100) == 50
    assert sizes.next(30, 100) == 30


def test_patience_is_a_share_of_the_time_that_is_left() -> None:
    sizes = BatchSizes(Pacing(patience=2.0, cell_patience=30.0, patient_share=0.25))
    assert sizes.patience(1000, 4) == 2.0

    sizes.learn(1, 8.0)
    assert sizes.patience(1000, 4) == pytest.approx(0.25 * 1000 * 8 / 4)
    assert sizes.patience(3, 4) == 2.0
    assert sizes.cell_patience(1000, 4) == pytest.approx(0.25 * 1000 * 8 / 4)
    assert sizes.cell_patience(3, 4) == 30.0
    assert sizes.cell_patience(3, 1) is None
