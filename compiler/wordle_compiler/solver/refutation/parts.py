"""Parts: sets of answers that no tree solves within a limit, and the guesses that they rule out.

*Demands* decide under rule hard which guesses are legal: the letters that must stand in their places, and those that
must be used. Under rule any nothing is demanded, and every guess is legal. A *part* is a set of answers with demands
that no tree solves within a limit. It rules out every guess that leaves all of it in one cell whose demands include
its own, because more candidates and more demands never make a set easier. So a few thousand parts do most of the work
that would otherwise be done again at each node.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.game.legality import LETTER_BITS, PACKED_LETTERS, test_of
from wordle_compiler.kernels.context import Context, Record
from wordle_compiler.kernels.kernel import inlined, kernel
from wordle_compiler.kernels.layout import Answers, Array, Bools, Codes, Constraint, Sized, UInt64s
from wordle_compiler.search.memo import Memo, new_memo
from wordle_compiler.search.problem import HARD, Problem, Scratch

LARGEST_LIMIT = 12
"""The largest limit that can be decided: arrays have a row for each."""

UNKNOWN, UNSOLVABLE, SOLVABLE = -1, 0, 1
"""What is found out about a set; see `deciding.decide`."""

MASK, VALUE, NEED, NEED_MORE = range(4)
"""Demands: a word meets them if `places & MASK == VALUE`, `letters & NEED == NEED` and `more & NEED_MORE == NEED_MORE`.

`legality.pack_words` says what places and letters are; `more` has a bit for each letter that the word has at least
three times (low half) or four times (high half).
"""

N_DEMANDS = 4

Demands = NDArray[np.uint64]
"""The four numbers above."""

NO_DEMANDS = np.zeros(N_DEMANDS, np.uint64)
"""The demands at the start of a game."""

MOST_COPIES = 4
"""How often a word may contain a letter."""

LATEST = 1 << 13
"""How many parts of a limit, latest first, are tried at a node."""

POOL = 1 << 23
"""The room for the members of all parts of a limit, at first."""

BLOCK = 1024
"""How many guesses are compared at a time, so that what is known of them stays in the processor's cache."""

RECENT = 8
"""How many of the guesses that solved other sets are tried first."""

_SLOTS = 1 << 18
_MEMO_POOL = 1 << 23
_HEAD = 1 + 4 * N_DEMANDS
"""The length of the head of a memo entry: the limit, and four words for each number of the demands."""


def can_find_parts(problem: Problem, limit: int) -> bool:
    """Checks whether the demands of a game under rule hard can be packed, and the arrays have a row for the limit."""
    return len(problem.packed_places) > 0 and problem.letter_counts.max() <= MOST_COPIES and limit <= LARGEST_LIMIT


@dataclass(frozen=True, eq=False)
class Part:
    """A set of answers that no tree solves within some number of guesses."""

    members: Answers  # The answers, by number, ascending.
    limit: int  # The number of guesses.
    # For more than 3 guesses, once it is explained, parts of this part that one guess fewer does not solve: each legal
    # guess that splits the part leaves all of one of them in one cell, with its demands. For up to 3 guesses there are
    # none, since every guess leaves a cell that no guess separates, which is quick to check.
    smaller: tuple[Part, ...] = ()
    # The demands of rule hard under which no tree solves it.
    demands: Demands = field(default_factory=lambda: NO_DEMANDS)


def cells_of(problem: Problem, guess: int, members: Answers) -> Iterator[tuple[int, NDArray[np.uint16]]]:
    """Yields the feedback and the members of each cell of a guess, smallest first, without the won cell."""
    row = problem.by_guess[guess][members]
    codes, sizes = np.unique(row, return_counts=True)
    for code in codes[np.argsort(sizes, kind="stable")]:
        if code != problem.n_feedbacks - 1:
            yield int(code), members[row == code]


class Effort(Record):
    """How much has been looked at to decide a set, and how."""

    nodes: int  # How many sets were examined.
    most_nodes: int  # How many sets may be examined.
    afresh: int  # A limit for which known parts do not count, or 0.


