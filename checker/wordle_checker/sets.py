"""Sets of candidates as ascending arrays, and arrays that grow, as kernels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordle_checker.compiling import compiled, int64

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordle_checker.table import World


@compiled
def count_cell(world: World, candidates: NDArray[np.int32], guess: int, feedback: int) -> int:
    """Returns how many candidates give a guess a feedback."""
    size = int64(0)
    for answer in candidates:
        size += world.table[answer, guess] == feedback
    return size


@compiled
def fill_cell(world: World, candidates: NDArray[np.int32], guess: int, feedback: int, cell: NDArray[np.int32]) -> None:
    """Writes the candidates that give a guess a feedback, ascending."""
    filled = 0
    for answer in candidates:
        if world.table[answer, guess] == feedback:
            cell[filled] = answer
            filled += 1


@compiled
def is_part(part: NDArray[np.int32], whole: NDArray[np.int32]) -> bool:
    """Says whether each number of one ascending array is in another."""
    at = 0
    for number in part:
        while at < len(whole) and whole[at] < number:
            at += 1
        if at == len(whole) or whole[at] != number:
            return False
    return True


@compiled
def longer(array: NDArray[np.int32], needed: int) -> NDArray[np.int32]:
    """Returns an array with at least `needed` numbers and the same content: itself where that is so."""
    if needed <= len(array):
        return array
    copied = np.empty(max(needed, 2 * len(array)), dtype=np.int32)
    for i in range(len(array)):
        copied[i] = array[i]
    return copied


@compiled
def with_rows(array: NDArray[np.int64], needed: int) -> NDArray[np.int64]:
    """Returns an array with at least `needed` rows and the same content: itself where that is so."""
    if needed <= len(array):
        return array
    copied = np.empty((max(needed, 2 * len(array)), array.shape[1]), dtype=np.int64)
    for i in range(len(array)):
        for j in range(array.shape[1]):
            copied[i, j] = array[i, j]
    return copied
