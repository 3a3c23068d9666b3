"""Bounds of the parts that guesses have on the cells of other guesses, from the letters that the cells have in common.

The answers of a cell have the letters that its feedback shows: one stands in a place, or is in the word and not in that
place, or is not in the word. So the cell lies in a few *letter sets*, and no guess has more parts on it than on any of
them. What each guess has on each set is counted once for all guesses of a frame.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordle_checker.fast.counting import BLOCK, count_block
from wordle_checker.fast.table import RULES
from wordle_checker.game import ANY, HARD

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordle_checker.fast.sifting import Room, View
    from wordle_checker.fast.table import World


class LetterSets(NamedTuple):
    """What each guess of a view has on the letter sets among its candidates.

    Attributes:
        most_parts: Into how many parts each guess (column) divides each set (row); no row where that was not counted.
            A symbol's rows are one for each place where it stands, one for each place where it does not stand although
            the answer has it, and the one of the answers that do not have it.
        masks: 255 where a guess has a symbol in a place, or as many of it as the row says, else 0: the rows of a symbol
            are one for each place and one for each number from 1. Under rule hard alone.
        place_of: The column of each allowed word, or -1.
        ordered_from: For cells of so many members, guesses are counted one by one in the order of what the sets say;
            for smaller ones a block at a time, in the order of the view.
    """

    most_parts: NDArray[np.uint8]
    masks: NDArray[np.uint8]
    place_of: NDArray[np.int32]
    ordered_from: int


ORDERED_FROM = {ANY: 120, HARD: 0}
"""Under rule hard few of the guesses are legal after another turn."""

NO_SETS = LetterSets(np.empty((0, 0), np.uint8), np.empty((0, 0), np.uint8), np.empty(0, np.int32), 0)
"""Nothing was counted."""


def letter_sets(world: World, room: Room, candidates: NDArray[np.int32], view: View) -> LetterSets:
    """Counts the parts of the guesses of a view on the letter sets among its candidates.

    Args:
        world: The game, of kind `wordle`.
        room: Space.
        candidates: The candidates.
        view: Their view.
    """
    width, length = int(view.sizes[0]), world.words.shape[1]
    guesses = view.guesses[:width]
    codes = view.codes if RULES[world.rule] == ANY else world.table[np.ix_(candidates, guesses)].ravel()
    letters = world.words[world.guess_of[candidates]]
    most_parts = np.zeros((world.n_symbols * (2 * length + 1), width), dtype=np.uint8)
    for symbol in range(world.n_symbols):
        stands = letters == symbol
        has = stands.any(axis=1)
        sets = (*stands.T, *(has & ~stands_there for stands_there in stands.T), ~has)
        for kind, is_inside in enumerate(sets):
            rows = np.flatnonzero(is_inside).astype(np.int32)
            if len(rows) == 0:
                # No cell lies in it.
                continue
            counts = most_parts[symbol * len(sets) + kind]
            for first in range(0, width, BLOCK):
                last = min(first + BLOCK, width)
                count_block(codes, width, rows, first, last, room.seen, room.is_alike, counts[first:last])
    place_of = np.full(len(world.words), -1, dtype=np.int32)
    place_of[guesses] = np.arange(width, dtype=np.int32)
    return LetterSets(most_parts, _masks(world, guesses), place_of, ORDERED_FROM[RULES[world.rule]])


def _masks(world: World, guesses: NDArray[np.int32]) -> NDArray[np.uint8]:
    if RULES[world.rule] != HARD:
        return np.empty((0, 0), dtype=np.uint8)
    length = world.words.shape[1]
    stands = world.words[guesses].T[None] == np.arange(world.n_symbols)[:, None, None]
    n_times = stands.sum(axis=1)
    is_enough = n_times[:, None] >= np.arange(1, length + 1)[None, :, None]
    rows = np.concatenate((stands, is_enough), axis=1).reshape(2 * length * world.n_symbols, len(guesses))
    return np.ascontiguousarray(rows * np.uint8(255)).astype(np.uint8)
