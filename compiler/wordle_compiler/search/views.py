"""Views: a large node puts the guesses side by side, best splitters first, for the nodes below.

A guess never has more cells on a subset, so a node that needs more than some number of cells may stop where its view's
node has no more; and rows of feedbacks that lie together are counted eight guesses at a time. A guess that does not
split the candidates at all is dropped for good.

Tried and dropped: keeping only one of all guesses that split the candidates alike. On cells of 40 candidates and more,
75 to 95 % of 12,972 guesses still differ, and finding that out took longer than all the rest (147 ms against 97 ms to
refute an opener).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from wordle_compiler.search.partition import (
    BITMAP_FEEDBACKS,
    BLOCK,
    PAIRWISE_MAX,
    count_cells_by_bitmap,
    count_cells_of_block,
)
from wordle_compiler.search.problem import Problem, Scratch, View, value_dtype_of
from wordle_compiler.search.weighing import split_value, weigh_cells_by_bitmap, weigh_cells_of_block, weight_at

VIEW_MIN = 24
"""Nodes with fewer candidates use their ancestor's view: copying would cost more than it saves."""


def root_view(problem: Problem) -> View:
    """Returns the view that all searches start from: every allowed guess, in order."""
    n_allowed = problem.by_guess.shape[0]
    most = int(problem.weights.sum()) or min(problem.n_feedbacks, problem.by_answer.shape[0])
    return View(
        problem.by_answer, np.arange(n_allowed, dtype=np.int32), np.full(n_allowed, most, value_dtype_of(problem))
    )


@njit(cache=True, nogil=True)
def sweep(
    problem: Problem,
    scratch: Scratch,
    view: View,
    answers: NDArray[np.uint16],
    rows: NDArray[np.int32],
    columns: NDArray[np.int32],
    first: int,
    stop: int,
    out: NDArray[Any],
) -> None:
    """Counts the cells of view columns `columns[first:stop]` (all columns where that is empty), into `out`.

    With weights it weighs them: see `weighing`.
    """
    n = len(answers)
    weights = problem.weights[answers] if len(problem.weights) else problem.weights
    scratch.visited[1] += 1
    if n > PAIRWISE_MAX and problem.n_feedbacks > BITMAP_FEEDBACKS:
        for i in range(first, stop):
            column = columns[i] if len(columns) else i
            scratch.visited[3] += 1
            row = problem.by_guess[view.guesses[column]]
            out[i] = split_value(problem.weights, row, answers, scratch.stamp, scratch.visited[3])
    elif len(columns) == 0:
        for start in range(first, stop, BLOCK):
            _count_block(view.codes, rows, weights, start, min(start + BLOCK, stop), out)
    else:
        block = np.empty((n, BLOCK), view.codes.dtype)
        local = np.arange(n).astype(np.int32)
        counted = np.empty(BLOCK, out.dtype)
        for start in range(first, stop, BLOCK):
            width = min(BLOCK, stop - start)
            for j in range(n):
                source = view.codes[rows[j]]
                for i in range(width):
                    block[j, i] = source[columns[start + i]]
            _count_block(block, local, weights, 0, width, counted)
            out[start : start + width] = counted[:width]


@njit(cache=True, nogil=True)
def _count_block(
    codes: NDArray[Any],
    rows: NDArray[np.int32],
    weights: NDArray[np.int64],
    first: int,
    stop: int,
    n_cells: NDArray[Any],
) -> None:
    """Counts (or weighs) the cells of a block of guesses with the kernel that is faster for this many candidates."""
    if len(weights) > 0:
        if len(rows) > PAIRWISE_MAX:
            weigh_cells_by_bitmap(codes, rows, weights, first, stop, n_cells)
        else:
            weigh_cells_of_block(codes, rows, weights, first, stop, n_cells)
    elif len(rows) > PAIRWISE_MAX:
        count_cells_by_bitmap(codes, rows, first, stop, n_cells)
    else:
        count_cells_of_block(codes, rows, first, stop, n_cells)


@njit(cache=True, nogil=True)
def make_view(
    problem: Problem,
    view: View,
    answers: NDArray[np.uint16],
    rows: NDArray[np.int32],
    columns: NDArray[np.int32],
    n_cells: NDArray[Any],
) -> View:
    """Makes a node's view from its ancestor's, given the cells of all `columns` (of the whole view if empty)."""
    n = len(answers)
    heaviest = weight_at(problem.weights, answers, 0)
    order = np.flatnonzero(n_cells > heaviest).astype(np.int32)
    if len(problem.weights) > 0:
        order = order[np.argsort(-n_cells[order], kind="mergesort")]
    else:
        # By counting, for there are few different numbers of cells.
        first = np.zeros(n + 2, np.int64)
        for column in order:
            first[n - n_cells[column] + 1] += 1
        for k in range(1, n + 2):
            first[k] += first[k - 1]
        by_cells = np.empty(len(order), np.int32)
        for column in order:
            slot = n - n_cells[column]
            by_cells[first[slot]] = column
            first[slot] += 1
        order = by_cells
    kept = len(order)
    codes = np.empty((n, kept), view.codes.dtype)
    picked = columns[order] if len(columns) else order
    for j in range(n):
        source = view.codes[rows[j]]
        target = codes[j]
        for i in range(kept):
            target[i] = source[picked[i]]
    return View(codes, view.guesses[picked], n_cells[order])


@njit(cache=True, nogil=True)
def holds(answers: NDArray[np.uint16], answer: int) -> bool:
    """Tells whether the ascending `answers` hold `answer`."""
    low = 0
    high = len(answers)
    while low < high:
        middle = (low + high) >> 1
        if answers[middle] < answer:
            low = middle + 1
        else:
            high = middle
    return low < len(answers) and answers[low] == answer
