"""Parts of the answers that no tree solves within some number of guesses, and the guesses that they rule out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from heapq import heapify, heappop, heapreplace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.search.problem import Problem
from wordle_compiler.solver.refutation.hard_parts import NO_DEMANDS


@dataclass(frozen=True, eq=False)
class Part:
    """A set of answers that no tree solves within some number of guesses.

    Attributes:
        members: The answers, by number, ascending.
        limit: The number of guesses.
        smaller: For more than 3 guesses, parts of this part that one guess fewer does not solve: each legal guess that
            splits the part leaves all of one of them in one cell, with its demands. For up to 3 guesses there are none,
            since every guess leaves a cell that no guess separates, which is quick to check.
        demands: The demands of rule hard under which no tree solves it; see `hard_parts`.
    """

    members: NDArray[np.uint16]
    limit: int
    smaller: tuple[Part, ...] = ()
    demands: NDArray[np.uint64] = field(default_factory=lambda: NO_DEMANDS)


def left_whole(problem: Problem, members: NDArray[np.uint16]) -> NDArray[np.bool_]:
    """Returns whether each guess leaves all of a set in one cell, shape (n_guesses,)."""
    rows = problem.by_answer[members]
    return np.asarray((rows == rows[0]).all(axis=0))


def cells_of(problem: Problem, guess: int, members: NDArray[np.uint16]) -> Iterator[tuple[int, NDArray[np.uint16]]]:
    """Yields the feedback and the members of each cell of a guess, smallest first, without the won cell."""
    row = problem.by_guess[guess][members]
    codes, sizes = np.unique(row, return_counts=True)
    for code in codes[np.argsort(sizes, kind="stable")]:
        if code != problem.n_feedbacks - 1:
            yield int(code), members[row == code]


class PartLibrary:
    """The parts found so far for one number of guesses. Belongs to one thread.

    A guess that leaves all members of a part in one cell leaves a cell that cannot be solved in time either: more
    candidates never make a set easier. So one part rules out many guesses, at any set that contains it.
    """

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._parts: list[Part] = []
        # The members of all parts, one part after the other; where each part starts; the guesses it rules out, as bits.
        self._members = np.zeros(1024, np.intp)
        self._starts = np.zeros(64, np.intp)
        self._rules_out = np.zeros((64, (problem.by_guess.shape[0] + 7) // 8), np.uint8)
        self._n_members = 0

    def __len__(self) -> int:
        return len(self._parts)

    def __getitem__(self, number: int) -> Part:
        return self._parts[number]

    def copy(self) -> PartLibrary:
        """Returns a library with the same parts."""
        other = PartLibrary(self._problem)
        other._parts = self._parts.copy()
        other._n_members = self._n_members
        other._members, other._starts = self._members.copy(), self._starts.copy()
        other._rules_out = self._rules_out.copy()
        return other

    def add(self, part: Part) -> NDArray[np.bool_]:
        """Adds a part; returns whether it rules out each guess."""
        number, start = len(self), self._n_members
        self._n_members += len(part.members)
        self._starts = _with_room(self._starts, number + 1)
        self._rules_out = _with_room(self._rules_out, number + 1)
        self._members = _with_room(self._members, self._n_members)
        self._parts.append(part)
        self._starts[number] = start
        self._members[start : self._n_members] = part.members
        self._rules_out[number] = np.packbits(left_whole(self._problem, part.members))
        return self._unpacked(self._rules_out[number])

    def within(self, members: NDArray[np.uint16]) -> NDArray[np.intp]:
        """Returns the numbers of the parts that a set contains."""
        if not self._parts:
            return np.zeros(0, np.intp)
        is_member = np.zeros(self._problem.by_guess.shape[1], np.bool_)
        is_member[members] = True
        return np.flatnonzero(
            np.logical_and.reduceat(is_member[self._members[: self._n_members]], self._starts[: len(self)])
        )

    def ruled_out(self, members: NDArray[np.uint16]) -> NDArray[np.bool_]:
        """Returns whether some part rules out each guess at a set."""
        return self._unpacked(np.bitwise_or.reduce(self._rules_out[self.within(members)], axis=0))

    def rules_out(self, parts: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Returns whether each part rules out each guess, shape (n_parts, n_guesses)."""
        return self._unpacked(self._rules_out[parts])

    def _unpacked(self, bits: NDArray[np.uint8]) -> NDArray[np.bool_]:
        return np.unpackbits(bits, axis=-1, count=self._problem.by_guess.shape[0]).astype(np.bool_)


def _with_room(array: NDArray[Any], n: int) -> NDArray[Any]:
    """Returns an array, or one of at least twice its length that begins with it, with room for `n` rows."""
    if n <= len(array):
        return array
    larger = np.zeros((max(n, 2 * len(array)), *array.shape[1:]), array.dtype)
    larger[: len(array)] = array
    return larger


def choose_cover(serves: NDArray[np.bool_]) -> list[int]:
    """Returns rows that together serve each column, chosen greedily by how many unserved columns each serves.

    `serves` has the shape (n_rows, n_columns); each column is served by some row. Of equal rows the first is chosen.
    """
    is_open = np.ones(serves.shape[1], np.bool_)
    # What a row serves only shrinks, so a count that is still right at the top of the heap is the largest.
    heap = [(-int(count), row) for row, count in enumerate(serves.sum(axis=1))]
    heapify(heap)
    chosen: list[int] = []
    while is_open.any():
        negative, row = heap[0]
        count = int(np.count_nonzero(serves[row] & is_open))
        if count < -negative:
            heapreplace(heap, (-count, row))
            continue
        heappop(heap)
        chosen.append(row)
        is_open &= ~serves[row]
    return chosen
