"""The scratch memory of a thread, and the flag that stops it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordle_checker.fast.table import GameArrays


BLOCK = 1024
"""How many guesses are counted at once."""

MOST_FEEDBACKS = 255
"""The most feedbacks of a game that is counted with kernels: counts are bytes, and a bitmap has 256 bits."""


MOST_CORES = 2048
LARGEST_CORE = 23
"""Larger cores are not kept."""


class Scratch(NamedTuple):
    """Scratch memory of one thread, and the flag that stops it.

    Attributes:
        stop: Its entry is above 0 if the thread must stop at once. All threads share it; see `FastChecker`.
        marks: For `count_cells`.
        seen: For `count_cells_of_block`.
        is_alike: For `count_cells_of_block`, and whether each guess of a block is alike in another way.
        n_cells: The number of cells of each guess, or of each guess of a block.
        costs: The cost of each guess of a block.
        survivors: The places of the guesses that are left unproven.
        is_candidate: Whether each answer is a candidate; all False between calls.
        sizes: A number for each feedback; all 0 between calls.
        order: The feedbacks of a guess, in the order in which they occur.
        starts: For counting sorts: where the items with each key begin.
        cells: For each cell: its feedback, size, first member and known cost.
        members: The candidates, cell after cell.
        rows: The indices of these candidates among all candidates.
        demands: The demands in a cell: for each place the required symbol plus 1, or 0; then for each symbol how many
            copies are required.
        least: For each column of the view, an upper bound for its number of cells.
        chosen: Columns or guesses, in order.
        cores: Rows for cores: the number of candidates, then the candidates; a row that begins with 0 is free.
        best_known: The largest known cost of a class of guesses, by the class's first guess.
        best_guess: The guess that has it.
        is_tried: Whether a guess of the class without entries was tried.
    """

    stop: NDArray[np.int64]
    marks: NDArray[np.int64]
    seen: NDArray[np.uint64]
    is_alike: NDArray[np.bool_]
    n_cells: NDArray[np.uint8]
    costs: NDArray[np.int64]
    survivors: NDArray[np.int32]
    is_candidate: NDArray[np.bool_]
    sizes: NDArray[np.int32]
    order: NDArray[np.int64]
    starts: NDArray[np.int32]
    cells: NDArray[np.int64]
    members: NDArray[np.int32]
    rows: NDArray[np.int32]
    demands: NDArray[np.int32]
    least: NDArray[np.uint8]
    chosen: NDArray[np.int32]
    cores: NDArray[np.int32]
    best_known: NDArray[np.int64]
    best_guess: NDArray[np.int64]
    is_tried: NDArray[np.bool_]


def new_scratch(arrays: GameArrays, stop: NDArray[np.int64]) -> Scratch:
    """Allocates the scratch memory of one thread."""
    n_answers, n_guesses, n_feedbacks = len(arrays.guess_of), len(arrays.words), len(arrays.codes)
    return Scratch(
        stop=stop,
        marks=np.zeros(n_feedbacks + 1, dtype=np.int64),
        seen=np.empty((4, BLOCK), dtype=np.uint64),
        is_alike=np.empty(BLOCK, dtype=np.bool_),
        n_cells=np.empty(max(n_guesses, BLOCK), dtype=np.uint8),
        costs=np.empty(BLOCK, dtype=np.int64),
        survivors=np.empty(n_guesses, dtype=np.int32),
        is_candidate=np.zeros(n_answers, dtype=np.bool_),
        sizes=np.zeros(n_feedbacks, dtype=np.int32),
        order=np.empty(n_feedbacks, dtype=np.int64),
        starts=np.zeros(max(n_answers, MOST_FEEDBACKS) + 2, dtype=np.int32),
        cells=np.empty((n_feedbacks, 4), dtype=np.int64),
        members=np.empty(n_answers, dtype=np.int32),
        rows=np.empty(n_answers, dtype=np.int32),
        demands=np.zeros(arrays.words.shape[1] + arrays.n_symbols, dtype=np.int32),
        least=np.empty(max(n_guesses, BLOCK), dtype=np.uint8),
        chosen=np.empty(n_guesses, dtype=np.int32),
        cores=np.empty((MOST_CORES, 1 + LARGEST_CORE), dtype=np.int32),
        best_known=np.empty(n_guesses, dtype=np.int64),
        best_guess=np.empty(n_guesses, dtype=np.int64),
        is_tried=np.empty(n_guesses, dtype=np.bool_),
    )
