"""The feedback matrix: every feedback of a game, read by every search and strategy.

The kernel compares one guess at a time with all answers, place by place, so that the inner loops run over contiguous
answers without a branch. `feedback_of` is its plain twin and specifies it. Both are for kind `wordle`; `pegs` has those
for kind `mastermind`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.game.footprint import is_symmetric, require_feedbacks
from wordle_compiler.game.pegs import fill_pegs
from wordle_compiler.kernels.compiling import Request
from wordle_compiler.kernels.kernel import kernel
from wordle_compiler.kernels.layout import CodeMatrix, Layout, UInt8Matrix, UInt16Matrix
from wordle_compiler.machine.errors import InputError
from wordle_compiler.machine.workers import run_tasks
from wordle_runtime.layout import MASTERMIND

if TYPE_CHECKING:
    from wordle_compiler.game.game import Game


def matrix_kernel(game: Game) -> Request:
    """Returns the kernel that computes a game's feedbacks."""
    kernel = fill_pegs if game.kind == MASTERMIND else fill_feedback
    return kernel, Layout(feedback_dtype(game.n_feedbacks).name)


FeedbackArray = NDArray[Any]
"""Feedback codes: uint8 if they fit in a byte (words of up to 5 letters), otherwise uint16 or uint32."""

_GUESSES_PER_TASK = 512


def feedback_of(guess: str, answer: str) -> int:
    """Returns the feedback for `guess` when `answer` is hidden, in kind `wordle`.

    The code is in base 3, the first place most significant: 2 is green, 1 yellow, 0 grey. Greens are assigned first.
    Then, from the left, a letter is yellow while the answer still has an unused copy of it.
    """
    left: dict[str, int] = {}
    for letter, hidden in zip(guess, answer, strict=True):
        if letter != hidden:
            left[hidden] = left.get(hidden, 0) + 1
    code = 0
    for letter, hidden in zip(guess, answer, strict=True):
        colour = 0
        if letter == hidden:
            colour = 2
        elif left.get(letter, 0) > 0:
            left[letter] -= 1
            colour = 1
        code = code * 3 + colour
    return code


def feedback_dtype(n_feedbacks: int) -> np.dtype[Any]:
    """Returns the narrowest unsigned type that holds every code below `n_feedbacks`."""
    return np.dtype(np.min_scalar_type(n_feedbacks - 1))


@dataclass(frozen=True, eq=False)
class FeedbackMatrix:
    """Every feedback of a game, in the two layouts that the kernels need.

    Attributes:
        by_guess: Shape (n_allowed, n_answers), C order: row `g` has the feedbacks of guess `g` against every answer.
        by_answer: Shape (n_answers, n_allowed), C order: the transpose, as a copy unless the two are equal.
        answer_as_guess: Shape (n_answers,), int32: each answer's row in `by_guess`.
        n_feedbacks: The number of feedback codes; the last code wins: all green, or all black.
    """

    by_guess: FeedbackArray
    by_answer: FeedbackArray
    answer_as_guess: NDArray[np.int32]
    n_feedbacks: int

    @property
    def n_answers(self) -> int:
        """How many answers the matrix covers."""
        return int(self.by_guess.shape[1])

    @property
    def n_allowed(self) -> int:
        """How many guesses the matrix covers."""
        return int(self.by_guess.shape[0])

    @classmethod
    def of(cls, game: Game, *, n_workers: int = 1) -> FeedbackMatrix:
        """Computes the matrix of a game.

        For words of up to five letters, it takes two bytes of memory per pair of words. In Mastermind, where guess and
        answer may be exchanged, it takes one byte if every guess is an answer.

        Raises:
            InputError: The words have more than 65,535 distinct letters, or the matrix needs more memory than the limit
                (see `memory`).
        """
        dtype = feedback_dtype(game.n_feedbacks)
        require_feedbacks(game)
        has_one_layout = is_symmetric(game)
        letters = letter_codes(game.allowed.words)
        index = {word: i for i, word in enumerate(game.allowed.words)}
        answer_as_guess = np.array([index[word] for word in game.answers.words], dtype=np.int32)
        answers = np.ascontiguousarray(letters[answer_as_guess].T)
        counts = _letter_counts(answers)
        by_guess = np.empty((len(letters), answers.shape[1]), dtype=dtype)
        by_answer = by_guess if has_one_layout else np.empty((answers.shape[1], len(letters)), dtype=dtype)
        fill_rows, _ = matrix_kernel(game)
        starts = range(0, len(letters), _GUESSES_PER_TASK)

        def fill(start: int) -> None:
            stop = start + _GUESSES_PER_TASK
            fill_rows(letters[start:stop], answers, counts, np.empty(answers.shape, np.uint8), by_guess[start:stop])
            if not has_one_layout:
                # Transposed slice by slice, while the slice is still in the processor's cache.
                by_answer[:, start:stop] = by_guess[start:stop].T

        for _ in run_tasks(fill, starts, min(n_workers, len(starts))):
            pass
        return cls(by_guess, by_answer, answer_as_guess, game.n_feedbacks)

    def reordered(self, answers: NDArray[np.int64]) -> FeedbackMatrix:
        """Returns a copy whose answer `i` is this one's answer `answers[i]`."""
        return FeedbackMatrix(
            np.ascontiguousarray(self.by_guess[:, answers]),
            self.by_answer[answers],
            self.answer_as_guess[answers],
            self.n_feedbacks,
        )


