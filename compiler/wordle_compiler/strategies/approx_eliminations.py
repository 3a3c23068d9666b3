"""Strategy `approx-eliminations`: the most expected eliminations, as if letters were independent."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.strategies.letter_scores import LetterCounts, LetterScored


class ApproxEliminations(LetterScored):
    """Plays the word whose letters, each considered on its own, eliminate the most candidates in sum.

    score(word) = sum over the places i, with x = word[i] and n candidates, of the expected eliminations
    g (n - g) / n + y (n - y) / n + b (n - b) / n: g candidates have x in place i (green), y have it only elsewhere
    (yellow), b do not have it (grey). The grey term counts only at x's first place in the word. The code adds up the
    integers g (n - g) + y (n - y) + b (n - b).

    Source: `MaxApproximateEliminationsScorer` of MorganR's rs-wordle-solver
    (https://github.com/MorganR/rs-wordle-solver).
    """

    name = "approx-eliminations"
    summary = "the most expected eliminations, summed over letters"

    def values(self, counts: LetterCounts) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Returns n times the expected eliminations of a letter, and of a repeated letter (without the grey term)."""
        n = counts.n_candidates
        green = counts.here
        yellow = counts.holding[:, None] - green
        grey = (n - counts.holding)[:, None]
        later = green * (n - green) + yellow * (n - yellow)
        return later + grey * (n - grey), later
