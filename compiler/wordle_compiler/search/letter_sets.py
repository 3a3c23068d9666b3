"""A lower bound for whole openers, from each guess's number of cells on a few hundred fixed sets of answers.

A cell of an opener lies inside several simple sets: "no L", "L green at place p", "L present, but not at p". No guess
has more cells on a subset than on the set, so a guess has at most as many cells there as its smallest count on the sets
that contain the cell. The largest such bound over all guesses gives the cell's one-ply bound without examining its
members. If that is not enough, guesses are counted exactly, from the highest bound down, until the next bound cannot
beat the best count.

Where thousands of openers are bounded, the table also has what pairs of sets share: a cell lies inside ten of these
intersections, which are much smaller than the sets. Pairs that share a large part of the answers bound hardly more than
one set does, and those that share a few hold no large cell, so only `MOST_PAIRS` between them are counted.

The bound applies to word games only, under rules any and hard. A game without letters has no such sets and is searched
without this bound.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.kernels.context import Context
from wordle_compiler.kernels.kernel import kernel
from wordle_compiler.kernels.layout import Int32Matrix, UInt8Matrix
from wordle_compiler.search.memo import LOWER, Memo, store
from wordle_compiler.search.partition import count_cells
from wordle_compiler.search.problem import ANY, LAST_MARK, Problem, Scratch, View, n_letter_sets
from wordle_compiler.search.sorting import sort_by_key
from wordle_compiler.search.views import has_views, sweep


class LetterSets(Context):
    """How many cells every guess has on every letter set.

    The sets of letter `l` are rows `l * (2 * length + 1) + i`: for `i` below `length` "green at place i", then
    "present, not at place i - length", then "absent".

    Attributes:
        n_cells: The counts, shape (n_sets + n_pairs, n_guesses). They serve as upper bounds and must not be clipped, so
            a byte is enough only for games for which `has_letter_sets` holds.
        row_of_pair: The row of what two sets share, shape (n_sets, n_sets); -1 if it is not counted.
    """

    n_cells: UInt8Matrix
    row_of_pair: Int32Matrix


ORDERED_MIN = 48
"""Smaller cells are counted for all guesses at once, without first skipping the guesses that letter sets exclude."""

ORDERED_COST = 4
"""The cost of counting one guess alone, relative to counting it together with all others."""


MOST_PAIRS = 5000
"""How many pairs of letter sets are counted: the largest below one part in `PAIR_SHARE` of the answers."""

PAIR_SHARE = 4


def new_letter_sets(problem: Problem, *, has_pairs: bool = False) -> tuple[LetterSets, list[NDArray[np.uint16]]]:
    """Allocates the table, one byte per row and guess, and returns the members of each row, ascending.

    `count_letter_set` fills it, one row at a time.
    """
    length = problem.letters.shape[1]
    answers = problem.letters[problem.answer_as_guess]
    inside = np.empty((n_letter_sets(problem), len(answers)), np.bool_)
    for letter in range(problem.letter_counts.shape[1]):
        is_there = (answers == letter).T
        present = is_there.any(axis=0)
        first = letter * (2 * length + 1)
        inside[first : first + length] = is_there
        inside[first + length : first + 2 * length] = present & ~is_there
        inside[first + 2 * length] = ~present
    row_of_pair = np.full((len(inside), len(inside)), -1, np.int32)
    members = [np.flatnonzero(each).astype(np.uint16) for each in inside]
    if has_pairs:
        n_shared = np.array([np.count_nonzero(inside & each, axis=1) for each in inside])
        pairs = np.argwhere(np.triu((n_shared > 1) & (n_shared < len(answers) // PAIR_SHARE), 1))
        pairs = pairs[np.argsort(-n_shared[*pairs.T], kind="stable")[:MOST_PAIRS]]
        for row, (one, other) in enumerate(pairs, len(inside)):
            row_of_pair[one, other] = row_of_pair[other, one] = row
            members.append(np.flatnonzero(inside[one] & inside[other]).astype(np.uint16))
    n_cells = np.zeros((len(members), problem.by_guess.shape[0]), np.uint8)
    return LetterSets(None, n_cells, row_of_pair), members


def count_letter_set(
    problem: Problem, scratch: Scratch, view: View, members: NDArray[np.uint16], n_cells: NDArray[np.uint8]
) -> None:
    """Fills a row of the table, given its members. `view` is the root view."""
    out = np.empty(len(n_cells), problem.layout.values)
    sweep(problem, scratch, view, members, members.astype(np.int32), np.empty(0, np.int32), 0, len(out), out)
    n_cells[:] = out


@kernel(when=has_views)
def bound_opener(  # noqa: D417
    problem: Problem,
    scratch: Scratch,
    memo: Memo,
    sets: LetterSets,
    view: View,
    opener: int,
    guesses_left: int,
    target: int,
) -> int:
    """Returns a lower bound for the total with a first guess, and stops improving it once it reaches `target`.

    Under rule any, the exact one-ply bounds of the cells go into the memo, where the search finds them. If the letter
    sets alone reach `target`, no cell is counted. The bound never exceeds the sum of one-ply bounds, because that is
    all that a certificate's checker computes for an opener without entries; so the memo is not read here.

    Args:
        view: The root view.
        guesses_left: The limit, including the opener; at least 3.
        target: The bound that is high enough.
    """
    n_answers = len(problem.answer_as_guess)
    row = problem.by_guess[opener]
    won = problem.n_feedbacks - 1
    # The cells by size, largest first, in memory that the search uses at depth 0.
    codes, bounds, sizes = scratch.cell_code[0], scratch.cell_bound[0], scratch.counts
    for answer in range(n_answers):
        sizes[row[answer]] += 1
    n_codes = 0
    for code in range(problem.n_feedbacks):
        if sizes[code] > 0:
            codes[n_codes] = code
            scratch.keys[n_codes] = -sizes[code]
            n_codes += 1
    sort_by_key(scratch.keys, codes, n_codes, scratch.spare_keys, scratch.spare_guesses)
    total = np.int64(n_answers)
    for c in range(n_codes):
        bounds[c] = 0 if codes[c] == won else 2 * sizes[codes[c]] - 1
        total += bounds[c]
    total = bound_cells(problem, scratch, memo, sets, view, opener, guesses_left, target, n_codes, total)
    for c in range(n_codes):
        sizes[codes[c]] = 0
    return total


@kernel(when=has_views)
def bound_cells(
    problem: Problem,
    scratch: Scratch,
    memo: Memo,
    sets: LetterSets,
    view: View,
    opener: int,
    guesses_left: int,
    target: int,
    n_codes: int,
    total: int,
) -> int:
    """Raises the bounds of an opener's cells until their sum, `total`, reaches `target`; see `bound_opener`."""
    n_answers = len(problem.answer_as_guess)
    n_guesses = problem.by_guess.shape[0]
    row = problem.by_guess[opener]
    won = problem.n_feedbacks - 1
    codes, bounds, sizes = scratch.cell_code[0], scratch.cell_bound[0], scratch.counts
    members, places = scratch.answers, scratch.rows
    n_cells, order = scratch.n_cells[0], scratch.order[0]
    least, start = scratch.least, scratch.starts
    rows, all_rows = scratch.set_rows, scratch.shared_rows
    columns = order[:0]
    head = scratch.constraint[0, :1]
    head[0] = guesses_left - 1
    for exact in range(2):
        for c in range(n_codes):
            if total >= target:
                return total
            size = sizes[codes[c]]
            if size < 4 or codes[c] == won:
                continue
            rows_of_cell(problem, opener, codes[c], rows)
            n_rows = add_pairs(sets, rows, all_rows)
            least_counts(sets.n_cells, all_rows[:n_rows], least)
            n = np.int64(0)
            key = problem.depth_hash[guesses_left - 1]
            for answer in range(n_answers):
                if row[answer] == codes[c]:
                    members[n] = answer
                    places[n] = answer
                    key ^= problem.answer_hash[answer]
                    n += 1
            if exact == 0:
                most = np.int64(_largest(least))
                most_of_candidate = 0
                for answer in members[:n]:
                    most_of_candidate = max(most_of_candidate, least[problem.answer_as_guess[answer]])
            else:
                most_of_candidate = 0
                for answer in members[:n]:
                    guess = problem.answer_as_guess[answer]
                    if least[guess] > most_of_candidate:
                        scratch.counters[LAST_MARK] += 1
                        k = count_cells(
                            problem.by_guess[guess], members[:n], scratch.stamp, scratch.counters[LAST_MARK]
                        )
                        most_of_candidate = max(most_of_candidate, k)
                # A candidate is worth one more than any other guess with as many cells.
                most = most_of_candidate
                n_above = 0
                for count in least:
                    n_above += count > most
                if n < ORDERED_MIN or n_above * ORDERED_COST > n_guesses:
                    sweep(problem, scratch, view, members[:n], places[:n], columns, 0, n_guesses, n_cells)
                    for g in range(n_guesses):
                        most = max(most, np.int64(n_cells[g]))
                else:
                    n_above = order_by_count(least, start, order, most)
                    for guess in order[:n_above]:
                        if least[guess] <= most:
                            break
                        scratch.counters[LAST_MARK] += 1
                        row_of_guess = problem.by_guess[guess]
                        k = count_cells(row_of_guess, members[:n], scratch.stamp, scratch.counters[LAST_MARK])
                        most = max(most, k)
            most = min(most, size)
            most_of_candidate = min(most_of_candidate, size)
            bound = max(2 * size - 1, min(3 * size - most, 3 * size - most_of_candidate - 1))
            if exact == 1 and problem.rule == ANY:
                store(memo, key, head, members[:n], bound, LOWER)
            if bound > bounds[c]:
                total += bound - bounds[c]
                bounds[c] = bound
    return total


