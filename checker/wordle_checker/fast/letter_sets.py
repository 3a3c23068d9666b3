"""Upper bounds for the number of cells of a guess on a cell of another guess, from the letters that feedback shows.

Each letter of a guess shows something about the answers of a cell: the letter is in that place; it is in the word but
not in that place; or it is not in the word. So the cell is a subset of a few *letter sets*, and no guess has more cells
on it than on any of them. The number of cells of each guess on each set is counted once per frame.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordle_checker.fast.counting import count_cells_of_block
from wordle_checker.fast.scratch import BLOCK
from wordle_checker.fast.table import RULES
from wordle_checker.game import ANY, HARD

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordle_checker.fast.scratch import Scratch
    from wordle_checker.fast.sifting import View
    from wordle_checker.fast.table import GameArrays


class LetterSets(NamedTuple):
    """The number of cells of each guess of a view on the letter sets among its candidates.

    Attributes:
        most_cells: Into how many cells each guess (column) divides each set (row); no rows if that was not counted. A
            symbol has a row for each place where the answer has it, a row for each place where the answer does not have
            it although it occurs elsewhere, and a row for the answers without it.
        masks: Under rule hard: 255 if a guess meets the row's demand, otherwise 0. A symbol has a row for each place,
            and a row for each number of copies, starting with 1. No rows under rule any.
        place_of: The column of each allowed word, or -1.
        ordered_from: On cells of at least this size, guesses are counted one by one, in the order of their bounds from
            letter sets; on smaller ones, in blocks, in the order of the view.
    """

    most_cells: NDArray[np.uint8]
    masks: NDArray[np.uint8]
    place_of: NDArray[np.int32]
    ordered_from: int


ORDERED_FROM = {ANY: 120, HARD: 0}
"""The value of `LetterSets.ordered_from`; 0 under rule hard, where few guesses remain legal after a turn."""

NO_SETS = LetterSets(np.empty((0, 0), np.uint8), np.empty((0, 0), np.uint8), np.empty(0, np.int32), 0)
"""Stands for letter sets that were not counted."""


def letter_sets(arrays: GameArrays, scratch: Scratch, candidates: NDArray[np.int32], view: View) -> LetterSets:
    """Counts the cells of the guesses of a view on the letter sets among its candidates, in kind `wordle`."""
    width, length = int(view.sizes[0]), arrays.words.shape[1]
    guesses = view.guesses[:width]
    codes = view.codes if RULES[arrays.rule] == ANY else arrays.table[np.ix_(candidates, guesses)].ravel()
    letters = arrays.words[arrays.guess_of[candidates]]
    most_cells = np.zeros((arrays.n_symbols * (2 * length + 1), width), dtype=np.uint8)
    for symbol in range(arrays.n_symbols):
        stands = letters == symbol
        has = stands.any(axis=1)
        sets = (*stands.T, *(has & ~stands_there for stands_there in stands.T), ~has)
        for kind, is_inside in enumerate(sets):
            rows = np.flatnonzero(is_inside).astype(np.int32)
            if len(rows) == 0:
                # No answer of a cell can be in it.
                continue
            counts = most_cells[symbol * len(sets) + kind]
            for first in range(0, width, BLOCK):
                last = min(first + BLOCK, width)
                count_cells_of_block(codes, width, rows, first, last, scratch, counts[first:last])
    place_of = np.full(len(arrays.words), -1, dtype=np.int32)
    place_of[guesses] = np.arange(width, dtype=np.int32)
    return LetterSets(most_cells, _masks(arrays, guesses), place_of, ORDERED_FROM[RULES[arrays.rule]])


def _masks(arrays: GameArrays, guesses: NDArray[np.int32]) -> NDArray[np.uint8]:
    if RULES[arrays.rule] != HARD:
        return np.empty((0, 0), dtype=np.uint8)
    length = arrays.words.shape[1]
    stands = arrays.words[guesses].T[None] == np.arange(arrays.n_symbols)[:, None, None]
    n_times = stands.sum(axis=1)
    is_enough = n_times[:, None] >= np.arange(1, length + 1)[None, :, None]
    rows = np.concatenate((stands, is_enough), axis=1).reshape(2 * length * arrays.n_symbols, len(guesses))
    return np.ascontiguousarray(rows * np.uint8(255)).astype(np.uint8)
