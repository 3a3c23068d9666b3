"""The kernels of a refutation: whether three guesses solve a set of candidates, and which few candidates prevent it.

Two guesses solve a set if and only if one guess *separates* it: gives each candidate a distinct feedback. A set that no
guess separates has *cores*: minimal subsets that no guess separates either. So three guesses cannot solve a set if
every guess leaves a core in one cell.

Cores make it cheap to ask again about a part of the set, which happens a few hundred times while the set is shrunk. A
guess must be examined again only if the part has lost a candidate of its core.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.kernels.context import Context
from wordle_compiler.kernels.kernel import kernel
from wordle_compiler.kernels.layout import Codes
from wordle_compiler.search.memo import EXACT, Memo, find, forget, new_memo, store
from wordle_compiler.search.problem import Problem

UNKNOWN = -1
"""In place of a core: the guess has not been examined."""

NO_WITNESS = -1
"""In place of a guess: no guess leaves only cells that can be separated."""

_BLOCK = 1024
_SLOTS = 1 << 18
_POOL = 1 << 22
_MOST_CORES = 1 << 18
_MOST_USABLE = 1 << 12
"""How many cores, latest first, are tried on a guess before its cells are examined."""

_SMALLEST = 3
"""The size of the smallest core: two candidates are separated by either of them."""


class Cores(Context):
    """The cores found so far. Belongs to one thread.

    Attributes:
        memo: Maps a set to the number of its core plus 1, or to 0 if a guess separates the set.
        pool: The members of all cores, one core after the other.
        stop: Where each core ends in `pool`.
        of_guess: For each guess, a core that it leaves in one cell of the last set examined, or `UNKNOWN`; shape
            (n_guesses,).
        is_member: Whether each answer belongs to the current set, shape (n_answers,).
        usable: The cores that are subsets of the current set, recently useful ones first.
        is_split: Working memory of `separate`: whether each guess of a block separates the members so far.
        sizes: The size of each cell that `divide` writes, by feedback code.
        ends: Where each of these cells ends in `cells`, by feedback code.
        codes: The feedback codes of these cells.
        waiting: The feedback codes of the cells still to be examined.
        cells: The members of these cells, one cell after the other.
        core: Working memory of `find_core`.
        rest: Working memory of `find_core`.
        state: [number of cores, number of usable cores].
    """

    memo: Memo
    pool: NDArray[np.uint16]
    stop: NDArray[np.int64]
    of_guess: NDArray[np.int64]
    is_member: NDArray[np.bool_]
    usable: NDArray[np.int64]
    is_split: NDArray[np.bool_]
    sizes: NDArray[np.int64]
    ends: NDArray[np.int64]
    codes: NDArray[np.int64]
    waiting: NDArray[np.int64]
    cells: NDArray[np.uint16]
    core: NDArray[np.uint16]
    rest: NDArray[np.uint16]
    state: NDArray[np.int64]


def new_cores(problem: Problem) -> Cores:
    """Makes an empty record: some 20 MB, touched only as it fills."""
    n_guesses, n_answers = problem.by_guess.shape
    return Cores(
        None,
        new_memo(_SLOTS, _POOL),
        np.empty(_POOL, np.uint16),
        np.empty(_MOST_CORES, np.int64),
        np.full(n_guesses, UNKNOWN, np.int64),
        np.zeros(n_answers, np.bool_),
        np.zeros(2 * _MOST_USABLE, np.int64),
        np.zeros(_BLOCK, np.bool_),
        np.zeros(problem.n_feedbacks, np.int64),
        np.zeros(problem.n_feedbacks, np.int64),
        np.zeros(problem.n_feedbacks, np.int64),
        np.zeros(problem.n_feedbacks, np.int64),
        np.zeros(n_answers, np.uint16),
        np.zeros(n_answers, np.uint16),
        np.zeros(n_answers, np.uint16),
        np.zeros(2, np.int64),
    )


@kernel
def forget_all(cores: Cores) -> None:
    """Empties the record."""
    cores.of_guess[:] = UNKNOWN
    cores.state[:] = 0
    forget(cores.memo)


@kernel
def find_witness(
    problem: Problem, cores: Cores, members: NDArray[np.uint16], recent: NDArray[np.int32], control: NDArray[np.int64]
) -> int:
    """Returns a guess after which every cell of a set can be separated, or `NO_WITNESS`.

    `NO_WITNESS` proves that three guesses do not solve the set. Every allowed word counts as legal.

    `cores` are those found by earlier calls, for any sets. `members` ascend, at least 2. The guesses of `recent` are
    examined first. If the entry of `control` is not 0, the search stops and the result means nothing.
    """
    for member in members:
        cores.is_member[member] = True
    find_usable(cores)
    found = np.int64(NO_WITNESS)
    for guess in recent:
        if not is_dead(problem, cores, members, np.int64(guess)):
            found = np.int64(guess)
            break
    if found == NO_WITNESS:
        for guess in range(len(cores.of_guess)):
            if control[0] != 0:
                break
            if not is_dead(problem, cores, members, np.int64(guess)):
                found = np.int64(guess)
                break
    for member in members:
        cores.is_member[member] = False
    return found


@kernel
def is_dead(problem: Problem, cores: Cores, members: NDArray[np.uint16], guess: int) -> bool:
    """Returns whether a guess leaves a cell that cannot be separated, or does not split the set; records the core."""
    core = cores.of_guess[guess]
    if core >= 0 and is_part(cores, core):
        return True
    row = problem.by_guess[guess]
    for i in range(cores.state[1]):
        core = cores.usable[i]
        if is_in_one_cell(cores, row, core):
            cores.of_guess[guess] = core
            # Move the core halfway to the front.
            cores.usable[i], cores.usable[i // 2] = cores.usable[i // 2], core
            return True
    n_cells = divide(problem, cores, members, guess)
    won = problem.n_feedbacks - 1
    if n_cells == 1 and cores.codes[0] != won:
        return True
    n_waiting = 0
    for i in range(n_cells):
        code = cores.codes[i]
        if code == won or cores.sizes[code] < _SMALLEST:
            continue
        cell = cores.cells[cores.ends[code] - cores.sizes[code] : cores.ends[code]]
        slot = find(cores.memo, key_of(problem, cell), cell[:0], cell)
        if slot >= 0 and cores.memo.value[slot] > 0:
            cores.of_guess[guess] = cores.memo.value[slot] - 1
            return True
        if slot < 0:
            cores.waiting[n_waiting] = code
            n_waiting += 1
    while n_waiting > 0:
        # The smallest cell first: it is examined in the shortest time.
        smallest = 0
        for i in range(1, n_waiting):
            if cores.sizes[cores.waiting[i]] < cores.sizes[cores.waiting[smallest]]:
                smallest = i
        code = cores.waiting[smallest]
        n_waiting -= 1
        cores.waiting[smallest] = cores.waiting[n_waiting]
        core = find_core(problem, cores, cores.cells[cores.ends[code] - cores.sizes[code] : cores.ends[code]])
        if core >= 0:
            cores.of_guess[guess] = core
            return True
    return False


@kernel
def find_usable(cores: Cores) -> None:
    """Lists the latest cores that are subsets of the current set."""
    n = np.int64(0)
    for core in range(cores.state[0] - 1, max(cores.state[0] - 1 - _MOST_USABLE, -1), -1):
        if is_part(cores, core):
            cores.usable[n] = core
            n += 1
    cores.state[1] = n


@kernel
def is_part(cores: Cores, core: int) -> bool:
    """Returns whether the current set contains all members of a core."""
    for i in range(cores.stop[core - 1] if core > 0 else 0, cores.stop[core]):  # noqa: SIM110 - numba has no generators
        if not cores.is_member[cores.pool[i]]:
            return False
    return True


@kernel
def is_in_one_cell(cores: Cores, row: Codes, core: int) -> bool:
    """Returns whether all members of a core have the same feedback."""
    start = cores.stop[core - 1] if core > 0 else np.int64(0)
    code = row[cores.pool[start]]
    for i in range(start + 1, cores.stop[core]):  # noqa: SIM110 - numba has no generators
        if row[cores.pool[i]] != code:
            return False
    return True


@kernel
def divide(problem: Problem, cores: Cores, members: NDArray[np.uint16], guess: int) -> int:
    """Writes the cells of a guess one after the other: `codes`, and `sizes` and `ends` by code; returns how many."""
    row = problem.by_guess[guess]
    for member in members:
        cores.sizes[row[member]] = 0
    n_cells = 0
    for member in members:
        code = row[member]
        if cores.sizes[code] == 0:
            cores.codes[n_cells] = code
            n_cells += 1
        cores.sizes[code] += 1
    end = np.int64(0)
    for i in range(n_cells):
        cores.ends[cores.codes[i]] = end
        end += cores.sizes[cores.codes[i]]
    for member in members:
        code = row[member]
        cores.cells[cores.ends[code]] = member
        cores.ends[code] += 1
    return n_cells


@kernel
def find_core(problem: Problem, cores: Cores, cell: NDArray[np.uint16]) -> int:
    """Returns the number of a core of a set, or -1 if a guess separates the set; records either."""
    key = key_of(problem, cell)
    slot = find(cores.memo, key, cell[:0], cell)
    if slot >= 0:
        return cores.memo.value[slot] - 1
    n_core = separate(problem, cores, cell)
    if n_core == 0:
        store(cores.memo, key, cell[:0], cell, np.int64(0), EXACT)
        return np.int64(-1)
    core, rest = cores.core, cores.rest
    for i in range(n_core):
        core[i] = cell[i]
    # The last member is needed: without it, a guess separates the others.
    for spared in range(n_core - 2, -1, -1):
        n_rest = 0
        for i in range(n_core):
            if i != spared:
                rest[n_rest] = core[i]
                n_rest += 1
        needed = separate(problem, cores, rest[:n_rest])
        if needed > 0:
            n_core = needed
            for i in range(n_core):
                core[i] = rest[i]
    number = cores.state[0]
    start = cores.stop[number - 1] if number > 0 else np.int64(0)
    if number == len(cores.stop) or start + n_core > len(cores.pool):
        forget_all(cores)
        number, start = np.int64(0), np.int64(0)
    for i in range(n_core):
        cores.pool[start + i] = core[i]
    cores.stop[number] = start + n_core
    cores.state[0] = number + 1
    if cores.state[1] < len(cores.usable):
        cores.usable[cores.state[1]] = number
        cores.state[1] += 1
    store(cores.memo, key, cell[:0], cell, number + 1, EXACT)
    return number


@kernel
def separate(problem: Problem, cores: Cores, cell: NDArray[np.uint16]) -> int:
    """Returns 0 if a guess separates a set, otherwise the length of a prefix that no guess separates."""
    n_guesses = problem.by_answer.shape[1]
    n_needed = 0
    for first in range(0, n_guesses, _BLOCK):
        last = min(first + _BLOCK, n_guesses)
        is_split = cores.is_split[: last - first]
        is_split[:] = True
        n = 1
        n_left = last - first
        while n_left > 0:
            if n == len(cell):
                return 0
            own = problem.by_answer[cell[n], first:last]
            for i in range(n):
                other = problem.by_answer[cell[i], first:last]
                for guess in range(last - first):
                    is_split[guess] &= own[guess] != other[guess]
            n_left = 0
            for guess in range(last - first):
                n_left += is_split[guess]
            n += 1
        n_needed = max(n_needed, n)
    return n_needed


@kernel
def count_cells_of_all(problem: Problem, cores: Cores, members: NDArray[np.uint16], n_cells: NDArray[np.int64]) -> None:
    """Counts the cells that each guess makes of a set, into `n_cells`."""
    sizes = cores.sizes
    for guess in range(len(n_cells)):
        row = problem.by_guess[guess]
        for member in members:
            sizes[row[member]] = 0
        n = np.int64(0)
        for member in members:
            n += sizes[row[member]] == 0
            sizes[row[member]] = 1
        n_cells[guess] = n


@kernel
def key_of(problem: Problem, members: NDArray[np.uint16]) -> np.uint64:
    """Returns the hash of a set; the memo compares the members themselves."""
    key = np.uint64(0)
    for member in members:
        key ^= problem.answer_hash[member]
    return key
