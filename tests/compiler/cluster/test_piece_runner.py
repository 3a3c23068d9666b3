"""A worker's side: when a search ends early, and what comes back then."""

from __future__ import annotations

import itertools
import math
from collections import deque
from types import SimpleNamespace

import numpy as np
import pytest
from small_games import large_game
from waiting import wait_until

from wordle_compiler.cluster.piece_runner import QuestionData, run_pieces
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.game import Rule
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.problem import INFEASIBLE
from wordle_compiler.search.stopping import StoppedError
from wordle_compiler.solver.leaderboard import Leaderboard, OpenerResult
from wordle_compiler.solver.objective import Question
from wordle_compiler.solver.relaxation import GuessesTried
from wordle_compiler.solver.remote import (
    CellPiece,
    CellSource,
    GuessPiece,
    OpenerPiece,
    OpenerSource,
    SplitCell,
)


class Endless:
    """A worker whose searches end only when they are stopped."""

    def __init__(self) -> None:
        self.view = None
        self.scratch = SimpleNamespace(control=np.zeros(1, np.int64))

    def worker(self) -> Endless:
        return self

    def is_stopped(self) -> bool:
        return bool(self.scratch.control[0])

    def total_below(self, *_arguments: object, **_named: object) -> int:
        wait_until(self.is_stopped)
        return 0

    def solve(self, *_arguments: object) -> tuple[int, None]:
        wait_until(self.is_stopped)
        raise StoppedError

    def open_guesses(self, *_arguments: object) -> list[int]:
        assert not self.is_stopped()
        return [40, 41]


def cell_of(n_members: int, patience: float | None) -> CellPiece:
    members = np.arange(n_members, dtype=np.uint16)
    return CellPiece(0, members, np.zeros(9, np.uint16), 5, INFEASIBLE, patience)


@pytest.mark.parametrize("piece", [OpenerPiece(3, 0, INFEASIBLE), cell_of(3, None), cell_of(3, 1e9)], ids=repr)
def test_a_search_that_nobody_wants_ends(piece: OpenerPiece | CellPiece) -> None:
    with pytest.raises(StoppedError):
        run_pieces(Endless(), [piece], math.inf, lambda: False)


def test_a_cell_that_takes_too_long_comes_back_as_its_guesses() -> None:
    pieces = [cell_of(3, 0.0), cell_of(3, 1e-9)]

    assert run_pieces(Endless(), pieces, math.inf, lambda: True) == [[40, 41]] * 2


def test_a_cell_of_one_or_two_candidates_never_does() -> None:
    question = Question(large_game(1).under(Rule.ANY), 6)
    data = QuestionData(question, FeedbackMatrix.of(question.game), 1, None)
    pieces = [cell_of(1, 0.0), cell_of(2, 0.0), cell_of(3, 0.0)]

    outcomes = run_pieces(data, pieces, math.inf, lambda: True)
    assert [type(outcome) for outcome in outcomes] == [tuple, tuple, list]
    # However short its time is, a task gets on.
    assert len(run_pieces(data, pieces, 0.0, lambda: True)) == 1


Found = tuple[int, TreeNode | None]


def tree(total: int) -> Found:
    return total, TreeNode(str(total), False)


@pytest.mark.parametrize(
    ("found", "best"),
    [
        ([tree(20), (20, None)], (20, 0)),
        ([(25, None), tree(20)], (20, 1)),
        ([tree(22), tree(20)], (20, 1)),
        # Of equal totals the earlier guess is played, whichever comes first.
        ([tree(20), tree(20)], (20, 0)),
        ([(30, None), (31, None)], (30, -1)),
    ],
)
def test_a_split_cell_plays_its_first_best_guess(found: list[Found], best: tuple[int, int]) -> None:
    for order in itertools.permutations(range(2)):
        split = SplitCell(cell_of(9, None)._replace(cutoff=30), 2, deque(), (30, -1))
        for place in order:
            split.learn(place, *found[place])

        assert split.best == best
        assert split.node is (None if best[1] < 0 else found[best[1]][1])
        assert split.n_tried == split.n_guesses


def test_guesses_go_out_one_by_one_until_there_is_a_tree_and_then_with_its_total() -> None:
    split = SplitCell(cell_of(9, None)._replace(cutoff=30), 20, deque(enumerate(range(40, 60))), (30, -1))
    sent = [split.next_guesses(1) for _ in range(3)]
    split.learn(1, *tree(20))
    split.left.appendleft((0, 40))
    later = split.next_guesses(1)

    assert [[(one.place, one.guess, one.cell.cutoff) for one in task] for task in sent] == [
        [(0, 40, 30)],
        [(1, 41, 30)],
        [(2, 42, 30)],
    ]
    # An earlier guess need only equal the best to be played.
    assert [(one.place, one.cell.cutoff) for one in later] == [(0, 21), (3, 20), (4, 20), (5, 20)]


def test_pieces_that_were_not_begun_go_out_first_with_the_cutoff_of_then() -> None:
    board = Leaderboard(1)
    source = OpenerSource(range(24), {3: OpenerResult(3, 15, False)}, board)
    first = source.next_pieces(2)
    board.enter(40, 1)
    source.put_back(first[1:])
    second = source.next_pieces(2)

    assert first == [OpenerPiece(opener, bound, INFEASIBLE) for opener, bound in ((0, 0), (1, 0), (2, 0))]
    assert [(piece.opener, piece.cutoff) for piece in second] == [(1, 40), (2, 40)]
    assert [source.next_pieces(2)[0].bound for _ in range(2)] == [15, 0]


def test_how_far_a_split_cell_is() -> None:
    source = CellSource([], None)
    cell = cell_of(9, None)
    assert list(source.take(cell, [40, 41])) == []
    assert list(source.take(GuessPiece(cell, 0, 40), tree(20))) == []

    assert source.guesses_tried() == [GuessesTried(1, 2, 9)]
