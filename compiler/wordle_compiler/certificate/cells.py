"""The costs of a guess's cells: what the checker derives alone, what the search knows, and what needs a proof.

Each function works on the cells of `split` at one depth of the scratch memory, smallest first, and adds up `known`, the
known cost of each cell.
"""

# Numba has one integer type; numpy's stubs distinguish np.int64 from int, which does not matter here.
# mypy: disable-error-code="arg-type, return-value, no-any-return, assignment"

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.certificate.lemmas import Lemmas, enter_cell, find_lemma, least_cost
from wordle_compiler.kernels.kernel import kernel
from wordle_compiler.search.exact import search
from wordle_compiler.search.few_feedbacks import search_few
from wordle_compiler.search.frame import EVERY_GUESS, WHOLE_VIEW, frame_at
from wordle_compiler.search.memo import Memo
from wordle_compiler.search.problem import INFEASIBLE, Problem, Scratch, View

KNOWN_BY_SIZE = 2
"""The size determines the cost of a set of at most this many answers."""


@kernel
def bound_alone(
    problem: Problem,
    scratch: Scratch,
    lemmas: Lemmas,
    view: View,
    n: int,
    n_cells: int,
    top: int,
    depth: int,
    guess: int,
    bound: int,
    known: NDArray[np.int64],
) -> int:
    """Returns `n` plus what the checker knows of the cells without a lemma: `least`, then `one`, largest cell first.

    It stops once `bound` is reached; if the result is below `bound`, every cell has its `one`.
    """
    won = problem.n_feedbacks - 1
    constraint, after = scratch.constraint[depth], scratch.constraint[depth + 1]
    left = np.int64(constraint[0]) - 1
    start, stop, codes = scratch.cell_start[depth], scratch.cell_stop[depth], scratch.cell_code[depth]
    total = np.int64(n)
    for c in range(n_cells):
        known[c] = 0 if codes[c] == won else least_cost(lemmas, stop[c] - start[c], left)
        total += known[c]
    for back in range(n_cells):
        c = n_cells - 1 - back
        if total >= bound:
            break
        if stop[c] - start[c] <= KNOWN_BY_SIZE or codes[c] == won:
            continue
        enter_cell(problem, constraint, guess, codes[c], after)
        key = scratch.cell_key[depth, c]
        # With a separate memo: a bound from a search could exceed what the checker derives alone.
        value = search_cell(
            problem, scratch, lemmas.bounds, view, start[c], stop[c], top, key, left, depth + 1,
            bound - total + known[c], 1,
        )  # fmt: skip
        if value > known[c]:
            total += value - known[c]
            known[c] = value
    return total


@kernel
def bound_by_lemmas(
    problem: Problem,
    scratch: Scratch,
    memo: Memo,
    lemmas: Lemmas,
    view: View,
    n_cells: int,
    top: int,
    depth: int,
    guess: int,
    bound: int,
    total: int,
    known: NDArray[np.int64],
) -> int:
    """Raises `known` by earlier lemmas, then by searches, until their sum reaches `bound`; returns the sum.

    The smallest cells are searched first because they are the cheapest to prove. If only an unsolvable cell is enough,
    the largest come first.
    """
    won = problem.n_feedbacks - 1
    constraint, after = scratch.constraint[depth], scratch.constraint[depth + 1]
    left = np.int64(constraint[0]) - 1
    start, stop, codes = scratch.cell_start[depth], scratch.cell_stop[depth], scratch.cell_code[depth]
    keys = scratch.cell_key[depth]
    for c in range(n_cells):
        if total >= bound:
            break
        if stop[c] - start[c] <= KNOWN_BY_SIZE or codes[c] == won:
            continue
        enter_cell(problem, constraint, guess, codes[c], after)
        slot = find_lemma(problem, lemmas, scratch.answers[start[c] : stop[c]], keys[c], after)
        if slot >= 0 and lemmas.proven.value[slot] > known[c]:
            total += lemmas.proven.value[slot] - known[c]
            known[c] = lemmas.proven.value[slot]
    for i in range(n_cells):
        c = n_cells - 1 - i if bound >= INFEASIBLE else i
        if total >= bound:
            break
        if stop[c] - start[c] <= KNOWN_BY_SIZE or codes[c] == won:
            continue
        enter_cell(problem, constraint, guess, codes[c], after)
        value = search_cell(
            problem, scratch, memo, view, start[c], stop[c], top, keys[c], left, depth + 1,
            bound - total + known[c], 0,
        )  # fmt: skip
        if value > known[c]:
            total += value - known[c]
            known[c] = value
    return total


@kernel
def leave_out(n_cells: int, bound: int, total: int, alone: NDArray[np.int64], known: NDArray[np.int64]) -> None:
    """Lowers `known` to `alone` for cells whose lemmas are not needed to reach `bound`.

    The largest cells go first because they have the longest proofs. Any remaining surplus then lowers the claim of the
    largest cell that keeps a lemma, which makes it easier to prove.
    """
    if total >= INFEASIBLE:
        # One unsolvable cell is enough.
        is_enough = False
        for c in range(n_cells):
            if is_enough or known[c] < INFEASIBLE:
                known[c] = alone[c]
            is_enough |= known[c] >= INFEASIBLE
        return
    spare = total - bound
    for back in range(n_cells):
        c = n_cells - 1 - back
        if known[c] - alone[c] <= spare:
            spare -= known[c] - alone[c]
            known[c] = alone[c]
    for back in range(n_cells):
        c = n_cells - 1 - back
        if known[c] > alone[c]:
            known[c] -= spare
            return


@kernel
def search_cell(
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
    is_bound: int,
) -> int:
    """Returns the search's total of a cell, or its one-ply bound if `is_bound` is 1."""
    frame = frame_at(scratch.frames[depth])
    frame.depth = depth
    frame.low = low
    frame.high = high
    frame.top = top
    frame.key = key
    frame.guesses_left = guesses_left
    frame.beta = beta
    frame.only = EVERY_GUESS
    frame.is_bound_only = is_bound > 0
    frame.n_legal = WHOLE_VIEW
    if problem.is_few:
        return search_few(problem, scratch, memo, view, frame)
    return search(problem, scratch, memo, view, frame)
