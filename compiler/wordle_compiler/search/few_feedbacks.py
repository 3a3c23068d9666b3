"""The steps of the search that rate guesses in games with few feedbacks, such as Mastermind: by the sizes of cells.

If a guess makes at most 14 cells, counting them says little about a set of 200 candidates: 3 * 200 - 14 is far below
their total. A better bound comes from the tree's branching: with 14 feedbacks, no tree solves more than one answer with
one guess, 13 more with two, and 169 more with three. So a guess is bounded by the sizes of its cells. For small sets
the number of cells is just as good a bound, so they are rated as in other games (see `rating`).

Large sets also use Mastermind's symmetry: see `symmetry`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.kernels.kernel import kernel
from wordle_compiler.kernels.layout import Codes
from wordle_compiler.search.frame import Frame
from wordle_compiler.search.known_totals import is_settled_by_bound
from wordle_compiler.search.memo import Memo
from wordle_compiler.search.problem import BLOCK, CANDIDATES, INFEASIBLE, SWEEPS, Problem, Scratch
from wordle_compiler.search.rounds import sort_by_estimate
from wordle_compiler.search.symmetry import keep_representatives

BLOCK_BOUND_MAX = 255
"""`bound_block` counts this many candidates at most."""

BLOCK_BOUND_SHARE = 4
"""If less than one guess in this many is legal, the guesses are bounded one by one."""


@kernel(when="is_few")
def is_settled_by_sizes(problem: Problem, scratch: Scratch, memo: Memo, frame: Frame) -> bool:
    """Steps 4 to 8 of the search, for a large set: writes the guesses that may beat beta to `scratch.order`.

    In games with symmetries, `scratch.constraint[depth]` holds the guesses so far. Settles the set if no guess is left.
    """
    answers = scratch.answers[frame.low : frame.high]
    constraint = scratch.constraint[frame.depth]
    order, bounds = scratch.order[frame.depth], scratch.bounds[frame.depth]
    frame.n_order, least = list_open(
        problem, scratch, answers, constraint, frame.guesses_left, frame.beta, order, bounds
    )
    if is_settled_by_bound(problem, scratch, memo, frame, least):
        return True
    sort_by_estimate(problem, scratch, answers, order[: frame.n_order])
    return False


@kernel(when="is_few")
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
        n = keep_representatives(problem, scratch, constraint, len(answers), guesses, n)
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
        n_open = keep_representatives(problem, scratch, constraint, len(answers), guesses, n_open)
    return n_open, least


@kernel(when="is_few")
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


@kernel(when="is_few")
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
