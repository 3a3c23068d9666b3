"""Strategies that score every guess: they play the lowest score, and other strategies can rank guesses by it."""

from __future__ import annotations

from abc import abstractmethod

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.strategies.heuristic import DecisionPoint, Heuristic
from wordle_compiler.strategies.options import GUESS_FROM, SAMPLE, SEED
from wordle_compiler.strategies.scores import NO_GUESS, first_of, perfect_guess


class Scored(Heuristic):
    """A heuristic whose choice is the guess with the lowest score; ties to a candidate, then alphabetically."""

    @abstractmethod
    def scores(self, position: DecisionPoint) -> NDArray[np.int64]:
        """Returns the score of each guess in `position.legal`: lower is better, equal is a tie."""

    def choose(self, position: DecisionPoint) -> int:
        """Returns the guess."""
        scores = self.scores(position)
        return first_of(scores == scores.min(), position)


class CellScored(Scored):
    """A heuristic that scores a guess by the sizes of its cells alone.

    No score is better than that of a guess that tells all candidates apart, so such a guess is played at once.
    """

    option_names = (GUESS_FROM, SAMPLE, SEED)
    is_by_cell_sizes = True

    def choose(self, position: DecisionPoint) -> int:
        """Returns the guess."""
        guess = perfect_guess(position)
        return super().choose(position) if guess == NO_GUESS else guess
