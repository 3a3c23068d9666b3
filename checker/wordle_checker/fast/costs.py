"""The rules of `rules.py` as kernels: what a guess, or the best guess, is known to cost at a position.

Most of the time goes into one question: into how many cells does each of the 12,972 guesses divide a few candidates?
Where no cell can be large, that number alone gives the sum of `least` over the cells. It is counted for blocks of
guesses at once, candidate by candidate, with the table's rows: a candidate opens a new cell of a guess if its feedback
differs from that of each candidate before it. Comparing whole rows is what processors do quickest; a histogram for
each guess takes five to twenty times as long for 20 candidates, and as long for 200.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordle_checker.fast.apart import size_of_core, tells_apart
from wordle_checker.fast.compiling import compiled, int64
from wordle_checker.fast.legality import ANY, CANDIDATES, HARD, is_legal
from wordle_checker.fast.work import BLOCK

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordle_checker.fast.table import World
    from wordle_checker.fast.work import Work

INFINITE = int64(1 << 60)
"""As in `rules.py`: sums are cut back to it, so that two of them can be added."""

COUNTED_ABOVE = 80
"""How many pairs of candidates are compared for all guesses in the time that one candidate takes for one guess."""

SMALL, SINGLE, LARGE = 0, 1, 2
"""How the cells' sizes give their least cost: from their number alone, if all are of one answer, one by one."""


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


@compiled
def kind_of(n: int, n_left: int, n_branches: int) -> int:
    """Returns how the cells of `n` candidates with `n_left` guesses left, before the guess, give their least cost."""
    if n_left == 2:
        return SINGLE
    return SMALL if n_left > 2 and n <= 1 + n_branches else LARGE


@compiled
def cost_of_parts(n: int, parts: int, is_won: int, kind: int) -> int:
    """Returns `n` plus the least cost of the cells of a guess, of kind `SMALL` or `SINGLE`, from their number.

    A cell of `c` answers costs `2c - 1`, so all but the won one cost twice their answers less one each. Where two
    guesses are left, each cell must be a single answer.
    """
    if kind == SMALL:
        return int64(3 * n - parts - is_won)
    return int64(2 * n - is_won) if parts == n else INFINITE


@compiled
def cost_by_sizes(world: World, work: Work, candidates: NDArray[np.int32], guess: int, n_left: int) -> tuple[int, bool]:
    """Returns `n` plus the least cost of the cells of a guess, and whether it splits the candidates."""
    n = len(candidates)
    n_feedbacks = 0
    for i in range(n):
        feedback = int64(world.table[candidates[i], guess])
        if work.sizes[feedback] == 0:
            work.order[n_feedbacks] = feedback
            n_feedbacks += 1
        work.sizes[feedback] += 1
    total = int64(n)
    is_won = False
    for i in range(n_feedbacks):
        feedback = work.order[i]
        if feedback == 0:
            is_won = True
        else:
            total = min(total + least(int64(work.sizes[feedback]), n_left - 1, world.n_branches), INFINITE)
        work.sizes[feedback] = 0
    return total, n_feedbacks > 1 or is_won


@compiled
def count_parts(world: World, work: Work, candidates: NDArray[np.int32], first: int, last: int) -> None:
    """Counts, for the guesses from `first` to before `last`, at most a block, into how many cells each divides."""
    parts = work.parts[: last - first]
    is_new = work.is_new[: last - first]
    parts[:] = 1
    for i in range(1, len(candidates)):
        own = world.table[candidates[i], first:last]
        is_new[:] = True
        for j in range(i):
            other = world.table[candidates[j], first:last]
            for guess in range(last - first):
                is_new[guess] &= own[guess] != other[guess]
        for guess in range(last - first):
            parts[guess] += is_new[guess]


@compiled
def one_before_last(
    world: World, work: Work, candidates: NDArray[np.int32], demands: NDArray[np.int32], guesses: NDArray[np.int32]
) -> int:
    """Rule *one guess* where two guesses are left: one guess must tell all candidates apart."""
    n = len(candidates)
    for answer in candidates:
        guess = int64(world.guess_of[answer])
        if is_legal(world, demands, candidates, guess) and tells_apart(world, work, candidates, guess):
            return int64(2 * n - 1)
    if world.rule == ANY:
        return int64(2 * n) if size_of_core(world, work, candidates) == 0 else INFINITE
    if world.rule == HARD:
        for i in range(len(guesses)):
            guess = int64(guesses[i])
            if is_legal(world, demands, candidates, guess) and tells_apart(world, work, candidates, guess):
                return int64(2 * n)
    return INFINITE


@compiled
def one(
    world: World,
    work: Work,
    candidates: NDArray[np.int32],
    n_left: int,
    demands: NDArray[np.int32],
    guesses: NDArray[np.int32],
    enough: int,
) -> int:
    """Rule *one guess*, or `enough` where that is more: a bound below it is not looked for.

    Args:
        world: The game.
        work: Space; `cell` and `demands` may hold the position itself.
        candidates: The position's candidates, ascending.
        n_left: The guesses left there.
        demands: The demands there.
        guesses: The guesses that were legal before, for rule hard; the legal ones are among them.
        enough: What the position is already known to cost, at least `least`.
    """
    n = len(candidates)
    if n == 1 or enough >= INFINITE:
        return enough
    kind = kind_of(n, n_left, world.n_branches)
    if kind == SINGLE:
        return max(one_before_last(world, work, candidates, demands, guesses), enough)
    best = INFINITE
    # The candidates first: the best guess is often one of them, and then no other need be looked at.
    for i in range(n):
        guess = int64(world.guess_of[candidates[i]])
        if is_legal(world, demands, candidates, guess):
            cost, _ = cost_by_sizes(world, work, candidates, guess, n_left)
            best = min(best, cost)
            if best <= enough:
                return enough
    if world.rule == CANDIDATES:
        return best
    # No other guess costs less than one more a candidate: it solves none of them.
    floor = int64(max(enough, 2 * n))
    n_guesses = len(world.words)
    is_counted = kind != LARGE and n <= 255
    if world.rule == HARD and not (is_counted and n * n * n_guesses < COUNTED_ABOVE * (n + 15) * len(guesses)):
        for i in range(len(guesses)):
            guess = int64(guesses[i])
            if best <= floor:
                break
            if is_legal(world, demands, candidates, guess):
                cost, is_splitting = cost_by_sizes(world, work, candidates, guess, n_left)
                if is_splitting:
                    best = min(best, cost)
        return max(best, enough)
    for first in range(0, n_guesses, BLOCK):
        if best <= floor:
            break
        last = min(first + BLOCK, n_guesses)
        if not is_counted:
            for guess in range(first, last):
                cost, is_splitting = cost_by_sizes(world, work, candidates, guess, n_left)
                if is_splitting:
                    best = min(best, cost)
        elif world.rule == HARD:
            count_parts(world, work, candidates, first, last)
            for guess in range(last - first):
                parts = int64(work.parts[guess])
                cost = cost_of_parts(n, parts, int64(0), kind) if parts > 1 else INFINITE
                # Whether a guess is legal is asked of the few that would be better.
                if cost < best and is_legal(world, demands, candidates, int64(first + guess)):
                    best = cost
        else:
            count_parts(world, work, candidates, first, last)
            most = int64(1)
            for guess in range(last - first):
                most = max(most, int64(work.parts[guess]))
            if most > 1:
                # A candidate may be taken for another word here, which costs one more: it was looked at above.
                best = min(best, cost_of_parts(n, most, int64(0), kind))
    return max(best, enough)
