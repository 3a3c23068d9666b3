"""Strategy `most-parts`: the most cells."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.strategies.heuristic import DecisionPoint
from wordle_compiler.strategies.scored import CellScored
from wordle_compiler.strategies.scores import summed_scores


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
