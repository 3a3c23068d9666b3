"""How the client ranks openers: what it hands out next, and what it makes of the outcomes."""

from __future__ import annotations

import numpy as np

from wordle_compiler.cluster.messages import (
    BoundedOpener,
    CellBatch,
    CellsDone,
    CellValue,
    Cutoffs,
    OpenerBatch,
    OpenersDone,
    SplitCells,
)
from wordle_compiler.cluster.pacing import Pacing
from wordle_compiler.cluster.settling import OpenerSource, SplitOpener
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.problem import INFEASIBLE
from wordle_compiler.solver.fixed_openers import OpenCell
from wordle_compiler.solver.leaderboard import Leaderboard, OpenerResult


def split_of(bounds: tuple[int, ...], exact: tuple[bool, ...], weight: int = 10) -> SplitOpener:
    parent = TreeNode("", False)
    cells = [
        OpenCell(parent, code, np.arange(size, dtype=np.int32), np.zeros(11, np.uint16), 5)
        for code, size in enumerate((3, 5, 1, 4))
    ]
    return SplitOpener(SplitCells(7, bounds, exact, 0.0), cells[: len(bounds)], weight)


def test_the_total_of_a_split_opener_is_its_weight_and_its_cells() -> None:
    split = split_of((6, 9, 1, 8), (False, False, True, False))

    assert split.total == 10 + 6 + 9 + 1 + 8
    assert [cell.number for cell in split.open_cells()] == [1, 3, 0]
    assert split.slack(40) == 6
    assert not split.is_settled(35)
    assert split.is_settled(34)

    split.learn(1, 12, is_exact=False)
    assert split.total == 37
    assert split.slack(40) == 3
    split.learn(1, 10, is_exact=False)
    assert split.total == 37, "a weaker bound teaches nothing"

    for number, value in ((1, 12), (3, 8), (0, 7)):
        assert not split.is_exact
        split.learn(number, value, is_exact=True)
    assert split.is_exact
    assert split.total == 38


def test_one_cell_without_a_tree_settles_its_opener() -> None:
    split = split_of((6, 9), (False, False))
    split.learn(0, INFEASIBLE, is_exact=True)

    assert split.total == INFEASIBLE
    assert split.is_exact
    assert split.slack(INFEASIBLE) == INFEASIBLE


def test_without_a_cutoff_only_the_openers_that_the_board_has_room_for_are_out() -> None:
    board = Leaderboard(1)
    source = OpenerSource(
        range(100), {}, board, lambda _opener: [], weight=10, is_bounded=True, can_split_cells=True, pacing=Pacing()
    )
    first = source.next_work(8)

    assert first == OpenerBatch((BoundedOpener(0, 0),), True, True, Pacing().slice_seconds, 0.0)
    assert isinstance(first, OpenerBatch)
    # Seven more tasks for workers who would have nothing to do, and no more.
    others = [source.next_work(8) for _ in range(7)]
    assert all(isinstance(work, OpenerBatch) and work.patience == 0 for work in others)
    assert source.next_work(8) is None

    source.take(first, OpenersDone((), (SplitCells(0, (), (), 0.1),), 0.1))
    assert board.best() == [OpenerResult(0, 10, True)]
    following = source.next_work(8)
    assert isinstance(following, OpenerBatch)
    assert following.patience == Pacing().patience
    assert len(following.openers) == 92 // (8 * Pacing().tasks_per_slot)


def test_lowered_cutoffs_are_what_has_fallen_since_earlier_ones() -> None:
    parent = TreeNode("", False)
    cells = [OpenCell(parent, code, np.arange(4, dtype=np.int32), np.zeros(11, np.uint16), 5) for code in range(3)]
    board = Leaderboard(1)
    board.enter(OpenerResult(50, 40, True))
    source = OpenerSource(
        range(3), {}, board, lambda _opener: cells, weight=12, is_bounded=True, can_split_cells=True, pacing=Pacing()
    )
    first = source.cutoffs()
    assert source.cutoffs().lower_than(first) is None
    work = source.next_work(1)
    source.take(work, OpenersDone((), (SplitCells(0, (7, 7, 7), (False,) * 3, 0.1),), 0.1))

    # 12 and three times 7 are 33; opener 0 comes before opener 50, so its cutoff is 41.
    second = source.cutoffs()
    assert second.lower_than(first) == Cutoffs(None, {0: 8})
    assert source.cutoffs().lower_than(second) is None

    batch = source.next_work(1)
    assert isinstance(batch, CellBatch)
    source.take(batch, CellsDone((CellValue(batch.cells[0].number, 10, True, 0.1),), 0.1))
    assert source.cutoffs().lower_than(second) == Cutoffs(None, {0: 5})
