"""The search of a refutation under rule hard: whether a set can be solved within some guesses, given its demands."""

from __future__ import annotations

import numpy as np

from wordle_compiler.kernels.kernel import kernel
from wordle_compiler.search.memo import EXACT, find, store
from wordle_compiler.search.problem import Problem
from wordle_compiler.solver.refutation.hard_parts import (
    MARK,
    MASK,
    MOST_NODES,
    N_DEMANDS,
    NEED,
    NEED_MORE,
    NODES,
    SOLVABLE,
    UNKNOWN,
    UNSOLVABLE,
    VALUE,
    HardParts,
    add_part,
    demands_below,
    is_known,
    join_used,
    list_usable,
    make_room,
    note_used,
    ruling_out,
)

_SMALLEST = 3
"""The size of the smallest part: two candidates are solved within two guesses."""


@kernel
def decide(problem: Problem, parts: HardParts, low: int, high: int, limit: int) -> int:
    """Returns whether a set on the stack can be solved within `limit` guesses under its demands.

    `UNSOLVABLE`: no tree does; `parts.found[limit]` is a part of the set that shows it.
    `SOLVABLE`: some tree does; `parts.found[limit]` is the guess, if the limit is at least 3 and the set larger.
    `UNKNOWN`: the search was stopped, it had examined as many sets as it may, or the pool is full.

    1. As many guesses as candidates are enough: the candidates are legal, one after the other.
    2. Two guesses solve a set if and only if one guess tells all candidates apart.
    3. The set, or a part of it, is known.
    4. Each legal guess must leave a cell that one guess fewer does not solve. A guess that leaves the whole set tells
       nothing, and needs no look. The smallest cells come first: they take the least time, and sets that differ have
       them in common.
    5. The parts that ruled out the guesses form one for this limit.
    """
    if high - low <= limit:
        return SOLVABLE
    if limit < 2:
        return UNSOLVABLE
    parts.state[NODES] += 1
    if parts.state[NODES] > parts.state[MOST_NODES] or parts.control[0] != 0:
        return UNKNOWN
    if limit == 2:
        n_needed = separate(problem, parts, low, high, limit)
        return SOLVABLE if n_needed == 0 else learn_core(problem, parts, low, n_needed, high)
    key = describe(problem, parts, low, high, limit)
    slot = find(parts.memo, key, parts.head[limit], parts.sets[low:high])
    if slot >= 0:
        parts.found[limit] = parts.memo.value[slot]
        return SOLVABLE
    if is_known(parts, low, high, limit):
        return UNSOLVABLE
    make_room(parts, limit - 1, parts.order.shape[1])
    n_usable = list_usable(parts, limit)
    n_order = order_guesses(problem, parts, low, high, limit)
    n_used = np.int64(0)
    for rank in range(n_order):
        guess = np.int64(parts.order[limit, rank])
        place = ruling_out(problem, parts, guess, limit, n_usable)
        if place < 0:
            n_cells = divide(problem, parts, low, high, guess, limit)
            result = np.int64(SOLVABLE)
            for c in range(n_cells - 1, -1, -1):
                if parts.sizes[limit, c] < limit:
                    continue
                code = np.int64(parts.codes[limit, c])
                if code == problem.n_feedbacks - 1:
                    continue
                stop = push_cell(problem, parts, low, high, guess, code)
                narrow(problem, parts, guess, code, limit - 1)
                result = decide(problem, parts, high, stop, limit - 1)
                if result != SOLVABLE:
                    break
            if result == SOLVABLE:
                # The memo may have no room for it.
                store(parts.memo, key, parts.head[limit], parts.sets[low:high], guess, EXACT)
                parts.found[limit] = guess
            if result != UNSOLVABLE:
                return result
            parts.usable[limit, n_usable] = parts.found[limit - 1]
            place = n_usable
            n_usable += 1
        part = parts.usable[limit, place]
        # What ruled out this guess is likely to rule out the next one.
        parts.usable[limit, place] = parts.usable[limit, place // 2]
        parts.usable[limit, place // 2] = part
        n_used = note_used(parts, limit, n_used, part)
    return join_used(parts, low, high, limit, n_used)


@kernel
def separate(problem: Problem, parts: HardParts, low: int, high: int, row: int) -> int:
    """Returns 0 if a legal guess tells all candidates apart, otherwise the length of a prefix that none tells apart.

    The legal guesses are those of the row of `parts`, a number of guesses left.
    """
    n_needed = np.int64(2)
    for i in range(parts.legal_start[row], parts.legal_stop[row]):
        codes = problem.by_guess[parts.legal[i]]
        parts.state[MARK] += 1
        mark = parts.state[MARK]
        n_apart = np.int64(0)
        for j in range(low, high):
            code = codes[parts.sets[j]]
            if parts.stamp[code] == mark:
                break
            parts.stamp[code] = mark
            n_apart += 1
        if n_apart == high - low:
            return np.int64(0)
        n_needed = max(n_needed, n_apart + 1)
    return n_needed


@kernel
def learn_core(problem: Problem, parts: HardParts, low: int, n: int, top: int) -> int:
    """Records a part for two guesses, made of the `n` candidates from `low`, which no legal guess tells apart.

    A candidate is left out if no guess tells the others apart either. The part gets no demands if none are needed, or
    else those before the last guess if these are enough.
    """
    sets = parts.sets
    for i in range(n):
        sets[top + i] = sets[low + i]
    for spared in range(n - 2, -1, -1):
        # Without the last member, a guess tells the others apart.
        if spared >= n - 1 or n <= _SMALLEST:
            continue
        member = sets[top + spared]
        for i in range(spared, n - 1):
            sets[top + i] = sets[top + i + 1]
        n_needed = separate(problem, parts, top, top + n - 1, 2)
        if n_needed > 0:
            n = max(n_needed, _SMALLEST)
            continue
        for i in range(n - 1, spared, -1):
            sets[top + i] = sets[top + i - 1]
        sets[top + spared] = member
    row = len(parts.n_parts) - 1
    if separate(problem, parts, top, top + n, row) == 0:
        row = 3 if separate(problem, parts, top, top + n, 3) > 0 else 2
    return add_part(parts, top, top + n, 2, row)


@kernel
def describe(problem: Problem, parts: HardParts, low: int, high: int, limit: int) -> np.uint64:
    """Writes the head of a set's memo entry, its limit and its demands; returns its key."""
    head = parts.head[limit]
    head[0] = limit
    key = problem.depth_hash[limit]
    for which in range(N_DEMANDS):
        demand = parts.demands[limit, which]
        key ^= (demand << np.uint64(7 * which)) ^ (demand >> np.uint64(29 + which))
        for i in range(4):
            head[1 + 4 * which + i] = (demand >> np.uint64(16 * i)) & np.uint64(0xFFFF)
    for i in range(low, high):
        key ^= problem.answer_hash[parts.sets[i]]
    return key


@kernel
def order_guesses(problem: Problem, parts: HardParts, low: int, high: int, limit: int) -> int:
    """Lists the legal guesses that split a set, those with the most cells first; returns how many."""
    order, n_cells, counts = parts.order[limit], parts.used[limit], parts.counts
    first, stop = parts.legal_start[limit], parts.legal_stop[limit]
    for i in range(first, stop):
        codes = problem.by_guess[parts.legal[i]]
        parts.state[MARK] += 1
        mark = parts.state[MARK]
        n = np.int64(0)
        for j in range(low, high):
            code = codes[parts.sets[j]]
            n += parts.stamp[code] != mark
            parts.stamp[code] = mark
        n_cells[i - first] = n
        counts[n] += 1
    n_order = np.int64(0)
    for n in range(len(counts) - 1, -1, -1):
        size = counts[n]
        counts[n] = n_order
        n_order += size
    n_split = counts[1]
    for i in range(first, stop):
        n = n_cells[i - first]
        order[counts[n]] = parts.legal[i]
        counts[n] += 1
    counts[:] = 0
    return n_split


@kernel
def divide(problem: Problem, parts: HardParts, low: int, high: int, guess: int, limit: int) -> int:
    """Writes the feedbacks and sizes of a guess's cells, largest first; returns how many there are."""
    row, counts = problem.by_guess[guess], parts.counts
    codes, sizes = parts.codes[limit], parts.sizes[limit]
    n = np.int64(0)
    for i in range(low, high):
        code = row[parts.sets[i]]
        if counts[code] == 0:
            codes[n] = code
            n += 1
        counts[code] += 1
    for i in range(n):
        code = codes[i]
        size = counts[code]
        counts[code] = 0
        j = i
        while j > 0 and sizes[j - 1] < size:
            codes[j] = codes[j - 1]
            sizes[j] = sizes[j - 1]
            j -= 1
        codes[j] = code
        sizes[j] = size
    return n


@kernel
def push_cell(problem: Problem, parts: HardParts, low: int, high: int, guess: int, code: int) -> int:
    """Writes a cell of a set on the stack above it; returns where the cell stops."""
    row = problem.by_guess[guess]
    stop = high
    for i in range(low, high):
        if row[parts.sets[i]] == code:
            parts.sets[stop] = parts.sets[i]
            stop += 1
    return stop


@kernel
def narrow(problem: Problem, parts: HardParts, guess: int, code: int, limit: int) -> None:
    """Writes the demands and the legal guesses of a guess's cell with `limit` guesses left, from those of its set."""
    demands_below(problem, parts, guess, code, limit)
    demands = parts.demands[limit]
    start = parts.legal_stop[limit + 1]
    stop = start
    for i in range(parts.legal_start[limit + 1], start):
        word = parts.legal[i]
        if (
            problem.packed_places[word] & demands[MASK] == demands[VALUE]
            and problem.packed_letters[word] & demands[NEED] == demands[NEED]
            and parts.more[word] & demands[NEED_MORE] == demands[NEED_MORE]
        ):
            parts.legal[stop] = word
            stop += 1
    parts.legal_start[limit] = start
    parts.legal_stop[limit] = stop
