"""The guesses that the sizes of their cells do not settle, and the view that they are looked up in."""

# Numba's integers are one type; numpy's stubs tell np.int64 from int, which says nothing here.
# mypy: disable-error-code="arg-type, return-value, no-any-return, assignment"

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from wordle_compiler.search.exact import WHOLE_VIEW
from wordle_compiler.search.few_feedbacks import order_few
from wordle_compiler.search.partition import count_cells
from wordle_compiler.search.problem import CANDIDATES, HARD, Problem, Scratch, View
from wordle_compiler.search.rounds import keep_legal
from wordle_compiler.search.views import VIEW_MIN, make_view, sweep


@njit(cache=True, nogil=True)
def focus(
    problem: Problem,
    scratch: Scratch,
    view: View,
    low: int,
    high: int,
    constraint: NDArray[np.uint16],
    depth: int,
) -> View:
    """Returns a view of its own for a large set, whose rows are then numbered by it; for a small one what was given."""
    if high - low < VIEW_MIN or problem.rule == CANDIDATES or problem.is_few:
        return view
    columns = _legal_columns(problem, scratch, view, constraint, depth)
    n_columns = len(columns) if problem.rule == HARD else len(view.guesses)
    n_cells = np.empty(n_columns, view.n_cells.dtype)
    rows = scratch.rows[low:high]
    sweep(problem, scratch, view, scratch.answers[low:high], rows, columns, 0, n_columns, n_cells)
    own = make_view(problem, view, scratch.answers[low:high], rows, columns, n_cells)
    for i in range(high - low):
        rows[i] = i
    return own


@njit(cache=True, nogil=True)
def open_guesses(
    problem: Problem,
    scratch: Scratch,
    view: View,
    low: int,
    high: int,
    constraint: NDArray[np.uint16],
    guesses_left: int,
    depth: int,
    bound: int,
) -> NDArray[np.int32]:
    """Returns the legal guesses that split the set and may cost less than `bound`, ascending by number.

    A guess of k cells costs at least `3n - k`, one less for a candidate; in games of few feedbacks the sizes of the
    cells say more, and of guesses that symmetry makes equal there is only the first.
    """
    answers = scratch.answers[low:high]
    n = high - low
    if problem.is_few:
        return np.sort(order_few(problem, scratch, answers, constraint, guesses_left, bound - 1))
    columns = _legal_columns(problem, scratch, view, constraint, depth)
    n_columns = 0
    if problem.rule == HARD:
        n_columns = len(columns)
    elif problem.rule != CANDIDATES:
        n_columns = len(view.guesses)
    n_cells = np.empty(n_columns, view.n_cells.dtype)
    sweep(problem, scratch, view, answers, scratch.rows[low:high], columns, 0, n_columns, n_cells)
    most = 3 * n - bound
    guesses = np.empty(n_columns + n, np.int32)
    n_guesses = 0
    for i in range(n_columns):
        if n_cells[i] > 1 and n_cells[i] > most:
            guesses[n_guesses] = view.guesses[columns[i] if problem.rule == HARD else i]
            n_guesses += 1
    for answer in answers:
        guess = problem.answer_as_guess[answer]
        scratch.visited[3] += 1
        k = count_cells(problem.by_guess[guess], answers, scratch.stamp, scratch.visited[3])
        # Under the other rules those with more cells are among the columns.
        if k == most or (problem.rule == CANDIDATES and k > most):
            guesses[n_guesses] = guess
            n_guesses += 1
    return np.sort(guesses[:n_guesses])


@njit(cache=True, nogil=True)
def _legal_columns(
    problem: Problem, scratch: Scratch, view: View, constraint: NDArray[np.uint16], depth: int
) -> NDArray[np.int32]:
    """Returns the columns of the view that are legal under rule hard; none, which means all, under the others."""
    if problem.rule != HARD:
        return np.empty(0, np.int32)
    n_legal = keep_legal(problem, scratch, view, constraint, depth, WHOLE_VIEW)
    return scratch.legal[depth, :n_legal].copy()
