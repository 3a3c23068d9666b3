"""The steps of a proof as kernels, several chapters at once in threads.

Sets of candidates are arrays of their places in the answer list, ascending; a division is the number of the feedback of
each candidate; classes are an array of guesses. Results do not depend on the number of threads. It needs the memory of
the feedback table: as many bytes for each pair of an answer and a guess as the number of feedbacks that occur takes.
"""

from __future__ import annotations

from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice, pairwise
from typing import TYPE_CHECKING

import numpy as np

from wordle_checker.errors import CertificateError
from wordle_checker.fast.legality import legal_guesses
from wordle_checker.fast.lemmas import NO_CLASSES, Aim, LemmaChecker
from wordle_checker.fast.symmetries import find_images, join, settle_classes
from wordle_checker.fast.table import lay_out
from wordle_checker.fast.uses import is_subset
from wordle_checker.game import ANY, CANDIDATES, NO_DEMANDS
from wordle_checker.rules import Shortfall

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from types import TracebackType
    from typing import Any, Self, TypeVar

    from numpy.typing import NDArray

    from wordle_checker.game import Demands, Game
    from wordle_checker.rules import Position
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

_NO_ENTRIES = np.empty((0, 3), dtype=np.int64)


class StoppedError(Exception):
    """The check was stopped; nobody reads what its threads return."""


