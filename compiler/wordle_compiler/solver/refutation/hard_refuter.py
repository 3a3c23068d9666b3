"""Decides under rule hard whether some tree keeps a limit of guesses, and which; `hard_parts` has the kernels."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.game.game import Game, Rule
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.memo import find
from wordle_compiler.search.problem import Problem
from wordle_compiler.search.stopping import StoppedError
from wordle_compiler.solver.refutation.hard_parts import (
    LARGEST_LIMIT,
    MOST_COPIES,
    MOST_NODES,
    N_DEMANDS,
    NODES,
    SOLVABLE,
    UNKNOWN,
    UNSOLVABLE,
    HardParts,
    make_room,
    new_hard_parts,
    serves,
)
from wordle_compiler.solver.refutation.hard_search import decide, describe, narrow
from wordle_compiler.solver.refutation.part_library import cells_of
from wordle_compiler.solver.refutation.refute import Workers, can_refute, most_cells_first

HardPart = tuple[NDArray[np.uint16], NDArray[np.uint64]]
"""The members of a part, ascending, and its demands."""

_FIRST_NODES = 64
_MORE = 4
"""Each cell of an opener gets `_FIRST_NODES` sets to examine, then `_MORE` times as many, until a cell fails.

Some cell of a bad opener is refuted quickly, but not its largest one.
"""


def can_decide(game: Game, problem: Problem, limit: int) -> bool:
    """Checks whether `HardRefuter` decides a game: a word game under rule hard whose demands can be packed."""
    is_packed = len(problem.packed_places) > 0 and problem.letter_counts.max() <= MOST_COPIES
    return can_refute(game) and game.rule == Rule.HARD and is_packed and limit <= LARGEST_LIMIT


class HardRefuter(Workers[HardParts]):
    """Decides whether a tree of a game under rule hard keeps a limit.

    Neither what it decides nor the tree that it finds depends on the number of workers.

    Attributes:
        witness: After `refute` has returned False, a tree that keeps the limit.
    """

    witness: TreeNode | None = None

    def __init__(self, words: Sequence[str], problem: Problem, **options: Any) -> None:
        """Takes the allowed words, the game, and the options of `Workers`."""
        super().__init__(problem, **options)
        self._words = words

    def refute(self, limit: int, openers: Sequence[int]) -> bool:
        """Returns whether it is proven that no tree with one of the openers keeps a limit of at least 1 guess.

        Raises:
            StoppedError: The deadline has passed.
            KeyboardInterrupt: Promptly, on an interrupt.
        """
        self._start(lambda: new_hard_parts(self._problem, limit, self._control))
        is_open = np.zeros(self._problem.by_guess.shape[0], np.bool_)
        is_open[list(openers)] = True
        n_openers = int(is_open.sum())
        order = most_cells_first(self._problem, np.flatnonzero(is_open)).tolist()
        # The places in `order` of the openers that are being examined. Needs no lock: each step on it is atomic.
        running: set[int] = set()

        def still_open() -> Iterator[int]:
            for place, opener in enumerate(order):
                if is_open[opener]:
                    running.add(place)
                    yield place

        def find_part(place: int) -> tuple[int, HardPart | None]:
            return place, self._part_below(order[place], limit - 1)

        witness = len(order)
        is_served = np.zeros_like(is_open)
        tasks = self._run(find_part, still_open())
        try:
            for place, part in tasks:
                running.discard(place)
                if part is None:
                    witness = min(witness, place)
                else:
                    members, demands = part
                    serves(self._problem, members, np.concatenate((demands, demands)), is_served)
                    is_open &= ~is_served
                    n_done = n_openers - int(is_open.sum())
                    self._progress(n_done, n_openers, f"no tree within {limit} guesses: openers")
                # The first in this order, whichever thread was ahead.
                if witness < min(tuple(running), default=len(order)):
                    break
        finally:
            tasks.close()
        if witness == len(order):
            return True
        # In a thread with an empty memory: an interrupt ends it, and the tree is always the same.
        self._start(lambda: new_hard_parts(self._problem, limit, self._control))
        (self.witness,) = self._run(lambda opener: self._tree_of(opener, limit), [order[witness]])
        return False

    def _part_below(self, opener: int, limit: int) -> HardPart | None:
        """Returns a part of an opener's cell, with its demands, that `limit` more guesses do not solve, or None."""
        parts = self._take()
        part = None
        cells = cells_of(self._problem, opener, np.arange(self._problem.by_guess.shape[1], dtype=np.uint16))
        waiting = deque((code, cell, _FIRST_NODES) for code, cell in cells if len(cell) > limit)
        while waiting and part is None:
            code, cell, most = waiting.popleft()
            result = self._decide_cell(parts, opener, code, cell, limit, most)
            if result == UNKNOWN and parts.state[NODES] <= most:
                # The pool is full.
                parts = new_hard_parts(self._problem, limit + 1, self._control, 2 * parts.pool.shape[1])
                waiting.appendleft((code, cell, most))
            elif result == UNKNOWN:
                waiting.append((code, cell, _MORE * most))
            elif result == UNSOLVABLE and limit < 2:
                part = cell, parts.demands[limit].copy()
            elif result == UNSOLVABLE:
                number = int(parts.found[limit])
                members = parts.pool[limit, slice(*parts.start[limit, number : number + 2])]
                part = members.copy(), parts.demands_of[limit].reshape(-1, N_DEMANDS)[number].copy()
        self._free.append(parts)
        return part

    def _decide_cell(
        self, parts: HardParts, opener: int, code: int, cell: NDArray[np.uint16], limit: int, most: int
    ) -> int:
        """Returns what `decide` says of an opener's cell, after at most `most` sets."""
        parts.sets[: len(cell)] = cell
        narrow(self._problem, parts, opener, code, limit)
        make_room(parts, limit, 1)
        parts.state[NODES], parts.state[MOST_NODES] = 0, most
        result = int(decide(self._problem, parts, 0, len(cell), limit))
        if self._control[0]:
            raise StoppedError
        return result

    def _tree_of(self, opener: int, limit: int) -> TreeNode:
        """Builds a tree within a limit that opens with a word below which the limit can be kept."""
        parts = self._take()
        n_answers = self._problem.by_guess.shape[1]
        parts.sets[:n_answers] = np.arange(n_answers)
        return self._node(parts, 0, n_answers, opener, limit)

    def _node(self, parts: HardParts, low: int, high: int, guess: int, limit: int) -> TreeNode:
        """Builds the node that plays a guess at a solvable set on the stack."""
        problem, members = self._problem, parts.sets[low:high].copy()
        row = problem.by_guess[guess][members]
        won = problem.n_feedbacks - 1
        children = {}
        for code in np.unique(row):
            if code == won:
                continue
            cell = members[row == code]
            stop = high + len(cell)
            parts.sets[high:stop] = cell
            narrow(problem, parts, guess, int(code), limit - 1)
            children[int(code)] = self._node(parts, high, stop, self._guess_at(parts, high, stop, limit - 1), limit - 1)
        return TreeNode(self._words[guess], bool(np.any(row == won)), children)

    def _guess_at(self, parts: HardParts, low: int, high: int, limit: int) -> int:
        """Returns a guess that solves a set on the stack, which is solvable, within the limit."""
        problem, members = self._problem, parts.sets[low:high].copy()
        if len(members) <= limit:
            return int(problem.answer_as_guess[members[0]])
        legal = parts.legal[parts.legal_start[limit] : parts.legal_stop[limit]].copy()
        if limit == 2:
            rows = np.sort(problem.by_guess[legal][:, members], axis=1)
            return int(legal[(rows[:, 1:] != rows[:, :-1]).all(axis=1).argmax()])
        parts.state[NODES], parts.state[MOST_NODES] = 0, np.iinfo(np.int64).max
        result = decide(problem, parts, low, high, limit)
        if self._control[0]:
            raise StoppedError
        assert result == SOLVABLE, "the set was solved before"
        key = describe(problem, parts, low, high, limit)
        slot = find(parts.memo, key, parts.head[limit], parts.sets[low:high])
        return int(parts.memo.value[slot])
