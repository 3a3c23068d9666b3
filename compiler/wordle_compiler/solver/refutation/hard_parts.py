"""Parts with demands: sets of answers that no tree solves within a limit under rule hard, and what they rule out.

*Demands* decide which guesses are legal: the letters that must stand in their places, and those that must be used. A
*part* is a set of answers with demands that no tree solves within a limit. It rules out every guess that leaves all of
it in one cell whose demands include its own, because more candidates and more demands never make a set easier. So a few
thousand parts do most of the work that would otherwise be done again at each node.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.game.legality import LETTER_BITS, PACKED_LETTERS, test_of
from wordle_compiler.kernels.context import Context
from wordle_compiler.kernels.kernel import inlined, kernel
from wordle_compiler.kernels.layout import Int32Matrix, Int64Matrix, UInt16Matrix, UInt64Matrix
from wordle_compiler.search.memo import Memo, new_memo
from wordle_compiler.search.problem import Problem

LARGEST_LIMIT = 12
"""The largest limit that can be decided: arrays have a row for each."""

UNKNOWN, UNSOLVABLE, SOLVABLE = -1, 0, 1
"""What is found out about a set; see `hard_search.decide`."""

MASK, VALUE, NEED, NEED_MORE = range(4)
"""Demands: a word meets them if `places & MASK == VALUE`, `letters & NEED == NEED` and `more & NEED_MORE == NEED_MORE`.

