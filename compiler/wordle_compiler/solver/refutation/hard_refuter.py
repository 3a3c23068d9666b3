"""Decides under rule hard whether some tree keeps a limit of guesses, and which; `hard_parts` has the kernels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.game.game import Game, Rule
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.problem import Problem
from wordle_compiler.solver.refutation.hard_part_finder import HardPartFinder, ruled_out_by
from wordle_compiler.solver.refutation.hard_parts import SOLVABLE, can_find_parts
from wordle_compiler.solver.refutation.part_library import Part
from wordle_compiler.solver.refutation.refute import BATCH, Refutation, Workers, can_refute, most_cells_first


def can_decide(game: Game, problem: Problem, limit: int) -> bool:
    """Checks whether `HardRefuter` decides a game: a word game under rule hard whose demands can be packed.

    Within one guess there is nothing to search, and `Refuter` says so.
    """
    return can_refute(game) and game.rule == Rule.HARD and limit > 1 and can_find_parts(problem, limit)


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
        finders: dict[int, HardPartFinder] = {}
        witness: int | None = None

        def find_parts(left: NDArray[np.int64]) -> list[Part] | None:
            nonlocal witness
            # For each letter, how many of the openers still without a part contain it.
            frequency = has_letter[left].sum(axis=0)

            def find_part(place: int) -> tuple[int, Part | None]:
                if place not in finders:
                    finders[place] = self._make()
                finder = finders[place]
                part = finder.part_below(int(left[place]), self._everything, 0, limit - 1)
                return place, None if part is None else finder.explained(finder.shrunk(part, frequency))

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