class Parts(Context):
    """A worker's memory: the parts found so far, and what is known of the current set, in rows by number of guesses."""

    # The members of all parts, one part after the other; where each part starts, and where the last one ends; the
    # demands of each part, `N_DEMANDS` numbers a part; and how many parts there are.
    pool: Annotated[Array, Sized("uint16", "rows", "pool")]
    start: Annotated[Array, Sized("int64", "rows", "parts + 1", fill=0)]
    demands_of: Annotated[Array, Sized("uint64", "rows", f"{N_DEMANDS} * parts")]
    n_parts: Annotated[Array, Sized("int64", "rows", fill=0)]
    # The part that shows that the last set examined is unsolvable, or the guess that solves it.
    found: Annotated[Array, Sized("int64", "rows", fill=0)]
    more: UInt64s  # Which letters each allowed word has more than twice; see `NEED_MORE`.
    memo: Memo  # The solvable sets with limits and demands; the value is the guess to play.
    head: Annotated[Array, Sized("uint16", "rows", _HEAD)]  # The head of a set's memo entry.
    # As in the search, with a row by number of guesses left: the stack of candidates, the cells of the current guess,
    # and the guesses that split the set, those with the most cells first.
    scratch: Scratch
    # A stack of the guesses that meet the demands; where those of the current set start and stop; and its demands.
    legal: Annotated[Array, Sized("int32", "guesses * (rows + 1)", fill=0)]
    legal_start: Annotated[Array, Sized("int64", "rows", fill=0)]
    legal_stop: Annotated[Array, Sized("int64", "rows", fill=0)]
    demands: Annotated[Array, Sized("uint64", "rows", N_DEMANDS, fill=0)]
    is_member: Annotated[Array, Sized("int64", "rows", "answers", fill=0)]  # The last mark at each member of the set.
    # The parts for one guess fewer that the set contains, recently useful ones first; those that ruled guesses out at
    # it, and how many these are; and the last mark at each part that ruled a guess out, by the part's limit.
    usable: Annotated[Array, Sized("int32", "rows", "latest + guesses")]
    used: Annotated[Array, Sized("int32", "rows", "guesses")]
    n_used: Annotated[Array, Sized("int64", "rows", fill=0)]
    noted: Annotated[Array, Sized("int64", "rows", "parts", fill=0)]
    # Under rule any: the part that last ruled each guess out at a set, or -1; and the guesses that last solved a set,
    # the latest one first, or -1.
    ruled_by: Annotated[Array, Sized("int32", "rows", "guesses", fill=-1)]
    recent: Annotated[Array, Sized("int32", "rows", RECENT, fill=-1)]
    # For `separate`: whether each guess of a block tells the candidates so far apart.
    is_apart: Annotated[Array, Sized("bool", BLOCK)]
    effort: Effort


def new_parts(problem: Problem, scratch: Scratch, limit: int, pool: int = 0) -> Parts:
    """Makes a worker's memory for a game with `limit` guesses; touched only as it fills.

    `pool` is the room for the members of all parts of a limit; 0 means `POOL`.
    """
    n_guesses, n_answers = problem.by_guess.shape
    lengths = {"rows": limit + 1, "answers": n_answers, "guesses": n_guesses}
    lengths |= {"latest": LATEST, "parts": LATEST + n_guesses + 1, "pool": pool or POOL}
    more = more_copies(problem) if problem.rule == HARD else np.zeros(0, np.uint64)
    memo = new_memo(_SLOTS, _MEMO_POOL)
    effort = Effort(np.zeros(Effort.n_words, np.int64))
    parts = Parts.allocate(problem.layout, lengths, more=more, memo=memo, scratch=scratch, effort=effort)
    # The whole game: no demands, and every guess is legal.
    parts.legal[:n_guesses] = np.arange(n_guesses)
    parts.legal_stop[limit] = n_guesses
    return parts


