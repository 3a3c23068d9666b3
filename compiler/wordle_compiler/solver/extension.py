"""Trees that are optimal on the likely answers and also find every other word that may be hidden.

The likely answers come first: their total is the smallest possible within their limit, as in a tree for them alone. The
other words never raise it. Every node plays a guess that is optimal for the likely candidates. The extension chooses
among those guesses, and decides everything below a node without a likely candidate.

The total of the likely answers is proven. Exact search decides each cell of other words alone. The cell keeps the limit
of the likely answers if some tree does, or else the smallest larger limit that some tree keeps. Its total is the
smallest possible within that limit; a tree with a larger worst case may have a smaller one. The choice among guesses
that are equally good for the likely candidates is not proven: the most promising few are played out, each with the best
continuation that the same rule finds.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.game.game import Game
from wordle_compiler.kernels.layout import Answers, Constraint, Guesses
from wordle_compiler.machine.progress import Progress, ignore_progress
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.extract import CandidateSet, Extractor, after_guess
from wordle_compiler.search.problem import INFEASIBLE, UNLIMITED, make_scratch
from wordle_compiler.search.stopping import NEVER, Deadline
from wordle_compiler.solver.objective import Question
from wordle_compiler.solver.worker_threads import lay_out

_GUESSES_AT_FIRST = 20
"""How many guesses the search for other words has memory for; a cell that needs more gets more."""

_PLAYED_OUT = ((4, 6), (12, 4), (40, 3), (150, 2))
"""Pairs: the largest number of likely candidates, and how many optimal guesses are played out; beyond all pairs, only
one is."""
_MOST_TRIED = 60
"""The most guesses that are tested for optimality at a node."""


class Extended(NamedTuple):
    """A subtree and what the other words cost in it, in guesses counted from its root; a smaller cost is better."""

    node: TreeNode
    cost: tuple[int, int]
    """How many other words exceed the limit of the likely answers or are never found, and the sum of their guesses."""


class _Place(NamedTuple):
    """A position to be solved: its candidates, and what was played before."""

    likely: Answers  # The likely candidates, by their numbers among the likely answers, ascending.
    others: Answers  # The other candidates, by their numbers among all answers, ascending.
    guesses_left: int  # The guesses left within the limit of the likely answers; 0 or negative beyond it.
    constraint: Constraint  # What rule hard demands; see `legality`.


class Extension:
    """Solves one game for its likely answers and its other words.

    Starts its own threads; results do not depend on their number.
    """

    def __init__(
        self,
        likely: Game,
        everything: Game,
        max_guesses: int,
        *,
        n_workers: int = 1,
        progress: Progress = ignore_progress,
        deadline: Deadline = NEVER,
    ) -> None:
        """Lays out the game of the likely answers, and the same game with every word that may be hidden as an answer.

        `max_guesses` is the limit for the likely answers. `progress` is told the number of words found so far. After
        `deadline`, a search raises `StoppedError`.

        Raises:
            InputError: A game has too many answers or needs more memory than the limit.
        """
        self._max_guesses = max_guesses
        self._progress = progress
        self._words = likely.allowed.words
        self._likely, self._all = (
            lay_out(Question(game, limit), None, n_workers, deadline=deadline)[1]
            for game, limit in ((likely, max_guesses), (everything, max(max_guesses, _GUESSES_AT_FIRST)))
        )
        self._number = {word: number for number, word in enumerate(everything.answers.words)}
        self._as_any = np.array([self._number[word] for word in likely.answers.words], np.uint16)
        self._n_answers = len(everything.answers)
        self._others = np.setdiff1d(np.arange(self._n_answers), self._as_any).astype(np.uint16)

    def solve_below(self, opener: int) -> Extended | None:
        """Returns the tree that starts with an opener (its number among the allowed words).

        Returns None if no such tree solves every likely answer within the limit.
        """
        constraint = np.zeros(1 + 2 * self._likely.problem.letters.shape[1], np.uint16)
        root = _Place(np.arange(len(self._as_any), dtype=np.uint16), self._others, self._max_guesses, constraint)
        largest_first = sorted(self._split(opener, root), key=lambda one: -len(one[1].likely) - len(one[1].others))
        found: dict[int, Extended] = {}
        done = 0
        try:
            for code, place, extended in self._likely.run(self._solve_cell, largest_first):
                if extended is None:
                    return None
                found[code] = extended
                done += len(place.likely) + len(place.others)
                self._progress(done, self._n_answers, f"{self._words[opener]}: words")
        except BaseException:
            # The run has stopped the searches among the likely answers; those among the others have their own flag.
            self._all.stop()
            raise
        return self._joined(opener, root, found)

    def _solve_cell(self, cell: tuple[int, _Place]) -> tuple[int, _Place, Extended | None]:
        """Returns a cell with its subtree, or with None if no tree solves its likely candidates within the limit."""
        return *cell, self._solve(cell[1]) if not len(cell[1].likely) or self._total_of(cell[1]) < INFEASIBLE else None

    def _total_of(self, place: _Place) -> int:
        """Returns the smallest total of the likely candidates alone."""
        return self._likely.worker().extractor.total(self._likely_of(place), place.guesses_left)

    def _likely_of(self, place: _Place) -> CandidateSet:
        return CandidateSet.of(place.likely, self._likely.worker().view, place.constraint)

    def _solve(self, place: _Place) -> Extended:
        """Returns the best subtree found for a solvable position."""
        if not len(place.likely):
            return self._solve_others(place)
        if not len(place.others):
            total = self._total_of(place)
            node = self._likely.worker().extractor.extract(self._likely_of(place), place.guesses_left, total)
            return Extended(node, (0, 0))
        played = (
            self._joined(guess, place, {code: self._solve(below) for code, below in self._split(guess, place)})
            for guess in self._optimal_guesses(place)
        )
        return min(played, key=lambda extended: extended.cost)

    def _joined(self, guess: int, place: _Place, below: dict[int, Extended]) -> Extended:
        """Returns the subtree that plays a guess, given those of its cells by feedback."""
        number = self._number.get(self._words[guess], -1)
        is_other = number in place.others
        node = TreeNode(self._words[guess], is_other or number in self._as_any[place.likely])
        node.children = {code: extended.node for code, extended in sorted(below.items())}
        costs = [extended.cost for extended in below.values()]
        late = sum(cost[0] for cost in costs) + (is_other and place.guesses_left < 1)
        return Extended(node, (late, sum(cost[1] for cost in costs) + len(place.others)))

    def _split(self, guess: int, place: _Place) -> list[tuple[int, _Place]]:
        """Returns the cells of a guess after their feedbacks, ascending, without the cell that is won."""
        problem = self._likely.problem
        likely_codes = problem.by_guess[guess, place.likely]
        other_codes = self._all.problem.by_guess[guess, place.others]
        cells = []
        for code in np.union1d(likely_codes, other_codes):
            if code != problem.n_feedbacks - 1:
                after = after_guess(problem.letters, place.constraint, guess, int(code), problem.layout)
                likely, others = place.likely[likely_codes == code], place.others[other_codes == code]
                cells.append((int(code), _Place(likely, others, place.guesses_left - 1, after)))
        return cells

    def _optimal_guesses(self, place: _Place) -> list[int]:
        """Returns guesses that are optimal for the likely candidates, the most promising for the others first."""
        problem = self._likely.problem
        if len(place.likely) <= 2:
            # Any other guess costs the likely answers one guess more.
            guesses = problem.answer_as_guess[place.likely]
            return [int(guesses[i]) for i in self._by_promise(guesses, place)]
        extractor = self._likely.worker().extractor
        total = self._total_of(place)
        likely = extractor.focus(self._likely_of(place))
        guesses = extractor.promising(likely, total)
        n_wanted = next((n for size, n in _PLAYED_OUT if len(place.likely) <= size), 1)
        found: list[int] = []
        for i in self._by_promise(guesses, place)[:_MOST_TRIED]:
            guess = int(guesses[i])
            if extractor.total(likely, place.guesses_left, total + 1, guess) <= total:
                found.append(guess)
                if len(found) == n_wanted:
                    return found
        if found:
            return found
        # No promising guess is optimal: take the guess of a tree for the likely answers alone.
        return [self._words.index(extractor.extract(likely, place.guesses_left, total).guess)]

    def _by_promise(self, guesses: Guesses, place: _Place) -> NDArray[np.intp]:
        """Returns the indices of the guesses, the most promising for the other candidates first."""
        n_feedbacks = self._likely.problem.n_feedbacks
        promise = np.empty(len(guesses), np.int64)
        expected = self._all.problem.expected_total
        for i, guess in enumerate(guesses):
            others = np.bincount(self._all.problem.by_guess[guess, place.others], minlength=n_feedbacks)
            likely = np.bincount(self._likely.problem.by_guess[guess, place.likely], minlength=n_feedbacks)
            both = others + 2 * likely
            # Each other candidate counts with the mean of its cell; it is found after the cell's likely candidates.
            promise[i] = (others * (expected[both] + 128 * likely) // np.maximum(both, 1)).sum()
            promise[i] -= 256 * int(others[-1])
        return np.argsort(promise, kind="stable")

    def _solve_others(self, place: _Place) -> Extended:
        """Returns the subtree of a cell without likely answers: within the limit if possible, otherwise beyond it.

        Raises:
            StoppedError: The run was stopped.
        """
        worker = self._all.worker()
        extractor, n_guesses = worker.extractor, self._all.max_guesses
        others = CandidateSet.of(place.others, worker.view, place.constraint)
        left = max(place.guesses_left, 1)
        while (total := extractor.total(others, left)) >= INFEASIBLE:
            extractor.check()
            left = min(left + 1, UNLIMITED)
            if left > n_guesses or left == UNLIMITED:
                n_guesses *= 2
                scratch = make_scratch(worker.problem, n_guesses, worker.scratch.control)
                extractor = Extractor(worker.problem, scratch, worker.memo)
        node = extractor.extract(others, left, total)
        late = sum(1 for depth, child in node.walk() if child.solves and depth > place.guesses_left)
        return Extended(node, (late, total))
