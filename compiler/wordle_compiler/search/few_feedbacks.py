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
    is_stopped,
    settle_by_search,
)
from wordle_compiler.search.memo import Memo
from wordle_compiler.search.playing import next_cell, play, take_total
from wordle_compiler.search.problem import BLOCK, CANDIDATES, INFEASIBLE, NODES, SWEEPS, Problem, Scratch, View
from wordle_compiler.search.rounds import estimate_totals, sort_by_estimate
from wordle_compiler.search.symmetry import is_few, keep_representatives
from wordle_compiler.search.twins import PATIENCE, STRUCK, strike_twins

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
    if frame.only >= 0:
        order[0] = frame.only
        bounds[frame.only] = 0
        frame.n_order = 1
    else:
        # 2. The bound from the number of candidates, and the memo.
        if is_settled_by_memo(problem, scratch, memo, frame):
            return frame.bound
        # 3 and 4. The legal guesses. Stop if none can beat beta.
        answers = scratch.answers[frame.low : frame.high]
        constraint = scratch.constraint[frame.depth]
        frame.n_order, least = list_open(
            problem, scratch, answers, constraint, frame.guesses_left, frame.beta, order, bounds
        )
        if is_settled_by_bound(problem, scratch, memo, frame, least):
            return frame.bound
        # 5. Order them by estimate.
        sort_by_estimate(problem, scratch, answers, order[: frame.n_order])
    below = frame_at(scratch.frames[frame.depth + 1])
    frame.twins_after = scratch.counters[NODES] + PATIENCE
    for rank in range(frame.n_order):
        if is_stopped(scratch):
            break
        if order[rank] == STRUCK or bounds[order[rank]] >= frame.best:
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
def list_open(
    problem: Problem,
    scratch: Scratch,
    answers: NDArray[np.uint16],
    constraint: NDArray[np.uint16],
    guesses_left: int,
    beta: int,
    guesses: NDArray[np.int32],
    bounds: NDArray[np.int64],
) -> tuple[int, int]:
    """Writes the legal guesses whose bound is below `beta`, ascending, and the bounds of all legal ones by guess.

    Of guesses that symmetry makes equal, only the first is written. Returns how many there are, and the smallest bound
    of all.
    """
    scratch.counters[SWEEPS] += 1
    n_allowed = problem.by_guess.shape[0]
    n = np.int64(0)
    if problem.rule == CANDIDATES:
        for answer in answers:
            guesses[n] = problem.answer_as_guess[answer]
            n += 1
    else:
        for guess in range(n_allowed):
            guesses[guess] = guess
        n = np.int64(n_allowed)
    # Finding the equal ones of all guesses would take longer than bounding all of them by block.
    is_by_block = len(answers) <= BLOCK_BOUND_MAX and n * BLOCK_BOUND_SHARE > n_allowed
    if is_by_block:
        for start in range(0, n_allowed, BLOCK):
            bound_block(problem, scratch, answers, guesses_left, start, min(start + BLOCK, n_allowed), bounds)
    else:
        n = thin_out(problem, scratch, constraint, len(answers), guesses, n)
    least = np.int64(INFEASIBLE)
    n_open = np.int64(0)
    for i in range(n):
        guess = guesses[i]
        if not is_by_block:
            bounds[guess] = bound_guess(problem, scratch.counts, answers, problem.by_guess[guess], guesses_left)
        least = min(least, bounds[guess])
        guesses[n_open] = guess
        n_open += bounds[guess] < beta
    if is_by_block:
        n_open = thin_out(problem, scratch, constraint, len(answers), guesses, n_open)
    return n_open, least


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
    n, _ = list_open(problem, scratch, answers, constraint, guesses_left, total + 1, guesses, scratch.bounds[0])
    estimate_totals(problem, scratch.counts, answers, guesses[:n], scratch.keys)
    return n


@kernel(when=is_few)
def thin_out(
    problem: Problem,
    scratch: Scratch,
    constraint: NDArray[np.uint16],
    n_candidates: int,
    guesses: NDArray[np.int32],
    n_guesses: int,
) -> int:
    """Keeps one guess of each class that symmetry makes equal; returns how many remain."""
    if n_candidates < SYMMETRY_MIN:
        return n_guesses
    return keep_representatives(problem, scratch, constraint, guesses, n_guesses)
