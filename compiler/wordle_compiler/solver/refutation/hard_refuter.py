"""Decides under rule hard whether some tree keeps a limit of guesses, and which; `hard_parts` has the kernels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.game.game import Game, Rule
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.problem import Problem
from wordle_compiler.solver.refutation.hard_part_finder import HardPartFinder, ruled_out_by
from wordle_compiler.solver.refutation.hard_parts import (
    SOLVABLE,
    UNSOLVABLE,
    can_find_parts,
)
from wordle_compiler.solver.refutation.part_library import Part
from wordle_compiler.solver.refutation.refute import BATCH, Refutation, Workers, can_refute, most_cells_first

_EXPLAINED = 4
"""A part for fewer guesses needs no smaller parts to show that no tree solves it; see `Part`."""


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
        self._everything = np.arange(problem.by_guess.shape[1], dtype=np.uint16)

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
        part = memory.finder.part_below(opener, self._everything, 0, limit)
        if part is None:
            return None
        part = memory.finder.shrunk(part, frequency)
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

    def _tree_of(self, opener: int, limit: int) -> TreeNode:
        """Builds a tree within a limit that opens with a word below which the limit can be kept."""
        finder = self._take()
        n_answers = len(self._everything)
        finder.parts.sets[:n_answers] = self._everything
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
