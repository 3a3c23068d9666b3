"""Rule *one guess* if two guesses are left, as kernels: does any guess *separate* the candidates?

A guess separates a set if each candidate gives it a different feedback, so that the last guess solves every cell. Most
sets are not separated by any guess, and a few of their candidates show it: a *core*. No guess, legal or not, separates
a set that contains a core. Most guesses leave one of a few hundred cores in a cell, so each guess is first compared
with the cores found so far.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordle_checker.fast.compiling import compiled, inner, int64

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordle_checker.fast.scratch import Scratch
    from wordle_checker.fast.table import GameArrays


@inner
def separates(arrays: GameArrays, scratch: Scratch, candidates: NDArray[np.int32], guess: int) -> bool:
    """Returns whether every candidate gives a guess a different feedback."""
    n_seen = 0
    is_apart = True
    for answer in candidates:
        feedback = arrays.table[answer, guess]
        if scratch.sizes[feedback] > 0:
            is_apart = False
            break
        scratch.sizes[feedback] = 1
        n_seen += 1
    for i in range(n_seen):
        scratch.sizes[arrays.table[candidates[i], guess]] = 0
    return is_apart


@compiled
def size_of_core(arrays: GameArrays, scratch: Scratch, candidates: NDArray[np.int32]) -> int:
    """Returns the length of a prefix of the candidates that no allowed word separates; 0 if a word separates all."""
    n_guesses, n_block = len(arrays.words), len(scratch.is_alike)
    size = int64(0)
    for first in range(0, n_guesses, n_block):
        last = min(first + n_block, n_guesses)
        is_apart = scratch.is_alike[: last - first]
        is_apart[:] = True
        is_any_left = True
        for i in range(1, len(candidates)):
            own = arrays.table[candidates[i], first:last]
            for j in range(i):
                other = arrays.table[candidates[j], first:last]
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


@inner
def keep_core(cores: NDArray[np.int32], candidates: NDArray[np.int32]) -> None:
    """Writes a core to the first free row; drops it if there is none, or if the core is too large for a row."""
    n = len(candidates)
    if n >= cores.shape[1]:
        return
    for row in range(len(cores)):
        if cores[row, 0] == 0:
            cores[row, 0] = n
            for i in range(n):
                cores[row, 1 + i] = candidates[i]
            break


@inner
def has_core(arrays: GameArrays, cores: NDArray[np.int32], guess: int) -> bool:
    """Returns whether a cell of a guess contains one of the cores; the won cell, with one member, cannot."""
    for row in range(len(cores)):
        n = cores[row, 0]
        if n == 0:
            break
        feedback = arrays.table[cores[row, 1], guess]
        n_alike = 1
        while n_alike < n and arrays.table[cores[row, 1 + n_alike], guess] == feedback:
            n_alike += 1
        if n_alike == n:
            return True
    return False
