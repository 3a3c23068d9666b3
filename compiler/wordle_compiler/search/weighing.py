"""The counting kernels for weighted answers, and the weight of a set of candidates.

If answers have weights, the counterpart of "the number of cells" is the sum of the weights of the heaviest member of
each cell: that member may be solved next, and all others of the cell later. Answers are numbered by descending weight,
so the heaviest member of a cell is the first answer with its feedback. The kernels of `partition` therefore carry over
with a sum in place of a count. If every answer weighs 1, the two are the same.

Weights are above 0, so a guess splits a set if and only if this sum exceeds the set's heaviest weight.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.weights import Weights
from wordle_compiler.kernels.kernel import kernel
from wordle_compiler.kernels.layout import CodeMatrix, Codes, Layout, UInt64Matrix, Values
from wordle_compiler.search.problem import Problem


def order_by_weight(
    matrix: FeedbackMatrix, weights: Weights | None, max_guesses: int
) -> tuple[FeedbackMatrix, NDArray[np.int64] | None]:
    """Returns a matrix with the answers by descending weight, and their weights in the units of `Weights.in_units`.

    Without weights it returns the matrix itself and None.
    """
    if weights is None:
        return matrix, None
    in_units = weights.in_units(max_guesses)
    by_weight = np.argsort(-in_units, kind="stable")
    return matrix.reordered(by_weight), in_units[by_weight]


def is_weighted(layout: Layout) -> bool:
    """Checks whether answers have weights; otherwise the kernels here are not compiled."""
    return layout.is_weighted


def weight_of(problem: Problem, answers: NDArray[np.uint16]) -> int:
    """Returns the weight of a set of candidates, which is their number if answers have no weights."""
    return int(problem.weights[answers].sum()) if problem.is_weighted else len(answers)


@kernel(when=is_weighted)
def sum_of_weights(weights: NDArray[np.int64], answers: NDArray[np.uint16]) -> int:
    """Returns the weight of a set of candidates."""
    total = np.int64(0)
    for answer in answers:
        total += weights[answer]
    return total


@kernel(when=is_weighted)
def weigh_cells(
    weights: NDArray[np.int64], row: Codes, candidates: NDArray[np.uint16], stamp: NDArray[np.int64], mark: int
) -> int:
    """Returns the sum of the weights of the heaviest members of one guess's cells.

    The weighted twin of `partition.count_cells`: `row` is the guess's row of the matrix; `stamp` has one entry for each
    feedback, and none may hold `mark` yet.
    """
    total = np.int64(0)
    for answer in candidates:
        code = row[answer]
        total += weights[answer] * (stamp[code] != mark)
        stamp[code] = mark
    return total


@kernel(when=is_weighted)
def weigh_cells_of_block(
    codes: CodeMatrix,
    rows: NDArray[np.int32],
    answers: NDArray[np.uint16],
    weights: NDArray[np.int64],
    first: int,
    stop: int,
    memory: UInt64Matrix,
    values: Values,
) -> None:
    """Weighs the cells of guesses `first` to `stop` (at most `BLOCK`) over the candidates in `rows`, into `values`.

    The weighted twin of `partition.count_cells_of_block`: a candidate adds nothing if an earlier, heavier one has the
    same feedback. `answers` are the candidates, heaviest first; `memory` has the shape (5, `BLOCK`).
    """
    n = len(rows)
    width = stop - first
    repeated = memory[0].view(np.bool_)
    for q in range(first, stop):
        values[q] = weights[answers[0]]
    for j in range(1, n):
        own = codes[rows[j], first:stop]
        for q in range(width):
            repeated[q] = False
        for i in range(j):
            earlier = codes[rows[i], first:stop]
            for q in range(width):
                repeated[q] = repeated[q] | (earlier[q] == own[q])
        weight = weights[answers[j]]
        for q in range(width):
            values[first + q] += np.int64(0) if repeated[q] else weight


@kernel(when=is_weighted)
def weigh_cells_by_bitmap(
    codes: CodeMatrix,
    rows: NDArray[np.int32],
    answers: NDArray[np.uint16],
    weights: NDArray[np.int64],
    first: int,
    stop: int,
    memory: UInt64Matrix,
    values: Values,
) -> None:
    """Weighs the cells of guesses `first` to `stop` (at most `BLOCK`) over the candidates in `rows`, into `values`.

    The weighted twin of `partition.count_cells_by_bitmap`, with the same limit on codes.
    """
    none = np.uint64(0)
    one = np.uint64(1)
    width = stop - first
    seen_0, seen_1, seen_2, seen_3 = memory[0], memory[1], memory[2], memory[3]
    sums = memory[4].view(np.int64)
    for q in range(width):
        seen_0[q] = none
        seen_1[q] = none
        seen_2[q] = none
        seen_3[q] = none
        sums[q] = 0
    for j in range(len(rows)):
        source = codes[rows[j], first:stop]
        weight = weights[answers[j]]
        for q in range(width):
            code = np.uint64(source[q])
            bit = one << (code & np.uint64(63))
            word = code >> np.uint64(6)
            bit_0 = bit if word == 0 else none
            bit_1 = bit if word == 1 else none
            bit_2 = bit if word == 2 else none
            bit_3 = bit if word == 3 else none
            old = (seen_0[q] & bit_0) | (seen_1[q] & bit_1) | (seen_2[q] & bit_2) | (seen_3[q] & bit_3)
            sums[q] += weight if old == none else np.int64(0)
            seen_0[q] |= bit_0
            seen_1[q] |= bit_1
            seen_2[q] |= bit_2
            seen_3[q] |= bit_3
    for q in range(width):
        values[first + q] = sums[q]
