"""Strategy `most-parts`: the most cells."""

from __future__ import annotations

import numpy as np

from wordle_compiler.strategies.heuristic import Heuristic, Position
from wordle_compiler.strategies.scores import first_of, perfect_guess, summed_scores


class MostParts(Heuristic):
    """Plays the guess with the most cells, so that the next guess is right for the most answers.

    Source: B. Kooi, "Yet Another Mastermind Strategy", ICGA Journal 28 (2005).
    """

    name = "most-parts"
    summary = "the most cells (Kooi)"

    def choose(self, position: Position) -> int:
        """Returns the guess; ties to a candidate, then alphabetically."""
        guess = perfect_guess(position)
        if guess >= 0:
            return guess
        step = np.zeros(len(position.candidates), np.int64)
        step[0] = -1
        scores = summed_scores(position, step)
        return first_of(scores == scores.min(), position)
