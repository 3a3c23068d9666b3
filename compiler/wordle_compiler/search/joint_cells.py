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

A pair that is left is refuted as soon as another bound reaches the cutoff: the joint cells that no candidate splits
completely, the one-ply bounds of its joint cells, and their exact totals.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.game.legality import tighten
from wordle_compiler.kernels.context import Context
from wordle_compiler.kernels.kernel import kernel
from wordle_compiler.kernels.layout import Array, Sized, UInt8Matrix, UInt16Matrix, Values
from wordle_compiler.search.exact import search
from wordle_compiler.search.frame import EVERY_GUESS, WHOLE_VIEW, frame_at
from wordle_compiler.search.letter_sets import rows_of_cell
from wordle_compiler.search.memo import EXACT, Memo, find
from wordle_compiler.search.partition import count_cells
from wordle_compiler.search.playing import split
from wordle_compiler.search.problem import HARD, INFEASIBLE, LAST_MARK, Problem, Scratch, View
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


BY_CANDIDATES, BY_ONE_PLY, BY_SEARCH = 0, 1, 2


class PairMemory(Context):
    """Memory for the joint cells of more than two answers, one entry per cell.

    Attributes:
        start: Where the cell begins on the stack.
        stop: Where it ends.
        key: Its hash.
        first_code: The feedback to the first word.
        second_code: The feedback to the second word.
        bound: A lower bound of its total.
        is_exact: Whether `bound` is the total.
        order: The cells, smallest first.
    """

    start: Annotated[Array, Sized("int64", "most")]
    stop: Annotated[Array, Sized("int64", "most")]
    key: Annotated[Array, Sized("uint64", "most")]
    first_code: Annotated[Array, Sized("int64", "most")]
    second_code: Annotated[Array, Sized("int64", "most")]
    bound: Annotated[Array, Sized("int64", "most")]
    is_exact: Annotated[Array, Sized("bool", "most")]
    order: Annotated[Array, Sized("int32", "most")]


def total_of_pair(
    problem: Problem,
    scratch: Scratch,
    memo: Memo,
    view: View,
    first: int,
    second: int,
    max_guesses: int,
    beta: int,
) -> int:
    """Returns the exact smallest total with two fixed first guesses, or a lower bound of at least `beta`.

    The second guess must be legal wherever it is played. A bound is returned as soon as one reaches `beta`.

    Args:
        problem: The game, without weights.
        scratch: Working memory.
        memo: The search's memo.
        view: The root view.
        first: The first word's number among the allowed words.
        second: The second word's number among the allowed words.
        max_guesses: The limit, including both guesses.
        beta: The cutoff; totals of at least `beta` need not be distinguished.
    """
    memory = PairMemory.allocate(None, {"most": problem.by_guess.shape[1] // 3})
    return _total_of_pair(problem, scratch, memo, view, memory, first, second, max_guesses, beta)


@kernel
def _total_of_pair(
    problem: Problem,
    scratch: Scratch,
    memo: Memo,
    view: View,
    memory: PairMemory,
    first: int,
    second: int,
    max_guesses: int,
    beta: int,
) -> int:
    n = problem.by_guess.shape[1]
    won = problem.n_feedbacks - 1
    left = np.int64(max_guesses - 2)
    for answer in range(n):
        scratch.answers[answer] = answer
        scratch.rows[answer] = answer
    # 1. Push the joint cells on the stack, above the cells of the first word. Cells of one or two count in full.
    start, stop, bounds, order = memory.start, memory.stop, memory.bound, memory.order
    total = np.int64(n)
    n_cells = np.int64(0)
    top = 2 * n
    for c in range(split(problem, scratch, 0, n, n, 0, first)):
        code = scratch.cell_code[0, c]
        low, high = scratch.cell_start[0, c], scratch.cell_stop[0, c]
        if code == won:
            continue
        if max_guesses < 2:
            return INFEASIBLE
        # Each answer costs a second guess, whether that is the fixed one or the only candidate.
        total += high - low
        if high - low == 1:
            continue
        for d in range(split(problem, scratch, low, high, top, 1, second)):
            size = np.int64(scratch.cell_stop[1, d] - scratch.cell_start[1, d])
            if scratch.cell_code[1, d] == won:
                continue
            if left < 1 or (left < 2 and size > 1):
                return INFEASIBLE
            total += 2 * size - 1
            if size > 2:
                start[n_cells] = scratch.cell_start[1, d]
                stop[n_cells] = scratch.cell_stop[1, d]
                memory.key[n_cells] = scratch.cell_key[1, d]
                memory.first_code[n_cells] = code
                memory.second_code[n_cells] = scratch.cell_code[1, d]
                bounds[n_cells] = 2 * size - 1
                memory.is_exact[n_cells] = False
                scratch.keys[n_cells] = size
                order[n_cells] = n_cells
                n_cells += 1
        top += high - low
    # 2. Bound the large joint cells in three passes: check for a candidate that tells all others apart, take the
    #    one-ply bound (both largest first), then search (smallest first). Each cell's beta is what the others leave.
    sort_by_key(scratch.keys, order, n_cells, scratch.spare_keys, scratch.spare_guesses)
    frame = frame_at(scratch.frames[2])
    frame.depth = 2
    frame.top = 3 * n
    frame.guesses_left = left
    frame.only = EVERY_GUESS
    frame.n_legal = WHOLE_VIEW
    for turn in (BY_CANDIDATES, BY_ONE_PLY, BY_SEARCH):
        for i in range(n_cells):
            c = order[i if turn == BY_SEARCH else n_cells - 1 - i]
            if total >= beta:
                return min(total, np.int64(INFEASIBLE))
            if memory.is_exact[c]:
                continue
            scratch.constraint[2, 0] = left
            if problem.rule == HARD:
                scratch.constraint[0] = 0
                tighten(scratch.constraint[0], problem.letters[first], memory.first_code[c], scratch.constraint[1])
                tighten(scratch.constraint[1], problem.letters[second], memory.second_code[c], scratch.constraint[2])
            if turn == BY_CANDIDATES:
                value = bounds[c]
                members = scratch.answers[start[c] : stop[c]]
                slot = np.int64(-1)
                if problem.rule != HARD:
                    slot = find(memo, memory.key[c] ^ problem.depth_hash[left], scratch.constraint[2, :1], members)
                if slot >= 0:
                    value = max(value, memo.value[slot])
                    memory.is_exact[c] = memo.kind[slot] == EXACT
                elif not _has_perfect_candidate(problem, scratch, start[c], stop[c]):
                    # One answer now and the others one guess later is out of reach: see steps 2 and 4 of `search`.
                    value += 1
            else:
                frame.low = start[c]
                frame.high = stop[c]
                frame.key = memory.key[c]
                frame.beta = beta - total + bounds[c]
                frame.is_bound_only = turn == BY_ONE_PLY
                value = search(problem, scratch, memo, view, frame)
            if value > bounds[c]:
                total += value - bounds[c]
                bounds[c] = value
    return min(total, np.int64(INFEASIBLE))


@kernel
def _has_perfect_candidate(problem: Problem, scratch: Scratch, low: int, high: int) -> bool:
    """Checks whether some candidate on the stack has a distinct feedback for each of them."""
    members = scratch.answers[low:high]
    if len(members) > problem.n_feedbacks:
        return False
    for answer in members:
        scratch.counters[LAST_MARK] += 1
        row = problem.by_guess[problem.answer_as_guess[answer]]
        if count_cells(row, members, scratch.stamp, scratch.counters[LAST_MARK]) == len(members):
            return True
    return False
