"""Counts the cells of a guess, or weighs them: the search spends nearly all of its time in these kernels.

`count_cells` (one guess) and `count_cells_by_bitmap` (a block of guesses at once) return the same numbers. Their
obvious Python twin is `len({feedback of each candidate})`; tests compare them with it. `python -m benchmarks kernels`
measures the time of each by the number of candidates. Bitmaps read four candidates in a pass, so they are loaded and
stored once for four. They have as many words as the codes of a block of guesses need. With one word they take a third
of the time of four, so views number the codes of each guess from 0 (`number_codes`), and then nearly always need one.

If answers have weights, the counterpart of "the number of cells" is the sum of the weights of the heaviest member of
each cell: that member may be solved next, and all others of the cell later. Answers are numbered by descending weight,
so the heaviest member of a cell is the first answer with its feedback. The kernels therefore carry over
with a sum in place of a count. If every answer weighs 1, the two are the same.

Weights are above 0, so a guess splits a set if and only if this sum exceeds the set's heaviest weight.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.kernels.kernel import inlined, kernel, kernel_when
from wordle_compiler.kernels.layout import CodeMatrix, UInt64Matrix, Values
from wordle_compiler.search.problem import BLOCK, Problem, Scratch, View

BITMAP_FEEDBACKS = 256
"""The most feedbacks that the bitmap kernel supports: four words of 64 bits per guess."""


@kernel
def count_cells(problem: Problem, scratch: Scratch, guess: int, candidates: NDArray[np.uint16]) -> int:
    """Counts the distinct feedbacks of one guess over `candidates`, without a branch.

    With weights it returns the sum of the weights of the cells' heaviest members.
    """
    scratch.counters.last_mark += 1
    mark = scratch.counters.last_mark
    row, stamp, weights = problem.by_guess[guess], scratch.stamp, problem.weights
    n_cells = np.int64(0)
    for answer in candidates:
        code = row[answer]
        n_cells += (stamp[code] != mark) * (weights[answer] if problem.is_weighted else np.int64(1))
        stamp[code] = mark
    return n_cells


@kernel
def count_cells_of_each(
    problem: Problem, scratch: Scratch, answers: NDArray[np.uint16], guesses: NDArray[np.int32], n_cells: Values
) -> None:
    """Counts the cells of each of `guesses`, into `n_cells`; with weights it weighs them."""
    for i in range(len(guesses)):
        n_cells[i] = count_cells(problem, scratch, guesses[i], answers)


@kernel
def count_cells_by_bitmap(
    codes: CodeMatrix,
    rows: NDArray[np.int32],
    first: int,
    stop: int,
    n_words: int,
    memory: UInt64Matrix,
    n_cells: Values,
) -> None:
    """Counts the cells of guesses `first` to `stop` (at most `BLOCK`) over the candidates in `rows`, into `n_cells`.

    `memory` is working memory, shape (4, `BLOCK`).

    Each guess has a bitmap of the feedbacks seen: up to four words, each in an array of its own. A candidate sets one
    bit in one of them. The word is chosen by arithmetic, so the loop over the guesses is vectorised (eight guesses at a
    time with AVX-512). Codes must be below `64 * n_words`, which is at most `BITMAP_FEEDBACKS`.
    """
    mark_feedbacks(codes, rows, first, stop, n_words, memory, 0)
    count_bits(memory, 0, n_words, n_cells[first:stop])


@kernel
def mark_feedbacks(
    codes: CodeMatrix, rows: NDArray[np.int32], first: int, stop: int, n_words: int, memory: UInt64Matrix, at: int
) -> None:
    """Writes the bitmap of each guess from `first` to `stop`: which feedbacks it has over the candidates in `rows`.

    The words of a bitmap go to rows of `memory` from `at` on. Codes are below `64 * n_words`.
    """
    seen_0, seen_1 = memory[at], memory[at + 1]
    last = len(rows) - 1
    for word in range(n_words):
        memory[at + word, : stop - first] = 0
    for i in range(0, last + 1, 4):
        a, b = codes[rows[i], first:stop], codes[rows[min(i + 1, last)], first:stop]
        c, d = codes[rows[min(i + 2, last)], first:stop], codes[rows[min(i + 3, last)], first:stop]
        if n_words == 1:
            for q in range(stop - first):
                seen_0[q] |= _bit(a[q]) | _bit(b[q]) | _bit(c[q]) | _bit(d[q])
        elif n_words == 2:
            for q in range(stop - first):
                seen_0[q] |= _bit_in(a[q], 0) | _bit_in(b[q], 0) | _bit_in(c[q], 0) | _bit_in(d[q], 0)
                seen_1[q] |= _bit_in(a[q], 1) | _bit_in(b[q], 1) | _bit_in(c[q], 1) | _bit_in(d[q], 1)
        else:
            for word in range(n_words):
                seen = memory[at + word]
                for q in range(stop - first):
                    seen[q] |= _bit_in(a[q], word) | _bit_in(b[q], word) | _bit_in(c[q], word) | _bit_in(d[q], word)


@inlined
def _bit(code: int) -> np.uint64:
    return np.uint64(1) << (np.uint64(code) & np.uint64(63))


@inlined
def _bit_in(code: int, word: int) -> np.uint64:
    """Returns the bit of a code in one word of a bitmap, or 0: a vectorised shift of 64 places or more gives it."""
    place = np.uint64(code) - np.uint64(64 * word)
    return np.uint64(1) << place if place < np.uint64(64) else np.uint64(0)


@inlined
def n_words_for(n_codes: int) -> int:
    """Returns how many words of 64 bits a bitmap of so many codes has."""
    return (np.int64(n_codes) + 63) >> 6


@kernel_when("has_others")
def number_codes(codes: CodeMatrix, rows: NDArray[np.int32], memory: UInt64Matrix) -> None:
    """Numbers the codes of each column over all its rows, which `rows` lists, from 0 in ascending order.

    The number of a code is how many smaller ones its column has. Codes are below `BITMAP_FEEDBACKS`; `memory` is for
    work, shape (8, `BLOCK`).
    """
    for first in range(0, codes.shape[1], BLOCK):
        stop = min(first + BLOCK, codes.shape[1])
        mark_feedbacks(codes, rows, first, stop, 4, memory, 0)
        seen_0, seen_1, seen_2, seen_3 = memory[0], memory[1], memory[2], memory[3]
        fewer_1, fewer_2, fewer_3 = memory[4], memory[5], memory[6]
        for q in range(stop - first):
            fewer_1[q] = _n_bits(seen_0[q])
            fewer_2[q] = fewer_1[q] + np.uint64(_n_bits(seen_1[q]))
            fewer_3[q] = fewer_2[q] + np.uint64(_n_bits(seen_2[q]))
        for row in rows:
            own = codes[row, first:stop]
            for q in range(stop - first):
                word = np.uint64(own[q]) >> np.uint64(6)
                seen = seen_0[q] if word == 0 else seen_1[q] if word == 1 else seen_2[q] if word == 2 else seen_3[q]
                fewer = fewer_1[q] if word == 1 else fewer_2[q] if word == 2 else fewer_3[q]
                smaller = np.uint64(_n_bits(seen & (_bit(own[q]) - np.uint64(1))))
                own[q] = smaller + (np.uint64(0) if word == 0 else fewer)


@inlined
def count_bits(memory: UInt64Matrix, at: int, n_words: int, n_cells: NDArray[Any]) -> None:
    """Writes how many bits the bitmap of each guess has; see `mark_feedbacks`."""
    for word in range(n_words):
        seen = memory[at + word]
        for q in range(len(n_cells)):
            n_cells[q] = (n_cells[q] if word > 0 else 0) + _n_bits(seen[q])


@inlined
def _n_bits(word: np.uint64) -> int:
    """Counts the set bits of a word: in pairs, fours and bytes, then all bytes at once."""
    word -= (word >> np.uint64(1)) & np.uint64(0x5555555555555555)
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


def weight_of(problem: Problem, answers: NDArray[np.uint16]) -> int:
    """Returns the weight of a set of candidates, which is their number if answers have no weights."""
    return int(problem.weights[answers].sum()) if problem.is_weighted else len(answers)


@kernel_when("is_weighted")
def sum_of_weights(weights: NDArray[np.int64], answers: NDArray[np.uint16]) -> int:
    """Returns the weight of a set of candidates."""
    total = np.int64(0)
    for answer in answers:
        total += weights[answer]
    return total


@kernel_when("is_weighted")
def weigh_cells_by_bitmap(
    codes: CodeMatrix,
    rows: NDArray[np.int32],
    answers: NDArray[np.uint16],
    weights: NDArray[np.int64],
    first: int,
    stop: int,
    memory: UInt64Matrix,
    values: Values,
) -> None:
    """Weighs the cells of guesses `first` to `stop` (at most `BLOCK`) over the candidates in `rows`, into `values`.

    The weighted twin of `count_cells_by_bitmap`, with the same limit on codes.
    """
    sums = values[first:stop]
    sums[:] = 0
    memory[:4, : stop - first] = 0
    for j in range(len(rows)):
        source, weight = codes[rows[j], first:stop], weights[answers[j]]
        for word in range(4):
            seen = memory[word]
            for q in range(stop - first):
                bit = _bit_in(source[q], word)
                sums[q] += weight if bit & ~seen[q] != np.uint64(0) else np.int64(0)
                seen[q] |= bit


@kernel_when("has_others")
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
    scratch.counters.sweeps += 1
    if problem.n_feedbacks > BITMAP_FEEDBACKS:
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
        most = np.int64(view.n_cells[start])
        if len(columns):
            most = np.int64(0)
            for i in range(start, end):
                most = max(most, np.int64(view.n_cells[columns[i]]))
            for j in range(n):
                source = all_codes[rows[j]]
                target = picked[j]
                for i in range(end - start):
                    target[i] = source[columns[start + i]]
            codes, own, low, high, to = picked, local, 0, end - start, counted
        n_words = min(n_words_for(most if view.is_numbered else problem.n_feedbacks), 4)
        if problem.is_weighted:
            weigh_cells_by_bitmap(codes, own, answers, problem.weights, low, high, memory, to)
        else:
            count_cells_by_bitmap(codes, own, low, high, n_words, memory, to)
        if len(columns):
            for i in range(end - start):
                out[start + i] = counted[i]
