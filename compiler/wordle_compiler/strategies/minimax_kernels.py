"""The kernels of `minimax`: find the guess with the smallest largest cell without fully scoring the others."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.kernels.kernel import kernel
from wordle_compiler.kernels.layout import CodeMatrix, UInt8Matrix

_BLOCK = 1024
"""How many guesses `fill_largest` handles at a time, so that one candidate's block stays in a processor's cache."""

PAIRWISE_MAX = 200
"""Up to this many candidates the pairwise kernel is used; it could count up to 255."""

_CROWD_GUESSES = 64


def first_least_largest(
    matrix: FeedbackMatrix,
    guesses: NDArray[np.int32],
    candidate_guesses: NDArray[np.int32],
    candidates: NDArray[np.int32],
) -> int:
    """Returns the guess with the smallest largest cell: the first candidate that has it, else the first of `guesses`.

    `candidate_guesses` must be a subset of `guesses`.
    """
    counts = np.zeros(matrix.n_feedbacks, np.int32)
    # Candidates that share large cells under a few of the guesses go first, so that a cell grows too large early.
    crowd = np.zeros(len(candidates), np.int64)
    sample = np.ascontiguousarray(candidate_guesses[:: 1 + len(candidate_guesses) // _CROWD_GUESSES])
    count_crowd(matrix.by_guess, sample, candidates, counts, crowd)
    crowded = candidates[np.argsort(-crowd, kind="stable")]
    found = np.array([-1, len(candidates) + 1], np.int64)
    first_below(matrix.by_guess, candidate_guesses, crowded, counts, found)
    if found[1] > 1:
        if len(guesses) == matrix.n_allowed and len(candidates) <= PAIRWISE_MAX:
            first_below_by_block(matrix.by_answer, candidates, np.empty((2, _BLOCK), np.uint8), found)
        else:
            first_below(matrix.by_guess, guesses, crowded, counts, found)
    return int(found[0])


@kernel
def count_crowd(
    by_guess: CodeMatrix,
    guesses: NDArray[np.int32],
    candidates: NDArray[np.int32],
    counts: NDArray[np.int32],
    crowd: NDArray[np.int64],
) -> None:
    """Adds to each candidate's `crowd` the sizes of its cells under `guesses`.

    `counts` has an entry for each feedback, all 0 before and after the call.
    """
    for guess in guesses:
        row = by_guess[guess]
        for answer in candidates:
            counts[row[answer]] += 1
        for i in range(len(candidates)):
            crowd[i] += counts[row[candidates[i]]]
        for answer in candidates:
            counts[row[answer]] = 0


@kernel
def first_below(
    by_guess: CodeMatrix,
    guesses: NDArray[np.int32],
    candidates: NDArray[np.int32],
    counts: NDArray[np.int32],
    found: NDArray[np.int64],
) -> None:
    """Writes the first guess with the smallest largest cell, and that size, to `found`, if it beats the size there.

    A guess is abandoned as soon as one of its cells is at least as large as the best guess's largest cell. `counts` is
    as in `count_crowd`.
    """
    best = found[1]
    for guess in guesses:
        row = by_guess[guess]
        largest = 0
        n_counted = 0
        for answer in candidates:
            code = row[answer]
            counts[code] += 1
            n_counted += 1
            if counts[code] > largest:
                largest = counts[code]
                if largest >= best:
                    break
        for i in range(n_counted):
            counts[row[candidates[i]]] = 0
        if largest < best:
            best = largest
            found[0] = guess
            found[1] = best
            if best == 1:
                break


@kernel
def first_below_by_block(
    by_answer: CodeMatrix, candidates: NDArray[np.int32], memory: UInt8Matrix, found: NDArray[np.int64]
) -> None:
    """Does what `first_below` does, for all allowed guesses; `memory` has shape (2, `_BLOCK`)."""
    n_guesses = by_answer.shape[1]
    largest = memory[0]
    for first in range(0, n_guesses, _BLOCK):
        stop = min(n_guesses, first + _BLOCK)
        fill_largest(by_answer, candidates, first, stop, memory[1], largest)
        for q in range(stop - first):
            if largest[q] < found[1]:
                found[1] = largest[q]
                found[0] = first + q
        if found[1] == 1:
            break


@kernel
def fill_largest(
    by_answer: CodeMatrix,
    candidates: NDArray[np.int32],
    first: int,
    stop: int,
    same: NDArray[np.uint8],
    largest: NDArray[np.uint8],
) -> None:
    """Writes the size of the largest cell of each of the guesses `first` to `stop`, at most `_BLOCK` of them.

    `same` is working memory. For each candidate, the kernel counts the candidates up to it with the same feedback; the
    last candidate of a cell counts the whole cell. It compares feedbacks byte by byte, in a vectorised loop over the
    guesses. For few candidates this avoids the wait for memory that `first_below` has at each guess.
    """
    width = stop - first
    for q in range(width):
        largest[q] = 0
    for j in range(len(candidates)):
        own = by_answer[candidates[j], first:stop]
        for q in range(width):
            same[q] = 1
        for i in range(j):
            earlier = by_answer[candidates[i], first:stop]
            for q in range(width):
                same[q] += np.uint8(earlier[q] == own[q])
        for q in range(width):
            largest[q] = max(largest[q], same[q])
