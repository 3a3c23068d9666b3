"""The kernels of a refutation under rule hard: whether a set can be solved within some guesses, given its demands.

*Demands* decide which guesses are legal: the letters that must stand in their places, and those that must be used. A
*part* is a set of answers with demands that no tree solves within a limit. It rules out every guess that leaves all of
it in one cell whose demands include its own, because more candidates and more demands never make a set easier. So a few
thousand parts do most of the work that would otherwise be done again at each node.

Demands that a letter is used three times are left out. With fewer demands more guesses are legal, so a proof that none
of them solves a set stays one.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.game.legality import LETTER_BITS, PACKED_LETTERS
from wordle_compiler.kernels.context import Context
from wordle_compiler.kernels.kernel import inlined, kernel
from wordle_compiler.kernels.layout import Int32Matrix, Int64Matrix, UInt16Matrix, UInt64Matrix
from wordle_compiler.search.memo import EXACT, Memo, find, new_memo, store
from wordle_compiler.search.problem import Problem

LARGEST_LIMIT = 12
"""The largest limit that can be decided: arrays have a row for each."""

UNKNOWN, UNSOLVABLE, SOLVABLE = -1, 0, 1
"""The results of `decide`."""

MASK, VALUE, NEED = range(3)
"""Demands: a word meets them if `places & MASK == VALUE` and `letters & NEED == NEED`; see `legality.pack_words`."""

MARK, NODES, MOST_NODES = range(3)
"""The entries of `HardParts.state`."""

_SMALLEST = 3
"""The size of the smallest part: two candidates are solved within two guesses."""

LATEST = 1 << 13
"""How many parts of a limit, latest first, are tried at a node."""

_POOL = 1 << 23
_SLOTS = 1 << 18
_HEAD = 13
"""The length of the head of a memo entry: four words for each of the three demands, and the limit."""


class HardParts(Context):
    """A worker's memory: the parts found so far, and a row for each number of guesses left.

    Attributes:
        pool: The members of all parts, one part after the other; by limit.
        start: Where each part starts in `pool`, and where the last one ends; by limit.
        demands_of: The demands of each part, three numbers a part; by limit.
        n_parts: How many parts there are, by limit.
        found: The part that shows that the last set examined is unsolvable, by limit.
        memo: The solvable sets with limits and demands; the value is the guess to play.
        head: The head of a set's memo entry, by limit.
        sets: A stack of candidates: a set is a slice, ascending, and its cell is pushed above it.
        legal: A stack of the guesses that meet the demands.
        legal_start: Where the legal guesses of the current set start, by limit.
        legal_stop: Where they stop, by limit.
        demands: The demands of the current set, by limit.
        is_member: The last mark at each member of the current set, by limit.
        usable: The parts for one guess fewer that the current set contains, recently useful ones first; by limit.
        used: The parts that ruled guesses out at the current set, by limit.
        order: The guesses that split the current set, those with the most cells first; by limit.
        codes: The feedbacks of the cells of the current guess, largest cell first; by limit.
        sizes: The sizes of these cells, by limit.
        stamp: The last mark at each feedback.
        counts: A counter for each feedback or number of cells, all zero between uses.
        state: The last mark; how many sets were examined, and how many may be.
        control: The search stops when its entry is not 0.
    """

    pool: UInt16Matrix
    start: Int64Matrix
    demands_of: UInt64Matrix
    n_parts: NDArray[np.int64]
    found: NDArray[np.int64]
    memo: Memo
    head: UInt16Matrix
    sets: NDArray[np.uint16]
    legal: NDArray[np.int32]
    legal_start: NDArray[np.int64]
    legal_stop: NDArray[np.int64]
    demands: UInt64Matrix
    is_member: Int64Matrix
    usable: Int32Matrix
    used: Int32Matrix
    order: Int32Matrix
    codes: Int32Matrix
    sizes: Int32Matrix
    stamp: NDArray[np.int64]
    counts: NDArray[np.int64]
    state: NDArray[np.int64]
    control: NDArray[np.int64]


def new_hard_parts(problem: Problem, limit: int, control: NDArray[np.int64]) -> HardParts:
    """Makes a worker's memory for a game with `limit` guesses; touched only as it fills."""
    n_guesses, n_answers = problem.by_guess.shape
    rows = limit + 1
    n_parts = LATEST + n_guesses + 1
    width = min(problem.n_feedbacks, n_answers)
    parts = HardParts(
        None,
        np.empty((rows, _POOL), np.uint16),
        np.zeros((rows, n_parts + 1), np.int64),
        np.empty((rows, 3 * n_parts), np.uint64),
        np.zeros(rows, np.int64),
        np.zeros(rows, np.int64),
        new_memo(_SLOTS, _POOL),
        np.empty((rows, _HEAD), np.uint16),
        np.zeros(n_answers * (rows + 1), np.uint16),
        np.zeros(n_guesses * (rows + 1), np.int32),
        np.zeros(rows, np.int64),
        np.zeros(rows, np.int64),
        np.zeros((rows, 3), np.uint64),
        np.zeros((rows, n_answers), np.int64),
        np.empty((rows, LATEST + n_guesses), np.int32),
        np.empty((rows, n_guesses), np.int32),
        np.empty((rows, n_guesses), np.int32),
        np.empty((rows, width), np.int32),
        np.empty((rows, width), np.int32),
        np.zeros(problem.n_feedbacks, np.int64),
        np.zeros(max(problem.n_feedbacks, width) + 1, np.int64),
        np.zeros(3, np.int64),
        control,
    )
    # The whole game: no demands, and every guess is legal.
    parts.legal[:n_guesses] = np.arange(n_guesses)
    parts.legal_stop[limit] = n_guesses
    return parts


