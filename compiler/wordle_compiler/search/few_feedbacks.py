"""The exact search for games with few feedbacks, such as Mastermind: the same tree, bounded by the sizes of cells.

If a guess makes at most 14 cells, counting them says little about a set of 200 candidates: 3 * 200 - 14 is far below
their total. A better bound comes from the tree's branching: with 14 feedbacks, no tree solves more than one answer with
one guess, 13 more with two, and 169 more with three. So a guess is bounded by the sizes of its cells. For small sets
the number of cells is just as good a bound, so `exact.search` handles them; both share one memo.

This search also uses Mastermind's symmetry: see `symmetry`.
"""

# Numba has one integer type; numpy's stubs distinguish np.int64 from int, which does not matter here.
# mypy: disable-error-code="arg-type, return-value, no-any-return, assignment"

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.kernels.kernel import kernel
from wordle_compiler.kernels.layout import Codes
from wordle_compiler.search.exact import BOUND_FIRST_MIN, EVERY_GUESS, WHOLE_VIEW, search
from wordle_compiler.search.memo import EXACT, LOWER, Memo, find, store
from wordle_compiler.search.problem import (
    BOUND_FIRST,
    CANDIDATES,
    INFEASIBLE,
    MEMO,
    SYMMETRY,
    Problem,
    Scratch,
    View,
)
from wordle_compiler.search.rounds import split
from wordle_compiler.search.sorting import sort_by_key
from wordle_compiler.search.symmetry import is_few, keep_representatives, remember

SYMMETRY_MIN = 20
"""Smaller sets try every guess: finding the equivalent ones would cost more."""


@kernel(is_entry=True, when=is_few)
def search_few(
    problem: Problem,
    scratch: Scratch,
    memo: Memo,
    view: View,
    low: int,
    high: int,
    top: int,
    key: np.uint64,
    guesses_left: int,
    depth: int,
    beta: int,
    only: int,
    bound_only: bool,
    n_legal: int,  # noqa: ARG001 - the signature is that of `exact.search`
) -> int:
    """Returns the smallest total of the candidates at `low:high` of the stack, or a lower bound of at least `beta`.

    The arguments and the result are those of `exact.search`. `view` is the root view. In games with symmetries,
    `scratch.constraint[depth]` holds the guesses so far.
    """
    n = high - low
    if beta > INFEASIBLE // 2:
        beta = np.int64(INFEASIBLE)
    # 1. Give up on more candidates than any tree of this depth can solve.
    if n > problem.capacity[guesses_left]:
        return INFEASIBLE
    if n <= problem.few_max and only < 0:
        return search(
            problem,
            scratch,
            memo,
            view,
            low,
            high,
            top,
            key,
            guesses_left,
            depth,
            beta,
            EVERY_GUESS,
            bound_only,
            WHOLE_VIEW,
        )
    scratch.visited[0] += 1
    if scratch.control[0] != 0:
        return INFEASIBLE
    answers = scratch.answers[low:high]
    switches = problem.switches
    constraint = scratch.constraint[depth]
    constraint[0] = guesses_left
    head = constraint[:1]
    key ^= problem.depth_hash[guesses_left]
    n_order = np.int64(1)
    order = scratch.order[depth]
    order[0] = only
    bounds = scratch.bounds[depth]
    bounds[0] = 0
    if only < 0:
        # 2. The bound from the number of candidates, and the memo.
        bound = problem.least_total[n]
        if bound >= beta:
            return bound
        if switches[MEMO]:
            slot = find(memo, key, head, answers)
            if slot >= 0:
                if memo.kind[slot] == EXACT:
                    return memo.value[slot]
                bound = max(bound, memo.value[slot])
                if bound >= beta:
                    return bound
        # 3. The legal guesses (one per class if the game is symmetric), each with its bound and its estimate.
        if problem.rule == CANDIDATES:
            n_order = np.int64(n)
            for i in range(n):
                order[i] = problem.answer_as_guess[answers[i]]
        else:
            n_order = np.int64(len(view.guesses))
            for i in range(n_order):
                order[i] = view.guesses[i]
        n_order = _thin_out(problem, scratch, constraint, n, order, n_order)
        estimates = scratch.keys
        scratch.visited[1] += 1
        rated = scratch.rated
        lowest = np.int64(INFEASIBLE)
        n_kept = np.int64(0)
        for i in range(n_order):
            guess = order[i]
            bound_guess(problem, scratch.counts, answers, problem.by_guess[guess], guesses_left, rated)
            lowest = min(lowest, rated[0])
            if rated[0] < beta:
                order[n_kept] = guess
                bounds[n_kept] = rated[0]
                estimates[n_kept] = rated[1]
                n_kept += 1
        n_order = n_kept
        # 4. Stop if no guess can beat beta, or if the caller asked only for a bound.
        bound = max(bound, min(np.int64(beta), lowest))
        if bound_only or bound >= beta:
            if switches[MEMO]:
                store(memo, key, head, answers, bound, EXACT if bound >= INFEASIBLE else LOWER)
            return bound
        ranks = scratch.ranks
        for i in range(n_order):
            ranks[i] = i
        sort_by_key(estimates, ranks, n_order, scratch.spare_keys, scratch.spare_guesses)
        for i in range(n_order):
            scratch.spare_keys[i] = bounds[ranks[i]]
            scratch.spare_guesses[i] = order[ranks[i]]
        for i in range(n_order):
            bounds[i] = scratch.spare_keys[i]
            order[i] = scratch.spare_guesses[i]
    cell_start = scratch.cell_start[depth]
    cell_stop = scratch.cell_stop[depth]
    cell_code = scratch.cell_code[depth]
    cell_bound = scratch.cell_bound[depth]
    cell_key = scratch.cell_key[depth]
    cell_exact = scratch.cell_exact[depth]
    cell_bounded = scratch.cell_bounded[depth]
    after = scratch.constraint[depth + 1]
    won = problem.n_feedbacks - 1
    best = np.int64(beta)
    for rank in range(n_order):
        if bounds[rank] >= best:
            continue
        guess = order[rank]
        # 5. Split the candidates, and look each cell up.
        n_here = split(problem, scratch, low, high, top, depth, guess)
        total = np.int64(n)
        for c in range(n_here):
            size = cell_stop[c] - cell_start[c]
            cell_exact[c] = size <= 2
            cell_bounded[c] = False
            if cell_code[c] == won:
                cell_bound[c] = 0
            elif size > problem.capacity[guesses_left - 1]:
                cell_bound[c] = INFEASIBLE
                cell_exact[c] = True
            else:
                cell_bound[c] = problem.least_total[size]
                if size > 2 and switches[MEMO]:
                    after[0] = guesses_left - 1
                    child = cell_key[c] ^ problem.depth_hash[guesses_left - 1]
                    members = scratch.answers[cell_start[c] : cell_stop[c]]
                    slot = find(memo, child, after[:1], members)
                    if slot >= 0:
                        cell_bound[c] = max(cell_bound[c], memo.value[slot])
                        cell_exact[c] = memo.kind[slot] == EXACT
                        cell_bounded[c] = True
            total += cell_bound[c]
        # 6. Bound every large cell, largest first, then search the cells, smallest first, as in `exact.search`.
        for turn in range(2):
            if turn == 0 and not switches[BOUND_FIRST]:
                continue
            for i in range(n_here):
                c = i if turn else n_here - 1 - i
                if total >= best:
                    break
                is_small = cell_stop[c] - cell_start[c] < BOUND_FIRST_MIN
                if cell_exact[c] or (turn == 0 and (cell_bounded[c] or is_small)):
                    continue
                remember(constraint, guess, after)
                value = search_few(
                    problem,
                    scratch,
                    memo,
                    view,
                    cell_start[c],
                    cell_stop[c],
                    top + n,
                    cell_key[c],
                    guesses_left - 1,
                    depth + 1,
                    best - total + cell_bound[c],
                    EVERY_GUESS,
                    turn == 0,
                    WHOLE_VIEW,
                )
                total += value - cell_bound[c]
                cell_bound[c] = value
        if only >= 0:
            return min(total, np.int64(INFEASIBLE))
        best = min(best, total)
    # 7. As in `exact.search`.
    is_exact = best < beta or beta >= INFEASIBLE
    best = min(best, np.int64(INFEASIBLE))
    if switches[MEMO] and scratch.control[0] == 0:
        store(memo, key, head, answers, best, EXACT if is_exact else LOWER)
    return best


