"""The search of a refutation: whether a set can be solved within some guesses, given the demands of rule hard."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.kernels.kernel import kernel
from wordle_compiler.kernels.layout import Codes
from wordle_compiler.search.memo import EXACT, find, store
from wordle_compiler.search.problem import HARD, Problem
from wordle_compiler.solver.refutation.parts import (
    BLOCK,
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
    Parts,
    add_part,
    demands_below,
    is_known,
    is_within,
    join_used,
    list_usable,
    make_room,
    note_used,
    ruling_out,
)

_SMALLEST = 3
"""The size of the smallest part: two candidates are solved within two guesses."""


@kernel
def decide(problem: Problem, parts: Parts, low: int, high: int, limit: int) -> int:
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
    key = describe(problem, parts, low, high, limit)
    # With two guesses left, few guesses are legal under rule hard: to try them again takes less time.
    if limit > 2 or problem.rule != HARD:
        slot = find(parts.memo, key, parts.head[limit], parts.sets[low:high])
        if slot >= 0:
            parts.found[limit] = parts.memo.value[slot]
            return SOLVABLE
    if limit == 2:
        n_needed = separate(problem, parts, low, high, limit)
        if n_needed > 0:
            return learn_core(problem, parts, low, n_needed, high)
        if problem.rule != HARD:
            store(parts.memo, key, parts.head[limit], parts.sets[low:high], np.int64(0), EXACT)
        return SOLVABLE
    if is_known(parts, low, high, limit):
        return UNSOLVABLE
    mark = parts.state[MARK]
    make_room(parts, limit - 1, parts.order.shape[1])
    n_usable = list_usable(parts, limit)
    parts.n_used[limit] = 0
    is_ordered = problem.rule == HARD
    if is_ordered:
        n_order = order_guesses(problem, parts, low, high, limit, mark)
    else:
        n_order = list_recent(problem, parts, low, high, limit)
    rank = np.int64(0)
    while rank < n_order or not is_ordered:
        if rank == n_order:
            is_ordered = True
            n_order = order_guesses(problem, parts, low, high, limit, mark)
            rank = np.int64(0)
            continue
        guess = np.int64(parts.order[limit, rank])
        rank += 1
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
                if problem.rule != HARD:
                    keep_recent(parts, guess, limit)
            if result != UNSOLVABLE:
                return result
            parts.usable[limit, n_usable] = parts.found[limit - 1]
            place = n_usable
            n_usable += 1
        part = parts.usable[limit, place]
        # What ruled out this guess is likely to rule out the next one.
        parts.usable[limit, place] = parts.usable[limit, place // 2]
        parts.usable[limit, place // 2] = part
        note_used(parts, limit, guess, np.int64(part), mark)
    return join_used(parts, low, high, limit)


@kernel
def separate(problem: Problem, parts: Parts, low: int, high: int, row: int) -> int:
    """Returns 0 if a legal guess tells all candidates apart, otherwise the length of a prefix that none tells apart.

    The legal guesses are those of the row of `parts`, a number of guesses left; under rule any all guesses, which are
    compared a block at a time.
    """
    n_needed = np.int64(2)
    if problem.rule != HARD:
        n_guesses = len(problem.by_guess)
        for first in range(0, n_guesses, BLOCK):
            last = min(first + BLOCK, n_guesses)
            is_apart = parts.is_apart[: last - first]
            is_apart[:] = True
            n, n_left = low + 1, last - first
            while n_left > 0:
                if n == high:
                    return np.int64(0)
                own = problem.by_answer[parts.sets[n], first:last]
                for i in range(low, n):
                    other = problem.by_answer[parts.sets[i], first:last]
                    for guess in range(last - first):
                        is_apart[guess] &= own[guess] != other[guess]
                n_left = 0
                for guess in range(last - first):
                    n_left += is_apart[guess]
                n += 1
            n_needed = max(n_needed, n - low)
        return n_needed
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
def learn_core(problem: Problem, parts: Parts, low: int, n: int, top: int) -> int:
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
    if problem.rule == HARD and separate(problem, parts, top, top + n, row) == 0:
        row = 3 if separate(problem, parts, top, top + n, 3) > 0 else 2
    return add_part(parts, top, top + n, 2, row)


@kernel
def describe(problem: Problem, parts: Parts, low: int, high: int, limit: int) -> np.uint64:
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
def order_guesses(problem: Problem, parts: Parts, low: int, high: int, limit: int, set_mark: int) -> int:
    """Lists the legal guesses that split a set, which has a mark, those with the most cells first; returns how many.

    Under rule any it leaves out those that a part rules out which has done so before: then a set that is much like the
    last one takes little time.
    """
    order, n_cells, counts = parts.order[limit], parts.n_cells, parts.counts
    first, stop = parts.legal_start[limit], parts.legal_stop[limit]
    for i in range(first, stop):
        guess = np.int64(parts.legal[i])
        codes = problem.by_guess[guess]
        if problem.rule != HARD:
            n_cells[i - first] = 0
            part = np.int64(parts.ruled_by[limit, guess])
            if part >= 0 and is_within(parts, limit - 1, part, limit, set_mark):
                # A look at the feedbacks takes longer than all else here.
                if parts.noted[limit - 1, part] != set_mark and is_splitting(codes, parts.sets[low:high]):
                    note_used(parts, limit, guess, part, set_mark)
                continue
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
        if n > 0:
            order[counts[n]] = parts.legal[i]
            counts[n] += 1
    counts[:] = 0
    return n_split


@kernel
def list_recent(problem: Problem, parts: Parts, low: int, high: int, limit: int) -> int:
    """Lists the guesses that solved other sets, if they split this one; returns how many. They may solve it, too."""
    n = np.int64(0)
    for guess in parts.recent[limit]:
        if guess >= 0 and is_splitting(problem.by_guess[guess], parts.sets[low:high]):
            parts.order[limit, n] = guess
            n += 1
    return n


@kernel
def keep_recent(parts: Parts, guess: int, limit: int) -> None:
    """Puts a guess before all others that solved sets."""
    moved = guess
    for i in range(parts.recent.shape[1]):
        before = parts.recent[limit, i]
        parts.recent[limit, i] = moved
        if before == guess:
            break
        moved = np.int64(before)


@kernel
def is_splitting(codes: Codes, members: NDArray[np.uint16]) -> bool:
    """Returns whether a guess does not leave a set in one cell."""
    for member in members:  # noqa: SIM110 - numba has no generators
        if codes[member] != codes[members[0]]:
            return True
    return False


@kernel
def divide(problem: Problem, parts: Parts, low: int, high: int, guess: int, limit: int) -> int:
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
def push_cell(problem: Problem, parts: Parts, low: int, high: int, guess: int, code: int) -> int:
    """Writes a cell of a set on the stack above it; returns where the cell stops."""
    row = problem.by_guess[guess]
    stop = high
    for i in range(low, high):
        if row[parts.sets[i]] == code:
            parts.sets[stop] = parts.sets[i]
            stop += 1
    return stop


@kernel
def narrow(problem: Problem, parts: Parts, guess: int, code: int, limit: int) -> None:
    """Writes the demands and the legal guesses of a guess's cell with `limit` guesses left, from those of its set."""
    if problem.rule != HARD:
        parts.legal_start[limit] = parts.legal_start[limit + 1]
        parts.legal_stop[limit] = parts.legal_stop[limit + 1]
        return
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
