"""Bounds for cells from letter sets, of the guesses of a large node and of whole openers: most are refuted uncounted.

A cell lies inside several letter sets; no guess has more cells there than on any of them, or on what two of them share.
The largest such bound over all guesses gives the cell's one-ply bound without examining its members. If that is not
enough, guesses are counted exactly, from the highest bound down, until the next bound cannot beat the best count.

At a large node thousands of guesses are left after the first round, and the one-ply bounds of their cells refute nearly
all of them; but each of these bounds counts every guess on a cell. So the node counts every guess once on each of its
own letter sets (see `letter_sets`), and the bounds that follow for the cells come first. Measured in turn on two cores
of an AMD EPYC: `wordle-compile --start kurre -j 1`, whose largest cell has 544 candidates, takes 0.76 of the processor
time that it takes without; good openers hardly have such cells.

Openers have a table of letter sets of all answers. A game without letter sets is searched without these bounds.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.kernels.kernel import inlined, kernel, kernel_when
from wordle_compiler.kernels.layout import Int32s
from wordle_compiler.search.known_totals import find_set, store_set
from wordle_compiler.search.letter_sets import SPAN, LetterSets, add_pairs, least_counts, rows_of_cell
from wordle_compiler.search.memo import LOWER, Memo, total_of
from wordle_compiler.search.partition import count_cells, sweep
from wordle_compiler.search.playing import split_all
from wordle_compiler.search.problem import ANY, BLOCK, Frame, Problem, Scratch, View
from wordle_compiler.search.rounds import holds

SETS_ROUND = 2
"""The round before which letter sets are counted: most nodes are settled in the first."""

SETS_GUESSES, SETS_WORK = 128, 1 << 18
"""Letter sets are counted if the guesses left above `SETS_GUESSES`, times the candidates, reach `SETS_WORK`."""

CELL_MIN = 8
"""Smaller cells of a node are left to the search."""

ORDERED_MIN = 48
"""Smaller cells of a node are not counted, only bounded by its letter sets."""

_FEW = 8
"""How many guesses of a span are counted alone."""


@kernel_when("has_cell_bounds")
def count_sets(problem: Problem, scratch: Scratch, view: View, frame: Frame) -> None:
    """Counts the node's letter sets if many guesses are left; `frame.has_sets` says whether it did.

    `view` is the view of the nodes below. The table belongs to one node at a time, the outermost that wants it.
    """
    n = frame.high - frame.low
    n_columns = len(view.guesses)
    if len(scratch.set_sizes) == 0 or frame.guesses_left < 3 or frame.depth > scratch.counters.sets_depth:
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
    scratch.counters.sets_depth = frame.depth
    members = scratch.answers[frame.top : frame.top + n]
    places = scratch.rows[frame.top : frame.top + n]
    none = scratch.legal[0, :0]
    for index in range(len(scratch.set_sizes)):
        n_members = np.int64(0)
        for i in range(frame.low, frame.high):
            answer = scratch.answers[i]
            if is_in_set(problem, problem.answer_as_guess[answer], index):
                members[n_members] = answer
                places[n_members] = scratch.rows[i]
                n_members += 1
        scratch.set_sizes[index] = n_members
        if n_members > 0:
            sweep(problem, scratch, view, members[:n_members], places[:n_members], none, 0, n_columns, scratch.counted)
            counts = scratch.set_counts[index]
            for q in range(n_columns):
                counts[q] = scratch.counted[q]
    bound_pairs(scratch, n_columns)
    bound_pairs_of_candidates(problem, scratch, frame)


@inlined
def is_in_set(problem: Problem, guess: int, index: int) -> bool:
    """Returns whether a letter set, by its row in `LetterSets`, holds a word."""
    length = problem.letters.shape[1]
    letter, kind = index // (2 * length + 1), index % (2 * length + 1)
    if kind < length:
        return problem.letters[guess, kind] == letter
    if kind == 2 * length:
        return problem.letter_counts[guess, letter] == 0
    return problem.letter_counts[guess, letter] > 0 and problem.letters[guess, kind - length] != letter


@inlined
def most_of_both(first: NDArray[np.uint8], second: NDArray[np.uint8]) -> int:
    """Returns the largest of the smaller entries."""
    most = np.uint8(0)
    for q in range(len(first)):
        least = second[q] if second[q] < first[q] else first[q]
        most = least if least > most else most
    return most


@kernel
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


@kernel
def bound_pairs_of_candidates(problem: Problem, scratch: Scratch, frame: Frame) -> None:
    """Writes the same for the guesses that are candidates in both sets, into a table of their own."""
    most, own = scratch.pair_most_of_candidates, scratch.own_sets
    most[:] = 0
    for answer in scratch.answers[frame.low : frame.high]:
        q = scratch.column_of[answer]
        n_own = np.int64(0)
        for index in range(len(scratch.set_sizes)):
            own[n_own] = index
            n_own += is_in_set(problem, problem.answer_as_guess[answer], index)
        for i in own[:n_own]:
            for j in own[:n_own]:
                k = min(scratch.set_counts[i, q], scratch.set_counts[j, q])
                most[i, j] = max(most[i, j], k)


@kernel_when("has_cell_bounds")
def bound_cells_by_sets(problem: Problem, scratch: Scratch, memo: Memo, view: View, frame: Frame, guess: int) -> None:
    """Raises the bounds of a guess's large cells, largest first, until they refute the guess.

    First by what each pair of letter sets bounds, then, under rule any, to the cells' own one-ply bounds.
    """
    depth = frame.depth
    start, stop, codes = scratch.cell_start[depth], scratch.cell_stop[depth], scratch.cell_code[depth]
    rows = scratch.set_rows[: problem.letters.shape[1]]
    raise_by_pairs(problem, scratch, frame, guess)
    for c in range(frame.n_cells - 1, -1, -1):
        if frame.total >= frame.best or stop[c] - start[c] < ORDERED_MIN or problem.rule != ANY:
            return
        if not scratch.cell_exact[depth, c] and not scratch.cell_bounded[depth, c]:
            rows_of_cell(problem, guess, codes[c], rows)
            least_counts(scratch.set_counts, rows, scratch.least[: len(view.guesses)])
            frame.total += raise_by_counting(problem, scratch, memo, view, scratch.column_of, depth, c)
            scratch.cell_bounded[depth, c] = True


@kernel_when("has_cell_bounds")
def raise_by_pairs(problem: Problem, scratch: Scratch, frame: Frame, guess: int) -> None:
    """Raises the bounds of a guess's large cells by what each pair of letter sets bounds, last cell first."""
    depth = frame.depth
    start, stop, codes = scratch.cell_start[depth], scratch.cell_stop[depth], scratch.cell_code[depth]
    rows = scratch.set_rows[: problem.letters.shape[1]]
    for c in range(frame.n_cells - 1, -1, -1):
        size = stop[c] - start[c]
        if frame.total >= frame.best:
            return
        if size < CELL_MIN or scratch.cell_exact[depth, c] or scratch.cell_bounded[depth, c]:
            continue
        rows_of_cell(problem, guess, codes[c], rows)
        most, most_of_candidate = size, size
        for i in range(len(rows)):
            for j in range(i + 1):
                most = min(most, np.int64(scratch.pair_most[rows[i], rows[j]]))
                most_of_candidate = min(most_of_candidate, np.int64(scratch.pair_most_of_candidates[rows[i], rows[j]]))
        frame.total += raise_bound(scratch, depth, c, max(most, most_of_candidate + 1))


