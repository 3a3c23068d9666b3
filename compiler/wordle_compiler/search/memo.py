"""The memo: exact totals and lower bounds that the search has proven, by set of candidates and guesses left.

A slot has a hash of the set, the guesses left and (rule hard) the constraint, 0 if it is empty; and two numbers side by
side, so that a hit reads them at once: where its full description begins in the pool and how long that is, and what is
known, which is twice the total, plus 1 if that is EXACT and not a LOWER bound.

A hash never stands for a set: every hit compares the full description (guesses left, constraint, members in ascending
order) word by word, so no result can rest on a collision. When the slots or the pool fill up, the memo is emptied: that
costs time, never exactness. Each worker has its own memo, so no reader can see half an entry.

The memory of a search is estimated before anything is allocated, and the memo is sized to fit beside it. A smaller memo
is emptied sooner, which costs time but changes no exact result. The result of a search of limited width, however,
depends on what its memo holds, so such a search gets the standard memo or is refused.
"""

from __future__ import annotations

import math
from typing import Annotated, NamedTuple

import numpy as np

from wordle_compiler.game.feedback_matrix import basic_parts, layout_bytes
from wordle_compiler.game.game import Game, Rule
from wordle_compiler.kernels.context import Context
from wordle_compiler.kernels.kernel import inlined, kernel
from wordle_compiler.kernels.layout import Answers, Array, Constraint, Sized
from wordle_compiler.machine.errors import InputError
from wordle_compiler.machine.memory import require_memory
from wordle_compiler.search.problem import MAX_ANSWERS, Scratch, likely_layout, scratch_lengths
from wordle_runtime.errors import counted
from wordle_runtime.layout import MASTERMIND, WORDLE

LOWER = 0
EXACT = 1

_SIZE_BITS = 17
"""A description has at most `MAX_ANSWERS` members and what stands before them."""

_PROBES = 8

MEMO_SLOTS = 1 << 20
MEMO_POOL = 1 << 25
"""A worker's memo has 25 MB of slots and 64 MB of sets, touched only as they fill; less if memory is limited."""

_LEAST_SLOTS = 1 << 14
_SLOTS_A_SET = 16
"""The slots for each set of a small game's answers, of which few are ever used. With a million slots, compiling a game
of eight answers took an eighth longer.
"""

_NODE_BYTES = 2048
"""The memory per answer for the trees that are built and the openers' results."""


class Memo(Context):
    """The arrays of a memo; see the module docstring. `used` is [pool words in use, entries]."""

    key: Annotated[Array, Sized("uint64", "slots", fill=0)]
    entry: Annotated[Array, Sized("int64", "slots", 2)]
    pool: Annotated[Array, Sized("uint16", "pool")]
    used: Annotated[Array, Sized("int64", 2, fill=0)]


class MemoSize(NamedTuple):
    """The size of a worker's memo."""

    slots: int  # The number of its slots.
    pool: int  # The number of 2-byte words in its pool.
    spare: int = 0  # The bytes of the limit that all workers together leave.


