"""Strategy `expected-size`: the fewest candidates left on average."""

from __future__ import annotations

import numpy as np

from wordle_compiler.strategies.heuristic import Heuristic, Position
from wordle_compiler.strategies.scores import first_of, perfect_guess, summed_scores


class ExpectedSize(Heuristic):
    """Plays the guess that leaves the fewest candidates on average: min of the sum over cells of |cell|^2 / n.

    Source: R. W. Irving, "Towards an optimum Mastermind strategy", Journal of Recreational Mathematics 11 (1978-79).
    """

    name = "expected-size"
    summary = "the fewest candidates left on average (Irving)"

    def choose(self, position: Position) -> int:
        """Returns the guess; ties to a candidate, then alphabetically."""
        guess = perfect_guess(position)
        if guess >= 0:
            return guess
        # (c + 1)^2 - c^2; dividing by n changes no order.
        scores = summed_scores(position, 2 * np.arange(len(position.candidates), dtype=np.int64) + 1)
        return first_of(scores == scores.min(), position)
