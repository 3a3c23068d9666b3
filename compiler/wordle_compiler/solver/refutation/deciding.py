"""The search of a refutation: whether a set can be solved within some guesses, given the demands of rule hard."""

from __future__ import annotations

import numpy as np

from wordle_compiler.kernels.kernel import kernel
from wordle_compiler.kernels.layout import Answers
from wordle_compiler.search.known_totals import find_set, is_stopped, store_set
from wordle_compiler.search.memo import EXACT, total_of
from wordle_compiler.search.partition import count_cells
from wordle_compiler.search.playing import enter_cell, split
from wordle_compiler.search.problem import HARD, Problem
from wordle_compiler.search.rounds import keep_legal, list_above
from wordle_compiler.solver.refutation.parts import (
    BLOCK,
    SOLVABLE,
    UNKNOWN,
    UNSOLVABLE,
    Parts,
    add_part,
    is_known,
    is_split,
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
def decide(problem: Problem, parts: Parts, low: int, high: int, top: int, limit: int) -> int:
    """Returns whether a set on the stack, which is free from `top`, can be solved within `limit` guesses.

    The demands and the legal guesses of the set are those of the limit.

    `UNSOLVABLE`: no tree does; `parts.found[limit]` is a part of the set that shows it.
    `SOLVABLE`: some tree does; `parts.found[limit]` is the guess.
    `UNKNOWN`: the search was stopped, it had examined as many sets as it may, or the pool is full.

    1. As many guesses as candidates are enough: the candidates are legal, one after the other.
    2. Two guesses solve a set if and only if one guess tells all candidates apart.
    3. The set, or a part of it, is known.
    4. Each legal guess must leave a cell that one guess fewer does not solve. A guess that leaves the whole set tells
       nothing, and needs no look. The smallest cells come first: they take the least time, and sets that differ have
       them in common.
    5. The parts that ruled out the guesses form one for this limit.
    """
    scratch = parts.scratch
    members = scratch.answers[low:high]
    if high - low <= limit:
        parts.found[limit] = problem.answer_as_guess[members[0]]
        return SOLVABLE
    if limit < 2:
        return add_part(parts, low, high, limit, limit)
    scratch.counters.nodes += 1
    if is_stopped(scratch):
        return UNKNOWN
    key = np.uint64(0)
    for member in members:
        key ^= problem.answer_hash[member]
    # With two guesses left, few guesses are legal under rule hard: to try them again takes less time.
    if limit > 2 or problem.rule != HARD:
        slot = find_set(problem, parts.memo, parts.demands[limit], key, members)
        if slot >= 0:
            parts.found[limit] = total_of(parts.memo, slot)
            return SOLVABLE
    if limit == 2:
        n_needed = separate(problem, parts, low, high, limit)
        if n_needed > 0:
            return learn_core(problem, parts, low, n_needed, top)
        if problem.rule != HARD:
            store_set(problem, parts.memo, parts.demands[limit], key, members, parts.found[limit], EXACT)
        return SOLVABLE
    if is_known(parts, members, limit):
        return UNSOLVABLE
    mark = scratch.counters.last_mark
    make_room(parts, limit - 1, parts.ruled_by.shape[1])
    n_usable = list_usable(parts, limit, mark)
    parts.n_used[limit] = 0
    is_ordered = problem.rule == HARD
    if is_ordered:
        n_order = order_guesses(problem, parts, low, high, limit, mark)
    else:
        n_order = list_recent(problem, parts, members, limit)
    rank = np.int64(0)
    while rank < n_order or not is_ordered:
        if rank == n_order:
            is_ordered = True
            n_order = order_guesses(problem, parts, low, high, limit, mark)
            rank = np.int64(0)
            continue
        guess = np.int64(scratch.order[limit, rank])
        rank += 1
        place = ruling_out(problem, parts, guess, limit, n_usable)
        if place < 0:
            n_cells = split(problem, scratch, low, high, top, limit, guess)
            result = np.int64(SOLVABLE)
            for c in range(n_cells):
                start, stop = scratch.cell_start[limit, c], scratch.cell_stop[limit, c]
                code = np.int64(scratch.cell_code[limit, c])
                if stop - start < limit or code == problem.n_feedbacks - 1:
                    continue
                narrow(problem, parts, guess, code, limit - 1)
                result = decide(problem, parts, start, stop, top + high - low, limit - 1)
                if result != SOLVABLE:
                    break
            if result == SOLVABLE:
                # The memo may have no room for it.
                store_set(problem, parts.memo, parts.demands[limit], key, members, guess, EXACT)
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
    return join_used(parts, low, high, top, limit)


@kernel
def separate(problem: Problem, parts: Parts, low: int, high: int, row: int) -> int:
    """Returns 0 if a legal guess tells all candidates apart, otherwise the length of a prefix that none tells apart.

    `parts.found[2]` is the first guess that does. The legal guesses are those of the row of `parts`, a number of
    guesses left; under rule any all guesses, which are compared a block at a time.
    """
    scratch = parts.scratch
    answers = scratch.answers
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
                    parts.found[2] = first + np.argmax(is_apart)
                    return np.int64(0)
                own = problem.by_answer[answers[n], first:last]
                for i in range(low, n):
                    other = problem.by_answer[answers[i], first:last]
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
        scratch.counters.last_mark += 1
        mark = scratch.counters.last_mark
        n_apart = np.int64(0)
        for j in range(low, high):
            code = codes[answers[j]]
            if scratch.stamp[code] == mark:
                break
            scratch.stamp[code] = mark
            n_apart += 1
        if n_apart == high - low:
            parts.found[2] = parts.legal[i]
            return np.int64(0)
        n_needed = max(n_needed, n_apart + 1)
    return n_needed


@kernel
def learn_core(problem: Problem, parts: Parts, low: int, n: int, top: int) -> int:
    """Records a part for two guesses, made of the `n` candidates from `low`, which no legal guess tells apart.

    A candidate is left out if no guess tells the others apart either. The part gets no demands if none are needed, or
    else those before the last guess if these are enough.
    """
    sets = parts.scratch.answers
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
def order_guesses(problem: Problem, parts: Parts, low: int, high: int, limit: int, set_mark: int) -> int:
    """Lists the legal guesses that split a set, which has a mark, those with the most cells first; returns how many.

    Under rule any it leaves out those that a part rules out which has done so before: then a set that is much like the
    last one takes little time.
    """
    scratch = parts.scratch
    members, order, n_cells = scratch.answers[low:high], scratch.order[limit], scratch.counted
    first, n_legal = parts.legal_start[limit], parts.legal_stop[limit] - parts.legal_start[limit]
    for i in range(n_legal):
        guess = np.int64(parts.legal[first + i])
        if problem.rule != HARD:
            n_cells[i] = 0
            part = np.int64(parts.ruled_by[limit, guess])
            if part >= 0 and is_within(parts, limit - 1, part, limit, set_mark):
                # A look at the feedbacks takes longer than all else here.
                if parts.noted[limit - 1, part] != set_mark and is_split(problem.by_guess[guess], members):
                    note_used(parts, limit, guess, part, set_mark)
                continue
        n_cells[i] = count_cells(problem, scratch, guess, members)
    n_order = list_above(n_cells, n_legal, 1, high - low, scratch.keys, order)
    for rank in range(n_order):
        order[rank] = parts.legal[first + order[rank]]
    return n_order


@kernel
def list_recent(problem: Problem, parts: Parts, members: Answers, limit: int) -> int:
    """Lists the guesses that solved other sets, if they split this one; returns how many. They may solve it, too."""
    n = np.int64(0)
    for guess in parts.recent[limit]:
        if guess >= 0 and is_split(problem.by_guess[guess], members):
            parts.scratch.order[limit, n] = guess
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
def narrow(problem: Problem, parts: Parts, guess: int, code: int, limit: int) -> None:
    """Writes the demands and the legal guesses of a guess's cell with `limit` guesses left, from those of its set."""
    if problem.rule != HARD:
        return
    enter_cell(problem, parts.demands[limit + 1], guess, code, parts.demands[limit])
    first, start = parts.legal_start[limit + 1], parts.legal_stop[limit + 1]
    before, legal = parts.legal[first:start], parts.legal[start:]
    parts.legal_start[limit] = start
    parts.legal_stop[limit] = start + keep_legal(
        problem, parts.every_guess, parts.demands[limit], before, start - first, legal
    )
