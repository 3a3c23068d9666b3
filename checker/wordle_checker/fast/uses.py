"""The cells of guesses as kernels, and whether a set is a part of another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_checker.fast.compiling import compiled, int64
from wordle_checker.fast.costs import INFINITE, least

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from wordle_checker.fast.scratch import Scratch
    from wordle_checker.fast.table import GameArrays

FEEDBACK, SIZE, FIRST, KNOWN = 0, 1, 2, 3
"""The columns of `Scratch.cells`; `KNOWN` is the known cost of the cell."""


@compiled
def fill_cells(
    arrays: GameArrays,
    scratch: Scratch,
    candidates: NDArray[np.int32],
    guess: int,
    n_left: int,
    entries: NDArray[np.int64],
) -> tuple[int, int]:
    """Writes the cells of a guess, largest first, and their members; returns their number and the guess's known cost.

    The known cost is by size or entry. `n_left` counts the guesses after this one; `entries` are those of this guess
    alone.
    """
    n = len(candidates)
    row = arrays.by_guess[guess * arrays.guess_step :: arrays.answer_step]
    sizes, starts, order, cells = scratch.sizes, scratch.starts, scratch.order, scratch.cells
    n_cells = int64(0)
    for answer in candidates:
        feedback = int64(row[answer])
        if sizes[feedback] == 0:
            order[n_cells] = feedback
            n_cells += 1
        sizes[feedback] += 1
    # A counting sort: `starts` says how many cells are larger.
    for size in range(n + 2):
        starts[size] = 0
    for i in range(n_cells):
        starts[n - sizes[order[i]] + 1] += 1
    for size in range(1, n + 2):
        starts[size] += starts[size - 1]
    for i in range(n_cells):
        size = int64(sizes[order[i]])
        cell = cells[starts[n - size]]
        starts[n - size] += 1
        cell[FEEDBACK], cell[SIZE] = order[i], size
    total, filled = int64(n), int64(0)
    for i in range(n_cells):
        cell = cells[i]
        cell[FIRST] = filled
        sizes[cell[FEEDBACK]] = filled
        filled += cell[SIZE]
        if cell[FEEDBACK] == 0:
            # The won cell costs nothing more; with this value, no rule can raise it.
            cell[KNOWN] = INFINITE
            continue
        known = least(cell[SIZE], n_left, arrays.n_branches)
        for entry in range(len(entries)):
            if entries[entry, 1] == cell[FEEDBACK]:
                known = max(known, entries[entry, 2])
        cell[KNOWN] = known
        total = min(total + known, INFINITE)
    for i in range(n):
        feedback = int64(row[candidates[i]])
        scratch.members[sizes[feedback]] = candidates[i]
        scratch.rows[sizes[feedback]] = i
        sizes[feedback] += 1
    for i in range(n_cells):
        sizes[order[i]] = 0
    return n_cells, total


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
