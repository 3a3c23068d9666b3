"""The kernels that count cells, and those that weigh them, against the obvious sums."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from small_games import WEIGHT_KINDS, SmallGame, draw_weights, large_game, long_game, small_game

from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.game import Rule
from wordle_compiler.game.weights import Weights
from wordle_compiler.search.partition import (
    BITMAP_FEEDBACKS,
    PAIRWISE_MAX,
    count_cells,
    count_cells_by_bitmap,
    count_cells_of_block,
)
from wordle_compiler.search.problem import BLOCK, Problem, make_problem, make_scratch
from wordle_compiler.search.views import root_view, sweep
from wordle_compiler.search.weighing import (
    order_by_weight,
    weigh_cells,
    weigh_cells_by_bitmap,
    weigh_cells_of_block,
)

DTYPES = [np.uint8, np.uint16, np.uint32]


def plain_value(codes: list[int], weights: list[int]) -> int:
    """The specification: the sum of the heaviest weight of each cell."""
    cells: dict[int, list[int]] = {}
    for code, weight in zip(codes, weights, strict=True):
        cells.setdefault(code, []).append(weight)
    return sum(max(cell) for cell in cells.values())


def plain_count(codes: np.ndarray, rows: np.ndarray, column: int) -> int:
    """The specification: how many different feedbacks there are."""
    return len({int(codes[row, column]) for row in rows})


def random_codes(seed: int, n_rows: int, n_columns: int, n_feedbacks: int, dtype: type) -> np.ndarray:
    dice = np.random.Generator(np.random.PCG64(seed))
    codes = dice.integers(0, n_feedbacks, (n_rows, n_columns))
    # Columns of few feedbacks too, down to one.
    return (codes % dice.integers(1, n_feedbacks + 1, n_columns)).astype(dtype)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("n", [1, 2, 3, 7, PAIRWISE_MAX, 200])
def test_count_of_one_guess(n: int, dtype: type) -> None:
    codes = random_codes(n, 250, 40, 243, dtype)
    by_guess = np.ascontiguousarray(codes.T)
    stamp = np.full(243, -1, np.int64)
    rows = np.random.Generator(np.random.PCG64(n)).permutation(250)[:n].astype(np.uint16)

    for column in range(40):
        assert count_cells(by_guess[column], rows, stamp, column) == plain_count(codes, rows, column)


@pytest.mark.parametrize(
    ("kernel", "dtype"),
    [
        *((kernel, dtype) for kernel in (count_cells_of_block, count_cells_by_bitmap) for dtype in DTYPES),
        *((kernel, np.uint8) for kernel in (weigh_cells_of_block, weigh_cells_by_bitmap)),
    ],
    ids=lambda value: value.__name__,
)
@pytest.mark.parametrize("n", [1, 2, 3, 8, PAIRWISE_MAX, 60])
@pytest.mark.parametrize(
    ("first", "stop"), [(0, 1), (0, 37), (5, 300), (2000 - BLOCK, 2000)], ids=["one", "few", "inner", "whole-block"]
)
def test_a_block(first: int, stop: int, n: int, dtype: type, kernel: Callable[..., None]) -> None:
    codes = random_codes(n, 60, 2000, 243, dtype)
    dice = np.random.Generator(np.random.PCG64(n))
    rows = np.sort(dice.permutation(60)[:n]).astype(np.int32)
    weights = np.sort(dice.choice([1, 2, 2, 500, 1 << 40], n))[::-1].astype(np.int64)
    is_weighing = kernel in (weigh_cells_of_block, weigh_cells_by_bitmap)
    values = np.full(2000, -7, np.int64 if is_weighing else np.int32)

    if is_weighing:
        memory = np.empty((5, BLOCK), np.uint64)
        kernel(codes, rows, np.arange(n, dtype=np.uint16), weights, first, stop, memory, values)
    else:
        kernel(codes, rows, first, stop, np.empty((4, BLOCK), np.uint64), values)
        weights[:] = 1

    assert values[first:stop].tolist() == [
        plain_value(codes[rows, column].tolist(), weights.tolist()) for column in range(first, stop)
    ]
    assert (values[:first] == -7).all(), "columns before the block are left alone"
    assert (values[stop:] == -7).all(), "columns after the block are left alone"


@pytest.mark.parametrize(("kernel", "n"), [(count_cells_of_block, 255), (count_cells_by_bitmap, BITMAP_FEEDBACKS)])
def test_counts_at_the_width_of_the_accumulators(kernel: Callable[..., None], n: int) -> None:
    # Every candidate but the first is a repeat, or none is; and each feedback alone, for the bitmap's last bit.
    rows = np.arange(n, dtype=np.int32)
    different = np.repeat(np.arange(n, dtype=np.uint8)[:, None], 4, axis=1)
    n_cells, memory = np.zeros(4, np.int32), np.empty((4, BLOCK), np.uint64)

    kernel(np.zeros_like(different), rows, 0, 4, memory, n_cells)
    assert n_cells.tolist() == [1] * 4

    kernel(different, rows, 0, 4, memory, n_cells)
    assert n_cells.tolist() == [n] * 4

    for feedback in range(n):
        kernel(different, np.array([0, feedback], np.int32), 0, 4, memory, n_cells)
        assert n_cells.tolist() == [1 + (feedback > 0)] * 4


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
