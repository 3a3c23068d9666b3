"""Counts into how many cells guesses divide candidates, as kernels: for one guess, or for a block of guesses at once.

Most of a check's time goes into this question. A block is counted candidate by candidate, in rows of feedbacks. A
bitmap of four words for each guess records those that it has.

A cell of `c` answers costs at least `2c - 1`. So a guess that divides `n` candidates into `k` cells costs at least
`3n - k`, and one less if it may win: `sift` leaves the guesses that this does not prove to reach a bound. It equals
rule *size* if no cell can be large; otherwise it is weaker.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from wordle_checker.fast.arrays import BLOCK, MOST_FEEDBACKS
from wordle_checker.fast.compiling import compiled, inner, int64
from wordle_checker.fast.rule import ANY

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordle_checker.fast.arrays import GameArrays, Scratch


@inner
def count_cells(row: NDArray[np.uint8], candidates: NDArray[np.int32], marks: NDArray[np.int64]) -> int:
    """Returns into how many cells a guess divides candidates.

    Args:
        row: The guess's feedback from each answer.
        candidates: The candidates.
        marks: First the largest mark so far, which every call increases; then for each feedback the mark of the last
            call in which it occurred.
    """
    marks[0] += 1
    mark = marks[0]
    n_cells = int64(0)
    for answer in candidates:
        place = int64(row[answer]) + 1
        n_cells += marks[place] != mark
        marks[place] = mark
    return n_cells


@inner
def count_cells_of_block(
    codes: NDArray[np.uint8],
    width: int,
    rows: NDArray[np.int32],
    first: int,
    last: int,
    scratch: Scratch,
    n_cells: NDArray[np.uint8],
) -> None:
    """Counts into how many cells each column from `first` to before `last`, at most a block, divides `rows`.

    Args:
        codes: Rows of feedbacks, row after row.
        width: The length of each row.
        rows: The rows of the candidates, at least one.
        first: The first column.
        last: The column before which to stop.
        scratch: The scratch memory, whose `seen` is used.
        n_cells: Receives the counts, from its beginning.
    """
    n_columns, seen = last - first, scratch.seen
    none, single = np.uint64(0), np.uint64(1)
    seen_0, seen_1, seen_2, seen_3 = seen[0], seen[1], seen[2], seen[3]
    for q in range(n_columns):
        seen_0[q] = none
        seen_1[q] = none
        seen_2[q] = none
        seen_3[q] = none
    for row in rows:
        start = row * width + first
        own = codes[start : start + n_columns]
        for q in range(n_columns):
            code = np.uint64(own[q])
            bit = single << (code & np.uint64(63))
            word = code >> np.uint64(6)
            # The word is chosen without a branch, so that the compiler vectorises the loop.
            seen_0[q] |= bit if word == np.uint64(0) else none
            seen_1[q] |= bit if word == np.uint64(1) else none
            seen_2[q] |= bit if word == np.uint64(2) else none
            seen_3[q] |= bit if word == np.uint64(3) else none
    for q in range(n_columns):
        n_cells[q] = n_bits(seen_0[q]) + n_bits(seen_1[q]) + n_bits(seen_2[q]) + n_bits(seen_3[q])


@inner
def n_bits(word: Any) -> Any:
    """Counts the ones in a word of 64 bits: first in pairs, then in groups of four, in bytes, and so on."""
    word -= (word >> np.uint64(1)) & np.uint64(0x5555555555555555)
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    word += word >> np.uint64(8)
    word += word >> np.uint64(16)
    word += word >> np.uint64(32)
    return word & np.uint64(0x7F)


@inner
def order_descending(keys: NDArray[np.uint8], above: int, starts: NDArray[np.int32], order: NDArray[np.int32]) -> int:
    """Writes the indices of the keys that exceed `above`, those of the largest keys first; returns how many there are.

    It is a counting sort, because there are few different keys; `starts` is scratch memory.
    """
    for k in range(MOST_FEEDBACKS + 2):
        starts[k] = 0
    for i in range(len(keys)):
        if keys[i] > above:
            starts[MOST_FEEDBACKS - int64(keys[i]) + 1] += 1
    for k in range(1, MOST_FEEDBACKS + 2):
        starts[k] += starts[k - 1]
    n_found = int64(starts[MOST_FEEDBACKS + 1])
    for i in range(len(keys)):
        if keys[i] > above:
            slot = MOST_FEEDBACKS - int64(keys[i])
            order[starts[slot]] = i
            starts[slot] += 1
    return n_found


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
    view: View,
) -> int:
    """Writes the places of the guesses that are not proven to reach a bound, and returns how many there are.

    If there are any, it fills the view too: the guesses by descending number of cells, and under rule any their
    feedbacks. Under rule any, `guesses` is the whole list.
    """
    n, n_guesses = len(candidates), len(guesses)
    if arrays.rule == ANY:
        for first in range(0, n_guesses, BLOCK):
            last = min(first + BLOCK, n_guesses)
            counts = scratch.n_cells[first:last]
            count_cells_of_block(arrays.flat, n_guesses, candidates, first, last, scratch, counts)
    else:
        for i in range(n_guesses):
            scratch.n_cells[i] = count_cells(arrays.by_guess[guesses[i]], candidates, scratch.marks)
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
    if n_found == 0:
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
