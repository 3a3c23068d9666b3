"""The steps of a proof as kernels, several chapters at once in threads.

Sets of candidates are arrays of their places in the answer list, ascending; a division is the number of the feedback of
each candidate. Results do not depend on the number of threads. It needs the memory of the feedback table: as many bytes
for each pair of an answer and a guess, twice, as the number of feedbacks that occur takes.

Rule *lemma* is checked in three steps; each handles the guesses that the step before leaves unproven. `counting.py`
bounds every guess by its number of cells, `lookahead.py` by the best guesses of its cells, and `rule.py` applies the
rule itself. The first two apply only to games with at most 255 feedbacks.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from functools import lru_cache
from itertools import islice, pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordle_checker.errors import CertificateError
from wordle_checker.fast.arrays import MOST_FEEDBACKS, RULES, lay_out, new_scratch
from wordle_checker.fast.counting import new_view, sift
from wordle_checker.fast.lookahead import NO_SETS, first_unproven, letter_sets, masks_of
from wordle_checker.fast.rule import INFINITE, find_shortfall, known_cost
from wordle_checker.game import ANY, CANDIDATES, HARD, NO_DEMANDS
from wordle_checker.rules import Shortfall, first_shortfall, orbits
from wordle_checker.steps import PlainSteps

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from types import TracebackType
    from typing import Any, Self, TypeVar

    from numpy.typing import NDArray

    from wordle_checker.fast.arrays import GameArrays
    from wordle_checker.fast.counting import View
    from wordle_checker.fast.lookahead import LetterSets
    from wordle_checker.game import Demands, Game
    from wordle_checker.steps import Goal, Report

    _Item = TypeVar("_Item")
    _Result = TypeVar("_Result")
    Numbers = NDArray[np.int32]

_QUEUED = 2
"""How many items are read ahead for each thread."""

_BATCHES = 64
"""How many batches the openers form when a claim is checked; progress is reported after each."""

_POLL_SECONDS = 0.1
"""How long the main thread waits for a result before it checks for an interrupt."""

_SYMBOLS_KEPT = 64
"""For how many symbols it is kept how often each allowed word has them."""

_NO_ENTRIES = np.empty((0, 3), dtype=np.int64)

FEWEST_CANDIDATES = 24
FEWEST_GUESSES = {ANY: 1000, HARD: 40}
"""Letter sets are counted for frames with at least this many candidates and this many unproven guesses; the second
number depends on the rule. It is smaller under rule hard, because fewer legal guesses have to be counted."""

MOST_SYMBOLS = 64
"""With more symbols, letter sets are not counted, because their table would take too much memory."""


class StoppedError(Exception):
    """The check was stopped; nobody reads what its threads return."""


class Aim(NamedTuple):
    """The lemma of a frame: no legal guess costs less than a bound.

    Attributes:
        candidates: The candidates, ascending.
        n_left: The guesses left.
        demands: The demands on the guess.
        guesses: The legal guesses, ascending.
        entries: The entries of the frame, ascending by guess: guess, feedback, bound.
        bound: The bound, which exceeds `least`.
    """

    candidates: Numbers
    n_left: int
    demands: Numbers
    guesses: Numbers
    entries: NDArray[np.int64]
    bound: int


class Survey(NamedTuple):
    """The guesses of a frame that their numbers of cells leave unproven.

    Attributes:
        aim: The lemma.
        is_filtered: Whether the numbers of cells were counted; if not, all guesses are unproven.
        places: The places of the unproven guesses among the legal ones, ascending.
        view: The guesses, those with the most cells first; of no use under rule candidates.
        sets: The bounds from letter sets.
    """

    aim: Aim
    is_filtered: bool
    places: Numbers
    view: View
    sets: LetterSets


class LemmaChecker:
    """Checks lemmas one after another, in one thread at a time."""

    def __init__(self, arrays: GameArrays, stop: NDArray[np.int64]) -> None:
        self._arrays = arrays
        self._stop = stop
        self._scratch = new_scratch(arrays, stop)
        self._view = new_view(arrays, 0)
        self._masks: NDArray[np.uint8] | None = None

    def survey(self, aim: Aim) -> Survey:
        """Finds the guesses whose numbers of cells do not prove that they reach the bound.

        The next call of this checker overwrites the survey; others may use it until then.
        """
        arrays, n, n_guesses, rule = self._arrays, len(aim.candidates), len(aim.guesses), RULES[self._arrays.rule]
        is_filtered = len(arrays.codes) <= MOST_FEEDBACKS and aim.bound < INFINITE
        if not is_filtered or rule == CANDIDATES:
            return Survey(aim, is_filtered, np.arange(n_guesses, dtype=np.int32), self._view, NO_SETS)
        if rule == ANY and len(self._view.codes) < n * n_guesses:
            self._view = new_view(arrays, n)
        n_found = sift(arrays, self._scratch, aim.candidates, aim.guesses, aim.bound, self._view)
        places = self._scratch.survivors[:n_found]
        sets, is_worth_it = NO_SETS, n >= FEWEST_CANDIDATES and n_found >= FEWEST_GUESSES[rule]
        if is_worth_it and not arrays.is_mastermind and arrays.n_symbols <= MOST_SYMBOLS:
            if self._masks is None:
                self._masks = masks_of(arrays)
            sets = letter_sets(arrays, self._scratch, aim.candidates, self._view, self._masks)
        return Survey(aim, True, places, self._view, sets)

    def find_among(self, survey: Survey, first: int, last: int) -> tuple[int, int]:
        """Returns the first guess that may cost less than the bound and its known cost, or -1 and the bound.

        It looks at the unproven guesses from index `first` to before `last`.
        """
        aim = survey.aim
        if not survey.is_filtered:
            return self._find(aim, first, last)
        while first < last:
            first += first_unproven(
                *(self._arrays, self._scratch, aim.candidates, aim.n_left, aim.demands, survey.view, survey.sets),
                *(aim.guesses, survey.places[first:last], aim.entries, aim.bound),
            )
            if first == last or self._stop[0] > 0:
                break
            place = int(survey.places[first])
            found = self._find(aim, place, place + 1)
            if found[0] >= 0:
                return found
            first += 1
        return -1, aim.bound

    def cost_of_opener(self, aim: Aim, guess: int) -> int:
        """Returns the known cost of a named opener, which need not split, or any number of at least the bound."""
        terms = (self._arrays, self._scratch, aim.candidates, aim.n_left, aim.demands, aim.guesses)
        own = aim.entries[aim.entries[:, 0] == guess]
        return int(known_cost(*terms, guess, own, aim.bound, self._scratch.cores[:0], True))

    def _find(self, aim: Aim, first: int, last: int) -> tuple[int, int]:
        terms = (self._arrays, self._scratch, aim.candidates, aim.n_left, aim.demands, aim.guesses)
        guess, known = find_shortfall(*terms, first, last, aim.entries, aim.bound)
        return int(guess), int(known)


class KernelSteps(PlainSteps):
    """The steps as kernels, each of which any thread may call.

    As a context manager, it ends its threads. `watch` is called while the main thread waits, and raises an error if the
    check has taken too long.
    """

    def __init__(self, game: Game, n_workers: int, watch: Callable[[], None]) -> None:
        super().__init__(game, watch)
        self._n_workers = n_workers
        self._everything = np.arange(len(game.answers), dtype=np.int32)
        self._every_guess = np.arange(len(game.allowed), dtype=np.int32)
        # Needs no lock: it goes from 0 to 1 once, and every kernel reads it regularly.
        self._stop = np.zeros(1, dtype=np.int64)
        self._pool = ThreadPoolExecutor(n_workers, thread_name_prefix="wordle-checker")
        # The lemma checkers that no thread is using. Needs no lock: a deque's `append` and `pop` are atomic.
        self._free: deque[LemmaChecker] = deque()
        try:
            self._arrays = self._wait_for(self._pool.submit(lay_out, game, self._stop))
        except BaseException:
            self._end(is_waiting=False)
            raise
        self._no_demands = np.zeros(self._arrays.words.shape[1] + self._arrays.n_symbols, dtype=np.int32)
        self._feedbacks = {code: number for number, code in enumerate(self._arrays.codes.tolist())}
        self._number_of = {symbol: number for number, symbol in enumerate(game.symbols)}
        self._places = np.ascontiguousarray(self._arrays.words.T)
        self._n_copies = lru_cache(_SYMBOLS_KEPT)(lambda symbol: (self._places == symbol).sum(axis=0, dtype=np.uint8))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._end(is_waiting=error is None or isinstance(error, Exception))

    def _end(self, *, is_waiting: bool) -> None:
        """Makes the threads stop. After Ctrl-C it does not wait for them: compiling a kernel cannot be interrupted."""
        self._stop[0] = 1
        self._pool.shutdown(wait=is_waiting, cancel_futures=True)

    def each(self, task: Callable[[_Item], _Result], items: Iterable[_Item]) -> Iterator[_Result]:
        """Yields what a task returns for each item, in their order; it runs in the threads."""

        def futures() -> Iterator[Future[_Result]]:
            try:
                for item in items:
                    yield self._pool.submit(task, item)
            except CertificateError as error:
                # The items before it have not been checked yet, and their errors come first.
                broken: Future[_Result] = Future()
                broken.set_exception(error)
                yield broken

        source = futures()
        waiting = deque(islice(source, _QUEUED * self._n_workers))
        while waiting:
            yield self._wait_for(waiting.popleft())
            waiting.extend(islice(source, 1))

    def n_branches(self) -> int:
        """Returns how many different feedbacks occur, except the winning one."""
        return self._arrays.n_branches

    def everything(self) -> Numbers:
        """Returns the set of all answers."""
        return self._everything

    def select(self, places: Sequence[int]) -> Numbers:
        """Returns a set of answers by their places in the answer list."""
        return np.array(places, dtype=np.int32)

    def words(self, candidates: Numbers) -> frozenset[str]:
        """Returns the candidates themselves."""
        return frozenset(self._game.answers[place] for place in candidates)

    def contains(self, candidates: Numbers, guess: int) -> bool:
        """Returns whether a guess is one of the candidates."""
        answer = self._arrays.answer_of[guess]
        place = bisect_left(candidates, answer)
        return bool(place < len(candidates) and candidates[place] == answer)

    def is_part(self, part: Numbers, whole: Numbers) -> bool:
        """Returns whether all answers of one set are in another."""
        at = whole.searchsorted(part)
        return len(part) == 0 or bool(at[-1] < len(whole) and whole[at].tobytes() == part.tobytes())

    def divide(self, candidates: Numbers, guess: int) -> NDArray[Any]:
        """Returns the number of the feedback that each candidate gives a guess."""
        cells: NDArray[Any] = self._arrays.by_guess[guess].take(candidates)
        return cells

    def cell(self, candidates: Numbers, division: NDArray[Any], feedback: int) -> Numbers:
        """Returns the candidates that give a guess a feedback."""
        number = self._feedbacks.get(feedback)
        return candidates[:0] if number is None else candidates[division == number]

    def shortfall(self, goal: Goal, report: Report | None = None) -> Shortfall | None:
        """Returns the first legal guess that may cost less than the bound; None if there is none."""
        aim = self._aim(goal)
        if (goal.classes or goal.opener is not None) and report is not None:
            return self._wait_for(self._pool.submit(self.shortfall, goal))

        def search_all(lemmas: LemmaChecker) -> Shortfall | None:
            if goal.opener is not None:
                cost = lemmas.cost_of_opener(aim, goal.opener)
                return None if cost >= goal.bound else self._named(goal.opener, cost)
            survey, allowed = lemmas.survey(aim), self._game.allowed
            if not goal.classes:
                return self._named(*lemmas.find_among(survey, 0, len(survey.places)))
            index_of = {allowed[aim.guesses[place]]: index for index, place in enumerate(survey.places)}

            def known(word: str) -> int:
                index = index_of.get(word)
                return goal.bound if index is None else lemmas.find_among(survey, index, index + 1)[1]

            return first_shortfall(orbits([allowed[guess] for guess in aim.guesses], goal.classes), goal.bound, known)

        if report is None:
            return self._with_lemmas(search_all)
        # Free the scratch memory of the chapters before allocating the view of all answers.
        self._free.clear()
        survey = self._wait_for(self._pool.submit(LemmaChecker(self._arrays, self._stop).survey, aim))
        n_openers = len(survey.places)
        n_batches = min(_BATCHES, n_openers)
        borders = [n_openers * batch // max(n_batches, 1) for batch in range(n_batches + 1)]

        def search(first: int, last: int) -> tuple[int, int]:
            return self._with_lemmas(lambda lemmas: lemmas.find_among(survey, first, last))

        futures = [self._pool.submit(search, first, last) for first, last in pairwise(borders)]
        for done, future in enumerate(futures):
            report(borders[done], n_openers)
            if (shortfall := self._named(*self._wait_for(future))) is not None:
                return shortfall
        return None

    def _aim(self, goal: Goal) -> Aim:
        """Returns a goal as the kernels take it."""
        position = goal.position
        demands, guesses = self._demands(position.demands)
        if self._game.rule == CANDIDATES:
            guesses = self._arrays.guess_of[position.candidates]
        found = [(guess, self._feedbacks[feedback], bound) for (guess, feedback), bound in goal.bounds.items()]
        entries = np.array(found, dtype=np.int64) if found else _NO_ENTRIES
        return Aim(position.candidates, position.n_left, demands, guesses, entries, goal.bound)

    def _demands(self, required: Demands) -> tuple[Numbers, Numbers]:
        """Returns demands as kernels take them, and the guesses that meet them, ascending.

        They are the symbol of each place, plus 1, or 0; then how many copies of each symbol there must be.
        """
        if required == NO_DEMANDS:
            return self._no_demands, self._every_guess
        length = self._arrays.words.shape[1]
        demands, is_legal = self._no_demands.copy(), np.ones(len(self._every_guess), dtype=np.bool_)
        for place, letter in enumerate(required.letters):
            if letter:
                symbol = self._number_of[letter]
                demands[place] = symbol + 1
                is_legal &= self._places[place] == symbol
        for letter, times in required.counts:
            symbol = self._number_of[letter]
            demands[length + symbol] = times
            is_legal &= self._n_copies(symbol) >= times
        return demands, np.flatnonzero(is_legal).astype(np.int32)

    def _named(self, guess: int, known: int) -> Shortfall | None:
        return None if guess < 0 else Shortfall(self._game.allowed[guess], int(known))

    def _with_lemmas(self, ask: Callable[[LemmaChecker], _Result]) -> _Result:
        """Asks a lemma checker that no other thread is using.

        Raises:
            StoppedError: The threads must stop, so that whatever it found means nothing.
        """
        try:
            lemmas = self._free.pop()
        except IndexError:
            lemmas = LemmaChecker(self._arrays, self._stop)
        found = ask(lemmas)
        self._free.append(lemmas)
        if self._stop[0] > 0:
            raise StoppedError
        return found

    def _wait_for(self, future: Future[_Result]) -> _Result:
        """Waits for a result, in short waits: on some platforms, a wait without a timeout would delay Ctrl-C."""
        while True:
            try:
                return future.result(_POLL_SECONDS)
            except TimeoutError:
                if future.done():
                    raise
                self._watch()