@inlined
def n_latest(parts: HardParts) -> int:
    """Returns how many parts of a limit are tried at a node; at least as many are kept."""
    return parts.usable.shape[1] - parts.order.shape[1]


@inlined
def demand_of(word: NDArray[np.uint16], code: int) -> tuple[np.uint64, np.uint64, np.uint64]:
    """Returns what a feedback to a word (letter numbers) demands of all later guesses."""
    mask = np.uint64(0)
    value = np.uint64(0)
    need = np.uint64(0)
    for back in range(len(word)):
        place = len(word) - 1 - back
        colour = code % 3
        code //= 3
        if colour == 2:
            shift = np.uint64(LETTER_BITS * place)
            mask |= np.uint64(PACKED_LETTERS - 1) << shift
            value |= np.uint64(word[place]) << shift
        if colour > 0:
            once = np.uint64(1) << np.uint64(word[place])
            need |= once << np.uint64(PACKED_LETTERS) if need & once else once
    return mask, value, need


@kernel
def is_included(part: NDArray[np.uint64], number: int, mask: np.uint64, value: np.uint64, need: np.uint64) -> bool:
    """Returns whether demands include those of a part; `part` is a row of `demands_of`."""
    own_mask, own_value, own_need = part[3 * number + MASK], part[3 * number + VALUE], part[3 * number + NEED]
    return own_mask & mask == own_mask and value & own_mask == own_value and own_need & need == own_need


@kernel
def narrow(problem: Problem, parts: HardParts, guess: int, code: int, limit: int) -> None:
    """Writes the demands and the legal guesses of a guess's cell with `limit` guesses left, from those of its set."""
    mask, value, need = demand_of(problem.letters[guess], code)
    before, after = parts.demands[limit + 1], parts.demands[limit]
    after[MASK] = before[MASK] | mask
    after[VALUE] = before[VALUE] | value
    after[NEED] = before[NEED] | need
    start = parts.legal_stop[limit + 1]
    stop = start
    for i in range(parts.legal_start[limit + 1], start):
        word = parts.legal[i]
        if meets(problem, word, after):
            parts.legal[stop] = word
            stop += 1
    parts.legal_start[limit] = start
    parts.legal_stop[limit] = stop


