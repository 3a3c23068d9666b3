"""Rule *lemma* for the fast checker, in three steps; each handles the guesses that the step before leaves unproven.

`sifting.py` bounds every guess by its number of cells, `lookahead.py` by the best guesses of its cells, and
`shortfalls.py` applies the rule itself. The first two apply only to Wordle games with at most 255 feedbacks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordle_checker.fast.costs import INFINITE
from wordle_checker.fast.letter_sets import NO_SETS, letter_sets
from wordle_checker.fast.lookahead import first_unproven
from wordle_checker.fast.scratch import MOST_FEEDBACKS, new_scratch
from wordle_checker.fast.shortfalls import find_shortfall, known_cost
from wordle_checker.fast.sifting import new_view, sift
from wordle_checker.fast.table import RULES
from wordle_checker.game import ANY, CANDIDATES, HARD

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordle_checker.fast.letter_sets import LetterSets
    from wordle_checker.fast.sifting import View
    from wordle_checker.fast.table import GameArrays

    Numbers = NDArray[np.int32]

FEWEST_CANDIDATES = 24
FEWEST_GUESSES = {ANY: 1000, HARD: 40}
"""Letter sets are counted for frames with at least this many candidates and this many unproven guesses; the second
number depends on the rule. It is smaller under rule hard, because fewer legal guesses have to be counted."""

MOST_SYMBOLS = 64
"""With more symbols, letter sets are not counted, because their table would take too much memory."""

NO_CLASSES = np.empty(0, dtype=np.int32)


class Aim(NamedTuple):
    """The lemma of a frame: no legal guess costs less than a bound.

    Attributes:
        candidates: The candidates, ascending.
        n_left: The guesses left.
        demands: The demands on the guess.
        guesses: The legal guesses, ascending.
        roots: For each allowed word, the first of its class under the frame's symmetries; empty if it has none.
        bound: The bound, which exceeds `least`.
    """

    candidates: Numbers
    n_left: int
    demands: Numbers
    guesses: Numbers
    roots: Numbers
    bound: int


class Survey(NamedTuple):
    """The guesses of a frame that their numbers of cells leave unproven.

    Attributes:
        aim: The lemma.
        is_filtered: Whether the numbers of cells were counted; if not, all guesses are unproven.
        places: The places of the unproven guesses among the legal ones, ascending.
        view: The guesses, those with the most cells first; None under rule candidates.
        sets: The bounds from letter sets; None under rule candidates.
    """

    aim: Aim
    is_filtered: bool
    places: Numbers
    view: View | None
    sets: LetterSets | None


class LemmaChecker:
    """Checks lemmas one after another, in one thread at a time."""

    def __init__(self, arrays: GameArrays, stop: NDArray[np.int64]) -> None:
        self._arrays = arrays
        self.stop = stop
        self._scratch = new_scratch(arrays, stop)
        self._view = None if RULES[arrays.rule] == CANDIDATES else new_view(arrays, 0)
        self._can_filter = not arrays.is_mastermind and len(arrays.codes) <= MOST_FEEDBACKS

    def find_shortfall(self, aim: Aim, entries: NDArray[np.int64]) -> tuple[int, int]:
        """Returns the first guess that may cost less than the bound and its known cost, or -1 and 0."""
        survey = self.survey(aim)
        return self.find_among(survey, 0, len(survey.places), entries)

    def survey(self, aim: Aim, *, is_shared: bool = False) -> Survey:
        """Finds the guesses whose numbers of cells do not prove that they reach the bound.

        The next call overwrites the survey, unless `is_shared` says that other threads use it, too.
        """
        rule, n, n_guesses = RULES[self._arrays.rule], len(aim.candidates), len(aim.guesses)
        if not self._can_filter or aim.bound >= INFINITE or len(aim.roots) > 0:
            return Survey(aim, False, np.arange(n_guesses, dtype=np.int32), None, None)
        if self._view is not None and rule == ANY and len(self._view.codes) < n * n_guesses:
            self._view = new_view(self._arrays, n)
        n_found = sift(self._arrays, self._scratch, aim.candidates, aim.guesses, aim.bound, self._view)
        places, view, sets = self._scratch.survivors[:n_found], self._view, None
        if view is not None:
            is_worth_it = n >= FEWEST_CANDIDATES and n_found >= FEWEST_GUESSES[rule]
            is_worth_it &= self._arrays.n_symbols <= MOST_SYMBOLS
            sets = letter_sets(self._arrays, self._scratch, aim.candidates, view) if is_worth_it else NO_SETS
        if is_shared:
            places = places.copy()
            self._view = None if view is None else new_view(self._arrays, 0)
        return Survey(aim, True, places, view, sets)

    def find_among(self, survey: Survey, first: int, last: int, entries: NDArray[np.int64]) -> tuple[int, int]:
        """Does what `find_shortfall` does, for the unproven guesses from index `first` to before `last`."""
        aim = survey.aim
        if not survey.is_filtered:
            return self._find(aim, first, last, entries)
        while first < last:
            first += self._n_proven(survey, survey.places[first:last], entries)
            if first == last or self.stop[0] > 0:
                break
            place = int(survey.places[first])
            found = self._find(aim, place, place + 1, entries)
            if found[0] >= 0:
                return found
            first += 1
        return -1, 0

    def known_cost(self, aim: Aim, guess: int, entries: NDArray[np.int64]) -> int:
        """Returns the known cost of a guess, or any number of at least the bound if it is known to reach the bound.

        Of the aim only this guess is checked, which need not split the candidates; the entries are its own.
        """
        survey = self.survey(aim)
        places = np.flatnonzero(aim.guesses == guess).astype(np.int32)
        # There is a view only if some guess is unproven.
        has_view = survey.is_filtered and len(survey.places) > 0 and len(places) > 0
        if has_view and self._n_proven(survey, places, entries) == len(places):
            return aim.bound
        terms = (aim.candidates, aim.n_left, aim.demands, aim.guesses)
        no_cores = self._scratch.cores[:0]
        return known_cost(self._arrays, self._scratch, *terms, guess, entries, aim.bound, no_cores)

    def _n_proven(self, survey: Survey, places: Numbers, entries: NDArray[np.int64]) -> int:
        """Returns how many of the guesses at some places are proven to reach the bound before the first that is not."""
        aim = survey.aim
        return first_unproven(
            *(self._arrays, self._scratch, aim.candidates, aim.n_left, aim.demands, survey.view, survey.sets),
            *(aim.guesses, places, entries, aim.bound),
        )

    def _find(self, aim: Aim, first: int, last: int, entries: NDArray[np.int64]) -> tuple[int, int]:
        terms = (aim.candidates, aim.n_left, aim.demands, aim.guesses)
        guess, known = find_shortfall(self._arrays, self._scratch, *terms, first, last, aim.roots, entries, aim.bound)
        return int(guess), int(known)
