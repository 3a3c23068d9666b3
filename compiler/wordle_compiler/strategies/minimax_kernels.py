"""The guess with the smallest largest cell, found without scoring the others to the end: the kernels of `minimax`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.kernels.kernel import kernel
from wordle_compiler.kernels.layout import CodeMatrix, UInt8Matrix

_BLOCK = 1024
"""Guesses that `fill_largest` handles at a time: the block of every candidate stays in the first-level cache."""

PAIRWISE_MAX = 200
"""Up to this many candidates the pairwise kernel is the faster one; it could count to 255."""

_CROWD_GUESSES = 64


def first_least_largest(
    matrix: FeedbackMatrix,
    guesses: NDArray[np.int32],
    candidate_guesses: NDArray[np.int32],
    candidates: NDArray[np.int32],
) -> int:
    """Returns the guess with the smallest largest cell: the first candidate that has it, else the first of `guesses`.

    `candidate_guesses` are some of `guesses`. Whole SERAI tree on 12,972 answers, one thread, AMD EPYC: 0.5 s, where
    scoring every guess to the end took 3.1 s.
    """
    counts = np.zeros(matrix.n_feedbacks, np.int32)
    # Those first that share large cells under a few of the guesses: a cell that is too large shows early.
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


@kernel(is_entry=True)
def count_crowd(
    by_guess: CodeMatrix,
    guesses: NDArray[np.int32],
    candidates: NDArray[np.int32],
    counts: NDArray[np.int32],
    crowd: NDArray[np.int64],
) -> None:
    """Adds to each candidate's `crowd` the sizes of its cells under `guesses`.

    `counts` has an entry for each feedback, 0 before and after.
    """
    for guess in guesses:
        row = by_guess[guess]
        for answer in candidates:
            counts[row[answer]] += 1
        for i in range(len(candidates)):
            crowd[i] += counts[row[candidates[i]]]
        for answer in candidates:
            counts[row[answer]] = 0


@kernel(is_entry=True)
def first_below(
    by_guess: CodeMatrix,
    guesses: NDArray[np.int32],
    candidates: NDArray[np.int32],
    counts: NDArray[np.int32],
    found: NDArray[np.int64],
) -> None:
    """Puts the first guess with the smallest largest cell, and that size, into `found`, if it is below the one there.

    A guess is given up as soon as one of its cells is no smaller than the best guess's largest. `counts` is as in
    `count_crowd`.
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


@kernel(is_entry=True)
def first_below_by_block(
    by_answer: CodeMatrix, candidates: NDArray[np.int32], memory: UInt8Matrix, found: NDArray[np.int64]
) -> None:
    """Does what `first_below` does, for all guesses there are; `memory` is (2, `_BLOCK`)."""
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
    """Writes the size of the largest cell of each of the guesses from `first` to `stop`, at most `_BLOCK` of them.

    `same` is working memory. A candidate's cell is as large as the number of those up to it that have its feedback, and
    the last one of a cell counts all. So for each candidate the kernel compares bytes with all earlier ones: 0.14 ns
    for each guess and candidate at 8 candidates, 0.6 at 64, 1.8 at 200, where `_first_below` needs 6 to 2.5 (2 cores of
    an AMD EPYC with AVX-512): for few candidates it waits for memory at each guess.
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