@inlined
def meets(problem: Problem, word: int, demands: NDArray[np.uint64]) -> bool:
    """Returns whether a word meets demands."""
    return (
        problem.packed_places[word] & demands[MASK] == demands[VALUE]
        and problem.packed_letters[word] & demands[NEED] == demands[NEED]
    )


@kernel
def decide(problem: Problem, parts: HardParts, low: int, high: int, limit: int) -> int:
    """Returns whether a set on the stack can be solved within `limit` guesses under its demands.

    `UNSOLVABLE`: no tree does; `parts.found[limit]` is a part of the set that shows it. `SOLVABLE`: some tree does.
    `UNKNOWN`: the search was stopped, it had examined as many sets as it may, or the pool is full.

    1. As many guesses as candidates are enough: the candidates are legal, one after the other.
    2. Two guesses solve a set if and only if one guess tells all candidates apart.
    3. The set, or a part of it, is known.
    4. Each legal guess must leave a cell that one guess fewer does not solve. A guess that leaves the whole set tells
       nothing, and needs no look.
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
    if find(parts.memo, key, parts.head[limit], parts.sets[low:high]) >= 0:
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
            for c in range(n_cells):
                if parts.sizes[limit, c] < limit:
                    break
                code = np.int64(parts.codes[limit, c])
                if code == problem.n_feedbacks - 1:
                    continue
                stop = push_cell(problem, parts, low, high, guess, code)
                narrow(problem, parts, guess, code, limit - 1)
                result = decide(problem, parts, high, stop, limit - 1)
                if result != SOLVABLE:
                    break
            if result == SOLVABLE:
                store(parts.memo, key, parts.head[limit], parts.sets[low:high], guess, EXACT)
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
    """Records a part for two guesses: the first `n` candidates from `low`, without those that are not needed.

    Its demands are the fewest that prevent a solution, among: none, those before the last guess, all.
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
    for which in range(3):
        demand = parts.demands[limit, which]
        key ^= (demand << np.uint64(7 * which)) ^ (demand >> np.uint64(29 + which))
        for i in range(4):
            head[1 + 4 * which + i] = (demand >> np.uint64(16 * i)) & np.uint64(0xFFFF)
    for i in range(low, high):
        key ^= problem.answer_hash[parts.sets[i]]
    return key


@kernel
def is_known(parts: HardParts, low: int, high: int, limit: int) -> bool:
    """Marks the members of a set; returns whether one of the latest parts shows that it is unsolvable."""
    parts.state[MARK] += 1
    for i in range(low, high):
        parts.is_member[limit, parts.sets[i]] = parts.state[MARK]
    mask, value, need = parts.demands[limit, MASK], parts.demands[limit, VALUE], parts.demands[limit, NEED]
    for number in range(parts.n_parts[limit] - 1, max(parts.n_parts[limit] - 1 - n_latest(parts), -1), -1):
        if is_included(parts.demands_of[limit], number, mask, value, need) and is_within(parts, limit, number, limit):
            parts.found[limit] = number
            return True
    return False


@kernel
def is_within(parts: HardParts, limit: int, number: int, row: int) -> bool:
    """Returns whether the set just marked in a row contains a part for `limit` guesses."""
    mark = parts.state[MARK]
    for i in range(parts.start[limit, number], parts.start[limit, number + 1]):
        if parts.is_member[row, parts.pool[limit, i]] != mark:
            return False
    return True


