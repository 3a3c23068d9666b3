"""A thread's space, and the flag that ends its work."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordle_checker.fast.table import World

BLOCK = 1024
"""The guesses that are counted at once."""


class Work(NamedTuple):
    """Space for one thread, and the flag that ends its work.

    Attributes:
        sizes: Zero for each feedback, between calls.
        is_candidate: False for each answer, between calls.
        cell: Room for a set of candidates.
        order: Room for the feedbacks of a guess.
        cells: Room for the cells of a guess: feedback and size.
        costs: Room for the cost of each guess of a block.
        parts: For each guess of a block, how many cells there are so far.
        is_new: For each guess of a block, whether the candidate at hand opens a cell.
        demands: Room for the demands of a cell: a symbol and 1 for each place, or 0; then a number for each symbol.
        stop: Above 0 where the work is to end at once.
    """

    sizes: NDArray[np.int32]
    is_candidate: NDArray[np.bool_]
    cell: NDArray[np.int32]
    order: NDArray[np.int64]
    cells: NDArray[np.int64]
    costs: NDArray[np.int64]
    parts: NDArray[np.uint8]
    is_new: NDArray[np.bool_]
    demands: NDArray[np.int32]
    stop: NDArray[np.int64]


def work_for(world: World, stop: NDArray[np.int64]) -> Work:
    """Makes the space for one thread."""
    n_answers, n_feedbacks = len(world.guess_of), len(world.codes)
    return Work(
        sizes=np.zeros(n_feedbacks, dtype=np.int32),
        is_candidate=np.zeros(n_answers, dtype=np.bool_),
        cell=np.empty(n_answers, dtype=np.int32),
        order=np.empty(n_feedbacks, dtype=np.int64),
        cells=np.empty((n_feedbacks, 2), dtype=np.int64),
        costs=np.empty(BLOCK, dtype=np.int64),
        parts=np.empty(BLOCK, dtype=np.uint8),
        is_new=np.empty(BLOCK, dtype=np.bool_),
        demands=np.zeros(world.words.shape[1] + world.n_symbols, dtype=np.int32),
        stop=stop,
    )
