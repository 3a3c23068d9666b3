"""Strategy `expected-size`: the fewest candidates left on average."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.strategies.heuristic import DecisionPoint
from wordle_compiler.strategies.options import GUESS_FROM, SAMPLE, SEED
from wordle_compiler.strategies.scored import CellScored
from wordle_compiler.strategies.scores import summed_scores


class ExpectedSize(CellScored):
    """Plays the guess that leaves the fewest candidates on average: min of the sum over cells of |cell|^2 / n.

    That is the same as the most expected eliminations, n less that number. Option `sample` looks at so many candidates
    drawn at random where there are more (Monte Carlo).

    Source: R. W. Irving, "Towards an optimum Mastermind strategy", Journal of Recreational Mathematics 11 (1978-79).
    """

    name = "expected-size"
    summary = "the fewest candidates left on average (Irving)"
    option_names = (GUESS_FROM, SAMPLE, SEED)

    def scores(self, position: DecisionPoint) -> NDArray[np.int64]:
        """Returns each guess's sum of squares; dividing it by n changes no order."""
        # (c + 1)^2 - c^2.
        return summed_scores(position, 2 * np.arange(len(position.candidates), dtype=np.int64) + 1)
