"""The two cell-counting kernels against the obvious count, and against each other."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wordle_compiler.search.partition import BLOCK, PAIRWISE_MAX, count_cells, count_cells_of_block

DTYPES = [np.uint8, np.uint16, np.uint32]


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


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("n", [1, 2, 3, 8, 31, PAIRWISE_MAX])
@pytest.mark.parametrize(
    ("first", "stop"), [(0, 1), (0, 37), (5, 300), (2000 - BLOCK, 2000)], ids=["one", "few", "inner", "whole-block"]
)
def test_count_of_a_block(first: int, stop: int, n: int, dtype: type) -> None:
    codes = random_codes(n, 60, 2000, 243, dtype)
    rows = np.sort(np.random.Generator(np.random.PCG64(n)).permutation(60)[:n]).astype(np.int32)
    n_cells = np.full(2000, -7, np.int32)

    count_cells_of_block(codes, rows, first, stop, n_cells)

    assert n_cells[first:stop].tolist() == [plain_count(codes, rows, column) for column in range(first, stop)]
    assert (n_cells[:first] == -7).all(), "columns before the block are left alone"
    assert (n_cells[stop:] == -7).all(), "columns after the block are left alone"


def test_a_block_of_candidates_all_alike_and_all_different() -> None:
    # The largest counts that the narrow accumulator must hold: every candidate but the first is a repeat, or none is.
    alike = np.zeros((PAIRWISE_MAX, 4), np.uint8)
    different = np.repeat(np.arange(PAIRWISE_MAX, dtype=np.uint8)[:, None], 4, axis=1)
    rows = np.arange(PAIRWISE_MAX, dtype=np.int32)
    n_cells = np.zeros(4, np.int32)

    count_cells_of_block(alike, rows, 0, 4, n_cells)
    assert n_cells.tolist() == [1] * 4

    count_cells_of_block(different, rows, 0, 4, n_cells)
    assert n_cells.tolist() == [PAIRWISE_MAX] * 4


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.lists(st.integers(0, 8), min_size=1, max_size=PAIRWISE_MAX))
def test_the_two_kernels_agree(feedbacks: list[int]) -> None:
    n = len(feedbacks)
    column = np.array(feedbacks, np.uint8)
    n_cells = np.zeros(1, np.int32)

    count_cells_of_block(column[:, None], np.arange(n, dtype=np.int32), 0, 1, n_cells)

    assert n_cells[0] == len(set(feedbacks))
    assert count_cells(column, np.arange(n, dtype=np.uint16), np.full(9, -1, np.int64), 5) == len(set(feedbacks))


def test_stamps_of_earlier_counts_do_not_count() -> None:
    row = np.array([3, 3, 1, 0], np.uint8)
    stamp = np.full(9, -1, np.int64)

    assert count_cells(row, np.array([0, 2], np.uint16), stamp, 0) == 2
    assert count_cells(row, np.array([0, 1], np.uint16), stamp, 1) == 1
    assert count_cells(row, np.array([0, 1, 2, 3], np.uint16), stamp, 2) == 3