def letter_codes(words: Sequence[str]) -> NDArray[np.uint16]:
    """Returns words as letter numbers, shape (n_words, length); the letters that occur are numbered from 0, ascending.

    Raises:
        InputError: The words have more than 65,535 distinct letters.
    """
    points = np.array(words).view(np.uint32).reshape(len(words), -1)
    alphabet, codes = np.unique(points, return_inverse=True)
    if len(alphabet) > np.iinfo(np.uint16).max:
        raise InputError(f"the words have {len(alphabet)} different letters: use at most 65535")
    return codes.reshape(points.shape).astype(np.uint16)


def letter_counts_of(letters: NDArray[np.uint16]) -> NDArray[np.uint8]:
    """Returns how often each word contains each letter, shape (n_words, n_letters). `letters` is by word."""
    counts = np.zeros((len(letters), int(letters.max()) + 1), np.uint8)
    np.add.at(counts, (np.arange(len(letters))[:, None], letters), 1)
    return counts


def _letter_counts(answers: NDArray[np.uint16]) -> NDArray[np.uint8]:
    """Returns how often each letter occurs in each answer, shape (n_letters, n_answers). `answers` is by place."""
    n_letters = int(answers.max()) + 1
    counts = np.zeros((n_letters, answers.shape[1]), dtype=np.uint8)
    columns = np.arange(answers.shape[1])
    for place in answers:
        np.add.at(counts, (place, columns), 1)
    return counts


@kernel(is_entry=True)
def fill_feedback(
    guesses: UInt16Matrix, answers: UInt16Matrix, counts: UInt8Matrix, left: UInt8Matrix, out: CodeMatrix
) -> None:
    """Fills `out[g, a]` with the feedback of `guesses[g]` (n_guesses, length) against the answers (length, n_answers).

    `counts[letter, a]` is how often answer `a` contains a letter; letters beyond its rows occur in no answer. `left` is
    working memory, shape (length, n_answers). The kernel first counts, for each distinct letter of the guess, the
    copies that remain after the greens; then it assigns the colours from the left.
    """
    n_guesses, length = guesses.shape
    n_answers = answers.shape[1]
    for g in range(n_guesses):
        for i in range(length):
            letter = guesses[g, i]
            first = 0
            while guesses[g, first] != letter:
                first += 1
            row = left[first]
            place = answers[i]
            if first == i:
                if letter < counts.shape[0]:
                    for a in range(n_answers):
                        row[a] = counts[letter, a] - np.uint8(place[a] == letter)
                else:
                    row[:] = 0
            else:
                for a in range(n_answers):
                    row[a] -= np.uint8(place[a] == letter)
        target = out[g]
        target[:] = 0
        for i in range(length):
            letter = guesses[g, i]
            first = 0
            while guesses[g, first] != letter:
                first += 1
            row = left[first]
            place = answers[i]
            for a in range(n_answers):
                green = np.uint8(place[a] == letter)
                yellow = np.uint8(row[a] > 0) & (green ^ np.uint8(1))
                row[a] -= yellow
                target[a] = target[a] * 3 + (green + green + yellow)
