"""Bounds for the cells of a large node's guesses, from letter sets of that node: most guesses are refuted uncounted.

At a large node thousands of guesses are left after the first round, and the one-ply bounds of their cells refute nearly
all of them; but each of these bounds counts every guess on a cell. So the node counts every guess once on each of its
own letter sets (see `letter_sets`), and the bounds that follow for the cells come first.

Measured in turn on two cores of an AMD EPYC: `wordle-compile --start kurre -j 1`, whose largest cell has 544
candidates, takes 0.76 of the processor time that it takes without; good openers hardly have such cells.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.kernels.kernel import inlined, kernel
from wordle_compiler.kernels.layout import Layout
from wordle_compiler.search.frame import Frame
from wordle_compiler.search.letter_sets import least_counts, order_by_count, rows_of_cell
from wordle_compiler.search.memo import LOWER, Memo, store
from wordle_compiler.search.opener_bounds import ORDERED_COST, ORDERED_MIN
from wordle_compiler.search.partition import count_cells
from wordle_compiler.search.playing import guesses_after
from wordle_compiler.search.problem import ANY, BLOCK, CANDIDATES, LAST_MARK, SETS_DEPTH, Problem, Scratch, View
from wordle_compiler.search.rounds import first_at_most
from wordle_compiler.search.views import holds, sweep

SETS_ROUND = 2
"""The round before which letter sets are counted: most nodes are settled in the first."""

SETS_GUESSES, SETS_WORK = 128, 1 << 18
"""Letter sets are counted if the guesses left above `SETS_GUESSES`, times the candidates, reach `SETS_WORK`."""

CELL_MIN = 8
"""Smaller cells are left to the search."""


def has_cell_bounds(layout: Layout) -> bool:
    """Checks whether letter sets can bound cells in a search of this layout."""
    return layout.rule != CANDIDATES and not layout.is_weighted and not layout.is_few


@kernel(when=has_cell_bounds)
def count_sets(problem: Problem, scratch: Scratch, view: View, frame: Frame) -> None:
    """Counts the node's letter sets if many guesses are left; `frame.has_sets` says whether it did.

    `view` is the view of the nodes below. The table belongs to one node at a time, the outermost that wants it.
    """
    n = frame.high - frame.low
    n_columns = len(view.guesses)
    if problem.is_weighted or len(scratch.set_sizes) == 0 or frame.guesses_left < 3:
        return
    if frame.depth > scratch.counters[SETS_DEPTH]:
        return
    enough = max(3 * frame.weight - frame.best, 0)
    n_left = frame.n_order
    for value in range(enough + 1, frame.highest + 1):
        n_left += scratch.n_of_value[frame.depth, value]
    if (n_left - SETS_GUESSES) * n < SETS_WORK:
        return
    n_candidates = np.int64(0)
    for q in range(n_columns):
        answer = problem.guess_as_answer[view.guesses[q]]
        if answer >= 0 and holds(scratch.answers[frame.low : frame.high], answer):
            scratch.column_of[answer] = q
            n_candidates += 1
    if n_candidates < n:
        # The table bounds every candidate as a guess, so the view must have all of them.
        return
    frame.has_sets = True
    scratch.counters[SETS_DEPTH] = frame.depth
    members = scratch.answers[frame.top : frame.top + n]
    places = scratch.rows[frame.top : frame.top + n]
    none = scratch.legal[0, :0]
    length = problem.letters.shape[1]
    for letter in range(problem.letter_counts.shape[1]):
        for kind in range(2 * length + 1):
            n_members = np.int64(0)
            for i in range(frame.low, frame.high):
                answer = scratch.answers[i]
                guess = problem.answer_as_guess[answer]
                is_present = problem.letter_counts[guess, letter] > 0
                if kind < length:
                    is_member = problem.letters[guess, kind] == letter
                elif kind < 2 * length:
                    is_member = is_present and problem.letters[guess, kind - length] != letter
                else:
                    is_member = not is_present
                if is_member:
                    members[n_members] = answer
                    places[n_members] = scratch.rows[i]
                    n_members += 1
            index = letter * (2 * length + 1) + kind
            scratch.set_sizes[index] = n_members
            if n_members > 0:
                sweep(
                    problem, scratch, view, members[:n_members], places[:n_members], none, 0, n_columns, scratch.counted
                )
                counts = scratch.set_counts[index]
                for q in range(n_columns):
                    counts[q] = scratch.counted[q]
    bound_pairs(scratch, n_columns)
    bound_pairs_of_candidates(problem, scratch, frame)


@inlined
def most_of_both(first: NDArray[np.uint8], second: NDArray[np.uint8]) -> int:
    """Returns the largest of the smaller entries."""
    most = np.uint8(0)
    for q in range(len(first)):
        least = second[q] if second[q] < first[q] else first[q]
        most = least if least > most else most
    return most


@kernel(when=has_cell_bounds)
def bound_pairs(scratch: Scratch, n_columns: int) -> None:
    """Writes the most cells that a guess can have on what two letter sets share, for each pair of sets."""
    n_sets = len(scratch.set_sizes)
    most = scratch.pair_most
    most[:] = 0
    for start in range(0, n_columns, BLOCK):
        end = min(start + BLOCK, n_columns)
        for i in range(n_sets):
            if scratch.set_sizes[i] == 0:
                continue
            first = scratch.set_counts[i, start:end]
            for j in range(i + 1):
                if scratch.set_sizes[j] > 0:
                    least = most_of_both(first, scratch.set_counts[j, start:end])
                    most[i, j] = max(most[i, j], least)
                    most[j, i] = most[i, j]


@kernel(when=has_cell_bounds)
def bound_pairs_of_candidates(problem: Problem, scratch: Scratch, frame: Frame) -> None:
    """Writes the same for the guesses that are candidates in both sets, into a table of their own."""
    length = problem.letters.shape[1]
    most, own = scratch.pair_most_of_candidates, scratch.ranks
    most[:] = 0
    for answer in scratch.answers[frame.low : frame.high]:
        q = scratch.column_of[answer]
        guess = problem.answer_as_guess[answer]
        n_own = np.int64(0)
        for letter in range(problem.letter_counts.shape[1]):
            first = letter * (2 * length + 1)
            if problem.letter_counts[guess, letter] == 0:
                own[n_own] = first + 2 * length
                n_own += 1
                continue
            for place in range(length):
                own[n_own] = first + place + (0 if problem.letters[guess, place] == letter else length)
                n_own += 1
        for i in range(n_own):
            for j in range(n_own):
                k = min(scratch.set_counts[own[i], q], scratch.set_counts[own[j], q])
                most[own[i], own[j]] = max(most[own[i], own[j]], k)


@kernel(when=has_cell_bounds)
def bound_cells_by_sets(problem: Problem, scratch: Scratch, memo: Memo, view: View, frame: Frame, guess: int) -> None:
    """Raises the bounds of a guess's large cells, largest first, until they refute the guess.

    First by what each pair of letter sets bounds, then, under rule any, to the cells' own one-ply bounds.
    """
    depth = frame.depth
    start, stop, codes = scratch.cell_start[depth], scratch.cell_stop[depth], scratch.cell_code[depth]
    rows = scratch.set_rows
    for c in range(frame.n_cells - 1, -1, -1):
        size = stop[c] - start[c]
        if frame.total >= frame.best:
            return
        if size < CELL_MIN:
            break
        if scratch.cell_exact[depth, c] or scratch.cell_bounded[depth, c]:
            continue
        rows_of_cell(problem, guess, codes[c], rows)
        most, most_of_candidate = size, size
        for i in range(len(rows)):
            for j in range(i + 1):
                most = min(most, np.int64(scratch.pair_most[rows[i], rows[j]]))
                most_of_candidate = min(most_of_candidate, np.int64(scratch.pair_most_of_candidates[rows[i], rows[j]]))
        raise_bound(scratch, frame, c, most, most_of_candidate)
    for c in range(frame.n_cells - 1, -1, -1):
        if frame.total >= frame.best or stop[c] - start[c] < ORDERED_MIN or problem.rule != ANY:
            return
        if not scratch.cell_exact[depth, c] and not scratch.cell_bounded[depth, c]:
            bound_cell(problem, scratch, memo, view, frame, guess, c)


@kernel(when=has_cell_bounds)
def raise_bound(scratch: Scratch, frame: Frame, c: int, most: int, most_of_candidate: int) -> None:
    """Raises the bound of a cell, given the most cells that any guess, and any candidate, has there."""
    size = scratch.cell_stop[frame.depth, c] - scratch.cell_start[frame.depth, c]
    # A candidate is worth one more than any other guess with as many cells.
    bound = min(3 * size - most, 3 * size - most_of_candidate - 1)
    if bound > scratch.cell_bound[frame.depth, c]:
        frame.total += bound - scratch.cell_bound[frame.depth, c]
        scratch.cell_bound[frame.depth, c] = bound


@kernel(when=has_cell_bounds)
def bound_cell(problem: Problem, scratch: Scratch, memo: Memo, view: View, frame: Frame, guess: int, c: int) -> None:
    """Raises the bound of a cell to its one-ply bound, unless that takes more than to count all guesses at once.

    Guesses are counted alone, from the highest bound by the letter sets down.
    """
    depth, sets = frame.depth, scratch.set_counts
    members = scratch.answers[scratch.cell_start[depth, c] : scratch.cell_stop[depth, c]]
    rows, order = scratch.set_rows, scratch.order[depth + 1]
    rows_of_cell(problem, guess, scratch.cell_code[depth, c], rows)
    most_of_candidate = np.int64(0)
    for answer in members:
        column = scratch.column_of[answer]
        least_here = np.int64(sets[rows[0], column])
        for row in rows[1:]:
            least_here = min(least_here, np.int64(sets[row, column]))
        if least_here > most_of_candidate:
            scratch.counters[LAST_MARK] += 1
            codes = problem.by_guess[problem.answer_as_guess[answer]]
            k = count_cells(codes, members, scratch.stamp, scratch.counters[LAST_MARK])
            most_of_candidate = max(most_of_candidate, k)
    most = most_of_candidate
    # No guess has more cells here than at the node, whose view has the guesses in descending order of cells.
    n_columns = first_at_most(view, order[:0], len(view.guesses), most)
    least = scratch.least[:n_columns]
    least_counts(sets, rows, least)
    n_above = order_by_count(least, scratch.starts, order, most)
    if n_above * ORDERED_COST > n_columns:
        return
    for column in order[:n_above]:
        if least[column] <= most:
            break
        scratch.counters[LAST_MARK] += 1
        codes = problem.by_guess[view.guesses[column]]
        most = max(most, count_cells(codes, members, scratch.stamp, scratch.counters[LAST_MARK]))
    raise_bound(scratch, frame, c, most, most_of_candidate)
    scratch.cell_bounded[depth, c] = True
    key = scratch.cell_key[depth, c] ^ problem.depth_hash[guesses_after(frame.guesses_left)]
    store(memo, key, scratch.constraint[depth + 1, :1], members, scratch.cell_bound[depth, c], LOWER)
