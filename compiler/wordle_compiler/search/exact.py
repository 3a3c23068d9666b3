"""The exact search: the smallest total of a set of candidates, by branch and bound over guesses.

`search` is a plain alpha-beta-like recursion in numbered steps. All totals are integers. With `beta` as the bar to
beat it returns the exact smallest total where that is below `beta`, and else some proven lower bound that is at least
`beta`.
"""

# Numba's integers are one type; numpy's stubs tell np.int64 from int, which says nothing here.
# mypy: disable-error-code="arg-type, return-value, no-any-return, assignment"

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from wordle_compiler.legality import is_legal, tighten
from wordle_compiler.search.memo import EXACT, LOWER, Memo, find, store
from wordle_compiler.search.partition import BLOCK, count_cells
from wordle_compiler.search.problem import (
    BOUND_FIRST,
    CANDIDATES,
    HARD,
    INFEASIBLE,
    MEMO,
    ONE_PAIR,
    PARENT_ORDER,
    PERFECT,
    VIEWS,
    Problem,
    Scratch,
    View,
)
from wordle_compiler.search.views import VIEW_MIN, holds, make_view, sweep

ESTIMATE_MIN = 12
"""From this many candidates on, guesses are tried by estimated total instead of by one-ply bound."""

EVERY_GUESS = -1
"""As `only`: search over all guesses."""

WHOLE_VIEW = -1
"""As `n_legal`: no list of legal columns, the whole view is legal (or, under rule hard, not filtered yet)."""

BOUND_FIRST_MIN = 6
"""Cells at least this large get their one-ply bound before any cell is searched."""