@kernel(when=has_views)
def rows_of_cell(problem: Problem, opener: int, code: int, rows: NDArray[np.int64]) -> None:
    """Writes, for each place of the opener, the letter set that contains the cell with feedback `code`."""
    length = problem.letters.shape[1]
    word = problem.letters[opener]
    for back in range(length):
        rows[length - 1 - back] = code % 3
        code //= 3
    shown = np.int64(0)
    for i in range(length):
        shown |= np.int64(rows[i] > 0) << i
    for i in range(length):
        colour = rows[i]
        if colour == 0:
            # This copy of the letter is grey but another one is not: the letter is present, but not here.
            for j in range(length):
                if word[j] == word[i] and shown >> j & 1:
                    colour = 1
        first = np.int64(word[i]) * (2 * length + 1)
        if colour == 2:
            rows[i] = first + i
        elif colour == 1:
            rows[i] = first + length + i
        else:
            rows[i] = first + 2 * length


@kernel(when=has_views)
def add_pairs(sets: LetterSets, rows: NDArray[np.int64], all_rows: NDArray[np.int64]) -> int:
    """Writes the rows of sets, and those of what two of them share, into `all_rows`; returns how many there are."""
    n = len(rows)
    for i in range(len(rows)):
        all_rows[i] = rows[i]
        for j in range(i):
            row = sets.row_of_pair[rows[i], rows[j]]
            if row >= 0:
                all_rows[n] = row
                n += 1
    return n


