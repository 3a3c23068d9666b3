"""The exact search for games with few feedbacks, such as Mastermind: the same tree, bounded by the sizes of cells.

If a guess makes at most 14 cells, counting them says little about a set of 200 candidates: 3 * 200 - 14 is far below
their total. A better bound comes from the tree's branching: with 14 feedbacks, no tree solves more than one answer with
one guess, 13 more with two, and 169 more with three. So a guess is bounded by the sizes of its cells. For small sets
the number of cells is just as good a bound, so `exact.search` handles them; both share one memo.

This search also uses Mastermind's symmetry: see `symmetry`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.kernels.kernel import kernel
from wordle_compiler.kernels.layout import Codes
from wordle_compiler.search.exact import search
from wordle_compiler.search.frame import Frame, frame_at
from wordle_compiler.search.known_totals import (
    is_settled_by_bound,
    is_settled_by_memo,
    is_settled_by_size,
    settle_by_search,
)
from wordle_compiler.search.memo import Memo
from wordle_compiler.search.playing import next_cell, play, take_total
from wordle_compiler.search.problem import (
    BLOCK,
    CANDIDATES,
    INFEASIBLE,
    NODES,
    SWEEPS,
    SYMMETRY,
    Problem,
    Scratch,
    View,
)
from wordle_compiler.search.rounds import estimate_totals
from wordle_compiler.search.sorting import sort_by_key
from wordle_compiler.search.symmetry import is_few, keep_representatives
from wordle_compiler.search.twins import STRUCK, expect_twins, strike_twins

SYMMETRY_MIN = 20
"""Smaller sets try every guess: finding the equivalent ones would cost more."""

BLOCK_BOUND_MAX = 255
"""`bound_block` counts this many candidates at most."""

BLOCK_BOUND_SHARE = 4
"""If less than one guess in this many is legal, the guesses are bounded one by one."""


@kernel(when=is_few)
def search_few(problem: Problem, scratch: Scratch, memo: Memo, view: View, frame: Frame) -> int:
    """Returns the smallest total of the frame's set, or a lower bound of at least `frame.beta`, as `exact.search` does.

    `view` is the root view. In games with symmetries, `scratch.constraint[depth]` holds the guesses so far.
    """
    if frame.high - frame.low <= problem.few_max and frame.only < 0:
        return search(problem, scratch, memo, view, frame)
    # 1. Give up on more candidates than any tree of this depth can solve.
    if is_settled_by_size(problem, scratch, frame):
        return frame.bound
    order = scratch.order[frame.depth]
    bounds = scratch.bounds[frame.depth]
    order[0] = frame.only
    bounds[0] = 0
    frame.n_order = 1
    if frame.only < 0:
        # 2. The bound from the number of candidates, and the memo.
        if is_settled_by_memo(problem, scratch, memo, frame):
            return frame.bound
        # 3 and 4. The legal guesses. Stop if none can beat beta.
        least = rate_few(problem, scratch, view, frame)
        if is_settled_by_bound(problem, scratch, memo, frame, least):
            return frame.bound
        # 5. Order them by estimate.
        _order_rated(problem, scratch, frame)
    below = frame_at(scratch.frames[frame.depth + 1])
    expect_twins(scratch, frame)
    for rank in range(frame.n_order):
        if bounds[rank] >= frame.best or order[rank] == STRUCK:
            continue
        # 6. Split the candidates, and look each cell up.
        play(problem, scratch, memo, frame, order[rank])
        # 7. Bound the large cells, then search the cells.
        while next_cell(problem, scratch, frame, order[rank]):
            take_total(scratch, frame, search_few(problem, scratch, memo, view, below))
        frame.best = min(frame.best, frame.total)
        # 8. Of guesses that can change places, one is enough.
        if scratch.counters[NODES] > frame.twins_after:
            strike_twins(problem, scratch, view, frame, rank)
    # 9. What the tried guesses prove.
    return settle_by_search(problem, scratch, memo, frame)


@kernel(when=is_few)
def rate_few(problem: Problem, scratch: Scratch, view: View, frame: Frame) -> int:
    """Step 3: lists the legal guesses whose bound is below beta; returns the smallest bound of all.

    The guesses go to `scratch.order`, and their bounds to `scratch.bounds`.
    """
    answers = scratch.answers[frame.low : frame.high]
    order = scratch.order[frame.depth]
    if problem.rule == CANDIDATES:
        n_order = np.int64(len(answers))
        for i in range(n_order):
            order[i] = problem.answer_as_guess[answers[i]]
    else:
        n_order = np.int64(len(view.guesses))
        for i in range(n_order):
            order[i] = view.guesses[i]
    scratch.counters[SWEEPS] += 1
    bounds = scratch.bounds[frame.depth]
    constraint = scratch.constraint[frame.depth]
    least = np.int64(INFEASIBLE)
    n_allowed = problem.by_guess.shape[0]
    is_by_block = len(answers) <= BLOCK_BOUND_MAX and n_order * BLOCK_BOUND_SHARE > n_allowed
    if is_by_block:
        # Equal guesses have equal bounds, but bounding all guesses is cheaper than finding the equal ones.
        for start in range(0, n_allowed, BLOCK):
            stop = min(start + BLOCK, n_allowed)
            bound_block(problem, scratch, answers, frame.guesses_left, start, stop, scratch.spare_keys)
    else:
        n_order = _thin_out(problem, scratch, constraint, len(answers), order, n_order)
    n_kept = np.int64(0)
    for i in range(n_order):
        guess = order[i]
        if is_by_block:
            bound = scratch.spare_keys[guess]
        else:
            bound = bound_guess(problem, scratch.counts, answers, problem.by_guess[guess], frame.guesses_left)
        least = min(least, bound)
        order[n_kept] = guess
        bounds[n_kept] = bound
        n_kept += bound < frame.beta
    frame.n_order = n_kept
    return least


@kernel(when=is_few)
def _order_rated(problem: Problem, scratch: Scratch, frame: Frame) -> None:
    """Step 5: sorts the guesses that `rate_few` kept by estimate; of equal ones it keeps the first."""
    answers = scratch.answers[frame.low : frame.high]
    order, bounds = scratch.order[frame.depth], scratch.bounds[frame.depth]
    bound_of, ranks = scratch.spare_keys, scratch.ranks
    for i in range(frame.n_order):
        bound_of[order[i]] = bounds[i]
    n = _thin_out(problem, scratch, scratch.constraint[frame.depth], len(answers), order, frame.n_order)
    for i in range(n):
        bounds[i] = bound_of[order[i]]
        ranks[i] = i
    estimate_totals(problem, scratch.counts, answers, order[:n], scratch.keys)
    sort_by_key(scratch.keys, ranks, n, scratch.spare_keys, scratch.spare_guesses)
    for i in range(n):
        scratch.spare_keys[i] = bounds[ranks[i]]
        scratch.spare_guesses[i] = order[ranks[i]]
    for i in range(n):
        bounds[i] = scratch.spare_keys[i]
        order[i] = scratch.spare_guesses[i]
    frame.n_order = n


@kernel(when=is_few)
def bound_block(
    problem: Problem,
    scratch: Scratch,
    answers: NDArray[np.uint16],
    guesses_left: int,
    first: int,
    stop: int,
    bounds: NDArray[np.int64],
) -> None:
    """Writes the bounds that `bound_guess` finds to `bounds[first:stop]`, for at most `BLOCK` guesses at once.

    It counts one feedback at a time, for all guesses side by side, in bytes: `BLOCK_BOUND_MAX` candidates at most.
    `least_total` of a cell of s candidates is the sum of max(0, s - c) over the capacities c.
    """
    width = stop - first
    n = len(answers)
    capacity = problem.capacity
    memory = scratch.bitmaps
    sizes, n_cells, inside = memory[0].view(np.uint8), memory[1].view(np.uint8), memory[2].view(np.uint8)
    largest, beyond = memory[3].view(np.uint8), memory[4].view(np.uint16)
    for q in range(width):
        n_cells[q] = 0
        inside[q] = 0
        largest[q] = 0
        beyond[q] = 0
    for code in problem.feedback_codes:
        for q in range(width):
            sizes[q] = 0
        for answer in answers:
            row = problem.by_answer[answer, first:stop]
            for q in range(width):
                sizes[q] += np.uint8(row[q] == code)
        for q in range(width):
            n_cells[q] += np.uint8(sizes[q] > 0)
            inside[q] += sizes[q]
            largest[q] = max(largest[q], sizes[q])
        for guesses in range(2, guesses_left):
            if capacity[guesses] >= n:
                break
            most = np.uint8(capacity[guesses])
            for q in range(width):
                beyond[q] += np.uint16(max(sizes[q], most) - most)
    for q in range(width):
        size = np.int64(largest[q])
        is_hopeless = size > capacity[guesses_left - 1] or size == n
        total = n + 2 * np.int64(inside[q]) - np.int64(n_cells[q]) + np.int64(beyond[q])
        bounds[first + q] = np.int64(INFEASIBLE) if is_hopeless else total


@kernel(when=is_few)
def bound_guess(
    problem: Problem,
    counts: NDArray[np.int32],
    answers: NDArray[np.uint16],
    row: Codes,
    guesses_left: int,
) -> int:
    """Returns a lower bound for the total with a guess.

    It is sound because no tree solves a cell for less than `least_total` of its size. It is `INFEASIBLE` if a cell is
    too large for the guesses left, or if the guess does not split the candidates and so is wasted. `counts` is all
    zeros before and after the call.
    """
    for answer in answers:
        counts[row[answer]] += 1
    n = len(answers)
    total = np.int64(n)
    capacity = problem.capacity[guesses_left - 1]
    for code in problem.feedback_codes:
        size = counts[code]
        total += INFEASIBLE if size > capacity or size == n else problem.least_total[size]
        counts[code] = 0
    counts[problem.n_feedbacks - 1] = 0
    return min(total, np.int64(INFEASIBLE))


def order_few(
    problem: Problem,
    scratch: Scratch,
    answers: NDArray[np.uint16],
    constraint: NDArray[np.uint16],
    guesses_left: int,
    total: int,
) -> NDArray[np.int32]:
    """Returns the legal guesses whose bound is at most `total`, by estimate, candidates first, then by number.

    Of guesses that symmetry makes equal, only the first is returned.
    """
    n = list_few(problem, scratch, answers, constraint, guesses_left, total)
    guesses, estimates = scratch.ranks[:n], scratch.keys[:n]
    is_other = ~np.isin(guesses, problem.answer_as_guess[answers])
    return guesses[np.lexsort((guesses, is_other, estimates))]


@kernel(when=is_few)
def list_few(
    problem: Problem,
    scratch: Scratch,
    answers: NDArray[np.uint16],
    constraint: NDArray[np.uint16],
    guesses_left: int,
    total: int,
) -> int:
    """Writes the legal guesses whose bound is at most `total`, ascending, into `scratch.ranks`; returns how many.

    Their estimates go to `scratch.keys`. Of guesses that symmetry makes equal, only the first is written.
    """
    guesses = scratch.ranks
    n_legal = np.int64(0)
    if problem.rule == CANDIDATES:
        for answer in answers:
            guesses[n_legal] = problem.answer_as_guess[answer]
            n_legal += 1
    else:
        n_legal = np.int64(problem.by_guess.shape[0])
        for guess in range(n_legal):
            guesses[guess] = guess
    n_legal = _thin_out(problem, scratch, constraint, len(answers), guesses, n_legal)
    n = 0
    for i in range(n_legal):
        guess = guesses[i]
        guesses[n] = guess
        n += bound_guess(problem, scratch.counts, answers, problem.by_guess[guess], guesses_left) <= total
    estimate_totals(problem, scratch.counts, answers, guesses[:n], scratch.keys)
    return n


@kernel(when=is_few)
def _thin_out(
    problem: Problem,
    scratch: Scratch,
    constraint: NDArray[np.uint16],
    n_candidates: int,
    guesses: NDArray[np.int32],
    n_guesses: int,
) -> int:
    """Keeps one guess of each class that symmetry makes equal; returns how many remain."""
    if not problem.switches[SYMMETRY] or n_candidates < SYMMETRY_MIN:
        return n_guesses
    return keep_representatives(problem, scratch, constraint, guesses, n_guesses)
