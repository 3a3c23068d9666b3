"""The strategies that score words by how often and where the candidates contain their letters. No feedbacks.

`LETTER_SCORES` is their table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.strategies.heuristic import DecisionPoint, Scored

_NEVER = np.iinfo(np.int64).max


@dataclass(frozen=True, eq=False)
class LetterCounts:
    """Counts of the candidates' letters."""

    n_candidates: int  # How many candidates there are.
    here: NDArray[np.int64]  # How many candidates have the letter in the place, shape (n_letters, length).
    holding: NDArray[np.int64]  # How many candidates contain the letter, each counted once; shape (n_letters,).
    # How many candidates have the letter in another place, whether or not they have it in this place too; shape
    # (n_letters, length).
    elsewhere: NDArray[np.int64]
    is_new: NDArray[np.bool_]  # Whether the letter occurs in no guess so far, shape (n_letters,).

    @classmethod
    def of(cls, position: DecisionPoint) -> LetterCounts:
        """Counts the letters of a position's candidates."""
        length, n_letters = position.letters.shape[1], position.letter_counts.shape[1]
        slots = position.slots[:, position.matrix.answer_as_guess[position.candidates]]
        by_slot = np.bincount(slots.ravel(), minlength=3 * n_letters * length).reshape(3, n_letters, length)
        once, first, _ = by_slot
        holding = (once + first).sum(axis=1)
        is_new = np.ones(n_letters, np.bool_)
        is_new[position.letters[list(position.guessed)]] = False
        return cls(len(position.candidates), by_slot.sum(axis=0), holding, holding[:, None] - once, is_new)


Values = tuple[NDArray[np.int64], NDArray[np.int64]]
"""The values of each letter in each place, as its first place in the word and as a later one; (n_letters, length)."""


class LetterScored(Scored):
    """A strategy that adds up the value of each letter of a word in its place.

    A letter's first place in the word (from the left) may be worth more than its later places. A word is never guessed
    twice: its letters may still have a value, but it yields no information.
    """

    def __init__(self, name: str, summary: str, values_of: Callable[[LetterCounts], Values]) -> None:
        """Takes what returns the values."""
        self.name, self.summary, self._values_of = name, summary, values_of

    def scores(self, position: DecisionPoint) -> NDArray[np.int64]:
        """Returns the negated sum of the values of each guess's letters."""
        first, later = self._values_of(LetterCounts.of(position))
        values = np.concatenate((first, first, later), axis=None)
        is_every = len(position.legal) == position.matrix.n_allowed
        slots = position.slots if is_every else position.slots[:, position.legal]
        out: NDArray[np.int64] = -values.take(slots).sum(axis=0)
        for guess in position.guessed:
            out[position.legal == guess] = _NEVER
        return out


def letter_entropy(counts: LetterCounts) -> Values:
    """Plays the word whose letters, each considered on its own, split the candidates most evenly.

    score(word) = (positional + global) / 2. positional is the sum over the places i of p (1 - p), where p is the share
    of candidates with the letter word[i] in place i. global is the sum over the distinct letters x of the word of
    q (1 - q), where q is the share of candidates that contain x. p (1 - p), half the Gini impurity, approximates the
    entropy of a yes-or-no question. With n candidates it is c (n - c) / n^2; the code adds up the integers c (n - c).

    Source: the Gini index in place of entropy (docs/references.md#breiman-et-al-1984), by which some solvers rank
    words; the cheap half of strategy `shortlist`.
    """
    n = counts.n_candidates
    later = counts.here * (n - counts.here)
    return later + (counts.holding * (n - counts.holding))[:, None], later


def approx_eliminations(counts: LetterCounts) -> Values:
    """Plays the word whose letters, each considered on its own, eliminate the most candidates in sum.

    score(word) = sum over the places i, with x = word[i] and n candidates, of the expected eliminations
    g (n - g) / n + y (n - y) / n + b (n - b) / n: g candidates have x in place i (green), y have it only elsewhere
    (yellow), b do not have it (grey). The grey term counts only at x's first place in the word. The code adds up the
    integers g (n - g) + y (n - y) + b (n - b).

    Source: `MaxApproximateEliminationsScorer` of rs-wordle-solver (docs/references.md#morgan-2022).
    """
    n = counts.n_candidates
    green = counts.here
    yellow = counts.holding[:, None] - green
    grey = (n - counts.holding)[:, None]
    later = green * (n - green) + yellow * (n - yellow)
    return later + grey * (n - grey), later


def letter_frequency(counts: LetterCounts) -> Values:
    """Plays the word whose distinct new letters occur in the most candidates in sum.

    score(word) = sum of holding(x) over the distinct letters x of the word that occur in no guess so far. holding(x) is
    the number of candidates that contain x, each counted once however often it contains x. A repeated letter has no
    value.

    Source: `MaxUniqueLetterFrequencyScorer` of rs-wordle-solver (docs/references.md#morgan-2022).
    """
    nothing = np.zeros_like(counts.here)
    return nothing + (counts.holding * counts.is_new)[:, None], nothing


def positional_frequency(counts: LetterCounts) -> Values:
    """Plays the word that shares the most letters in their places with the candidates, in sum.

    score(word) = sum over the places i of here(word[i], i), where here(x, i) is the number of candidates with x in
    place i. So it maximises the expected number of greens; known and repeated letters count as much as new ones.

    Source: folklore of the first weeks of 2022, such as SLATE as the word of the most expected greens
    (docs/references.md#hacker-news-2022).
    """
    return counts.here, counts.here


def located_letters(counts: LetterCounts) -> Values:
    """Plays the word whose new letters earn the most points from the candidates.

    Each place i of the word whose letter x occurs in no guess so far earns a point for every candidate with x in place
    i. If i is x's first place in the word, it also earns a point for every candidate with x in another place. A
    candidate with x both here and elsewhere gives both points. Letters that were guessed before earn nothing.

    Source: the rule for new letters of `LocatedLettersScorer` in rs-wordle-solver
    (docs/references.md#morgan-2022), as its README describes it. The crate also gives points to letters whose place is
    not known yet, and its code counts a candidate with x only in place i twice.
    """
    later = counts.here * counts.is_new[:, None]
    return later + counts.elsewhere * counts.is_new[:, None], later


LETTER_SCORES = tuple(
    LetterScored(values_of.__name__.replace("_", "-"), summary, values_of)
    for values_of, summary in (
        (letter_entropy, "letters that about half of the candidates have, in place and anywhere"),
        (approx_eliminations, "the most expected eliminations, summed over letters"),
        (letter_frequency, "new letters that most candidates contain"),
        (positional_frequency, "letters that most candidates have in the same places"),
        (
            located_letters,
            "new letters that most candidates have in the same places or, counted once per letter, elsewhere",
        ),
    )
)
