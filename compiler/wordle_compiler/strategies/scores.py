"""The scores of the four classic heuristics, as kernels: a sum of a function of the cells' sizes, or the largest cell.

Lower is always better. One-line twins in the tests specify `score_sum` and `score_largest`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.kernels.kernel import kernel
from wordle_compiler.kernels.layout import CodeMatrix
from wordle_compiler.strategies.heuristic import DecisionPoint

NO_GUESS = -1


@kernel
def first_perfect(
    by_guess: CodeMatrix, guesses: NDArray[np.int32], candidates: NDArray[np.int32], stamp: NDArray[np.int32]
) -> int:
    """Returns the first of `guesses` that puts every candidate into its own cell, or -1.

    `stamp` has one entry for each feedback; all must be negative.
    """
    for i in range(len(guesses)):
        row = by_guess[guesses[i]]
        perfect = True
        for answer in candidates:
            code = row[answer]
            if stamp[code] == i:
                perfect = False
                break
            stamp[code] = i
        if perfect:
            return int(guesses[i])
    return -1


@kernel
def score_sum(
    by_guess: CodeMatrix,
    guesses: NDArray[np.int32],
    candidates: NDArray[np.int32],
    counts: NDArray[np.int32],
    step: NDArray[np.int64],
    out: NDArray[np.int64],
) -> None:
    """Writes, for each guess, the sum over its cells of f(size), where `step[c]` is f(c + 1) - f(c) and f(0) is 0.

    One pass over the candidates is enough: a cell adds a step whenever it grows. `counts` has an entry for each
    feedback, all 0 before and after the call.
    """
    for i in range(len(guesses)):
        row = by_guess[guesses[i]]
        total = np.int64(0)
        for answer in candidates:
            code = row[answer]
            total += step[counts[code]]
            counts[code] += 1
        for answer in candidates:
            counts[row[answer]] = 0
        out[i] = total


@kernel
def score_largest(
    by_guess: CodeMatrix,
    guesses: NDArray[np.int32],
    candidates: NDArray[np.int32],
    counts: NDArray[np.int32],
    out: NDArray[np.int64],
) -> None:
    """Writes, for each guess, the size of its largest cell; `counts` as in `score_sum`."""
    for i in range(len(guesses)):
        row = by_guess[guesses[i]]
        largest = 0
        for answer in candidates:
            code = row[answer]
            counts[code] += 1
            largest = max(largest, counts[code])
        for answer in candidates:
            counts[row[answer]] = 0
        out[i] = largest


def perfect_guess(position: DecisionPoint) -> int:
    """Returns a guess that tells all candidates apart, or `NO_GUESS`; a candidate is preferred, then the first guess.

    No score of this module can be better than that of such a guess.
    """
    matrix = position.matrix
    for guesses in (position.candidate_guesses, position.legal):
        stamp = np.full(matrix.n_feedbacks, -1, np.int32)
        guess = int(first_perfect(matrix.by_guess, guesses, position.candidates, stamp))
        if guess >= 0:
            return guess
    return NO_GUESS


def summed_scores(position: DecisionPoint, step: NDArray[np.int64]) -> NDArray[np.int64]:
    """Returns `score_sum` of every legal guess."""
    out = np.empty(len(position.legal), np.int64)
    matrix = position.matrix
    counts = np.zeros(matrix.n_feedbacks, np.int32)
    score_sum(matrix.by_guess, position.legal, position.candidates, counts, step, out)
    return out


def largest_cells(position: DecisionPoint) -> NDArray[np.int64]:
    """Returns `score_largest` of every legal guess."""
    out = np.empty(len(position.legal), np.int64)
    matrix = position.matrix
    counts = np.zeros(matrix.n_feedbacks, np.int32)
    score_largest(matrix.by_guess, position.legal, position.candidates, counts, out)
    return out


def first_of(best: NDArray[np.bool_], position: DecisionPoint) -> int:
    """Returns which of the equally good legal guesses to play: the first candidate among them, or else the first."""
    guesses = position.legal[best]
    if not len(position.candidate_guesses):
        return int(guesses[0])
    places = np.minimum(np.searchsorted(position.candidate_guesses, guesses), len(position.candidate_guesses) - 1)
    are_candidates = position.candidate_guesses[places] == guesses
    return int(guesses[np.argmax(are_candidates)])
