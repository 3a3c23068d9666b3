"""Parts: sets of answers that no tree solves within a limit, and the guesses that they rule out.

*Demands* decide under rule hard which guesses are legal; they are constraints (see `legality`) that begin with a limit.
Under rule any nothing is demanded, and every guess is legal. A *part* is a set of answers with demands that no tree
solves within a limit. It rules out every guess that leaves all of it in one cell whose demands include its own, because
more candidates and more demands never make a set easier. So a few thousand parts do most of the work that would
otherwise be done again at each node.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

import numpy as np

from wordle_compiler.kernels.context import Context
from wordle_compiler.kernels.kernel import inlined, kernel
from wordle_compiler.kernels.layout import Answers, Array, Bools, Codes, Constraint, Sized
from wordle_compiler.search.memo import Memo, new_memo
from wordle_compiler.search.playing import enter_cell
from wordle_compiler.search.problem import HARD, Problem, Scratch, View
from wordle_compiler.search.rounds import root_view

LARGEST_DECIDED = 12
"""The largest limit that can be decided: arrays have a row for each."""

UNKNOWN, UNSOLVABLE, SOLVABLE = -1, 0, 1
"""What is found out about a set; see `deciding.decide`."""

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


@dataclass(frozen=True, eq=False)
class Part:
    """A set of answers that no tree solves within some number of guesses."""

    members: Answers  # The answers, by number, ascending.
    limit: int  # The number of guesses.
    # For more than 3 guesses, once it is explained, parts of this part that one guess fewer does not solve: each legal
    # guess that splits the part leaves all of one of them in one cell, with its demands. For up to 3 guesses there are
    # none, since every guess leaves a cell that no guess separates, which is quick to check.
    smaller: tuple[Part, ...] = ()
    # The demands of rule hard under which no tree solves it; under rule any, nothing reads them.
    demands: Constraint = field(default_factory=lambda: np.zeros(1, np.uint16))


class Parts(Context):
    """A worker's memory: the parts found so far, and what is known of the current set, in rows by number of guesses."""

    # The members of all parts, one part after the other; where each part starts, and where the last one ends; the
    # demands of each part; and how many parts there are.
    pool: Annotated[Array, Sized("uint16", "rows", "pool")]
    start: Annotated[Array, Sized("int64", "rows", "parts + 1", fill=0)]
    demands_of: Annotated[Array, Sized("uint16", "rows", "parts", "1 + 2 * length")]
    n_parts: Annotated[Array, Sized("int64", "rows", fill=0)]
    # The part that shows that the last set examined is unsolvable, or the guess that solves it.
    found: Annotated[Array, Sized("int64", "rows", fill=0)]
    memo: Memo  # The solvable sets with limits and demands; the value is the guess to play.
    every_guess: View  # Its columns are all guesses.
    # As in the search, with a row by number of guesses left: the stack of candidates, the cells of the current guess,
    # and the guesses that split the set, those with the most cells first.
    scratch: Scratch
    # A stack of the guesses that meet the demands; where those of the current set start and stop; and its demands.
    legal: Annotated[Array, Sized("int32", "guesses * (rows + 1)", fill=0)]
    legal_start: Annotated[Array, Sized("int64", "rows", fill=0)]
    legal_stop: Annotated[Array, Sized("int64", "rows", fill=0)]
    demands: Annotated[Array, Sized("uint16", "rows", "1 + 2 * length", fill=0)]
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
    afresh: Annotated[Array, Sized("int64", 1, fill=0)]  # A limit for which known parts do not count, or 0.


def new_parts(problem: Problem, scratch: Scratch, limit: int, pool: int = 0) -> Parts:
    """Makes a worker's memory for a game with `limit` guesses; touched only as it fills.

    `pool` is the room for the members of all parts of a limit; 0 means `POOL`.
    """
    n_guesses, n_answers = problem.by_guess.shape
    lengths = {"rows": limit + 1, "answers": n_answers, "guesses": n_guesses, "length": problem.letters.shape[1]}
    lengths |= {"latest": LATEST, "parts": LATEST + n_guesses + 1, "pool": pool or POOL}
    memo, every_guess = new_memo(_SLOTS, _MEMO_POOL), root_view(problem)
    parts = Parts.allocate(problem.layout, lengths, memo=memo, every_guess=every_guess, scratch=scratch)
    parts.demands[:, 0] = np.arange(limit + 1)
    # The whole game, and every set under rule any: no demands, and every guess is legal.
    parts.legal[:n_guesses] = np.arange(n_guesses)
    parts.legal_stop[:] = n_guesses
    return parts


@inlined
def n_latest(parts: Parts) -> int:
    """Returns how many parts of a limit are tried at a node; at least as many are kept."""
    return parts.usable.shape[1] - parts.ruled_by.shape[1]


@kernel
def is_included(part: Constraint, demands: Constraint) -> bool:
    """Returns whether demands include those of a part."""
    length = len(part) // 2
    for i in range(1, 1 + length):
        if part[i] > 0 and part[i] != demands[i]:
            return False
    at = 1 + length
    for i in range(1 + length, len(part)):
        if part[i] == 0:
            break
        while at < len(part) and 0 < demands[at] < part[i]:
            at += 1
        if at == len(part) or demands[at] != part[i]:
            return False
        at += 1
    return True


@kernel
def is_known(parts: Parts, members: Answers, limit: int) -> bool:
    """Marks the members of a set; returns whether one of the latest parts shows that it is unsolvable."""
    parts.scratch.counters.last_mark += 1
    mark = parts.scratch.counters.last_mark
    for member in members:
        parts.is_member[limit, member] = mark
    if limit == parts.afresh[0]:
        return False
    for number in range(parts.n_parts[limit] - 1, max(parts.n_parts[limit] - 1 - n_latest(parts), -1), -1):
        if is_within(parts, limit, number, limit, mark) and is_included(
            parts.demands_of[limit, number], parts.demands[limit]
        ):
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
            demands = parts.demands[limit - 1]
            enter_cell(problem, parts.demands[limit], guess, np.int64(codes[members[0]]), demands)
            if is_included(parts.demands_of[limit - 1, number], demands):
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
    parts.demands_of[limit, number, 0] = limit
    for i in range(1, parts.demands.shape[1]):
        parts.demands_of[limit, number, i] = parts.demands[row, i]
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
        for i in range(demands.shape[1]):
            demands[number - first, i] = demands[number, i]
    start[n_parts - first] = start[n_parts] - moved
    parts.n_parts[limit] = n_parts - first
    parts.noted[limit] = 0
    if limit + 1 < len(parts.n_parts):
        parts.ruled_by[limit + 1] = -1


@kernel
def keep_included(
    problem: Problem, feedbacks: Codes, demands: Constraint, before: Constraint, after: Constraint, is_kept: Bools
) -> None:
    """Keeps of the kept guesses only those whose feedbacks add enough to the demands `before` to include `demands`.

    `after` is working memory.
    """
    for guess in range(len(is_kept)):
        if is_kept[guess]:
            enter_cell(problem, before, guess, np.int64(feedbacks[guess]), after)
            is_kept[guess] = is_included(demands, after)