@kernel(when=has_views)
def least_counts(n_cells: UInt8Matrix, rows: NDArray[np.int64], least: NDArray[np.uint8]) -> None:
    """Writes the least entry of each column of `n_cells` over `rows`."""
    source = n_cells[rows[0]]
    for q in range(len(least)):
        least[q] = source[q]
    for i in range(1, len(rows)):
        source = n_cells[rows[i]]
        for q in range(len(least)):
            least[q] = source[q] if source[q] < least[q] else least[q]


@kernel(when=has_views)
def _largest(counts: NDArray[np.uint8]) -> int:
    """Returns the largest entry."""
    largest = np.uint8(0)
    for count in counts:
        largest = count if count > largest else largest
    return largest


@kernel(when=has_views)
def order_by_count(counts: NDArray[np.uint8], start: NDArray[np.int64], order: NDArray[np.int32], above: int) -> int:
    """Writes the guesses with counts above `above` into `order`, by descending count; returns how many there are."""
    start[:] = 0
    for count in counts:
        if count > above:
            start[256 - np.int64(count)] += 1
    for i in range(1, len(start)):
        start[i] += start[i - 1]
    n_above = start[len(start) - 1]
    for q in range(len(counts)):
        if counts[q] > above:
            bucket = 255 - np.int64(counts[q])
            order[start[bucket]] = q
            start[bucket] += 1
    return n_above
