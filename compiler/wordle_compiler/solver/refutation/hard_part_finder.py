"""Decides under rule hard whether a set can be solved within a few guesses, and keeps the parts that cannot."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.game.legality import LETTER_BITS, PACKED_LETTERS
from wordle_compiler.search.extract import CandidateSet
from wordle_compiler.search.problem import Problem
from wordle_compiler.search.stopping import StoppedError, UndecidedError
from wordle_compiler.solver.refutation.hard_parts import (
    AFRESH,
    MASK,
    MOST_NODES,
    N_DEMANDS,
    NEED,
    NEED_MORE,
    NO_DEMANDS,
    NODES,
    UNKNOWN,
    UNSOLVABLE,
    VALUE,
    HardParts,
    demands_of,
    is_legal_under,
    make_room,
    mark_ruled_out,
    new_hard_parts,
)
from wordle_compiler.solver.refutation.hard_search import decide, narrow
from wordle_compiler.solver.refutation.part_library import Part, cells_of

ALL_SETS = np.iinfo(np.int64).max

_FIRST_NODES = 64
_MORE = 4
"""Each cell of a guess gets `_FIRST_NODES` sets to examine, then `_MORE` times as many, until a cell fails.

Some cell of a bad guess is refuted quickly, but not its largest one, so the smallest cells come first.
"""

_EXPLAINED = 4
"""A part for fewer guesses needs no smaller parts to show that no tree solves it; see `Part`."""

_NODES_A_LETTER = 256
_LARGEST_SHRUNK = 40
_NODES_TO_SHRINK = 16
"""Each attempt to leave out all answers with a letter gets `_NODES_A_LETTER` sets to examine.

