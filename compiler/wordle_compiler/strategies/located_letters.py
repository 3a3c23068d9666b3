"""Strategy `located-letters`: new letters, in their places and elsewhere."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.strategies.letter_scores import LetterScored, LetterTally


class LocatedLetters(LetterScored):
    """Plays the word whose new letters earn the most points from the candidates.

    For each place i of the word whose letter x no guess so far has held: a point for every candidate with x in place i,
    and, if this is x's first place in the word, a point for every candidate with x in another place. A candidate with x
    here and in another place gives both. Letters that were guessed before earn nothing.

    Source: the rule for new letters of `LocatedLettersScorer` in MorganR's rs-wordle-solver
    (https://github.com/MorganR/rs-wordle-solver), as its README words it. The crate also gives points to letters whose
    place is not known yet, and its code counts a candidate with x in place i alone twice.
    """

    name = "located-letters"
    summary = "new letters in the same places, and once a word elsewhere"

    def values(self, tally: LetterTally) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Returns the points of a new letter, and those of one that stands in the word already."""
        later = tally.here * tally.is_new[:, None]
        return later + tally.elsewhere * tally.is_new[:, None], later
