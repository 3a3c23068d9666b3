"""A lower bound for whole openers, from each guess's number of cells on letter sets.

A cell lies inside several letter sets; no guess has more cells there than on any of them. The largest such bound over
all guesses gives the cell's one-ply bound without examining its members. If that is not enough, guesses are counted
exactly, from the highest bound down, until the next bound cannot beat the best count.

A game without letter sets is searched without this bound.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.kernels.kernel import kernel
from wordle_compiler.search.letter_sets import LetterSets, add_pairs, least_counts, order_by_count, rows_of_cell
from wordle_compiler.search.memo import LOWER, Memo, store
from wordle_compiler.search.partition import count_cells
from wordle_compiler.search.problem import ANY, LAST_MARK, Problem, Scratch, View
from wordle_compiler.search.sorting import sort_by_key
from wordle_compiler.search.views import has_views, sweep

ORDERED_MIN = 48
"""Smaller cells are counted for all guesses at once, without first skipping the guesses that letter sets exclude."""

ORDERED_COST = 4
"""The cost of counting one guess alone, relative to counting it together with all others."""


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
def _largest(counts: NDArray[np.uint8]) -> int:
    """Returns the largest entry."""
    largest = np.uint8(0)
    for count in counts:
        largest = count if count > largest else largest
    return largest
