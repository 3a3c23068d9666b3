"""Strategy `positional-frequency`: the letters that most candidates have in the same places."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.strategies.letter_scores import LetterCounts, LetterScored


class PositionalFrequency(LetterScored):
    """Plays the word that shares the most letters in their places with the candidates, in sum.

    score(word) = sum over the places i of here(word[i], i), where here(x, i) is the number of candidates with x in
    place i. So it maximises the expected number of greens; known letters count as much as new ones.

    Source: folklore of the first weeks of 2022, such as SLATE as the word of the most expected greens
    (https://news.ycombinator.com/item?id=29928263).
    """

    name = "positional-frequency"
    summary = "letters that most candidates have in the same places"

    def values(self, counts: LetterCounts) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Returns the number of candidates that have the letter in the place, whether or not it is repeated."""
        return counts.here, counts.here
