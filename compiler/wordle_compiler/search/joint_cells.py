"""The search for the best pair of fixed openers: the second guess is the same whatever the feedback to the first.

`fixed_openers` defines a pair and says when its second word is not played. The totals here are those of
`ExactSolver.solve_below(first, second)`. As in the ranking of openers, the best pairs so far set the cutoff that the
others must beat.

Two words split the answers into *joint cells*: sets of answers with the same feedback to both. `total_at_least` turns
their number into a bound. Of the 168 million ordered pairs of 12,972 words, only some ten thousand have enough joint
cells to matter, and most of the others need not be counted. In a cell of the first word, no guess has more cells than
in any letter set that contains the cell (see `letter_sets`); this bounds the joint cells of one first word with all
second words. The remaining pairs are counted cell by cell, cells of about `MOST_SLACK` answers first; a pair is dropped
as soon as its bound falls short. The number of joint cells does not depend on which word is played first, so one count
serves both orders.

A pair that is left is searched with both guesses fixed: it is refuted as soon as the one-ply bounds of its joint cells,
or their exact totals, reach the cutoff.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.kernels.kernel import kernel
from wordle_compiler.kernels.layout import UInt8Matrix, UInt16Matrix
from wordle_compiler.search.letter_sets import rows_of_cell
from wordle_compiler.search.playing import split_all
from wordle_compiler.search.problem import Problem, Scratch, View
from wordle_compiler.search.rounds import sort_by_key
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


def find_partners(
    problem: Problem,
    scratch: Scratch,
    view: View,
    n_cells_of_sets: NDArray[np.uint8],
    place: int,
    needed: NDArray[np.int32],
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Returns the columns after `place` that have more joint cells with its word than they need, and how many each has.

    Args:
        problem: The game, without weights.
        scratch: Working memory.
        view: The words as columns, over all answers.
        n_cells_of_sets: The table of `LetterSets`, with the view's columns; empty if there is no table.
        place: The column of the first word.
        needed: For each column, the number of joint cells that it must exceed.
    """
    n_columns = len(view.guesses)
    bounds, columns = np.zeros(n_columns, np.int32), np.empty(n_columns, np.int32)
    n_large = min(problem.n_feedbacks, problem.by_guess.shape[1] // 2)
    of_cell = np.empty((n_large, n_columns), np.uint16)
    n = _count_joint_cells(problem, scratch, view, n_cells_of_sets, place, needed, bounds, of_cell, columns)
    return columns[:n], bounds[columns[:n]]


@kernel
def _count_joint_cells(  # noqa: D417
    problem: Problem,
    scratch: Scratch,
    view: View,
    n_cells_of_sets: UInt8Matrix,
    place: int,
    needed: NDArray[np.int32],
    bounds: NDArray[np.int32],
    of_cell: UInt16Matrix,
    partners: NDArray[np.int32],
) -> int:
    """Returns how many columns `find_partners` finds; writes them to `partners`, and their counts to `bounds`.

    Args:
        bounds: Zeros; then an upper bound of each column's joint cells; in the end, their number.
        of_cell: Memory for the same in each cell of several answers, a row per cell. Single answers have no slack.
        partners: Output, and memory for every column.
    """
    first = place + 1
    stop = len(view.guesses)
    word = view.guesses[place]
    n_cells = split_all(problem, scratch, word)
    # The order of the cells drops most pairs with the least counting.
    order, counted, sets = scratch.ranks, scratch.counted, scratch.set_rows[: problem.letters.shape[1]]
    n_large = np.int64(0)
    for c in range(n_cells):
        size = np.int64(scratch.cell_stop[0, c] - scratch.cell_start[0, c])
        if size > 1:
            order[n_large] = c
            scratch.keys[n_large] = (size << 16) // MOST_SLACK if size > MOST_SLACK else (MOST_SLACK << 16) // size
            n_large += 1
    sort_by_key(scratch.keys, order, n_large, scratch.spare_keys, scratch.spare_guesses)
    # 1. Bound all columns side by side from the letter sets.
    for column in range(first, stop):
        bounds[column] = n_cells - n_large
    for i in range(n_large):
        c = order[i]
        own = of_cell[i]
        most = min(np.int64(scratch.cell_stop[0, c] - scratch.cell_start[0, c]), problem.n_feedbacks)
        for column in range(first, stop):
            own[column] = most
        if len(n_cells_of_sets) > 0:
            rows_of_cell(problem, word, scratch.cell_code[0, c], sets)
            for r in sets:
                of_set = n_cells_of_sets[r]
                for column in range(first, stop):
                    own[column] = min(own[column], np.uint16(of_set[column]))
        for column in range(first, stop):
            bounds[column] += np.int32(own[column])
    n_partners = np.int64(0)
    for column in range(first, stop):
        partners[n_partners] = column
        n_partners += bounds[column] > needed[column]
    # 2. Count the cells one by one; each count replaces its bound.
    for i in range(n_large):
        if n_partners == 0:
            break
        low, high = scratch.cell_start[0, order[i]], scratch.cell_stop[0, order[i]]
        is_full = n_partners * FULL_SWEEP > stop - first
        columns = partners[: 0 if is_full else n_partners]
        start, end = (first, stop) if is_full else (0, n_partners)
        sweep(problem, scratch, view, scratch.answers[low:high], scratch.rows[low:high], columns, start, end, counted)
        n_kept = np.int64(0)
        for k in range(n_partners):
            column = partners[k]
            bounds[column] += counted[column if is_full else k] - np.int32(of_cell[i, column])
            partners[n_kept] = column
            n_kept += bounds[column] > needed[column]
        n_partners = n_kept
    return n_partners
