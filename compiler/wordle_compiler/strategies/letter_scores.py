"""Scores that add up over a word's letters, from how often and where the candidates contain them. No feedbacks."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.kernels.kernel import kernel
from wordle_compiler.kernels.layout import Int64Matrix, UInt16Matrix
from wordle_compiler.strategies.heuristic import DecisionPoint
from wordle_compiler.strategies.scored import Scored

_NEVER = np.iinfo(np.int64).max


@dataclass(frozen=True, eq=False)
class LetterCounts:
    """Counts of the candidates' letters.

    Attributes:
        n_candidates: How many candidates there are.
        here: How many candidates have the letter in the place, shape (n_letters, length).
        holding: How many candidates contain the letter, each counted once; shape (n_letters,).
        elsewhere: How many candidates have the letter in another place, whether or not they have it in this place too;
            shape (n_letters, length).
        is_new: Whether the letter occurs in no guess so far, shape (n_letters,).
    """

    n_candidates: int
    here: NDArray[np.int64]
    holding: NDArray[np.int64]
    elsewhere: NDArray[np.int64]
    is_new: NDArray[np.bool_]

    @classmethod
    def of(cls, position: DecisionPoint) -> LetterCounts:
        """Counts the letters of a position's candidates."""
        words = position.letters[position.matrix.answer_as_guess[position.candidates]]
        n_letters = int(position.letters.max()) + 1
        here = np.zeros((n_letters, words.shape[1]), np.int64)
        holding = np.zeros(n_letters, np.int64)
        elsewhere = np.zeros_like(here)
        count_letters(words, here, holding, elsewhere)
        is_new = np.ones(n_letters, np.bool_)
        is_new[position.letters[list(position.guessed)]] = False
        return cls(len(words), here, holding, elsewhere, is_new)


class LetterScored(Scored):
    """A strategy that adds up the value of each letter of a word in its place.

    A letter's first place in the word (from the left) may be worth more than its later places. A word is never guessed
    twice: its letters may still have a value, but it yields no information.
    """

    @abstractmethod
    def values(self, counts: LetterCounts) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Returns the values of each letter in each place: as its first place in the word, and as a later place.

        Both arrays have shape (n_letters, length).
        """

    def scores(self, position: DecisionPoint) -> NDArray[np.int64]:
        """Returns the negated sum of the values of each guess's letters."""
        first, later = self.values(LetterCounts.of(position))
        out = np.empty(len(position.legal), np.int64)
        score_letters(position.letters, position.legal, first, later, out)
        out[np.isin(position.legal, position.guessed)] = _NEVER
        return out


@kernel
def count_letters(words: UInt16Matrix, here: Int64Matrix, holding: NDArray[np.int64], elsewhere: Int64Matrix) -> None:
    """Adds `words` to the `here`, `holding` and `elsewhere` of `LetterCounts`."""
    length = words.shape[1]
    for w in range(len(words)):
        word = words[w]
        for place in range(length):
            letter = word[place]
            here[letter, place] += 1
            n_before = 0
            for i in range(place):
                n_before += word[i] == letter
            if n_before > 0:
                continue
            holding[letter] += 1
            n_times = 0
            for i in range(length):
                n_times += word[i] == letter
            for i in range(length):
                if n_times > 1 or i != place:
                    elsewhere[letter, i] += 1


@kernel
def score_letters(
    letters: UInt16Matrix,
    guesses: NDArray[np.int32],
    first: Int64Matrix,
    later: Int64Matrix,
    out: NDArray[np.int64],
) -> None:
    """Writes the negated sum of the values of each guess's letters."""
    length = letters.shape[1]
    for g in range(len(guesses)):
        word = letters[guesses[g]]
        score = np.int64(0)
        for place in range(length):
            letter = word[place]
            is_first = True
            for i in range(place):
                if word[i] == letter:
                    is_first = False
            score -= first[letter, place] if is_first else later[letter, place]
        out[g] = score
