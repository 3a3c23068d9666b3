"""The kernel of the certificate: writes a proof that a set of candidates costs at least a given bound.

The search knows what a set costs; a certificate says why. So this is a second walk over the same nodes, with the bound
to prove known from the start. Each guess that the checker's own bounds (`least` and `one` of CERTIFICATE.md) leave open
is split, and as many of its cells as necessary get their own lemma. The search supplies the cost of a cell, and its
lemma is then proven recursively. Nothing is written that the argument above it does not use.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.certificate.cells import leave_out, sum_by_lemmas, sum_by_size_and_guess
from wordle_compiler.certificate.lemmas import (
    CELL,
    SYMMETRIES,
    USE,
    Lemmas,
    Tape,
    end_lemma,
    enter_cell,
    find_lemma,
    mark_used,
    write,
)
from wordle_compiler.kernels.kernel import kernel
from wordle_compiler.search.few_feedbacks import list_open
from wordle_compiler.search.frame import EVERY_GUESS, WHOLE_VIEW, ProofFrame, proof_at
from wordle_compiler.search.memo import Memo
from wordle_compiler.search.partition import count_cells
from wordle_compiler.search.playing import frame_below, split
from wordle_compiler.search.problem import CANDIDATES, HARD, Problem, Scratch, View
from wordle_compiler.search.rounds import keep_legal, sort_by_key
from wordle_compiler.search.symmetry import SYMMETRY_MIN, list_fitting
from wordle_compiler.search.twins import exchanged
from wordle_compiler.search.views import VIEW_MIN, makes_view, own_view, sweep


@kernel
def prove(
    problem: Problem, scratch: Scratch, memo: Memo, lemmas: Lemmas, tape: Tape, view: View, frame: ProofFrame
) -> bool:
    """Writes the proof that a frame's set costs at least its bound, and keeps the lemma.

    Returns False if the bound is not true, the tape is full, or the search was stopped.

    The set lies on the stack of `scratch`, whose `rows` refer to `view`; `frame` is the frame of its depth in
    `scratch.frames`. Searches use the rows of greater depths, and end before a lemma's frame does.
    """
    n = frame.high - frame.low
    constraint = scratch.constraint[frame.depth]
    constraint[0] = frame.guesses_left
    guesses = scratch.order[frame.depth]
    n_guesses = np.int64(1)
    if frame.only >= 0:
        guesses[0] = frame.only
    else:
        if problem.is_few and not write_symmetries(problem, scratch, constraint, n, tape):
            return False
        if problem.rule != CANDIDATES and focus(problem, scratch, view, frame):
            view = own_view(view, scratch, frame.depth, scratch.view_blocks[frame.depth])
        n_guesses = open_guesses(problem, scratch, view, frame)
    known, alone = lemmas.known[frame.depth], lemmas.alone[frame.depth]
    for i in range(n_guesses):
        if scratch.control[0] != 0:
            return False
        frame.guess = guesses[i]
        frame.n_cells = split(problem, scratch, frame.low, frame.high, frame.top, frame.depth, frame.guess)
        sum_by_size_and_guess(problem, scratch, lemmas, view, frame)
        if frame.total >= frame.bound:
            continue
        for c in range(frame.n_cells):
            alone[c] = known[c]
        sum_by_lemmas(problem, scratch, memo, lemmas, view, frame)
        if frame.total < frame.bound:
            return False
        leave_out(known[: frame.n_cells], alone[: frame.n_cells], frame.total, frame.bound)
        # A search may have renumbered a cell's rows for its own view.
        split(problem, scratch, frame.low, frame.high, frame.top, frame.depth, frame.guess)
        for c in range(frame.n_cells):
            if known[c] <= alone[c]:
                continue
            if uses_lemma(problem, scratch, lemmas, tape, frame, c):
                continue
            if not enter_frame(scratch, lemmas, tape, frame, c):
                return False
            below = proof_at(scratch.frames[frame.depth + 1])
            if not prove(problem, scratch, memo, lemmas, tape, view, below):
                return False
    if frame.only >= 0:
        return True
    answers = scratch.answers[frame.low : frame.high]
    return end_lemma(problem, lemmas, tape, answers, frame.key, constraint, frame.bound)


@kernel
def uses_lemma(problem: Problem, scratch: Scratch, lemmas: Lemmas, tape: Tape, frame: ProofFrame, c: int) -> bool:
    """Writes that a cell gets its bound from an earlier lemma; returns False if there is none, or no room.

    Leaves the constraint of the cell's frame behind.
    """
    depth = frame.depth
    answers = scratch.answers[scratch.cell_start[depth, c] : scratch.cell_stop[depth, c]]
    code = scratch.cell_code[depth, c]
    after = scratch.constraint[depth + 1]
    enter_cell(problem, scratch.constraint[depth], frame.guess, code, after)
    slot = find_lemma(problem, lemmas, answers, scratch.cell_key[depth, c], after)
    if slot < 0 or lemmas.proven.value[slot] < lemmas.known[depth, c]:
        return False
    is_written = write(tape, USE + 2 * step_to(frame)) and write(tape, code) and write(tape, lemmas.number[slot])
    if is_written:
        mark_used(tape, lemmas.end[slot])
        frame.last = frame.guess
    return is_written


@kernel
def enter_frame(scratch: Scratch, lemmas: Lemmas, tape: Tape, frame: ProofFrame, c: int) -> bool:
    """Writes that a cell gets a frame, and describes the frame below; returns whether there was room."""
    depth = frame.depth
    if not (write(tape, CELL + 2 * step_to(frame)) and write(tape, scratch.cell_code[depth, c])):
        return False
    frame.last = frame.guess
    below = frame_below(scratch, frame, c)
    below.guesses_left = frame.guesses_left - 1
    below.bound = lemmas.known[depth, c]
    proof = proof_at(scratch.frames[depth + 1])
    proof.is_relaxed = frame.is_relaxed
    proof.last = EVERY_GUESS
    return True


@kernel
def step_to(frame: ProofFrame) -> int:
    """Returns how far the guess is above that of the entry before."""
    return frame.guess - (frame.last if frame.last > 0 else 0)


@kernel(when="has_views")
def focus(problem: Problem, scratch: Scratch, view: View, frame: ProofFrame) -> bool:
    """Makes a view for a large set and renumbers the set's rows for it; returns whether it did."""
    if frame.high - frame.low < VIEW_MIN or problem.is_few:
        return False
    frame.n_columns = list_legal(problem, scratch, view, frame)
    return makes_view(problem, scratch, view, frame)


