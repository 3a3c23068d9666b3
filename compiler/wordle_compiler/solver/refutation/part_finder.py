"""Decides whether a set can be solved within some guesses, and finds small parts that cannot.

Within 2 and 3 guesses, the kernels of `cores` decide. Within more, each guess must leave a cell that one guess fewer
does not solve. The parts of such cells are kept, since each of them rules out many other guesses.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.search.problem import Problem
from wordle_compiler.search.stopping import StoppedError
from wordle_compiler.solver.refutation.cores import (
    NO_WITNESS,
    Cores,
    count_cells_of_all,
    find_witness,
    new_cores,
    separate,
)
from wordle_compiler.solver.refutation.part_library import Part, PartLibrary, cells_of, choose_cover

MOST_OF_KERNELS = 3
"""The largest limit that the kernels decide."""

_N_RECENT = 32
_MOST_KNOWN = 1 << 17
_SMALLEST = 3
"""Fewer candidates than this are solved within as many guesses as there are candidates."""


class PartFinder:
    """Decides whether a set can be solved within a few guesses. Belongs to one thread."""

    def __init__(self, problem: Problem, control: NDArray[np.int64]) -> None:
        """Takes the game, all of whose allowed words count as legal, and a flag that stops the work when not 0."""
        self._problem = problem
        self.control = control
        self._cores: Cores = new_cores(problem)
        self._recent: deque[int] = deque(maxlen=_N_RECENT)
        self._recent_of: defaultdict[int, deque[int]] = defaultdict(lambda: deque(maxlen=_N_RECENT))
        self._has_letter = problem.letter_counts[problem.answer_as_guess] > 0
        self._libraries: defaultdict[int, PartLibrary] = defaultdict(lambda: PartLibrary(problem))
        self._known: dict[tuple[bytes, int], bool] = {}
        self._n_given = 0

    def is_unsolvable(self, members: NDArray[np.uint16], limit: int) -> bool:
        """Returns whether no tree solves a set (ascending numbers) within a limit.

        The result is exact: every guess is examined. Sets of a few hundred answers take up to a few seconds within 4
        guesses, and much longer within 5.

        Raises:
            StoppedError: The flag was set.
        """
        if len(members) < _SMALLEST or limit < 2:
            return len(members) > limit
        if len(members) <= limit:
            return False
        if limit == 2:
            return separate(self._problem, self._cores, members) > 0
        if limit > MOST_OF_KERNELS:
            key = members.tobytes(), limit
            if key not in self._known:
                if len(self._known) == _MOST_KNOWN:
                    self._known.clear()
                self._known[key] = self._every_guess_fails(members, limit)
            return self._known[key]
        recent = np.array(list(reversed(self._recent)), np.int32)
        guess = int(find_witness(self._problem, self._cores, members, recent, self.control))
        if self.control[0]:
            raise StoppedError
        if guess == NO_WITNESS:
            return True
        # The same guess is likely to solve the next set.
        if guess in self._recent:
            self._recent.remove(guess)
        self._recent.append(guess)
        return False

    def ruled_out(self, members: NDArray[np.uint16], limit: int) -> NDArray[np.bool_]:
        """Returns whether each guess is known to leave a cell that cannot be solved in time, or not to split a set.

        `members` ascend; `limit` includes the guess itself.
        """
        return self._ruled_out(members, limit, self.n_cells(members))

    def unsolvable_cell(self, guess: int, members: NDArray[np.uint16], limit: int) -> NDArray[np.uint16] | None:
        """Returns a cell of a guess that no tree solves within `limit` more guesses, or None.

        The smallest cells come first: larger ones are likelier to be unsolvable, but take much longer to examine.
        """
        cells = cells_of(self._problem, guess, members)
        return next((cell for _, cell in cells if self.is_unsolvable(cell, limit)), None)

    def learn(self, cell: NDArray[np.uint16], limit: int, is_open: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Keeps a part of a set that no tree solves in time; returns whether it rules out each guess.

        The members of `cell` ascend, and `limit` is at least 3. The part rules out the guesses of `is_open` if it can.
        """
        if limit == MOST_OF_KERNELS:
            part = self._shrink(cell, limit, self._problem.letter_counts[is_open].astype(np.bool_).sum(axis=0))
        else:
            part = self._covering_part(cell, limit)
        return self._libraries[limit].add(part)

    def _ruled_out(self, members: NDArray[np.uint16], limit: int, n_cells: NDArray[np.int64]) -> NDArray[np.bool_]:
        is_ruled_out: NDArray[np.bool_] = self._libraries[limit - 1].ruled_out(members)
        if len(members) > 1:
            is_ruled_out |= n_cells == 1
        return is_ruled_out

    def _every_guess_fails(self, members: NDArray[np.uint16], limit: int) -> bool:
        n_cells = self.n_cells(members)
        is_ruled_out = self._ruled_out(members, limit, n_cells)
        recent = self._recent_of[limit]
        for guess in (*recent, *np.argsort(-n_cells, kind="stable")):
            if is_ruled_out[guess]:
                continue
            cell = self.unsolvable_cell(int(guess), members, limit - 1)
            if cell is None:
                # The same guess is likely to solve the next set.
                recent.appendleft(int(guess))
                return False
            is_ruled_out |= self.learn(cell, limit - 1, ~is_ruled_out)
        return True

    def parts_for(
        self, members: NDArray[np.uint16], limit: int, guesses: Sequence[int] | NDArray[np.int64]
    ) -> dict[int, Part]:
        """Returns a few parts of a set that rule out guesses at it: for each guess, one that it leaves in one cell.

        `members` ascend, `limit` includes the guess itself, and a known part rules out each of `guesses`.
        """
        if not len(guesses):
            return {}
        library = self._libraries[limit - 1]
        parts = library.within(members)
        rules_out = library.rules_out(parts)[:, guesses]
        chosen = np.array(choose_cover(rules_out))
        first = rules_out[chosen].argmax(axis=0)
        return {int(guess): library[parts[row]] for guess, row in zip(guesses, chosen[first], strict=True)}

    def _covering_part(self, members: NDArray[np.uint16], limit: int) -> Part:
        """Returns the union of a few smaller parts that together rule out each guess at a set that is not solvable."""
        splitting = np.flatnonzero(self.n_cells(members) > 1)
        chosen = {id(part): part for part in self.parts_for(members, limit, splitting).values()}
        smaller = tuple(chosen.values())
        return Part(np.unique(np.concatenate([part.members for part in smaller])), limit, smaller)

    def n_cells(self, members: NDArray[np.uint16]) -> NDArray[np.int64]:
        """Returns how many cells each guess makes of a set."""
        n_cells = np.zeros(self._problem.by_guess.shape[0], np.int64)
        count_cells_of_all(self._problem, self._cores, members, n_cells)
        return n_cells

    def part_below(
        self, opener: int, members: NDArray[np.uint16], limit: int, frequency: NDArray[np.int64], *, is_shared: bool
    ) -> Part | None:
        """Returns a part of an opener's cell that no tree solves within `limit` (3 or 4) more guesses, or None.

        `members` are all answers. `frequency` says for each letter how many of the openers still without a part contain
        it. A part without the most frequent letters serves the most openers, because all of it gets the same feedback.
        `is_shared` looks for a part that serves others, too: slow with a limit of 4, ignored with 3.
        """
        cell = self.unsolvable_cell(opener, members, limit)
        if cell is None:
            return None
        if limit == MOST_OF_KERNELS:
            return self._shrink(cell, limit, frequency)
        if is_shared:
            cell = self._without_letters(cell, limit, frequency)
        return self._covering_part(cell, limit)

    def start_over(self, known: PartLibrary) -> None:
        """Forgets what was learned of sets with more than 3 guesses left, and begins with these parts for 3.

        The parts found from here on depend on nothing else that was asked before.
        """
        self._libraries.clear()
        self._known.clear()
        self._recent_of.clear()
        self._libraries[MOST_OF_KERNELS] = known.copy()
        self._n_given = len(known)

    def learned(self) -> list[Part]:
        """Returns the parts for 3 guesses that were found since `start_over`."""
        library = self._libraries[MOST_OF_KERNELS]
        return [library[number] for number in range(self._n_given, len(library))]

    def _without_letters(
        self, members: NDArray[np.uint16], limit: int, frequency: NDArray[np.int64]
    ) -> NDArray[np.uint16]:
        """Removes all candidates with a letter, for one letter after the other, while the rest stays unsolvable."""
        for letter in np.argsort(-frequency, kind="stable"):
            rest = members[~self._has_letter[members, letter]]
            if len(rest) < len(members) and self.is_unsolvable(rest, limit):
                members = rest
        return members

    def _shrink(self, members: NDArray[np.uint16], limit: int, frequency: NDArray[np.int64]) -> Part:
        """Removes candidates while the rest stays unsolvable: all with a letter, then ever fewer at a time."""
        kept = self._without_letters(members, limit, frequency)
        # Candidates with the most frequent letters are removed first.
        ordered = kept[np.argsort(-(self._has_letter[kept] @ frequency), kind="stable")]
        size = max(1, len(ordered) // 2)
        while True:
            start = 0
            while start < len(ordered):
                rest = np.concatenate((ordered[:start], ordered[start + size :]))
                if self.is_unsolvable(np.sort(rest), limit):
                    ordered = rest
                else:
                    start += size
            if size == 1:
                return Part(np.sort(ordered), limit)
            size //= 2
