"""The memo: exact totals and lower bounds that the search has proven, by set of candidates and guesses left.

An entry spans five parallel arrays:

    key    uint64  hash of the set, the guesses left and (rule hard) the constraint; 0 is an empty slot
    start  int64   where the entry's full description begins in `pool`
    size   int32   the length of the description
    value  int64   a total, whose meaning `kind` gives
    kind   int8    EXACT or LOWER

A hash never stands for a set: every hit compares the full description (guesses left, constraint, members in ascending
order) word by word, so no result can rest on a collision. When the slots or the pool fill up, the memo is emptied: that
costs time, never exactness. Each worker has its own memo, so no reader can see half an entry.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.kernels.context import Context
from wordle_compiler.kernels.kernel import kernel
from wordle_compiler.kernels.layout import Array, Sized

LOWER = 1
EXACT = 2

_PROBES = 8


class Memo(Context):
    """The arrays of a memo; see the module docstring. `used` is [pool words in use, entries, times emptied]."""

    key: Annotated[Array, Sized("uint64", "slots", fill=0)]
    start: Annotated[Array, Sized("int64", "slots")]
    size: Annotated[Array, Sized("int32", "slots")]
    value: Annotated[Array, Sized("int64", "slots")]
    kind: Annotated[Array, Sized("int8", "slots")]
    pool: Annotated[Array, Sized("uint16", "pool")]
    used: Annotated[Array, Sized("int64", 3, fill=0)]


def new_memo(n_slots: int, pool_words: int) -> Memo:
    """Makes an empty memo. Memory is touched only when used, but for the keys, which may have to be zeroed.

    Args:
        n_slots: The number of slots, a power of two.
        pool_words: The size of the pool.

    Raises:
        ValueError: `n_slots` is not a power of two.
    """
    if n_slots & (n_slots - 1) or n_slots <= 0:
        raise ValueError(f"n_slots must be a power of two, not {n_slots}")
    return Memo.allocate(None, {"slots": n_slots, "pool": pool_words})


@kernel
def forget(memo: Memo) -> None:
    """Empties the memo."""
    key = memo.key
    for slot in range(len(key)):
        key[slot] = np.uint64(0)
    memo.used[0] = 0
    memo.used[1] = 0
    memo.used[2] += 1


@kernel
def find(memo: Memo, key: np.uint64, head: NDArray[np.uint16], members: NDArray[np.uint16]) -> int:
    """Returns the slot whose description is (`head`, `members`), or -1."""
    mask = np.uint64(len(memo.key) - 1)
    n_head = len(head)
    size = n_head + len(members)
    for probe in range(_PROBES):
        slot = np.int64((key + np.uint64(probe)) & mask)
        stored = memo.key[slot]
        if stored == np.uint64(0):
            return -1
        if stored == key and memo.size[slot] == size:
            start = memo.start[slot]
            same = True
            for i in range(n_head):
                if memo.pool[start + i] != head[i]:
                    same = False
                    break
            if same:
                start += n_head
                for i in range(len(members)):
                    if memo.pool[start + i] != members[i]:
                        same = False
                        break
            if same:
                return slot
    return -1


@kernel
def store(
    memo: Memo, key: np.uint64, head: NDArray[np.uint16], members: NDArray[np.uint16], value: int, kind: int
) -> None:
    """Stores a total for (`head`, `members`): an exact total replaces a bound, and a higher bound replaces a lower."""
    slot = find(memo, key, head, members)
    if slot >= 0:
        if memo.kind[slot] != EXACT and (kind == EXACT or value > memo.value[slot]):
            memo.value[slot] = value
            memo.kind[slot] = kind
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
            memo.start[slot] = start
            memo.size[slot] = size
            memo.value[slot] = value
            memo.kind[slot] = kind
            for i in range(len(head)):
                memo.pool[start + i] = head[i]
            start += len(head)
            for i in range(len(members)):
                memo.pool[start + i] = members[i]
            memo.used[0] += size
            memo.used[1] += 1
            return
