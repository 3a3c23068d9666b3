"""The scratch memory of a thread for `costs.py`, `separation.py` and `shortfalls.py`, and the flag that stops it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordle_checker.fast.counting import BLOCK

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordle_checker.fast.table import GameArrays


class Scratch(NamedTuple):
    """Scratch memory of one thread, and the flag that stops it.

    Attributes:
        sizes: The size of the cell of each feedback; all 0 between calls.
        is_candidate: Whether each answer is a candidate; all False between calls.
        cell: The members of a cell.
        order: The feedbacks of a guess, in the order in which they occur.
        cells: The feedback and the size of each cell of a guess.
        costs: The cost of each guess of a block.
        n_cells: The number of cells of each guess of a block.
        is_new: Whether the current candidate opens a cell, for each guess of a block.
        demands: The demands of a cell: for each place the required symbol plus 1, or 0; then for each symbol how many
            copies are required.
        stop: Its entry is above 0 if the thread must stop at once. All threads share it; see `FastChecker`.
    """

    sizes: NDArray[np.int32]
    is_candidate: NDArray[np.bool_]
    cell: NDArray[np.int32]
    order: NDArray[np.int64]
    cells: NDArray[np.int64]
    costs: NDArray[np.int64]
    n_cells: NDArray[np.uint8]
    is_new: NDArray[np.bool_]
    demands: NDArray[np.int32]
    stop: NDArray[np.int64]


def new_scratch(arrays: GameArrays, stop: NDArray[np.int64]) -> Scratch:
    """Allocates the scratch memory of one thread."""
    n_answers, n_feedbacks = len(arrays.guess_of), len(arrays.codes)
    return Scratch(
        sizes=np.zeros(n_feedbacks, dtype=np.int32),
        is_candidate=np.zeros(n_answers, dtype=np.bool_),
        cell=np.empty(n_answers, dtype=np.int32),
        order=np.empty(n_feedbacks, dtype=np.int64),
        cells=np.empty((n_feedbacks, 2), dtype=np.int64),
        costs=np.empty(BLOCK, dtype=np.int64),
        n_cells=np.empty(BLOCK, dtype=np.uint8),
        is_new=np.empty(BLOCK, dtype=np.bool_),
        demands=np.zeros(arrays.words.shape[1] + arrays.n_symbols, dtype=np.int32),
        stop=stop,
    )
