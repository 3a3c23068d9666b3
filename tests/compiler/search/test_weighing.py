"""The kernels that weigh cells, against the plain sum of each cell's heaviest weight."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from small_games import WEIGHT_KINDS, SmallGame, draw_weights, large_game, long_game, small_game

from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.game import Rule
from wordle_compiler.game.weights import Weights
from wordle_compiler.search.partition import BITMAP_FEEDBACKS, PAIRWISE_MAX
from wordle_compiler.search.problem import BLOCK, Problem, make_problem, make_scratch
from wordle_compiler.search.views import root_view, sweep
from wordle_compiler.search.weighing import (
    order_by_weight,
    weigh_cells,
    weigh_cells_by_bitmap,
    weigh_cells_of_block,
)

MEMORY = np.empty((5, BLOCK), np.uint64)


def plain_value(codes: list[int], weights: list[int]) -> int:
    """The specification: the sum of the heaviest weight of each cell."""
    cells: dict[int, list[int]] = {}
    for code, weight in zip(codes, weights, strict=True):
        cells.setdefault(code, []).append(weight)
    return sum(max(cell) for cell in cells.values())


@pytest.mark.parametrize("kernel", [weigh_cells_of_block, weigh_cells_by_bitmap], ids=["pairwise", "bitmap"])
@pytest.mark.parametrize("n", [1, 2, 3, 8, PAIRWISE_MAX, 60])
@pytest.mark.parametrize(
    ("first", "stop"), [(0, 1), (0, 37), (5, 300), (2000 - BLOCK, 2000)], ids=["one", "few", "inner", "whole-block"]
)
def test_block_kernels_weigh_what_the_specification_weighs(
    first: int, stop: int, n: int, kernel: Callable[..., None]
) -> None:
    dice = np.random.Generator(np.random.PCG64(n))
    for n_feedbacks in (3, 200, BITMAP_FEEDBACKS):
        codes = dice.integers(0, min(n_feedbacks, 256), (60, 2000)).astype(np.uint8)
        rows = np.sort(dice.permutation(60)[:n]).astype(np.int32)
        weights = np.sort(dice.choice([1, 2, 2, 500, 1 << 40], n))[::-1].astype(np.int64)
        values = np.full(2000, -7, np.int64)

        kernel(codes, rows, np.arange(n, dtype=np.uint16), weights, first, stop, MEMORY, values)

        expected = [plain_value(codes[rows, i].tolist(), weights.tolist()) for i in range(first, stop)]
        assert values[first:stop].tolist() == expected
        assert (values[:first] == -7).all(), "columns before the block are left alone"
        assert (values[stop:] == -7).all(), "columns after the block are left alone"


def weighted_problem(small: SmallGame, values: dict[str, int], rule: Rule = Rule.ANY) -> Problem:
    game = small.under(rule)
    matrix = FeedbackMatrix.of(game)
    matrix, in_order = order_by_weight(matrix, Weights.of(values, game.answers), 6)
    return make_problem(game, matrix, weights=in_order)


@pytest.mark.parametrize("small", [small_game(5), large_game(1), long_game(0), long_game(4)], ids=lambda s: s.name)
@pytest.mark.parametrize("weighting", range(len(WEIGHT_KINDS)), ids=WEIGHT_KINDS)
def test_a_split_is_worth_the_heaviest_of_each_cell(small: SmallGame, weighting: int) -> None:
    problem = weighted_problem(small, draw_weights(small, weighting))
    scratch = make_scratch(problem, 6, np.zeros(1, np.int64))
    n = len(small.answers)
    dice = np.random.Generator(np.random.PCG64(n))

    assert (np.diff(problem.weights) <= 0).all()
    assert problem.weights.min() > 0

    for size in sorted({2, 3, n // 2, n}):
        answers = np.sort(dice.permutation(n)[:size]).astype(np.uint16)
        weights = problem.weights[answers].tolist()
        expected = [plain_value(codes.tolist(), weights) for codes in problem.by_guess[:, answers]]
        swept = np.zeros(len(small.allowed), np.int64)
        columns = np.empty(0, np.int32)
        sweep(problem, scratch, root_view(problem), answers, answers.astype(np.int32), columns, 0, len(swept), swept)

        assert swept.tolist() == expected
        for guess, value in enumerate(expected):
            assert (
                weigh_cells(problem.weights, problem.by_guess[guess], answers, scratch.stamp, 10**6 * size + guess)
                == value
            )


def test_the_heaviest_answers_come_first_and_keep_their_feedbacks() -> None:
    small = small_game(3)
    game = small.under(Rule.ANY)
    matrix = FeedbackMatrix.of(game)
    values = draw_weights(small, 1)
    reordered, in_order = order_by_weight(matrix, Weights.of(values, game.answers), 6)
    words = [small.allowed[guess] for guess in reordered.answer_as_guess]

    assert in_order is not None
    # By weight and then by alphabet.
    assert words == sorted(small.answers, key=lambda word: (-values[word], word))
    for i, word in enumerate(words):
        original = small.answers.index(word)
        assert (reordered.by_guess[:, i] == matrix.by_guess[:, original]).all()
        assert (reordered.by_answer[i] == matrix.by_answer[original]).all()
    assert order_by_weight(matrix, None, 6) == (matrix, None)
