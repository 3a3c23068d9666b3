"""Finds the second words that may suit a first word, by counting the cells that two guesses make together.

Two words split the answers into *joint cells*: sets of answers with the same feedback to both. `total_at_least` turns
their number into a bound. Of the 168 million ordered pairs of 12,972 words, only some ten thousand have enough joint
cells to matter, and most of the others need not be counted. In a cell of the first word, no guess has more cells than
in any letter set that contains the cell (see `letter_sets`); this bounds the joint cells of one first word with all
second words. The remaining pairs are counted cell by cell, largest first; a pair is dropped as soon as its bound falls
short.

The number of joint cells does not depend on which word is played first, so one count serves both orders.
"""

# Numba has one integer type; numpy's stubs distinguish np.int64 from int, which does not matter here.
# mypy: disable-error-code="arg-type, return-value, no-any-return, assignment"

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.kernels.kernel import kernel
from wordle_compiler.kernels.layout import UInt8Matrix
from wordle_compiler.search.letter_sets import rows_of_cell
from wordle_compiler.search.problem import Problem, Scratch, View
from wordle_compiler.search.views import sweep

FULL_SWEEP = 3
"""If more than one in this many columns remains, all of them are counted, without picking the remaining ones first."""

MOST_SLACK = 20
"""On cells of about this many answers, the bounds exceed the counts by most per answer.

Measured on Wordle: by two thirds of a cell per answer for cells of 12 to 30 answers, a third for cells of 3 or 64, a
tenth for cells of 200.
"""


def worth_of_words(problem: Problem, words: NDArray[np.int32]) -> NDArray[np.int32]:
    """Returns what each word, played first, adds to the joint cells in `total_at_least`.

    Each cell of a single answer other than the word itself adds one; the word adds two if it is an answer.
    """
    won = problem.n_feedbacks - 1
    worth = np.zeros(len(words), np.int32)
    for i, word in enumerate(words):
        sizes = np.bincount(problem.by_guess[word], minlength=problem.n_feedbacks)
        worth[i] = np.count_nonzero(sizes[:won] == 1) + 2 * sizes[won]
    return worth


def total_at_least(n_answers: int, n_joint_cells: int, worth_of_first: int, *, is_answer: bool) -> int:
    """Returns a lower bound for the total of a pair of fixed first guesses, within any limit.

    The bound is sound because each answer takes at least four guesses, with the following exceptions. In each joint
    cell, one answer may be the third guess, which saves one. The first word, if it is an answer, takes one guess, which
    saves two more. A single answer in a cell of the first word is guessed second, which saves one more. The last two
    savings are `worth_of_first`. The second word, if it `is_answer` and is played, takes two guesses, which saves one
    more.

    Args:
        n_answers: How many answers there are.
        n_joint_cells: How many joint cells the pair has, or an upper bound.
        worth_of_first: See `worth_of_words`.
        is_answer: Whether the second word is an answer.
    """
    return 4 * n_answers - n_joint_cells - worth_of_first - is_answer


@kernel(is_entry=True)
def find_partners(  # noqa: D417
    problem: Problem,
    scratch: Scratch,
    view: View,
    n_cells_of_sets: UInt8Matrix,
    place: int,
    needed: NDArray[np.int32],
    partners: NDArray[np.int32],
    n_joint: NDArray[np.int32],
) -> int:
    """Finds the columns after `place` that may have more joint cells with its word than they need.

    Args:
        view: The words as columns, over all answers.
        n_cells_of_sets: The table of `LetterSets`, with the view's columns; empty if there is no table.
        place: The column of the first word.
        needed: For each column, the number of joint cells that it must exceed.
        partners: Output: the columns found, ascending.
        n_joint: Output: the number of joint cells of each column found.

    Returns:
        How many columns were found.
    """
    n_answers = problem.by_guess.shape[1]
    first = place + 1
    stop = len(view.guesses)
    word = view.guesses[place]
    row = problem.by_guess[word]
    ends = np.zeros(problem.n_feedbacks + 1, np.int64)
    for code in row:
        ends[code + 1] += 1
    sizes = ends[1:].copy()
    for code in range(problem.n_feedbacks):
        ends[code + 1] += ends[code]
    places = np.empty(n_answers, np.int32)
    for answer in range(n_answers):
        code = row[answer]
        places[ends[code]] = answer
        ends[code] += 1
    members = places.astype(np.uint16)
    # Single answers have no slack. The order of the other cells drops most pairs with the least counting.
    codes = np.flatnonzero(sizes > 1)
    codes = codes[np.argsort(np.abs(np.log(sizes[codes] / MOST_SLACK)), kind="mergesort")]
    # 1. Bound all columns side by side from the letter sets.
    bounds = np.full(stop, np.count_nonzero(sizes == 1), np.int32)
    bounds_of_cell = np.empty((len(codes), stop), n_cells_of_sets.dtype)
    rows = np.empty(problem.letters.shape[1], np.int64)
    for c, code in enumerate(codes):
        own = bounds_of_cell[c, first:stop]
        own[:] = min(sizes[code], problem.n_feedbacks)
        if len(n_cells_of_sets) > 0:
            rows_of_cell(problem, word, code, rows)
            for r in rows:
                source = n_cells_of_sets[r, first:stop]
                for q in range(len(own)):
                    own[q] = source[q] if source[q] < own[q] else own[q]
        target = bounds[first:stop]
        for q in range(len(own)):
            target[q] += np.int32(own[q])
    n_partners = 0
    for column in range(first, stop):
        partners[n_partners] = column
        n_partners += bounds[column] > needed[column]
    # 2. Count the cells one by one; each count replaces its bound.
    counted = np.empty(stop, view.n_cells.dtype)
    for c, code in enumerate(codes):
        if n_partners == 0:
            break
        low, high = ends[code] - sizes[code], ends[code]
        is_full = n_partners * FULL_SWEEP > stop - first
        columns = partners[: 0 if is_full else n_partners]
        start, end = (first, stop) if is_full else (0, n_partners)
        sweep(problem, scratch, view, members[low:high], places[low:high], columns, start, end, counted)
        n_kept = 0
        for i in range(n_partners):
            column = partners[i]
            bounds[column] += counted[column if is_full else i] - np.int32(bounds_of_cell[c, column])
            partners[n_kept] = column
            n_kept += bounds[column] > needed[column]
        n_partners = n_kept
    n_joint[:n_partners] = bounds[partners[:n_partners]]
    return n_partners
