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

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.game.game import Game
from wordle_compiler.machine.progress import Progress, ignore_progress
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.extract import CandidateSet, Extractor
from wordle_compiler.search.problem import INFEASIBLE, UNLIMITED, make_scratch
from wordle_compiler.search.stopping import NEVER, Deadline, StoppedError
from wordle_compiler.solver.objective import Question
from wordle_compiler.solver.worker_threads import lay_out

MEMO_SLOTS = 1 << 18
MEMO_POOL = 1 << 23

_GUESSES_AT_FIRST = 20
"""How many guesses the search for other words has memory for; a cell that needs more gets more."""

_PLAYED_OUT = ((4, 6), (12, 4), (40, 3), (150, 2))
"""Pairs: the largest number of likely candidates, and how many optimal guesses are played out; beyond all pairs, only
one is."""
_MOST_TRIED = 60
"""The most guesses that are tested for optimality at a node."""


class Cost(NamedTuple):
    """What the other words cost in a tree; costs compare in this order, and smaller is better."""

    n_late: int
    """How many other words exceed the limit of the likely answers or are never found."""
    total: int
    """The sum of the other words' guesses."""


@dataclass(frozen=True)
class Extended:
    """A subtree and what the other words cost in it, in guesses counted from its root."""

    node: TreeNode
    cost: Cost


class _Place(NamedTuple):
    """A position to be solved: its candidates, and what was played before.

    Attributes:
        likely: The likely candidates, by their numbers among the likely answers, ascending.
        others: The other candidates, by their numbers among all answers, ascending.
        guesses_left: The guesses left within the limit of the likely answers; 0 or negative beyond it.
        constraint: What rule hard demands; see `legality`.
    """

    likely: NDArray[np.uint16]
    others: NDArray[np.uint16]
    guesses_left: int
    constraint: NDArray[np.uint16]

    @property
    def n_candidates(self) -> int:
        """How many candidates there are, likely or not."""
        return len(self.likely) + len(self.others)


class _Cell(NamedTuple):
    """A cell of a guess: the feedback that leads to it, and its position."""

    code: int
    place: _Place


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
            lay_out(Question(game, limit), None, n_workers, deadline=deadline, slots=MEMO_SLOTS, pool=MEMO_POOL)[1]
            for game, limit in ((likely, max_guesses), (everything, max(max_guesses, _GUESSES_AT_FIRST)))
        )
        self._number = {word: number for number, word in enumerate(everything.answers.words)}
        self._as_any = np.array([self._number[word] for word in likely.answers.words], np.uint16)
        is_other = np.ones(len(everything.answers), np.bool_)
        is_other[self._as_any] = False
        self._others = np.flatnonzero(is_other).astype(np.uint16)
        self._n_answers = len(everything.answers)

    def solve_below(self, opener: int) -> Extended | None:
        """Returns the tree that starts with an opener (its number among the allowed words).

        Returns None if no such tree solves every likely answer within the limit.
        """
        n_likely = self._likely.problem.by_guess.shape[1]
        constraint = np.zeros(1 + 2 * self._likely.problem.letters.shape[1], np.uint16)
        root = _Place(np.arange(n_likely, dtype=np.uint16), self._others, self._max_guesses, constraint)
        cells = self._split(opener, root)
        node = TreeNode(self._words[opener], solves=self._words[opener] in self._number)
        order = sorted(cells, key=lambda cell: -cell.place.n_candidates)
        done = 0
        costs = []
        try:
            for cell, found in self._likely.run(self._solve_cell, order):
                if found is None:
                    self._likely.stop()
                    return None
                node.children[cell.code] = found.node
                costs.append(found.cost)
                done += cell.place.n_candidates
                self._progress(done, self._n_answers, f"{node.guess}: words")
        except BaseException:
            # The run has stopped the searches among the likely answers; those among the others have their own flag.
            self._all.stop()
            raise
        node.children = dict(sorted(node.children.items()))
        return Extended(node, self._total(opener, root, costs))

    def _solve_cell(self, cell: _Cell) -> tuple[_Cell, Extended | None]:
        """Returns a cell with its subtree, or with None if no tree solves its likely candidates within the limit."""
        if len(cell.place.likely) and self._total_of(cell.place) >= INFEASIBLE:
            return cell, None
        return cell, self._solve(cell.place)

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
            return Extended(node, Cost(0, 0))
        found: Extended | None = None
        for guess in self._optimal_guesses(place):
            extended = self._play(guess, place)
            if found is None or extended.cost < found.cost:
                found = extended
        assert found is not None, "some guess is optimal"
        return found

    def _play(self, guess: int, place: _Place) -> Extended:
        """Returns the subtree that plays a guess, with the best continuations found."""
        node = TreeNode(self._words[guess], solves=self._solves(guess, place))
        costs = []
        for code, cell in self._split(guess, place):
            extended = self._solve(cell)
            node.children[code] = extended.node
            costs.append(extended.cost)
        return Extended(node, self._total(guess, place, costs))

    def _solves(self, guess: int, place: _Place) -> bool:
        number = self._number.get(self._words[guess], -1)
        return number >= 0 and (number in place.others or number in self._as_any[place.likely])

    def _total(self, guess: int, place: _Place, below: list[Cost]) -> Cost:
        """Returns what the other words cost, including the guess itself."""
        number = self._number.get(self._words[guess], -1)
        is_won_late = place.guesses_left < 1 and number in place.others
        late = sum(cost.n_late for cost in below) + is_won_late
        return Cost(late, sum(cost.total for cost in below) + len(place.others))

    def _split(self, guess: int, place: _Place) -> list[_Cell]:
        """Returns the cells of a guess with their feedbacks, ascending, without the cell that is won."""
        likely_codes = self._likely.problem.by_guess[guess, place.likely]
        other_codes = self._all.problem.by_guess[guess, place.others]
        won = self._likely.problem.n_feedbacks - 1
        extractor = self._likely.worker().extractor
        cells = []
        for code in np.union1d(likely_codes, other_codes):
            if code != won:
                after = extractor.after(place.constraint, guess, int(code))
                likely, others = place.likely[likely_codes == code], place.others[other_codes == code]
                cells.append(_Cell(int(code), _Place(likely, others, place.guesses_left - 1, after)))
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
        alone = extractor.extract(likely, place.guesses_left, total)
        return [self._words.index(alone.guess)]

    def _by_promise(self, guesses: NDArray[np.int32], place: _Place) -> NDArray[np.intp]:
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
            if worker.is_stopped():
                raise StoppedError
            left = min(left + 1, UNLIMITED)
            if left > n_guesses or left == UNLIMITED:
                n_guesses *= 2
                scratch = make_scratch(worker.problem, n_guesses, worker.scratch.control)
                extractor = Extractor(worker.problem, scratch, worker.memo, self._words)
        node = extractor.extract(others, left, total)
        late = sum(1 for depth, child in node.walk() if child.solves and depth > place.guesses_left)
        return Extended(node, Cost(late, total))
