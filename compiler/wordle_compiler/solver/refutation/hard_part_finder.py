"""Decides under rule hard whether a set can be solved within a few guesses, and keeps the parts that cannot."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.search.extract import CandidateSet
from wordle_compiler.search.problem import Problem
from wordle_compiler.search.stopping import StoppedError
from wordle_compiler.solver.refutation.hard_parts import (
    AFRESH,
    MOST_NODES,
    N_DEMANDS,
    NO_DEMANDS,
    NODES,
    UNKNOWN,
    UNSOLVABLE,
    HardParts,
    demands_of,
    is_legal_under,
    make_room,
    mark_ruled_out,
    new_hard_parts,
)
from wordle_compiler.solver.refutation.hard_search import decide, narrow
from wordle_compiler.solver.refutation.part_library import Part, cells_of

_UNLIMITED = np.iinfo(np.int64).max


class HardPartFinder:
    """Decides whether a set can be solved within a few guesses under rule hard. Belongs to one thread.

    Attributes:
        parts: The memory of the kernels, with what they have found; `decide` may replace it by a larger one.
    """

    def __init__(self, problem: Problem, max_guesses: int, control: NDArray[np.int64]) -> None:
        """Takes a game for which `can_decide` holds, its limit, and a flag that stops the work when not 0."""
        self._problem = problem
        self.parts: HardParts = new_hard_parts(problem, max_guesses, control)

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

    def decide(self, low: int, high: int, limit: int, most: int = _UNLIMITED, *, is_afresh: bool = False) -> int:
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
        return self.part_numbered(limit, int(self.parts.found[limit]))

    def part_numbered(self, limit: int, number: int) -> Part:
        """Returns a copy of a part."""
        parts = self.parts
        members = parts.pool[limit, slice(*parts.start[limit, number : number + 2])]
        return Part(members.copy(), limit, demands=parts.demands_of[limit].reshape(-1, N_DEMANDS)[number].copy())

    def is_unsolvable(self, cell: CandidateSet, limit: int) -> bool:
        """Returns whether no tree solves a set within a limit, which is exact.

        Raises:
            StoppedError: The flag was set.
        """
        stop = self.put(cell.answers, demands_of(cell.constraint), limit)
        return self.decide(0, stop, limit) == UNSOLVABLE

    def ruled_out_with(self, guess: int, cell: CandidateSet, limit: int) -> NDArray[np.bool_] | None:
        """Returns which guesses at a set leave a part whole that a cell of `guess` contains; None if it contains none.

        Then `guess` keeps the limit. `limit` includes the guess itself, and is at least 3. `guess` must be legal.

        Raises:
            StoppedError: The flag was set.
        """
        demands = demands_of(cell.constraint)
        high = self.put(cell.answers, demands, limit)
        for code, members in cells_of(self._problem, guess, cell.answers):
            stop = self.put_cell(members, guess, code, high, limit - 1)
            if self.decide(high, stop, limit - 1) == UNSOLVABLE:
                return ruled_out_by(self._problem, self.part(limit - 1), demands)
        return None

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
