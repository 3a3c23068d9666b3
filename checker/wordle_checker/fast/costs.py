"""The rules of `rules.py` as kernels: what a guess, or the best guess, is known to cost at a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordle_checker.fast.compiling import compiled, inner, int64
from wordle_checker.fast.counting import count_cells_of_block
from wordle_checker.fast.legality import ANY, CANDIDATES, HARD, is_legal
from wordle_checker.fast.scratch import BLOCK
from wordle_checker.fast.separation import separates, size_of_core

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordle_checker.fast.scratch import Scratch
    from wordle_checker.fast.table import GameArrays

INFINITE = int64(1 << 60)
"""As in `rules.py`: larger sums are cut back to it, so that two of them can be added."""

COUNTED_ABOVE = 80
"""A weight that decides whether rule hard counts all guesses in blocks or the legal ones one by one; it affects only
the time."""

SMALL, SINGLE, LARGE = 0, 1, 2
"""How the least cost of a guess's cells is found: from their number; only if each has one answer; from each size."""


@compiled
def least(n: int, n_left: int, n_branches: int) -> int:
    """Rule *size*."""
    total = n_solved = int64(0)
    width = int64(1)
    for turn in range(1, n_left + 1):
        n_now = min(width, n - n_solved)
        total += turn * n_now
        n_solved += n_now
        if n_solved == n:
            return total
        # Wide enough for every set: no level needs more, and the width must not overflow.
        width = min(width * n_branches, int64(1 << 30))
    return INFINITE


@inner
def kind_of(n: int, n_left: int, n_branches: int) -> int:
    """Returns how to find the least cost of the cells of `n` candidates; `n_left` counts the guess itself."""
    if n_left == 2:
        return SINGLE
    return SMALL if n_left > 2 and n <= 1 + n_branches else LARGE


@inner
def cost_by_n_cells(n: int, n_cells: int, is_won: int, kind: int) -> int:
    """Returns `n` plus the least cost of the cells of a guess, of kind `SMALL` or `SINGLE`, from their number.

    A cell of `c` answers costs at least `2c - 1`; the won cell costs nothing. If two guesses are left, each cell must
    have a single answer.
    """
    if kind == SMALL:
        return int64(3 * n - n_cells - is_won)
    return int64(2 * n - is_won) if n_cells == n else INFINITE


@inner
def cost_by_sizes(
    arrays: GameArrays, scratch: Scratch, candidates: NDArray[np.int32], guess: int, n_left: int
) -> tuple[int, bool]:
    """Returns `n` plus the least cost of the cells of a guess, and whether it splits the candidates."""
    n = len(candidates)
    n_feedbacks = 0
    for i in range(n):
        feedback = int64(arrays.table[candidates[i], guess])
        if scratch.sizes[feedback] == 0:
            scratch.order[n_feedbacks] = feedback
            n_feedbacks += 1
        scratch.sizes[feedback] += 1
    total = int64(n)
    is_won = False
    for i in range(n_feedbacks):
        feedback = scratch.order[i]
        if feedback == 0:
            is_won = True
        else:
            total = min(total + least(int64(scratch.sizes[feedback]), n_left - 1, arrays.n_branches), INFINITE)
        scratch.sizes[feedback] = 0
    return total, n_feedbacks > 1 or is_won


@inner
def one_guess_with_two_left(
    arrays: GameArrays,
    scratch: Scratch,
    candidates: NDArray[np.int32],
    demands: NDArray[np.int32],
    guesses: NDArray[np.int32],
) -> int:
    """Rule *one guess* if two guesses are left: one guess must separate the candidates."""
    n = len(candidates)
    for answer in candidates:
        guess = int64(arrays.guess_of[answer])
        if is_legal(arrays, demands, candidates, guess) and separates(arrays, scratch, candidates, guess):
            return int64(2 * n - 1)
    if arrays.rule == ANY:
        return int64(2 * n) if size_of_core(arrays, scratch, candidates) == 0 else INFINITE
    if arrays.rule == HARD:
        for i in range(len(guesses)):
            guess = int64(guesses[i])
            if is_legal(arrays, demands, candidates, guess) and separates(arrays, scratch, candidates, guess):
                return int64(2 * n)
    return INFINITE


@compiled
def one_guess(
    arrays: GameArrays,
    scratch: Scratch,
    candidates: NDArray[np.int32],
    n_left: int,
    demands: NDArray[np.int32],
    guesses: NDArray[np.int32],
    enough: int,
) -> int:
    """Rule *one guess*, or `enough` if that is more, in which case the search may end early.

    `enough` is the known cost of the position, which is at least `least`. `guesses` is read only under rule hard: the
    guesses that were legal one turn earlier, which include those legal now. The scratch memory's `cells`, `members`
    and `demands` are not touched and may hold the position itself.
    """
    n = len(candidates)
    if n == 1 or enough >= INFINITE:
        return enough
    kind = kind_of(n, n_left, arrays.n_branches)
    if kind == SINGLE:
        return max(one_guess_with_two_left(arrays, scratch, candidates, demands, guesses), enough)
    best = INFINITE
    # The candidates first, because the best guess is often one of them.
    for i in range(n):
        guess = int64(arrays.guess_of[candidates[i]])
        if is_legal(arrays, demands, candidates, guess):
            cost, _ = cost_by_sizes(arrays, scratch, candidates, guess, n_left)
            best = min(best, cost)
            if best <= enough:
                return enough
    if arrays.rule == CANDIDATES:
        return best
    # Any other guess solves no candidate, so each takes at least two guesses.
    floor = int64(max(enough, 2 * n))
    n_guesses = len(arrays.words)
    is_counted = kind != LARGE and n <= 255
    if arrays.rule == HARD and not (is_counted and n * n * n_guesses < COUNTED_ABOVE * (n + 15) * len(guesses)):
        for i in range(len(guesses)):
            guess = int64(guesses[i])
            if best <= floor:
                break
            if is_legal(arrays, demands, candidates, guess):
                cost, is_splitting = cost_by_sizes(arrays, scratch, candidates, guess, n_left)
                if is_splitting:
                    best = min(best, cost)
        return max(best, enough)
    for first in range(0, n_guesses, BLOCK):
        if best <= floor:
            break
        last = min(first + BLOCK, n_guesses)
        if not is_counted:
            for guess in range(first, last):
                cost, is_splitting = cost_by_sizes(arrays, scratch, candidates, guess, n_left)
                if is_splitting:
                    best = min(best, cost)
        elif arrays.rule == HARD:
            count_cells_of_block(arrays.flat, n_guesses, candidates, first, last, scratch, scratch.n_cells)
            for guess in range(last - first):
                n_cells = int64(scratch.n_cells[guess])
                cost = cost_by_n_cells(n, n_cells, int64(0), kind) if n_cells > 1 else INFINITE
                # Only the few guesses that would be better are tested for legality.
                if cost < best and is_legal(arrays, demands, candidates, int64(first + guess)):
                    best = cost
        else:
            count_cells_of_block(arrays.flat, n_guesses, candidates, first, last, scratch, scratch.n_cells)
            most = int64(1)
            for guess in range(last - first):
                most = max(most, int64(scratch.n_cells[guess]))
            if most > 1:
                # This counts a candidate as if it were another word, one too many; its own cost was found above.
                best = min(best, cost_by_n_cells(n, most, int64(0), kind))
    return max(best, enough)
