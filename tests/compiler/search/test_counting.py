"""The kernels that count cells, and those that weigh them, against the obvious sums."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from wordle_compiler.search.partition import (
    BITMAP_FEEDBACKS,
    PAIRWISE_MAX,
    count_cells_by_bitmap,
    count_cells_of_block,
    weigh_cells_by_bitmap,
)
from wordle_compiler.search.problem import BLOCK

DTYPES = [np.uint8, np.uint16, np.uint32]


def plain_value(codes: list[int], weights: list[int]) -> int:
    """The specification: the sum of the heaviest weight of each cell."""
    cells: dict[int, list[int]] = {}
    for code, weight in zip(codes, weights, strict=True):
        cells.setdefault(code, []).append(weight)
    return sum(max(cell) for cell in cells.values())


def random_codes(seed: int, n_rows: int, n_columns: int, n_feedbacks: int, dtype: type) -> np.ndarray:
    dice = np.random.Generator(np.random.PCG64(seed))
    codes = dice.integers(0, n_feedbacks, (n_rows, n_columns))
    # Columns of few feedbacks too, down to one.
    return (codes % dice.integers(1, n_feedbacks + 1, n_columns)).astype(dtype)


@pytest.mark.parametrize(
    ("kernel", "dtype"),
    [
        *((kernel, dtype) for kernel in (count_cells_of_block, count_cells_by_bitmap) for dtype in DTYPES),
        *((kernel, np.uint8) for kernel in (weigh_cells_by_bitmap,)),
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
    is_weighing = kernel is weigh_cells_by_bitmap
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
