"""What is left after two guesses: the kernels of strategy `two-step`, a branch and bound over pairs of guesses.

All of them work on a table of their own, `codes`: a row for each guess, a column for each candidate of the position, in
orders that end most trials early.
"""

# Numba's integers are one type; numpy's stubs tell np.int64 from int, which says nothing here.
# mypy: disable-error-code="return-value"

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.game.legality import is_legal, tighten
from wordle_compiler.kernels.context import Context
from wordle_compiler.kernels.kernel import kernel
from wordle_compiler.kernels.layout import CodeMatrix, Codes, UInt8Matrix, UInt16Matrix

ANY, CANDIDATES, HARD = range(3)
"""Where the second guess comes from: all guesses, the cell's own candidates, what rule hard leaves."""

_STRIDE = 8


class Table(Context):
    """A position's guesses, in the order of trial; never written to.

    Fields: the feedbacks (n_guesses, n_candidates); which of two guesses of equal value to play, that of the smaller
    `rank`; the row that guesses each candidate (`own_guess`); `floor`, see `fill_one_step`; for `HARD` the constraint
    here, and letters and letter counts of each row's word; where the second guess comes from.
    """

    codes: CodeMatrix
    rank: NDArray[np.int64]
    own_guess: NDArray[np.int64]
    floor: NDArray[np.int64]
    constraint: NDArray[np.uint16]
    letters: UInt16Matrix
    letter_counts: UInt8Matrix
    source: int


class Memory(Context):
    """A thread's working memory, and the least (value, rank) that it has `found`."""

    counts: NDArray[np.int32]
    sizes: NDArray[np.int64]
    members: NDArray[np.int64]
    seconds: NDArray[np.int64]
    after: NDArray[np.uint16]
    found: NDArray[np.int64]


def new_memory(table: Table, n_feedbacks: int) -> Memory:
    """Makes the working memory of one thread."""
    n_guesses, n_candidates = table.codes.shape
    return Memory(
        table.layout,
        np.zeros(n_feedbacks, np.int32),
        np.zeros(n_feedbacks, np.int64),
        np.empty(n_candidates, np.int64),
        np.empty(n_guesses, np.int64),
        table.constraint.copy(),
        np.zeros(2, np.int64),
    )


@kernel(is_entry=True)
def fill_one_step(
    codes: CodeMatrix,
    counts: NDArray[np.int32],
    n_reaching: NDArray[np.int64],
    squares: NDArray[np.int64],
    floor: NDArray[np.int64],
) -> None:
    """Writes each guess's sum of |cell|^2, and the least such sum that any subset of `c` candidates can have.

    `floor[c]`: whatever the subset and the guess, a cell of it is at most the guess's whole cell; the sum is least
    where they are filled evenly, so the k-th candidate to fall into a cell costs 2k - 1, the cheap ones first.
    `counts`, 0 before and after, has an entry for each feedback; `n_reaching` has two more than there are candidates.
    """
    n = codes.shape[1]
    for c in range(1, n + 1):
        floor[c] = np.int64(n) * n
    floor[0] = 0
    for g in range(len(codes)):
        row = codes[g]
        # How many cells have at least k candidates.
        for k in range(n + 2):
            n_reaching[k] = 0
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


@kernel(is_entry=True)
def find_best(table: Table, memory: Memory, first: int, stop: int) -> None:
    """Puts the least (value, rank) of the guesses `first` to `stop` into `memory.found`, where it is less.

    The value of a guess: the sum, over its cells, of the least sum of |cell|^2 that a second guess makes of the cell.
    """
    rank, found = table.rank, memory.found
    for g in range(first, stop):
        limit = found[0] if rank[g] < found[1] else found[0] - 1
        value = _after_two(table, memory, g, limit)
        if value <= limit:
            found[0] = value
            found[1] = rank[g]


@kernel
def _after_two(table: Table, memory: Memory, guess: int, limit: int) -> int:
    """Returns the value of a guess, or something above `limit` where it is above it.

    The largest cells first: their floors are the weakest, and most guesses fail at them.
    """
    row, floor, own_guess = table.codes[guess], table.floor, table.own_guess
    sizes, counts = memory.sizes, memory.counts
    for code in range(len(sizes)):
        sizes[code] = 0
    for code in row:
        sizes[code] += 1
    total = np.int64(0)
    for code in range(len(sizes)):
        total += floor[sizes[code]]
    while total <= limit:
        largest = 0
        for code in range(len(sizes)):
            if sizes[code] > sizes[largest]:
                largest = code
        size = sizes[largest]
        # Two candidates are told apart by guessing one of them.
        if size <= 2:
            break
        sizes[largest] = 0
        n = 0
        for i in range(len(row)):
            memory.members[n] = i
            n += row[i] == largest
            if n == size:
                break
        members = memory.members[:n]
        room = limit - total + floor[size]
        if table.source == ANY:
            value = _least_squares_of_all(table.codes, members, own_guess, room, counts)
        else:
            n_seconds = _list_legal(table, memory, guess, largest) if table.source == HARD else 0
            value = _least_squares(table.codes, members, own_guess, memory.seconds[:n_seconds], room, counts)
        total += value - floor[size]
    return total


@kernel
def _list_legal(table: Table, memory: Memory, guess: int, code: int) -> int:
    """Writes the rows that rule hard allows once `guess` got feedback `code` to `memory.seconds`; returns how many."""
    letters, counts, after = table.letters, table.letter_counts, memory.after
    tighten(table.constraint, letters[guess], code, after)
    n = 0
    for row in range(len(letters)):
        if is_legal(after, letters[row], counts[row]):
            memory.seconds[n] = row
            n += 1
    return n


@kernel
def _least_squares(
    codes: CodeMatrix,
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


@kernel
def _least_squares_of_all(
    codes: CodeMatrix, members: NDArray[np.int64], own_guess: NDArray[np.int64], limit: int, counts: NDArray[np.int32]
) -> int:
    """Returns what `_least_squares` returns with every row among the second guesses."""
    least = _least_squares(codes, members, own_guess, own_guess[:0], limit, counts)
    for row in range(len(codes)):
        if least <= len(members):
            break
        least = min(least, _squares(codes[row], members, least - 1, counts))
    return least


@kernel
def _squares(row: Codes, members: NDArray[np.int64], limit: int, counts: NDArray[np.int32]) -> int:
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
