"""Rule *lemma* as a kernel: which legal guess is not known to reach a bound?"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordle_checker.fast.apart import has_core, keep_core, no_cores, size_of_core
from wordle_checker.fast.compiling import compiled, compiled_with_memory, int64
from wordle_checker.fast.costs import INFINITE, LARGE, cost_by_sizes, cost_of_parts, count_parts, kind_of, least, one
from wordle_checker.fast.legality import ANY, CANDIDATES, demands_after
from wordle_checker.fast.work import BLOCK

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordle_checker.fast.table import World
    from wordle_checker.fast.work import Work


class Entries(NamedTuple):
    """The entries of a frame, ascending by guess.

    Attributes:
        guesses: The guess of each.
        feedbacks: The feedback of each, as the table numbers them.
        bounds: What that cell costs at least.
    """

    guesses: NDArray[np.int32]
    feedbacks: NDArray[np.int32]
    bounds: NDArray[np.int64]


@compiled
def known_cost(
    world: World,
    work: Work,
    candidates: NDArray[np.int32],
    n_left: int,
    demands: NDArray[np.int32],
    guesses: NDArray[np.int32],
    guess: int,
    entries: Entries,
    enough: int,
    cores: NDArray[np.int32],
) -> int:
    """Returns what a strategy that opens with a guess is known to cost; it stops looking when that is `enough`.

    Args:
        world: The game.
        work: Space.
        candidates: The candidates, ascending.
        n_left: The guesses left, this one included.
        demands: The demands on this guess.
        guesses: For rule hard, the legal guesses.
        guess: The guess, which may tell nothing.
        entries: The entries of this guess alone.
        enough: The bound to reach.
        cores: Cores that have been found among the candidates, and room for more; no rows where none are looked for.
    """
    if len(cores) > 0 and has_core(world, cores, guess):
        return INFINITE
    n_cells = 0
    for answer in candidates:
        feedback = int64(world.table[answer, guess])
        if feedback > 0:
            if work.sizes[feedback] == 0:
                work.cells[n_cells, 0] = feedback
                n_cells += 1
            work.sizes[feedback] += 1
    total = int64(len(candidates))
    for i in range(n_cells):
        feedback = work.cells[i, 0]
        size = int64(work.sizes[feedback])
        work.cells[i, 1] = size
        work.sizes[feedback] = 0
        total = min(total + bound_of_cell(world, feedback, size, n_left - 1, entries), INFINITE)
    if total >= enough:
        return total
    # The largest cells first: they are the likeliest to cost more than their size says.
    for i in range(n_cells):
        largest = i
        for j in range(i + 1, n_cells):
            if work.cells[j, 1] > work.cells[largest, 1]:
                largest = j
        feedback, size = work.cells[largest, 0], work.cells[largest, 1]
        work.cells[largest, 0], work.cells[largest, 1] = work.cells[i, 0], work.cells[i, 1]
        if size <= 2:
            # Either answer of two can be guessed and tells them apart: looking one guess ahead adds nothing.
            break
        filled = 0
        for answer in candidates:
            if world.table[answer, guess] == feedback:
                work.cell[filled] = answer
                filled += 1
        demands_after(world, demands, guess, feedback, work.demands)
        before = bound_of_cell(world, feedback, size, n_left - 1, entries)
        size_of = size_of_core(world, work, work.cell[:filled]) if len(cores) > 0 else int64(0)
        if size_of > 0:
            keep_core(cores, work.cell[:size_of])
            total = INFINITE
            break
        after = one(world, work, work.cell[:filled], n_left - 1, work.demands, guesses, before)
        total = min(total - before + after, INFINITE)
        if total >= enough or work.stop[0] > 0:
            break
    return total


@compiled
def bound_of_cell(world: World, feedback: int, size: int, n_left: int, entries: Entries) -> int:
    """Returns the greater of what a cell's size says, and what its entry says where it has one."""
    bound = least(size, n_left, world.n_branches)
    for i in range(len(entries.guesses)):
        if entries.feedbacks[i] == feedback:
            bound = max(bound, entries.bounds[i])
    return bound


