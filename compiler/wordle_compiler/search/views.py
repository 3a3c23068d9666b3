"""Views: a large node puts the guesses side by side, best splitters first, for the nodes below it.

A guess never has more cells on a subset. So a node that needs more than some number of cells can stop at the first
guess that has no more at the view's node. Feedbacks that lie side by side are counted for eight guesses at a time. A
guess that does not split the candidates at all is dropped for the whole subtree.

Tried and dropped: keeping only one of all guesses that split the candidates alike. On most cells that are large enough
for a view, most of the 12,972 guesses still differ.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.kernels.context import AtAddress
from wordle_compiler.kernels.kernel import kernel
from wordle_compiler.kernels.layout import Values
from wordle_compiler.search.frame import WHOLE_VIEW, Head
from wordle_compiler.search.partition import (
    BITMAP_FEEDBACKS,
    PAIRWISE_MAX,
    count_cells,
    count_cells_by_bitmap,
    count_cells_of_block,
    weigh_cells_by_bitmap,
)
from wordle_compiler.search.problem import (
    BLOCK,
    HARD,
    SWEEPS,
    VIEWS_MADE,
    Problem,
    Scratch,
    View,
)
from wordle_compiler.search.rounds import sort_by_key

VIEW_MIN = 24
"""Smaller nodes use their ancestor's view, because too few counts would repay the copy."""


def root_view(problem: Problem) -> View:
    """Returns the view from which all searches start: every allowed guess, in order."""
    n_allowed = problem.by_guess.shape[0]
    most = int(problem.weights.sum()) or min(problem.n_feedbacks, problem.by_answer.shape[0])
    return View(
        problem.layout,
        problem.by_answer,
        np.arange(n_allowed, dtype=np.int32),
        np.full(n_allowed, most, problem.layout.values),
        0,
    )


@kernel(when="has_views")
def sweep(
    problem: Problem,
    scratch: Scratch,
    view: View,
    answers: NDArray[np.uint16],
    rows: NDArray[np.int32],
    columns: NDArray[np.int32],
    first: int,
    stop: int,
    out: Values,
) -> None:
    """Counts the cells of view columns `columns[first:stop]` (or `first:stop` if `columns` is empty), into `out`.

    With weights it weighs them: see `partition`.
    """
    n = len(answers)
    scratch.counters[SWEEPS] += 1
    if (n > PAIRWISE_MAX or problem.is_weighted) and problem.n_feedbacks > BITMAP_FEEDBACKS:
        for i in range(first, stop):
            out[i] = count_cells(problem, scratch, view.guesses[columns[i] if len(columns) else i], answers)
        return
    all_codes = view.codes
    picked = scratch.picked
    local = scratch.spare_guesses[:n]
    counted = scratch.block_counts
    memory = scratch.bitmaps
    if len(columns):
        for j in range(n):
            local[j] = j
    for start in range(first, stop, BLOCK):
        end = min(start + BLOCK, stop)
        codes, own, low, high, to = all_codes, rows, start, end, out
        if len(columns):
            for j in range(n):
                source = all_codes[rows[j]]
                target = picked[j]
                for i in range(end - start):
                    target[i] = source[columns[start + i]]
            codes, own, low, high, to = picked, local, 0, end - start, counted
        if problem.is_weighted:
            weigh_cells_by_bitmap(codes, own, answers, problem.weights, low, high, memory, to)
        elif n > PAIRWISE_MAX:
            count_cells_by_bitmap(codes, own, low, high, memory, to)
        else:
            count_cells_of_block(codes, own, low, high, memory, to)
        if len(columns):
            for i in range(end - start):
                out[start + i] = counted[i]


def view_of(like: View, scratch: Scratch, depth: int, block: NDArray[np.int64]) -> View:
    """Returns the view that was made at a depth, for use in Python: parts of the arrays of `scratch`, which owns it."""
    _, n, kept, *_, end = block.tolist()
    codes = scratch.codes[end - n * kept : end].reshape(n, kept)
    return View(like.layout, codes, scratch.view_guesses[depth, :kept], scratch.view_cells[depth, :kept], end)


own_view = AtAddress(view_of)
"""Returns the view that was made at a depth, whose block is given; a kernel needs only the address of the block."""


@kernel(when="has_views")
def makes_view(problem: Problem, scratch: Scratch, view: View, frame: Head) -> bool:
    """Step 8 of the search: makes the node's own view if the node is large and there is room; returns whether it did.

    Then `own_view` returns it, until the next one is made at that depth. Its block has the addresses of parts of arrays
    of `scratch`, so it lives as long as these.
    """
    n = frame.high - frame.low
    if n < VIEW_MIN:
        return False
    answers = scratch.answers[frame.low : frame.high]
    rows = scratch.rows[frame.low : frame.high]
    columns = scratch.legal[frame.depth, : frame.n_columns if problem.rule == HARD else 0]
    n_cells = scratch.counted
    sweep(problem, scratch, view, answers, rows, columns, 0, frame.n_columns, n_cells)
    heaviest = problem.weights[answers[0]] if problem.is_weighted else np.int64(1)
    guesses = scratch.view_guesses[frame.depth]
    cells = scratch.view_cells[frame.depth]
    kept = 0
    if problem.is_weighted:
        keys = scratch.keys
        for column in range(frame.n_columns):
            if n_cells[column] > heaviest:
                keys[kept] = -n_cells[column]
                guesses[kept] = column
                kept += 1
        sort_by_key(keys, guesses, kept, scratch.spare_keys, scratch.spare_guesses)
    else:
        # Counting sort: there are few distinct numbers of cells.
        first = scratch.keys
        first[: n + 2] = 0
        for column in range(frame.n_columns):
            first[n - n_cells[column] + 1] += n_cells[column] > heaviest
        for k in range(1, n + 2):
            first[k] += first[k - 1]
        for column in range(frame.n_columns):
            if n_cells[column] > heaviest:
                slot = n - n_cells[column]
                guesses[first[slot]] = column
                first[slot] += 1
                kept += 1
    start = view.end
    if start + n * kept > len(scratch.codes):
        return False
    for i in range(kept):
        cells[i] = n_cells[guesses[i]]
    if len(columns):
        for i in range(kept):
            guesses[i] = columns[guesses[i]]
    all_codes = view.codes
    codes = scratch.codes
    for j in range(n):
        source = all_codes[rows[j]]
        target = codes[start + j * kept : start + (j + 1) * kept]
        for i in range(kept):
            target[i] = source[guesses[i]]
    all_guesses = view.guesses
    for i in range(kept):
        guesses[i] = all_guesses[guesses[i]]
    words = scratch.view_blocks[frame.depth]
    words[0] = codes[start:].ctypes.data
    words[1] = n
    words[2] = kept
    words[3] = guesses.ctypes.data
    words[4] = kept
    words[5] = cells.ctypes.data
    words[6] = kept
    words[7] = start + n * kept
    scratch.counters[VIEWS_MADE] += 1
    frame.n_legal_below = WHOLE_VIEW
    for i in range(n):
        rows[i] = i
    return True


@kernel(when="has_views")
def holds(answers: NDArray[np.uint16], answer: int) -> bool:
    """Checks whether the ascending `answers` contain `answer`."""
    low = 0
    high = len(answers)
    while low < high:
        middle = (low + high) >> 1
        if answers[middle] < answer:
            low = middle + 1
        else:
            high = middle
    return low < len(answers) and answers[low] == answer
