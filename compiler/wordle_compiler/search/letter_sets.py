"""A lower bound for whole openers, from how many cells each guess has on a few hundred sets of answers known beforehand.

A cell of an opener lies inside several simple sets: "no L", "L green at place p", "L present, but not at p". No guess has
more cells on a subset than on the set, so the least of its counts on the sets that contain a cell bounds its cells there.
The largest such bound over all guesses gives the cell's one-ply bound without looking at its members; where that is not
enough, guesses are counted exactly from the top, until the next bound cannot beat the best count.

Only for word games under rules in which every guess stays legal or legal guesses get fewer; a game without letters has no
such sets, and is searched without this bound.
"""

# Numba's integers are one type; numpy's stubs tell np.int64 from int, which says nothing here.
# mypy: disable-error-code="arg-type, return-value, no-any-return, assignment"

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from wordle_compiler.search.memo import LOWER, Memo, find, store
from wordle_compiler.search.partition import count_cells
from wordle_compiler.search.problem import Problem, Scratch


class LetterSets(NamedTuple):
    """How many cells every guess has on every letter set.

    `n_cells` (n_sets, n_guesses) is capped at 255, which only weakens the bound. The sets of letter `l` are rows
    `l * (2 * length + 1) + i`: for `i` below `length` "green at place i", then "present, not at place i - length", then
    "absent".
    """

    n_cells: NDArray[np.uint8]


@njit(cache=True, nogil=True)
def count_letter_set(
    problem: Problem, stamp: NDArray[np.int64], letter: int, kind: int, out: NDArray[np.uint8]
) -> None:
    """Counts the cells of every guess on one letter set, into `out`."""
    length = problem.letters.shape[1]
    n_answers = len(problem.answer_as_guess)
    members = np.empty(n_answers, np.int64)
    n = 0
    for answer in range(n_answers):
        guess = problem.answer_as_guess[answer]
        present = problem.letter_counts[guess, letter] > 0
        if kind < length:
            inside = problem.letters[guess, kind] == letter
        elif kind < 2 * length:
            inside = present and problem.letters[guess, kind - length] != letter
        else:
            inside = not present
        if inside:
            members[n] = answer
            n += 1
    stamp[:] = -1
    for g in range(len(out)):
        out[g] = min(255, count_cells(problem.by_guess[g], members[:n], stamp, g))


@njit(cache=True, nogil=True)
def bound_opener(  # noqa: D417
    problem: Problem,
    scratch: Scratch,
    memo: Memo,
    sets: LetterSets,
    opener: int,
    guesses_left: int,
    target: int,
) -> int:
    """Returns a lower bound for the total with a first guess; more work is put in only while it is below `target`.

    What is found out about the cells is put into the memo for the search.

    Args:
        guesses_left: The limit, the opener included; at least 3.
        target: A bound of this much is enough.
    """
    n_answers = len(problem.answer_as_guess)
    n_guesses = problem.by_guess.shape[0]
    length = problem.letters.shape[1]
    row = problem.by_guess[opener]
    won = problem.n_feedbacks - 1
    sizes = np.zeros(problem.n_feedbacks, np.int32)
    for answer in range(n_answers):
        sizes[row[answer]] += 1
    codes = np.flatnonzero(sizes)
    codes = codes[np.argsort(-sizes[codes], kind="mergesort")]
    bounds = np.zeros(len(codes), np.int64)
    total = np.int64(n_answers)
    for c in range(len(codes)):
        if codes[c] != won:
            bounds[c] = 2 * sizes[codes[c]] - 1
            total += bounds[c]
    members = np.empty(n_answers, np.uint16)
    least = np.empty(n_guesses, np.uint8)
    head = np.array([guesses_left - 1], np.uint16)
    rows = np.empty(length, np.int64)
    start = np.empty(258, np.int64)
    order = np.empty(n_guesses, np.int32)
    for exact in range(2):
        if exact == 1 and target < 0:
            return total
        for c in range(len(codes)):
            if total >= abs(target):
                return total
            size = sizes[codes[c]]
            if size < 4 or codes[c] == won:
                continue
            _rows_of_cell(problem, opener, codes[c], rows)
            _least_counts(sets.n_cells, rows, least)
            n = 0
            key = problem.depth_hash[guesses_left - 1]
            for answer in range(n_answers):
                if row[answer] == codes[c]:
                    members[n] = answer
                    key ^= problem.answer_hash[answer]
                    n += 1
            if exact == 0:
                most = np.int64(_largest(least))
                most_of_candidate = 0
                for answer in members[:n]:
                    most_of_candidate = max(most_of_candidate, least[problem.answer_as_guess[answer]])
            else:
                slot = find(memo, key, head, members[:n])
                if slot >= 0:
                    if memo.value[slot] > bounds[c]:
                        total += memo.value[slot] - bounds[c]
                        bounds[c] = memo.value[slot]
                    continue
                most_of_candidate = 0
                for answer in members[:n]:
                    guess = problem.answer_as_guess[answer]
                    if least[guess] > most_of_candidate:
                        scratch.visited[3] += 1
                        k = count_cells(problem.by_guess[guess], members[:n], scratch.stamp, scratch.visited[3])
                        most_of_candidate = max(most_of_candidate, k)
                # A candidate is worth one more than another guess with as many cells.
                most = most_of_candidate
                _order_by_count(least, start, order, most)
                for i in range(start[257]):
                    guess = order[i]
                    if least[guess] <= most:
                        break
                    scratch.visited[3] += 1
                    most = max(
                        most, count_cells(problem.by_guess[guess], members[:n], scratch.stamp, scratch.visited[3])
                    )
                    if most == n:
                        break
            most = min(most, size)
            most_of_candidate = min(most_of_candidate, size)
            bound = max(2 * size - 1, min(3 * size - most, 3 * size - most_of_candidate - 1))
            if exact == 1:
                store(memo, key, head, members[:n], bound, LOWER)
            if bound > bounds[c]:
                total += bound - bounds[c]
                bounds[c] = bound
    return total


