"""Rule *one guess* for the cells of many guesses, as a kernel: finds the first guess that it does not prove.

The bound of a cell here never exceeds what rules *size* and *one guess* and its entry give, and usually equals it:

- The next guess divides a cell of `c` answers into some `k` cells. Then the cell costs at least `3c - k - 1` if that
  guess is one of its answers, and otherwise at least `3c - k` (see `sifting.py`). If two guesses are left, only guesses
  with `k = c` solve it.
- Illegal guesses may be counted too: they can only make the bound smaller.
- Guesses that are known to have too few cells to lower the bound are skipped.

So a guess that reaches the bound here has a known cost of at least the bound. `shortfalls.py` settles the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordle_checker.fast.compiling import compiled, inner, int64
from wordle_checker.fast.costs import INFINITE
from wordle_checker.fast.counting import count_cells, count_cells_of_block, order_descending
from wordle_checker.fast.legality import ANY, CANDIDATES, HARD, demands_after, is_legal
from wordle_checker.fast.scratch import BLOCK, MOST_FEEDBACKS
from wordle_checker.fast.uses import FEEDBACK, FIRST, KNOWN, SIZE, fill_cells

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordle_checker.fast.letter_sets import LetterSets
    from wordle_checker.fast.scratch import Scratch
    from wordle_checker.fast.sifting import View
    from wordle_checker.fast.table import GameArrays


@compiled
def first_unproven(
    arrays: GameArrays,
    scratch: Scratch,
    candidates: NDArray[np.int32],
    n_left: int,
    demands: NDArray[np.int32],
    view: View | None,
    sets: LetterSets | None,
    guesses: NDArray[np.int32],
    survivors: NDArray[np.int32],
    entries: NDArray[np.int64],
    bound: int,
) -> int:
    """Returns the index in `survivors` of the first guess that is not proven to reach a bound, or their number.

    `survivors` has the places of the guesses to check, ascending. The letter sets have no rows if they were not
    counted.
    """
    if view is None and arrays.rule != CANDIDATES:
        # Without a view, only the candidates could be counted as next guesses, so nothing is proven.
        return int64(0)
    entry = 0
    for at in range(len(survivors)):
        if scratch.stop[0] > 0:
            return int64(at)
        guess = int64(guesses[survivors[at]])
        while entry < len(entries) and entries[entry, 0] < guess:
            entry += 1
        past = entry
        while past < len(entries) and entries[past, 0] == guess:
            past += 1
        n_cells, total = fill_cells(arrays, scratch, candidates, guess, n_left - 1, entries[entry:past])
        if view is not None and sets is not None and len(sets.most_cells) > 0:
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
                found = cost_ahead(
                    arrays, scratch, candidates, n_left - 1, demands, view, sets, guess, scratch.cells[i]
                )
                if found > known:
                    total = min(total - known + found, INFINITE)
        if total < bound:
            return int64(at)
    return int64(len(survivors))


@inner
def cost_ahead(
    arrays: GameArrays,
    scratch: Scratch,
    candidates: NDArray[np.int32],
    n_left: int,
    demands: NDArray[np.int32],
    view: View | None,
    sets: LetterSets | None,
    guess: int,
    cell: NDArray[np.int64],
) -> int:
    """Returns the least cost of a cell by its best guess, or its known cost if that is not less.

    The scratch memory has the members of the cell. The candidates and the demands are those before `guess`, but
    `n_left` counts the guesses after it.
    """
    n, known, n_answers = cell[SIZE], cell[KNOWN], len(arrays.guess_of)
    members = scratch.members[cell[FIRST] : cell[FIRST] + n]
    is_ordered = False
    if sets is not None:
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
        if sets is not None and is_ordered and best < INFINITE and most_by_sets(scratch, sets, other) < needed:
            continue
        n_cells = count_cells(arrays.own[answer * n_answers : (answer + 1) * n_answers], members, scratch.marks)
        if n_cells == n or not is_last:
            best = min(best, 3 * n - n_cells - 1)
            if best <= known:
                return int64(known)
            needed = max(needed, n_cells + 1)
    if view is not None and needed < n:
        best = other_cost_ahead(arrays, scratch, candidates, demands, view, is_ordered, guess, cell, needed, best)
    return max(best, int64(known))


@inner
def other_cost_ahead(
    arrays: GameArrays,
    scratch: Scratch,
    candidates: NDArray[np.int32],
    demands: NDArray[np.int32],
    view: View,
    is_ordered: bool,
    guess: int,
    cell: NDArray[np.int64],
    needed: int,
    best: int,
) -> int:
    """Returns the least cost of a cell by a word that is not one of its answers, or `best` if that is less.

    `best` is the least cost by the cell's own answers; a word needs more cells than `needed` to be better. The scratch
    memory has the members of the cell and, if `is_ordered`, the bounds from the letter sets chosen for it. The
    candidates and the demands are those before `guess`.
    """
    n, width = cell[SIZE], view.sizes[0]
    members = scratch.members[cell[FIRST] : cell[FIRST] + n]
    # With this many cells, a word costs no more than the known cost, so the search may end; one must have been found.
    enough = max(min(n, 3 * n - cell[KNOWN]), needed + 1)
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
        return best
    n_columns = width
    if is_ordered:
        n_columns = order_descending(scratch.least[:width], needed, scratch.starts, scratch.chosen)
    else:
        demands_after(arrays, demands, guess, cell[FEEDBACK], scratch.demands)
    for i in range(n_columns):
        column = int64(scratch.chosen[i]) if is_ordered else i
        most = scratch.least[column] if is_ordered else view.n_cells[column]
        if most <= needed or needed >= enough:
            break
        other = int64(view.guesses[column])
        if is_ordered or is_legal(arrays, scratch.demands, candidates, other):
            row = arrays.by_guess[other * arrays.guess_step :: arrays.answer_step]
            n_cells = count_cells(row, members, scratch.marks)
            if n_cells > needed:
                needed, best = n_cells, 3 * n - n_cells
    return best


@compiled
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


@compiled
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
