"""Sets of candidates as ascending arrays, as kernels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wordle_checker.fast.compiling import compiled, int64

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@compiled
def fill_cell(row: NDArray[Any], candidates: NDArray[np.int32], feedback: int, cell: NDArray[np.int32]) -> int:
    """Writes the candidates that give a guess a feedback, ascending, and returns how many there are.

    Args:
        row: The guess's feedback from each answer.
        candidates: The candidates, ascending.
        feedback: The feedback.
        cell: Receives the candidates; at least as long as `candidates`.
    """
    size = int64(0)
    for answer in candidates:
        if row[answer] == feedback:
            cell[size] = answer
            size += 1
    return size


@compiled
def is_subset(part: NDArray[np.int32], whole: NDArray[np.int32]) -> bool:
    """Returns whether each number of one ascending array occurs in another."""
    at = 0
    for number in part:
        while at < len(whole) and whole[at] < number:
            at += 1
        if at == len(whole) or whole[at] != number:
            return False
    return True