`legality.pack_words` says what places and letters are; `more` has a bit for each letter that the word has at least
three times (low half) or four times (high half).
"""

N_DEMANDS = 4

NO_DEMANDS = np.zeros(N_DEMANDS, np.uint64)
"""The demands at the start of a game."""

MOST_COPIES = 4
"""How often a word may contain a letter."""

MARK, NODES, MOST_NODES, AFRESH = range(4)
"""The entries of `HardParts.state`."""

LATEST = 1 << 13
"""How many parts of a limit, latest first, are tried at a node."""

POOL = 1 << 23
"""The room for the members of all parts of a limit, at first."""

_SLOTS = 1 << 18
_MEMO_POOL = 1 << 23
_HEAD = 1 + 4 * N_DEMANDS
"""The length of the head of a memo entry: the limit, and four words for each number of the demands."""


def can_find_parts(problem: Problem, limit: int) -> bool:
    """Checks whether demands of a game under rule hard can be packed, and the arrays have a row for the limit."""
    return len(problem.packed_places) > 0 and problem.letter_counts.max() <= MOST_COPIES and limit <= LARGEST_LIMIT


class HardParts(Context):
    """A worker's memory: the parts found so far, and a row for each number of guesses left.

    Attributes:
        pool: The members of all parts, one part after the other; by limit.
        start: Where each part starts in `pool`, and where the last one ends; by limit.
        demands_of: The demands of each part, `N_DEMANDS` numbers a part; by limit.
        n_parts: How many parts there are, by limit.
        found: The part that shows that the last set examined is unsolvable, or the guess that solves it; by limit.
        more: Which letters each allowed word has more than twice; see `NEED_MORE`.
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
        n_used: How many these were when the last unsolvable set was found, by limit.
        order: The guesses that split the current set, those with the most cells first; by limit.
        codes: The feedbacks of the cells of the current guess, largest cell first; by limit.
        sizes: The sizes of these cells, by limit.
        stamp: The last mark at each feedback.
        counts: A counter for each feedback or number of cells, all zero between uses.
        state: The last mark; how many sets were examined, and how many may be; a limit for which known parts do not
            count, or 0.
        control: The search stops when its entry is not 0.
    """

    pool: UInt16Matrix
    start: Int64Matrix
    demands_of: UInt64Matrix
    n_parts: NDArray[np.int64]
    found: NDArray[np.int64]
    more: NDArray[np.uint64]
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
    n_used: NDArray[np.int64]
    order: Int32Matrix
    codes: Int32Matrix
    sizes: Int32Matrix
    stamp: NDArray[np.int64]
    counts: NDArray[np.int64]
    state: NDArray[np.int64]
    control: NDArray[np.int64]


def new_hard_parts(problem: Problem, limit: int, control: NDArray[np.int64], pool: int = 0) -> HardParts:
    """Makes a worker's memory for a game with `limit` guesses; touched only as it fills.

    `pool` is the room for the members of all parts of a limit; 0 means `POOL`.
    """
    n_guesses, n_answers = problem.by_guess.shape
    rows = limit + 1
    n_parts = LATEST + n_guesses + 1
    width = min(problem.n_feedbacks, n_answers)
    parts = HardParts(
        None,
        np.empty((rows, pool or POOL), np.uint16),
        np.zeros((rows, n_parts + 1), np.int64),
        np.empty((rows, N_DEMANDS * n_parts), np.uint64),
        np.zeros(rows, np.int64),
        np.zeros(rows, np.int64),
        more_copies(problem),
        new_memo(_SLOTS, _MEMO_POOL),
        np.empty((rows, _HEAD), np.uint16),
        np.zeros(n_answers * (rows + 1), np.uint16),
        np.zeros(n_guesses * (rows + 1), np.int32),
        np.zeros(rows, np.int64),
        np.zeros(rows, np.int64),
        np.zeros((rows, N_DEMANDS), np.uint64),
        np.zeros((rows, n_answers), np.int64),
        np.empty((rows, LATEST + n_guesses), np.int32),
        np.empty((rows, n_guesses), np.int32),
        np.zeros(rows, np.int64),
        np.empty((rows, n_guesses), np.int32),
        np.empty((rows, width), np.int32),
        np.empty((rows, width), np.int32),
        np.zeros(problem.n_feedbacks, np.int64),
        np.zeros(max(problem.n_feedbacks, width) + 1, np.int64),
        np.zeros(4, np.int64),
        control,
    )
    # The whole game: no demands, and every guess is legal.
    parts.legal[:n_guesses] = np.arange(n_guesses)
    parts.legal_stop[limit] = n_guesses
    return parts


def more_copies(problem: Problem) -> NDArray[np.uint64]:
    """Returns which letters each allowed word has more than twice; see `NEED_MORE`."""
    bits = np.uint64(1) << np.arange(problem.letter_counts.shape[1], dtype=np.uint64)
    more = ((problem.letter_counts >= 3) * bits).sum(axis=1, dtype=np.uint64)
    more |= ((problem.letter_counts >= 4) * bits).sum(axis=1, dtype=np.uint64) << np.uint64(PACKED_LETTERS)
    return more


def demands_of(constraint: NDArray[np.uint16]) -> NDArray[np.uint64]:
    """Returns the demands of a constraint; see `legality`."""
    mask, value, need, _ = test_of(constraint)
    needed = constraint[1 + len(constraint) // 2 :]
    letters, copies = np.unique(needed[needed > 0].astype(np.uint64) - np.uint64(1), return_counts=True)
    need_more = np.bitwise_or.reduce(np.uint64(1) << letters[copies >= 3])
    need_more |= np.bitwise_or.reduce(np.uint64(1) << letters[copies >= 4]) << np.uint64(PACKED_LETTERS)
    return np.array([mask, value, need, need_more], np.uint64)


def is_legal_under(problem: Problem, demands: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Returns whether each guess meets demands."""
    is_legal = problem.packed_places & demands[MASK] == demands[VALUE]
    is_legal &= problem.packed_letters & demands[NEED] == demands[NEED]
    if demands[NEED_MORE]:
        is_legal &= more_copies(problem) & demands[NEED_MORE] == demands[NEED_MORE]
    return np.asarray(is_legal)


@inlined
def n_latest(parts: HardParts) -> int:
    """Returns how many parts of a limit are tried at a node; at least as many are kept."""
    return parts.usable.shape[1] - parts.order.shape[1]


