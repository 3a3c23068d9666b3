"""The kernels that count cells, and those that weigh them, against the obvious sums."""

from collections.abc import Callable

import numpy as np
import pytest

from wordle_compiler.search.partition import (
    BITMAP_FEEDBACKS,
    count_cells_by_bitmap,
    count_cells_of_block,
)
from wordle_compiler.search.problem import BLOCK


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
