"""What is left after two guesses: the kernels of strategy `two-step`, a branch and bound over pairs of guesses.

All of them work on a table of their own, `codes`: a row for each guess, a column for each candidate of the position, in
orders that end most trials early.
"""

# Numba's integers are one type; numpy's stubs tell np.int64 from int, which says nothing here.
# mypy: disable-error-code="return-value"

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from wordle_compiler.legality import is_legal, tighten

ANY, CANDIDATES, HARD = range(3)
"""Where the second guess comes from: all guesses, the cell's own candidates, what rule hard leaves."""

_STRIDE = 8


@njit(cache=True, nogil=True)
def fill_one_step(codes: NDArray[Any], n_feedbacks: int, squares: NDArray[np.int64], floor: NDArray[np.int64]) -> None:
    """Writes each guess's sum of |cell|^2, and the least such sum that any subset of `c` candidates can have.

    `floor[c]`: whatever the subset and the guess, a cell of it is at most the guess's whole cell; the sum is least
    where they are filled evenly, so the k-th candidate to fall into a cell costs 2k - 1, the cheap ones first.
    """
    n = codes.shape[1]
    counts = np.zeros(n_feedbacks, np.int32)
    floor[:] = np.int64(n) * n
    floor[0] = 0
    for g in range(len(codes)):
        row = codes[g]
        # How many cells have at least k candidates.
        n_reaching = np.zeros(n + 2, np.int32)
        total = np.int64(0)
        for code in row:
            counts[code] += 1
            n_reaching[counts[code]] += 1
            total += 2 * counts[code] - 1
        for code in row:
            counts[code] = 0
        squares[g] = total
        filled = 0
        least = np.int64(0)
        k = 1
        while filled < n:
            for _ in range(n_reaching[k]):
                filled += 1
                least += 2 * k - 1
                floor[filled] = min(floor[filled], least)
            k += 1


@njit(cache=True, nogil=True)
def find_best(
    codes: NDArray[Any],
    first: int,
    stop: int,
    best: tuple[int, int],
    rank: NDArray[np.int64],
    own_guess: NDArray[np.int64],
    floor: NDArray[np.int64],
    n_feedbacks: int,
    source: int,
    hard: tuple[NDArray[np.uint16], NDArray[np.uint16], NDArray[np.uint8]],
) -> tuple[int, int]:
    """Returns the least (value, rank) of the guesses `first` to `stop`, or `best` where none is below it.

    The value of a guess: the sum, over its cells, of the least sum of |cell|^2 that a second guess makes of the cell.

    Args:
        codes: The feedbacks.
        first: The first guess (a row of `codes`).
        stop: The row after the last guess.
        best: The least that is known; a guess that cannot be below it is given up.
        rank: Which of two guesses of equal value to play: that of the smaller rank.
        own_guess: The row that guesses each candidate.
        floor: See `fill_one_step`.
        n_feedbacks: Codes are below this number.
        source: `ANY`, `CANDIDATES` or `HARD`.
        hard: For `HARD` the constraint here, and letters and letter counts of each row's word.
    """
    counts = np.zeros(n_feedbacks, np.int32)
    least_value, least_rank = best
    for g in range(first, stop):
        limit = least_value if rank[g] < least_rank else least_value - 1
        value = _after_two(codes, g, limit, own_guess, floor, counts, source, hard)
        if value <= limit:
            least_value, least_rank = value, rank[g]
    return least_value, least_rank


@njit(cache=True, nogil=True)
def _after_two(
    codes: NDArray[Any],
    guess: int,
    limit: int,
    own_guess: NDArray[np.int64],
    floor: NDArray[np.int64],
    counts: NDArray[np.int32],
    source: int,
    hard: tuple[NDArray[np.uint16], NDArray[np.uint16], NDArray[np.uint8]],
) -> int:
    """Returns the value of a guess, or something above `limit` where it is above it.

    The largest cells first: their floors are the weakest, and most guesses fail at them.
    """
    row = codes[guess]
    sizes = np.zeros(len(counts), np.int64)
    for code in row:
        sizes[code] += 1
    total = np.int64(0)
    for size in sizes:
        total += floor[size]
    for code in np.argsort(-sizes):
        size = sizes[code]
        # Two candidates are told apart by guessing one of them.
        if size <= 2 or total > limit:
            break
        members = np.flatnonzero(row == code)
        room = limit - total + floor[size]
        if source == HARD:
            seconds = _legal_after(guess, code, *hard)
            value = _least_squares(codes, members, own_guess, seconds, room, counts)
        elif source == CANDIDATES:
            value = _least_squares(codes, members, own_guess, own_guess[:0], room, counts)
        else:
            value = _least_squares_of_all(codes, members, own_guess, room, counts)
        total += value - floor[size]
    return total


@njit(cache=True, nogil=True)
def _legal_after(
    guess: int, code: int, before: NDArray[np.uint16], letters: NDArray[np.uint16], letter_counts: NDArray[np.uint8]
) -> NDArray[np.int64]:
    """Returns the rows that rule hard allows once `guess` got feedback `code`."""
    after = before.copy()
    tighten(before, letters[guess], code, after)
    rows = np.empty(len(letters), np.int64)
    n = 0
    for row in range(len(letters)):
        if is_legal(after, letters[row], letter_counts[row]):
            rows[n] = row
            n += 1
    return rows[:n]


@njit(cache=True, nogil=True)
def _least_squares(
    codes: NDArray[Any],
    members: NDArray[np.int64],
    own_guess: NDArray[np.int64],
    seconds: NDArray[np.int64],
    limit: int,
    counts: NDArray[np.int32],
) -> int:
    """Returns the least sum of |cell|^2 over `members` that one of them or of `seconds` makes, or `limit` + 1."""
    least = limit + 1
    for member in members:
        least = min(least, _squares(codes[own_guess[member]], members, least - 1, counts))
        if least <= len(members):
            return least
    for second in seconds:
        least = min(least, _squares(codes[second], members, least - 1, counts))
        if least <= len(members):
            return least
    return least


@njit(cache=True, nogil=True)
def _least_squares_of_all(
    codes: NDArray[Any], members: NDArray[np.int64], own_guess: NDArray[np.int64], limit: int, counts: NDArray[np.int32]
) -> int:
    """Returns what `_least_squares` returns with every row among the second guesses."""
    least = _least_squares(codes, members, own_guess, own_guess[:0], limit, counts)
    for row in codes:
        if least <= len(members):
            break
        least = min(least, _squares(row, members, least - 1, counts))
    return least


@njit(cache=True, nogil=True)
def _squares(row: NDArray[Any], members: NDArray[np.int64], limit: int, counts: NDArray[np.int32]) -> int:
    """Returns the sum of |cell|^2 over `members`, or something above `limit` where it is above it.

    Each member that is not counted yet adds 1 at least.
    """
    n = len(members)
    total = np.int64(n)
    done = 0
    while done < n and total <= limit:
        until = min(n, done + _STRIDE)
        for i in range(done, until):
            code = row[members[i]]
            total += 2 * counts[code]
            counts[code] += 1
        done = until
    for i in range(done):
        counts[row[members[i]]] = 0
    return total
