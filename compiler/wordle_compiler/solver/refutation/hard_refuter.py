"""Decides under rule hard whether some tree keeps a limit of guesses, and which; `hard_parts` has the kernels."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.game.game import Game, Rule
from wordle_compiler.game.legality import LETTER_BITS, PACKED_LETTERS
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.problem import Problem
from wordle_compiler.solver.refutation.hard_part_finder import HardPartFinder, ruled_out_by
from wordle_compiler.solver.refutation.hard_parts import (
    MASK,
    NEED,
    NEED_MORE,
    SOLVABLE,
    UNKNOWN,
    UNSOLVABLE,
    VALUE,
    can_find_parts,
)
from wordle_compiler.solver.refutation.part_library import Part, cells_of
from wordle_compiler.solver.refutation.refute import BATCH, Refutation, Workers, can_refute, most_cells_first

_EXPLAINED = 4
"""A part for fewer guesses needs no smaller parts to show that no tree solves it; see `Part`."""

_FIRST_NODES = 64
_MORE = 4
"""Each cell of an opener gets `_FIRST_NODES` sets to examine, then `_MORE` times as many, until a cell fails.

Some cell of a bad opener is refuted quickly, but not its largest one, so the smallest cells come first.
"""

_NODES_A_LETTER = 256
_LARGEST_SHRUNK = 40
_NODES_TO_SHRINK = 16
"""Each attempt to leave out all answers with a letter gets `_NODES_A_LETTER` sets to examine.