@kernel(when="has_views")
def list_legal(problem: Problem, scratch: Scratch, view: View, frame: ProofFrame) -> int:
    """Returns how many columns of the view are legal; under rule hard, lists them in the depth's `scratch.legal`."""
    if problem.rule != HARD:
        return len(view.guesses)
    columns = scratch.legal[frame.depth]
    return keep_legal(problem, view, scratch.constraint[frame.depth], columns[:0], WHOLE_VIEW, columns)


@kernel
def open_guesses(problem: Problem, scratch: Scratch, view: View, frame: ProofFrame) -> int:
    """Writes the legal guesses that split the set and may cost less than the bound into the depth's `scratch.order`.

    The guesses ascend by number; returns how many there are. A guess with k cells costs at least `3n - k`, and a
    candidate one less. In games with few feedbacks the sizes of the cells give a higher bound, and of guesses that
    symmetry makes equal only the first is written.
    """
    answers = scratch.answers[frame.low : frame.high]
    guesses = scratch.order[frame.depth]
    n_guesses = np.int64(0)
    if problem.is_few:
        constraint = scratch.constraint[frame.depth]
        left, bounds = frame.guesses_left, scratch.bounds[0]
        n_guesses, _ = list_open(problem, scratch, answers, constraint, left, frame.bound, guesses, bounds)
    else:
        most = 3 * len(answers) - frame.bound
        if problem.rule != CANDIDATES:
            n_cells = scratch.counted
            n_columns = list_legal(problem, scratch, view, frame)
            columns = scratch.legal[frame.depth, : n_columns if problem.rule == HARD else 0]
            rows = scratch.rows[frame.low : frame.high]
            sweep(problem, scratch, view, answers, rows, columns, 0, n_columns, n_cells)
            for i in range(n_columns):
                if n_cells[i] > 1 and n_cells[i] > most:
                    guesses[n_guesses] = view.guesses[columns[i] if problem.rule == HARD else i]
                    n_guesses += 1
        for answer in answers:
            guess = problem.answer_as_guess[answer]
            k = count_cells(problem, scratch, guess, answers)
            # Under other rules, candidates with more cells are among the columns.
            if k == most or (problem.rule == CANDIDATES and k > most):
                guesses[n_guesses] = guess
                n_guesses += 1
    keys = scratch.keys
    for i in range(n_guesses):
        keys[i] = guesses[i]
    sort_by_key(keys, guesses, n_guesses, scratch.spare_keys, scratch.spare_guesses)
    return n_guesses


@kernel(when="is_few")
def write_symmetries(
    problem: Problem, scratch: Scratch, constraint: NDArray[np.uint16], n_candidates: int, tape: Tape
) -> bool:
    """Writes generators of the symmetries that reduced the guesses of a frame, if any; returns whether there was room.

    The candidates are the answers that fit the guesses so far. So a symmetry that maps each of these guesses to itself
    also maps the set to itself. A generator is a permutation `p` of the places and one, `c`, of the colours: a code's
    place `i` becomes `c(code[p(i)])`. First come the permutations of the places, each with its mapping of the colours
    used, then exchanges of two colours not used yet.
    """
    n_kept = list_fitting(problem, scratch, constraint) if n_candidates >= SYMMETRY_MIN else np.int64(0)
    n_places, n_colours, used = problem.letters.shape[1], problem.letter_counts.shape[1], scratch.colours[0]
    n = n_kept - 1
    before = np.int64(-1)
    for colour in range(n_colours if n_kept > 0 else 0):
        if used[colour] == 0:
            n += before >= 0
            before = colour
    if n <= 0:
        return True
    is_written = write(tape, SYMMETRIES) and write(tape, n)
    for k in range(1, n_kept):
        for place in range(n_places):
            is_written = is_written and write(tape, problem.permutations[scratch.fitting[k], place])
        for colour in range(n_colours):
            image = scratch.images[k, colour]
            is_written = is_written and write(tape, image if image >= 0 else colour)
    before = np.int64(-1)
    for colour in range(n_colours):
        if used[colour]:
            continue
        for place in range(n_places if before >= 0 else 0):
            is_written = is_written and write(tape, place)
        for other in range(n_colours if before >= 0 else 0):
            is_written = is_written and write(tape, exchanged(other, before, colour))
        before = colour
    return is_written