@inlined
def most_of(bounds: NDArray[np.uint8]) -> int:
    """Returns the largest bound."""
    most = np.uint8(0)
    for bound in bounds:
        most = bound if bound > most else most
    return most


@inlined
def n_above(bounds: NDArray[np.uint8], most: int) -> int:
    """Counts the bounds above a number."""
    n = np.int64(0)
    for bound in bounds:
        n += bound > most
    return n


@kernel
def raise_bound(scratch: Scratch, depth: int, c: int, best_value: int) -> int:
    """Raises the bound of a cell in which no guess has a higher value (see `known_totals`); returns by how much."""
    bound = 3 * np.int64(scratch.cell_stop[depth, c] - scratch.cell_start[depth, c]) - best_value
    raised = max(bound - scratch.cell_bound[depth, c], np.int64(0))
    scratch.cell_bound[depth, c] += raised
    return raised


@kernel_when("has_others")
def raise_by_counting(
    problem: Problem, scratch: Scratch, memo: Memo, view: View, column_of: Int32s, depth: int, c: int
) -> int:
    """Raises the bound of a cell to its one-ply bound; returns by how much. Under rule any, the memo gets the bound.

    `scratch.least` bounds the cells of each column of the view there, and `column_of` is the column of each candidate.
    Guesses that may have more cells than the best so far are counted side by side, span by span, or alone where a span
    has few of them: a guess alone is read from all over the matrix. The guess with the highest bound comes first.
    """
    low, high = scratch.cell_start[depth, c], scratch.cell_stop[depth, c]
    members, size = scratch.answers[low:high], np.int64(high - low)
    columns, n_columns = scratch.legal[0, :0], len(view.guesses)
    n_sweeps, likely, highest = scratch.counters.sweeps, np.int64(0), most_of(scratch.least[:n_columns])
    while scratch.least[likely] < highest:
        likely += 1
    best = count_cells(problem, scratch, view.guesses[likely], members)
    for first in range(0, n_columns, SPAN):
        last = min(first + SPAN, n_columns)
        n_left = n_above(scratch.least[first:last], best)
        if n_left > _FEW:
            sweep(problem, scratch, view, members, scratch.rows[low:high], columns, first, last, scratch.counted)
            for i in range(first, last):
                best = max(best, np.int64(scratch.counted[i]))
        elif n_left > 0:
            for i in range(first, last):
                if scratch.least[i] > best:
                    best = max(best, count_cells(problem, scratch, view.guesses[i], members))
        if first == 0:
            for answer in members:
                if scratch.least[column_of[answer]] >= best:
                    best = max(best, count_cells(problem, scratch, problem.answer_as_guess[answer], members) + 1)
        # Once a guess has such a value, the bound cannot rise.
        if best >= min(size, 3 * size - scratch.cell_bound[depth, c]):
            break
    # One for `Extractor.work`, however many there were.
    scratch.counters.sweeps = n_sweeps + 1
    raised = raise_bound(scratch, depth, c, best)
    if problem.rule == ANY:
        key, after = scratch.cell_key[depth, c], scratch.constraint[depth + 1]
        store_set(problem, memo, after, key, members, scratch.cell_bound[depth, c], LOWER)
    return raised


