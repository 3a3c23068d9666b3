"""The smaller steps of the exact search: filters and orders guesses, and splits a set by a guess."""

# Numba has one integer type; numpy's stubs distinguish np.int64 from int, which does not matter here.
# mypy: disable-error-code="arg-type, return-value, no-any-return, assignment"

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.game.legality import is_hard, is_legal, test_of
from wordle_compiler.kernels.kernel import inlined, kernel
from wordle_compiler.kernels.layout import Values
from wordle_compiler.search.partition import count_cells
from wordle_compiler.search.problem import Problem, Scratch, View
from wordle_compiler.search.sorting import sort_by_key
from wordle_compiler.search.weighing import weigh_cells


@kernel(is_entry=True, when=is_hard)
def keep_legal(
    problem: Problem,
    view: View,
    constraint: NDArray[np.uint16],
    parents: NDArray[np.int32],
    n_legal: int,
    legal: NDArray[np.int32],
) -> int:
    """Writes the legal columns of the view to `legal`, from the parent's list; returns how many there are.

    `n_legal` is the length of the parent's list; if it is negative, any column may be legal. `legal` must have room for
    one entry more than there are columns.
    """
    mask, value, need, is_all = test_of(constraint)
    guesses = view.guesses
    places = problem.packed_places
    letters = problem.packed_letters
    is_packed = is_all and len(places) > 0
    n = 0
    for i in range(len(guesses) if n_legal < 0 else n_legal):
        column = i if n_legal < 0 else parents[i]
        guess = guesses[column]
        legal[n] = column
        if is_packed:
            # No branch: if the guess is illegal, the next one overwrites the entry.
            n += ((places[guess] & mask) == value) & ((letters[guess] & need) == need)
        else:
            n += is_legal(constraint, problem.letters[guess], problem.letter_counts[guess])
    return n


@kernel(is_entry=True)
def count_own_cells(problem: Problem, scratch: Scratch, answers: NDArray[np.uint16], n_cells: Values) -> None:
    """Counts the cells of each candidate as a guess, into `n_cells`; with weights it weighs them (see `weighing`)."""
    stamp = scratch.stamp
    mark = scratch.visited[3]
    scratch.visited[3] += len(answers)
    for i in range(len(answers)):
        mark += 1
        row = problem.by_guess[problem.answer_as_guess[answers[i]]]
        if problem.is_weighted:
            n_cells[i] = weigh_cells(problem.weights, row, answers, stamp, mark)
        else:
            n_cells[i] = count_cells(row, answers, stamp, mark)


@kernel
def first_at_most(view: View, columns: NDArray[np.int32], n_columns: int, n_cells: int) -> int:
    """Returns the first place (in `columns`, or in the view if that is empty) with at most `n_cells` cells."""
    first = 0
    stop = n_columns
    while first < stop:
        middle = (first + stop) >> 1
        if view.n_cells[columns[middle] if len(columns) else middle] > n_cells:
            first = middle + 1
        else:
            stop = middle
    return stop


@inlined
def bucket_of(value: int, n_buckets: int, most: int) -> int:
    """Returns the bucket (from 0) of a value of at most `most`; the value itself if there is a bucket for each."""
    return value if most < n_buckets else value * (n_buckets - 1) // most


@inlined
def top_of_bucket(bucket: int, n_buckets: int, most: int) -> int:
    """Returns the largest value that `bucket_of` puts into a bucket."""
    return bucket if most < n_buckets else ((bucket + 1) * most - 1) // (n_buckets - 1)


@kernel
def take(
    problem: Problem,
    answers: NDArray[np.uint16],
    candidate_value: Values,
    n_cells: Values,
    columns: NDArray[np.int32],
    guesses: NDArray[np.int32],
    n_columns: int,
    lowest: int,
    highest: int,
    order: NDArray[np.int32],
) -> int:
    """Writes the guesses in buckets `lowest` to `highest` into `order`, highest first; returns how many."""
    # A round at a small node has few values: one pass per value keeps the guesses in order without sorting.
    n_order = 0
    for value in range(highest, lowest - 1, -1):
        for i in range(len(answers)):
            if candidate_value[i] == value:
                order[n_order] = problem.answer_as_guess[answers[i]]
                n_order += 1
        for i in range(n_columns):
            if n_cells[i] == value:
                order[n_order] = guesses[columns[i] if len(columns) else i]
                n_order += 1
    return n_order


