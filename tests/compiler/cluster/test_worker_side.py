"""A worker's side: when a search ends early, and what comes back then."""

from __future__ import annotations

import math
from types import SimpleNamespace

import numpy as np
import pytest
from small_games import large_game
from waiting import wait_until

from wordle_compiler.cluster.worker_side import QuestionData, run_pieces
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.game import Rule
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.problem import INFEASIBLE
from wordle_compiler.search.stopping import StoppedError
from wordle_compiler.solver.objective import Question
from wordle_compiler.solver.remote import (
    CellPiece,
    CellSource,
    GuessPiece,
    OpenerPiece,
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

    def bound_below(self, *_arguments: object) -> int:
        return 0

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


def test_how_far_a_split_cell_is() -> None:
    source = CellSource([], None)
    cell = cell_of(9, None)
    assert list(source.take(cell, [40, 41])) == []
    assert list(source.take(GuessPiece(cell, 0, 40), (20, TreeNode("20", False)))) == []

    assert [(one.n_tried, one.n_guesses, one.n_answers) for one in source.split.values()] == [(1, 2, 9)]