@kernel_when("has_others")
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

    Under rule any, the exact one-ply bounds of the cells go into the memo, where the search and other openers find
    them. If the letter sets alone reach `target`, no cell is counted. Before any search the bound never exceeds the sum
    of one-ply bounds, which is all that a certificate's checker computes for an opener without entries.

    Args:
        view: The view of all answers whose columns the table has.
        guesses_left: The limit, including the opener; at least 3.
        target: The bound that is high enough.
    """
    n_cells = split_all(problem, scratch, opener)
    start, stop, bounds = scratch.cell_start[0], scratch.cell_stop[0], scratch.cell_bound[0]
    total = np.int64(len(problem.answer_as_guess))
    for c in range(n_cells):
        is_won = scratch.cell_code[0, c] == problem.n_feedbacks - 1
        bounds[c] = 0 if is_won else 2 * (stop[c] - start[c]) - 1
        total += bounds[c]
    scratch.constraint[1, 0] = guesses_left - 1
    length, least = problem.letters.shape[1], scratch.least
    for is_exact in (False, True):
        for c in range(n_cells - 1, -1, -1):
            size = np.int64(stop[c] - start[c])
            if total >= target or size < 4:
                break
            members = scratch.answers[start[c] : stop[c]]
            slot = find_set(problem, memo, scratch.constraint[1], scratch.cell_key[0, c], members)
            if slot >= 0 and problem.rule == ANY:
                total += max(total_of(memo, slot) - bounds[c], np.int64(0))
                bounds[c] = max(total_of(memo, slot), bounds[c])
                continue
            rows_of_cell(problem, opener, scratch.cell_code[0, c], scratch.set_rows[:length])
            rows = scratch.set_rows[: add_pairs(sets, scratch.set_rows, length)]
            if is_exact:
                least_counts(sets.n_cells, rows, least)
                total += raise_by_counting(problem, scratch, memo, view, sets.column_of, 0, c)
            else:
                spans = least[: sets.most.shape[1]]
                least_counts(sets.most, rows, spans)
                total += raise_bound(scratch, 0, c, min(np.int64(most_of(spans)), size) + 1)
    return total
