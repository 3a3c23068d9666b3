"""Leaves out, as a kernel, the guesses whose number of cells alone says that they reach a bound.

A cell of `c` answers costs at least `2c - 1`, so a guess that divides `n` candidates into `k` cells, the won one among
them or not, costs `3n - k` at least, and one less if it may win. That is rule *size* where no cell can be large, and
less than it says where one can.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordle_checker.fast.compiling import compiled, int64
from wordle_checker.fast.counting import BLOCK, MOST_FEEDBACKS, count_block, count_one
from wordle_checker.fast.legality import ANY

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordle_checker.fast.table import World

FEWEST_PARTS = 3
"""A candidate divides a cell into two parts at least, itself and the rest: a guess that is to do better has more."""


class Room(NamedTuple):
    """Space for one thread.

    Attributes:
        marks: For `count_one`.
        seen: For `count_block`.
        is_alike: For `count_block`.
        parts: Into how many cells each guess divides the candidates, in the order of the guesses.
        survivors: The places of the guesses that are not left out.
        is_candidate: False for each answer, between calls.
        counts: Room for a number for each answer and one more, or each feedback: zeros between calls.
        starts: Room for as many numbers.
        cells: Room for the feedback, the size, the first member and the bound of each cell.
        members: Room for the candidates, cell by cell.
        rows: Room for the rows of candidates.
        demands: Room for the demands on a cell.
        least: Room for a number for each column.
        chosen: Room for the columns to be looked at.
    """

    marks: NDArray[np.int64]
    seen: NDArray[np.uint64]
    is_alike: NDArray[np.bool_]
    parts: NDArray[np.uint8]
    survivors: NDArray[np.int32]
    is_candidate: NDArray[np.bool_]
    counts: NDArray[np.int32]
    starts: NDArray[np.int32]
    cells: NDArray[np.int64]
    members: NDArray[np.int32]
    rows: NDArray[np.int32]
    demands: NDArray[np.int32]
    least: NDArray[np.uint8]
    chosen: NDArray[np.int32]


class View(NamedTuple):
    """Guesses in the order in which they are looked at, those that divide the candidates most first.

    A guess never has more cells on a part of a set than on the set. So a search for a guess with more than some number
    of cells, among the members of a cell, may end where no guess to come has more on the whole set.

    Attributes:
        guesses: Their places in the allowed list.
        parts: Into how many cells each divides the candidates.
        codes: Under rule any, the feedback of each from each candidate: a row for each candidate, one after another.
        sizes: How many guesses there are: one number.
    """

    guesses: NDArray[np.int32]
    parts: NDArray[np.uint8]
    codes: NDArray[np.uint8]
    sizes: NDArray[np.int64]


def room_for(world: World) -> Room:
    """Makes the space for one thread."""
    n_answers, n_guesses, n_feedbacks = len(world.guess_of), len(world.words), len(world.codes)
    n_marks = max(n_answers, n_feedbacks, MOST_FEEDBACKS) + 2
    return Room(
        marks=np.zeros(n_feedbacks + 1, dtype=np.int64),
        seen=np.empty((4, BLOCK), dtype=np.uint64),
        is_alike=np.empty(BLOCK, dtype=np.bool_),
        parts=np.empty(max(n_guesses, BLOCK), dtype=np.uint8),
        survivors=np.empty(n_guesses, dtype=np.int32),
        is_candidate=np.zeros(n_answers, dtype=np.bool_),
        counts=np.zeros(n_marks, dtype=np.int32),
        starts=np.zeros(n_marks, dtype=np.int32),
        cells=np.empty((n_feedbacks, 4), dtype=np.int64),
        members=np.empty(n_answers, dtype=np.int32),
        rows=np.empty(n_answers, dtype=np.int32),
        demands=np.zeros(world.words.shape[1] + world.n_symbols, dtype=np.int32),
        least=np.empty(max(n_guesses, BLOCK), dtype=np.uint8),
        chosen=np.empty(n_guesses, dtype=np.int32),
    )


def view_for(world: World, n_candidates: int) -> View:
    """Makes the space for a view of so many candidates."""
    n_guesses = len(world.words)
    return View(
        guesses=np.empty(n_guesses, dtype=np.int32),
        parts=np.empty(n_guesses, dtype=np.uint8),
        codes=np.empty(n_candidates * n_guesses if world.rule == ANY else 0, dtype=np.uint8),
        sizes=np.zeros(1, dtype=np.int64),
    )


@compiled
def sift(
    world: World, room: Room, candidates: NDArray[np.int32], guesses: NDArray[np.int32], bound: int, view: View | None
) -> int:
    """Writes the places of the guesses that are not known to reach a bound, and returns how many there are.

    Where there are some, it makes the view, too.

    Args:
        world: The game.
        room: Space.
        candidates: The candidates, ascending.
        guesses: The legal guesses, ascending; the whole list under rule any.
        bound: The bound.
        view: Room for the view; None under rule candidates, where the code for it is left out.
    """
    n, n_guesses = len(candidates), len(guesses)
    if view is not None and world.rule == ANY:
        for first in range(0, n_guesses, BLOCK):
            last = min(first + BLOCK, n_guesses)
            count_block(
                *(world.flat, n_guesses, candidates, first, last, room.seen, room.is_alike, room.parts[first:last])
            )
    else:
        for i in range(n_guesses):
            row = world.by_guess[int64(guesses[i]) * world.guess_step :: world.answer_step]
            room.parts[i] = count_one(row, candidates, room.marks)
    for answer in candidates:
        room.is_candidate[answer] = True
    n_found = 0
    for i in range(n_guesses):
        parts = int64(room.parts[i])
        answer = int64(world.answer_of[guesses[i]])
        is_won = int64(answer >= 0 and room.is_candidate[answer])
        if 3 * n - parts - is_won < bound and parts + is_won > 1:
            room.survivors[n_found] = i
            n_found += 1
    for answer in candidates:
        room.is_candidate[answer] = False
    if view is not None and n_found > 0:
        fill_view(world, room, candidates, guesses, view)
    return n_found


@compiled
def fill_view(world: World, room: Room, candidates: NDArray[np.int32], guesses: NDArray[np.int32], view: View) -> None:
    """Writes the guesses by their number of cells, and under rule any their feedbacks side by side."""
    # By counting, since there are few different numbers of cells.
    n_guesses, starts = len(guesses), room.starts
    for k in range(MOST_FEEDBACKS + 2):
        starts[k] = 0
    for i in range(n_guesses):
        if room.parts[i] >= FEWEST_PARTS:
            starts[MOST_FEEDBACKS - int64(room.parts[i]) + 1] += 1
    for k in range(1, MOST_FEEDBACKS + 2):
        starts[k] += starts[k - 1]
    width = int64(starts[MOST_FEEDBACKS + 1])
    view.sizes[0] = width
    for i in range(n_guesses):
        if room.parts[i] >= FEWEST_PARTS:
            slot = MOST_FEEDBACKS - int64(room.parts[i])
            view.guesses[starts[slot]] = guesses[i]
            view.parts[starts[slot]] = room.parts[i]
            starts[slot] += 1
    if world.rule == ANY:
        for i in range(len(candidates)):
            start = int64(candidates[i]) * n_guesses
            own = world.flat[start : start + n_guesses]
            target = view.codes[i * width : i * width + width]
            for q in range(width):
                target[q] = own[view.guesses[q]]
