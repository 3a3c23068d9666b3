"""Rule *lemma* for the fast checker: by kernels that are quick to prove most of it, then by the rule as it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordle_checker.fast.ahead import first_unsure
from wordle_checker.fast.costs import INFINITE
from wordle_checker.fast.counting import MOST_FEEDBACKS
from wordle_checker.fast.covering import Entries, find_uncovered, known_cost
from wordle_checker.fast.letter_sets import NO_SETS, letter_sets
from wordle_checker.fast.sifting import room_for, sift, view_for
from wordle_checker.fast.table import RULES
from wordle_checker.fast.work import work_for
from wordle_checker.game import ANY, CANDIDATES, HARD

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordle_checker.fast.letter_sets import LetterSets
    from wordle_checker.fast.sifting import View
    from wordle_checker.fast.table import World

    Numbers = NDArray[np.int32]

FEWEST_CANDIDATES = 24
FEWEST_GUESSES = {ANY: 1000, HARD: 40}
"""Letter sets are counted for frames of so many candidates, with so many guesses to look at: it pays sooner where there
are fewer legal guesses to count."""

MOST_SYMBOLS = 64
"""Where there are more, the sets would take too much memory."""

NO_CLASSES = np.empty(0, dtype=np.int32)


class Goal(NamedTuple):
    """What is to be proven of a frame: that no guess costs less than a bound.

    Attributes:
        candidates: The candidates, ascending.
        n_left: The guesses left.
        demands: The demands on the guess.
        guesses: The legal guesses, ascending.
        roots: For each allowed word the first of its class under the frame's symmetries; empty where there is none.
        bound: The bound, above `least`.
    """

    candidates: Numbers
    n_left: int
    demands: Numbers
    guesses: Numbers
    roots: Numbers
    bound: int


class Survey(NamedTuple):
    """What has been found out of the guesses of a frame by the number of their cells.

    Attributes:
        goal: What is to be proven.
        is_quick: Whether guesses were looked at at all.
        places: The places of the guesses not known to reach the bound, ascending.
        view: The guesses in the order in which they are looked at; None under rule candidates.
        sets: What they have on letter sets; None under rule candidates.
    """

    goal: Goal
    is_quick: bool
    places: Numbers
    view: View | None
    sets: LetterSets | None


class LemmaChecker:
    """Checks lemmas one after another, in one thread at a time."""

    def __init__(self, world: World, stop: NDArray[np.int64]) -> None:
        self._world = world
        self.stop = stop
        self._work = work_for(world, stop)
        self._room = room_for(world)
        self._view = None if RULES[world.rule] == CANDIDATES else view_for(world, 0)
        self._is_quick = not world.is_mastermind and len(world.codes) <= MOST_FEEDBACKS

    def find_uncovered(self, goal: Goal, entries: NDArray[np.int64]) -> tuple[int, int]:
        """Returns the first guess that may cost less than the bound, with what it is known to cost, or -1 and 0.

        Args:
            goal: What is to be proven.
            entries: The frame's entries, ascending by guess: guess, feedback and bound.
        """
        survey = self.survey(goal)
        return self.find_among(survey, 0, len(survey.places), entries)

    def survey(self, goal: Goal, *, is_shared: bool = False) -> Survey:
        """Leaves out the guesses that reach the bound by the number of their cells.

        Args:
            goal: What is to be proven.
            is_shared: Whether it is for other threads, too; otherwise it may be used until the next one is made.
        """
        rule, n, n_guesses = RULES[self._world.rule], len(goal.candidates), len(goal.guesses)
        if not self._is_quick or goal.bound >= INFINITE or len(goal.roots) > 0:
            return Survey(goal, False, np.arange(n_guesses, dtype=np.int32), None, None)
        if self._view is not None and rule == ANY and len(self._view.codes) < n * n_guesses:
            self._view = view_for(self._world, n)
        n_found = sift(self._world, self._room, goal.candidates, goal.guesses, goal.bound, self._view)
        places, view, sets = self._room.survivors[:n_found], self._view, None
        if view is not None:
            is_worth_it = n >= FEWEST_CANDIDATES and n_found >= FEWEST_GUESSES[rule]
            is_worth_it &= self._world.n_symbols <= MOST_SYMBOLS
            sets = letter_sets(self._world, self._room, goal.candidates, view) if is_worth_it else NO_SETS
        if is_shared:
            places = places.copy()
            self._view = None if view is None else view_for(self._world, 0)
        return Survey(goal, True, places, view, sets)

    def find_among(self, survey: Survey, first: int, last: int, entries: NDArray[np.int64]) -> tuple[int, int]:
        """Does what `find_uncovered` does for some of the places of a survey."""
        goal = survey.goal
        if not survey.is_quick:
            return self._find(goal, first, last, entries)
        while first < last:
            first += self._n_sure(survey, survey.places[first:last], entries)
            if first == last or self.stop[0] > 0:
                break
            place = int(survey.places[first])
            found = self._find(goal, place, place + 1, entries)
            if found[0] >= 0:
                return found
            first += 1
        return -1, 0

    def known_cost(self, goal: Goal, guess: int, entries: NDArray[np.int64]) -> int:
        """Returns what a guess is known to cost, or at least the bound where it is known to cost that.

        Args:
            goal: What is to be proven of it.
            guess: The guess, which may tell nothing.
            entries: Its entries.
        """
        survey = self.survey(goal)
        places = np.flatnonzero(goal.guesses == guess).astype(np.int32)
        # There is a view where a guess was found that may not reach the bound, this one or another.
        has_view = survey.is_quick and len(survey.places) > 0 and len(places) > 0
        if has_view and self._n_sure(survey, places, entries) == len(places):
            return goal.bound
        terms = (goal.candidates, goal.n_left, goal.demands, goal.guesses)
        no_cores = np.empty((0, 1), dtype=np.int32)
        return known_cost(self._world, self._work, *terms, guess, _columns_of(entries), goal.bound, no_cores)

    def _n_sure(self, survey: Survey, places: Numbers, entries: NDArray[np.int64]) -> int:
        """Returns how many of the guesses at some places are found to reach the bound, until one is not."""
        goal = survey.goal
        return first_unsure(
            *(self._world, self._room, self.stop, goal.candidates, goal.n_left, goal.demands),
            *(survey.view, survey.sets, goal.guesses, places, entries, goal.bound),
        )

    def _find(self, goal: Goal, first: int, last: int, entries: NDArray[np.int64]) -> tuple[int, int]:
        terms = (goal.candidates, goal.n_left, goal.demands, goal.guesses)
        guess, known = find_uncovered(
            self._world, self._work, *terms, first, last, goal.roots, _columns_of(entries), goal.bound
        )
        return int(guess), int(known)


def _columns_of(entries: NDArray[np.int64]) -> Entries:
    guesses, feedbacks, bounds = entries.T
    return Entries(guesses.astype(np.int32), feedbacks.astype(np.int32), np.ascontiguousarray(bounds))
