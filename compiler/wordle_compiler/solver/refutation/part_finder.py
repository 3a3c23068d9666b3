"""Decides whether a set can be solved within a few guesses, and keeps the parts that cannot."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.game.feedback_matrix import count_cells
from wordle_compiler.game.legality import filter_legal
from wordle_compiler.kernels.layout import Answers, Bools, Constraint, Int64s
from wordle_compiler.search.extract import CandidateSet
from wordle_compiler.search.problem import HARD, Problem, make_scratch
from wordle_compiler.search.stopping import StoppedError, UndecidedError
from wordle_compiler.solver.refutation.deciding import decide, narrow
from wordle_compiler.solver.refutation.parts import (
    LARGEST_DECIDED,
    SOLVABLE,
    UNKNOWN,
    UNSOLVABLE,
    Part,
    Parts,
    cells_of,
    make_room,
    mark_ruled_out,
    new_parts,
)

ALL_SETS = np.iinfo(np.int64).max

_FIRST_NODES = 64
_MORE = 4
"""Each cell of a guess gets `_FIRST_NODES` sets to examine, then `_MORE` times as many, until a cell fails.

Some cell of a bad guess is refuted quickly, but not its largest one, so the smallest cells come first.
"""

FEW = 3
"""A part needs no smaller parts to show that so many guesses do not solve it; see `Part`. Under rule any, it is made as
small as it can be."""

_N_RECENT = 32
_MOST_DECIDED = 1 << 17
_MOST_LEARNED = 1 << 12

_NODES_A_LETTER = 256
_LARGEST_SHRUNK = 40
_NODES_TO_SHRINK = 16
"""Each attempt to leave out all answers with a letter gets `_NODES_A_LETTER` sets to examine.

