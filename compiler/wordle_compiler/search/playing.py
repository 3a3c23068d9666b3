"""The steps of the search that play a guess: they split the set into cells and go through the cells."""

from __future__ import annotations

import numpy as np

from wordle_compiler.game.legality import tighten
from wordle_compiler.kernels.kernel import inlined, kernel
from wordle_compiler.kernels.layout import Constraint
from wordle_compiler.search.few_feedbacks import remember
from wordle_compiler.search.known_totals import find_set
from wordle_compiler.search.memo import EXACT, Memo, total_of
from wordle_compiler.search.partition import count_cells, sum_of_weights
from wordle_compiler.search.problem import EVERY_GUESS, HARD, INFEASIBLE, UNLIMITED, Frame, Problem, Scratch, frame_at

BOUND_FIRST_MIN = 6
"""Cells of at least this size get their one-ply bound before any cell is searched."""


@kernel
def play(problem: Problem, scratch: Scratch, memo: Memo, frame: Frame, guess: int) -> None:
    """Step 10: splits the candidates by a guess. Cells of one or two and cells in the memo count in full at once.

    If the next guess is fixed, too, only cells of one do.
    """
    depth = frame.depth
    left = guesses_after(frame.guesses_left)
    start, stop, codes = scratch.cell_start[depth], scratch.cell_stop[depth], scratch.cell_code[depth]
    bounds, is_exact, is_bounded = scratch.cell_bound[depth], scratch.cell_exact[depth], scratch.cell_bounded[depth]
    after = scratch.constraint[depth + 1]
    after[0] = left
    n_cells = split(problem, scratch, frame.low, frame.high, frame.top, depth, guess)
    total = np.int64(frame.weight)
    # Slots come from far away in memory: those of all cells are on their way at once. Without the sum, none is read.
    touched, mask = np.uint64(0), np.uint64(len(memo.key) - 1)
    for c in range(n_cells if problem.rule != HARD else 0):
        if stop[c] - start[c] > 2:
            touched |= memo.key[np.int64((scratch.cell_key[depth, c] ^ problem.depth_hash[left]) & mask)]
    scratch.spare_keys[0] = np.int64(touched)
    for c in range(n_cells):
        size = stop[c] - start[c]
        is_exact[c] = True
        is_bounded[c] = False
        if codes[c] == problem.n_feedbacks - 1:
            bounds[c] = 0
        elif size > problem.capacity[left]:
            bounds[c] = INFEASIBLE
        elif frame.only_below >= 0:
            is_exact[c] = size == 1
        elif size > 2:
            is_exact[c] = False
            if problem.rule == HARD:
                enter_cell(problem, scratch.constraint[depth], guess, codes[c], after)
            members = scratch.answers[start[c] : stop[c]]
            slot = find_set(problem, memo, after, scratch.cell_key[depth, c], members)
            if slot >= 0:
                bounds[c] = max(bounds[c], total_of(memo, slot))
                is_exact[c] = memo.entry[slot, 1] & EXACT
                is_bounded[c] = True
            elif depth > 0 and frame.only >= 0 and not problem.is_weighted:
                # Without a candidate that tells all apart, it is at least 2n: most pairs do not survive this.
                is_perfect = False
                for answer in members:
                    is_perfect |= count_cells(problem, scratch, problem.answer_as_guess[answer], members) == size
                bounds[c] = max(bounds[c], 2 * size - is_perfect)
        total += bounds[c]
    frame.n_cells = n_cells
    frame.total = total
    frame.n_turns = 0


