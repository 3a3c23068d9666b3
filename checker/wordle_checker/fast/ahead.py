"""Looks a guess ahead, as a kernel: which guess is not known to reach a bound by what the cells' best guesses cost?

What it finds out of a cell is never more than rules *size*, *one guess* and its entry say, and mostly as much:

- a cell of `c` answers costs `3c - k - 1` at least if one of its answers is guessed that divides it into `k` parts, and
  `3c - k` by any other word with `k` parts, as `sifting.py` says; if two guesses are left, just the words with `k = c`
  solve it;
- more words than the legal ones may be looked at, since none of them makes the least cost larger;
- words that are known to have no more parts than are needed to do better may be left out.

So a guess that is found to reach the bound is known to reach it. What is found unsure here goes to `covering.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordle_checker.fast.compiling import compiled, int64
from wordle_checker.fast.costs import INFINITE, least
from wordle_checker.fast.counting import BLOCK, MOST_FEEDBACKS, count_block, count_one
from wordle_checker.fast.legality import ANY, CANDIDATES, HARD, demands_after, is_legal

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordle_checker.fast.letter_sets import LetterSets
    from wordle_checker.fast.sifting import Room, View
    from wordle_checker.fast.table import World

FEEDBACK, SIZE, FIRST, KNOWN = 0, 1, 2, 3
"""What is written of a cell."""


@compiled
def first_unsure(
    world: World,
    room: Room,
    stop: NDArray[np.int64],
    candidates: NDArray[np.int32],
    n_left: int,
    demands: NDArray[np.int32],
    view: View | None,
    sets: LetterSets | None,
    guesses: NDArray[np.int32],
    survivors: NDArray[np.int32],
    entries: NDArray[np.int64],
    bound: int,
) -> int:
    """Returns the place among the survivors of the first guess that is not found to reach a bound, or their number.

    Args:
        world: The game.
        room: Space.
        stop: Above 0 where the work is to end at once.
        candidates: The candidates, ascending.
        n_left: The guesses left.
        demands: The demands on the guess.
        view: The view of the candidates; None under rule candidates.
        sets: The bounds from letter sets, without rows where there are none; None under rule candidates.
        guesses: The legal guesses, ascending.
        survivors: The places of the guesses to look at, ascending.
        entries: The frame's entries, ascending by guess: guess, feedback and bound.
        bound: The bound.
    """
    n = len(candidates)
    if view is None and world.rule != CANDIDATES:
        # Other words than the candidates cannot be looked at: nothing is found.
        return int64(0)
    entry = 0
    for at in range(len(survivors)):
        if stop[0] > 0:
            return int64(at)
        guess = int64(guesses[survivors[at]])
        while entry < len(entries) and entries[entry, 0] < guess:
            entry += 1
        past = entry
        while past < len(entries) and entries[past, 0] == guess:
            past += 1
        row = world.by_guess[guess * world.guess_step :: world.answer_step]
        n_cells = divide(room, candidates, row)
        total = int64(n)
        for i in range(n_cells):
            if room.cells[i, FEEDBACK] == 0:
                # The won cell costs nothing more, and is not looked at.
                room.cells[i, KNOWN] = INFINITE
                continue
            known = least(room.cells[i, SIZE], n_left - 1, world.n_branches)
            for other in range(entry, past):
                if entries[other, 1] == room.cells[i, FEEDBACK]:
                    known = max(known, entries[other, 2])
            room.cells[i, KNOWN] = known
            total = min(total + known, INFINITE)
        if view is not None and sets is not None and len(sets.most_parts) > 0:
            for i in range(n_cells):
                if total >= bound or room.cells[i, SIZE] <= 2:
                    break
                if room.cells[i, KNOWN] < INFINITE:
                    choose_sets(world, room, sets, guess, room.cells[i, FEEDBACK])
                    total += raise_by_sets(world, room, sets, room.cells[i], view.sizes[0])
        for i in range(n_cells):
            # Either answer of two can be guessed and tells them apart: looking one guess ahead adds nothing.
            if total >= bound or room.cells[i, SIZE] <= 2:
                break
            if room.cells[i, KNOWN] < INFINITE:
                known = room.cells[i, KNOWN]
                found = cost_ahead(world, room, candidates, n_left - 1, demands, view, sets, guess, room.cells[i])
                if found > known:
                    total = min(total - known + found, INFINITE)
        if total < bound:
            return int64(at)
    return int64(len(survivors))


@compiled
def divide(room: Room, candidates: NDArray[np.int32], row: NDArray[np.uint8]) -> int:
    """Writes the cells of a guess, the largest first, and the members of each; returns how many there are."""
    n = len(candidates)
    sizes, starts = room.counts, room.starts
    for size in range(n + 2):
        starts[size] = 0
    for answer in candidates:
        sizes[row[answer]] += 1
    # By counting: `starts` says how many cells are larger.
    n_cells = int64(0)
    for answer in candidates:
        size = int64(sizes[row[answer]])
        if size > 0:
            # Seen: the number is turned around, and is not zero.
            sizes[row[answer]] = -size
            starts[n - size + 1] += 1
            n_cells += 1
    for size in range(1, n + 2):
        starts[size] += starts[size - 1]
    for answer in candidates:
        size = -int64(sizes[row[answer]])
        if size > 0:
            place = int64(starts[n - size])
            starts[n - size] += 1
            room.cells[place, FEEDBACK], room.cells[place, SIZE] = int64(row[answer]), size
            sizes[row[answer]] = 0
    filled = int64(0)
    for i in range(n_cells):
        room.cells[i, FIRST] = filled
        sizes[room.cells[i, FEEDBACK]] = filled
        filled += room.cells[i, SIZE]
    for i in range(n):
        feedback = row[candidates[i]]
        room.members[sizes[feedback]] = candidates[i]
        room.rows[sizes[feedback]] = i
        sizes[feedback] += 1
    for i in range(n_cells):
        sizes[room.cells[i, FEEDBACK]] = 0
    return n_cells


@compiled
def cost_ahead(
    world: World,
    room: Room,
    candidates: NDArray[np.int32],
    n_left: int,
    demands: NDArray[np.int32],
    view: View | None,
    sets: LetterSets | None,
    guess: int,
    cell: NDArray[np.int64],
) -> int:
    """Returns what a cell costs at least by its best guess, or what it is known to cost where that is found first.

    Args:
        world: The game.
        room: Space, with the members of the cell.
        candidates: The candidates before the guess.
        n_left: The guesses left after it.
        demands: The demands on it.
        view: The view of the candidates; None under rule candidates.
        sets: The bounds from letter sets, without rows where there are none; None under rule candidates.
        guess: The guess.
        cell: The cell.
    """
    n, known, n_answers = cell[SIZE], cell[KNOWN], len(world.guess_of)
    members = room.members[cell[FIRST] : cell[FIRST] + n]
    is_ordered = False
    if sets is not None:
        is_ordered = len(sets.most_parts) > 0 and n >= sets.ordered_from
        if is_ordered:
            choose_sets(world, room, sets, guess, cell[FEEDBACK])
    # Where two guesses are left, only a guess that tells all apart is of any use.
    is_last = n_left == 2
    best = INFINITE
    # What a word that is none of them must have more of, to be better.
    needed = n - 1 if is_last else int64(2)
    for answer in members:
        other = int64(world.guess_of[answer])
        if sets is not None and is_ordered and best < INFINITE and most_by_sets(room, sets, other) < needed:
            continue
        parts = count_one(world.own[answer * n_answers : (answer + 1) * n_answers], members, room.marks)
        if parts == n or not is_last:
            best = min(best, 3 * n - parts - 1)
            if best <= known:
                return int64(known)
            needed = max(needed, parts + 1)
    if view is not None and needed < n:
        best = other_cost_ahead(world, room, candidates, demands, view, is_ordered, guess, cell, needed, best)
    return max(best, int64(known))


@compiled
def other_cost_ahead(
    world: World,
    room: Room,
    candidates: NDArray[np.int32],
    demands: NDArray[np.int32],
    view: View,
    is_ordered: bool,
    guess: int,
    cell: NDArray[np.int64],
    needed: int,
    best: int,
) -> int:
    """Returns what a cell costs at least by a word that is not one of its answers, or `best` where that is less.

    Args:
        world: The game.
        room: Space, with the members of the cell, and the bounds by the sets that have been chosen.
        candidates: The candidates before the guess.
        demands: The demands on it.
        view: The view of the candidates.
        is_ordered: Whether sets have been chosen.
        guess: The guess.
        cell: The cell.
        needed: How many parts a word must have more of, to be better.
        best: What the cell costs at least by its own answers.
    """
    n, width = cell[SIZE], view.sizes[0]
    members = room.members[cell[FIRST] : cell[FIRST] + n]
    # A word with so many parts costs no more than is known; but one must have been found.
    enough = max(min(n, 3 * n - cell[KNOWN]), needed + 1)
    if world.rule == ANY and not is_ordered:
        rows = room.rows[cell[FIRST] : cell[FIRST] + n]
        for first in range(0, width, BLOCK):
            if view.parts[first] <= needed or needed >= enough:
                break
            last = min(first + BLOCK, width)
            count_block(view.codes, width, rows, first, last, room.seen, room.is_alike, room.parts)
            most = int64(0)
            for q in range(last - first):
                most = max(most, int64(room.parts[q]))
            if most > needed:
                needed, best = most, 3 * n - most
        return best
    n_columns = width
    if is_ordered:
        n_columns = order_by_sets(room, width, needed)
    else:
        demands_after(world, demands, guess, cell[FEEDBACK], room.demands)
    for i in range(n_columns):
        column = int64(room.chosen[i]) if is_ordered else i
        most = room.least[column] if is_ordered else view.parts[column]
        if most <= needed or needed >= enough:
            break
        other = int64(view.guesses[column])
        if is_ordered or is_legal(world, room.demands, candidates, other):
            row = world.by_guess[other * world.guess_step :: world.answer_step]
            parts = count_one(row, members, room.marks)
            if parts > needed:
                needed, best = parts, 3 * n - parts
    return best


@compiled
def choose_sets(world: World, room: Room, sets: LetterSets, guess: int, feedback: int) -> None:
    """Writes for each column the least number of parts on the letter sets that a cell of a guess lies in.

    Under rule hard 0 for the guesses that the turn makes illegal.
    """
    length = world.words.shape[1]
    width = sets.most_parts.shape[1]
    least_parts = room.least[:width]
    for q in range(width):
        least_parts[q] = MOST_FEEDBACKS
    for place in range(length):
        symbol = int64(world.words[guess, place])
        colour = colour_of(world, feedback, place)
        n_shown = int64(0)
        for other in range(length):
            n_shown += world.words[guess, other] == symbol and colour_of(world, feedback, other) > 0
        if colour == 2:
            kind = place
        elif n_shown > 0:
            # Grey where another copy of the letter is not: the answer has the letter, but not here.
            kind = length + place
        else:
            kind = 2 * length
        source = sets.most_parts[symbol * (2 * length + 1) + kind]
        for q in range(width):
            least_parts[q] = source[q] if source[q] < least_parts[q] else least_parts[q]
        if world.rule == HARD and n_shown > 0:
            source = sets.masks[symbol * 2 * length + (place if colour == 2 else length + n_shown - 1)]
            for q in range(width):
                least_parts[q] = source[q] if source[q] < least_parts[q] else least_parts[q]


@compiled
def colour_of(world: World, feedback: int, place: int) -> int:
    """Returns the digit of a feedback at a place: 2 green, 1 yellow, 0 grey."""
    code = int64(world.codes[feedback])
    for _ in range(world.words.shape[1] - 1 - place):
        code //= 3
    return code % 3


@compiled
def most_by_sets(room: Room, sets: LetterSets, guess: int) -> int:
    """Returns how many parts a guess has at most on the cell for which sets have been chosen."""
    place = int64(sets.place_of[guess])
    return int64(room.least[place]) if place >= 0 else int64(2)


@compiled
def raise_by_sets(world: World, room: Room, sets: LetterSets, cell: NDArray[np.int64], width: int) -> int:
    """Raises what a cell is known to cost to what the chosen sets say; returns by how much."""
    n = cell[SIZE]
    # Words that are not in the view have two parts at most.
    most = np.uint8(2)
    for q in range(width):
        most = room.least[q] if room.least[q] > most else most
    most_won = int64(2)
    for answer in room.members[cell[FIRST] : cell[FIRST] + n]:
        most_won = max(most_won, most_by_sets(room, sets, int64(world.guess_of[answer])))
    by_sets = min(3 * n - min(int64(most), n), 3 * n - min(most_won, n) - 1)
    more = max(by_sets - cell[KNOWN], int64(0))
    cell[KNOWN] += more
    return int64(more)


@compiled
def order_by_sets(room: Room, width: int, needed: int) -> int:
    """Writes the columns with more than `needed` parts on the chosen sets, most first; returns how many there are."""
    starts = room.starts
    for k in range(MOST_FEEDBACKS + 2):
        starts[k] = 0
    for q in range(width):
        if room.least[q] > needed:
            starts[MOST_FEEDBACKS - int64(room.least[q]) + 1] += 1
    for k in range(1, MOST_FEEDBACKS + 2):
        starts[k] += starts[k - 1]
    n_chosen = int64(starts[MOST_FEEDBACKS + 1])
    for q in range(width):
        if room.least[q] > needed:
            slot = MOST_FEEDBACKS - int64(room.least[q])
            room.chosen[starts[slot]] = q
            starts[slot] += 1
    return n_chosen