@njit(cache=True, nogil=True)
def search(  # noqa: D417
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
    n_legal: int,
) -> int:
    """Returns the smallest total of the candidates at `low:high` of the stack, or a lower bound of at least `beta`.

    Args:
        view: The view of the nearest large ancestor; the stack's `rows` are rows of its codes.
        top: Where the stack is free.
        key: The set's hash: the exclusive or of its members' hashes.
        guesses_left: The limit for this set. A set that no tree solves within it costs `INFEASIBLE`.
        depth: Which of the scratch memory by depth is this call's own.
        beta: Totals of `beta` and more need not be told apart.
        only: A guess to play here (its best continuation is searched), or -1 for all.
        bound_only: Stop before any guess is tried, with the best one-ply bound.
        n_legal: How many columns of the view the parent's `legal` list holds; -1 where the whole view is legal.
    """
    n = high - low
    every_guess = np.int64(EVERY_GUESS)
    # 1. Sets whose total is known from their size.
    if guesses_left < 1:
        return INFEASIBLE
    if n == 1 and only < 0:
        return 1
    if guesses_left < 2 and n > 1:
        return INFEASIBLE
    if n == 2 and only < 0:
        return 3
    scratch.visited[0] += 1
    if scratch.control[0] != 0:
        return INFEASIBLE
    answers = scratch.answers[low:high]
    rows = scratch.rows[low:high]
    rule = problem.rule
    switches = problem.switches
    constraint = scratch.constraint[depth]
    constraint[0] = guesses_left
    head = constraint if rule == HARD else constraint[:1]
    key ^= problem.depth_hash[guesses_left]
    if rule == HARD:
        key ^= constraint_hash(problem, constraint)
    n_candidate_cells = scratch.n_cells_of_candidate[depth]
    order = scratch.order[depth]
    order_bound = scratch.order_bound[depth]
    order_key = scratch.order_key[depth]
    n_order = 0
    lowest = np.int64(INFEASIBLE)
    best = np.int64(beta)
    if only >= 0:
        order[0] = only
        order_bound[0] = 0
        order_key[0] = 0
        n_order = 1
    else:
        # 2. A node of n >= 3 costs at least 2n - 1: one answer now, every other one guess later.
        bound = 2 * n - 1
        if bound >= beta:
            return bound
        # 3. The memo: the total itself, or a bound that may settle it.
        if switches[MEMO]:
            slot = find(memo, key, head, answers)
            if slot >= 0:
                if memo.kind[slot] == EXACT:
                    return memo.value[slot]
                bound = max(bound, memo.value[slot])
                if bound >= beta:
                    return bound
        # 4. The candidates as guesses. One that puts every candidate in its own cell reaches the bound of step 2.
        # Without one
        #    the total is 2n or more; a candidate that leaves just one pair reaches that, with 3 guesses left.
        most = 0
        for i in range(n):
            scratch.visited[3] += 1
            k = count_cells(
                problem.by_guess[problem.answer_as_guess[answers[i]]], answers, scratch.stamp, scratch.visited[3]
            )
            n_candidate_cells[i] = k
            most = max(most, k)
        if most == n and switches[PERFECT]:
            if switches[MEMO]:
                store(memo, key, head, answers, 2 * n - 1, EXACT)
            return 2 * n - 1
        if most < n:
            bound = max(bound, 2 * n)
            if guesses_left == 2 and rule == CANDIDATES:
                return INFEASIBLE
            if bound >= beta:
                return bound
            if most == n - 1 and guesses_left >= 3 and switches[ONE_PAIR]:
                if switches[MEMO]:
                    store(memo, key, head, answers, 2 * n, EXACT)
                return 2 * n
        # 5. A candidate with k cells costs at least 3n - k - 1: n now, its own cell nothing more, one for one answer
        # of each
        #    other cell and two for the rest.
        for i in range(n):
            if 3 * n - n_candidate_cells[i] - 1 < beta:
                order[n_order] = problem.answer_as_guess[answers[i]]
                order_bound[n_order] = 3 * n - n_candidate_cells[i] - 1
                n_order += 1
        # 6. Every other legal guess, whose bound is 3n - k. Only those of more than 3n - beta cells can matter, and a
        # guess has
        #    no more cells here than at the view's node, where the columns are in descending order.
        n_columns = len(view.guesses)
        n_cells = scratch.n_cells[depth]
        columns = scratch.legal[depth, :0]
        if rule != CANDIDATES:
            needed = max(1, 3 * n - beta)
            if guesses_left == 2:
                needed = n - 1
            if rule == HARD:
                legal = scratch.legal[depth]
                n_here = 0
                for i in range(n_columns if n_legal < 0 else n_legal):
                    column = i if n_legal < 0 else scratch.legal[depth - 1, i]
                    guess = view.guesses[column]
                    if is_legal(constraint, problem.letters[guess], problem.letter_counts[guess]):
                        legal[n_here] = column
                        n_here += 1
                n_columns = n_here
                columns = legal[:n_here]
            stop = n_columns
            if switches[PARENT_ORDER]:
                first = 0
                while first < stop:
                    middle = (first + stop) >> 1
                    if view.n_cells[columns[middle] if rule == HARD else middle] > needed:
                        first = middle + 1
                    else:
                        stop = middle
            for start in range(0, stop, BLOCK):
                block_stop = min(start + BLOCK, stop)
                sweep(problem, scratch, view, answers, rows, columns, start, block_stop, n_cells)
                for i in range(start, block_stop):
                    k = n_cells[i]
                    if k > needed:
                        guess = view.guesses[columns[i] if rule == HARD else i]
                        own = problem.guess_as_answer[guess]
                        if own >= 0 and holds(answers, own):
                            continue
                        # 7. Without a perfect candidate, a perfect other guess is the best there is.
                        if k == n and most < n and switches[PERFECT]:
                            if switches[MEMO]:
                                store(memo, key, head, answers, 2 * n, EXACT)
                            return 2 * n
                        order[n_order] = guess
                        order_bound[n_order] = 3 * n - k
                        n_order += 1
            if guesses_left == 2 and most < n:
                # Only a guess that tells all candidates apart wins in two; there was none (unless step 7 is switched
                # off).
                exact = np.int64(INFEASIBLE)
                for i in range(n_order):
                    if order_bound[i] == 2 * n and 3 * n - order_bound[i] == n:
                        own = problem.guess_as_answer[order[i]]
                        if own < 0 or not holds(answers, own):
                            exact = np.int64(2 * n)
                if switches[MEMO]:
                    store(memo, key, head, answers, exact, EXACT)
                return exact
        # 8. No guess can beat beta, or the bounds are all that was asked for.
        lowest_bound = np.int64(beta)
        for i in range(n_order):
            lowest_bound = min(lowest_bound, order_bound[i])
        bound = max(bound, lowest_bound)
        if bound_only or bound >= beta:
            if switches[MEMO]:
                store(memo, key, head, answers, bound, LOWER)
            return bound
        # 9. A large node below which there is something to search gets a view of its own.
        if rule != CANDIDATES and n >= VIEW_MIN and switches[VIEWS]:
            sweep(problem, scratch, view, answers, rows, columns, stop, n_columns, n_cells)
            view = make_view(problem, scratch, view, answers, rows, columns, n_cells[:n_columns])
            n_legal = -1
            for i in range(n):
                rows[i] = i
        else:
            n_legal = n_columns if rule == HARD else -1
        # 10. The order of trial: small nodes by bound, large ones by estimated total.
        for i in range(n_order):
            order_key[i] = order_bound[i]
            if n >= ESTIMATE_MIN:
                order_key[i] = _estimate(problem, scratch, answers, order[i])
        lowest = np.int64(INFEASIBLE)
    ranks = np.argsort(order_key[:n_order], kind="mergesort")
    cell_start = scratch.cell_start[depth]
    cell_stop = scratch.cell_stop[depth]
    cell_code = scratch.cell_code[depth]
    cell_bound = scratch.cell_bound[depth]
    cell_key = scratch.cell_key[depth]
    cell_exact = scratch.cell_exact[depth]
    cell_bounded = scratch.cell_bounded[depth]
    won = problem.n_feedbacks - 1
    for rank in ranks:
        guess = order[rank]
        if order_bound[rank] >= best:
            lowest = min(lowest, order_bound[rank])
            continue
        # 11. Split the candidates. Cells of one and two, and what the memo knows, count in full at once.
        n_cells_here = _split(problem, scratch, low, high, top, depth, guess)
        total = np.int64(n)
        for c in range(n_cells_here):
            size = cell_stop[c] - cell_start[c]
            cell_exact[c] = True
            cell_bounded[c] = False
            if cell_code[c] == won:
                cell_bound[c] = 0
            elif guesses_left < 2:
                cell_bound[c] = INFEASIBLE
            elif size == 1:
                cell_bound[c] = 1
            elif guesses_left < 3:
                cell_bound[c] = INFEASIBLE
            elif size == 2:
                cell_bound[c] = 3
            else:
                cell_bound[c] = 2 * size - 1
                cell_exact[c] = False
                if switches[MEMO]:
                    child = cell_key[c] ^ problem.depth_hash[guesses_left - 1]
                    after = scratch.constraint[depth + 1]
                    after[0] = guesses_left - 1
                    if rule == HARD:
                        tighten(constraint, problem.letters[guess], cell_code[c], after)
                        child ^= constraint_hash(problem, after)
                    slot = find(
                        memo, child, after if rule == HARD else after[:1], scratch.answers[cell_start[c] : cell_stop[c]]
                    )
                    if slot >= 0:
                        cell_bound[c] = max(cell_bound[c], memo.value[slot])
                        cell_exact[c] = memo.kind[slot] == EXACT
                        cell_bounded[c] = True
            total += cell_bound[c]
        # 12. Bound every large cell, the largest first, then search the cells, the smallest first. Each gets as its
        # beta what
        #     the others leave of the best total; as soon as nothing is left the guess is refuted.
        for turn in range(2):
            if turn == 0 and not switches[BOUND_FIRST]:
                continue
            for i in range(n_cells_here):
                c = i if turn else n_cells_here - 1 - i
                size = cell_stop[c] - cell_start[c]
                if total >= best:
                    break
                if cell_exact[c] or (turn == 0 and (cell_bounded[c] or size < BOUND_FIRST_MIN)):
                    continue
                if rule == HARD:
                    tighten(constraint, problem.letters[guess], cell_code[c], scratch.constraint[depth + 1])
                # The arguments must have just the types of the first call: numba crashes when it loads a recursive
                # function from its cache that calls itself with other types (numba issue 6061).
                value = search(
                    problem,
                    scratch,
                    memo,
                    view,
                    np.int64(cell_start[c]),
                    np.int64(cell_stop[c]),
                    top + n,
                    cell_key[c],
                    guesses_left - 1,
                    depth + 1,
                    best - total + cell_bound[c],
                    every_guess,
                    turn == 0,
                    n_legal,
                )
                total += value - cell_bound[c]
                cell_bound[c] = value
        lowest = min(lowest, total)
        best = min(best, total)
    # 13. Below beta the best is exact: every other guess was tried, or its bound is no better. Else beta is all that is
    #     proven, since the guesses left out in steps 5 and 6 were only bounded by it.
    if only >= 0:
        return min(lowest, np.int64(INFEASIBLE))
    exact_here = lowest < beta or beta >= INFEASIBLE
    result = min(lowest, np.int64(INFEASIBLE)) if exact_here else np.int64(beta)
    if switches[MEMO] and scratch.control[0] == 0:
        store(memo, key, head, answers, result, EXACT if exact_here else LOWER)
    return result