class KernelSteps:
    """The steps as kernels (see `Steps`); any thread may take them. As a context manager, it ends its threads.

    `watch` is called while the main thread waits, and raises an error if the check has taken too long.
    """

    def __init__(self, game: Game, n_workers: int, watch: Callable[[], None]) -> None:
        self._game = game
        self._n_workers = n_workers
        self._watch = watch
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
        self._place_of = {symbol: place for place, symbol in enumerate(game.symbols)}

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
        source = iter(items)
        waiting: deque[Future[_Result]] = deque()
        broken: CertificateError | None = None
        while True:
            while broken is None and len(waiting) < _QUEUED * self._n_workers:
                try:
                    following = list(islice(source, 1))
                except CertificateError as error:
                    # The items before it have not been checked yet, and their errors come first.
                    broken, following = error, []
                if not following:
                    break
                waiting.append(self._pool.submit(task, following[0]))
            if not waiting:
                break
            yield self._wait_for(waiting.popleft())
        if broken is not None:
            raise broken

    def n_branches(self) -> int:
        """Returns how many different feedbacks occur, except the winning one."""
        return self._arrays.n_branches

    def everything(self) -> Numbers:
        """Returns the set of all answers."""
        return self._everything

    def select(self, places: Sequence[int]) -> Numbers:
        """Returns a set of answers by their places in the answer list."""
        return np.array(places, dtype=np.int32)

    def contains(self, candidates: Numbers, guess: int) -> bool:
        """Returns whether a guess is one of the candidates."""
        answer = self._arrays.answer_of[guess]
        place = candidates.searchsorted(answer)
        return bool(place < len(candidates) and candidates[place] == answer)

    def is_part(self, part: Numbers, whole: Numbers) -> bool:
        """Returns whether all answers of one set are in another."""
        return is_subset(part, whole)

    def divide(self, candidates: Numbers, guess: int) -> NDArray[Any]:
        """Returns the number of the feedback that each candidate gives a guess."""
        arrays = self._arrays
        return arrays.by_guess[guess * arrays.guess_step :: arrays.answer_step][candidates]

    def cell(self, candidates: Numbers, division: NDArray[Any], feedback: int) -> Numbers:
        """Returns the candidates that give a guess a feedback."""
        feedback_of = self._arrays.feedback_of
        number = feedback_of[feedback] if feedback < len(feedback_of) else -1
        return candidates[division == number] if number >= 0 else candidates[:0]

    def images(self, places: Sequence[int], symbols: Sequence[int]) -> NDArray[np.int64] | None:
        """Returns the image of every code under two permutations, or None if one is not in the list."""
        found = np.empty(len(self._arrays.words), dtype=np.int64)
        numbers = np.array(places, dtype=np.int64), np.array(symbols, dtype=np.int64)
        # Different words have different images: if each is in the list, the list is mapped onto itself.
        return found if find_images(self._arrays.words, *numbers, found) else None

    def maps(self, images: NDArray[np.int64], candidates: Numbers) -> bool:
        """Returns whether the image of every candidate is one."""
        arrays = self._arrays
        return bool(np.isin(arrays.answer_of[images[arrays.guess_of[candidates]]], candidates).all())

    def join(self, classes: Numbers | None, images: NDArray[np.int64]) -> Numbers:
        """Returns the classes of guesses with those of each guess and its image joined."""
        joined = self._every_guess.copy() if classes is None else classes
        join(joined, images)
        return joined

    def shortfall(self, goal: Goal, report: Report | None = None) -> Shortfall | None:
        """Returns the first legal guess that may cost less than the bound; None if there is none."""
        aim, entries = self._aim(goal), self._entries(goal.bounds)
        if report is not None:
            # Free the scratch memory of the chapters before allocating the view of all answers.
            self._free.clear()
            return self._shortfall_in_batches(aim, entries, report)
        lemmas = self._borrow()
        found = lemmas.find_shortfall(aim, entries)
        self._give_back(lemmas)
        return self._named(*found)

    def shortfall_of_opener(self, goal: Goal, opener: int) -> Shortfall | None:
        """Returns the opener if it may cost less than the bound."""
        aim, entries = self._aim(goal), self._entries(goal.bounds)

        def known_cost() -> int:
            lemmas = self._borrow()
            known = lemmas.known_cost(aim, opener, entries)
            self._give_back(lemmas)
            return int(known)

        known = self._wait_for(self._pool.submit(known_cost))
        return None if known >= goal.bound else Shortfall(self._game.allowed[opener], known)

    def _shortfall_in_batches(self, aim: Aim, entries: NDArray[np.int64], report: Report) -> Shortfall | None:
        def survey() -> Any:
            lemmas = self._borrow()
            found = lemmas.survey(aim, is_shared=True)
            self._give_back(lemmas)
            return found

        found = self._wait_for(self._pool.submit(survey))
        n_openers = len(found.places)
        n_batches = 1 if len(aim.roots) else min(_BATCHES, n_openers)
        borders = [n_openers * batch // max(n_batches, 1) for batch in range(n_batches + 1)]

        def search(first: int, last: int) -> tuple[int, int]:
            lemmas = self._borrow()
            shortfall = lemmas.find_among(found, first, last, entries)
            self._give_back(lemmas)
            return shortfall

        futures = [self._pool.submit(search, first, last) for first, last in pairwise(borders)]
        for done, future in enumerate(futures):
            report(borders[done], n_openers)
            shortfall = self._named(*self._wait_for(future))
            if shortfall is not None:
                return shortfall
        return None

    def _aim(self, goal: Goal) -> Aim:
        """Returns a goal as the kernels take it."""
        position, arrays = goal.position, self._arrays
        demands = self._demands(position)
        guesses = self._every_guess
        if self._game.rule == CANDIDATES:
            guesses = arrays.guess_of[position.candidates]
        elif self._game.rule != ANY and position.demands != NO_DEMANDS:
            guesses = np.empty_like(self._every_guess)
            guesses = guesses[: legal_guesses(arrays, demands, guesses)]
        roots = NO_CLASSES
        if goal.classes is not None:
            roots = goal.classes
            settle_classes(roots)
        return Aim(position.candidates, position.n_left, demands, guesses, roots, goal.bound)

    def _demands(self, position: Position) -> Numbers:
        """Returns the demands: the symbol of each place, plus 1, or 0; then how many copies of each symbol."""
        required: Demands = position.demands
        if required == NO_DEMANDS:
            return self._no_demands
        length = self._arrays.words.shape[1]
        demands = self._no_demands.copy()
        for place, letter in enumerate(required.letters):
            if letter:
                demands[place] = self._place_of[letter] + 1
        for letter, times in required.counts:
            demands[length + self._place_of[letter]] = times
        return demands

    def _entries(self, bounds: Mapping[tuple[int, int], int]) -> NDArray[np.int64]:
        if not bounds:
            return _NO_ENTRIES
        entries = np.array([(*cell, bound) for cell, bound in bounds.items()], dtype=np.int64)
        entries[:, 1] = self._arrays.feedback_of[entries[:, 1]]
        return entries

    def _named(self, guess: int, known: int) -> Shortfall | None:
        return None if guess < 0 else Shortfall(self._game.allowed[guess], int(known))

    def _borrow(self) -> LemmaChecker:
        """Returns a lemma checker that no other thread is using."""
        try:
            return self._free.pop()
        except IndexError:
            return LemmaChecker(self._arrays, self._stop)

    def _give_back(self, lemmas: LemmaChecker) -> None:
        """Takes a lemma checker back.

        Raises:
            StoppedError: The threads must stop, so that whatever it found means nothing.
        """
        self._free.append(lemmas)
        if self._stop[0] > 0:
            raise StoppedError

    def _wait_for(self, future: Future[_Result]) -> _Result:
        """Waits for a result, in short waits: on some platforms, a wait without a timeout would delay Ctrl-C."""
        while True:
            try:
                return future.result(_POLL_SECONDS)
            except TimeoutError:
                if future.done():
                    raise
                self._watch()