A part of up to `_LARGEST_SHRUNK` answers is made smaller still, and each attempt gets `_NODES_TO_SHRINK` sets. Smaller
parts rule out more openers, so the certificate is smaller, and all of it takes no longer.
"""


def can_decide(game: Game, problem: Problem, limit: int) -> bool:
    """Checks whether `HardRefuter` decides a game: a word game under rule hard whose demands can be packed.

    Within one guess there is nothing to search, and `Refuter` says so.
    """
    return can_refute(game) and game.rule == Rule.HARD and limit > 1 and can_find_parts(problem, limit)


@dataclass
class _Memory:
    """What is kept from one batch to the next: the parts found, and those for at least 4 guesses with smaller ones."""

    finder: HardPartFinder
    explained: dict[tuple[int, bytes, bytes], Part] = field(default_factory=dict)


class HardRefuter(Workers[HardPartFinder]):
    """Decides whether a tree of a game under rule hard keeps a limit.

    Neither what it finds nor why depends on the number of workers.

    Attributes:
        witness: After `refute` has returned None, a tree that keeps the limit.
    """

    witness: TreeNode | None = None

    def __init__(self, words: Sequence[str], problem: Problem, **options: Any) -> None:
        """Takes the allowed words, the game, and the options of `Workers`."""
        super().__init__(problem, **options)
        self._words = words

    def refute(self, limit: int, openers: Sequence[int]) -> Refutation | None:
        """Proves that no tree with one of the openers keeps a limit of at least 1 guess.

        Returns None if some tree does; see `witness`. The refutation says of every part for at least 4 guesses which
        smaller parts it consists of.

        Raises:
            StoppedError: The deadline has passed.
            KeyboardInterrupt: Promptly, on an interrupt.
        """
        self._start(lambda: HardPartFinder(self._problem, limit, self._control))
        has_letter = self._problem.letter_counts > 0
        # Each place in a batch has a memory of its own, so that what is found does not depend on the threads.
        memories: dict[int, _Memory] = {}
        witness: int | None = None

        def find_parts(left: NDArray[np.int64]) -> list[Part] | None:
            nonlocal witness
            frequency = has_letter[left].sum(axis=0)

            def find_part(place: int) -> tuple[int, Part | None]:
                if place not in memories:
                    memories[place] = _Memory(self._make())
                return place, self._explained_part(memories[place], int(left[place]), limit - 1, frequency)

            found: dict[int, Part | None] = {}
            n = min(BATCH, len(left))
            tasks = self._run(find_part, range(n))
            try:
                for place, part in tasks:
                    found[place] = part
                    # The first in this order, whichever thread was ahead.
                    first = next((other for other in range(n) if found.get(other) is None), n)
                    if first in found:
                        witness = int(left[first])
                        return None
            finally:
                tasks.close()
            return [part for _, part in sorted(found.items()) if part is not None]

        refutation = self._cover(
            limit, most_cells_first(self._problem, openers), find_parts, lambda part: ruled_out_by(self._problem, part)
        )
        if witness is not None:
            # In a thread with an empty memory: an interrupt ends it, and the tree is always the same.
            self._start(lambda: HardPartFinder(self._problem, limit, self._control))
            (self.witness,) = self._run(lambda opener: self._tree_of(opener, limit), [witness])
        return refutation

    def _explained_part(self, memory: _Memory, opener: int, limit: int, frequency: NDArray[np.int64]) -> Part | None:
        """Returns a part of an opener's cell that `limit` more guesses do not solve, with its smaller parts, or None.

        `frequency` says for each letter how many of the openers still without a part contain it.
        """
        part = self._part_below(memory.finder, opener, limit)
        if part is None:
            return None
        part = self._shrunk(memory.finder, part, frequency)
        return self._with_smaller(memory, part)

    def _with_smaller(self, memory: _Memory, part: Part) -> Part:
        """Returns a part, or a part of it, with the smaller ones that it consists of."""
        if part.limit < _EXPLAINED:
            return part
        key = part.limit, part.members.tobytes(), part.demands.tobytes()
        if key not in memory.explained:
            finder = memory.finder
            stop = finder.put(part.members, part.demands, part.limit)
            result = finder.decide(0, stop, part.limit, is_afresh=True)
            assert result == UNSOLVABLE, "no tree solves the part"
            used = finder.parts.used[part.limit, : finder.parts.n_used[part.limit]]
            smaller = [finder.part_numbered(part.limit - 1, int(number)) for number in used]
            found = finder.part(part.limit)
            memory.explained[key] = replace(found, smaller=tuple(self._with_smaller(memory, one) for one in smaller))
        return memory.explained[key]

    def _shrunk(self, finder: HardPartFinder, part: Part, frequency: NDArray[np.int64]) -> Part:
        """Returns a part of a part, with fewer demands, that no tree solves either.

        It tries to leave out all answers with a letter, the most frequent letters first. Of what is not too large it
        then tries to leave out half of the answers at a time, then a quarter, and so on, and then a single demand.
        """
        if part.limit < 2:
            return part
        for letter in np.argsort(-frequency, kind="stable"):
            members = part.members[
                self._problem.letter_counts[self._problem.answer_as_guess[part.members], letter] == 0
            ]
            if len(members) < len(part.members):
                part = _decided_part(finder, replace(part, members=members), _NODES_A_LETTER) or part
        if len(part.members) > _LARGEST_SHRUNK:
            return part
        n_left_out = len(part.members) // 2
        while n_left_out > 0:
            start = 0
            while start < len(part.members):
                members = np.delete(part.members, slice(start, start + n_left_out))
                if smaller := _decided_part(finder, replace(part, members=members), _NODES_TO_SHRINK):
                    part = smaller
                else:
                    start += n_left_out
            n_left_out //= 2
        left = list(fewer_demands(part.demands))
        while left:
            if smaller := _decided_part(finder, replace(part, demands=left.pop()), _NODES_TO_SHRINK):
                part, left = smaller, list(fewer_demands(smaller.demands))
        return part

    def _part_below(self, finder: HardPartFinder, opener: int, limit: int) -> Part | None:
        """Returns a part of an opener's cell that `limit` more guesses do not solve, or None."""
        cells = cells_of(self._problem, opener, np.arange(self._problem.by_guess.shape[1], dtype=np.uint16))
        waiting = deque((code, cell, _FIRST_NODES) for code, cell in cells if len(cell) > limit)
        while waiting:
            code, cell, most = waiting.popleft()
            stop = finder.put_cell(cell, opener, code, 0, limit)
            result = finder.decide(0, stop, limit, most)
            if result == UNKNOWN:
                waiting.append((code, cell, _MORE * most))
            elif result == UNSOLVABLE and limit < 2:
                return Part(cell, limit, demands=finder.parts.demands[limit].copy())
            elif result == UNSOLVABLE:
                return finder.part(limit)
        return None

    def _tree_of(self, opener: int, limit: int) -> TreeNode:
        """Builds a tree within a limit that opens with a word below which the limit can be kept."""
        finder = self._take()
        n_answers = self._problem.by_guess.shape[1]
        finder.parts.sets[:n_answers] = np.arange(n_answers)
        return self._node(finder, 0, n_answers, opener, limit)

    def _node(self, finder: HardPartFinder, low: int, high: int, guess: int, limit: int) -> TreeNode:
        """Builds the node that plays a guess at a solvable set on the stack."""
        problem, members = self._problem, finder.parts.sets[low:high].copy()
        row = problem.by_guess[guess][members]
        won = problem.n_feedbacks - 1
        children = {}
        for code in np.unique(row):
            if code != won:
                stop = finder.put_cell(members[row == code], guess, int(code), high, limit - 1)
                best = self._guess_at(finder, high, stop, limit - 1)
                children[int(code)] = self._node(finder, high, stop, best, limit - 1)
        return TreeNode(self._words[guess], bool(np.any(row == won)), children)

    def _guess_at(self, finder: HardPartFinder, low: int, high: int, limit: int) -> int:
        """Returns a guess that solves a set on the stack, which is solvable, within the limit."""
        problem, parts = self._problem, finder.parts
        members = parts.sets[low:high].copy()
        if len(members) <= limit:
            return int(problem.answer_as_guess[members[0]])
        if limit == 2:
            legal = parts.legal[parts.legal_start[limit] : parts.legal_stop[limit]]
            rows = np.sort(problem.by_guess[legal][:, members], axis=1)
            return int(legal[(rows[:, 1:] != rows[:, :-1]).all(axis=1).argmax()])
        result = finder.decide(low, high, limit)
        assert result == SOLVABLE, "the set was solved before"
        return int(finder.parts.found[limit])


def _decided_part(finder: HardPartFinder, part: Part, most: int) -> Part | None:
    """Returns a part of an unsolvable set with demands; None if that takes more than `most` sets."""
    if len(part.members) <= part.limit:
        return None
    stop = finder.put(part.members, part.demands, part.limit)
    is_unsolvable = finder.decide(0, stop, part.limit, most, is_afresh=True) == UNSOLVABLE
    return finder.part(part.limit) if is_unsolvable else None


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