@kernel
def next_cell(problem: Problem, scratch: Scratch, frame: Frame, guess: int) -> bool:
    """Step 11: asks the frame below for the next cell of a guess; returns False once there is nothing to ask.

    In its first turn a large cell is bounded, largest first. In the second every cell is searched, smallest first. Each
    cell's beta is what the other cells leave of the best total; once nothing is left, the guess is refuted. If the next
    guess is fixed, too, a turn comes before these, in which cells are only split by it.
    """
    depth, n_cells = frame.depth, frame.n_cells
    turn = frame.n_turns
    n_split = n_cells if frame.only_below >= 0 else 0
    n_turns = n_split + (n_cells if frame.is_bound_only else 2 * n_cells)
    while frame.total < frame.best and turn < n_turns:
        is_split, is_first = turn < n_split, turn < n_split + n_cells
        c = n_cells - 1 - turn % n_cells if is_first else turn % n_cells
        turn += 1
        is_small = scratch.cell_stop[depth, c] - scratch.cell_start[depth, c] < BOUND_FIRST_MIN and frame.only_below < 0
        if scratch.cell_exact[depth, c] or (is_first and (scratch.cell_bounded[depth, c] or is_small)):
            continue
        frame.n_turns = turn
        frame.cell = c
        enter_cell(
            problem, scratch.constraint[depth], guess, scratch.cell_code[depth, c], scratch.constraint[depth + 1]
        )
        below = frame_below(scratch, frame, c)
        below.guesses_left = guesses_after(frame.guesses_left)
        # With a beta of 0 the frame below plays its guess, and nothing more.
        below.beta = 0 if is_split else frame.best - frame.total + scratch.cell_bound[depth, c]
        below.is_bound_only = is_first
        below.n_legal = frame.n_legal_below
        below.only = frame.only_below
        return True
    return False


@inlined
def frame_below(scratch: Scratch, frame: Frame, c: int) -> Frame:
    """Returns the frame below with a cell of the current guess as its set; what it is asked is left to write."""
    depth = frame.depth
    below = frame_at(scratch.frames[depth + 1])
    below.depth = depth + 1
    below.low = scratch.cell_start[depth, c]
    below.high = scratch.cell_stop[depth, c]
    below.top = frame.top + frame.high - frame.low
    below.key = scratch.cell_key[depth, c]
    below.only = EVERY_GUESS
    below.only_below = EVERY_GUESS
    return below


@kernel
def enter_cell(problem: Problem, constraint: Constraint, guess: int, code: int, after: Constraint) -> None:
    """Writes the constraint of a guess's cell: the guesses left and, if the game needs it, what is demanded or played.

    See `CandidateSet.constraint`.
    """
    after[0] = guesses_after(np.int64(constraint[0]))
    if problem.rule == HARD:
        tighten(constraint, problem.letters[guess], code, after)
    elif problem.is_few:
        remember(constraint, guess, after)


@inlined
def guesses_after(guesses_left: int) -> int:
    """Returns how many guesses are left after one more."""
    return guesses_left - (guesses_left < UNLIMITED)


@inlined
def take_total(scratch: Scratch, frame: Frame, total: int) -> None:
    """Takes the total (or bound) of the cell that `next_cell` asked for."""
    bounds = scratch.cell_bound[frame.depth]
    frame.total += total - bounds[frame.cell]
    bounds[frame.cell] = total


@kernel
def split_all(problem: Problem, scratch: Scratch, guess: int) -> int:
    """Pushes all answers on the stack and splits them by a guess, at depth 0; see `split`."""
    n = len(problem.answer_as_guess)
    for answer in range(n):
        scratch.answers[answer] = answer
        scratch.rows[answer] = answer
        scratch.most_cells[answer] = INFEASIBLE if problem.is_weighted else n
    return split(problem, scratch, 0, n, n, 0, guess)


@kernel
def split(problem: Problem, scratch: Scratch, low: int, high: int, top: int, depth: int, guess: int) -> int:
    """Pushes the cells of `guess` on the stack at `top`, smallest first, the members of each ascending.

    Writes the cells' descriptions to the by-depth arrays of `scratch`. A cell's bound is the smallest total that its
    size (or its weights) permits. Returns how many cells there are.
    """
    row, hashes, counts = problem.by_guess[guess], problem.answer_hash, scratch.counts
    answers, rows, most_cells = scratch.answers, scratch.rows, scratch.most_cells
    start, stop, codes = scratch.cell_start[depth], scratch.cell_stop[depth], scratch.cell_code[depth]
    keys, bounds = scratch.cell_key[depth], scratch.cell_bound[depth]
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
        most_cells[stop[c]] = most_cells[i]
        stop[c] += 1
        keys[c] ^= hashes[answer]
    for c in range(n):
        counts[codes[c]] = 0
        bounds[c] = problem.least_total[stop[c] - start[c]]
        if problem.is_weighted:
            # The heaviest, which comes first, is guessed now; all others are guessed later.
            total = sum_of_weights(problem.weights, answers[start[c] : stop[c]])
            bounds[c] = 2 * total - problem.weights[answers[start[c]]]
    return n
