"""Counting the cells of a guess: the kernels in which nearly all of a search's time goes.

`count_cells` (any size, one guess) and `count_cells_of_block` (few candidates, a thousand guesses at once) give the
same numbers; each has the obvious Python twin `len({feedback of each candidate})`, which the tests hold them to.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

BLOCK = 1024
"""Guesses that `count_cells_of_block` handles at a time: the block of every candidate stays in the first-level
cache."""

PAIRWISE_MAX = 48
"""Up to this many candidates the pairwise kernel beats the histogram (break-even measured near 64)."""


@njit(cache=True, nogil=True, inline="never")
def count_cells(row: NDArray[Any], candidates: NDArray[Any], stamp: NDArray[np.int64], mark: int) -> int:
    """Counts the different feedbacks of one guess (`row` of the matrix by guess) over `candidates`.

    `stamp` has one entry for each feedback; none may hold `mark` yet. Branch-free: 0.8 ns for each candidate.
    """
    n_cells = 0
    for answer in candidates:
        code = row[answer]
        n_cells += stamp[code] != mark
        stamp[code] = mark
    return n_cells


@njit(cache=True, nogil=True, inline="never")
def count_cells_of_block(
    codes: NDArray[Any], rows: NDArray[np.int32], first: int, stop: int, n_cells: NDArray[np.int32]
) -> None:
    """Counts the cells of guesses `first` to `stop` (at most `BLOCK`) over the candidates in `rows`, into `n_cells`.

    `codes` is by candidate: row `r`, column of the guess. A candidate whose feedback an earlier one has is no new
    cell, so for each candidate the kernel compares bytes with all earlier ones. The accumulator must be boolean: with
    integers numba widens it and the loop is no longer vectorised (8 times slower).
    """
    n = len(rows)
    width = stop - first
    repeated = np.empty(BLOCK, dtype=np.bool_)
    fewer = np.zeros(BLOCK, dtype=np.uint8)
    for j in range(1, n):
        own = codes[rows[j], first:stop]
        for q in range(width):
            repeated[q] = False
        for i in range(j):
            earlier = codes[rows[i], first:stop]
            for q in range(width):
                repeated[q] = repeated[q] | (earlier[q] == own[q])
        for q in range(width):
            fewer[q] += np.uint8(repeated[q])
    for q in range(width):
        n_cells[first + q] = n - fewer[q]
