"""Strategy `entropy`: the most information."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.strategies.heuristic import DecisionPoint
from wordle_compiler.strategies.scored import CellScored
from wordle_compiler.strategies.scores import first_of, perfect_guess, summed_scores

_FRACTION_BITS = 30


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

    def choose(self, position: DecisionPoint) -> int:
        """Returns the guess; ties to a candidate, then alphabetically."""
        guess = perfect_guess(position)
        if guess >= 0:
            return guess
        n = len(position.candidates)
        scores = self.scores(position)
        # Each term's error is below one unit, and no guess has more cells than there are candidates.
        near = np.flatnonzero(scores <= scores.min() + 2 * n)
        best = np.zeros(len(scores), np.bool_)
        best[_least_products(position, near)] = True
        return first_of(best, position)


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