@kernel
def list_usable(parts: HardParts, limit: int) -> int:
    """Lists the latest parts for one guess fewer that the set just marked contains; returns how many."""
    last = parts.n_parts[limit - 1] - 1
    n = np.int64(0)
    for number in range(last, max(last - n_latest(parts), -1), -1):
        if is_within(parts, limit - 1, number, limit):
            parts.usable[limit, n] = number
            n += 1
    return n


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
def ruling_out(problem: Problem, parts: HardParts, guess: int, limit: int, n_usable: int) -> int:
    """Returns the place in `usable` of a part that a guess leaves in one cell with the demands it has, or -1."""
    codes = problem.by_guess[guess]
    for place in range(n_usable):
        number = parts.usable[limit, place]
        start, stop = parts.start[limit - 1, number], parts.start[limit - 1, number + 1]
        code = codes[parts.pool[limit - 1, start]]
        is_whole = True
        for i in range(start + 1, stop):
            if codes[parts.pool[limit - 1, i]] != code:
                is_whole = False
                break
        if is_whole:
            mask, value, need = demand_of(problem.letters[guess], np.int64(code))
            mask |= parts.demands[limit, MASK]
            value |= parts.demands[limit, VALUE]
            need |= parts.demands[limit, NEED]
            if is_included(parts.demands_of[limit - 1], number, mask, value, need):
                return place
    return -1


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
def note_used(parts: HardParts, limit: int, n_used: int, part: int) -> int:
    """Adds a part to those used at the current set, unless it is among them; returns how many there are."""
    for i in range(n_used):
        if parts.used[limit, i] == part:
            return n_used
    parts.used[limit, n_used] = part
    return n_used + 1


@kernel
def join_used(parts: HardParts, low: int, high: int, limit: int, n_used: int) -> int:
    """Records the union of the parts used at a set; if no guess splits the set, the set itself."""
    parts.state[MARK] += 1
    for i in range(n_used):
        number = parts.used[limit, i]
        for j in range(parts.start[limit - 1, number], parts.start[limit - 1, number + 1]):
            parts.is_member[limit, parts.pool[limit - 1, j]] = parts.state[MARK]
    stop = high
    for i in range(low, high):
        if n_used == 0 or parts.is_member[limit, parts.sets[i]] == parts.state[MARK]:
            parts.sets[stop] = parts.sets[i]
            stop += 1
    return add_part(parts, high, stop, limit, limit)


@kernel
def add_part(parts: HardParts, low: int, high: int, limit: int, row: int) -> int:
    """Records a part, a slice of the stack with the demands of a row; returns `UNKNOWN` if there is no room."""
    number = parts.n_parts[limit]
    start = parts.start[limit, number]
    stop = start + high - low
    if stop > parts.pool.shape[1] or number + 2 > parts.start.shape[1]:
        return UNKNOWN
    for i in range(low, high):
        parts.pool[limit, start + i - low] = parts.sets[i]
    parts.start[limit, number + 1] = stop
    for which in range(3):
        parts.demands_of[limit, 3 * number + which] = parts.demands[row, which]
    parts.n_parts[limit] = number + 1
    parts.found[limit] = number
    return UNSOLVABLE


@kernel
def make_room(parts: HardParts, limit: int, n: int) -> None:
    """Makes room for `n` parts for a limit by forgetting the oldest ones; nothing may refer to them by number."""
    start, pool, demands = parts.start[limit], parts.pool[limit], parts.demands_of[limit]
    n_parts = parts.n_parts[limit]
    if n_parts + n < len(start) and 2 * start[n_parts] < len(pool):
        return
    first = max(n_parts - n_latest(parts), 0)
    while 4 * (start[n_parts] - start[first]) > len(pool):
        first += 1
    moved = start[first]
    for i in range(moved, start[n_parts]):
        pool[i - moved] = pool[i]
    for number in range(first, n_parts):
        start[number - first] = start[number] - moved
        for which in range(3):
            demands[3 * (number - first) + which] = demands[3 * number + which]
    start[n_parts - first] = start[n_parts] - moved
    parts.n_parts[limit] = n_parts - first


@kernel
def serves(
    problem: Problem, members: NDArray[np.uint16], demands: NDArray[np.uint64], is_served: NDArray[np.bool_]
) -> None:
    """Writes for each opener whether it leaves all members of a part in one cell, with its demands."""
    for guess in range(len(is_served)):
        codes = problem.by_guess[guess]
        is_served[guess] = True
        for member in members:
            if codes[member] != codes[members[0]]:
                is_served[guess] = False
                break
        if is_served[guess]:
            mask, value, need = demand_of(problem.letters[guess], np.int64(codes[members[0]]))
            is_served[guess] = is_included(demands, np.int64(0), mask, value, need)
