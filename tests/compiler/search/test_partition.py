"""The cell-counting kernels against the obvious count, `len(set(...))`."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from wordle_compiler.search.partition import (
    BITMAP_FEEDBACKS,
    PAIRWISE_MAX,
    count_cells,
    count_cells_by_bitmap,
    count_cells_of_block,
)
from wordle_compiler.search.problem import BLOCK

MEMORY = np.empty((4, BLOCK), np.uint64)
DTYPES = [np.uint8, np.uint16, np.uint32]

each_block_kernel = pytest.mark.parametrize(
    "kernel", [count_cells_of_block, count_cells_by_bitmap], ids=["pairwise", "bitmap"]
)


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


@each_block_kernel
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("n", [1, 2, 3, 8, PAIRWISE_MAX, 60])
@pytest.mark.parametrize(
    ("first", "stop"), [(0, 1), (0, 37), (5, 300), (2000 - BLOCK, 2000)], ids=["one", "few", "inner", "whole-block"]
)
def test_count_of_a_block(first: int, stop: int, n: int, dtype: type, kernel: Callable[..., None]) -> None:
    codes = random_codes(n, 60, 2000, 243, dtype)
    rows = np.sort(np.random.Generator(np.random.PCG64(n)).permutation(60)[:n]).astype(np.int32)
    n_cells = np.full(2000, -7, np.int32)

    kernel(codes, rows, first, stop, MEMORY, n_cells)

    assert n_cells[first:stop].tolist() == [plain_count(codes, rows, column) for column in range(first, stop)]
    assert (n_cells[:first] == -7).all(), "columns before the block are left alone"
    assert (n_cells[stop:] == -7).all(), "columns after the block are left alone"


@pytest.mark.parametrize(("kernel", "n"), [(count_cells_of_block, 255), (count_cells_by_bitmap, BITMAP_FEEDBACKS)])
def test_counts_at_the_width_of_the_accumulators(kernel: Callable[..., None], n: int) -> None:
    # Every candidate but the first is a repeat, or none is; and each feedback alone, for the bitmap's last bit.
    rows = np.arange(n, dtype=np.int32)
    different = np.repeat(np.arange(n, dtype=np.uint8)[:, None], 4, axis=1)
    n_cells = np.zeros(4, np.int32)

    kernel(np.zeros_like(different), rows, 0, 4, MEMORY, n_cells)
    assert n_cells.tolist() == [1] * 4

    kernel(different, rows, 0, 4, MEMORY, n_cells)
    assert n_cells.tolist() == [n] * 4

    for feedback in range(n):
        kernel(different, np.array([0, feedback], np.int32), 0, 4, MEMORY, n_cells)
        assert n_cells.tolist() == [1 + (feedback > 0)] * 4
