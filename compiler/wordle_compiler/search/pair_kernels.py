"""The search for the best pair of fixed openers: the second guess is the same whatever the feedback to the first.

`fixed_openers` defines a pair and says when its second word is not played. The totals here are those of
`ExactSolver.solve_below(first, second)`. As in the ranking of openers, the best pairs so far set the cutoff that the
others must beat. Four bounds are tried in turn, and a pair is refuted as soon as one reaches the cutoff: its number of
joint cells (`joint_cells`), the joint cells that no candidate splits completely, the one-ply bounds of its joint cells,
and their exact totals.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from wordle_compiler.game.legality import tighten
from wordle_compiler.kernels.context import Context
from wordle_compiler.kernels.kernel import kernel
from wordle_compiler.kernels.layout import Array, Sized
from wordle_compiler.search.exact import search
from wordle_compiler.search.frame import EVERY_GUESS, WHOLE_VIEW, frame_at
from wordle_compiler.search.memo import EXACT, Memo, find
from wordle_compiler.search.partition import count_cells
from wordle_compiler.search.playing import split
from wordle_compiler.search.problem import HARD, INFEASIBLE, LAST_MARK, Problem, Scratch, View
from wordle_compiler.search.sorting import sort_by_key

BY_CANDIDATES, BY_ONE_PLY, BY_SEARCH = 0, 1, 2


class PairMemory(Context):
    """Memory for the joint cells of more than two answers, one entry per cell.

    Attributes:
        start: Where the cell begins on the stack.
        stop: Where it ends.
        key: Its hash.
        first_code: The feedback to the first word.
        second_code: The feedback to the second word.
        bound: A lower bound of its total.
        is_exact: Whether `bound` is the total.
        order: The cells, smallest first.
    """

    start: Annotated[Array, Sized("int64", "most")]
    stop: Annotated[Array, Sized("int64", "most")]
    key: Annotated[Array, Sized("uint64", "most")]
    first_code: Annotated[Array, Sized("int64", "most")]
    second_code: Annotated[Array, Sized("int64", "most")]
    bound: Annotated[Array, Sized("int64", "most")]
    is_exact: Annotated[Array, Sized("bool", "most")]
    order: Annotated[Array, Sized("int32", "most")]


def total_of_pair(
    problem: Problem,
    scratch: Scratch,
    memo: Memo,
    view: View,
    first: int,
    second: int,
    max_guesses: int,
    beta: int,
) -> int:
    """Returns the exact smallest total with two fixed first guesses, or a lower bound of at least `beta`.

    The second guess must be legal wherever it is played. A bound is returned as soon as one reaches `beta`.

    Args:
        problem: The game, without weights.
        scratch: Working memory.
        memo: The search's memo.
        view: The root view.
        first: The first word's number among the allowed words.
        second: The second word's number among the allowed words.
        max_guesses: The limit, including both guesses.
        beta: The cutoff; totals of at least `beta` need not be distinguished.
    """
    memory = PairMemory.allocate(None, {"most": problem.by_guess.shape[1] // 3})
    return _total_of_pair(problem, scratch, memo, view, memory, first, second, max_guesses, beta)


@kernel
def _total_of_pair(
    problem: Problem,
    scratch: Scratch,
    memo: Memo,
    view: View,
    memory: PairMemory,
    first: int,
    second: int,
    max_guesses: int,
    beta: int,
) -> int:
    n = problem.by_guess.shape[1]
    won = problem.n_feedbacks - 1
    left = np.int64(max_guesses - 2)
    for answer in range(n):
        scratch.answers[answer] = answer
        scratch.rows[answer] = answer
    # 1. Push the joint cells on the stack, above the cells of the first word. Cells of one or two count in full.
    start, stop, bounds, order = memory.start, memory.stop, memory.bound, memory.order
    total = np.int64(n)
    n_cells = np.int64(0)
    top = 2 * n
    for c in range(split(problem, scratch, 0, n, n, 0, first)):
        code = scratch.cell_code[0, c]
        low, high = scratch.cell_start[0, c], scratch.cell_stop[0, c]
        if code == won:
            continue
        if max_guesses < 2:
            return INFEASIBLE
        # Each answer costs a second guess, whether that is the fixed one or the only candidate.
        total += high - low
        if high - low == 1:
            continue
        for d in range(split(problem, scratch, low, high, top, 1, second)):
            size = np.int64(scratch.cell_stop[1, d] - scratch.cell_start[1, d])
            if scratch.cell_code[1, d] == won:
                continue
            if left < 1 or (left < 2 and size > 1):
                return INFEASIBLE
            total += 2 * size - 1
            if size > 2:
                start[n_cells] = scratch.cell_start[1, d]
                stop[n_cells] = scratch.cell_stop[1, d]
                memory.key[n_cells] = scratch.cell_key[1, d]
                memory.first_code[n_cells] = code
                memory.second_code[n_cells] = scratch.cell_code[1, d]
                bounds[n_cells] = 2 * size - 1
                memory.is_exact[n_cells] = False
                scratch.keys[n_cells] = size
                order[n_cells] = n_cells
                n_cells += 1
        top += high - low
    # 2. Bound the large joint cells in three passes: check for a candidate that tells all others apart, take the
    #    one-ply bound (both largest first), then search (smallest first). Each cell's beta is what the others leave.
    sort_by_key(scratch.keys, order, n_cells, scratch.spare_keys, scratch.spare_guesses)
    frame = frame_at(scratch.frames[2])
    frame.depth = 2
    frame.top = 3 * n
    frame.guesses_left = left
    frame.only = EVERY_GUESS
    frame.n_legal = WHOLE_VIEW
    for turn in (BY_CANDIDATES, BY_ONE_PLY, BY_SEARCH):
        for i in range(n_cells):
            c = order[i if turn == BY_SEARCH else n_cells - 1 - i]
            if total >= beta:
                return min(total, np.int64(INFEASIBLE))
            if memory.is_exact[c]:
                continue
            scratch.constraint[2, 0] = left
            if problem.rule == HARD:
                scratch.constraint[0] = 0
                tighten(scratch.constraint[0], problem.letters[first], memory.first_code[c], scratch.constraint[1])
                tighten(scratch.constraint[1], problem.letters[second], memory.second_code[c], scratch.constraint[2])
            if turn == BY_CANDIDATES:
                value = bounds[c]
                members = scratch.answers[start[c] : stop[c]]
                slot = np.int64(-1)
                if problem.rule != HARD:
                    slot = find(memo, memory.key[c] ^ problem.depth_hash[left], scratch.constraint[2, :1], members)
                if slot >= 0:
                    value = max(value, memo.value[slot])
                    memory.is_exact[c] = memo.kind[slot] == EXACT
                elif not _has_perfect_candidate(problem, scratch, start[c], stop[c]):
                    # One answer now and the others one guess later is out of reach: see steps 2 and 4 of `search`.
                    value += 1
            else:
                frame.low = start[c]
                frame.high = stop[c]
                frame.key = memory.key[c]
                frame.beta = beta - total + bounds[c]
                frame.is_bound_only = turn == BY_ONE_PLY
                value = search(problem, scratch, memo, view, frame)
            if value > bounds[c]:
                total += value - bounds[c]
                bounds[c] = value
    return min(total, np.int64(INFEASIBLE))


@kernel
def _has_perfect_candidate(problem: Problem, scratch: Scratch, low: int, high: int) -> bool:
    """Checks whether some candidate on the stack has a distinct feedback for each of them."""
    members = scratch.answers[low:high]
    if len(members) > problem.n_feedbacks:
        return False
    for answer in members:
        scratch.counters[LAST_MARK] += 1
        row = problem.by_guess[problem.answer_as_guess[answer]]
        if count_cells(row, members, scratch.stamp, scratch.counters[LAST_MARK]) == len(members):
            return True
    return False
