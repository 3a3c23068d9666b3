"""Finds, as a kernel, the guesses whose number of cells alone does not prove that they reach a bound.

A cell of `c` answers costs at least `2c - 1`. So a guess that divides `n` candidates into `k` cells costs at least
`3n - k`, and one less if it may win. This equals rule *size* if no cell can be large; otherwise it is weaker.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordle_checker.fast.compiling import compiled, int64
from wordle_checker.fast.counting import count_cells, count_cells_of_block, order_descending
from wordle_checker.fast.legality import ANY
from wordle_checker.fast.scratch import BLOCK

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordle_checker.fast.scratch import Scratch
    from wordle_checker.fast.table import GameArrays

FEWEST_CELLS = 3
"""A candidate divides a set into at least two cells, itself and the rest, so only guesses with more can be better."""


class View(NamedTuple):
    """The guesses of a frame, those with the most cells first.

    A guess never has more cells on a subset than on the set. So a search for a guess with more than some number of
    cells on a subset ends at the first guess that does not have more on the whole set.

    Attributes:
        guesses: The guesses' places in the allowed list.
        n_cells: Into how many cells each guess divides the candidates.
        codes: Under rule any, the feedbacks of these guesses, candidate after candidate.
        sizes: One number: how many guesses there are.
    """

    guesses: NDArray[np.int32]
    n_cells: NDArray[np.uint8]
    codes: NDArray[np.uint8]
    sizes: NDArray[np.int64]


def new_view(arrays: GameArrays, n_candidates: int) -> View:
    """Allocates a view of `n_candidates` candidates."""
    n_guesses = len(arrays.words)
    return View(
        guesses=np.empty(n_guesses, dtype=np.int32),
        n_cells=np.empty(n_guesses, dtype=np.uint8),
        codes=np.empty(n_candidates * n_guesses if arrays.rule == ANY else 0, dtype=np.uint8),
        sizes=np.zeros(1, dtype=np.int64),
    )


@compiled
def sift(
    arrays: GameArrays,
    scratch: Scratch,
    candidates: NDArray[np.int32],
    guesses: NDArray[np.int32],
    bound: int,
    view: View | None,
) -> int:
    """Writes the places of the guesses that are not proven to reach a bound, and returns how many there are.

    If there are any, it fills the view too: the guesses by descending number of cells, and under rule any their
    feedbacks. Under rule any, `guesses` is the whole list.
    """
    n, n_guesses = len(candidates), len(guesses)
    if view is not None and arrays.rule == ANY:
        for first in range(0, n_guesses, BLOCK):
            last = min(first + BLOCK, n_guesses)
            counts = scratch.n_cells[first:last]
            count_cells_of_block(arrays.flat, n_guesses, candidates, first, last, scratch, counts)
    else:
        for i in range(n_guesses):
            row = arrays.by_guess[int64(guesses[i]) * arrays.guess_step :: arrays.answer_step]
            scratch.n_cells[i] = count_cells(row, candidates, scratch.marks)
    for answer in candidates:
        scratch.is_candidate[answer] = True
    n_found = 0
    for i in range(n_guesses):
        n_cells = int64(scratch.n_cells[i])
        answer = int64(arrays.answer_of[guesses[i]])
        is_won = int64(answer >= 0 and scratch.is_candidate[answer])
        if 3 * n - n_cells - is_won < bound and n_cells + is_won > 1:
            scratch.survivors[n_found] = i
            n_found += 1
    for answer in candidates:
        scratch.is_candidate[answer] = False
    if view is None or n_found == 0:
        return n_found
    counts, chosen = scratch.n_cells[:n_guesses], scratch.chosen
    view.sizes[0] = width = order_descending(counts, FEWEST_CELLS - 1, scratch.starts, chosen)
    for q in range(width):
        view.guesses[q] = guesses[chosen[q]]
        view.n_cells[q] = counts[chosen[q]]
    if arrays.rule == ANY:
        for i in range(len(candidates)):
            start = int64(candidates[i]) * n_guesses
            own = arrays.flat[start : start + n_guesses]
            target = view.codes[i * width : i * width + width]
            for q in range(width):
                target[q] = own[view.guesses[q]]
    return n_found
