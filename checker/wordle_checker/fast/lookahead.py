"""Rule *one guess* for the cells of many guesses, as a kernel: finds the first guess that it does not prove.

The bound of a cell here never exceeds what rules *size* and *one guess* and its entry give, and usually equals it:

- The next guess divides a cell of `c` answers into some `k` cells. Then the cell costs at least `3c - k - 1` if that
  guess is one of its answers, and otherwise at least `3c - k` (see `counting.py`). If two guesses are left, only
  guesses with `k = c` solve it.
- Illegal guesses may be counted too: they can only make the bound smaller.
- Guesses that are known to have too few cells to lower the bound are skipped. In kind `wordle`, letters show that: each
  letter of a guess shows that it is in that place of a cell's answers; or that it is in the word but not in that place;
  or that it is not in the word. So the cell is a subset of a few *letter sets*, and no guess has more cells on it than
  on any of them. The number of cells of each guess on each set is counted once per frame.

So a guess that reaches the bound here has a known cost of at least the bound. `rule.py` settles the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordle_checker.fast.arrays import BLOCK, MOST_FEEDBACKS
from wordle_checker.fast.compiling import compiled, inner, int64
from wordle_checker.fast.counting import count_cells, count_cells_of_block, order_descending
from wordle_checker.fast.rule import (
    ANY,
    CANDIDATES,
    FEEDBACK,
    FIRST,
    HARD,
    INFINITE,
    KNOWN,
    SIZE,
    demands_after,
    entries_of,
    fill_cells,
    is_legal,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordle_checker.fast.arrays import GameArrays, Scratch
    from wordle_checker.fast.counting import View


class LetterSets(NamedTuple):
    """The number of cells of each guess of a view on the letter sets among its candidates.

    Attributes:
        most_cells: Into how many cells each guess (column) divides each set (row); no rows if that was not counted. A
            symbol has a row for each place where the answer has it, a row for each place where the answer does not have
            it although it occurs elsewhere, and a row for the answers without it.
        masks: Under rule hard: 255 if a guess meets the row's demand, otherwise 0. A symbol has a row for each place,
            and a row for each number of copies, starting with 1. No rows under rule any.
        place_of: The column of each allowed word, or -1.
        ordered_from: On cells of at least this size, guesses are counted one by one, in the order of their bounds from
            letter sets; on smaller ones, in blocks, in the order of the view.
    """

    most_cells: NDArray[np.uint8]
    masks: NDArray[np.uint8]
    place_of: NDArray[np.int32]
    ordered_from: int


ORDERED_FROM = {ANY: 120, HARD: 0}
"""The value of `LetterSets.ordered_from`; 0 under rule hard, where few guesses remain legal after a turn."""

NO_SETS = LetterSets(np.empty((0, 0), np.uint8), np.empty((0, 0), np.uint8), np.empty(0, np.int32), 0)
"""Stands for letter sets that were not counted."""


def letter_sets(
    arrays: GameArrays, scratch: Scratch, candidates: NDArray[np.int32], view: View, masks: NDArray[np.uint8]
) -> LetterSets:
    """Counts the cells of the guesses of a view on the letter sets among its candidates, in kind `wordle`.

    `masks` are those of `masks_of`.
    """
    guesses = view.guesses[: view.sizes[0]]
    codes = view.codes if arrays.rule == ANY else arrays.table[np.ix_(candidates, guesses)].ravel()
    stands = np.arange(arrays.n_symbols)[:, None, None] == arrays.words[arrays.guess_of[candidates]].T
    has = stands.any(axis=1, keepdims=True)
    is_inside = np.concatenate((stands, has & ~stands, ~has), axis=1).reshape(-1, len(candidates))
    most_cells = np.zeros((len(is_inside), len(guesses)), dtype=np.uint8)
    count_sets(is_inside, codes, scratch, most_cells)
    place_of = np.full(len(arrays.words), -1, dtype=np.int32)
    place_of[guesses] = np.arange(len(guesses), dtype=np.int32)
    # A row is read from end to end, so it must be contiguous; `masks[:, guesses]` is by columns.
    return LetterSets(most_cells, masks.take(guesses, axis=1), place_of, ORDERED_FROM[arrays.rule])


@compiled
def count_sets(
    is_inside: NDArray[np.bool_], codes: NDArray[np.uint8], scratch: Scratch, most_cells: NDArray[np.uint8]
) -> None:
    """Writes the rows of `most_cells`, of which those of empty sets stay 0: no answer of a cell can be in them."""
    width = most_cells.shape[1]
    for row in range(len(is_inside)):
        n_inside = 0
        for i in range(is_inside.shape[1]):
            if is_inside[row, i]:
                scratch.rows[n_inside] = i
                n_inside += 1
        for first in range(0, width if n_inside > 0 else 0, BLOCK):
            last, rows = min(first + BLOCK, width), scratch.rows[:n_inside]
            count_cells_of_block(codes, width, rows, first, last, scratch, most_cells[row, first:last])


def masks_of(arrays: GameArrays) -> NDArray[np.uint8]:
    """Returns the masks of all allowed words, as `LetterSets` has those of a view; without rows under rule any."""
    length, n_symbols = arrays.words.shape[1], arrays.n_symbols if arrays.rule == HARD else 0
    masks = np.zeros((n_symbols, 2 * length, len(arrays.words)), dtype=np.uint8)
    for symbol in range(n_symbols):
        stands = np.equal(arrays.words.T, symbol)
        masks[symbol, :length][stands] = 255
        masks[symbol, length:][stands.sum(axis=0) >= np.arange(1, length + 1)[:, None]] = 255
    return masks.reshape(2 * length * n_symbols, len(arrays.words))


@compiled
def first_unproven(
    arrays: GameArrays,
    scratch: Scratch,
    candidates: NDArray[np.int32],
    n_left: int,
    demands: NDArray[np.int32],
    view: View,
    sets: LetterSets,
    guesses: NDArray[np.int32],
    survivors: NDArray[np.int32],
    entries: NDArray[np.int64],
    bound: int,
) -> int:
    """Returns the index in `survivors` of the first guess that is not proven to reach a bound, or their number.

    `survivors` has the places of the guesses to check, ascending. The letter sets have no rows if they were not
    counted.
    """
    begin = end = int64(0)
    for at in range(len(survivors)):
        if scratch.stop[0] > 0:
            return int64(at)
        guess = int64(guesses[survivors[at]])
        begin, end = entries_of(entries, end, guess)
        n_cells, total = fill_cells(arrays, scratch, candidates, guess, n_left - 1, entries[begin:end])
        if len(sets.most_cells) > 0:
            for i in range(n_cells):
                if total >= bound or scratch.cells[i, SIZE] <= 2:
                    break
                if scratch.cells[i, KNOWN] < INFINITE:
                    choose_sets(arrays, scratch, sets, guess, scratch.cells[i, FEEDBACK])
                    total += raise_by_sets(arrays, scratch, sets, scratch.cells[i], view.sizes[0])
        for i in range(n_cells):
            # For two answers or fewer, rule *one guess* gives the same as rule *size*.
            if total >= bound or scratch.cells[i, SIZE] <= 2:
                break
            if scratch.cells[i, KNOWN] < INFINITE:
                known = scratch.cells[i, KNOWN]
                found = cost_ahead(arrays, scratch, n_left - 1, demands, view, sets, guess, scratch.cells[i])
                total = min(total - known + found, INFINITE)
        if total < bound:
            return int64(at)
    return int64(len(survivors))


@inner
def cost_ahead(
    arrays: GameArrays,
    scratch: Scratch,
    n_left: int,
    demands: NDArray[np.int32],
    view: View,
    sets: LetterSets,
    guess: int,
    cell: NDArray[np.int64],
) -> int:
    """Returns the least cost of a cell by its best guess, or its known cost if that is not less.

    The scratch memory has the members of the cell. The demands are those before `guess`, but `n_left` counts the
    guesses after it.
    """
    n, known = cell[SIZE], cell[KNOWN]
    members = scratch.members[cell[FIRST] : cell[FIRST] + n]
    is_ordered = len(sets.most_cells) > 0 and n >= sets.ordered_from
    if is_ordered:
        choose_sets(arrays, scratch, sets, guess, cell[FEEDBACK])
    # If two guesses are left, only a guess that separates the cell solves it.
    is_last = n_left == 2
    best = INFINITE
    # A word outside the cell needs more cells than this to be better.
    needed = n - 1 if is_last else int64(2)
    for answer in members:
        other = int64(arrays.guess_of[answer])
        if is_ordered and best < INFINITE and most_by_sets(scratch, sets, other) < needed:
            continue
        n_cells = count_cells(arrays.by_guess[other], members, scratch.marks)
        if n_cells == n or not is_last:
            best = min(best, 3 * n - n_cells - 1)
            if best <= known:
                return int64(known)
            needed = max(needed, n_cells + 1)
    if arrays.rule == CANDIDATES or needed >= n:
        return max(best, int64(known))
    # With this many cells, a word costs no more than the known cost, so the search may end; one must have been found.
    enough, width = max(min(n, 3 * n - known), needed + 1), view.sizes[0]
    if arrays.rule == ANY and not is_ordered:
        rows = scratch.rows[cell[FIRST] : cell[FIRST] + n]
        for first in range(0, width, BLOCK):
            if view.n_cells[first] <= needed or needed >= enough:
                break
            last = min(first + BLOCK, width)
            count_cells_of_block(view.codes, width, rows, first, last, scratch, scratch.n_cells)
            most = int64(0)
            for q in range(last - first):
                most = max(most, int64(scratch.n_cells[q]))
            if most > needed:
                needed, best = most, 3 * n - most
        return max(best, int64(known))
    n_columns = width
    if is_ordered:
        n_columns = order_descending(scratch.least[:width], needed, scratch.starts, scratch.chosen)
    else:
        demands_after(arrays, demands, guess, cell[FEEDBACK], scratch.demands)
    for i in range(n_columns):
        column = int64(scratch.chosen[i]) if is_ordered else i
        most = int64(scratch.least[column] if is_ordered else view.n_cells[column])
        if most <= needed or needed >= enough:
            break
        other = int64(view.guesses[column])
        if is_ordered or is_legal(arrays, scratch.demands, other):
            n_cells = count_cells(arrays.by_guess[other], members, scratch.marks)
            if n_cells > needed:
                needed, best = n_cells, 3 * n - n_cells
    return max(best, int64(known))


@inner
def choose_sets(arrays: GameArrays, scratch: Scratch, sets: LetterSets, guess: int, feedback: int) -> None:
    """Writes for each column an upper bound for its number of cells on a cell of a guess.

    It is the least number of cells on the letter sets that contain the cell. Under rule hard it is 0 for the guesses
    that the turn makes illegal.
    """
    length = arrays.words.shape[1]
    width = sets.most_cells.shape[1]
    least_cells = scratch.least[:width]
    for q in range(width):
        least_cells[q] = MOST_FEEDBACKS
    for place in range(length):
        symbol = int64(arrays.words[guess, place])
        colour = colour_of(arrays, feedback, place)
        n_shown = int64(0)
        for other in range(length):
            n_shown += arrays.words[guess, other] == symbol and colour_of(arrays, feedback, other) > 0
        if colour == 2:
            kind = place
        elif n_shown > 0:
            # A grey copy of a letter that is shown elsewhere: the answer has the letter, but not here.
            kind = length + place
        else:
            kind = 2 * length
        source = sets.most_cells[symbol * (2 * length + 1) + kind]
        for q in range(width):
            least_cells[q] = source[q] if source[q] < least_cells[q] else least_cells[q]
        if arrays.rule == HARD and n_shown > 0:
            source = sets.masks[symbol * 2 * length + (place if colour == 2 else length + n_shown - 1)]
            for q in range(width):
                least_cells[q] = source[q] if source[q] < least_cells[q] else least_cells[q]


@inner
def colour_of(arrays: GameArrays, feedback: int, place: int) -> int:
    """Returns the digit of a feedback at a place: 2 green, 1 yellow, 0 grey."""
    code = int64(arrays.codes[feedback])
    for _ in range(arrays.words.shape[1] - 1 - place):
        code //= 3
    return code % 3


@inner
def most_by_sets(scratch: Scratch, sets: LetterSets, guess: int) -> int:
    """Returns an upper bound for a guess's number of cells on the cell for which sets have been chosen."""
    place = int64(sets.place_of[guess])
    return int64(scratch.least[place]) if place >= 0 else int64(2)


@inner
def raise_by_sets(arrays: GameArrays, scratch: Scratch, sets: LetterSets, cell: NDArray[np.int64], width: int) -> int:
    """Raises the known cost of a cell to the bound from the chosen sets; returns by how much."""
    n = cell[SIZE]
    # Words that are not in the view have at most two cells.
    most = np.uint8(2)
    for q in range(width):
        most = scratch.least[q] if scratch.least[q] > most else most
    most_won = int64(2)
    for answer in scratch.members[cell[FIRST] : cell[FIRST] + n]:
        most_won = max(most_won, most_by_sets(scratch, sets, int64(arrays.guess_of[answer])))
    by_sets = min(3 * n - min(int64(most), n), 3 * n - min(most_won, n) - 1)
    more = max(by_sets - cell[KNOWN], int64(0))
    cell[KNOWN] += more
    return int64(more)
