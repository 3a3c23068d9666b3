"""The kernels of strategy `two-step`: a branch and bound over pairs of guesses, by what remains after both.

They work on their own table, `codes`, with a row for each guess and a column for each candidate of the position. Both
are ordered so that most trials end early.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.game.legality import is_legal, tighten
from wordle_compiler.kernels.context import Context
from wordle_compiler.kernels.kernel import kernel
from wordle_compiler.kernels.layout import CodeMatrix, Codes, UInt8Matrix, UInt16Matrix

ANY, CANDIDATES, HARD = range(3)
"""Where the second guess comes from: all guesses, the cell's own candidates, or the guesses that rule hard allows."""

_STRIDE = 8


class Table(Context):
    """A position's guesses, in the order in which they are tried. Nothing writes to it.

    Attributes:
        codes: The feedbacks, shape (n_guesses, n_candidates).
        rank: Decides ties: of two guesses with equal values, the one with the smaller rank is played.
        own_guess: The row that guesses each candidate.
        floor: A lower bound by number of candidates; see `fill_one_step`.
        constraint: What rule hard demands at the position; used only for `HARD`.
        letters: The letters of each row's word; used only for `HARD`.
        letter_counts: The letter counts of each row's word; used only for `HARD`.
        source: Where the second guess comes from: `ANY`, `CANDIDATES` or `HARD`.
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
    """A thread's working memory.

    Attributes:
        counts: A counter for each feedback, all 0 between uses.
        sizes: The size of each cell, by feedback.
        members: The candidates, cell by cell.
        seconds: The second guesses, of which rule hard lists the legal ones; otherwise all.
        after: The constraint after the first guess.
        found: The least (value, rank) found so far.
    """

    counts: NDArray[np.int32]
    sizes: NDArray[np.int64]
    members: NDArray[np.int64]
    seconds: NDArray[np.int64]
    after: NDArray[np.uint16]
    found: NDArray[np.int64]


def new_memory(table: Table, n_feedbacks: int) -> Memory:
    """Allocates the working memory of one thread."""
    n_guesses, n_candidates = table.codes.shape
    return Memory(
        table.layout,
        np.zeros(n_feedbacks, np.int32),
        np.zeros(n_feedbacks, np.int64),
        np.empty(n_candidates, np.int64),
        np.arange(n_guesses, dtype=np.int64),
        table.constraint.copy(),
        np.zeros(2, np.int64),
    )


@kernel
def fill_one_step(
    codes: CodeMatrix,
    counts: NDArray[np.int32],
    n_reaching: NDArray[np.int64],
    squares: NDArray[np.int64],
    floor: NDArray[np.int64],
) -> None:
    """Writes each guess's sum of |cell|^2 to `squares`, and a lower bound of it for any c candidates to `floor[c]`.

    For any subset and any guess, a cell of the subset is at most as large as the guess's whole cell. The sum is
    smallest if the cells are filled evenly. The k-th candidate in a cell costs 2k - 1, so the cheapest c are added up.
    `counts` has an entry for each feedback, all 0 before and after the call. `n_reaching` has two more entries than
    there are candidates.
    """
    n = codes.shape[1]
    for c in range(1, n + 1):
        floor[c] = np.int64(n) * n
    floor[0] = 0
    for g in range(len(codes)):
        row = codes[g]
        # The number of cells with at least k candidates.
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


@kernel
def find_best(table: Table, memory: Memory, first: int, stop: int) -> None:
    """Writes the least (value, rank) of the guesses `first` to `stop` to `memory.found`, if it is less than that.

    The value of a guess is the sum, over its cells, of the least sum of |cell|^2 that a second guess leaves there.
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
    """Returns the value of a guess if it is at most `limit`, otherwise any number above `limit`.

    The largest cells go first: their floors are the weakest, and most guesses fail there.
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
        # Guessing one of two candidates tells them apart.
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
        n_seconds = len(table.codes) if table.source == ANY else 0
        if table.source == HARD:
            n_seconds = _list_legal(table, memory, guess, largest)
        value = _least_squares(table.codes, members, own_guess, memory.seconds[:n_seconds], room, counts)
        total += value - floor[size]
    return total


@kernel
def _list_legal(table: Table, memory: Memory, guess: int, code: int) -> int:
    """Writes the rows that rule hard allows after `guess` got feedback `code` to `memory.seconds`; returns how many."""
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
    """Returns the least sum of |cell|^2 of `members` under one of them or of `seconds`, at most `limit` + 1."""
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
def _squares(row: Codes, members: NDArray[np.int64], limit: int, counts: NDArray[np.int32]) -> int:
    """Returns the sum of |cell|^2 of `members` if it is at most `limit`, otherwise any number above `limit`.

    It stops early because each member not counted yet adds at least 1.
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
