"""The four classic strategies, which score guesses by the sizes of their cells, and their kernel.

Lower is always better. One-line twins in the tests specify `score_cells`.
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.kernels.kernel import kernel
from wordle_compiler.kernels.layout import CodeMatrix
from wordle_compiler.strategies.heuristic import DecisionPoint, Scored
from wordle_compiler.strategies.strategy import GUESS_FROM, SAMPLE, SEED


class CellScored(Scored):
    """A heuristic that scores a guess by the sizes of its cells alone.

    Option `sample` judges guesses by that many candidates drawn at random, if more remain (Monte Carlo).
    """

    option_names = (GUESS_FROM, SAMPLE, SEED)
    is_by_cell_sizes = True


class ExpectedSize(CellScored):
    """Plays the guess that leaves the fewest candidates on average: min of the sum over cells of |cell|^2 / n.

    Equivalently, it maximises the expected eliminations, which are n minus that number.

    Source: R. W. Irving, "Towards an optimum Mastermind strategy" (docs/references.md#irving-1979).
    """

    name = "expected-size"
    summary = "the fewest candidates left on average (Irving)"

    def scores(self, position: DecisionPoint) -> NDArray[np.int64]:
        """Returns each guess's sum of squares; dividing by n would not change the order."""
        # (c + 1)^2 - c^2.
        return scores_of(position, 2 * np.arange(len(position.candidates), dtype=np.int64) + 1)[0]


class Entropy(CellScored):
    """Plays the guess whose feedback has the largest entropy: max of -sum over cells of p log p with p = |cell| / n.

    Equivalently, it minimises the sum of c log c over the cell sizes c, so the product of c^c. The logarithm of a size
    is the sum of those of its prime factors, which are rounded, so equal products have equal sums: ties are exact.
    Products that differ by less than a hundred-millionth may come in either order.

    Source: E. Neuwirth, "Some strategies for Mastermind" (docs/references.md#neuwirth-1982).
    """

    name = "entropy"
    summary = "the largest entropy of the feedback (Neuwirth)"

    def scores(self, position: DecisionPoint) -> NDArray[np.int64]:
        """Returns each guess's sum of c log c."""
        return scores_of(position, np.diff(_entropy_terms(len(position.candidates))))[0]


@cache
def _entropy_terms(n: int) -> NDArray[np.int64]:
    """Returns c * log2(c) for c = 0 to n, in units so small that a sum over cells of n candidates just fits."""
    scale = 1 << 62 - int(n * math.log2(n)).bit_length()
    logs = np.zeros(n + 1, np.int64)
    for prime in range(2, n + 1):
        if logs[prime] == 0:
            power = prime
            while power <= n:
                logs[power::power] += round(math.log2(prime) * scale)
                power *= prime
    return np.arange(n + 1, dtype=np.int64) * logs


class MostParts(CellScored):
    """Plays the guess with the most cells, so that the next guess is right for the most answers.

    Source: B. Kooi, "Yet Another Mastermind Strategy" (docs/references.md#kooi-2005).
    """

    name = "most-parts"
    summary = "the most cells (Kooi)"

    def scores(self, position: DecisionPoint) -> NDArray[np.int64]:
        """Returns each guess's negated number of cells."""
        step = np.zeros(len(position.candidates), np.int64)
        step[0] = -1
        return scores_of(position, step)[0]


class Minimax(CellScored):
    """Plays the guess whose largest cell is smallest: min over guesses of max over cells of |cell|.

    Source: D. E. Knuth, "The Computer as Master Mind" (docs/references.md#knuth-1977).
    """

    name = "minimax"
    summary = "the smallest largest cell (Knuth)"

    def scores(self, position: DecisionPoint) -> NDArray[np.int64]:
        """Returns the size of each guess's largest cell."""
        return scores_of(position, np.zeros(len(position.candidates), np.int64))[1]


def scores_of(position: DecisionPoint, step: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Returns what `score_cells` writes for every legal guess."""
    matrix, n_guesses = position.matrix, len(position.legal)
    sums, largest = np.empty(n_guesses, np.int64), np.empty(n_guesses, np.int64)
    counts = np.zeros(matrix.n_feedbacks, np.int32)
    score_cells(matrix.by_guess, position.legal, position.candidates, counts, step, sums, largest)
    return sums, largest


@kernel
def score_cells(
    by_guess: CodeMatrix,
    guesses: NDArray[np.int32],
    candidates: NDArray[np.int32],
    counts: NDArray[np.int32],
    step: NDArray[np.int64],
    sums: NDArray[np.int64],
    largest: NDArray[np.int64],
) -> None:
    """Writes, for each guess, the sum over its cells of f(size), and the size of the largest one.

    `step[c]` is f(c + 1) - f(c), and f(0) is 0. One pass over the candidates is enough: a cell adds a step whenever it
    grows. `counts` has an entry for each feedback, all 0 before and after the call.
    """
    for i in range(len(guesses)):
        row = by_guess[guesses[i]]
        total = np.int64(0)
        most = np.int64(0)
        for answer in candidates:
            size = counts[row[answer]]
            total += step[size]
            counts[row[answer]] = size + 1
            most = max(most, size + 1)
        for answer in candidates:
            counts[row[answer]] = 0
        sums[i] = total
        largest[i] = most
