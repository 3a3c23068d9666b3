"""The steps of the search before it tries a guess: settle a set by its size, the memo or a bound, and rate guesses.

A step that settles the set returns True and leaves the result in `frame.bound`: the exact total, or a lower bound of at
least `frame.beta`.

Guesses are rated by how many cells each makes of the set. A guess with k cells costs at least 3n - k for n candidates:
n now, one for one answer of each cell, and two for each of the rest. A candidate costs one less, since its own cell
costs nothing more. So the *value* of a guess is its number of cells (plus one for a candidate), and 3n - value is its
one-ply bound. Guesses of equal value share a bucket. See `exact` for how to read this with weights.
"""

from __future__ import annotations

import numpy as np

from wordle_compiler.kernels.kernel import inlined, kernel, kernel_when
from wordle_compiler.kernels.layout import Answers, Constraint
from wordle_compiler.search.memo import EXACT, LOWER, Memo, find, store, total_of
from wordle_compiler.search.partition import count_cells, sum_of_weights, sweep
from wordle_compiler.search.problem import BLOCK, HARD, INFEASIBLE, Frame, Problem, Scratch, View
from wordle_compiler.search.rounds import bucket_of, first_at_most, holds, keep_legal

DROPPED = -1
"""In place of a guess's bucket: the guess cannot matter at this node."""


@inlined
def is_stopped(scratch: Scratch) -> bool:
    """Returns whether the search was stopped: its result then means nothing, and nothing more enters the memo."""
    return scratch.control[0] != 0 or scratch.counters.nodes > scratch.counters.most_nodes


@kernel
def is_settled_by_size(problem: Problem, scratch: Scratch, frame: Frame) -> bool:
    """Step 1: settles sets of one or two, and sets too large for the guesses left; prepares the frame of any other."""
    n = frame.high - frame.low
    if frame.beta > INFEASIBLE // 2:
        # Without a cutoff at the parent, what the siblings leave is not a cutoff either.
        frame.beta = INFEASIBLE
    frame.bound = INFEASIBLE
    if n > problem.capacity[frame.guesses_left]:
        return True
    frame.weight = n
    frame.heaviest = 1
    frame.bound = problem.least_total[n]
    if problem.is_weighted:
        answers = scratch.answers[frame.low : frame.high]
        frame.weight = sum_of_weights(problem.weights, answers)
        frame.heaviest = problem.weights[answers[0]]
        frame.bound = 2 * frame.weight - frame.heaviest
    if n <= 2 and frame.only < 0:
        return True
    scratch.counters.nodes += 1
    if frame.depth + 2 >= len(scratch.frames):
        # Only a search without a limit gets this deep: no memory is left for another guess, so the search stops.
        scratch.counters.most_nodes = 0
    if is_stopped(scratch):
        frame.bound = INFEASIBLE
        return True
    scratch.constraint[frame.depth, 0] = frame.guesses_left
    frame.n_legal_below = frame.n_legal
    frame.best = frame.beta
    frame.has_perfect = False
    frame.n_columns = 0
    frame.n_rounds = 0
    return False


@kernel
def is_settled_by_memo(problem: Problem, scratch: Scratch, memo: Memo, frame: Frame) -> bool:
    """Steps 2 and 3: settles the set by the least total that its size permits, or by what the memo holds about it."""
    if frame.bound >= frame.beta:
        return True
    members = scratch.answers[frame.low : frame.high]
    slot = find_set(problem, memo, scratch.constraint[frame.depth], frame.key, members)
    if slot >= 0:
        if memo.entry[slot, 1] & EXACT:
            frame.bound = total_of(memo, slot)
            return True
        frame.bound = max(frame.bound, total_of(memo, slot))
    return frame.bound >= frame.beta


@kernel
def settle(problem: Problem, scratch: Scratch, memo: Memo, frame: Frame, total: int, kind: int) -> bool:
    """Settles the set with a total of the given kind and keeps it in the memo; returns True."""
    frame.bound = total
    members = scratch.answers[frame.low : frame.high]
    store_set(problem, memo, scratch.constraint[frame.depth], frame.key, members, total, kind)
    return True


@kernel
def is_settled_by_bound(problem: Problem, scratch: Scratch, memo: Memo, frame: Frame, least: int) -> bool:
    """Step 7: settles the set if no guess can beat beta, or if only a bound is asked for.

    `least` is the smallest bound of a guess: no guess costs less.
    """
    frame.bound = max(frame.bound, min(frame.beta, least))
    if not frame.is_bound_only and frame.bound < frame.beta:
        return False
    return settle(problem, scratch, memo, frame, frame.bound, EXACT if frame.bound >= INFEASIBLE else LOWER)


