"""The kernel of the certificate: writes down a proof that a set of candidates costs at least so much.

The search knows what a set costs; a certificate says why. So this is a second walk over the same nodes, with the bound
to prove known from the start: every guess that the checker's own bounds (`least` and `one` of CERTIFICATE.md) leave
open is split, and as many of its cells get a lemma of their own as are needed. What a cell costs comes from the search;
its lemma is then proven here in turn. Nothing is written that the argument above it does not use.

`one` is what `search` returns where only bounds are asked for. It gets a memo of its own for that: a bound from a real
search would be more than the checker can find out alone.
"""

# Numba's integers are one type; numpy's stubs tell np.int64 from int, which says nothing here.
# mypy: disable-error-code="arg-type, return-value, no-any-return, assignment"

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from wordle_compiler.certificate.symmetries import write_symmetries
from wordle_compiler.certificate.tokens import Tape, write, write_end
from wordle_compiler.legality import tighten
from wordle_compiler.search.exact import EVERY_GUESS, WHOLE_VIEW, constraint_hash, search
from wordle_compiler.search.few_feedbacks import order_few, search_few
from wordle_compiler.search.memo import LOWER, Memo, find, store
from wordle_compiler.search.problem import CANDIDATES, HARD, INFEASIBLE, Problem, Scratch, View
from wordle_compiler.search.rounds import keep_legal, split
from wordle_compiler.search.symmetry import remember
from wordle_compiler.search.views import VIEW_MIN, make_view, sweep
from wordle_compiler.search.partition import count_cells

CELL = 3
"""A lemma for a cell follows; with `step` added twice. See CERTIFICATE.md, "A chapter"."""

USE = 4
"""A cell gets its bound from an earlier lemma; with `step` added twice."""


class Lemmas(NamedTuple):
    """What a chapter has proven so far, and what the prover needs besides the search.

    Fields: the lemmas as a memo (`proven`), and by its slots the number of each lemma and where its end stands on the
    tape; the memo for `one` (`bounds`); `least` (n_answers + 1), what so many answers cost at least, and `capacity`
    (257), how many any tree solves within so many guesses.
    """

    proven: Memo
    number: NDArray[np.int64]
    end: NDArray[np.int64]
    bounds: Memo
    least: NDArray[np.int64]
    capacity: NDArray[np.int64]