@compiled_with_memory
def find_uncovered(
    world: World,
    work: Work,
    candidates: NDArray[np.int32],
    n_left: int,
    demands: NDArray[np.int32],
    guesses: NDArray[np.int32],
    first: int,
    last: int,
    roots: NDArray[np.int32],
    entries: Entries,
    bound: int,
) -> tuple[int, int]:
    """Returns the first guess that may cost less than a bound, with what it is known to cost, or -1 and 0.

    Args:
        world: The game.
        work: Space.
        candidates: The candidates, ascending.
        n_left: The guesses left.
        demands: The demands on the guess.
        guesses: The legal guesses, ascending; not looked at under rule any, where they are the whole list.
        first: The place among the legal guesses from which on they are looked at.
        last: The place before which that ends.
        roots: For each allowed word the first of its class under the frame's symmetries; empty where there is none.
            Then `first` and `last` must be all legal guesses.
        entries: The frame's entries, ascending by guess.
        bound: The bound, above `least`.
    """
    n = len(candidates)
    kind = kind_of(n, n_left, world.n_branches)
    for answer in candidates:
        work.is_candidate[answer] = True
    best_known = np.full(len(roots), -1, dtype=np.int64)
    best_guess = np.full(len(roots), -1, dtype=np.int64)
    is_tried = np.zeros(len(roots), dtype=np.bool_)
    found, known = int64(-1), int64(0)
    # Three guesses are left, and so two for the cells.
    is_tied = bound >= INFINITE and n_left == 3 and world.rule != CANDIDATES
    cores = no_cores() if is_tied else np.empty((0, 1), dtype=np.int32)
    entry = np.searchsorted(entries.guesses, np.int32(guesses[first] if world.rule != ANY and first < last else first))
    for start in range(first, last, BLOCK):
        end = min(start + BLOCK, last)
        fill_costs(world, work, candidates, n_left, guesses, start, end, kind)
        for i in range(end - start):
            guess = int64(start + i) if world.rule == ANY else int64(guesses[start + i])
            while entry < len(entries.guesses) and entries.guesses[entry] < guess:
                entry += 1
            if work.costs[i] >= bound and len(roots) == 0:
                continue
            past = entry
            while past < len(entries.guesses) and entries.guesses[past] == guess:
                past += 1
            own = Entries(entries.guesses[entry:past], entries.feedbacks[entry:past], entries.bounds[entry:past])
            if len(roots) > 0:
                # Guesses of a class without entries are known to cost the same.
                root = roots[guess]
                if best_known[root] >= bound or (past == entry and is_tried[root]):
                    continue
                is_tried[root] |= past == entry
            cost = work.costs[i]
            if cost < bound:
                cost = known_cost(world, work, candidates, n_left, demands, guesses, guess, own, bound, cores)
            if work.stop[0] > 0:
                break
            if len(roots) > 0:
                if cost > best_known[root]:
                    best_known[root], best_guess[root] = cost, guess
            elif cost < bound:
                found, known = guess, cost
                break
        if found >= 0 or work.stop[0] > 0:
            break
    for root in range(len(roots)):
        if found < 0 and 0 <= best_known[root] < bound:
            found, known = best_guess[root], best_known[root]
    for answer in candidates:
        work.is_candidate[answer] = False
    return found, known


@compiled
def fill_costs(
    world: World,
    work: Work,
    candidates: NDArray[np.int32],
    n_left: int,
    guesses: NDArray[np.int32],
    start: int,
    end: int,
    kind: int,
) -> None:
    """Writes what each guess of a block costs by the sizes of its cells; infinite where it does not split."""
    n = len(candidates)
    if world.rule == ANY and kind != LARGE and n <= 255:
        count_parts(world, work, candidates, start, end)
        for i in range(end - start):
            parts = int64(work.parts[i])
            answer = world.answer_of[start + i]
            is_won = int64(answer >= 0 and work.is_candidate[answer])
            work.costs[i] = cost_of_parts(n, parts, is_won, kind) if parts + is_won > 1 else INFINITE
        return
    for i in range(end - start):
        guess = int64(start + i) if world.rule == ANY else int64(guesses[start + i])
        cost, is_splitting = cost_by_sizes(world, work, candidates, guess, n_left)
        work.costs[i] = cost if is_splitting else INFINITE
