"""The fast checker: the steps of `plain.py` as kernels, chapters side by side in threads, and so the last step of all.

What it yields and raises does not depend on the number of threads.
"""

from __future__ import annotations

from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice, pairwise
from typing import TYPE_CHECKING

import numpy as np

from wordle_checker import limits
from wordle_checker.errors import CertificateError
from wordle_checker.fast import faults
from wordle_checker.fast.chapters import check_chapter
from wordle_checker.fast.costs import least
from wordle_checker.fast.lemmas import NO_CLASSES, Goal, LemmaChecker
from wordle_checker.fast.symmetries import join_classes, settle_classes
from wordle_checker.fast.table import world_of
from wordle_checker.game import CANDIDATES
from wordle_checker.rounds import ChapterResult, located
from wordle_checker.rules import INFINITE, Shortfall

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from types import TracebackType
    from typing import Self, TypeVar

    from wordle_checker.fast.chapters import Outcome
    from wordle_checker.fast.table import World
    from wordle_checker.game import Game
    from wordle_checker.rounds import Progress, Round

    _T = TypeVar("_T")

_AHEAD = 2
"""Chapters that are read for each thread, before they are checked."""

_PIECES = 64
"""Into how many pieces the openers are cut for the last step, so that it shows how far it is."""

_PATIENCE_SECONDS = 0.1
"""How long the main thread waits before it looks whether it was interrupted."""


class FastChecker:
    """Checks the chapters of one claim after another. As a context, it stops all threads when it ends."""

    def __init__(self, game: Game, n_workers: int) -> None:
        self._game = game
        self._everything = np.arange(len(game.answers), dtype=np.int32)
        self._stop = np.zeros(1, dtype=np.int64)
        self._n_workers = n_workers
        self._pool = ThreadPoolExecutor(n_workers, thread_name_prefix="wordle-checker")
        self._free: deque[LemmaChecker] = deque()
        self._world = self._build()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._end(is_waiting=error is None or isinstance(error, Exception))

    def _build(self) -> World:
        try:
            return _wait_for(self._pool.submit(world_of, self._game, self._stop))
        except BaseException:
            self._end(is_waiting=False)
            raise

    def _end(self, *, is_waiting: bool) -> None:
        """Tells the threads to stop. After Ctrl-C nobody waits: a thread that compiles a kernel takes its time."""
        self._stop[0] = 1
        self._pool.shutdown(wait=is_waiting, cancel_futures=True)

    def check_chapters(self, chapters: Iterable[tuple[int, bytes]], of: Round) -> Iterator[ChapterResult]:
        """Yields what each chapter proves, in their order.

        Raises:
            CertificateError: Something is wrong; the first thing in the order of the file.
        """
        source = iter(chapters)
        waiting: deque[tuple[int, Future[Outcome]]] = deque()
        broken: CertificateError | None = None
        is_through = False
        while True:
            while not is_through and len(waiting) < _AHEAD * self._n_workers:
                try:
                    following = list(islice(source, 1))
                except CertificateError as error:
                    # Chapters before it have not been checked yet, and come first.
                    broken, following = error, []
                is_through = not following
                for number, content in following:
                    waiting.append((number, self._pool.submit(self._check_chapter, content, of)))
            if not waiting:
                break
            number, future = waiting.popleft()
            yield self._result(number, _wait_for(future))
        if broken is not None:
            raise broken

    def check_claim(self, bounds: dict[tuple[int, int], int], of: Round, progress: Progress) -> Shortfall | None:
        """Checks a claim against the entries of all its chapters; returns None if it is proven."""
        # The space of threads that have read chapters makes room for the view of all answers.
        self._free.clear()
        bound = INFINITE if of.bound is None else of.bound
        if bound <= least(len(self._everything), of.n_left, self._world.n_branches):
            return None
        entries = np.array(
            [(guess, self._world.feedback_of[code], bounds[guess, code]) for guess, code in sorted(bounds)],
            dtype=np.int64,
        ).reshape(-1, 3)
        no_demands = np.zeros(self._world.words.shape[1] + self._world.n_symbols, dtype=np.int32)
        every = np.arange(len(self._game.allowed), dtype=np.int32)
        legal = self._world.guess_of if self._game.rule == CANDIDATES else every
        if of.opener is not None:
            opener = of.opener
            goal = Goal(self._everything, of.n_left, no_demands, legal, NO_CLASSES, bound)
            known = self._run(lambda lemmas: lemmas.known_cost(goal, opener, entries))
            return None if known >= bound else Shortfall(self._game.allowed[opener], int(known))
        goal = Goal(self._everything, of.n_left, no_demands, legal, self._roots(of), bound)
        survey = self._run(lambda lemmas: lemmas.survey(goal, is_shared=True))
        n_openers = len(survey.places)
        n_pieces = 1 if len(goal.roots) else min(_PIECES, n_openers)
        borders = [n_openers * piece // max(n_pieces, 1) for piece in range(n_pieces + 1)]

        def search(first: int, last: int) -> tuple[int, int]:
            return self._with_lemmas(lambda lemmas: lemmas.find_among(survey, first, last, entries))

        futures = [self._pool.submit(search, first, last) for first, last in pairwise(borders)]
        for done, future in enumerate(futures):
            progress(borders[done], n_openers, "openers")
            guess, known = _wait_for(future)
            if guess >= 0:
                return Shortfall(self._game.allowed[guess], int(known))
        return None

    def _check_chapter(self, content: bytes, of: Round) -> Outcome:
        opener = -1 if of.opener is None else of.opener
        terms = (of.n_left, opener, limits.MOST_KEPT)
        return self._with_lemmas(lambda lemmas: check_chapter(self._world, lemmas, content, *terms))

    def _result(self, number: int, outcome: Outcome) -> ChapterResult:
        if outcome.fault != faults.NONE:
            turns = [(guess, int(self._world.codes[feedback])) for guess, feedback in outcome.turns]
            error = faults.error_of(self._game, outcome.fault, outcome.details, outcome.n_of_part, turns)
            raise located(error, number, outcome.n_lemmas)
        codes = self._world.codes.tolist()
        bounds = {(guess, codes[feedback]): bound for guess, feedback, bound in outcome.entries.tolist()}
        return ChapterResult(bounds, outcome.n_lemmas)

    def _roots(self, of: Round) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
        if not of.symmetries:
            return np.empty(0, dtype=np.int32)
        roots = np.arange(len(self._game.allowed), dtype=np.int32)
        for places, symbols in of.symmetries:
            numbers = np.array(places, dtype=np.int64), np.array(symbols, dtype=np.int64)
            fault = join_classes(self._world, self._everything, *numbers, roots)
            if fault != faults.NONE:
                raise faults.error_of(self._game, fault, (0, 0))
        settle_classes(roots)
        return roots

    def _run(self, task: Callable[[LemmaChecker], _T]) -> _T:
        return _wait_for(self._pool.submit(self._with_lemmas, task))

    def _with_lemmas(self, task: Callable[[LemmaChecker], _T]) -> _T:
        """Runs a task in a thread, with space that no other has at the same time."""
        try:
            lemmas = self._free.pop()
        except IndexError:
            lemmas = LemmaChecker(self._world, self._stop)
        try:
            return task(lemmas)
        finally:
            self._free.append(lemmas)


def _wait_for(future: Future[_T]) -> _T:
    """Waits for a result; Ctrl-C is noticed on every system."""
    while True:
        try:
            return future.result(_PATIENCE_SECONDS)
        except TimeoutError:
            if future.done():
                raise
