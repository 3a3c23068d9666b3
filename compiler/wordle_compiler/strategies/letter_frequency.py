"""Strategy `letter-frequency`: the letters that most candidates hold."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.strategies.letter_scores import LetterScored, LetterTally


class LetterFrequency(LetterScored):
    """Plays the word whose different, not yet guessed letters are held by the most candidates in sum.

    score(word) = sum over the different letters x of the word that no guess so far has held: holding(x), where
    holding(x) is how many candidates hold x, each counted once however often.

    Source: `MaxUniqueLetterFrequencyScorer` of MorganR's rs-wordle-solver (https://github.com/MorganR/rs-wordle-solver).
    """

    name = "letter-frequency"
    summary = "new letters that most candidates hold"

    def values(self, tally: LetterTally) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Returns the number of candidates that hold a new letter, and 0 for a letter that is repeated."""
        length = tally.here.shape[1]
        first = np.repeat((tally.holding * tally.is_new)[:, None], length, axis=1)
        return first, np.zeros_like(first)
