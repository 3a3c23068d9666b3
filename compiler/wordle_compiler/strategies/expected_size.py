"""Strategy `expected-size`: the fewest candidates left on average."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.strategies.heuristic import DecisionPoint
from wordle_compiler.strategies.scored import CellScored
from wordle_compiler.strategies.scores import summed_scores


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
