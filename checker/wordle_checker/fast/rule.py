"""The rules of `rules.py` as kernels: what guesses are known to cost, and the first that falls short of a bound.

If two guesses are left, rule *one guess* asks for a guess that *separates* the candidates: each gives it a different
feedback, so that the last guess solves every cell. Most sets are not separated by any guess, and a few of their
candidates show it: a *core*. No guess, legal or not, separates a set that contains a core. Most guesses leave one of a
few hundred cores in a cell, so each guess is first compared with the cores found so far.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordle_checker.fast.compiling import compiled, inner, int64

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordle_checker.fast.arrays import GameArrays, Scratch

ANY, HARD, CANDIDATES = 0, 1, 2

INFINITE = int64(1 << 60)
"""As in `rules.py`: larger sums are cut back to it, so that two of them can be added."""

FEEDBACK, SIZE, FIRST, KNOWN = 0, 1, 2, 3
"""The columns of `Scratch.cells`; `KNOWN` is the known cost of the cell."""


@inner
def is_legal(arrays: GameArrays, demands: NDArray[np.int32], guess: int) -> bool:
    """Returns whether a guess meets demands. Candidates always do; only rule `hard` has any."""
    if arrays.rule != HARD:
        return True
    length = arrays.words.shape[1]
    for place in range(length):
        if demands[place] > 0 and arrays.words[guess, place] != demands[place] - 1:
            return False
    for symbol in range(arrays.n_symbols):
        n_missing = demands[length + symbol]
        if n_missing > 0:
            for place in range(length):
                n_missing -= arrays.words[guess, place] == symbol
            if n_missing > 0:
                return False
    return True


@inner
def demands_after(
    arrays: GameArrays, before: NDArray[np.int32], guess: int, feedback: int, after: NDArray[np.int32]
) -> None:
    """Writes the demands after a turn: those before it, and what the feedback shows."""
    length = arrays.words.shape[1]
    for i in range(len(before)):
        after[i] = before[i]
    if arrays.rule != HARD:
        return
    code = int64(arrays.codes[feedback])
    for back in range(length):
        place = length - 1 - back
        symbol = arrays.words[guess, place]
        colour = code % 3
        code //= 3
        if colour == 2:
            after[place] = symbol + 1
        if colour > 0:
            # Counts the copies of this symbol that the feedback shows, in all places.
            n_shown = 0
            other_code = int64(arrays.codes[feedback])
            for other_back in range(length):
                if other_code % 3 > 0 and arrays.words[guess, length - 1 - other_back] == symbol:
                    n_shown += 1
                other_code //= 3
            after[length + symbol] = max(before[length + symbol], n_shown)


@inner
def size_of_core(arrays: GameArrays, scratch: Scratch, candidates: NDArray[np.int32]) -> int:
    """Returns the length of a prefix of the candidates that no allowed word separates; 0 if a word separates all."""
    n_guesses, n_block = len(arrays.words), len(scratch.is_apart)
    size = int64(0)
    for first in range(0, n_guesses, n_block):
        last = min(first + n_block, n_guesses)
        is_apart = scratch.is_apart[: last - first]
        is_apart[:] = True
        is_any_left = True
        for i in range(1, len(candidates)):
            own = arrays.table[candidates[i], first:last]
            for j in range(i):
                other = arrays.table[candidates[j], first:last]
                for guess in range(last - first):
                    is_apart[guess] &= own[guess] != other[guess]
            is_any_left = False
            for guess in range(last - first):
                is_any_left |= is_apart[guess]
            if not is_any_left:
                size = max(size, int64(i + 1))
                break
        if is_any_left:
            return int64(0)
    return size


@inner
def keep_core(cores: NDArray[np.int32], candidates: NDArray[np.int32]) -> None:
    """Writes a core to the first free row; drops it if there is none, or if the core is too large for a row."""
    n = len(candidates)
    if n >= cores.shape[1]:
        return
    for row in range(len(cores)):
        if cores[row, 0] == 0:
            cores[row, 0] = n
            for i in range(n):
                cores[row, 1 + i] = candidates[i]
            break


@inner
def has_core(arrays: GameArrays, cores: NDArray[np.int32], guess: int) -> bool:
    """Returns whether a cell of a guess contains one of the cores; the won cell, with one member, cannot."""
    for row in range(len(cores)):
        n = cores[row, 0]
        if n == 0:
            break
        feedback = arrays.table[cores[row, 1], guess]
        n_alike = 1
        while n_alike < n and arrays.table[cores[row, 1 + n_alike], guess] == feedback:
            n_alike += 1
        if n_alike == n:
            return True
    return False


@compiled
def least(n: int, n_left: int, n_branches: int) -> int:
    """Rule *size*."""
    total = n_solved = int64(0)
    width = int64(1)
    for turn in range(1, n_left + 1):
        n_now = min(width, n - n_solved)
        total += turn * n_now
        n_solved += n_now
        if n_solved == n:
            return total
        # Wide enough for every set: no level needs more, and the width must not overflow.
        width = min(width * n_branches, int64(1 << 30))
    return INFINITE


@inner
def fill_cells(
    arrays: GameArrays,
    scratch: Scratch,
    candidates: NDArray[np.int32],
    guess: int,
    n_left: int,
    entries: NDArray[np.int64],
) -> tuple[int, int]:
    """Writes the cells of a guess, largest first, and their members; returns their number and the guess's known cost.

    The known cost is by size or entry. `n_left` counts the guesses after this one; `entries` are those of this guess
    alone.
    """
    n = len(candidates)
    row = arrays.by_guess[guess]
    sizes, starts, order, cells = scratch.sizes, scratch.starts, scratch.order, scratch.cells
    n_cells = int64(0)
    for answer in candidates:
        feedback = int64(row[answer])
        if sizes[feedback] == 0:
            order[n_cells] = feedback
            n_cells += 1
        sizes[feedback] += 1
    # A counting sort: `starts` says how many cells are larger.
    for size in range(n + 2):
        starts[size] = 0
    for i in range(n_cells):
        starts[n - sizes[order[i]] + 1] += 1
    for size in range(1, n + 2):
        starts[size] += starts[size - 1]
    for i in range(n_cells):
        size = int64(sizes[order[i]])
        cell = cells[starts[n - size]]
        starts[n - size] += 1
        cell[FEEDBACK], cell[SIZE] = order[i], size
    total, filled = int64(n), int64(0)
    for i in range(n_cells):
        cell = cells[i]
        cell[FIRST] = filled
        sizes[cell[FEEDBACK]] = filled
        filled += cell[SIZE]
        if cell[FEEDBACK] == 0:
            # The won cell costs nothing more; with this value, no rule can raise it.
            cell[KNOWN] = INFINITE
            continue
        known = least(cell[SIZE], n_left, arrays.n_branches)
        for entry in range(len(entries)):
            if entries[entry, 1] == cell[FEEDBACK]:
                known = max(known, entries[entry, 2])
        cell[KNOWN] = known
        total = min(total + known, INFINITE)
    for i in range(n):
        feedback = int64(row[candidates[i]])
        scratch.members[sizes[feedback]] = candidates[i]
        scratch.rows[sizes[feedback]] = i
        sizes[feedback] += 1
    for i in range(n_cells):
        sizes[order[i]] = 0
    return n_cells, total


@inner
def entries_of(entries: NDArray[np.int64], begin: int, guess: int) -> tuple[int, int]:
    """Returns where the entries of a guess begin, at `begin` or later, and where they end."""
    while begin < len(entries) and entries[begin, 0] < guess:
        begin += 1
    end = begin
    while end < len(entries) and entries[end, 0] == guess:
        end += 1
    return begin, end


@inner
def cost_by_sizes(
    arrays: GameArrays, scratch: Scratch, candidates: NDArray[np.int32], guess: int, n_left: int
) -> tuple[int, bool]:
    """Returns `n` plus the least cost of the cells of a guess, and whether it splits the candidates."""
    n = len(candidates)
    n_feedbacks = 0
    row = arrays.by_guess[guess]
    for answer in candidates:
        feedback = int64(row[answer])
        if scratch.sizes[feedback] == 0:
            scratch.order[n_feedbacks] = feedback
            n_feedbacks += 1
        scratch.sizes[feedback] += 1
    total = int64(n)
    is_won = False
    for i in range(n_feedbacks):
        feedback = scratch.order[i]
        if feedback == 0:
            is_won = True
        else:
            total = min(total + least(int64(scratch.sizes[feedback]), n_left - 1, arrays.n_branches), INFINITE)
        scratch.sizes[feedback] = 0
    return total, n_feedbacks > 1 or is_won


@inner
def one_guess(
    arrays: GameArrays,
    scratch: Scratch,
    candidates: NDArray[np.int32],
    n_left: int,
    demands: NDArray[np.int32],
    guesses: NDArray[np.int32],
    enough: int,
) -> int:
    """Returns the bound that rule *one guess* gives, or `enough` if that is larger; the loop then ends early.

    `enough` is a bound of the position's cost that is known already, at least that of rule *least*. `guesses` must
    contain every guess that is legal now, and may contain others that were legal one turn earlier. The position may lie
    in the scratch memory's `cells`, `members` and `demands`, because this function writes to none of them.
    """
    n = len(candidates)
    if n == 1 or enough >= INFINITE:
        return enough
    if n_left == 2 and arrays.rule == ANY and size_of_core(arrays, scratch, candidates) > 0:
        return INFINITE
    best = INFINITE
    # The candidates first, because the best guess is often one of them.
    for answer in candidates:
        cost, _ = cost_by_sizes(arrays, scratch, candidates, int64(arrays.guess_of[answer]), n_left)
        best = min(best, cost)
        if best <= enough:
            return enough
    if arrays.rule != CANDIDATES:
        # Any other guess solves no candidate, so each takes at least two guesses.
        floor = int64(max(enough, 2 * n))
        for i in range(len(guesses)):
            if best <= floor:
                break
            guess = int64(guesses[i])
            if is_legal(arrays, demands, guess):
                cost, is_splitting = cost_by_sizes(arrays, scratch, candidates, guess, n_left)
                if is_splitting:
                    best = min(best, cost)
    return max(best, enough)


@compiled
def known_cost(
    arrays: GameArrays,
    scratch: Scratch,
    candidates: NDArray[np.int32],
    n_left: int,
    demands: NDArray[np.int32],
    guesses: NDArray[np.int32],
    guess: int,
    entries: NDArray[np.int64],
    enough: int,
    cores: NDArray[np.int32],
    is_named: bool,
) -> int:
    """Returns the known cost of a guess, or any number of at least `enough` if the known cost is that high.

    The entries are those of this guess alone. `cores` holds the cores found among the candidates, and free rows for
    more; it has no rows if cores are of no use. A guess that does not split the candidates costs infinitely much,
    unless the certificate names it as the opener.
    """
    if len(cores) > 0 and has_core(arrays, cores, guess):
        return INFINITE
    n_cells, total = fill_cells(arrays, scratch, candidates, guess, n_left - 1, entries)
    if n_cells == 1 and scratch.cells[0, FEEDBACK] != 0 and not is_named:
        return INFINITE
    for i in range(n_cells):
        cell = scratch.cells[i]
        # The largest cells come first; for two answers or fewer, rule *one guess* gives the same as rule *size*.
        if total >= enough or cell[SIZE] <= 2 or scratch.stop[0] > 0:
            break
        members = scratch.members[cell[FIRST] : cell[FIRST] + cell[SIZE]]
        if len(cores) > 0:
            size_of = size_of_core(arrays, scratch, members)
            if size_of > 0:
                keep_core(cores, members[:size_of])
                return INFINITE
            if arrays.rule == ANY:
                # A word separates it, so its cost is finite, and need not be known.
                continue
        demands_after(arrays, demands, guess, cell[FEEDBACK], scratch.demands)
        known = one_guess(arrays, scratch, members, n_left - 1, scratch.demands, guesses, cell[KNOWN])
        total = min(total - cell[KNOWN] + known, INFINITE)
    return total


@compiled
def find_shortfall(
    arrays: GameArrays,
    scratch: Scratch,
    candidates: NDArray[np.int32],
    n_left: int,
    demands: NDArray[np.int32],
    guesses: NDArray[np.int32],
    first: int,
    last: int,
    entries: NDArray[np.int64],
    bound: int,
) -> tuple[int, int]:
    """Returns the first guess that may cost less than a bound and its known cost, or -1 and the bound.

    It checks the legal guesses from place `first` to before `last`. The bound exceeds `least`.
    """
    # Three guesses are left, and so two in each cell.
    looks_for_cores = bound >= INFINITE and n_left == 3 and arrays.rule != CANDIDATES
    cores = scratch.cores[: len(scratch.cores) if looks_for_cores else 0]
    for row in range(len(cores)):
        cores[row, 0] = 0
    begin = end = int64(0)
    # For the literal `False`, numba would compile `known_cost` once more.
    is_named = bool(0)
    for place in range(first, last):
        guess = int64(guesses[place])
        begin, end = entries_of(entries, end, guess)
        own = entries[begin:end]
        known = known_cost(arrays, scratch, candidates, n_left, demands, guesses, guess, own, bound, cores, is_named)
        if scratch.stop[0] > 0:
            break
        if known < bound:
            # With cores, some of its cells' costs are not known yet.
            none = scratch.cores[:0]
            return guess, known_cost(
                arrays, scratch, candidates, n_left, demands, guesses, guess, own, bound, none, is_named
            )
    return int64(-1), int64(bound)
