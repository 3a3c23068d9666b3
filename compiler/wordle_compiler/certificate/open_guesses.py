"""Finds the guesses that the sizes of their cells do not settle, and makes the view in which they are looked up."""

from __future__ import annotations

import numpy as np

from wordle_compiler.kernels.kernel import kernel
from wordle_compiler.search.few_feedbacks import list_few
from wordle_compiler.search.frame import WHOLE_VIEW, Frame
from wordle_compiler.search.partition import count_cells
from wordle_compiler.search.problem import CANDIDATES, HARD, LAST_MARK, Problem, Scratch, View
from wordle_compiler.search.rounds import keep_legal
from wordle_compiler.search.sorting import sort_by_key
from wordle_compiler.search.views import VIEW_MIN, has_views, makes_view, sweep


@kernel(when=has_views)
def focus(problem: Problem, scratch: Scratch, view: View, frame: Frame) -> bool:
    """Makes a view for a large set and renumbers the set's rows for it; returns whether it did."""
    if frame.high - frame.low < VIEW_MIN or problem.is_few:
        return False
    frame.n_columns = list_legal(problem, scratch, view, frame)
    return makes_view(problem, scratch, view, frame)


@kernel(when=has_views)
def list_legal(problem: Problem, scratch: Scratch, view: View, frame: Frame) -> int:
    """Returns how many columns of the view are legal; under rule hard, lists them in the depth's `scratch.legal`."""
    if problem.rule != HARD:
        return len(view.guesses)
    columns = scratch.legal[frame.depth]
    return keep_legal(problem, view, scratch.constraint[frame.depth], columns[:0], WHOLE_VIEW, columns)


@kernel
def open_guesses(problem: Problem, scratch: Scratch, view: View, frame: Frame) -> int:
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
        n_guesses = list_few(problem, scratch, answers, constraint, frame.guesses_left, frame.bound - 1)
        for i in range(n_guesses):
            guesses[i] = scratch.ranks[i]
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
            scratch.counters[LAST_MARK] += 1
            k = count_cells(problem.by_guess[guess], answers, scratch.stamp, scratch.counters[LAST_MARK])
            # Under other rules, candidates with more cells are among the columns.
            if k == most or (problem.rule == CANDIDATES and k > most):
                guesses[n_guesses] = guess
                n_guesses += 1
    keys = scratch.keys
    for i in range(n_guesses):
        keys[i] = guesses[i]
    sort_by_key(keys, guesses, n_guesses, scratch.spare_keys, scratch.spare_guesses)
    return n_guesses