@njit(cache=True, nogil=True)
def prove(
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
    before: int,
) -> int:
    """Writes the frame of the candidates at `low:high`: that they cost at least `bound`.

    The arguments up to `depth` are those of `search`, but for the memo: it is the search's, and `lemmas` has its own.
    With a guess as `only`, the entries for this guess alone are written and no end; `before` is the guess of the entry
    before them.

    Returns:
        The guess of the last entry, or -2 where the bound is not true, the tape is full or the search was stopped.
    """
    n = high - low
    answers = scratch.answers[low:high]
    constraint = scratch.constraint[depth]
    constraint[0] = guesses_left
    last = np.int64(before)
    # 1. The guesses whose cells' sizes leave them open. The others are for the checker to see.
    if only >= 0:
        guesses = np.empty(1, np.int32)
        guesses[0] = only
    elif problem.is_few:
        guesses = order_few(problem, scratch, answers, constraint, guesses_left, bound - 1)
        guesses = np.sort(guesses)
        if not write_symmetries(problem, constraint, n, tape):
            return -2
    else:
        columns = np.empty(0, np.int32)
        if problem.rule == HARD:
            n_legal = keep_legal(problem, scratch, view, constraint, depth, WHOLE_VIEW)
            columns = scratch.legal[depth, :n_legal].copy()
        if n >= VIEW_MIN and problem.rule != CANDIDATES:
            n_columns = len(columns) if problem.rule == HARD else len(view.guesses)
            counted = np.empty(n_columns, view.n_cells.dtype)
            sweep(problem, scratch, view, answers, scratch.rows[low:high], columns, 0, n_columns, counted)
            view = make_view(problem, view, answers, scratch.rows[low:high], columns, counted)
            columns = np.empty(0, np.int32)
            for i in range(n):
                scratch.rows[low + i] = i
            guesses = _open_in_own_view(problem, scratch, view, answers, bound)
        else:
            guesses = _open_guesses(problem, scratch, view, answers, scratch.rows[low:high], columns, bound)
    cell_start = scratch.cell_start[depth]
    cell_stop = scratch.cell_stop[depth]
    cell_code = scratch.cell_code[depth]
    cell_key = scratch.cell_key[depth]
    after = scratch.constraint[depth + 1]
    won = problem.n_feedbacks - 1
    left = guesses_left - 1
    every_guess = np.int64(EVERY_GUESS)
    whole_view = np.int64(WHOLE_VIEW)
    known = np.empty(len(cell_start), np.int64)
    alone = np.empty(len(cell_start), np.int64)
    for guess in guesses:
        if scratch.control[0] != 0:
            return -2
        # 2. What the sizes of the cells say, then `one` of each, the largest first: all that the checker sees alone.
        n_here = split(problem, scratch, low, high, top, depth, guess)
        total = np.int64(n)
        for c in range(n_here):
            size = cell_stop[c] - cell_start[c]
            known[c] = 0
            if cell_code[c] != won:
                known[c] = INFEASIBLE if size > lemmas.capacity[left] else lemmas.least[size]
            total += known[c]
        for back in range(n_here):
            c = n_here - 1 - back
            if total >= bound:
                break
            size = cell_stop[c] - cell_start[c]
            if size <= 2 or cell_code[c] == won:
                continue
            _enter(problem, constraint, np.int64(guess), np.int64(cell_code[c]), after)
            value = _search(
                problem,
                scratch,
                lemmas.bounds,
                view,
                cell_start[c],
                cell_stop[c],
                top + n,
                cell_key[c],
                left,
                depth + 1,
                bound - total + known[c],
                True,
            )
            if value > known[c]:
                total += value - known[c]
                known[c] = value
        if total >= bound:
            continue
        # 3. Earlier lemmas for cells cost nearly nothing; then what the search finds, the smallest cells first (the
        #    largest first where nothing less than a cell that cannot be solved will do).
        for c in range(n_here):
            alone[c] = known[c]
            if cell_stop[c] - cell_start[c] > 2 and cell_code[c] != won:
                _enter(problem, constraint, np.int64(guess), np.int64(cell_code[c]), after)
                members = scratch.answers[cell_start[c] : cell_stop[c]]
                slot = _find(problem, lemmas.proven, members, cell_key[c], after)
                if slot >= 0 and lemmas.proven.value[slot] > known[c]:
                    total += lemmas.proven.value[slot] - known[c]
                    known[c] = lemmas.proven.value[slot]
        for i in range(n_here):
            c = n_here - 1 - i if bound >= INFEASIBLE else i
            if total >= bound:
                break
            if cell_stop[c] - cell_start[c] <= 2 or cell_code[c] == won:
                continue
            _enter(problem, constraint, np.int64(guess), np.int64(cell_code[c]), after)
            value = _search(
                problem,
                scratch,
                memo,
                view,
                cell_start[c],
                cell_stop[c],
                top + n,
                cell_key[c],
                left,
                depth + 1,
                bound - total + known[c],
                False,
            )
            if value > known[c]:
                total += value - known[c]
                known[c] = value
        if total < bound:
            return -2
        # 4. What is not needed is left out, the largest cells first, whose lemmas are the longest.
        spare = total - bound
        is_enough = False
        for back in range(n_here):
            c = n_here - 1 - back
            if total >= INFEASIBLE:
                # One cell that cannot be solved is enough.
                if is_enough or known[c] < INFEASIBLE:
                    known[c] = alone[c]
                is_enough |= known[c] >= INFEASIBLE
            elif known[c] - alone[c] <= spare:
                spare -= known[c] - alone[c]
                known[c] = alone[c]
        for back in range(n_here):
            c = n_here - 1 - back
            if total < INFEASIBLE and known[c] > alone[c] and spare > 0:
                known[c] -= spare
                break
        # 5. The entries. The search may have moved the rows of the cells into views of its own, so split again.
        n_here = split(problem, scratch, low, high, top, depth, guess)
        for c in range(n_here):
            if known[c] <= alone[c]:
                continue
            step = guess - max(last, 0)
            last = np.int64(guess)
            _enter(problem, constraint, np.int64(guess), np.int64(cell_code[c]), after)
            members = scratch.answers[cell_start[c] : cell_stop[c]]
            slot = _find(problem, lemmas.proven, members, cell_key[c], after)
            if slot >= 0 and lemmas.proven.value[slot] >= known[c]:
                tape.data[lemmas.end[slot]] = 1
                if not (write(tape, USE + 2 * step) and write(tape, cell_code[c]) and write(tape, lemmas.number[slot])):
                    return -2
                continue
            if not (write(tape, CELL + 2 * step) and write(tape, cell_code[c])):
                return -2
            # The arguments must have just the types of the first call; see `search`.
            done = prove(
                problem,
                scratch,
                memo,
                lemmas,
                tape,
                view,
                np.int64(cell_start[c]),
                np.int64(cell_stop[c]),
                top + n,
                cell_key[c],
                left,
                depth + 1,
                known[c],
                every_guess,
                every_guess,
            )
            if done == -2:
                return -2
    if only >= 0:
        return last
    # 6. The end, and the lemma for later use.
    slot = _keep(problem, lemmas.proven, answers, key, constraint, bound)
    number = tape.state[1]
    where = write_end(tape, np.int64(n), np.int64(bound))
    if where < 0:
        return -2
    if slot >= 0:
        lemmas.number[slot] = number
        lemmas.end[slot] = where
    return last


