"""Strategy `minimax`: the smallest largest cell."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.strategies.heuristic import DecisionPoint
from wordle_compiler.strategies.minimax_kernels import first_least_largest
from wordle_compiler.strategies.scored import CellScored
from wordle_compiler.strategies.scores import largest_cells


class Minimax(CellScored):
    """Plays the guess whose largest cell is smallest: min over guesses of max over cells of |cell|.

    Option `sample` judges guesses by that many candidates drawn at random, if more remain (Monte Carlo).

    Source: D. E. Knuth, "The Computer as Master Mind", Journal of Recreational Mathematics 9 (1976-77).
    """

    name = "minimax"
    summary = "the smallest largest cell (Knuth)"

    def scores(self, position: DecisionPoint) -> NDArray[np.int64]:
        """Returns the size of each guess's largest cell."""
        return largest_cells(position)

    def choose(self, position: DecisionPoint) -> int:
        """Returns the guess; ties to a candidate, then alphabetically."""
        return first_least_largest(position.matrix, position.legal, position.candidate_guesses, position.candidates)
