"""Strategy `minimax`: the smallest largest cell."""

from __future__ import annotations

from wordle_compiler.strategies.heuristic import Heuristic, Position
from wordle_compiler.strategies.scores import first_of, largest_cells, perfect_guess


class Minimax(Heuristic):
    """Plays the guess whose largest cell is smallest: min over guesses of max over cells of |cell|.

    Source: D. E. Knuth, "The Computer as Master Mind", Journal of Recreational Mathematics 9 (1976-77).
    """

    name = "minimax"
    summary = "the smallest largest cell (Knuth)"

    def choose(self, position: Position) -> int:
        """Returns the guess; ties to a candidate, then alphabetically."""
        guess = perfect_guess(position)
        if guess >= 0:
            return guess
        scores = largest_cells(position)
        return first_of(scores == scores.min(), position)
