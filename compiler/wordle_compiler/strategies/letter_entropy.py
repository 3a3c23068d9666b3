"""Strategy `letter-entropy`: letters that about half of the candidates have."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.strategies.letter_scores import LetterCounts, LetterScored


class LetterEntropy(LetterScored):
    """Plays the word whose letters, each considered on its own, split the candidates most evenly.

    score(word) = (positional + global) / 2. positional is the sum over the places i of p (1 - p), where p is the share
    of candidates with the letter word[i] in place i. global is the sum over the distinct letters x of the word of
    q (1 - q), where q is the share of candidates that contain x. p (1 - p), half the Gini impurity, approximates the
    entropy of a yes-or-no question. With n candidates it is c (n - c) / n^2; the code adds up the integers c (n - c).

    Source: the letter heuristic of the solvers that rank words by p (1 - p), the cheap half of strategy `shortlist`.
    Using the Gini index in place of entropy is from L. Breiman et al., "Classification and Regression Trees" (1984).
    """

    name = "letter-entropy"
    summary = "letters that about half of the candidates have, in place and anywhere"

    def values(self, counts: LetterCounts) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Returns c (n - c) in place plus, for a letter's first place in the word, c (n - c) over all places."""
        n = counts.n_candidates
        later = counts.here * (n - counts.here)
        return later + (counts.holding * (n - counts.holding))[:, None], later
