"""The exact search: the smallest total of a set of candidates, by branch and bound over guesses.

`search` is an alpha-beta-like recursion in numbered steps. All totals are integers. Given the cutoff `beta`, it returns
the exact smallest total if that is below `beta`, and otherwise a proven lower bound of at least `beta`.

If answers have weights, totals are sums of weights times guesses. The comments describe answers that count once. To
read them with weights, take "n" as the weight of all candidates and "the number of cells" as the sum of the weights of
the cells' heaviest members (see `weighing`). Comments name the exceptions.
"""

# Numba has one integer type; numpy's stubs distinguish np.int64 from int, which does not matter here.
# mypy: disable-error-code="arg-type, return-value, no-any-return, assignment"

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.game.legality import is_hard, tighten
from wordle_compiler.kernels.kernel import kernel
from wordle_compiler.search.memo import EXACT, LOWER, Memo, find, store
from wordle_compiler.search.partition import count_cells
from wordle_compiler.search.problem import (
    BLOCK,
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
from wordle_compiler.search.rounds import (
    bucket_of,
    first_at_most,
    keep_legal,
    sort_by_estimate,
    split,
    take,
    top_of_bucket,
)
from wordle_compiler.search.views import VIEW_MIN, holds, make_view, own_view, sweep
from wordle_compiler.search.weighing import sum_of_weights, weigh_cells

ESTIMATE_MIN = 12
"""With at least this many candidates, the guesses of a round are ordered by estimated total, not by one-ply bound."""

ROUND = 48
"""How many guesses are tried before the rest are checked again, which drops most of them."""

WIDTH_ROUND = 4
"""A search of limited width picks its guesses by estimate, out of this many times as many of the highest value."""

BOUND_FIRST_MIN = 6
"""Cells of at least this size get their one-ply bound before any cell is searched."""

EVERY_GUESS = -1
"""A value of `only`: search over all guesses."""

DROPPED = -1
"""Stands for a guess's value: the guess cannot matter at this node."""

WHOLE_VIEW = -1
"""A value of `n_legal`: there is no list of legal columns, so the whole view is legal (rule hard: not filtered yet)."""


@kernel(is_entry=True)
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
        view: The view of the nearest large ancestor; the stack's `rows` index its codes.
        top: Where the free part of the stack begins.
        key: The set's hash: the XOR of its members' hashes.
        guesses_left: The limit for this set. A set that no tree solves within it costs `INFEASIBLE`.
        depth: The row of the by-depth scratch arrays that belongs to this call.
        beta: The cutoff; totals of at least `beta` need not be distinguished.
        only: The guess to play here (its best continuation is searched), or `EVERY_GUESS`.
        bound_only: Return the best one-ply bound without trying any guess.
        n_legal: How many columns of the view the parent's `legal` list holds, or `WHOLE_VIEW`.
    """
    n = high - low
    if beta > INFEASIBLE // 2:
        # Without a cutoff at the parent, what the siblings leave is not a cutoff either.
        beta = np.int64(INFEASIBLE)
    # 1. Sets whose total is known from their size.
    if guesses_left < 1 or (guesses_left < 2 and n > 1):
        return INFEASIBLE
    answers = scratch.answers[low:high]
    weight = n
    heaviest = np.int64(1)
    if problem.is_weighted:
        weight = sum_of_weights(problem.weights, answers)
        heaviest = problem.weights[answers[0]]
    if n <= 2 and only < 0:
        return 2 * weight - heaviest
    scratch.visited[0] += 1
    if scratch.control[0] != 0:
        return INFEASIBLE
    rows = scratch.rows[low:high]
    rule = problem.rule
    switches = problem.switches
    constraint = scratch.constraint[depth]
    constraint[0] = guesses_left
    head = constraint if rule == HARD else constraint[:1]
    key ^= problem.depth_hash[guesses_left]
    if rule == HARD:
        key ^= constraint_hash(problem, constraint)
    n_cells = scratch.n_cells[depth]
    candidate_value = scratch.candidate_value[depth]
    n_of_value = scratch.n_of_value[depth]
    columns = scratch.legal[depth, :0]
    guesses = view.guesses
    n_columns = 0
    highest = np.int64(n + 1)
    most_value = weight + heaviest
    n_buckets = np.int64(n + 2)
    if only < 0:
        # 2. A node of n >= 3 costs at least 2n - 1: one answer (the heaviest) now, the others one guess later.
        bound = 2 * weight - heaviest
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
        # 4. The candidates as guesses. A guess with k cells costs at least 3n - k: n now, one for one answer of each
        #    cell, and two for each of the rest. A candidate costs one less, since its own cell costs nothing more. So
        #    the *value* of a guess is its number of cells (plus one for a candidate); its one-ply bound is 3n - value.
        best_value = np.int64(0)
        has_perfect = False
        stamp = scratch.stamp
        mark = scratch.visited[3]
        scratch.visited[3] += n
        n_of_value[:n_buckets] = 0
        for i in range(n):
            row = problem.by_guess[problem.answer_as_guess[answers[i]]]
            mark += 1
            if problem.is_weighted:
                k = weigh_cells(problem.weights, row, answers, stamp, mark)
                value = k + problem.weights[answers[i]]
                bucket = bucket_of(value, n_buckets, most_value)
            else:
                k = count_cells(row, answers, stamp, mark)
                value = k + 1
                bucket = value
            has_perfect |= k == weight
            best_value = max(best_value, value)
            candidate_value[i] = bucket
            n_of_value[bucket] += 1
        if best_value == most_value and switches[PERFECT]:
            # A heaviest candidate puts each candidate into a cell of its own: it reaches the bound of step 2.
            if switches[MEMO]:
                store(memo, key, head, answers, bound, EXACT)
            return bound
        if not has_perfect:
            # Otherwise the total is at least 2n. With 3 guesses left, a candidate that leaves a single pair reaches it.
            # With weights: a cell of two or more adds its lightest member once more, and guessing a candidate gains at
            # most the heaviest weight.
            lightest = problem.weights[answers[n - 1]] if problem.is_weighted else np.int64(1)
            bound = max(bound, 2 * weight + lightest - heaviest)
            if guesses_left == 2 and rule == CANDIDATES:
                return INFEASIBLE
            if bound >= beta:
                return bound
            if best_value == most_value - lightest and guesses_left >= 3 and switches[ONE_PAIR]:
                least = 2 * weight + lightest - heaviest
                if switches[MEMO]:
                    store(memo, key, head, answers, least, EXACT)
                return least
        # 5. Every other legal guess. Only guesses with more than 3n - beta cells can matter, and a guess has at most as
        #    many cells here as at the view's node, whose columns are in descending order of cells.
        if rule != CANDIDATES:
            needed = max(heaviest, 3 * weight - beta)
            if guesses_left == 2:
                needed = weight - 1
            n_columns = len(guesses)
            if rule == HARD:
                columns = scratch.legal[depth]
                n_columns = keep_legal(problem, view, constraint, scratch.legal[max(depth - 1, 0)], n_legal, columns)
                columns = columns[:n_columns]
            stop = first_at_most(view, columns, n_columns, needed) if switches[PARENT_ORDER] else n_columns
            n_cells[stop:n_columns] = DROPPED
            for start in range(0, stop, BLOCK):
                block_stop = min(start + BLOCK, stop)
                sweep(problem, scratch, view, answers, rows, columns, start, block_stop, n_cells)
                for i in range(start, block_stop):
                    k = n_cells[i]
                    if k <= needed:
                        n_cells[i] = DROPPED
                        continue
                    own = problem.guess_as_answer[guesses[columns[i] if rule == HARD else i]]
                    if own >= 0 and holds(answers, own):
                        n_cells[i] = DROPPED
                        continue
                    # 6. If no candidate is perfect, a perfect other guess is optimal. With weights: if no candidate's
                    #    bound is below its total.
                    is_best = not has_perfect and (guesses_left == 2 or best_value <= weight)
                    if k == weight and is_best and (switches[PERFECT] or guesses_left == 2):
                        if switches[MEMO]:
                            store(memo, key, head, answers, 2 * weight, EXACT)
                        return 2 * weight
                    best_value = max(best_value, np.int64(k))
                    bucket = bucket_of(np.int64(k), n_buckets, most_value)
                    n_cells[i] = bucket
                    n_of_value[bucket] += 1
            if guesses_left == 2 and not has_perfect:
                # Within two guesses, only a guess that tells all candidates apart wins.
                if switches[MEMO]:
                    store(memo, key, head, answers, INFEASIBLE, EXACT)
                return INFEASIBLE
        # 7. Stop if no guess can beat beta, or if the caller asked only for a bound.
        while highest > 0 and n_of_value[highest] == 0:
            highest -= 1
        bound = max(bound, min(np.int64(beta), 3 * weight - best_value))
        if bound_only or bound >= beta:
            if switches[MEMO]:
                store(memo, key, head, answers, bound, LOWER)
            return bound
        # 8. A large node gets its own view if there is something to search below it.
        n_legal = n_columns if rule == HARD else np.int64(WHOLE_VIEW)
        if rule != CANDIDATES and n >= VIEW_MIN and switches[VIEWS]:
            sweep(problem, scratch, view, answers, rows, columns, 0, n_columns, scratch.counted)
            if make_view(problem, scratch, view, answers, rows, columns, n_columns, scratch.counted, depth):
                view = own_view(view, scratch.view_blocks[depth])
                scratch.visited[2] += 1
                n_legal = np.int64(WHOLE_VIEW)
                for i in range(n):
                    rows[i] = i
    order = scratch.order[depth]
    cell_start = scratch.cell_start[depth]
    cell_stop = scratch.cell_stop[depth]
    cell_code = scratch.cell_code[depth]
    cell_bound = scratch.cell_bound[depth]
    cell_key = scratch.cell_key[depth]
    cell_exact = scratch.cell_exact[depth]
    cell_bounded = scratch.cell_bounded[depth]
    won = problem.n_feedbacks - 1
    best = np.int64(beta)
    round_size = max(ROUND, WIDTH_ROUND * problem.width)
    has_round = False
    while True:
        # 9. Try the guesses in rounds, by descending value. A round takes as many values as it needs for enough
        #    guesses; the best total so far decides which values are worth another round. Large nodes order a round by
        #    estimated total. A search of limited width has one round, and goes a little further if no guess has kept
        #    the limit yet.
        n_order = 1
        order[0] = only
        if only < 0:
            if problem.width > 0 and has_round:
                break
            has_round = True
            lowest = highest
            n_order = n_of_value[max(lowest, np.int64(0))]
            while n_order < round_size and lowest > 0:
                if top_of_bucket(lowest - 1, n_buckets, most_value) <= 3 * weight - best:
                    break
                lowest -= 1
                n_order += n_of_value[lowest]
            if highest < 0 or top_of_bucket(highest, n_buckets, most_value) <= 3 * weight - best:
                break
            n_order = take(
                problem, answers, candidate_value, n_cells, columns, guesses, n_columns, lowest, highest, order
            )
            highest = lowest - 1
            if n >= ESTIMATE_MIN:
                sort_by_estimate(problem, scratch, answers, order[:n_order])
        for rank in range(n_order):
            is_far = rank >= WIDTH_ROUND * problem.width
            if problem.width > 0 and rank >= problem.width and (best < INFEASIBLE or is_far):
                break
            guess = order[rank]
            # 10. Split the candidates. Cells of one or two and cells in the memo count in full at once.
            n_here = split(problem, scratch, low, high, top, depth, guess)
            total = np.int64(weight)
            for c in range(n_here):
                size = cell_stop[c] - cell_start[c]
                cell_exact[c] = True
                cell_bounded[c] = False
                if cell_code[c] == won:
                    cell_bound[c] = 0
                elif guesses_left < 2 or (guesses_left < 3 and size > 1):
                    cell_bound[c] = INFEASIBLE
                else:
                    if size > 2:
                        cell_exact[c] = False
                        if switches[MEMO]:
                            child = cell_key[c] ^ problem.depth_hash[guesses_left - 1]
                            after = scratch.constraint[depth + 1]
                            after[0] = guesses_left - 1
                            if rule == HARD:
                                tighten(constraint, problem.letters[guess], cell_code[c], after)
                                child ^= constraint_hash(problem, after)
                            members = scratch.answers[cell_start[c] : cell_stop[c]]
                            slot = find(memo, child, after if rule == HARD else after[:1], members)
                            if slot >= 0:
                                cell_bound[c] = max(cell_bound[c], memo.value[slot])
                                cell_exact[c] = memo.kind[slot] == EXACT
                                cell_bounded[c] = True
                total += cell_bound[c]
            # 11. Bound every large cell, largest first, then search the cells, smallest first. Each cell's beta is what
            #     the other cells leave of the best total; once nothing is left, the guess is refuted.
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
                    if rule == HARD:
                        tighten(constraint, problem.letters[guess], cell_code[c], scratch.constraint[depth + 1])
                    value = search(
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
                        n_legal,
                    )
                    total += value - cell_bound[c]
                    cell_bound[c] = value
            if only >= 0:
                return min(total, np.int64(INFEASIBLE))
            best = min(best, total)
    # 12. A best total below beta is exact: every other guess was tried, or its bound is no better. Otherwise only beta
    #     is proven, since guesses were left out because their bounds reach it. Without a cutoff, none was left out.
    is_exact = best < beta or beta >= INFEASIBLE
    best = min(best, np.int64(INFEASIBLE))
    if switches[MEMO] and scratch.control[0] == 0:
        store(memo, key, head, answers, best, EXACT if is_exact else LOWER)
    return best


@kernel(when=is_hard)
def constraint_hash(problem: Problem, constraint: NDArray[np.uint16]) -> np.uint64:
    """Hashes a constraint, without its entry 0 (the guesses left)."""
    total = np.uint64(0)
    n_values = len(problem.letter_hash) // (len(constraint) - 1)
    for i in range(1, len(constraint)):
        total ^= problem.letter_hash[(i - 1) * n_values + constraint[i]]
    return total
