"""The steps of the search that settle a set without trying a guess: by its size, by the memo, by a bound.

A step that settles the set returns True and leaves the result in `frame.bound`: the exact total, or a lower bound of at
least `frame.beta`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.kernels.kernel import inlined, kernel
from wordle_compiler.search.frame import Frame
from wordle_compiler.search.memo import EXACT, LOWER, Memo, find, store
from wordle_compiler.search.partition import sum_of_weights
from wordle_compiler.search.problem import HARD, INFEASIBLE, MOST_NODES, NODES, Problem, Scratch


@inlined
def is_stopped(scratch: Scratch) -> bool:
    """Returns whether the search was stopped: its result then means nothing, and nothing more enters the memo."""
    return scratch.control[0] != 0 or scratch.counters[NODES] > scratch.counters[MOST_NODES]


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
    scratch.counters[NODES] += 1
    if frame.depth + 2 >= len(scratch.frames):
        # Only a search without a limit gets this deep: no memory is left for another guess, so the search stops.
        scratch.counters[MOST_NODES] = 0
    if is_stopped(scratch):
        frame.bound = INFEASIBLE
        return True
    constraint = scratch.constraint[frame.depth]
    constraint[0] = frame.guesses_left
    frame.memo_key = frame.key ^ problem.depth_hash[frame.guesses_left]
    if problem.rule == HARD:
        frame.memo_key ^= constraint_hash(problem, constraint)
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
    constraint = scratch.constraint[frame.depth]
    head = constraint if problem.rule == HARD else constraint[:1]
    slot = find(memo, frame.memo_key, head, scratch.answers[frame.low : frame.high])
    if slot >= 0:
        if memo.kind[slot] == EXACT:
            frame.bound = memo.value[slot]
            return True
        frame.bound = max(frame.bound, memo.value[slot])
    return frame.bound >= frame.beta


@kernel
def settle(problem: Problem, scratch: Scratch, memo: Memo, frame: Frame, total: int, kind: int) -> bool:
    """Settles the set with a total of the given kind and keeps it in the memo; returns True."""
    frame.bound = total
    constraint = scratch.constraint[frame.depth]
    head = constraint if problem.rule == HARD else constraint[:1]
    store(memo, frame.memo_key, head, scratch.answers[frame.low : frame.high], total, kind)
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


@kernel(when="is_hard")
def constraint_hash(problem: Problem, constraint: NDArray[np.uint16]) -> np.uint64:
    """Hashes a constraint, without its entry 0 (the guesses left)."""
    total = np.uint64(0)
    n_values = len(problem.letter_hash) // (len(constraint) - 1)
    for i in range(1, len(constraint)):
        total ^= problem.letter_hash[(i - 1) * n_values + constraint[i]]
    return total
