"""Games with few feedbacks, such as Mastermind: guesses are rated by the sizes of their cells, and symmetry saves most.

If a guess makes at most 14 cells, counting them says little about a set of 200 candidates: 3 * 200 - 14 is far below
their total. A better bound comes from the tree's branching: with 14 feedbacks, no tree solves more than one answer with
one guess, 13 more with two, and 169 more with three. So a guess is bounded by the sizes of its cells. For small sets
the number of cells is just as good a bound, so they are rated as in other games (see `known_totals`).

In Mastermind, permuting the places and the colours changes nothing. A permutation of the places combined with one of
the colours maps codes to codes and preserves every feedback. If it maps each guess so far to itself, it also maps the
set of candidates to itself, whatever the feedbacks were. If such a permutation maps one next guess to another, both
have the same total. So it is enough to try one guess of each such class (orbit). The smallest image of a guess
identifies its class.

A permutation of the places determines how the colours of the guesses so far are mapped, if they can be at all; the
colours not yet used are free. This holds only if the game has all codes of its colours, with or without repeats;
`place_permutations` checks that.
"""

from __future__ import annotations

import numpy as np

from wordle_compiler.kernels.kernel import kernel, kernel_when
from wordle_compiler.kernels.layout import Answers, Codes, Constraint, Guesses, Int32s, Int64s
from wordle_compiler.search.known_totals import is_settled_by_bound
from wordle_compiler.search.memo import Memo
from wordle_compiler.search.problem import BLOCK, INFEASIBLE, Frame, Problem, Scratch
from wordle_compiler.search.rounds import estimate_totals, sort_by_key

OVERFLOW = 65_535
"""In place of a guess: the list holds no more guesses, or none with this number, so no symmetry is used."""

SYMMETRY_MIN = 20
"""Smaller sets try every guess: finding the equivalent ones would cost more."""

BLOCK_BOUND_MAX = 255
"""`bound_block` counts this many candidates at most."""

BLOCK_BOUND_SHARE = 4
"""If less than one guess in this many is legal, the guesses are bounded one by one."""


@kernel_when("is_few")
def remember(before: Constraint, guess: int, after: Constraint) -> None:
    """Writes the guesses so far and one more into `after`; entry 0 is not a guess and stays unchanged."""
    for i in range(1, len(after)):
        after[i] = before[i]
        if before[i] == 0 and guess + 1 < OVERFLOW:
            after[i] = np.uint16(guess + 1)
            for j in range(i + 1, len(after)):
                after[j] = np.uint16(0)
            return
    for i in range(1, len(after)):
        after[i] = np.uint16(OVERFLOW)


@kernel
def list_fitting(problem: Problem, scratch: Scratch, constraint: Constraint) -> int:
    """Finds the permutations of the places that keep each guess so far, the identity first; returns how many.

    Their numbers go to `scratch.fitting`, where each maps the colours to `scratch.images` (-1: a colour not used yet),
    and which colours are used to `scratch.colours[0]`. Returns 0 if there is no symmetry, or the guesses are unknown.
    """
    letters, permutations = problem.letters, problem.permutations
    if len(permutations) == 0 or constraint[1] == OVERFLOW:
        return 0
    used, taken = scratch.colours[0], scratch.colours[2]
    used[:] = 0
    for i in range(1, len(constraint)):
        if constraint[i] == 0:
            break
        for place in range(letters.shape[1]):
            used[letters[constraint[i] - 1, place]] = 1
    n_kept = np.int64(0)
    for p in range(len(permutations)):
        own = scratch.images[n_kept]
        own[:] = -1
        taken[:] = 0
        fits = True
        for i in range(1, len(constraint)):
            if constraint[i] == 0 or not fits:
                break
            guess = np.int64(constraint[i]) - 1
            for place in range(letters.shape[1]):
                source = letters[guess, permutations[p, place]]
                target = letters[guess, place]
                if own[source] < 0 and taken[target] == 0:
                    own[source] = target
                    taken[target] = 1
                elif own[source] != target:
                    fits = False
                    break
        if fits:
            scratch.fitting[n_kept] = p
            n_kept += 1
    return n_kept


@kernel_when("is_few")
def keep_representatives(
    problem: Problem, scratch: Scratch, constraint: Constraint, n_candidates: int, guesses: Guesses, n_guesses: int
) -> int:
    """Keeps the first of `guesses[:n_guesses]` of every class, in their order; returns how many remain.

    The cost grows with the guesses, the places, and the permutations that the guesses so far permit. If only the
    identity remains, the call costs next to nothing. `constraint` holds the guesses so far, as `remember` writes them.
    """
    n_kept = list_fitting(problem, scratch, constraint) if n_candidates >= SYMMETRY_MIN else np.int64(0)
    if n_kept == 0:
        return n_guesses
    letters, permutations, images, fitting = problem.letters, problem.permutations, scratch.images, scratch.fitting
    n_places, n_colours = letters.shape[1], problem.letter_counts.shape[1]
    used, free, image = scratch.colours[0], scratch.colours[1], scratch.colours[3]
    n_free = 0
    for colour in range(n_colours):
        if used[colour] == 0:
            free[n_free] = colour
            n_free += 1
    if n_kept == 1 and n_free <= 1:
        return n_guesses
    seen = scratch.seen
    scratch.counters.last_seen += 1
    mark = scratch.counters.last_seen
    left = 0
    for i in range(n_guesses):
        guess = guesses[i]
        smallest = np.int64(len(seen))
        for k in range(n_kept):
            for kept in range(len(image)):
                image[kept] = images[k, kept]
            n_named = 0
            number = np.int64(0)
            for place in range(n_places):
                colour = letters[guess, permutations[fitting[k], place]]
                if image[colour] < 0:
                    # Free colours are named in the order in which they appear.
                    image[colour] = free[n_named]
                    n_named += 1
                number = number * n_colours + image[colour]
            smallest = min(smallest, number)
        if seen[smallest] != mark:
            seen[smallest] = mark
            guesses[left] = guess
            left += 1
    return left


@kernel_when("is_few")
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
    estimate_totals(problem, scratch.counts, answers, order[: frame.n_order], scratch.keys)
    sort_by_key(scratch, order, frame.n_order)
    return False


@kernel_when("is_few")
def list_open(
    problem: Problem,
    scratch: Scratch,
    answers: Answers,
    constraint: Constraint,
    guesses_left: int,
    beta: int,
    guesses: Guesses,
    bounds: Int64s,
) -> tuple[int, int]:
    """Writes the legal guesses whose bound is below `beta`, ascending, and the bounds of all legal ones by guess.

    Of guesses that symmetry makes equal, only the first is written. Returns how many there are, and the smallest bound
    of all.
    """
    scratch.counters.sweeps += 1
    n_allowed = problem.by_guess.shape[0]
    n = np.int64(0)
    if not problem.has_others:
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


@kernel_when("is_few")
def bound_block(
    problem: Problem, scratch: Scratch, answers: Answers, guesses_left: int, first: int, stop: int, bounds: Int64s
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
    memory[1:5] = 0
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


@kernel_when("is_few")
def bound_guess(problem: Problem, counts: Int32s, answers: Answers, row: Codes, guesses_left: int) -> int:
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
