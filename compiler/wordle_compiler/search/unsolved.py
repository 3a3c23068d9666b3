"""How many answers of a set stay unsolved within three guesses: kernels that count, without a search for totals.

With one guess left, a set has one solved answer. With two, it has as many as the most cells of any guess, because each
cell has one. With three, a guess is worth the sum of that over its cells. What stays unsolved adds up, and a set leaves
at least as many unsolved as any of its subsets, except under rule candidates.

Almost every guess falls to the most cells of any guess on its largest cell. So that is asked in a form that is cheap to
refuse: is there a guess with fewer than so many repeated feedbacks on the cell? The guesses are in the order of
their numbers of cells on the whole set, which bound those on a cell, and the first few candidates rule out nearly all
of them, side by side.
"""

from __future__ import annotations

from functools import cached_property
from typing import Annotated

import numpy as np

from wordle_compiler.game.legality import is_legal, tighten
from wordle_compiler.kernels.context import Context
from wordle_compiler.kernels.kernel import kernel
from wordle_compiler.kernels.layout import Answers, Array, CodeMatrix, Constraint, Guesses, Int32s, Sized
from wordle_compiler.search.extract import CandidateSet
from wordle_compiler.search.partition import (
    BITMAP_FEEDBACKS,
    count_cells,
    count_cells_by_bitmap,
    count_cells_of_each,
    n_words_for,
    number_codes,
)
from wordle_compiler.search.playing import split
from wordle_compiler.search.problem import HARD, Problem, Scratch
from wordle_compiler.search.rounds import holds
from wordle_compiler.search.stopping import StoppedError

_BLOCK = 256
"""How many guesses are compared side by side."""

_STOPPED = -1


class UnsolvedMemory(Context):
    """A set, its legal guesses, and what the kernels need."""

    # The set's answers, ascending; the legal guesses, by falling number of cells on the set; and those numbers.
    answers: Answers
    guesses: Guesses
    n_cells: Int32s
    codes: CodeMatrix  # The feedbacks, by candidate and guess in that order; numbered, if they fit into bitmaps.
    # What rule hard demands, and the same after one more guess.
    constraint: Constraint
    after: Annotated[Array, Sized("uint16", "constraint", fill=0)]
    listed: Annotated[Array, Sized("int32", "guesses")]  # The guesses that were asked for.
    # The thread's: the set lies at the bottom of the stack, and `rows` are its members' places in it.
    scratch: Scratch


class ThreeGuesses:
    """Counts the answers of one set that stay unsolved within three guesses."""

    def __init__(self, problem: Problem, scratch: Scratch, cell: CandidateSet, guesses: Guesses) -> None:
        """Takes a set with its legal guesses; `scratch` is the thread's, with its stop flag."""
        n_cells = np.empty(len(guesses), np.int32)
        count_cells_of_each(problem, scratch, cell.answers, guesses, n_cells)
        order = np.argsort(-n_cells, kind="stable")
        self._problem = problem
        self._cell = cell
        self._scratch = scratch
        self._guesses, self._n_cells = guesses[order], n_cells[order]
        self.most_cells = int(n_cells.max())

    def count(self, cutoff: int, n_guesses: int | None = None) -> int:
        """Returns how many answers stay unsolved, or `cutoff` if they are at least as many.

        With `n_guesses`, at most so many of the guesses are tried, those with the most cells first: an upper bound.
        """
        n_legal = len(self._guesses)
        return self._count(cutoff, n_legal if n_guesses is None else min(n_guesses, n_legal), is_listing=False)

    def guesses_below(self, cutoff: int) -> Guesses:
        """Returns the guesses that leave fewer answers unsolved."""
        return np.asarray(self._memory.listed[: self._count(cutoff, len(self._guesses), is_listing=True)])

    @cached_property
    def _memory(self) -> UnsolvedMemory:
        cell, problem = self._cell, self._problem
        codes = np.ascontiguousarray(problem.by_answer[cell.answers][:, self._guesses])
        if problem.n_feedbacks <= BITMAP_FEEDBACKS:
            number_codes(codes, np.arange(len(codes), dtype=np.int32), self._scratch.bitmaps)
        return UnsolvedMemory.allocate(
            problem.layout,
            {"answers": len(cell), "guesses": len(self._guesses), "constraint": len(cell.constraint)},
            answers=cell.answers,
            guesses=self._guesses,
            n_cells=self._n_cells,
            codes=codes,
            constraint=cell.constraint,
            scratch=self._scratch,
        )

    def _count(self, cutoff: int, n_guesses: int, *, is_listing: bool) -> int:
        n_unsolved: int = count_unsolved(self._problem, self._memory, n_guesses, cutoff, is_listing)
        if n_unsolved == _STOPPED:
            raise StoppedError
        return n_unsolved


