"""Counts into how many cells guesses divide candidates: for one guess, or for a block of guesses at once, as kernels.

Most of a check's time goes into this question. A block is counted candidate by candidate, with rows of feedbacks in
which the guesses lie side by side: a few candidates by comparing each with all before it, since comparing whole rows is
what processors do quickest; more of them with a bitmap of feedbacks for each guess, in four words, which takes as long
for each further candidate as for the first ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from wordle_checker.fast.compiling import compiled, int64

if TYPE_CHECKING:
    from numpy.typing import NDArray

BLOCK = 1024
COMPARED = 20
"""How many candidates are compared one with another; a bitmap is quicker for more."""

MOST_FEEDBACKS = 255
"""Blocks are counted in bytes, and a bitmap has 256 bits: only games of at most so many feedbacks are counted so."""


@compiled
def count_one(row: NDArray[np.uint8], candidates: NDArray[np.int32], marks: NDArray[np.int64]) -> int:
    """Returns into how many cells a guess divides candidates.

    Args:
        row: The guess's feedback from each answer.
        candidates: The candidates.
        marks: A number for each feedback, none above the first one; the first is kept apart, and grows.
    """
    marks[0] += 1
    mark = marks[0]
    parts = int64(0)
    for answer in candidates:
        place = int64(row[answer]) + 1
        parts += marks[place] != mark
        marks[place] = mark
    return parts


@compiled
def count_block(
    codes: NDArray[np.uint8],
    width: int,
    rows: NDArray[np.int32],
    first: int,
    last: int,
    seen: NDArray[np.uint64],
    is_alike: NDArray[np.bool_],
    parts: NDArray[np.uint8],
) -> None:
    """Counts, for the columns from `first` to before `last`, at most a block, into how many cells each divides `rows`.

    Args:
        codes: Rows of feedbacks, one after another.
        width: How long each row is.
        rows: The rows of the candidates, at least one.
        first: The first column.
        last: The column before which to stop.
        seen: Room for four words a column.
        is_alike: Room for a column.
        parts: Where the numbers go, from its beginning.
    """
    n, n_columns = len(rows), last - first
    if n <= COMPARED:
        for q in range(n_columns):
            parts[q] = n
        for i in range(1, n):
            start = rows[i] * width + first
            own = codes[start : start + n_columns]
            # Only an array of booleans is compared and joined many at a time.
            for q in range(n_columns):
                is_alike[q] = False
            for j in range(i):
                start = rows[j] * width + first
                other = codes[start : start + n_columns]
                for q in range(n_columns):
                    is_alike[q] = is_alike[q] | (own[q] == other[q])
            for q in range(n_columns):
                parts[q] -= is_alike[q]
        return
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
            # Which word it is, is chosen without a branch, so that guesses are handled many at a time.
            seen_0[q] |= bit if word == np.uint64(0) else none
            seen_1[q] |= bit if word == np.uint64(1) else none
            seen_2[q] |= bit if word == np.uint64(2) else none
            seen_3[q] |= bit if word == np.uint64(3) else none
    for q in range(n_columns):
        parts[q] = n_bits(seen_0[q]) + n_bits(seen_1[q]) + n_bits(seen_2[q]) + n_bits(seen_3[q])


@compiled
def n_bits(word: Any) -> Any:
    """Counts the ones of a word of 64 bits: in pairs, fours and bytes, and so on."""
    word -= (word >> np.uint64(1)) & np.uint64(0x5555555555555555)
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    word += word >> np.uint64(8)
    word += word >> np.uint64(16)
    word += word >> np.uint64(32)
    return word & np.uint64(0x7F)
