"""Finds, as a kernel, the guesses whose number of cells alone does not prove that they reach a bound.

A cell of `c` answers costs at least `2c - 1`. So a guess that divides `n` candidates into `k` cells costs at least
`3n - k`, and one less if it may win. This equals rule *size* if no cell can be large; otherwise it is weaker.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordle_checker.fast.compiling import compiled, int64
from wordle_checker.fast.counting import BLOCK, MOST_FEEDBACKS, count_cells, count_cells_of_block
from wordle_checker.fast.legality import ANY

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordle_checker.fast.table import GameArrays

FEWEST_CELLS = 3
"""A candidate divides a set into at least two cells, itself and the rest, so only guesses with more can be better."""


class SiftScratch(NamedTuple):
    """Scratch memory of one thread for this module, `lookahead.py` and `letter_sets.py`.

    Attributes:
        marks: For `count_cells`.
        seen: For `count_cells_of_block`.
        is_alike: For `count_cells_of_block`.
        n_cells: The number of cells of each guess, in the order of the guesses.
        survivors: The places of the guesses that are left unproven.
        is_candidate: Whether each answer is a candidate; all False between calls.
        counts: A number for each feedback; all 0 between calls.
        starts: For counting sorts: where the items with each key begin.
        cells: For each cell: its feedback, size, first member and known cost.
        members: The candidates, cell after cell.
        rows: The indices of these candidates among all candidates.
        demands: The demands in a cell.
        least: For each column of the view, an upper bound for its number of cells.
        chosen: The columns to count, in order.
    """

    marks: NDArray[np.int64]
    seen: NDArray[np.uint64]
    is_alike: NDArray[np.bool_]
    n_cells: NDArray[np.uint8]
    survivors: NDArray[np.int32]
    is_candidate: NDArray[np.bool_]
    counts: NDArray[np.int32]
    starts: NDArray[np.int32]
    cells: NDArray[np.int64]
    members: NDArray[np.int32]
    rows: NDArray[np.int32]
    demands: NDArray[np.int32]
    least: NDArray[np.uint8]
    chosen: NDArray[np.int32]


class View(NamedTuple):
    """The guesses of a frame, those with the most cells first.

    A guess never has more cells on a subset than on the set. So a search for a guess with more than some number of
    cells on a subset ends at the first guess that does not have more on the whole set.

    Attributes:
        guesses: The guesses' places in the allowed list.
        n_cells: Into how many cells each guess divides the candidates.
        codes: Under rule any, the feedbacks of these guesses, candidate after candidate.
        sizes: One number: how many guesses there are.
    """

    guesses: NDArray[np.int32]
    n_cells: NDArray[np.uint8]
    codes: NDArray[np.uint8]
    sizes: NDArray[np.int64]


def new_sift_scratch(arrays: GameArrays) -> SiftScratch:
    """Allocates the scratch memory of one thread."""
    n_answers, n_guesses, n_feedbacks = len(arrays.guess_of), len(arrays.words), len(arrays.codes)
    n_marks = max(n_answers, n_feedbacks, MOST_FEEDBACKS) + 2
    return SiftScratch(
        marks=np.zeros(n_feedbacks + 1, dtype=np.int64),
        seen=np.empty((4, BLOCK), dtype=np.uint64),
        is_alike=np.empty(BLOCK, dtype=np.bool_),
        n_cells=np.empty(max(n_guesses, BLOCK), dtype=np.uint8),
        survivors=np.empty(n_guesses, dtype=np.int32),
        is_candidate=np.zeros(n_answers, dtype=np.bool_),
        counts=np.zeros(n_marks, dtype=np.int32),
        starts=np.zeros(n_marks, dtype=np.int32),
        cells=np.empty((n_feedbacks, 4), dtype=np.int64),
        members=np.empty(n_answers, dtype=np.int32),
        rows=np.empty(n_answers, dtype=np.int32),
        demands=np.zeros(arrays.words.shape[1] + arrays.n_symbols, dtype=np.int32),
        least=np.empty(max(n_guesses, BLOCK), dtype=np.uint8),
        chosen=np.empty(n_guesses, dtype=np.int32),
    )


def new_view(arrays: GameArrays, n_candidates: int) -> View:
    """Allocates a view of `n_candidates` candidates."""
    n_guesses = len(arrays.words)
    return View(
        guesses=np.empty(n_guesses, dtype=np.int32),
        n_cells=np.empty(n_guesses, dtype=np.uint8),
        codes=np.empty(n_candidates * n_guesses if arrays.rule == ANY else 0, dtype=np.uint8),
        sizes=np.zeros(1, dtype=np.int64),
    )


@compiled
def sift(
    arrays: GameArrays,
    scratch: SiftScratch,
    candidates: NDArray[np.int32],
    guesses: NDArray[np.int32],
    bound: int,
    view: View | None,
) -> int:
    """Writes the places of the guesses that are not proven to reach a bound, and returns how many there are.

    If there are any, it fills the view too. Under rule any, `guesses` is the whole list.
    """
    n, n_guesses = len(candidates), len(guesses)
    if view is not None and arrays.rule == ANY:
        for first in range(0, n_guesses, BLOCK):
            last = min(first + BLOCK, n_guesses)
            count_cells_of_block(
                *(
                    arrays.flat,
                    n_guesses,
                    candidates,
                    first,
                    last,
                    scratch.seen,
                    scratch.is_alike,
                    scratch.n_cells[first:last],
                )
            )
    else:
        for i in range(n_guesses):
            row = arrays.by_guess[int64(guesses[i]) * arrays.guess_step :: arrays.answer_step]
            scratch.n_cells[i] = count_cells(row, candidates, scratch.marks)
    for answer in candidates:
        scratch.is_candidate[answer] = True
    n_found = 0
    for i in range(n_guesses):
        n_cells = int64(scratch.n_cells[i])
        answer = int64(arrays.answer_of[guesses[i]])
        is_won = int64(answer >= 0 and scratch.is_candidate[answer])
        if 3 * n - n_cells - is_won < bound and n_cells + is_won > 1:
            scratch.survivors[n_found] = i
            n_found += 1
    for answer in candidates:
        scratch.is_candidate[answer] = False
    if view is not None and n_found > 0:
        fill_view(arrays, scratch, candidates, guesses, view)
    return n_found


@compiled
def fill_view(
    arrays: GameArrays, scratch: SiftScratch, candidates: NDArray[np.int32], guesses: NDArray[np.int32], view: View
) -> None:
    """Writes the guesses by descending number of cells, and under rule any their feedbacks."""
    # A counting sort, because there are few different numbers of cells.
    n_guesses, starts = len(guesses), scratch.starts
    for k in range(MOST_FEEDBACKS + 2):
        starts[k] = 0
    for i in range(n_guesses):
        if scratch.n_cells[i] >= FEWEST_CELLS:
            starts[MOST_FEEDBACKS - int64(scratch.n_cells[i]) + 1] += 1
    for k in range(1, MOST_FEEDBACKS + 2):
        starts[k] += starts[k - 1]
    width = int64(starts[MOST_FEEDBACKS + 1])
    view.sizes[0] = width
    for i in range(n_guesses):
        if scratch.n_cells[i] >= FEWEST_CELLS:
            slot = MOST_FEEDBACKS - int64(scratch.n_cells[i])
            view.guesses[starts[slot]] = guesses[i]
            view.n_cells[starts[slot]] = scratch.n_cells[i]
            starts[slot] += 1
    if arrays.rule == ANY:
        for i in range(len(candidates)):
            start = int64(candidates[i]) * n_guesses
            own = arrays.flat[start : start + n_guesses]
            target = view.codes[i * width : i * width + width]
            for q in range(width):
                target[q] = own[view.guesses[q]]
