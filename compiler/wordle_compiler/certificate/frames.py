"""The kernels of the certificate: they write a proof that a set of candidates costs at least a given bound.

The search knows what a set costs; a certificate says why. So this is a second walk over the same nodes, with the bound
to prove known from the start. Each guess that the checker's own bounds (`least` and `one` of CERTIFICATE.md) leave open
is split, and as many of its cells as necessary get their own lemma. The search supplies the cost of a cell, and its
lemma is then proven recursively. Nothing is written that the argument above it does not use.

What is known of a guess's cells (those of `split` at the frame's depth, smallest first) stands in `Lemmas.known`, and
its sum in the frame's `total`.
"""

from __future__ import annotations

import numpy as np

from wordle_compiler.certificate.lemmas import (
    CELL,
    SYMMETRIES,
    USE,
    Lemmas,
    Tape,
    end_lemma,
    is_full,
    least_cost,
    mark_used,
    write,
)
from wordle_compiler.kernels.kernel import kernel, kernel_when
from wordle_compiler.kernels.layout import Answers, Constraint, Int64s
from wordle_compiler.search.exact import search
from wordle_compiler.search.few_feedbacks import SYMMETRY_MIN, list_fitting, list_open
from wordle_compiler.search.known_totals import find_set
from wordle_compiler.search.memo import Memo, total_of
from wordle_compiler.search.partition import count_cells, sweep
from wordle_compiler.search.playing import enter_cell, frame_below, split
from wordle_compiler.search.problem import (
    HARD,
    INFEASIBLE,
    UNLIMITED,
    WHOLE_VIEW,
    Problem,
    ProofFrame,
    Scratch,
    View,
    proof_at,
)
from wordle_compiler.search.rounds import VIEW_MIN, keep_legal, makes_view, own_view, sort_by_key
from wordle_compiler.search.twins import exchanged

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
            slot = find_set(problem, lemmas.proven, after, scratch.cell_key[depth, c], answers)
            if slot >= 0:
                raise_known(lemmas, frame, c, total_of(lemmas.proven, slot))
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
def leave_out(known: Int64s, alone: Int64s, total: int, bound: int) -> None:
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
        if problem.is_few:
            write_symmetries(problem, scratch, constraint, n, tape)
        if problem.has_others and focus(problem, scratch, view, frame):
            view = own_view(view, scratch, frame.depth, scratch.view_blocks[frame.depth])
        n_guesses = open_guesses(problem, scratch, view, frame)
    known, alone = lemmas.known[frame.depth], lemmas.alone[frame.depth]
    for i in range(n_guesses):
        if scratch.control[0] != 0 or is_full(tape):
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
            code = np.int64(scratch.cell_code[frame.depth, c])
            after, key = scratch.constraint[frame.depth + 1], scratch.cell_key[frame.depth, c]
            enter_cell(problem, constraint, frame.guess, code, after)
            members = scratch.answers[scratch.cell_start[frame.depth, c] : scratch.cell_stop[frame.depth, c]]
            if uses_lemma(problem, lemmas, tape, frame, code, key, after, members, known[c]):
                continue
            write_entry(tape, frame, CELL, code)
            frame_below(scratch, frame, c)
            below = proof_at(scratch.frames[frame.depth + 1])
            below.guesses_left = frame.guesses_left - 1
            below.bound = known[c]
            below.is_relaxed = frame.is_relaxed
            below.last = 0
            if not prove(problem, scratch, memo, lemmas, tape, view, below):
                return False
    if frame.only < 0:
        answers = scratch.answers[frame.low : frame.high]
        end_lemma(problem, lemmas, tape, answers, frame.key, constraint, frame.bound)
    return not is_full(tape)


@kernel
def uses_lemma(
    problem: Problem,
    lemmas: Lemmas,
    tape: Tape,
    frame: ProofFrame,
    code: int,
    key: np.uint64,
    constraint: Constraint,
    members: Answers,
    bound: int,
) -> bool:
    """Writes that a cell of the frame's guess gets its bound from an earlier lemma; returns False if there is none."""
    slot = find_set(problem, lemmas.proven, constraint, key, members)
    if slot < 0 or total_of(lemmas.proven, slot) < bound:
        return False
    write_entry(tape, frame, USE, code)
    write(tape, lemmas.number[slot])
    mark_used(tape, lemmas.end[slot])
    return True


@kernel
def write_entry(tape: Tape, frame: ProofFrame, token: int, code: int) -> None:
    """Writes the beginning of an entry: how far the frame's guess is above that of the entry before, and a feedback."""
    write(tape, token + 2 * (frame.guess - frame.last))
    write(tape, code)
    frame.last = frame.guess


@kernel_when("has_others")
def focus(problem: Problem, scratch: Scratch, view: View, frame: ProofFrame) -> bool:
    """Makes a view for a large set and renumbers the set's rows for it; returns whether it did."""
    if frame.high - frame.low < VIEW_MIN or problem.is_few:
        return False
    frame.n_columns = list_legal(problem, scratch, view, frame)
    return makes_view(problem, scratch, view, frame)


@kernel_when("has_others")
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
        if problem.has_others:
            n_cells = scratch.counted
            n_columns = list_legal(problem, scratch, view, frame)
            columns = scratch.legal[frame.depth, : n_columns if problem.rule == HARD else 0]
            sweep(problem, scratch, view, answers, scratch.rows[frame.low : frame.high], columns, 0, n_columns, n_cells)
            for i in range(n_columns):
                if n_cells[i] > 1 and n_cells[i] > most:
                    guesses[n_guesses] = view.guesses[columns[i] if problem.rule == HARD else i]
                    n_guesses += 1
        for answer in answers:
            guess = problem.answer_as_guess[answer]
            k = count_cells(problem, scratch, guess, answers)
            # Under other rules, candidates with more cells are among the columns.
            if k == most or (not problem.has_others and k > most):
                guesses[n_guesses] = guess
                n_guesses += 1
    keys = scratch.keys
    for i in range(n_guesses):
        keys[i] = guesses[i]
    sort_by_key(scratch, guesses, n_guesses)
    return n_guesses


@kernel_when("is_few")
def write_symmetries(problem: Problem, scratch: Scratch, constraint: Constraint, n_candidates: int, tape: Tape) -> None:
    """Writes generators of the symmetries that reduced the guesses of a frame, if any.

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
        return
    write(tape, SYMMETRIES)
    write(tape, n)
    for k in range(1, n_kept):
        for place in range(n_places):
            write(tape, problem.permutations[scratch.fitting[k], place])
        for colour in range(n_colours):
            image = scratch.images[k, colour]
            write(tape, image if image >= 0 else colour)
    before = np.int64(-1)
    for colour in range(n_colours):
        if used[colour]:
            continue
        for place in range(n_places if before >= 0 else 0):
            write(tape, place)
        for other in range(n_colours if before >= 0 else 0):
            write(tape, exchanged(other, before, colour))
        before = colour
