"""Decides whether a set can be solved within a few guesses, and keeps the parts that cannot."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache

import numpy as np

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
    Part,
    Parts,
    keep_included,
    make_room,
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
MOST_LEARNED = 1 << 12

_NODES_A_LETTER = 256
_LARGEST_SHRUNK = 40
_NODES_TO_SHRINK = 16
"""Each attempt to leave out all answers with a letter gets `_NODES_A_LETTER` sets to examine.

A part of up to `_LARGEST_SHRUNK` answers is made smaller still, and each attempt gets `_NODES_TO_SHRINK` sets. Smaller
parts rule out more openers, so the certificate is smaller, and all of it takes no longer.
"""


class Reasons:
    """Parts, and the guesses that they rule out."""

    def __init__(self, problem: Problem, parts: Iterable[Part] = ()) -> None:
        self._problem = problem
        self._parts: list[Part] = []
        self._serves: list[Bools] = []  # Whether each part rules out each guess.
        self.is_ruled_out = np.zeros(problem.by_guess.shape[0], np.bool_)  # Whether any part rules out each guess.
        for part in parts:
            self.add(part)

    def add(self, part: Part) -> None:
        """Adds a part."""
        self._parts.append(part)
        self._serves.append(ruled_out_by(self._problem, part))
        self.is_ruled_out |= self._serves[-1]

    def choose(self, guesses: Int64s) -> tuple[tuple[Part, ...], Int64s]:
        """Returns parts that together rule out guesses, and for each guess the place of the first one that does.

        They are chosen greedily by how many of the guesses left each rules out. Of equal parts the first is chosen.
        """
        left = serves = np.array(self._serves)[:, guesses]
        chosen: list[int] = []
        while left.shape[1]:
            chosen.append(int(left.sum(axis=1).argmax()))
            left = left[:, ~left[chosen[-1]]]
        return tuple(self._parts[row] for row in chosen), serves[chosen].argmax(axis=0)


class PartFinder:
    """Decides whether a set can be solved within a few guesses. Belongs to one thread.

    Whatever decides a set raises `StoppedError` once the flag is set.
    """

    def __init__(self, problem: Problem, max_guesses: int, control: Int64s, known: Iterable[Part] = ()) -> None:
        """Takes a game of words, its limit, a flag that stops the work when not 0, and parts found elsewhere."""
        self._problem = problem
        # What the kernels have found, and their memory.
        self.scratch = make_scratch(problem, max_guesses, control, has_views=False)
        self.parts: Parts = new_parts(problem, self.scratch, max_guesses)
        self._explained: dict[tuple[int, bytes, bytes], Part] = {}
        # Under rule any, for more than 3 guesses: what was found of each set, and the smaller parts found for that,
        # beside those known.
        self._part_within = lru_cache(_MOST_DECIDED)(self._find_part)
        self._known = known
        self.learned: deque[Part] = deque(maxlen=MOST_LEARNED)
        self._recent: defaultdict[int, deque[int]] = defaultdict(lambda: deque(maxlen=_N_RECENT))

    def put(self, members: Answers, demands: Constraint, limit: int) -> int:
        """Writes a set with `limit` guesses left to the bottom of the stacks; returns where it stops."""
        problem, parts, n, first = self._problem, self.parts, len(members), int(self.parts.legal_stop[-1])
        self.scratch.answers[:n] = members
        if problem.rule == HARD:
            parts.demands[limit, 1:] = demands[1:]
            legal = filter_legal(demands, parts.legal[:first], problem.letters, problem.letter_counts)
            parts.legal[first : first + len(legal)] = legal
            parts.legal_start[limit], parts.legal_stop[limit] = first, first + len(legal)
        return n

    def decide(self, low: int, high: int, limit: int, most: int = ALL_SETS, *, is_afresh: bool = False) -> Part | None:
        """Returns a part of a set on the stacks that no tree solves within a limit, or None if a tree solves the set.

        With `is_afresh`, no known part for the limit counts.

        Raises:
            UndecidedError: That takes more than `most` sets to examine.
        """
        if self._problem.rule != HARD and limit > FEW:
            return self._part_within(self.scratch.answers[low:high].tobytes(), limit)
        while True:
            parts, counters = self.parts, self.scratch.counters
            make_room(parts, limit, 1)
            counters.nodes, counters.most_nodes, parts.afresh[0] = 0, most, limit if is_afresh else 0
            result = int(decide(self._problem, parts, low, high, high, limit))
            if self.scratch.control[0]:
                raise StoppedError
            if counters.nodes > most:
                raise UndecidedError
            if result == SOLVABLE:
                return None
            if result != UNKNOWN:
                return self._part_numbered(limit, int(parts.found[limit]))
            self._enlarge()

    def _part_numbered(self, limit: int, number: int) -> Part:
        parts = self.parts
        members = parts.pool[limit, slice(*parts.start[limit, number : number + 2])]
        return Part(members.copy(), limit, demands=parts.demands_of[limit, number].copy())

    def _find_part(self, answers: bytes, limit: int) -> Part | None:
        """Returns a part of a set under rule any with more than 3 guesses left, made of smaller ones, or None.

        So many guesses are legal that it pays to shrink each smaller part: it then rules out most of them.
        """
        problem, recent, members = self._problem, self._recent[limit], np.frombuffer(answers, np.uint16)
        if len(members) <= limit:
            return None
        is_member = np.zeros(problem.by_guess.shape[1], np.bool_)
        is_member[members] = True
        known = [part for part in (*self._known, *self.learned) if part.limit == limit - 1]
        reasons = Reasons(problem, (part for part in known if is_member[part.members].all()))
        n_cells = count_cells(problem.by_guess, members)
        reasons.is_ruled_out |= n_cells == 1
        for guess in (*recent, *np.argsort(-n_cells, kind="stable").tolist()):
            if reasons.is_ruled_out[guess]:
                continue
            if (part := self.part_below(guess, members, 0, limit - 1)) is None:
                # The same guess is likely to solve the next set.
                recent.appendleft(guess)
                return None
            self.learned.append(self.shrunk(part, ~reasons.is_ruled_out))
            reasons.add(self.learned[-1])
        smaller, _ = reasons.choose(np.flatnonzero(n_cells > 1))
        return Part(np.unique(np.concatenate([part.members for part in smaller])), limit, smaller)

    def is_unsolvable(self, cell: CandidateSet, limit: int) -> bool:
        """Returns whether no tree solves a set within a limit of at least 3 guesses, which is exact."""
        return self.decide(0, self.put(cell.answers, cell.constraint, limit), limit) is not None

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
        if (part := self.part_below(guess, cell.answers, stop, limit - 1, most)) is not None:
            if shrinks:
                part = self.shrunk(part, ~is_ruled_out)
            is_ruled_out |= ruled_out_by(self._problem, part, cell.constraint)
        return part

    def part_below(self, guess: int, members: Answers, low: int, limit: int, most: int = ALL_SETS) -> Part | None:
        """Returns a part of a cell of a guess that `limit` more guesses do not solve, or None.

        What holds before the guess is on the stacks; the cells are written from `low`.

        Raises:
            UndecidedError: A cell takes more than `most` sets to examine, and no other one contains a part.
        """
        row = self._problem.by_guess[guess][members]
        codes, sizes = np.unique(row, return_counts=True)
        is_asked = (sizes > limit) & (codes != self._problem.n_feedbacks - 1)
        order = np.argsort(sizes, kind="stable")
        waiting = deque((int(code), _FIRST_NODES) for code in codes[order[is_asked[order]]])
        while waiting:
            code, n_sets = waiting.popleft()
            if n_sets > most:
                raise UndecidedError
            cell = members[row == code]
            stop = low + len(cell)
            self.scratch.answers[low:stop] = cell
            narrow(self._problem, self.parts, guess, code, limit)
            try:
                part = self.decide(low, stop, limit, n_sets)
            except UndecidedError:
                waiting.append((code, _MORE * n_sets))
            else:
                if part is not None:
                    return part
        return None

    def shrunk(self, part: Part, is_left: Bools, *, is_patient: bool = False) -> Part:
        """Returns a part of a part, with fewer demands, that no tree solves either.

        It tries to leave out all answers with a letter, first the letters that most of the guesses still to be ruled
        out contain. Of what is not too large it then tries to leave out half of the answers at a time, then a quarter,
        and so on, and then a single demand. `is_left` says which guesses are still to be ruled out. Under rule any, a
        part for more than 3 guesses only loses letters, which takes long, and that only if `is_patient`.
        """
        is_any = self._problem.rule != HARD
        is_slow = is_any and part.limit > FEW
        if part.limit < 2 or (is_slow and not is_patient):
            return part
        most_a_letter, most = (ALL_SETS, ALL_SETS) if is_any else (_NODES_A_LETTER, _NODES_TO_SHRINK)
        for letter in np.argsort(-(self._problem.letter_counts[is_left] > 0).sum(axis=0), kind="stable"):
            members = part.members[
                self._problem.letter_counts[self._problem.answer_as_guess[part.members], letter] == 0
            ]
            if len(members) < len(part.members):
                part = self._decided_part(replace(part, members=members), most_a_letter) or part
        if is_slow or (len(part.members) > _LARGEST_SHRUNK and not is_any):
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
            found = self.decide(0, self.put(part.members, part.demands, limit), limit, is_afresh=True)
            assert found is not None, "no tree solves the part"
            used = self.parts.used[limit, : self.parts.n_used[limit]]
            smaller = [self._part_numbered(limit - 1, int(number)) for number in used]
            self._explained[key] = replace(found, smaller=tuple(self.explained(one) for one in smaller))
        return self._explained[key]

    def _decided_part(self, part: Part, most: int) -> Part | None:
        """Returns a part of an unsolvable set with demands; None if that takes more than `most` sets."""
        if len(part.members) <= part.limit:
            return None
        stop = self.put(part.members, part.demands, part.limit)
        with suppress(UndecidedError):
            return self.decide(0, stop, part.limit, most, is_afresh=True)
        return None

    def _enlarge(self) -> None:
        """Replaces parts whose pool is full by none, with the same sets on the stacks and more room."""
        old = self.parts
        self.parts = new_parts(self._problem, self.scratch, len(old.n_parts) - 1, 2 * old.pool.shape[1])
        for name in ("legal", "legal_start", "legal_stop", "demands"):
            getattr(self.parts, name)[:] = getattr(old, name)


def ruled_out_by(problem: Problem, part: Part, before: Constraint | None = None) -> Bools:
    """Returns whether each guess leaves a part in one cell with its demands, where those of `before` already hold."""
    before = np.zeros(1 + 2 * problem.letters.shape[1], np.uint16) if before is None else before
    first = problem.by_answer[part.members[0]]
    is_ruled_out = np.ones(len(first), np.bool_)
    for member in part.members[1:]:
        is_ruled_out &= problem.by_answer[member] == first
    if problem.rule == HARD:
        keep_included(problem, first, part.demands, before, np.empty_like(before), is_ruled_out)
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
            yield np.append(np.delete(demands, place), np.uint16(0))
