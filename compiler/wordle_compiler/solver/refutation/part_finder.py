"""Finds parts of the answers that three guesses do not solve, in the cells of an opener, and shrinks them."""

from __future__ import annotations

from collections import deque

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.search.problem import Problem
from wordle_compiler.search.stopping import StoppedError
from wordle_compiler.solver.refutation.cores import NO_WITNESS, Cores, find_witness, new_cores, separate

GUESSES_LEFT = 3
"""The number of guesses within which no tree solves a part."""

_N_RECENT = 32
_SMALLEST = 3
"""Fewer candidates than this are solved within as many guesses as there are candidates."""


class PartFinder:
    """Decides whether a set can be solved within 1, 2 or 3 guesses. Belongs to one thread."""

    def __init__(self, problem: Problem, control: NDArray[np.int64]) -> None:
        """Takes the game, all of whose allowed words count as legal, and a flag that stops the work when not 0."""
        self._problem = problem
        self._control = control
        self._cores: Cores = new_cores(problem)
        self._recent: deque[int] = deque(maxlen=_N_RECENT)
        self._has_letter = problem.letter_counts[problem.answer_as_guess] > 0

    def is_unsolvable(self, members: NDArray[np.uint16], limit: int) -> bool:
        """Returns whether no tree solves a set (ascending numbers) within a limit of at most 3 guesses.

        The result is exact: every guess is examined.

        Raises:
            StoppedError: The flag was set.
        """
        if len(members) < _SMALLEST or limit < 2:
            return len(members) > limit
        if limit == 2:
            return separate(self._problem, self._cores, members) > 0
        recent = np.array(list(reversed(self._recent)), np.int32)
        guess = int(find_witness(self._problem, self._cores, members, recent, self._control))
        if self._control[0]:
            raise StoppedError
        if guess == NO_WITNESS:
            return True
        # The same guess is likely to solve the next set.
        if guess in self._recent:
            self._recent.remove(guess)
        self._recent.append(guess)
        return False

    def fails(self, opener: int, limit: int) -> bool:
        """Returns whether an opener leaves a cell that no tree solves within `limit` (at most 2) more guesses."""
        return any(self.is_unsolvable(cell, limit) for cell in self._cells(opener))

    def part_below(self, opener: int, frequency: NDArray[np.int64]) -> NDArray[np.uint16] | None:
        """Returns a part of an opener's cell that no tree solves within `GUESSES_LEFT` guesses, or None.

        Args:
            opener: The opener.
            frequency: For each letter, how many of the openers still without a part contain it. A part without the most
                frequent letters serves the most openers, because all of it gets the same feedback.
        """
        for cell in self._cells(opener):
            if self.is_unsolvable(cell, GUESSES_LEFT):
                return self._shrink(cell, frequency)
        return None

    def _cells(self, opener: int) -> list[NDArray[np.uint16]]:
        """Returns the cells of an opener, largest first, without the won cell."""
        row = self._problem.by_guess[opener]
        codes, sizes = np.unique(row, return_counts=True)
        won = self._problem.n_feedbacks - 1
        order = np.argsort(-sizes, kind="stable")
        return [np.flatnonzero(row == code).astype(np.uint16) for code in codes[order] if code != won]

    def _shrink(self, members: NDArray[np.uint16], frequency: NDArray[np.int64]) -> NDArray[np.uint16]:
        """Removes candidates while the rest stays unsolvable: all with a letter, then ever fewer at a time."""
        kept = members
        for letter in np.argsort(-frequency, kind="stable"):
            rest = kept[~self._has_letter[kept, letter]]
            if len(rest) < len(kept) and self.is_unsolvable(rest, GUESSES_LEFT):
                kept = rest
        # Candidates with the most frequent letters are removed first.
        ordered = kept[np.argsort(-(self._has_letter[kept] @ frequency), kind="stable")]
        size = max(1, len(ordered) // 2)
        while True:
            start = 0
            while start < len(ordered):
                rest = np.concatenate((ordered[:start], ordered[start + size :]))
                if self.is_unsolvable(np.sort(rest), GUESSES_LEFT):
                    ordered = rest
                else:
                    start += size
            if size == 1:
                return np.sort(ordered)
            size //= 2
