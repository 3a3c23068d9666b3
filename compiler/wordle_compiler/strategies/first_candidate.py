"""Strategy `first`: the first candidate."""

from __future__ import annotations

from wordle_compiler.strategies.heuristic import DecisionPoint, Heuristic


class FirstCandidate(Heuristic):
    """Plays the first candidate in list order, which is alphabetical because every list is sorted when it is read.

    Source: the baseline of most published comparisons, such as bot1 of https://github.com/Nick-Chapman/wordle.
    """

    name = "first"
    summary = "the first candidate in list order"
    option_names = ()

    def choose(self, position: DecisionPoint) -> int:
        """Returns the guess."""
        return int(position.candidate_guesses[0])