def plan_memo(
    game: Game, max_guesses: int, n_workers: int, *, is_weighted: bool = False, is_cut_short: bool = False
) -> MemoSize:
    """Returns the size of each worker's memo: `MEMO_SLOTS`, or less if memory is short or the game is small.

    Call it before computing the feedbacks, which it counts as well.

    Raises:
        InputError: The game has too many answers for the search, or the search does not fit even with the smallest
            memo. The message is one line and gives the estimate.
    """
    if len(game.answers) > MAX_ANSWERS:
        has = f"the exact search supports at most {MAX_ANSWERS:,} answers, but this game has {len(game.answers):,}"
        raise InputError(f"{has}: use a heuristic strategy")
    least = MEMO_SLOTS if is_cut_short else min(MEMO_SLOTS, _LEAST_SLOTS)
    fitting = min(MEMO_SLOTS, max(least, _SLOTS_A_SET << min(len(game.answers), 64)))
    parts = basic_parts(game, n_beside=2 if is_weighted else 0)
    # Totals without a limit are searched as deep again; see `worker_threads.Worker`.
    deepest = max_guesses if game.rule == Rule.CANDIDATES or is_weighted else 2 * max_guesses
    each = worker_bytes(game, deepest) + _memo_bytes(least)
    parts |= {counted(n_workers, "worker"): n_workers * each, "trees": _NODE_BYTES * len(game.answers)}
    advice = "use smaller lists" if n_workers == 1 else "use fewer workers (-j) or smaller lists"
    left = require_memory(parts, advice) // n_workers + _memo_bytes(least)
    while fitting > least and _memo_bytes(fitting) > left:
        fitting //= 2
    return MemoSize(fitting, MEMO_POOL * fitting // MEMO_SLOTS, n_workers * (left - _memo_bytes(fitting)))


def worker_bytes(game: Game, max_guesses: int) -> int:
    """Returns the bytes that a worker takes besides its memo: the arrays of `problem.Scratch`, including its views."""
    # With weights, numbers of cells are wider.
    layout = likely_layout(game)._replace(is_weighted=True)
    n_permutations = math.factorial(game.length) if game.kind == MASTERMIND else 0
    lengths = scratch_lengths(game, layout, max_guesses, n_permutations, has_letters=game.kind == WORDLE)
    sizes = Scratch.n_bytes(layout, lengths)
    # Memory for views, and for columns picked from them, is taken as it is used: the worst opener leaves about half of
    # the candidates in one cell, and deeper views cover parts of that cell.
    return sum(sizes.values()) - sizes["codes"] - sizes["picked"] + layout_bytes(game) // 2


def _memo_bytes(slots: int) -> int:
    return sum(Memo.n_bytes(None, {"slots": slots, "pool": MEMO_POOL * slots // MEMO_SLOTS}).values())


def new_memo(n_slots: int, pool_words: int) -> Memo:
    """Makes an empty memo. Memory is touched only when used, but for the keys, which may have to be zeroed.

    The number of slots must be a power of two; the pool's size is in words of 2 bytes.
    """
    return Memo.allocate(None, {"slots": n_slots, "pool": pool_words})


@kernel
def forget(memo: Memo) -> None:
    """Empties the memo."""
    memo.key[:] = np.uint64(0)
    memo.used[:] = 0


@inlined
def total_of(memo: Memo, slot: int) -> int:
    """Returns what is known in a slot, exact or not."""
    return memo.entry[slot, 1] >> 1


@inlined
def lie_at(pool: Answers, start: int, numbers: Answers) -> bool:
    """Returns whether numbers lie in the pool from a place on."""
    for i in range(len(numbers)):  # noqa: SIM110 - numba has no generators
        if pool[start + i] != numbers[i]:
            return False
    return True


@kernel
def find(memo: Memo, key: np.uint64, head: Constraint, members: Answers) -> int:
    """Returns the slot whose description is (`head`, `members`), or -1."""
    mask = np.uint64(len(memo.key) - 1)
    size = len(head) + len(members)
    for probe in range(_PROBES):
        slot = np.int64((key + np.uint64(probe)) & mask)
        stored = memo.key[slot]
        if stored == np.uint64(0):
            return -1
        if stored == key and memo.entry[slot, 0] & ((1 << _SIZE_BITS) - 1) == size:
            start = memo.entry[slot, 0] >> _SIZE_BITS
            if lie_at(memo.pool, start, head) and lie_at(memo.pool, start + len(head), members):
                return slot
    return -1


@kernel
def store(memo: Memo, key: np.uint64, head: Constraint, members: Answers, value: int, kind: int) -> None:
    """Stores a total for (`head`, `members`): an exact total replaces a bound, and a higher bound replaces a lower."""
    slot, known = find(memo, key, head, members), 2 * value + kind
    if slot >= 0:
        if memo.entry[slot, 1] & EXACT == 0 and (kind == EXACT or known > memo.entry[slot, 1]):
            memo.entry[slot, 1] = known
        return
    size = len(head) + len(members)
    if size > len(memo.pool):
        return
    if memo.used[0] + size > len(memo.pool) or 4 * memo.used[1] > 3 * len(memo.key):
        forget(memo)
    mask = np.uint64(len(memo.key) - 1)
    for probe in range(_PROBES):
        slot = np.int64((key + np.uint64(probe)) & mask)
        if memo.key[slot] == np.uint64(0):
            start = memo.used[0]
            memo.key[slot] = key
            memo.entry[slot, 0] = (start << _SIZE_BITS) + size
            memo.entry[slot, 1] = known
            for i in range(len(head)):
                memo.pool[start + i] = head[i]
            for i in range(len(members)):
                memo.pool[start + len(head) + i] = members[i]
            memo.used[0] += size
            memo.used[1] += 1
            return