@njit(cache=True, nogil=True)
def _rows_of_cell(problem: Problem, opener: int, code: int, rows: NDArray[np.int64]) -> None:
    """Writes, for each place of the opener, which letter set contains the cell with feedback `code`."""
    length = problem.letters.shape[1]
    word = problem.letters[opener]
    colours = np.empty(length, np.int64)
    for back in range(length):
        colours[length - 1 - back] = code % 3
        code //= 3
    for i in range(length):
        colour = colours[i]
        if colour == 0:
            # Grey where another copy of the letter is not: the letter is present, but not here.
            for j in range(length):
                if word[j] == word[i] and colours[j] > 0:
                    colour = 1
        first = word[i] * (2 * length + 1)
        if colour == 2:
            rows[i] = first + i
        elif colour == 1:
            rows[i] = first + length + i
        else:
            rows[i] = first + 2 * length


@njit(cache=True, nogil=True)
def _least_counts(n_cells: NDArray[np.uint8], rows: NDArray[np.int64], least: NDArray[np.uint8]) -> None:
    """Writes the least entry of each column of `n_cells` over `rows`."""
    least[:] = n_cells[rows[0]]
    for i in range(1, len(rows)):
        source = n_cells[rows[i]]
        for q in range(len(least)):
            least[q] = source[q] if source[q] < least[q] else least[q]


@njit(cache=True, nogil=True)
def _largest(counts: NDArray[np.uint8]) -> np.uint8:
    """Returns the largest entry."""
    largest = np.uint8(0)
    for count in counts:
        largest = count if count > largest else largest
    return largest


@njit(cache=True, nogil=True)
def _order_by_count(
    counts: NDArray[np.uint8], start: NDArray[np.int64], order: NDArray[np.int32], above: int
) -> None:
    """Writes the guesses with counts above `above` into `order`, descending; `start[257]` is how many."""
    start[:] = 0
    for count in counts:
        start[256 - np.int64(count)] += 1
    for i in range(1, 258):
        start[i] += start[i - 1]
    # start[v] is now where the counts below 256 - v begin; fill each bucket from its front.
    n_above = start[255 - above] if above < 256 else 0
    for i in range(257, 0, -1):
        start[i] = start[i - 1]
    start[0] = 0
    for q in range(len(counts)):
        bucket = 256 - np.int64(counts[q])
        if counts[q] > above:
            order[start[bucket]] = q
            start[bucket] += 1
    start[257] = n_above
