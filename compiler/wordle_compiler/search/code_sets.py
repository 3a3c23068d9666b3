"""Bounds of large cells that look two guesses ahead, from code sets: which feedbacks a guess has on each letter set.

A part of a cell lies inside several letter sets. There, a guess has at most the feedbacks that it has on all of them;
so of 12,972 guesses about 3% must be counted on the part itself to find the most cells of any guess, where the least of
its numbers of cells on these sets (see `letter_sets`) leaves about 27%. In a cell of 1578 answers, the bounds of all
guesses reach what two guesses can show in 3 s; the search does not get there in a minute.

A guess keeps the best bound that was found for it, so that a call with a higher target goes on where the last
one ended.
"""

from __future__ import annotations

import weakref
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.kernels.kernel import inlined, kernel_when
from wordle_compiler.kernels.layout import Guesses, Int64s, UInt64Matrix
from wordle_compiler.search.cell_bounds import bound_pairs, bound_pairs_of_candidates, raise_by_counting, raise_by_pairs
from wordle_compiler.search.extract import CandidateSet, frame_of
from wordle_compiler.search.known_totals import is_stopped
from wordle_compiler.search.letter_sets import SPAN, SetGroup, fill_rows, has_letter_sets, letter_sets_of, rows_of_cell
from wordle_compiler.search.memo import Memo
from wordle_compiler.search.partition import count_bits, n_words_for, number_codes
from wordle_compiler.search.playing import play
from wordle_compiler.search.problem import ANY, EVERY_GUESS, UNLIMITED, Frame, Problem, Scratch, View

_LEAST_PART = 4
"""Smaller parts cost what their size says, or one more."""


def code_table_of(problem: Problem, scratch: Scratch, memo: Memo, spare: int) -> CodeTable | None:
    """Returns a worker's table; None if code sets bound no cell, or they and the cells' views may exceed `spare` bytes.

    Code sets are for rule any, where nodes have letter sets (see `cell_bounds`). For 12,972 guesses they take 119 MB.
    """
    can_bound = problem.rule == ANY and has_letter_sets(problem) and len(scratch.set_sizes) > 0
    n_bytes = 32 * len(scratch.set_sizes) * problem.by_guess.shape[0] + problem.by_guess.nbytes
    return CodeTable(problem, scratch, memo) if can_bound and n_bytes <= spare else None


class CodeTable:
    """The code sets of one cell at a time, and what was shown of cells before. Belongs to one worker.

    Attributes:
        seen: The bitmaps of feedbacks, four rows for each letter set (see `LetterSets`), by column of the cell's view.
        known: The lower bounds of cells, by their answers' bytes: many openers have cells in common.
    """

    def __init__(self, problem: Problem, scratch: Scratch, memo: Memo) -> None:
        self.problem, self.scratch, self.memo = problem, scratch, memo
        self.seen = np.empty((4 * len(scratch.set_sizes), problem.by_guess.shape[0]), np.uint64)
        self.known: dict[bytes, int] = {}
        self._owner: weakref.ref[TwoGuesses] | None = None

    def fill_for(self, owner: TwoGuesses) -> None:
        """Fills the table for a cell, unless it has that cell's code sets."""
        if self._owner and self._owner() is owner:
            return
        self._owner = weakref.ref(owner)
        inside = letter_sets_of(self.problem, owner.cell.answers)
        # No other set holds a part for which sets are looked at.
        inside[np.count_nonzero(inside, axis=1) < _LEAST_PART] = False
        self.scratch.set_sizes[:] = np.count_nonzero(inside, axis=1)
        # The sets of two letters at once, so that feedbacks are read half as often.
        of_letters = 2 * (2 * self.problem.letters.shape[1] + 1)
        for first in range(0, len(inside), of_letters):
            rows = first + np.flatnonzero(self.scratch.set_sizes[first : first + of_letters])
            if len(rows):
                group = SetGroup.of(rows, inside[rows])
                group = group._replace(members=owner.cell.rows[group.members])
                fill_rows(owner.cell.view.codes, owner.cell.view.n_cells, group, self.scratch.set_counts, self.seen)


