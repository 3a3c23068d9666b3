"""The rounds in which the search tries the guesses of a set, and the order of the guesses in a round."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.game.legality import is_legal, test_of
from wordle_compiler.kernels.kernel import inlined, kernel
from wordle_compiler.kernels.layout import Values
from wordle_compiler.search.frame import Frame
from wordle_compiler.search.partition import count_cells
from wordle_compiler.search.problem import HARD, Problem, Scratch, View

ESTIMATE_MIN = 12
"""With at least this many candidates, the guesses of a round are ordered by estimated total, not by one-ply bound."""

ROUND = 48
"""How many guesses are tried before the rest are checked again, which drops most of them."""

WIDTH_ROUND = 4
"""A search of limited width picks its guesses by estimate, out of this many times as many of the highest value."""

_RUN = 8
"""Runs of this many guesses are sorted by insertion and then merged."""


@kernel
def sort_by_key(
    keys: NDArray[np.int64],
    guesses: NDArray[np.int32],
    n: int,
    spare_keys: NDArray[np.int64],
    spare_guesses: NDArray[np.int32],
) -> None:
    """Sorts the first `n` entries of `keys`, and of `guesses` with them, by key; a stable merge sort.

    `spare_keys` and `spare_guesses` are working memory for `n` entries. numba's own sorts are linked into every kernel
    that uses them, and they are slow to compile.
    """
    for start in range(0, n, _RUN):
        for i in range(start + 1, min(start + _RUN, n)):
            key, guess = keys[i], guesses[i]
            j = i
            while j > start and keys[j - 1] > key:
                keys[j] = keys[j - 1]
                guesses[j] = guesses[j - 1]
                j -= 1
            keys[j] = key
            guesses[j] = guess
    run = _RUN
    while run < n:
        for start in range(0, n - run, 2 * run):
            middle = start + run
            stop = min(middle + run, n)
            if keys[middle - 1] <= keys[middle]:
                continue
            # The left half moves out of the way; the merged part never overtakes the rest of the right half.
            for i in range(start, middle):
                spare_keys[i] = keys[i]
                spare_guesses[i] = guesses[i]
            left, right = start, middle
            for at in range(start, stop):
                if left == middle:
                    break
                if right < stop and keys[right] < spare_keys[left]:
                    keys[at] = keys[right]
                    guesses[at] = guesses[right]
                    right += 1
                else:
                    keys[at] = spare_keys[left]
                    guesses[at] = spare_guesses[left]
                    left += 1
        run *= 2


@kernel(when="is_hard")
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


@kernel
def count_own_cells(problem: Problem, scratch: Scratch, answers: NDArray[np.uint16], n_cells: Values) -> None:
    """Counts the cells of each candidate as a guess, into `n_cells`; with weights it weighs them (see `partition`)."""
    for i in range(len(answers)):
        n_cells[i] = count_cells(problem, scratch, problem.answer_as_guess[answers[i]], answers)


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
def pick_round(problem: Problem, scratch: Scratch, view: View, frame: Frame) -> bool:
    """Step 9: writes the guesses of the next round to `scratch.order`; returns whether there is another round.

    Rounds go by descending value. A round takes as many values as it needs for enough guesses; the best total so far
    decides which values are worth another round. Large nodes order a round by estimated total. A search of limited
    width has one round.
    """
    order = scratch.order[frame.depth]
    is_first = frame.n_rounds == 0
    frame.n_rounds += 1
    if frame.only >= 0:
        order[0] = frame.only
        frame.n_order = 1
        return is_first
    answers = scratch.answers[frame.low : frame.high]
    if problem.is_few and len(answers) > problem.few_max:
        # Its one round is in order already; see `few_feedbacks`.
        return is_first
    if problem.width > 0 and not is_first:
        return False
    n_buckets = np.int64(len(answers) + 2)
    most_value = frame.weight + frame.heaviest
    # Guesses of this value or less cannot beat the best total.
    enough = 3 * frame.weight - frame.best
    n_of_value = scratch.n_of_value[frame.depth]
    highest = frame.highest
    while highest > 0 and n_of_value[highest] == 0:
        highest -= 1
    if highest < 0 or top_of_bucket(highest, n_buckets, most_value) <= enough:
        return False
    lowest = highest
    n_order = np.int64(n_of_value[lowest])
    round_size = max(ROUND, WIDTH_ROUND * problem.width)
    while n_order < round_size and lowest > 0 and top_of_bucket(lowest - 1, n_buckets, most_value) > enough:
        lowest -= 1
        n_order += n_of_value[lowest]
    candidate_value, n_cells = scratch.candidate_value[frame.depth], scratch.n_cells[frame.depth]
    columns, guesses = scratch.legal[frame.depth], view.guesses
    # A round at a small node has few values: one pass per value keeps the guesses in order without sorting.
    n_order = np.int64(0)
    for value in range(highest, lowest - 1, -1):
        for i in range(len(answers)):
            if candidate_value[i] == value:
                order[n_order] = problem.answer_as_guess[answers[i]]
                n_order += 1
        for i in range(frame.n_columns):
            if n_cells[i] == value:
                order[n_order] = guesses[columns[i] if problem.rule == HARD else i]
                n_order += 1
    frame.n_order = n_order
    frame.highest = lowest - 1
    if len(answers) >= ESTIMATE_MIN:
        sort_by_estimate(problem, scratch, answers, order[: frame.n_order])
    return True


@kernel
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


@kernel
def sort_by_estimate(
    problem: Problem, scratch: Scratch, answers: NDArray[np.uint16], guesses: NDArray[np.int32]
) -> None:
    """Sorts guesses by `estimate_totals`; equal ones keep their order."""
    estimate_totals(problem, scratch.counts, answers, guesses, scratch.keys)
    sort_by_key(scratch.keys, guesses, len(guesses), scratch.spare_keys, scratch.spare_guesses)
