"""The kernel of the certificate: writes a proof that a set of candidates costs at least a given bound.

The search knows what a set costs; a certificate says why. So this is a second walk over the same nodes, with the bound
to prove known from the start. Each guess that the checker's own bounds (`least` and `one` of CERTIFICATE.md) leave open
is split, and as many of its cells as necessary get their own lemma. The search supplies the cost of a cell, and its
lemma is then proven recursively. Nothing is written that the argument above it does not use.
"""

# Numba has one integer type; numpy's stubs distinguish np.int64 from int, which does not matter here.
# mypy: disable-error-code="arg-type, return-value, no-any-return, assignment"

from __future__ import annotations

import numpy as np

from wordle_compiler.certificate.cells import bound_alone, bound_by_lemmas, leave_out
from wordle_compiler.certificate.lemmas import Lemmas, enter_cell, find_lemma, keep_lemma
from wordle_compiler.certificate.open_guesses import focus, open_guesses
from wordle_compiler.certificate.symmetries import write_symmetries
from wordle_compiler.certificate.tape import CELL, USE, Tape, mark_used, write, write_end
from wordle_compiler.kernels.kernel import kernel
from wordle_compiler.search.frame import EVERY_GUESS
from wordle_compiler.search.memo import Memo
from wordle_compiler.search.playing import split
from wordle_compiler.search.problem import CANDIDATES, Problem, Scratch, View
from wordle_compiler.search.views import own_view

FAILED = -2
"""Stands for a guess: the bound is not true, the tape is full, or the search was stopped."""


@kernel(is_entry=True)
def prove(  # noqa: D417
    problem: Problem,
    scratch: Scratch,
    memo: Memo,
    lemmas: Lemmas,
    tape: Tape,
    view: View,
    low: int,
    high: int,
    top: int,
    key: np.uint64,
    guesses_left: int,
    depth: int,
    bound: int,
    only: int,
    last: int,
) -> int:
    """Writes the frame that proves that the candidates at `low:high` cost at least `bound`.

    Args:
        problem: The game; this and the arguments up to `depth` not listed here are those of `search`.
        memo: The search's memo.
        lemmas: The lemmas of this chapter; new ones are added.
        tape: The tape to which the frame is written.
        bound: The bound to prove, higher than the set's `one`; `INFEASIBLE` if the set cannot be solved.
        only: A guess whose entries alone are written, without an end; or `EVERY_GUESS`.
        last: The guess of the previous entry, or `EVERY_GUESS` if there is none.

    Returns:
        The guess of the last entry, or `FAILED`.
    """
    n = high - low
    answers = scratch.answers[low:high]
    constraint = scratch.constraint[depth]
    constraint[0] = guesses_left
    guesses = scratch.order[depth]
    n_guesses = np.int64(1)
    if only >= 0:
        guesses[0] = only
    else:
        if problem.is_few and not write_symmetries(problem, lemmas, constraint, n, tape):
            return FAILED
        if problem.rule != CANDIDATES and focus(problem, scratch, view, low, high, constraint, depth):
            view = own_view(view, scratch.view_blocks[depth])
        n_guesses = open_guesses(problem, scratch, view, low, high, constraint, guesses_left, depth, bound)
    after = scratch.constraint[depth + 1]
    start, stop, codes = scratch.cell_start[depth], scratch.cell_stop[depth], scratch.cell_code[depth]
    keys = scratch.cell_key[depth]
    left = guesses_left - 1
    known, alone = lemmas.known[depth], lemmas.alone[depth]
    for i in range(n_guesses):
        guess = np.int64(guesses[i])
        if scratch.control[0] != 0:
            return FAILED
        n_cells = split(problem, scratch, low, high, top, depth, guess)
        total = bound_alone(problem, scratch, lemmas, view, n, n_cells, top + n, depth, guess, bound, known)
        if total >= bound:
            continue
        for c in range(n_cells):
            alone[c] = known[c]
        total = bound_by_lemmas(
            problem, scratch, memo, lemmas, view, n_cells, top + n, depth, guess, bound, total, known
        )
        if total < bound:
            return FAILED
        leave_out(n_cells, bound, total, alone, known)
        # A search may have renumbered a cell's rows for its own view.
        split(problem, scratch, low, high, top, depth, guess)
        for c in range(n_cells):
            if known[c] <= alone[c]:
                continue
            step = guess - (last if last > 0 else 0)
            last = guess
            enter_cell(problem, constraint, guess, codes[c], after)
            slot = find_lemma(problem, lemmas, scratch.answers[start[c] : stop[c]], keys[c], after)
            if slot >= 0 and lemmas.proven.value[slot] >= known[c]:
                mark_used(tape, lemmas.end[slot])
                if not (write(tape, USE + 2 * step) and write(tape, codes[c]) and write(tape, lemmas.number[slot])):
                    return FAILED
                continue
            if not (write(tape, CELL + 2 * step) and write(tape, codes[c])):
                return FAILED
            done = prove(
                problem,
                scratch,
                memo,
                lemmas,
                tape,
                view,
                start[c],
                stop[c],
                top + n,
                keys[c],
                left,
                depth + 1,
                known[c],
                EVERY_GUESS,
                EVERY_GUESS,
            )
            if done == FAILED:
                return FAILED
    if only >= 0:
        return last
    number = tape.state[1]
    end = write_end(tape, n, bound)
    if end < 0:
        return FAILED
    keep_lemma(problem, lemmas, answers, key, constraint, bound, number, end)
    return last
