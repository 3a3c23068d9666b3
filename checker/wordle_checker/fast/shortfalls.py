"""Rule *lemma* as a kernel: finds the first legal guess whose known cost falls short of a bound."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordle_checker.fast.compiling import compiled, inner, int64
from wordle_checker.fast.costs import (
    INFINITE,
    LARGE,
    cost_by_n_cells,
    cost_by_sizes,
    kind_of,
    one_guess,
)
from wordle_checker.fast.counting import count_cells_of_block
from wordle_checker.fast.legality import ANY, CANDIDATES, demands_after
from wordle_checker.fast.scratch import BLOCK
from wordle_checker.fast.separation import has_core, keep_core, size_of_core
from wordle_checker.fast.uses import FEEDBACK, FIRST, KNOWN, SIZE, fill_cells

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordle_checker.fast.scratch import Scratch
    from wordle_checker.fast.table import GameArrays


@compiled
def known_cost(
    arrays: GameArrays,
    scratch: Scratch,
    candidates: NDArray[np.int32],
    n_left: int,
    demands: NDArray[np.int32],
    guesses: NDArray[np.int32],
    guess: int,
    entries: NDArray[np.int64],
    enough: int,
    cores: NDArray[np.int32],
) -> int:
    """Returns the known cost of a guess, or any number of at least `enough` if the known cost is that high.

    The guess need not split the candidates, and the entries are those of this guess alone. `guesses` is read only under
    rule hard. `cores` holds the cores found among the candidates, and free rows for more; it has no rows if cores are
    of no use.
    """
    if len(cores) > 0 and has_core(arrays, cores, guess):
        return INFINITE
    n_cells, total = fill_cells(arrays, scratch, candidates, guess, n_left - 1, entries)
    for i in range(n_cells):
        cell = scratch.cells[i]
        # The largest cells come first; for two answers or fewer, rule *one guess* gives the same as rule *size*.
        if total >= enough or cell[SIZE] <= 2 or scratch.stop[0] > 0:
            break
        members = scratch.members[cell[FIRST] : cell[FIRST] + cell[SIZE]]
        size_of = size_of_core(arrays, scratch, members) if len(cores) > 0 else int64(0)
        if size_of > 0:
            keep_core(cores, members[:size_of])
            return INFINITE
        demands_after(arrays, demands, guess, cell[FEEDBACK], scratch.demands)
        known = one_guess(arrays, scratch, members, n_left - 1, scratch.demands, guesses, cell[KNOWN])
        total = min(total - cell[KNOWN] + known, INFINITE)
    return total


@compiled
def find_shortfall(
    arrays: GameArrays,
    scratch: Scratch,
    candidates: NDArray[np.int32],
    n_left: int,
    demands: NDArray[np.int32],
    guesses: NDArray[np.int32],
    first: int,
    last: int,
    roots: NDArray[np.int32],
    entries: NDArray[np.int64],
    bound: int,
) -> tuple[int, int]:
    """Returns the first guess that may cost less than a bound and its known cost, or -1 and 0.

    It checks the legal guesses from place `first` to before `last`; `guesses` is not read under rule any, where all
    words are legal. `roots` has for each allowed word the first of its class under the frame's symmetries; it is empty
    if there are none. With symmetries, `first` and `last` must include all legal guesses. The bound exceeds `least`.
    """
    n = len(candidates)
    kind = kind_of(n, n_left, arrays.n_branches)
    for answer in candidates:
        scratch.is_candidate[answer] = True
    best_known, best_guess, is_tried = scratch.best_known, scratch.best_guess, scratch.is_tried
    for root in range(len(roots)):
        best_known[root], best_guess[root], is_tried[root] = -1, -1, False
    found, known = int64(-1), int64(0)
    # Three guesses are left, and so two in each cell.
    looks_for_cores = bound >= INFINITE and n_left == 3 and arrays.rule != CANDIDATES
    cores = scratch.cores[: len(scratch.cores) if looks_for_cores else 0]
    for row in range(len(cores)):
        cores[row, 0] = 0
    entry = int64(0)
    for start in range(first, last, BLOCK):
        end = min(start + BLOCK, last)
        fill_costs(arrays, scratch, candidates, n_left, guesses, start, end, kind)
        for i in range(end - start):
            guess = int64(start + i) if arrays.rule == ANY else int64(guesses[start + i])
            while entry < len(entries) and entries[entry, 0] < guess:
                entry += 1
            if scratch.costs[i] >= bound and len(roots) == 0:
                continue
            past = entry
            while past < len(entries) and entries[past, 0] == guess:
                past += 1
            own = entries[entry:past]
            if len(roots) > 0:
                # Guesses of one class without entries have the same known cost.
                root = roots[guess]
                if best_known[root] >= bound or (past == entry and is_tried[root]):
                    continue
                is_tried[root] |= past == entry
            cost = scratch.costs[i]
            if cost < bound:
                cost = known_cost(arrays, scratch, candidates, n_left, demands, guesses, guess, own, bound, cores)
            if scratch.stop[0] > 0:
                break
            if len(roots) > 0:
                if cost > best_known[root]:
                    best_known[root], best_guess[root] = cost, guess
            elif cost < bound:
                found, known = guess, cost
                break
        if found >= 0 or scratch.stop[0] > 0:
            break
    for root in range(len(roots)):
        if found < 0 and 0 <= best_known[root] < bound:
            found, known = best_guess[root], best_known[root]
    for answer in candidates:
        scratch.is_candidate[answer] = False
    return found, known


@inner
def fill_costs(
    arrays: GameArrays,
    scratch: Scratch,
    candidates: NDArray[np.int32],
    n_left: int,
    guesses: NDArray[np.int32],
    start: int,
    end: int,
    kind: int,
) -> None:
    """Writes the cost of each guess of a block by the sizes of its cells; infinite if it does not split."""
    n = len(candidates)
    if arrays.rule == ANY and kind != LARGE and n <= 255:
        count_cells_of_block(arrays.flat, len(arrays.words), candidates, start, end, scratch, scratch.n_cells)
        for i in range(end - start):
            n_cells = int64(scratch.n_cells[i])
            answer = arrays.answer_of[start + i]
            is_won = int64(answer >= 0 and scratch.is_candidate[answer])
            scratch.costs[i] = cost_by_n_cells(n, n_cells, is_won, kind) if n_cells + is_won > 1 else INFINITE
        return
    for i in range(end - start):
        guess = int64(start + i) if arrays.rule == ANY else int64(guesses[start + i])
        cost, is_splitting = cost_by_sizes(arrays, scratch, candidates, guess, n_left)
        scratch.costs[i] = cost if is_splitting else INFINITE