@kernel
def count_unsolved(problem: Problem, memory: UnsolvedMemory, n_guesses: int, cutoff: int, is_listing: bool) -> int:
    """Returns how many answers of the set stay unsolved within three guesses, or `cutoff` if not fewer.

    Tries the first `n_guesses`. With `is_listing`, it lists all guesses that leave fewer, and returns how many there
    are. Returns -1 if it was stopped.
    """
    scratch = memory.scratch
    n = len(memory.answers)
    for j in range(n):
        scratch.answers[j] = memory.answers[j]
        scratch.rows[j] = j
    start, stop, codes = scratch.cell_start[0], scratch.cell_stop[0], scratch.cell_code[0]
    most = np.int64(memory.n_cells[0])
    best = cutoff
    n_listed = 0
    for i in range(n_guesses):
        if scratch.control[0] != 0:
            return _STOPPED
        if best == 0:
            break
        guess = memory.guesses[i]
        n_cells = split(problem, scratch, 0, n, n, 0, guess)
        # A cell has no more cells than the set.
        least = 0
        for c in range(n_cells):
            least += max(0, stop[c] - start[c] - most)
        n_unsolved = 0 if least < best else best
        for c in range(n_cells - 1, -1, -1):
            size, needed = stop[c] - start[c], best - n_unsolved
            # Two answers are solved with two guesses.
            if needed <= 0 or size <= 2:
                break
            if problem.rule == HARD:
                tighten(memory.constraint, problem.letters[guess], codes[c], memory.after)
            members, places = scratch.answers[start[c] : stop[c]], scratch.rows[start[c] : stop[c]]
            n_unsolved += size - most_cells(problem, memory, members, places, max(0, size - needed))
        if n_unsolved < best:
            if is_listing:
                memory.listed[n_listed] = guess
                n_listed += 1
            else:
                best = n_unsolved
    return n_listed if is_listing else best


@kernel
def most_cells(problem: Problem, memory: UnsolvedMemory, members: Answers, places: Int32s, floor: int) -> int:
    """Returns the most cells of any legal guess on a cell, whose members have places, or `floor` if none has more."""
    n_cells, scratch, n = memory.n_cells, memory.scratch, len(members)
    best, first = floor, 0
    while first < len(n_cells) and n_cells[first] > best and best < n:
        stop = min(first + _BLOCK, len(n_cells))
        compared = places[: min(n, 2 * (n - best) + 6)]
        if problem.n_feedbacks <= BITMAP_FEEDBACKS:
            n_words = n_words_for(n_cells[first])
            count_cells_by_bitmap(memory.codes, compared, first, stop, n_words, scratch.bitmaps, scratch.counted)
        else:
            for q in range(first, stop):
                scratch.counted[q] = count_cells(problem, scratch, memory.guesses[q], members[: len(compared)])
        for q in range(first, stop):
            if len(compared) - scratch.counted[q] >= n - best:
                continue
            guess = memory.guesses[q]
            if problem.rule == HARD and not is_legal(
                memory.after, problem.letters[guess], problem.letter_counts[guess]
            ):
                continue
            # Under rule candidates, only a guess that may win is one.
            if problem.has_others or holds(members, problem.guess_as_answer[guess]):
                best = max(best, count_cells(problem, scratch, guess, members))
        first = stop
    return best