@kernel(is_entry=True)
def estimate_totals(
    problem: Problem,
    counts: NDArray[np.int32],
    answers: NDArray[np.uint16],
    guesses: NDArray[np.int32],
    estimates: NDArray[np.int64],
) -> None:
    """Estimates the total of each of `guesses`, in 256ths, from the sizes of its cells. Used only to order guesses.

    `counts` has one entry for each feedback and is all zeros before and after the call.
    """
    expected = problem.expected_total
    won = problem.n_feedbacks - 1
    for i in range(len(guesses)):
        row = problem.by_guess[guesses[i]]
        for answer in answers:
            counts[row[answer]] += 1
        counts[won] = 0
        total = np.int64(0)
        if problem.is_weighted:
            for answer in answers:
                size = counts[row[answer]]
                if size > 0:
                    total += problem.weights[answer] * expected[size] // size
            for answer in answers:
                counts[row[answer]] = 0
        else:
            for answer in answers:
                code = row[answer]
                total += expected[counts[code]]
                counts[code] = 0
        estimates[i] = total


@kernel(is_entry=True)
def sort_by_estimate(
    problem: Problem, scratch: Scratch, answers: NDArray[np.uint16], guesses: NDArray[np.int32]
) -> None:
    """Sorts guesses by `estimate_totals`; equal ones keep their order."""
    estimate_totals(problem, scratch.counts, answers, guesses, scratch.keys)
    sort_by_key(scratch.keys, guesses, len(guesses), scratch.spare_keys, scratch.spare_guesses)


@kernel
def split(problem: Problem, scratch: Scratch, low: int, high: int, top: int, depth: int, guess: int) -> int:
    """Pushes the cells of `guess` on the stack at `top`, smallest first, the members of each ascending.

    Writes the cells' descriptions to the by-depth arrays of `scratch`. A cell's bound is the smallest total that its
    size (or its weights) permits. Returns how many cells there are.
    """
    row = problem.by_guess[guess]
    answers = scratch.answers
    rows = scratch.rows
    hashes = problem.answer_hash
    counts = scratch.counts
    start = scratch.cell_start[depth]
    stop = scratch.cell_stop[depth]
    codes = scratch.cell_code[depth]
    keys = scratch.cell_key[depth]
    bounds = scratch.cell_bound[depth]
    n = 0
    for i in range(low, high):
        code = row[answers[i]]
        if counts[code] == 0:
            codes[n] = code
            n += 1
        counts[code] += 1
    # Insertion sort by size: there are few cells.
    for i in range(1, n):
        code = codes[i]
        size = counts[code]
        j = i
        while j > 0 and counts[codes[j - 1]] > size:
            codes[j] = codes[j - 1]
            j -= 1
        codes[j] = code
    at = top
    for c in range(n):
        size = counts[codes[c]]
        start[c] = at
        stop[c] = at
        keys[c] = np.uint64(0)
        counts[codes[c]] = c
        at += size
    for i in range(low, high):
        answer = answers[i]
        c = counts[row[answer]]
        answers[stop[c]] = answer
        rows[stop[c]] = rows[i]
        stop[c] += 1
        keys[c] ^= hashes[answer]
    for c in range(n):
        counts[codes[c]] = 0
        bounds[c] = 2 * (stop[c] - start[c]) - 1
    if problem.is_weighted:
        for c in range(n):
            # The heaviest, which comes first, is guessed now; all others are guessed later.
            total = -problem.weights[answers[start[c]]]
            for i in range(start[c], stop[c]):
                total += 2 * problem.weights[answers[i]]
            bounds[c] = total
    return n