A part of up to `_LARGEST_SHRUNK` answers is made smaller still, and each attempt gets `_NODES_TO_SHRINK` sets. Smaller
parts rule out more openers, so the certificate is smaller, and all of it takes no longer.
"""


class _Learned(NamedTuple):
    """A part, and whether it rules out each guess, as bits."""

    part: Part
    bits: NDArray[np.uint8]

    @property
    def rules_out(self) -> Bools:
        """Whether the part rules out each guess; there may be up to seven entries too many."""
        return np.unpackbits(self.bits).view(np.bool_)


class PartFinder:
    """Decides whether a set can be solved within a few guesses. Belongs to one thread.

    Whatever decides a set raises `StoppedError` once the flag is set.
    """

    def __init__(self, problem: Problem, max_guesses: int, control: Int64s) -> None:
        """Takes a game of words, its limit, and a flag that stops the work when not 0."""
        self._problem = problem
        # What the kernels have found, and their memory.
        self.scratch = make_scratch(problem, max_guesses, control, has_views=False)
        self.parts: Parts = new_parts(problem, self.scratch, max_guesses)
        self._explained: dict[tuple[int, bytes, bytes], Part] = {}
        # Under rule any, for more than 3 guesses: the guess that solves each set, or a part of it.
        self._decided: dict[tuple[bytes, int], int | Part] = {}
        self._parts_found: dict[int, Part] = {}
        self._learned: defaultdict[int, list[_Learned]] = defaultdict(list)
        self._n_shared = 0
        self._recent: defaultdict[int, deque[int]] = defaultdict(lambda: deque(maxlen=_N_RECENT))
        if problem.rule != HARD:
            self.parts.legal_stop[:] = problem.by_guess.shape[0]

    def put(self, members: Answers, demands: Constraint, limit: int) -> int:
        """Writes a set with `limit` guesses left to the bottom of the stacks; returns where it stops."""
        problem, parts, n, first = self._problem, self.parts, len(members), int(self.parts.legal_stop[-1])
        self.scratch.answers[:n] = members
        if problem.rule != HARD:
            parts.legal_start[limit], parts.legal_stop[limit] = 0, first
            return n
        parts.demands[limit, 1:] = demands[1:]
        legal = filter_legal(demands, parts.legal[:first], problem.letters, problem.letter_counts)
        parts.legal[first : first + len(legal)] = legal
        parts.legal_start[limit], parts.legal_stop[limit] = first, first + len(legal)
        return n

    def put_cell(self, members: Answers, guess: int, code: int, low: int, limit: int) -> int:
        """Writes a cell of a guess, with `limit` guesses left, above its set on the stacks; returns where it stops."""
        stop = low + len(members)
        self.scratch.answers[low:stop] = members
        narrow(self._problem, self.parts, guess, code, limit)
        return stop

    def decide(self, low: int, high: int, limit: int, most: int = ALL_SETS, *, is_afresh: bool = False) -> int:
        """Returns what `deciding.decide` says of a set on the stacks.

        `UNKNOWN` only means that it had examined `most` sets. With `is_afresh`, no known part for the limit counts.
        """
        if self._problem.rule != HARD and limit > FEW:
            return self._try_guesses(self.scratch.answers[low:high].copy(), limit)
        while True:
            parts = self.parts
            make_room(parts, limit, 1)
            parts.effort.nodes, parts.effort.most_nodes = 0, most
            parts.effort.afresh = limit if is_afresh else 0
            result = int(decide(self._problem, parts, low, high, high, limit))
            parts.effort.afresh = 0
            if self.scratch.control[0]:
                raise StoppedError
            if result != UNKNOWN or parts.effort.nodes > most:
                return result
            self._enlarge()

    def part(self, limit: int) -> Part:
        """Returns a copy of the part that showed that the last set examined with a limit is unsolvable."""
        if self._problem.rule != HARD and limit > FEW:
            return self._parts_found[limit]
        return self._part_numbered(limit, int(self.parts.found[limit]))

    def _part_numbered(self, limit: int, number: int) -> Part:
        parts = self.parts
        members = parts.pool[limit, slice(*parts.start[limit, number : number + 2])]
        return Part(members.copy(), limit, demands=parts.demands_of[limit, number].copy())

    def _try_guesses(self, members: Answers, limit: int) -> int:
        """Decides a set under rule any with more than 3 guesses left.

        So many guesses are legal that it pays to shrink each part: it then rules out most of them.
        """
        key = members.tobytes(), limit
        if key not in self._decided:
            if len(self._decided) >= _MOST_DECIDED:
                self._decided.clear()
            self._decided[key] = self._part_or_guess(members, limit)
        found = self._decided[key]
        if isinstance(found, Part):
            self._parts_found[limit] = found
            return UNSOLVABLE
        self.parts.found[limit] = found
        return SOLVABLE

    def _part_or_guess(self, members: Answers, limit: int) -> int | Part:
        """Returns a part of a set, made of smaller ones that rule out every guess, or the guess that solves the set."""
        problem, recent = self._problem, self._recent[limit]
        if len(members) <= limit:
            return int(problem.answer_as_guess[members[0]])
        is_member = np.zeros(problem.by_guess.shape[1], np.bool_)
        is_member[members] = True
        within = [one for one in self._learned[limit - 1] if is_member[one.part.members].all()]
        n_cells = count_cells(problem.by_guess, members)
        n_guesses = len(n_cells)
        is_ruled_out = np.any([n_cells == 1, *(one.rules_out[:n_guesses] for one in within)], axis=0)
        for guess in (*recent, *np.argsort(-n_cells, kind="stable").tolist()):
            if is_ruled_out[guess]:
                continue
            part = self.part_below(guess, members, 0, limit - 1)
            if part is None:
                # The same guess is likely to solve the next set.
                recent.appendleft(guess)
                return int(guess)
            within.append(self._learn(part, is_ruled_out))
            is_ruled_out |= within[-1].rules_out[:n_guesses]
        splitting = np.flatnonzero(n_cells > 1)
        chosen = choose_cover(np.array([one.rules_out[splitting] for one in within]))
        smaller = tuple(within[row].part for row in chosen)
        return Part(np.unique(np.concatenate([part.members for part in smaller])), limit, smaller)

    def _learn(self, part: Part, is_ruled_out: Bools) -> _Learned:
        """Shrinks a part, so that it rules out more of the guesses that are not ruled out, and keeps it."""
        part = self.shrunk(part, (self._problem.letter_counts[~is_ruled_out] > 0).sum(axis=0))
        learned = _Learned(part, np.packbits(ruled_out_by(self._problem, part)))
        if len(self._learned[part.limit]) >= _MOST_LEARNED:
            del self._learned[part.limit][: _MOST_LEARNED // 2]
            self._n_shared = max(self._n_shared - (part.limit == FEW) * (_MOST_LEARNED // 2), 0)
        self._learned[part.limit].append(learned)
        return learned

    @staticmethod
    def share(finders: Sequence[PartFinder]) -> None:
        """Gives all finders the parts for 3 guesses that each has learned since they last shared them."""
        new = [one for finder in finders for one in finder._learned[FEW][finder._n_shared :]]
        for finder in finders:
            finder._learned[FEW][finder._n_shared :] = new[-_MOST_LEARNED:]
            finder._n_shared = len(finder._learned[FEW])

    def is_unsolvable(self, cell: CandidateSet, limit: int) -> bool:
        """Returns whether no tree solves a set within a limit of at least 3 guesses, which is exact."""
        stop = self.put(cell.answers, cell.constraint, limit)
        return self.decide(0, stop, limit) == UNSOLVABLE

    def rule_out(
        self,
        guess: int,
        cell: CandidateSet,
        limit: int,
        is_ruled_out: Bools,
        most: int = ALL_SETS,
        *,
        shrinks: bool = True,
    ) -> Part | None:
        """Returns a part of a guess's cell that cannot be solved in time, or None; adds all guesses that it rules out.

        `guess` must be legal. `limit` includes it and is at least 4; None says nothing beyond `LARGEST_DECIDED` + 1. If
        it `shrinks`, the part rules out more of the guesses that are left.

        Raises:
            UndecidedError: A cell takes more than `most` sets to examine, and no other one contains a part.
        """
        if limit > LARGEST_DECIDED + 1:
            return None
        stop = self.put(cell.answers, cell.constraint, limit)
        part = self.part_below(guess, cell.answers, stop, limit - 1, most)
        if part is not None:
            if shrinks:
                part = self.shrunk(part, (self._problem.letter_counts[~is_ruled_out] > 0).sum(axis=0))
            is_ruled_out |= ruled_out_by(self._problem, part, cell.constraint)
        return part

    def part_below(self, guess: int, members: Answers, low: int, limit: int, most: int = ALL_SETS) -> Part | None:
        """Returns a part of a cell of a guess that `limit` more guesses do not solve, or None.

        What holds before the guess is on the stacks; the cells are written from `low`.

        Raises:
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

    def shrunk(self, part: Part, frequency: Int64s, *, is_patient: bool = False) -> Part:
        """Returns a part of a part, with fewer demands, that no tree solves either.

        It tries to leave out all answers with a letter, the most frequent letters first. Of what is not too large it
        then tries to leave out half of the answers at a time, then a quarter, and so on, and then a single demand.
        `frequency` says for each letter how many of the guesses still to be ruled out contain it. Under rule any, a
        part for more than 3 guesses only loses letters, which takes long, and that only if `is_patient`.
        """
        is_slow = self._problem.rule != HARD and part.limit > FEW
        if part.limit < 2 or (is_slow and not is_patient):
            return part
        is_quick = self._problem.rule != HARD and part.limit <= FEW
        most_a_letter, most = (ALL_SETS, ALL_SETS) if is_quick else (_NODES_A_LETTER, _NODES_TO_SHRINK)
        for letter in np.argsort(-frequency, kind="stable"):
            members = part.members[
                self._problem.letter_counts[self._problem.answer_as_guess[part.members], letter] == 0
            ]
            if len(members) < len(part.members):
                part = self._decided_part(replace(part, members=members), most_a_letter) or part
        if is_slow or (len(part.members) > _LARGEST_SHRUNK and not is_quick):
            return part
        n_left_out = len(part.members) // 2
        while n_left_out > 0:
            start = 0
            while start < len(part.members):
                members = np.delete(part.members, slice(start, start + n_left_out))
                if smaller := self._decided_part(replace(part, members=members), most):
                    part = smaller
                else:
                    start += n_left_out
            n_left_out //= 2
        left = list(fewer_demands(part.demands))
        while left:
            if smaller := self._decided_part(replace(part, demands=left.pop()), most):
                part, left = smaller, list(fewer_demands(smaller.demands))
        return part

    def explained(self, part: Part) -> Part:
        """Returns a part, or a part of it, with the smaller ones that it consists of."""
        limit = part.limit
        if limit <= FEW or part.smaller:
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
        """Replaces parts whose pool is full by none, with the same sets on the stacks and more room."""
        old = self.parts
        self.parts = new_parts(self._problem, self.scratch, len(old.n_parts) - 1, 2 * old.pool.shape[1])
        for name in ("legal", "legal_start", "legal_stop", "demands"):
            getattr(self.parts, name)[:] = getattr(old, name)


