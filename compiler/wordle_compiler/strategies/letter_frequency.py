"""Strategy `letter-frequency`: the letters that most candidates contain."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.strategies.letter_scores import LetterCounts, LetterScored


class LetterFrequency(LetterScored):
    """Plays the word whose distinct new letters occur in the most candidates in sum.

    score(word) = sum of holding(x) over the distinct letters x of the word that occur in no guess so far. holding(x) is
    the number of candidates that contain x, each counted once however often it contains x.

    Source: `MaxUniqueLetterFrequencyScorer` of MorganR's rs-wordle-solver (https://github.com/MorganR/rs-wordle-solver).
    """

    name = "letter-frequency"
    summary = "new letters that most candidates contain"

    def values(self, counts: LetterCounts) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Returns the number of candidates that contain a new letter, and 0 for a repeated letter."""
        length = counts.here.shape[1]
        first = np.repeat((counts.holding * counts.is_new)[:, None], length, axis=1)
        return first, np.zeros_like(first)
