"""Strategy `approx-eliminations`: the eliminations that each letter promises, as if letters were independent."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.strategies.letter_scores import LetterScored, LetterTally


class ApproxEliminations(LetterScored):
    """Plays the word whose letters eliminate the most candidates in sum, each letter taken for itself.

    score(word) = sum over the places i, with x = word[i] and n candidates, of the expected eliminations
    g (n - g) / n + y (n - y) / n + b (n - b) / n: g candidates have x in place i (green), y hold it but not there
    (yellow), b do not hold it (grey). The grey term counts only at x's first place in the word. The whole numbers
    g (n - g) + y (n - y) + b (n - b) are what is added up here.

    Source: `MaxApproximateEliminationsScorer` of MorganR's rs-wordle-solver
    (https://github.com/MorganR/rs-wordle-solver).
    """

    name = "approx-eliminations"
    summary = "the most expected eliminations, summed over letters"

    def values(self, tally: LetterTally) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Returns n times the expected eliminations of a letter, and those of one that is repeated: without grey."""
        n = tally.n_candidates
        green = tally.here
        yellow = tally.holding[:, None] - green
        grey = (n - tally.holding)[:, None]
        later = green * (n - green) + yellow * (n - yellow)
        return later + grey * (n - grey), later
