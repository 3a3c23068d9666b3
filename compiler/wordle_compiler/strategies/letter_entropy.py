"""Strategy `letter-entropy`: letters that about half of the candidates have."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.strategies.letter_scores import LetterScored, LetterTally


class LetterEntropy(LetterScored):
    """Plays the word whose letters split the candidates most evenly, each letter taken for itself.

    score(word) = (positional + global) / 2. positional = sum over the places i of p (1 - p), p the share of the
    candidates with the letter word[i] in place i. global = sum over the different letters x of the word of q (1 - q), q
    the share of the candidates that hold x. p (1 - p) stands in for the entropy of a yes or no (it is half the Gini
    impurity); with n candidates it is c (n - c) / n^2, and the whole numbers c (n - c) are what is added up here.

    Source: the letter heuristic of the solvers that rank words by p (1 - p), the cheap half of strategy `shortlist`;
    Gini's index in the place of entropy is from L. Breiman et al., "Classification and Regression Trees" (1984).
    """

    name = "letter-entropy"
    summary = "letters that about half of the candidates have, in place and anywhere"

    def values(self, tally: LetterTally) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Returns c (n - c) in place plus, for a letter's first place in the word, c (n - c) over all places."""
        n = tally.n_candidates
        later = tally.here * (n - tally.here)
        return later + (tally.holding * (n - tally.holding))[:, None], later