@kernel
def settle_by_search(problem: Problem, scratch: Scratch, memo: Memo, frame: Frame) -> int:
    """Step 13: returns the best total found, and keeps it in the memo.

    Below beta it is exact: every other guess was tried, or its bound is no better. Otherwise only beta is proven, since
    guesses were left out because their bounds reach it. Without a cutoff, none was left out.
    """
    if frame.only >= 0:
        return min(frame.total, np.int64(INFEASIBLE))
    is_exact = frame.best < frame.beta or frame.beta >= INFEASIBLE
    best = min(frame.best, np.int64(INFEASIBLE))
    if not is_stopped(scratch):
        settle(problem, scratch, memo, frame, best, EXACT if is_exact else LOWER)
    return best


@kernel
def hash_of(problem: Problem, constraint: Constraint) -> np.uint64:
    """Hashes what the memo distinguishes besides a set: the guesses left and, under rule hard, what is demanded."""
    total = problem.depth_hash[constraint[0]]
    if problem.rule == HARD:
        n_values = len(problem.letter_hash) // (len(constraint) - 1)
        for i in range(1, len(constraint)):
            total ^= problem.letter_hash[(i - 1) * n_values + constraint[i]]
    return total


@kernel
def find_set(problem: Problem, memo: Memo, constraint: Constraint, key: np.uint64, members: Answers) -> int:
    """Returns a set's slot in the memo, or -1; `key` is the hash of the set alone."""
    head = constraint if problem.rule == HARD else constraint[:1]
    return find(memo, key ^ hash_of(problem, constraint), head, members)


@kernel
def store_set(
    problem: Problem, memo: Memo, constraint: Constraint, key: np.uint64, members: Answers, total: int, kind: int
) -> None:
    """Keeps a set's total in the memo."""
    head = constraint if problem.rule == HARD else constraint[:1]
    store(memo, key ^ hash_of(problem, constraint), head, members, total, kind)


@kernel
def is_settled_by_candidates(problem: Problem, scratch: Scratch, memo: Memo, frame: Frame) -> bool:
    """Step 4: rates the candidates as guesses; settles the set if one of them reaches the least total."""
    depth, weight, heaviest = frame.depth, frame.weight, frame.heaviest
    answers = scratch.answers[frame.low : frame.high]
    n = len(answers)
    n_buckets = np.int64(n + 2)
    most_value = weight + heaviest
    candidate_value, n_of_value = scratch.candidate_value[depth], scratch.n_of_value[depth]
    most_cells = scratch.most_cells[frame.low : frame.high]
    n_of_value[:n_buckets] = 0
    best_value = np.int64(0)
    has_perfect = False
    # A guess of this value or less cannot beat beta, or the best bound. One that may be perfect is always counted.
    needed = 3 * weight - frame.beta
    for i in range(n):
        own = problem.weights[answers[i]] if problem.is_weighted else np.int64(1)
        if most_cells[i] < weight and most_cells[i] + own <= needed:
            candidate_value[i] = DROPPED
            continue
        k = count_cells(problem, scratch, problem.answer_as_guess[answers[i]], answers)
        most_cells[i] = k
        value = k + own
        if value == most_value:
            # A heaviest candidate puts each candidate into a cell of its own: it reaches the bound of step 2.
            return settle(problem, scratch, memo, frame, frame.bound, EXACT)
        bucket = bucket_of(value, n_buckets, most_value)
        has_perfect |= k == weight
        best_value = max(best_value, value)
        candidate_value[i] = bucket
        n_of_value[bucket] += 1
        if frame.is_bound_only:
            needed = max(needed, value)
    frame.best_value = best_value
    frame.has_perfect = has_perfect
    frame.highest = n + 1
    if has_perfect:
        return False
    # Otherwise the total is at least 2n. With 3 guesses left, a candidate that leaves a single pair reaches it. With
    # weights: a cell of two or more adds its lightest member once more, and guessing a candidate gains at most the
    # heaviest weight.
    lightest = problem.weights[answers[n - 1]] if problem.is_weighted else np.int64(1)
    least = 2 * weight + lightest - heaviest
    frame.bound = max(frame.bound, least)
    if frame.guesses_left == 2 and not problem.has_others:
        frame.bound = INFEASIBLE
        return True
    if frame.bound >= frame.beta:
        return True
    if best_value == most_value - lightest and frame.guesses_left >= 3:
        return settle(problem, scratch, memo, frame, least, EXACT)
    return False


@kernel_when("has_others")
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
