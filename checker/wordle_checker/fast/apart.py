"""Rule *one guess* where two guesses are left, as kernels: does any guess tell all candidates apart?

Then each cell must be a single answer. Most sets that are looked at so are such that no guess tells them apart, and a
few of their candidates show it, a *core*: so one pair after the other, until no guess is left that tells all pairs so
far apart. A set with a core in it is no better off, whichever guesses are legal, and most guesses leave one of some
hundred cores in a cell: finding it there takes a tenth of the time or less.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordle_checker.fast.compiling import compiled, compiled_with_memory, int64

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordle_checker.fast.table import World
    from wordle_checker.fast.work import Work

MOST_CORES = 2048
LARGEST_CORE = 23
"""Larger ones are not kept."""


@compiled
def tells_apart(world: World, work: Work, candidates: NDArray[np.int32], guess: int) -> bool:
    """Returns whether a guess gets a feedback of its own from each candidate."""
    n_seen = 0
    is_apart = True
    for answer in candidates:
        feedback = world.table[answer, guess]
        if work.sizes[feedback] > 0:
            is_apart = False
            break
        work.sizes[feedback] = 1
        n_seen += 1
    for i in range(n_seen):
        work.sizes[world.table[candidates[i], guess]] = 0
    return is_apart


@compiled
def size_of_core(world: World, work: Work, candidates: NDArray[np.int32]) -> int:
    """Returns how many candidates, the first ones, no allowed word tells apart; 0 if a word tells all apart."""
    n_guesses, n_block = len(world.words), len(work.is_new)
    size = int64(0)
    for first in range(0, n_guesses, n_block):
        last = min(first + n_block, n_guesses)
        is_apart = work.is_new[: last - first]
        is_apart[:] = True
        is_any_left = True
        for i in range(1, len(candidates)):
            own = world.table[candidates[i], first:last]
            for j in range(i):
                other = world.table[candidates[j], first:last]
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


@compiled_with_memory
def no_cores() -> NDArray[np.int32]:
    """Makes room for cores: a row each, how many candidates it has and which; the first row with 0 is free."""
    return np.zeros((MOST_CORES, 1 + LARGEST_CORE), dtype=np.int32)


@compiled
def keep_core(cores: NDArray[np.int32], candidates: NDArray[np.int32]) -> None:
    """Writes a core down, where there is room for it."""
    n = len(candidates)
    if n > LARGEST_CORE:
        return
    for row in range(len(cores)):
        if cores[row, 0] == 0:
            cores[row, 0] = n
            for i in range(n):
                cores[row, 1 + i] = candidates[i]
            break


@compiled
def has_core(world: World, cores: NDArray[np.int32], guess: int) -> bool:
    """Returns whether one of the cores lies in a cell of a guess: not in the won one, for that has one member."""
    for row in range(len(cores)):
        n = cores[row, 0]
        if n == 0:
            break
        feedback = world.table[cores[row, 1], guess]
        n_alike = 1
        while n_alike < n and world.table[cores[row, 1 + n_alike], guess] == feedback:
            n_alike += 1
        if n_alike == n:
            return True
    return False