@kernel(when=is_few)
def bound_guess(
    problem: Problem,
    counts: NDArray[np.int32],
    answers: NDArray[np.uint16],
    row: Codes,
    guesses_left: int,
    rated: NDArray[np.int64],
) -> None:
    """Writes a lower bound for the total with a guess, and an estimate of it, to `rated`.

    The bound is sound because no tree solves a cell for less than `least_total` of its size. It is `INFEASIBLE` if a
    cell is too large for the guesses left, or if the guess does not split the candidates and so is wasted. `counts` is
    all zeros before and after the call.
    """
    n_feedbacks = problem.n_feedbacks
    least_total = problem.least_total
    expected_total = problem.expected_total
    for answer in answers:
        counts[row[answer]] += 1
    n = len(answers)
    total = np.int64(n)
    estimate = np.int64(256 * n)
    capacity = problem.capacity[guesses_left - 1]
    for code in range(n_feedbacks - 1):
        size = counts[code]
        if size > 0:
            total += INFEASIBLE if size > capacity or size == n else least_total[size]
            estimate += expected_total[size]
            counts[code] = 0
    counts[n_feedbacks - 1] = 0
    rated[0] = min(total, np.int64(INFEASIBLE))
    rated[1] = estimate


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


@kernel(is_entry=True, when=is_few)
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
    guesses, estimates, rated = scratch.ranks, scratch.keys, scratch.rated
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
        bound_guess(problem, scratch.counts, answers, problem.by_guess[guess], guesses_left, rated)
        if rated[0] <= total:
            guesses[n] = guess
            estimates[n] = rated[1]
            n += 1
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