@njit(cache=True, nogil=True)
def _estimate(problem: Problem, scratch: Scratch, answers: NDArray[np.uint16], guess: int) -> int:
    """Estimates a guess's total, in 256ths, from the sizes of its cells; for the order of trial only."""
    row = problem.by_guess[guess]
    counts = scratch.counts
    for answer in answers:
        counts[row[answer]] += 1
    counts[problem.n_feedbacks - 1] = 0
    total = np.int64(0)
    for answer in answers:
        code = row[answer]
        total += problem.expected_total[counts[code]]
        counts[code] = 0
    return total


@njit(cache=True, nogil=True)
def _split(problem: Problem, scratch: Scratch, low: int, high: int, top: int, depth: int, guess: int) -> int:
    """Pushes the cells of `guess` on the stack at `top`, each ascending, and describes them, smallest first."""
    row = problem.by_guess[guess]
    counts = scratch.counts
    start = scratch.cell_start[depth]
    stop = scratch.cell_stop[depth]
    codes = scratch.cell_code[depth]
    keys = scratch.cell_key[depth]
    n = 0
    for i in range(low, high):
        code = row[scratch.answers[i]]
        if counts[code] == 0:
            codes[n] = code
            n += 1
        counts[code] += 1
    # Insertion sort by size: there are few cells, and they come nearly sorted from large sets only.
    for i in range(1, n):
        code = codes[i]
        size = counts[code]
        j = i
        while j > 0 and counts[codes[j - 1]] > size:
            codes[j] = codes[j - 1]
            j -= 1
        codes[j] = code
    at = top
    for c in range(n):
        size = counts[codes[c]]
        start[c] = at
        stop[c] = at
        keys[c] = np.uint64(0)
        counts[codes[c]] = c
        at += size
    for i in range(low, high):
        answer = scratch.answers[i]
        c = counts[row[answer]]
        scratch.answers[stop[c]] = answer
        scratch.rows[stop[c]] = scratch.rows[i]
        stop[c] += 1
        keys[c] ^= problem.answer_hash[answer]
    for c in range(n):
        counts[codes[c]] = 0
    return n


@njit(cache=True, nogil=True)
def constraint_hash(problem: Problem, constraint: NDArray[np.uint16]) -> np.uint64:
    """Hashes a constraint (not the guesses left)."""
    total = np.uint64(0)
    n_values = len(problem.letter_hash) // (len(constraint) - 1)
    for i in range(1, len(constraint)):
        total ^= problem.letter_hash[(i - 1) * n_values + constraint[i]]
    return total
