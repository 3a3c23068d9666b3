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
from wordle_compiler.strategies.options import GUESS_FROM, SAMPLE, SEED

_FRACTION_BITS = 30


class CellScored(Scored):
    """A heuristic that scores a guess by the sizes of its cells alone."""

    option_names = (GUESS_FROM, SAMPLE, SEED)
    is_by_cell_sizes = True


class ExpectedSize(CellScored):
    """Plays the guess that leaves the fewest candidates on average: min of the sum over cells of |cell|^2 / n.

    Equivalently, it maximises the expected eliminations, which are n minus that number. Option `sample` judges guesses
    by that many candidates drawn at random, if more remain (Monte Carlo).

    Source: R. W. Irving, "Towards an optimum Mastermind strategy", Journal of Recreational Mathematics 11 (1978-79).
    """

    name = "expected-size"
    summary = "the fewest candidates left on average (Irving)"

    def scores(self, position: DecisionPoint) -> NDArray[np.int64]:
        """Returns each guess's sum of squares; dividing by n would not change the order."""
        # (c + 1)^2 - c^2.
        return summed_scores(position, 2 * np.arange(len(position.candidates), dtype=np.int64) + 1)


class Entropy(CellScored):
    """Plays the guess whose feedback has the largest entropy: max of -sum over cells of p log p with p = |cell| / n.

    Equivalently, it minimises the sum of c log c over the cell sizes c. Logarithms are stored in units of 2^-30. If two
    sums are too close to be distinguished despite the rounding, the integer products of c^c decide, so ties are exact.

    Option `sample` judges guesses by that many candidates drawn at random, if more remain (Monte Carlo).

    Source: E. Neuwirth, "Some strategies for Mastermind", Zeitschrift fuer Operations Research 26 (1982).
    """

    name = "entropy"
    summary = "the largest entropy of the feedback (Neuwirth)"

    def scores(self, position: DecisionPoint) -> NDArray[np.int64]:
        """Returns each guess's sum of c log2 c in units of 2^-30; rounding may separate ties by two units per cell."""
        return summed_scores(position, np.diff(_rounded_terms(len(position.candidates))))

    def best(self, position: DecisionPoint) -> NDArray[np.bool_]:
        """Returns which of the legal guesses have exactly the largest entropy."""
        scores = self.scores(position)
        if scores.min() == 0:
            # Every cell of these guesses has one candidate, and its term is exact.
            are_perfect: NDArray[np.bool_] = scores == 0
            return are_perfect
        # Each term's error is below one unit, and no guess has more cells than there are candidates.
        near = np.flatnonzero(scores <= scores.min() + 2 * len(position.candidates))
        best = np.zeros(len(scores), np.bool_)
        best[_least_products(position, near)] = True
        return best


@cache
def _rounded_terms(n: int) -> NDArray[np.int64]:
    """Returns c * log2(c) in units of 2^-30 for c = 0 to n, each within one unit, since a double has 53 bits."""
    return np.array([round(c * math.log2(c) * (1 << _FRACTION_BITS)) if c else 0 for c in range(n + 1)], np.int64)


def _least_products(position: DecisionPoint, near: NDArray[np.intp]) -> list[int]:
    """Returns the legal guesses in `near` whose product of c^c is smallest."""
    by_sizes: dict[tuple[int, ...], list[int]] = {}
    for i in near:
        codes = position.matrix.by_guess[position.legal[i], position.candidates]
        counts = np.unique(codes, return_counts=True)[1]
        by_sizes.setdefault(tuple(sorted(counts[counts > 1].tolist())), []).append(int(i))
    products = {sizes: math.prod(size**size for size in sizes) for sizes in by_sizes}
    least = min(products.values())
    return [i for sizes, places in by_sizes.items() if products[sizes] == least for i in places]


class MostParts(CellScored):
    """Plays the guess with the most cells, so that the next guess is right for the most answers.

    Option `sample` judges guesses by that many candidates drawn at random, if more remain (Monte Carlo).

    Source: B. Kooi, "Yet Another Mastermind Strategy", ICGA Journal 28 (2005).
    """

    name = "most-parts"
    summary = "the most cells (Kooi)"

    def scores(self, position: DecisionPoint) -> NDArray[np.int64]:
        """Returns each guess's negated number of cells."""
        step = np.zeros(len(position.candidates), np.int64)
        step[0] = -1
        return summed_scores(position, step)


class Minimax(CellScored):
    """Plays the guess whose largest cell is smallest: min over guesses of max over cells of |cell|.

    Option `sample` judges guesses by that many candidates drawn at random, if more remain (Monte Carlo).

    Source: D. E. Knuth, "The Computer as Master Mind", Journal of Recreational Mathematics 9 (1976-77).
    """

    name = "minimax"
    summary = "the smallest largest cell (Knuth)"

    def scores(self, position: DecisionPoint) -> NDArray[np.int64]:
        """Returns the size of each guess's largest cell."""
        return scores_of(position, np.zeros(len(position.candidates), np.int64))[1]


def summed_scores(position: DecisionPoint, step: NDArray[np.int64]) -> NDArray[np.int64]:
    """Returns, for each legal guess, the sum over its cells of f(size); see `score_cells`."""
    return scores_of(position, step)[0]


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