def more_copies(problem: Problem) -> UInt64s:
    """Returns which letters each allowed word has more than twice; see `NEED_MORE`."""
    bits = np.uint64(1) << np.arange(problem.letter_counts.shape[1], dtype=np.uint64)
    more = ((problem.letter_counts >= 3) * bits).sum(axis=1, dtype=np.uint64)
    more |= ((problem.letter_counts >= 4) * bits).sum(axis=1, dtype=np.uint64) << np.uint64(PACKED_LETTERS)
    return more


def demands_of(constraint: Constraint) -> Demands:
    """Returns the demands of a constraint; see `legality`."""
    mask, value, need, _ = test_of(constraint)
    needed = constraint[1 + len(constraint) // 2 :]
    letters, copies = np.unique(needed[needed > 0].astype(np.uint64) - np.uint64(1), return_counts=True)
    need_more = np.bitwise_or.reduce(np.uint64(1) << letters[copies >= 3])
    need_more |= np.bitwise_or.reduce(np.uint64(1) << letters[copies >= 4]) << np.uint64(PACKED_LETTERS)
    return np.array([mask, value, need, need_more], np.uint64)


def is_legal_under(problem: Problem, demands: Demands) -> Bools:
    """Returns whether each guess meets demands."""
    is_legal = problem.packed_places & demands[MASK] == demands[VALUE]
    is_legal &= problem.packed_letters & demands[NEED] == demands[NEED]
    if demands[NEED_MORE]:
        is_legal &= more_copies(problem) & demands[NEED_MORE] == demands[NEED_MORE]
    return np.asarray(is_legal)


@inlined
def n_latest(parts: Parts) -> int:
    """Returns how many parts of a limit are tried at a node; at least as many are kept."""
    return parts.usable.shape[1] - parts.ruled_by.shape[1]


@kernel
def add_demands(word: NDArray[np.uint16], code: int, demands: Demands) -> None:
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
def demands_below(problem: Problem, parts: Parts, guess: int, code: int, limit: int) -> None:
    """Writes the demands of a guess's cell with `limit` guesses left, from those of its set; for rule hard."""
    for which in range(N_DEMANDS):
        parts.demands[limit, which] = parts.demands[limit + 1, which]
    add_demands(problem.letters[guess], code, parts.demands[limit])


@kernel
def is_included(parts: UInt64s, number: int, demands: Demands) -> bool:
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
def is_known(parts: Parts, members: Answers, limit: int) -> bool:
    """Marks the members of a set; returns whether one of the latest parts shows that it is unsolvable."""
    parts.scratch.counters.last_mark += 1
    mark = parts.scratch.counters.last_mark
    for member in members:
        parts.is_member[limit, member] = mark
    if limit == parts.effort.afresh:
        return False
    for number in range(parts.n_parts[limit] - 1, max(parts.n_parts[limit] - 1 - n_latest(parts), -1), -1):
        is_less = is_included(parts.demands_of[limit], number, parts.demands[limit])
        if is_less and is_within(parts, limit, number, limit, mark):
            parts.found[limit] = number
            return True
    return False


@inlined
def is_split(codes: Codes, members: Answers) -> bool:
    """Returns whether the feedbacks of a guess do not leave a set in one cell."""
    for member in members:  # noqa: SIM110 - numba has no generators
        if codes[member] != codes[members[0]]:
            return True
    return False


@kernel
def is_within(parts: Parts, limit: int, number: int, row: int, mark: int) -> bool:
    """Returns whether the set marked in a row contains a part for `limit` guesses."""
    for i in range(parts.start[limit, number], parts.start[limit, number + 1]):
        if parts.is_member[row, parts.pool[limit, i]] != mark:
            return False
    return True


@kernel
def list_usable(parts: Parts, limit: int, mark: int) -> int:
    """Lists the latest parts for one guess fewer that a set with a mark contains; returns how many."""
    last = parts.n_parts[limit - 1] - 1
    n = np.int64(0)
    for number in range(last, max(last - n_latest(parts), -1), -1):
        if is_within(parts, limit - 1, number, limit, mark):
            parts.usable[limit, n] = number
            n += 1
    return n


@kernel
def ruling_out(problem: Problem, parts: Parts, guess: int, limit: int, n_usable: int) -> int:
    """Returns the place in `usable` of a part that a guess leaves in one cell with the demands it has, or -1."""
    codes = problem.by_guess[guess]
    for place in range(n_usable):
        number = parts.usable[limit, place]
        members = parts.pool[limit - 1, parts.start[limit - 1, number] : parts.start[limit - 1, number + 1]]
        if not is_split(codes, members):
            if problem.rule != HARD:
                return place
            # The row of the cells, which nothing needs yet.
            demands_below(problem, parts, guess, np.int64(codes[members[0]]), limit - 1)
            if is_included(parts.demands_of[limit - 1], number, parts.demands[limit - 1]):
                return place
    return -1


@kernel
def note_used(parts: Parts, limit: int, guess: int, part: int, mark: int) -> None:
    """Notes that a part rules a guess out at the current set, which has a mark; adds it to those used."""
    parts.ruled_by[limit, guess] = part
    if parts.noted[limit - 1, part] != mark:
        parts.noted[limit - 1, part] = mark
        parts.used[limit, parts.n_used[limit]] = part
        parts.n_used[limit] += 1


@kernel
def join_used(parts: Parts, low: int, high: int, top: int, limit: int) -> int:
    """Records the union of the parts used at a set; if no guess splits the set, the set itself."""
    n_used, sets = parts.n_used[limit], parts.scratch.answers
    parts.scratch.counters.last_mark += 1
    mark = parts.scratch.counters.last_mark
    for i in range(n_used):
        number = parts.used[limit, i]
        for j in range(parts.start[limit - 1, number], parts.start[limit - 1, number + 1]):
            parts.is_member[limit, parts.pool[limit - 1, j]] = mark
    stop = top
    for i in range(low, high):
        if n_used == 0 or parts.is_member[limit, sets[i]] == mark:
            sets[stop] = sets[i]
            stop += 1
    return add_part(parts, top, stop, limit, limit)


@kernel
def add_part(parts: Parts, low: int, high: int, limit: int, row: int) -> int:
    """Records a part, a slice of the stack with the demands of a row; returns `UNKNOWN` if there is no room."""
    number = parts.n_parts[limit]
    start = parts.start[limit, number]
    stop = start + high - low
    if stop > parts.pool.shape[1] or number + 2 > parts.start.shape[1]:
        return UNKNOWN
    for i in range(low, high):
        parts.pool[limit, start + i - low] = parts.scratch.answers[i]
    parts.start[limit, number + 1] = stop
    for which in range(N_DEMANDS):
        parts.demands_of[limit, N_DEMANDS * number + which] = parts.demands[row, which]
    parts.n_parts[limit] = number + 1
    parts.found[limit] = number
    return UNSOLVABLE


@kernel
def make_room(parts: Parts, limit: int, n: int) -> None:
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
    parts.noted[limit] = 0
    if limit + 1 < len(parts.n_parts):
        parts.ruled_by[limit + 1] = -1


@kernel
def mark_ruled_out(problem: Problem, members: Answers, demands: Demands, before: Demands, is_ruled_out: Bools) -> None:
    """Writes for each guess whether it leaves all members of a part in one cell, with the part's demands.

    `before` holds the demands of the set at which the guess is played, and as many numbers more, which the kernel
    writes.
    """
    own = before[N_DEMANDS:]
    for guess in range(len(is_ruled_out)):
        codes = problem.by_guess[guess]
        is_ruled_out[guess] = not is_split(codes, members)
        if is_ruled_out[guess] and problem.rule == HARD:
            for which in range(N_DEMANDS):
                own[which] = before[which]
            add_demands(problem.letters[guess], np.int64(codes[members[0]]), own)
            is_ruled_out[guess] = is_included(demands, np.int64(0), own)