@njit(cache=True, nogil=True)
def _enter(problem: Problem, constraint: NDArray[np.uint16], guess: int, code: int, after: NDArray[np.uint16]) -> None:
    """Writes what a cell's frame starts from: the guesses left and, where the game needs it, the path."""
    after[0] = constraint[0] - 1
    if problem.rule == HARD:
        tighten(constraint, problem.letters[guess], code, after)
    elif problem.is_few:
        remember(constraint, guess, after)


@njit(cache=True, nogil=True)
def _search(
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
    bound_only: bool,
) -> int:
    """Asks the search what a cell costs, or what `one` says of it."""
    every_guess = np.int64(EVERY_GUESS)
    whole_view = np.int64(WHOLE_VIEW)
    low, high, top = np.int64(low), np.int64(high), np.int64(top)
    left, depth, beta = np.int64(guesses_left), np.int64(depth), np.int64(beta)
    if problem.is_few:
        return search_few(
            problem, scratch, memo, view, low, high, top, key, left, depth, beta, every_guess, bound_only, whole_view
        )
    return search(
        problem, scratch, memo, view, low, high, top, key, left, depth, beta, every_guess, bound_only, whole_view
    )


@njit(cache=True, nogil=True)
def _find(
    problem: Problem, memo: Memo, members: NDArray[np.uint16], key: np.uint64, constraint: NDArray[np.uint16]
) -> int:
    """Returns the slot of the lemma for a set with these guesses left (and, under rule hard, these demands), or -1."""
    key ^= problem.depth_hash[constraint[0]]
    if problem.rule != HARD:
        return find(memo, key, constraint[:1], members)
    return find(memo, key ^ constraint_hash(problem, constraint), constraint, members)


@njit(cache=True, nogil=True)
def _keep(
    problem: Problem,
    memo: Memo,
    members: NDArray[np.uint16],
    key: np.uint64,
    constraint: NDArray[np.uint16],
    bound: int,
) -> int:
    """Enters a lemma; returns its slot, or -1 where there was no room."""
    key ^= problem.depth_hash[constraint[0]]
    head = constraint[:1]
    if problem.rule == HARD:
        key ^= constraint_hash(problem, constraint)
        head = constraint
    store(memo, key, head, members, bound, LOWER)
    return find(memo, key, head, members)


@njit(cache=True, nogil=True)
def _open_guesses(
    problem: Problem,
    scratch: Scratch,
    view: View,
    answers: NDArray[np.uint16],
    rows: NDArray[np.int32],
    columns: NDArray[np.int32],
    bound: int,
) -> NDArray[np.int32]:
    """Returns the guesses of a view (of its `columns` under rule hard) that split the set and may cost below `bound`.

    By number. `3n - k`, one less for a candidate, is what k cells make at least.
    """
    n = len(answers)
    n_columns = 0
    if problem.rule == HARD:
        n_columns = len(columns)
    elif problem.rule != CANDIDATES:
        n_columns = len(view.guesses)
    n_cells = np.empty(n_columns, view.n_cells.dtype)
    sweep(problem, scratch, view, answers, rows, columns, 0, n_columns, n_cells)
    least = 3 * n - bound
    guesses = np.empty(n_columns + n, np.int32)
    n_guesses = 0
    for i in range(n_columns):
        # A candidate has one cell that costs nothing more. Those of them that are open are found below.
        if n_cells[i] > 1 and n_cells[i] > least:
            guesses[n_guesses] = view.guesses[columns[i] if problem.rule == HARD else i]
            n_guesses += 1
    for answer in answers:
        guess = problem.answer_as_guess[answer]
        scratch.visited[3] += 1
        k = count_cells(problem.by_guess[guess], answers, scratch.stamp, scratch.visited[3])
        if k + 1 > least and (problem.rule == CANDIDATES or k <= least):
            guesses[n_guesses] = guess
            n_guesses += 1
    return np.sort(guesses[:n_guesses])


@njit(cache=True, nogil=True)
def _open_in_own_view(
    problem: Problem, scratch: Scratch, view: View, answers: NDArray[np.uint16], bound: int
) -> NDArray[np.int32]:
    """Does what `_open_guesses` does for the set that the view was made for, whose cells are counted already."""
    least = 3 * len(answers) - bound
    guesses = np.empty(len(view.guesses) + len(answers), np.int32)
    n_guesses = 0
    for i in range(len(view.guesses)):
        if view.n_cells[i] > least:
            guesses[n_guesses] = view.guesses[i]
            n_guesses += 1
    for answer in answers:
        guess = problem.answer_as_guess[answer]
        scratch.visited[3] += 1
        k = count_cells(problem.by_guess[guess], answers, scratch.stamp, scratch.visited[3])
        if k == least:
            guesses[n_guesses] = guess
            n_guesses += 1
    return np.sort(guesses[:n_guesses])
