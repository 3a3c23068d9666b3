"""The steps of the search that rate guesses: by how many cells each makes of the set.

A guess with k cells costs at least 3n - k for n candidates: n now, one for one answer of each cell, and two for each of
the rest. A candidate costs one less, since its own cell costs nothing more. So the *value* of a guess is its number of
cells (plus one for a candidate), and 3n - value is its one-ply bound. Guesses of equal value share a bucket. See
`exact` for how to read this with weights.
"""

from __future__ import annotations

import numpy as np

from wordle_compiler.kernels.kernel import kernel
from wordle_compiler.search.frame import Frame
from wordle_compiler.search.known_totals import settle
from wordle_compiler.search.memo import EXACT, Memo
from wordle_compiler.search.problem import BLOCK, CANDIDATES, HARD, INFEASIBLE, Problem, Scratch, View
from wordle_compiler.search.rounds import bucket_of, count_own_cells, first_at_most, keep_legal
from wordle_compiler.search.views import holds, sweep

DROPPED = -1
"""In place of a guess's bucket: the guess cannot matter at this node."""


@kernel
def is_settled_by_candidates(problem: Problem, scratch: Scratch, memo: Memo, frame: Frame) -> bool:
    """Step 4: rates the candidates as guesses; settles the set if one of them reaches the least total."""
    depth, weight, heaviest = frame.depth, frame.weight, frame.heaviest
    answers = scratch.answers[frame.low : frame.high]
    n = len(answers)
    n_buckets = np.int64(n + 2)
    most_value = weight + heaviest
    candidate_value = scratch.candidate_value[depth]
    n_of_value = scratch.n_of_value[depth]
    n_of_value[:n_buckets] = 0
    best_value = np.int64(0)
    has_perfect = False
    count_own_cells(problem, scratch, answers, candidate_value)
    for i in range(n):
        k = np.int64(candidate_value[i])
        value = k + (problem.weights[answers[i]] if problem.is_weighted else np.int64(1))
        bucket = bucket_of(value, n_buckets, most_value)
        has_perfect |= k == weight
        best_value = max(best_value, value)
        candidate_value[i] = bucket
        n_of_value[bucket] += 1
    frame.best_value = best_value
    frame.has_perfect = has_perfect
    frame.highest = n + 1
    if best_value == most_value:
        # A heaviest candidate puts each candidate into a cell of its own: it reaches the bound of step 2.
        return settle(problem, scratch, memo, frame, frame.bound, EXACT)
    if has_perfect:
        return False
    # Otherwise the total is at least 2n. With 3 guesses left, a candidate that leaves a single pair reaches it. With
    # weights: a cell of two or more adds its lightest member once more, and guessing a candidate gains at most the
    # heaviest weight.
    lightest = problem.weights[answers[n - 1]] if problem.is_weighted else np.int64(1)
    least = 2 * weight + lightest - heaviest
    frame.bound = max(frame.bound, least)
    if frame.guesses_left == 2 and problem.rule == CANDIDATES:
        frame.bound = INFEASIBLE
        return True
    if frame.bound >= frame.beta:
        return True
    if best_value == most_value - lightest and frame.guesses_left >= 3:
        return settle(problem, scratch, memo, frame, least, EXACT)
    return False


@kernel(when="has_views")
def is_settled_by_others(problem: Problem, scratch: Scratch, memo: Memo, view: View, frame: Frame) -> bool:
    """Steps 5 and 6: rates the other legal guesses; settles the set if one tells all candidates apart.

    Only guesses with more than 3n - beta cells can matter, and a guess has at most as many cells here as at the view's
    node, whose columns are in descending order of cells.
    """
    depth, weight, heaviest = frame.depth, frame.weight, frame.heaviest
    answers = scratch.answers[frame.low : frame.high]
    rows = scratch.rows[frame.low : frame.high]
    n_buckets = np.int64(len(answers) + 2)
    most_value = weight + heaviest
    n_of_value = scratch.n_of_value[depth]
    n_cells = scratch.n_cells[depth]
    columns = scratch.legal[depth, :0]
    guesses = view.guesses
    is_last_test = frame.guesses_left == 2
    needed = weight - 1 if is_last_test else max(heaviest, 3 * weight - frame.beta)
    n_columns = len(guesses)
    if problem.rule == HARD:
        columns = scratch.legal[depth]
        parents = scratch.legal[max(depth - 1, 0)]
        n_columns = keep_legal(problem, view, scratch.constraint[depth], parents, frame.n_legal, columns)
        columns = columns[:n_columns]
        frame.n_legal_below = n_columns
    frame.n_columns = n_columns
    stop = first_at_most(view, columns, n_columns, needed)
    n_cells[stop:n_columns] = DROPPED
    best_value = frame.best_value
    # If no candidate is perfect, a perfect other guess is optimal. With weights: if no candidate's bound is below its
    # total.
    is_perfect_best = not frame.has_perfect and (is_last_test or best_value <= weight)
    for start in range(0, stop, BLOCK):
        block_stop = min(start + BLOCK, stop)
        sweep(problem, scratch, view, answers, rows, columns, start, block_stop, n_cells)
        for i in range(start, block_stop):
            k = n_cells[i]
            if k <= needed:
                n_cells[i] = DROPPED
                continue
            own = problem.guess_as_answer[guesses[columns[i] if problem.rule == HARD else i]]
            if own >= 0 and holds(answers, own):
                n_cells[i] = DROPPED
                continue
            if k == weight and is_perfect_best:
                return settle(problem, scratch, memo, frame, 2 * weight, EXACT)
            best_value = max(best_value, np.int64(k))
            bucket = bucket_of(np.int64(k), n_buckets, most_value)
            n_cells[i] = bucket
            n_of_value[bucket] += 1
    frame.best_value = best_value
    if is_last_test and not frame.has_perfect:
        # Within two guesses, only a guess that tells all candidates apart wins.
        return settle(problem, scratch, memo, frame, INFEASIBLE, EXACT)
    return False
