"""The guesses of a node: the view in which they lie side by side, the rounds in which they are tried, and their order.

A large node puts the guesses side by side, best splitters first, for the nodes below it. A guess never has more cells
on a subset. So a node that needs more than some number of cells can stop at the first guess that has no more at the
view's node. Feedbacks that lie side by side are counted for eight guesses at a time. A guess that does not split the
candidates at all is dropped for the whole subtree.

Tried and dropped: keeping only one of all guesses that split the candidates alike. On most cells that are large enough
for a view, most of the 12,972 guesses still differ.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.kernels.context import AtAddress
from wordle_compiler.kernels.kernel import inlined, kernel, kernel_when
from wordle_compiler.kernels.layout import Answers, Constraint, Guesses, Int32s, Int64s
from wordle_compiler.search.partition import BITMAP_FEEDBACKS, n_words_for, number_codes, sweep
from wordle_compiler.search.problem import BLOCK, HARD, WHOLE_VIEW, Frame, Head, Problem, Scratch, View

ESTIMATE_MIN = 12
"""With at least this many candidates, the guesses of a round are ordered by estimated total, not by one-ply bound."""

ROUND = 48
"""How many guesses are tried before the rest are checked again, which drops most of them."""

WIDTH_ROUND = 4
"""A search of limited width picks its guesses by estimate, out of this many times as many of the highest value."""

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
        0,
    )


def numbered_view(problem: Problem) -> View:
    """Returns the view of all answers with numbered codes, the guesses with most cells first.

    A copy of the feedback matrix, which makes counting on many small sets faster. Codes are below `BITMAP_FEEDBACKS`.
    """
    codes = problem.by_answer.copy()
    number_codes(codes, np.arange(len(codes), dtype=np.int32), np.empty((8, BLOCK), np.uint64))
    n_cells = codes.max(axis=0).astype(problem.layout.values) + 1
    guesses = np.argsort(-n_cells.astype(np.int64), kind="stable").astype(np.int32)
    return View(problem.layout, np.take(codes, guesses, axis=1), guesses, n_cells[guesses], 0, 1)


@kernel
def sort_by_key(scratch: Scratch, guesses: Guesses, n: int) -> None:
    """Sorts the first `n` entries of `scratch.keys`, and of `guesses` with them, by key; a stable merge sort.

    numba's own sorts are linked into every kernel that uses them, and they are slow to compile.
    """
    keys, spare_keys, spare_guesses = scratch.keys, scratch.spare_keys, scratch.spare_guesses
    run = 1
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


@inlined
def list_above(numbers: NDArray[Any], n: int, above: int, most: int, start: Int64s, places: Int32s) -> int:
    """Lists the places of the first `n` numbers that are above a number, the largest first; returns how many.

    A stable counting sort: no number is above `most`, and `start` has room for as many entries and two more.
    """
    start[: most + 2] = 0
    for i in range(n):
        start[most - np.int64(numbers[i]) + 1] += numbers[i] > above
    for k in range(1, most + 2):
        start[k] += start[k - 1]
    n_listed = start[most + 1]
    for i in range(n):
        if numbers[i] > above:
            slot = most - np.int64(numbers[i])
            places[start[slot]] = i
            start[slot] += 1
    return n_listed


def view_of(like: View, scratch: Scratch, depth: int, block: Int64s) -> View:
    """Returns the view that was made at a depth, for use in Python: parts of the arrays of `scratch`, which owns it."""
    _, n, kept, *_, end, is_numbered = block.tolist()
    codes = scratch.codes[end - n * kept : end].reshape(n, kept)
    return View(
        like.layout, codes, scratch.view_guesses[depth, :kept], scratch.view_cells[depth, :kept], end, is_numbered
    )


own_view = AtAddress(view_of)
"""Returns the view that was made at a depth, whose block is given; a kernel needs only the address of the block."""


@kernel_when("has_others")
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
        sort_by_key(scratch, guesses, kept)
    else:
        # There are few distinct numbers of cells.
        kept = list_above(n_cells, frame.n_columns, heaviest, n, scratch.keys, guesses)
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
    words[8] = view.is_numbered and n_words_for(view.n_cells[0]) == 1
    frame.n_legal_below = WHOLE_VIEW
    for i in range(n):
        rows[i] = i
    return True


@kernel_when("has_others")
def number_view(problem: Problem, scratch: Scratch, view: View, frame: Frame) -> None:
    """Numbers the codes of the node's own view, so that the sweeps below it take less time.

    It takes as long as five of them, so it is for nodes that the first guesses have not settled.
    """
    is_of_use = 64 < problem.n_feedbacks <= BITMAP_FEEDBACKS and not problem.is_weighted
    if is_of_use and not view.is_numbered:
        number_codes(view.codes, scratch.rows[frame.low : frame.high], scratch.bitmaps)
        scratch.view_blocks[frame.depth, 8] = 1


@kernel
def holds(answers: Answers, answer: int) -> bool:
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


@kernel_when("can_be_hard")
def keep_legal(
    problem: Problem, view: View, constraint: Constraint, parents: Guesses, n_legal: int, legal: Guesses
) -> int:
    """Writes the legal columns of the view to `legal`, from the parent's list; returns how many there are.

    `n_legal` is the length of the parent's list; if it is negative, any column may be legal. What is demanded is looked
    at one by one, each in the columns that the others have left.
    """
    guesses, letters, counts = view.guesses, problem.letters, problem.letter_counts
    length = len(constraint) // 2
    n = np.int64(len(guesses) if n_legal < 0 else n_legal)
    for i in range(n):
        legal[i] = i if n_legal < 0 else parents[i]
    n_copies = np.int64(0)
    for i in range(1, len(constraint)):
        if constraint[i] == 0:
            continue
        letter = np.int64(constraint[i]) - 1
        n_copies += i > length
        # Of copies of a letter the last one stands for all.
        if i > length and i + 1 < len(constraint) and constraint[i + 1] == constraint[i]:
            continue
        n_kept = np.int64(0)
        for j in range(n):
            # No branch: if the guess is illegal, the next one overwrites the entry.
            legal[n_kept] = legal[j]
            guess = guesses[legal[j]]
            if i > length:
                n_kept += counts[guess, letter] >= n_copies
            else:
                n_kept += letters[guess, i - 1] == letter
        n = n_kept
        n_copies = 0
    return n


@kernel
def first_at_most(view: View, columns: Guesses, n_columns: int, n_cells: int) -> int:
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
        estimate_totals(problem, scratch.counts, answers, order[: frame.n_order], scratch.keys)
        sort_by_key(scratch, order, frame.n_order)
    return True


@kernel
def estimate_totals(problem: Problem, counts: Int32s, answers: Answers, guesses: Guesses, estimates: Int64s) -> None:
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
