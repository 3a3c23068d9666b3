"""The costs of a guess's cells: what the checker derives alone, what the search knows, and what needs a proof.

Each function works on the cells of `split` at the frame's depth of the scratch memory, smallest first, and adds up
`Lemmas.known`, the known cost of each cell, in the frame's `total`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.certificate.lemmas import Lemmas, enter_cell, find_lemma, least_cost
from wordle_compiler.kernels.kernel import kernel
from wordle_compiler.search.exact import search
from wordle_compiler.search.frame import WHOLE_VIEW, ProofFrame
from wordle_compiler.search.memo import Memo
from wordle_compiler.search.playing import frame_below
from wordle_compiler.search.problem import INFEASIBLE, UNLIMITED, Problem, Scratch, View

KNOWN_BY_SIZE = 2
"""The size determines the cost of a set of at most this many answers."""


@kernel
def sum_by_size_and_guess(problem: Problem, scratch: Scratch, lemmas: Lemmas, view: View, frame: ProofFrame) -> None:
    """Sums what the checker knows of the cells without a lemma: `least`, then `one`, largest cell first.

    It stops once the frame's bound is reached; if the sum is below it, every cell has its `one`.
    """
    depth = frame.depth
    won = problem.n_feedbacks - 1
    start, stop, codes = scratch.cell_start[depth], scratch.cell_stop[depth], scratch.cell_code[depth]
    known = lemmas.known[depth]
    frame.total = frame.high - frame.low
    for c in range(frame.n_cells):
        known[c] = 0 if codes[c] == won else least_cost(lemmas, stop[c] - start[c], frame.guesses_left - 1)
        frame.total += known[c]
    for back in range(frame.n_cells):
        c = frame.n_cells - 1 - back
        if frame.total >= frame.bound:
            break
        if has_unknown_cost(problem, scratch, frame, c):
            # With a separate memo: a bound from a search could exceed what the checker derives alone.
            raise_known(lemmas, frame, c, search_cell(problem, scratch, lemmas.bounds, lemmas, view, frame, c, True))


@kernel
def sum_by_lemmas(
    problem: Problem, scratch: Scratch, memo: Memo, lemmas: Lemmas, view: View, frame: ProofFrame
) -> None:
    """Raises what is known by earlier lemmas, then by searches, until the sum reaches the frame's bound.

    The smallest cells are searched first because they are the cheapest to prove. If only an unsolvable cell can
    reach the bound, the largest come first.
    """
    depth = frame.depth
    start, stop, codes = scratch.cell_start[depth], scratch.cell_stop[depth], scratch.cell_code[depth]
    after = scratch.constraint[depth + 1]
    for c in range(frame.n_cells):
        if frame.total >= frame.bound:
            break
        if has_unknown_cost(problem, scratch, frame, c):
            enter_cell(problem, scratch.constraint[depth], frame.guess, codes[c], after)
            answers = scratch.answers[start[c] : stop[c]]
            slot = find_lemma(problem, lemmas, answers, scratch.cell_key[depth, c], after)
            if slot >= 0:
                raise_known(lemmas, frame, c, lemmas.proven.value[slot])
    for i in range(frame.n_cells):
        c = frame.n_cells - 1 - i if frame.bound >= INFEASIBLE else i
        if frame.total >= frame.bound:
            break
        if has_unknown_cost(problem, scratch, frame, c):
            raise_known(lemmas, frame, c, search_cell(problem, scratch, memo, lemmas, view, frame, c, False))


@kernel
def has_unknown_cost(problem: Problem, scratch: Scratch, frame: ProofFrame, c: int) -> bool:
    """Returns whether a cell is neither won nor of a size that determines its cost."""
    size = scratch.cell_stop[frame.depth, c] - scratch.cell_start[frame.depth, c]
    return size > KNOWN_BY_SIZE and scratch.cell_code[frame.depth, c] != problem.n_feedbacks - 1


@kernel
def raise_known(lemmas: Lemmas, frame: ProofFrame, c: int, value: int) -> None:
    """Raises the known cost of a cell to a value, if that is higher."""
    known = lemmas.known[frame.depth]
    if value > known[c]:
        frame.total += value - known[c]
        known[c] = value


@kernel
def leave_out(known: NDArray[np.int64], alone: NDArray[np.int64], total: int, bound: int) -> None:
    """Lowers `known` to `alone` for cells whose lemmas are not needed to reach a bound.

    `total` is the known cost of the guess before that, including one guess for each candidate.

    The largest cells, the last ones, go first because they have the longest proofs. Any remaining surplus then lowers
    the claim of the largest cell that keeps a lemma, which makes it easier to prove.
    """
    n_cells = len(known)
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
    lemmas: Lemmas,
    view: View,
    frame: ProofFrame,
    c: int,
    is_bound: bool,
) -> int:
    """Returns the search's total of a cell, or its one-ply bound.

    It need only be as high as the frame's bound requires.
    """
    depth = frame.depth
    enter_cell(
        problem, scratch.constraint[depth], frame.guess, scratch.cell_code[depth, c], scratch.constraint[depth + 1]
    )
    below = frame_below(scratch, frame, c)
    below.guesses_left = UNLIMITED if frame.is_relaxed and not is_bound else frame.guesses_left - 1
    below.beta = frame.bound - frame.total + lemmas.known[depth, c]
    below.is_bound_only = is_bound
    below.n_legal = WHOLE_VIEW
    return search(problem, scratch, memo, view, below)