class TwoGuesses:
    """A cell without a limit of guesses, and what two guesses have shown of it.

    Attributes:
        cell: The cell, with a view of its own.
        lower: The best lower bound of the total that begins with each guess of the view. All others cost more.
    """

    def __init__(self, table: CodeTable, cell: CandidateSet) -> None:
        """Takes the worker's table and a cell with a view of its own (see `Extractor.focus`); it numbers the codes."""
        number_codes(cell.view.codes, cell.rows, table.scratch.bitmaps)
        self._table, self.cell = table, replace(cell, view=cell.view.replaced(is_numbered=1))
        problem, view = table.problem, cell.view
        answers = problem.guess_as_answer[view.guesses]
        is_own = np.isin(answers, cell.answers)
        self._column_of = np.zeros(problem.by_guess.shape[1], np.int32)
        self._column_of[answers[is_own]] = np.flatnonzero(is_own)
        self._pairs: tuple[NDArray[np.uint8], NDArray[np.uint8]] | None = None
        self.lower = 3 * len(cell) - view.n_cells.astype(np.int64) - is_own

    def raise_to(self, target: int) -> int:
        """Returns `target` if two guesses show that the cell costs at least that, or else the most that they show.

        The result means nothing if the search was stopped.
        """
        problem, scratch, memo, cell = self._table.problem, self._table.scratch, self._table.memo, self.cell
        self._table.fill_for(self)
        scratch.constraint[0] = cell.constraint
        frame = frame_of(problem, scratch, cell, Frame)
        frame.guesses_left, frame.weight, frame.only_below = UNLIMITED, len(cell), EVERY_GUESS
        scratch.column_of[:] = self._column_of
        if self._pairs is None:
            bound_pairs(scratch, len(self.lower))
            bound_pairs_of_candidates(problem, scratch, frame)
            self._pairs = scratch.pair_most.copy(), scratch.pair_most_of_candidates.copy()
        # Since then, a search may have used them.
        scratch.pair_most[:], scratch.pair_most_of_candidates[:] = self._pairs
        frame.best = target
        order = np.argsort(self.lower, kind="stable").astype(np.int32)
        bound_by_codes(problem, scratch, memo, cell.view, self._table.seen, order, self.lower, frame)
        return int(frame.best)


@kernel_when("has_cell_bounds")
def bound_by_codes(
    problem: Problem,
    scratch: Scratch,
    memo: Memo,
    view: View,
    seen: UInt64Matrix,
    order: Guesses,
    lower: Int64s,
    frame: Frame,
) -> None:
    """Raises the bounds of the guesses in `order` to `frame.best`, which becomes the least that one of them gets to."""
    start, stop, rows = scratch.cell_start[0], scratch.cell_stop[0], scratch.set_rows[: problem.letters.shape[1]]
    n_columns = len(view.guesses)
    for column in order:
        if is_stopped(scratch):
            return
        if lower[column] >= frame.best:
            continue
        guess = view.guesses[column]
        scratch.counters.sweeps += 1
        play(problem, scratch, memo, frame, guess)
        raise_by_pairs(problem, scratch, frame, guess)
        for c in range(frame.n_cells - 1, -1, -1):
            if frame.total >= frame.best or stop[c] - start[c] < _LEAST_PART:
                break
            if not scratch.cell_exact[0, c] and not scratch.cell_bounded[0, c]:
                rows_of_cell(problem, guess, scratch.cell_code[0, c], rows)
                for first in range(0, n_columns, SPAN):
                    last = min(first + SPAN, n_columns)
                    count_shared(view, seen, rows, first, last, scratch.bitmaps, scratch.least)
                frame.total += raise_by_counting(problem, scratch, memo, view, scratch.column_of, 0, c)
        lower[column] = max(lower[column], frame.total)
        frame.best = min(frame.best, lower[column])


@inlined
def count_shared(
    view: View, seen: UInt64Matrix, rows: Int64s, start: int, stop: int, shared: UInt64Matrix, counts: NDArray[np.uint8]
) -> None:
    """Counts the feedbacks that each guess has on all letter sets in `rows`, by column; five of them are read."""
    last, n_words = len(rows) - 1, n_words_for(view.n_cells[start])
    for word in range(n_words):
        first = seen[4 * rows[0] + word, start:stop]
        second = seen[4 * rows[min(1, last)] + word, start:stop]
        third = seen[4 * rows[min(2, last)] + word, start:stop]
        fourth = seen[4 * rows[min(3, last)] + word, start:stop]
        fifth = seen[4 * rows[min(4, last)] + word, start:stop]
        own = shared[word]
        for q in range(stop - start):
            own[q] = first[q] & second[q] & third[q] & fourth[q] & fifth[q]
    count_bits(shared, 0, n_words, counts[start:stop])
