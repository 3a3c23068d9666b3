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

from wordle_compiler.kernels.context import Context
from wordle_compiler.kernels.kernel import kernel
from wordle_compiler.kernels.layout import UInt8Matrix, UInt16Matrix, Values
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


class JointCells(Context):
    """The cells of a first word, in the order in which they are counted, and memory for the count.

    Single answers are left out: they have no slack.

    Attributes:
        codes: Each cell's feedback.
        starts: Where each cell begins in `members`.
        ends: Where each cell ends.
        members: The answers, cell by cell.
        rows: The same, as rows of the view.
        bounds: An upper bound of each column's joint cells; in the end, their number.
        bounds_of_cell: The same for each cell; shape (n_cells, n_columns).
        counted: The numbers in one cell, by column or by place in the list of partners.
        sets: Memory for the letter sets of one cell.
    """

    codes: NDArray[np.int64]
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    members: NDArray[np.uint16]
    rows: NDArray[np.int32]
    bounds: NDArray[np.int32]
    bounds_of_cell: UInt16Matrix
    counted: Values
    sets: NDArray[np.int64]


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
    row = problem.by_guess[view.guesses[place]]
    sizes = np.bincount(row, minlength=problem.n_feedbacks)
    ends = np.cumsum(sizes)
    by_cell = np.argsort(row, kind="stable")
    codes = np.flatnonzero(sizes > 1)
    # The order of the cells drops most pairs with the least counting.
    codes = codes[np.argsort(np.abs(np.log(sizes[codes] / MOST_SLACK)), kind="stable")]
    cells = JointCells(
        problem.layout,
        *(codes, ends[codes] - sizes[codes], ends[codes], by_cell.astype(np.uint16), by_cell.astype(np.int32)),
        np.full(n_columns, np.count_nonzero(sizes == 1), np.int32),
        np.empty((len(codes), n_columns), np.uint16),
        np.empty(n_columns, view.n_cells.dtype),
        np.empty(problem.letters.shape[1], np.int64),
    )
    columns = np.empty(n_columns, np.int32)
    n_partners = _count_joint_cells(problem, scratch, view, n_cells_of_sets, place, needed, cells, columns)
    return columns[:n_partners], cells.bounds[columns[:n_partners]]


@kernel
def _count_joint_cells(  # noqa: D417
    problem: Problem,
    scratch: Scratch,
    view: View,
    n_cells_of_sets: UInt8Matrix,
    place: int,
    needed: NDArray[np.int32],
    cells: JointCells,
    partners: NDArray[np.int32],
) -> int:
    """Returns how many columns `find_partners` finds; writes them to `partners`, and their counts to `cells.bounds`.

    Args:
        partners: Output, and memory for every column.
    """
    first = place + 1
    stop = len(view.guesses)
    bounds, counted, sets = cells.bounds, cells.counted, cells.sets
    # 1. Bound all columns side by side from the letter sets.
    for c in range(len(cells.codes)):
        own = cells.bounds_of_cell[c]
        most = min(cells.ends[c] - cells.starts[c], problem.n_feedbacks)
        for column in range(first, stop):
            own[column] = most
        if len(n_cells_of_sets) > 0:
            rows_of_cell(problem, view.guesses[place], cells.codes[c], sets)
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
    for c in range(len(cells.codes)):
        if n_partners == 0:
            break
        low, high = cells.starts[c], cells.ends[c]
        is_full = n_partners * FULL_SWEEP > stop - first
        columns = partners[: 0 if is_full else n_partners]
        start, end = (first, stop) if is_full else (0, n_partners)
        sweep(problem, scratch, view, cells.members[low:high], cells.rows[low:high], columns, start, end, counted)
        n_kept = np.int64(0)
        for i in range(n_partners):
            column = partners[i]
            bounds[column] += counted[column if is_full else i] - np.int32(cells.bounds_of_cell[c, column])
            partners[n_kept] = column
            n_kept += bounds[column] > needed[column]
        n_partners = n_kept
    return n_partners