def ruled_out_by(problem: Problem, part: Part, before: Constraint | None = None) -> Bools:
    """Returns whether each guess leaves a part in one cell with its demands, where those of `before` already hold."""
    before = np.zeros(1 + 2 * problem.letters.shape[1], np.uint16) if before is None else before
    is_ruled_out = np.empty(problem.by_guess.shape[0], np.bool_)
    mark_ruled_out(problem, part.members, part.demands, before, np.empty_like(before), is_ruled_out)
    return is_ruled_out


def fewer_demands(demands: Constraint) -> Iterator[Constraint]:
    """Yields demands with one less: a letter that may stand elsewhere, or a copy of a letter that need not be used."""
    length = len(demands) // 2
    for place in 1 + np.flatnonzero(demands[1:]):
        if place <= length:
            fewer = demands.copy()
            fewer[place] = 0
            yield fewer
        elif demands[place] not in demands[place + 1 :]:
            yield np.append(np.delete(demands, place), demands[:0].dtype.type(0))


def choose_cover(serves: Bools) -> list[int]:
    """Returns rows that together serve each column, chosen greedily by how many unserved columns each serves.

    `serves` has the shape (n_rows, n_columns); each column is served by some row. Of equal rows the first is chosen.
    """
    chosen: list[int] = []
    while serves.shape[1]:
        chosen.append(int(serves.sum(axis=1).argmax()))
        serves = serves[:, ~serves[chosen[-1]]]
    return chosen
