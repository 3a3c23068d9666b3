"""Strategy `located-letters`: new letters, in their places and elsewhere."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.strategies.letter_scores import LetterCounts, LetterScored


class LocatedLetters(LetterScored):
    """Plays the word whose new letters earn the most points from the candidates.

    Each place i of the word whose letter x occurs in no guess so far earns a point for every candidate with x in place
    i. If i is x's first place in the word, it also earns a point for every candidate with x in another place. A
    candidate with x both here and elsewhere gives both points. Letters that were guessed before earn nothing.

    Source: the rule for new letters of `LocatedLettersScorer` in MorganR's rs-wordle-solver
    (https://github.com/MorganR/rs-wordle-solver), as its README describes it. The crate also gives points to letters
    whose place is not known yet, and its code counts a candidate with x only in place i twice.
    """

    name = "located-letters"
    summary = "new letters that most candidates have in the same places or, counted once per letter, elsewhere"

    def values(self, counts: LetterCounts) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Returns the points of a new letter, and those of a letter repeated in the word."""
        later = counts.here * counts.is_new[:, None]
        return later + counts.elsewhere * counts.is_new[:, None], later