A part of up to `_LARGEST_SHRUNK` answers is made smaller still, and each attempt gets `_NODES_TO_SHRINK` sets. Smaller
parts rule out more openers, so the certificate is smaller, and all of it takes no longer.
"""


class HardPartFinder:
    """Decides whether a set can be solved within a few guesses under rule hard. Belongs to one thread.

    Attributes:
        parts: The memory of the kernels, with what they have found; `decide` may replace it by a larger one.
    """

    def __init__(self, problem: Problem, max_guesses: int, control: NDArray[np.int64]) -> None:
        """Takes a game for which `can_decide` holds, its limit, and a flag that stops the work when not 0."""
        self._problem = problem
        self.parts: HardParts = new_hard_parts(problem, max_guesses, control)
        self._explained: dict[tuple[int, bytes, bytes], Part] = {}

    def put(self, members: NDArray[np.uint16], demands: NDArray[np.uint64], limit: int) -> int:
        """Writes a set with `limit` guesses left to the bottom of the stacks; returns where it stops."""
        parts, n, first = self.parts, len(members), int(self.parts.legal_stop[-1])
        legal = np.flatnonzero(is_legal_under(self._problem, demands))
        parts.sets[:n] = members
        parts.demands[limit] = demands
        parts.legal[first : first + len(legal)] = legal
        parts.legal_start[limit], parts.legal_stop[limit] = first, first + len(legal)
        return n

    def put_cell(self, members: NDArray[np.uint16], guess: int, code: int, low: int, limit: int) -> int:
        """Writes a cell of a guess, with `limit` guesses left, above its set on the stacks; returns where it stops."""
        stop = low + len(members)
        self.parts.sets[low:stop] = members
        narrow(self._problem, self.parts, guess, code, limit)
        return stop

    def decide(self, low: int, high: int, limit: int, most: int = ALL_SETS, *, is_afresh: bool = False) -> int:
        """Returns what `hard_search.decide` says of a set on the stacks.

        `UNKNOWN` only means that it had examined `most` sets. With `is_afresh`, no known part for the limit counts.

        Raises:
            StoppedError: The flag was set.
        """
        while True:
            parts = self.parts
            make_room(parts, limit, 1)
            parts.state[NODES], parts.state[MOST_NODES] = 0, most
            parts.state[AFRESH] = limit if is_afresh else 0
            result = int(decide(self._problem, parts, low, high, limit))
            parts.state[AFRESH] = 0
            if parts.control[0]:
                raise StoppedError
            if result != UNKNOWN or parts.state[NODES] > most:
                return result
            self._enlarge()

    def part(self, limit: int) -> Part:
        """Returns a copy of the part that showed that the last set examined with a limit is unsolvable."""
        return self._part_numbered(limit, int(self.parts.found[limit]))

    def _part_numbered(self, limit: int, number: int) -> Part:
        parts = self.parts
        members = parts.pool[limit, slice(*parts.start[limit, number : number + 2])]
        return Part(members.copy(), limit, demands=parts.demands_of[limit].reshape(-1, N_DEMANDS)[number].copy())

    def is_unsolvable(self, cell: CandidateSet, limit: int) -> bool:
        """Returns whether no tree solves a set within a limit of at least 3 guesses, which is exact.

        Raises:
            StoppedError: The flag was set.
        """
        stop = self.put(cell.answers, demands_of(cell.constraint), limit)
        return self.decide(0, stop, limit) == UNSOLVABLE

    def ruled_out_with(
        self,
        guess: int,
        cell: CandidateSet,
        limit: int,
        is_open: NDArray[np.bool_] | None = None,
        most: int = ALL_SETS,
    ) -> NDArray[np.bool_] | None:
        """Returns which guesses at a set leave a part whole that a cell of `guess` contains; None if it contains none.

        Then `guess` keeps the limit. `limit` includes the guess itself, and is at least 4. `guess` must be legal.
        If `is_open` is given, the part is shrunk so that it rules out more of these guesses.

        Raises:
            StoppedError: The flag was set.
            UndecidedError: A cell takes more than `most` sets to examine, and no other one contains a part.
        """
        demands = demands_of(cell.constraint)
        stop = self.put(cell.answers, demands, limit)
        part = self.part_below(guess, cell.answers, stop, limit - 1, most)
        if part is not None and is_open is not None:
            part = self.shrunk(part, (self._problem.letter_counts[is_open] > 0).sum(axis=0))
        return None if part is None else ruled_out_by(self._problem, part, demands)

    def part_below(
        self, guess: int, members: NDArray[np.uint16], low: int, limit: int, most: int = ALL_SETS
    ) -> Part | None:
        """Returns a part of a cell of a guess that `limit` more guesses do not solve, or None.

        What holds before the guess is on the stacks; the cells are written from `low`.

        Raises:
            StoppedError: The flag was set.
            UndecidedError: A cell takes more than `most` sets to examine, and no other one contains a part.
        """
        cells = cells_of(self._problem, guess, members)
        waiting = deque((code, cell, _FIRST_NODES) for code, cell in cells if len(cell) > limit)
        while waiting:
            code, cell, n_sets = waiting.popleft()
            if n_sets > most:
                raise UndecidedError
            stop = self.put_cell(cell, guess, code, low, limit)
            result = self.decide(low, stop, limit, n_sets)
            if result == UNKNOWN:
                waiting.append((code, cell, _MORE * n_sets))
            elif result == UNSOLVABLE:
                return self.part(limit) if limit > 1 else Part(cell, limit, demands=self.parts.demands[limit].copy())
        return None

    def shrunk(self, part: Part, frequency: NDArray[np.int64]) -> Part:
        """Returns a part of a part, with fewer demands, that no tree solves either.

        It tries to leave out all answers with a letter, the most frequent letters first. Of what is not too large it
        then tries to leave out half of the answers at a time, then a quarter, and so on, and then a single demand.
        `frequency` says for each letter how many of the guesses still to be ruled out contain it.
        """
        if part.limit < 2:
            return part
        for letter in np.argsort(-frequency, kind="stable"):
            members = part.members[
                self._problem.letter_counts[self._problem.answer_as_guess[part.members], letter] == 0
            ]
            if len(members) < len(part.members):
                part = self._decided_part(replace(part, members=members), _NODES_A_LETTER) or part
        if len(part.members) > _LARGEST_SHRUNK:
            return part
        n_left_out = len(part.members) // 2
        while n_left_out > 0:
            start = 0
            while start < len(part.members):
                members = np.delete(part.members, slice(start, start + n_left_out))
                if smaller := self._decided_part(replace(part, members=members), _NODES_TO_SHRINK):
                    part = smaller
                else:
                    start += n_left_out
            n_left_out //= 2
        left = list(fewer_demands(part.demands))
        while left:
            if smaller := self._decided_part(replace(part, demands=left.pop()), _NODES_TO_SHRINK):
                part, left = smaller, list(fewer_demands(smaller.demands))
        return part

    def explained(self, part: Part) -> Part:
        """Returns a part, or a part of it, with the smaller ones that it consists of."""
        limit = part.limit
        if limit < _EXPLAINED:
            return part
        key = limit, part.members.tobytes(), part.demands.tobytes()
        if key not in self._explained:
            stop = self.put(part.members, part.demands, limit)
            result = self.decide(0, stop, limit, is_afresh=True)
            assert result == UNSOLVABLE, "no tree solves the part"
            used = self.parts.used[limit, : self.parts.n_used[limit]]
            smaller = [self._part_numbered(limit - 1, int(number)) for number in used]
            found = self.part(limit)
            self._explained[key] = replace(found, smaller=tuple(self.explained(one) for one in smaller))
        return self._explained[key]

    def _decided_part(self, part: Part, most: int) -> Part | None:
        """Returns a part of an unsolvable set with demands; None if that takes more than `most` sets."""
        if len(part.members) <= part.limit:
            return None
        stop = self.put(part.members, part.demands, part.limit)
        is_unsolvable = self.decide(0, stop, part.limit, most, is_afresh=True) == UNSOLVABLE
        return self.part(part.limit) if is_unsolvable else None

    def _enlarge(self) -> None:
        """Replaces a memory whose pool is full by one with the same sets on its stacks, more room, and no parts."""
        old = self.parts
        larger = new_hard_parts(self._problem, len(old.n_parts) - 1, old.control, 2 * old.pool.shape[1])
        for name in ("sets", "legal", "legal_start", "legal_stop", "demands", "state"):
            getattr(larger, name)[:] = getattr(old, name)
        self.parts = larger


def ruled_out_by(problem: Problem, part: Part, before: NDArray[np.uint64] = NO_DEMANDS) -> NDArray[np.bool_]:
    """Returns whether each guess leaves a part in one cell with its demands, where those of `before` already hold."""
    is_ruled_out = np.empty(problem.by_guess.shape[0], np.bool_)
    mark_ruled_out(problem, part.members, part.demands, np.concatenate((before, before)), is_ruled_out)
    return is_ruled_out


def fewer_demands(demands: NDArray[np.uint64]) -> Iterator[NDArray[np.uint64]]:
    """Yields demands with one less: a letter that may stand elsewhere, or a copy of a letter that need not be used."""
    for place in range(0, 64 - LETTER_BITS, LETTER_BITS):
        letter = np.uint64((PACKED_LETTERS - 1) << place) & demands[MASK]
        if letter > 0:
            fewer = demands.copy()
            fewer[[MASK, VALUE]] &= ~letter
            yield fewer
    for letter in range(PACKED_LETTERS):
        bits = [(which, letter + half) for which in (NEED, NEED_MORE) for half in (0, PACKED_LETTERS)]
        copies = [(which, np.uint64(1 << bit)) for which, bit in bits if int(demands[which]) >> bit & 1]
        if copies:
            which, last = copies[-1]
            fewer = demands.copy()
            fewer[which] ^= last
            yield fewer
