"""The kernel of the certificate: writes down a proof that a set of candidates costs at least so much.

The search knows what a set costs; a certificate says why. So this is a second walk over the same nodes, with the bound
to prove known from the start: every guess that the checker's own bounds (`least` and `one` of CERTIFICATE.md) leave
open is split, and as many of its cells get a lemma of their own as are needed. What a cell costs comes from the search;
its lemma is then proven here in turn. Nothing is written that the argument above it does not use.
"""

# Numba's integers are one type; numpy's stubs tell np.int64 from int, which says nothing here.
# mypy: disable-error-code="arg-type, return-value, no-any-return, assignment"

from __future__ import annotations

import numpy as np
from numba import njit

from wordle_compiler.certificate.cells import bound_alone, bound_by_lemmas, leave_out
from wordle_compiler.certificate.lemmas import Lemmas, enter_cell, find_lemma, keep_lemma
from wordle_compiler.certificate.open_guesses import focus, open_guesses
from wordle_compiler.certificate.symmetries import write_symmetries
from wordle_compiler.certificate.tape import CELL, USE, Tape, mark_used, write, write_end
from wordle_compiler.search.exact import EVERY_GUESS
from wordle_compiler.search.memo import Memo
from wordle_compiler.search.problem import Problem, Scratch, View
from wordle_compiler.search.rounds import split

FAILED = -2
"""In place of a guess: the bound is not true, the tape is full, or the search was stopped."""


@njit(cache=True, nogil=True)
def prove(  # noqa: D417
    problem: Problem,
    scratch: Scratch,
    searcher: int,
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
    """Writes the frame of the candidates at `low:high`: that they cost at least `bound`.

    Args:
        problem: The game, as all of the search's arguments up to `depth`; see `search`.
        searcher: The address of the search, see `lending`.
        memo: The search's.
        lemmas: What this chapter has proven, and will.
        tape: Takes the frame.
        bound: More than `one` says of the set; `INFEASIBLE` where it cannot be solved.
        only: A guess, to write its entries alone and no end; or `EVERY_GUESS`.
        last: The guess of the entry before the first one; `EVERY_GUESS` where there is none.

    Returns:
        The guess of the last entry, or `FAILED`.
    """
    n = high - low
    answers = scratch.answers[low:high]
    constraint = scratch.constraint[depth]
    constraint[0] = guesses_left
    last = np.int64(last)
    if only >= 0:
        guesses = np.full(1, np.int32(only))
    else:
        if problem.is_few and not write_symmetries(problem, constraint, n, tape):
            return FAILED
        view = focus(problem, scratch, view, low, high, constraint, depth)
        guesses = open_guesses(problem, scratch, view, low, high, constraint, guesses_left, depth, bound)
    after = scratch.constraint[depth + 1]
    start, stop, codes = scratch.cell_start[depth], scratch.cell_stop[depth], scratch.cell_code[depth]
    keys = scratch.cell_key[depth]
    left = guesses_left - 1
    every_guess = np.int64(EVERY_GUESS)
    known = np.empty(len(start), np.int64)
    for guess in guesses:
        if scratch.control[0] != 0:
            return FAILED
        n_cells = split(problem, scratch, low, high, top, depth, guess)
        total = bound_alone(problem, scratch, searcher, lemmas, view, n, n_cells, top + n, depth, guess, bound, known)
        if total >= bound:
            continue
        alone = known[:n_cells].copy()
        total = bound_by_lemmas(
            problem, scratch, searcher, memo, lemmas, view, n_cells, top + n, depth, guess, bound, total, known
        )
        if total < bound:
            return FAILED
        leave_out(n_cells, bound, total, alone, known)
        # A search may have moved the rows of a cell into a view of its own.
        split(problem, scratch, low, high, top, depth, guess)
        for c in range(n_cells):
            if known[c] <= alone[c]:
                continue
            step = np.int64(guess) - (last if last > 0 else 0)
            last = np.int64(guess)
            enter_cell(problem, constraint, np.int64(guess), np.int64(codes[c]), after)
            slot = find_lemma(problem, lemmas, scratch.answers[start[c] : stop[c]], keys[c], after)
            if slot >= 0 and lemmas.proven.value[slot] >= known[c]:
                mark_used(tape, lemmas.end[slot])
                if not (write(tape, USE + 2 * step) and write(tape, codes[c]) and write(tape, lemmas.number[slot])):
                    return FAILED
                continue
            if not (write(tape, CELL + 2 * step) and write(tape, codes[c])):
                return FAILED
            # The arguments must have just the types of the first call; see `search`.
            done = prove(
                problem,
                scratch,
                searcher,
                memo,
                lemmas,
                tape,
                view,
                np.int64(start[c]),
                np.int64(stop[c]),
                top + n,
                keys[c],
                left,
                depth + 1,
                known[c],
                every_guess,
                every_guess,
            )
            if done == FAILED:
                return FAILED
    if only >= 0:
        return last
    number = tape.state[1]
    end = write_end(tape, np.int64(n), np.int64(bound))
    if end < 0:
        return FAILED
    keep_lemma(problem, lemmas, answers, key, constraint, bound, number, end)
    return last
