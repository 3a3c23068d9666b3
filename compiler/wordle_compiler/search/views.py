"""Views: a large node puts the guesses that still differ side by side, best splitters first, for the nodes below.

Two guesses that split the candidates alike split every subset alike, so under rule any one of them is enough below (a
candidate is never dropped: where it is possible it is worth one more). After a first guess most of 12,972 words fall
together. A guess that does not split the candidates at all is dropped for good.
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
    count_cells,
    count_cells_by_bitmap,
    count_cells_of_block,
)
from wordle_compiler.search.problem import ANY, Problem, Scratch, View

VIEW_MIN = 48
"""Nodes with fewer candidates use their ancestor's view: copying would cost more than it saves."""


def root_view(problem: Problem) -> View:
    """Returns the view that all searches start from: every allowed guess, in order."""
    n_allowed = problem.by_guess.shape[0]
    return View(
        problem.by_answer,
        np.arange(n_allowed, dtype=np.int32),
        np.full(n_allowed, min(problem.n_feedbacks, problem.by_answer.shape[0]), np.int32),
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
    out: NDArray[np.int32],
) -> None:
    """Counts the cells of view columns `columns[first:stop]` (all columns where that is empty), into `out`."""
    n = len(answers)
    scratch.visited[1] += 1
    if n > PAIRWISE_MAX and problem.n_feedbacks > BITMAP_FEEDBACKS:
        for i in range(first, stop):
            column = columns[i] if len(columns) else i
            scratch.visited[3] += 1
            out[i] = count_cells(problem.by_guess[view.guesses[column]], answers, scratch.stamp, scratch.visited[3])
    elif len(columns) == 0:
        for start in range(first, stop, BLOCK):
            _count_block(view.codes, rows, start, min(start + BLOCK, stop), out)
    else:
        block = np.empty((n, BLOCK), view.codes.dtype)
        local = np.arange(n).astype(np.int32)
        counted = np.empty(BLOCK, np.int32)
        for start in range(first, stop, BLOCK):
            width = min(BLOCK, stop - start)
            for j in range(n):
                source = view.codes[rows[j]]
                for i in range(width):
                    block[j, i] = source[columns[start + i]]
            _count_block(block, local, 0, width, counted)
            out[start : start + width] = counted[:width]


@njit(cache=True, nogil=True)
def _count_block(
    codes: NDArray[Any], rows: NDArray[np.int32], first: int, stop: int, n_cells: NDArray[np.int32]
) -> None:
    """Counts the cells of a block of guesses with the kernel that is faster for this many candidates."""
    if len(rows) > PAIRWISE_MAX:
        count_cells_by_bitmap(codes, rows, first, stop, n_cells)
    else:
        count_cells_of_block(codes, rows, first, stop, n_cells)


@njit(cache=True, nogil=True)
def same_split(
    first: NDArray[np.uint8], second: NDArray[np.uint8], answers: NDArray[np.uint16], image: NDArray[np.int32]
) -> bool:
    """Tells whether two guesses with equally many cells split `answers` alike. `image` is all -1, and is left so.

    Where each feedback of the first goes with one feedback of the second, the first split refines the second; with as
    many cells they are the same.
    """
    same = True
    for answer in answers:
        code = first[answer]
        if image[code] < 0:
            image[code] = second[answer]
        elif image[code] != second[answer]:
            same = False
            break
    for answer in answers:
        image[first[answer]] = -1
    return same


@njit(cache=True, nogil=True)
def make_view(
    problem: Problem,
    scratch: Scratch,
    view: View,
    answers: NDArray[np.uint16],
    rows: NDArray[np.int32],
    columns: NDArray[np.int32],
    n_cells: NDArray[np.int32],
) -> View:
    """Makes a node's view from its ancestor's, given the cells of all `columns` (of the whole view if empty)."""
    n = len(answers)
    n_columns = len(columns) if len(columns) else len(view.guesses)
    bucket = np.zeros(n + 2, np.int64)
    for i in range(n_columns):
        if n_cells[i] >= 2:
            bucket[n - n_cells[i] + 1] += 1
    for k in range(1, n + 2):
        bucket[k] += bucket[k - 1]
    n_sorted = bucket[n + 1]
    order = np.empty(n_sorted, np.int32)
    for i in range(n_columns):
        if n_cells[i] >= 2:
            slot = n - n_cells[i]
            order[bucket[slot]] = i
            bucket[slot] += 1
    kept = n_sorted
    if problem.rule == ANY:
        kept = _drop_repeated_splits(problem, scratch, view, answers, columns, n_cells, order)
    codes = np.empty((n, kept), view.codes.dtype)
    guesses = np.empty(kept, np.int32)
    counted = np.empty(kept, np.int32)
    picked = np.empty(kept, np.int32)
    for i in range(kept):
        picked[i] = columns[order[i]] if len(columns) else order[i]
        guesses[i] = view.guesses[picked[i]]
        counted[i] = n_cells[order[i]]
    for j in range(n):
        source = view.codes[rows[j]]
        target = codes[j]
        for i in range(kept):
            target[i] = source[picked[i]]
    scratch.visited[2] += 1
    return View(codes, guesses, counted)


@njit(cache=True, nogil=True)
def _drop_repeated_splits(
    problem: Problem,
    scratch: Scratch,
    view: View,
    answers: NDArray[np.uint16],
    columns: NDArray[np.int32],
    n_cells: NDArray[np.int32],
    order: NDArray[np.int32],
) -> int:
    """Keeps, in `order`, one column of each split and every candidate; returns how many are left.

    A signature (the cells numbered by first member, hashed) finds the pairs, `same_split` decides.
    """
    n_slots = 1
    while n_slots < 2 * len(order):
        n_slots *= 2
    table = np.full(n_slots, -1, np.int32)
    signature = np.empty(len(order), np.uint64)
    label = np.zeros(problem.n_feedbacks, np.uint64)
    image = np.full(problem.n_feedbacks, -1, np.int32)
    keep = np.zeros(len(order), np.bool_)
    mask = np.uint64(n_slots - 1)
    # Candidates come first so that they stand for the other words of their split.
    for turn in range(2):
        for i in range(len(order)):
            column = columns[order[i]] if len(columns) else order[i]
            guess = view.guesses[column]
            own = problem.guess_as_answer[guess]
            is_candidate = own >= 0 and holds(answers, own)
            if is_candidate != (turn == 0):
                continue
            row = problem.by_guess[guess]
            scratch.visited[3] += 1
            mark = scratch.visited[3]
            total = np.uint64(0)
            seen = np.uint64(0)
            for j in range(len(answers)):
                code = row[answers[j]]
                if scratch.stamp[code] != mark:
                    scratch.stamp[code] = mark
                    seen += np.uint64(1)
                    label[code] = seen
                total += label[code] * problem.answer_hash[j]
            total ^= total >> np.uint64(29)
            signature[i] = total
            slot = np.int64(total & mask)
            repeated = False
            while table[slot] >= 0:
                other = table[slot]
                if signature[other] == total and n_cells[order[other]] == n_cells[order[i]]:
                    other_column = columns[order[other]] if len(columns) else order[other]
                    if same_split(problem.by_guess[view.guesses[other_column]], row, answers, image):
                        repeated = True
                        break
                slot = (slot + 1) & np.int64(mask)
            if not repeated:
                table[slot] = i
            keep[i] = is_candidate or not repeated
    kept = 0
    for i in range(len(order)):
        if keep[i]:
            order[kept] = order[i]
            kept += 1
    return kept


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