@kernel
def add_demands(word: NDArray[np.uint16], code: int, demands: NDArray[np.uint64]) -> None:
    """Adds to demands what a feedback to a word (letter numbers) demands of all later guesses."""
    more = np.uint64(PACKED_LETTERS)
    need, need_more = np.uint64(0), np.uint64(0)
    for back in range(len(word)):
        place = len(word) - 1 - back
        colour = code % 3
        code //= 3
        if colour == 2:
            shift = np.uint64(LETTER_BITS * place)
            demands[MASK] |= np.uint64(PACKED_LETTERS - 1) << shift
            demands[VALUE] |= np.uint64(word[place]) << shift
        if colour > 0:
            once = np.uint64(1) << np.uint64(word[place])
            if need & (once << more):
                need_more |= once << more if need_more & once else once
            else:
                need |= once << more if need & once else once
    demands[NEED] |= need
    demands[NEED_MORE] |= need_more


@kernel
def demands_below(problem: Problem, parts: HardParts, guess: int, code: int, limit: int) -> None:
    """Writes the demands of a guess's cell with `limit` guesses left, from those of its set."""
    for which in range(N_DEMANDS):
        parts.demands[limit, which] = parts.demands[limit + 1, which]
    add_demands(problem.letters[guess], code, parts.demands[limit])


@kernel
def is_included(parts: NDArray[np.uint64], number: int, demands: NDArray[np.uint64]) -> bool:
    """Returns whether demands include those of a part; `parts` is a row of `demands_of`."""
    first = N_DEMANDS * number
    mask = parts[first + MASK]
    return (
        mask & demands[MASK] == mask
        and demands[VALUE] & mask == parts[first + VALUE]
        and parts[first + NEED] & demands[NEED] == parts[first + NEED]
        and parts[first + NEED_MORE] & demands[NEED_MORE] == parts[first + NEED_MORE]
    )


@kernel
def is_known(parts: HardParts, low: int, high: int, limit: int) -> bool:
    """Marks the members of a set; returns whether one of the latest parts shows that it is unsolvable."""
    parts.state[MARK] += 1
    for i in range(low, high):
        parts.is_member[limit, parts.sets[i]] = parts.state[MARK]
    if limit == parts.state[AFRESH]:
        return False
    for number in range(parts.n_parts[limit] - 1, max(parts.n_parts[limit] - 1 - n_latest(parts), -1), -1):
        if is_included(parts.demands_of[limit], number, parts.demands[limit]) and is_within(
            parts, limit, number, limit
        ):
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
            # The row of the cells, which nothing needs yet.
            demands_below(problem, parts, guess, np.int64(code), limit - 1)
            if is_included(parts.demands_of[limit - 1], number, parts.demands[limit - 1]):
                return place
    return -1


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
    parts.n_used[limit] = n_used
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
    for which in range(N_DEMANDS):
        parts.demands_of[limit, N_DEMANDS * number + which] = parts.demands[row, which]
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
        for which in range(N_DEMANDS):
            demands[N_DEMANDS * (number - first) + which] = demands[N_DEMANDS * number + which]
    start[n_parts - first] = start[n_parts] - moved
    parts.n_parts[limit] = n_parts - first


@kernel
def mark_ruled_out(
    problem: Problem,
    members: NDArray[np.uint16],
    demands: NDArray[np.uint64],
    before: NDArray[np.uint64],
    is_ruled_out: NDArray[np.bool_],
) -> None:
    """Writes for each guess whether it leaves all members of a part in one cell, with the part's demands.

    `before` holds the demands of the set at which the guess is played, and as many numbers more, which the kernel
    writes.
    """
    own = before[N_DEMANDS:]
    for guess in range(len(is_ruled_out)):
        codes = problem.by_guess[guess]
        is_ruled_out[guess] = True
        for member in members:
            if codes[member] != codes[members[0]]:
                is_ruled_out[guess] = False
                break
        if is_ruled_out[guess]:
            for which in range(N_DEMANDS):
                own[which] = before[which]
            add_demands(problem.letters[guess], np.int64(codes[members[0]]), own)
            is_ruled_out[guess] = is_included(demands, np.int64(0), own)
