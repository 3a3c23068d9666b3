"""The fast checker: applies the rules of `plain.py` with kernels, to several chapters at once in threads.

It accepts what `plain.py` accepts, and reports the same first error otherwise. Its results do not depend on the number
of threads. It needs the memory of the feedback table: a byte or two for each pair of an answer and a guess.
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
from wordle_checker.fast.table import lay_out
from wordle_checker.game import CANDIDATES
from wordle_checker.rules import INFINITE, Shortfall
from wordle_checker.statements import ChapterResult

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from types import TracebackType
    from typing import Self, TypeVar

    from wordle_checker.fast.table import GameArrays
    from wordle_checker.game import Game
    from wordle_checker.header import Claim, Header
    from wordle_checker.statements import Progress

    _T = TypeVar("_T")

_QUEUED = 2
"""How many chapters are read ahead for each thread."""

_BATCHES = 64
"""How many batches the openers form when a claim is checked; progress is reported after each."""

_POLL_SECONDS = 0.1
"""How long the main thread waits for a result before it checks for an interrupt."""


class FastChecker:
    """Checks the chapters of one claim after another. As a context manager, it stops its threads at the end."""

    def __init__(self, game: Game, n_workers: int) -> None:
        self._game = game
        self._everything = np.arange(len(game.answers), dtype=np.int32)
        # Needs no lock: it goes from 0 to 1 once, and every kernel reads it regularly.
        self._stop = np.zeros(1, dtype=np.int64)
        self._n_workers = n_workers
        self._pool = ThreadPoolExecutor(n_workers, thread_name_prefix="wordle-checker")
        # The lemma checkers that no thread is using. Needs no lock: a deque's `append` and `pop` are atomic.
        self._free: deque[LemmaChecker] = deque()
        self._arrays = self._build()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._end(is_waiting=error is None or isinstance(error, Exception))

    def _build(self) -> GameArrays:
        try:
            return _wait_for(self._pool.submit(lay_out, self._game, self._stop))
        except BaseException:
            self._end(is_waiting=False)
            raise

    def _end(self, *, is_waiting: bool) -> None:
        """Makes the threads stop. After Ctrl-C it does not wait for them: compiling a kernel cannot be interrupted."""
        self._stop[0] = 1
        self._pool.shutdown(wait=is_waiting, cancel_futures=True)

    def check_chapters(
        self, chapters: Iterable[tuple[int, bytes]], claim: Claim, opener: int | None
    ) -> Iterator[ChapterResult]:
        """Yields what each chapter proves, in their order.

        Raises:
            CertificateError: A chapter is malformed, or a lemma does not follow; the first error in the file's order.
        """
        source = iter(chapters)
        waiting: deque[Future[ChapterResult]] = deque()
        broken: CertificateError | None = None
        is_exhausted = False
        while True:
            while not is_exhausted and len(waiting) < _QUEUED * self._n_workers:
                try:
                    following = list(islice(source, 1))
                except CertificateError as error:
                    # The chapters before it have not been checked yet, and their errors come first.
                    broken, following = error, []
                is_exhausted = not following
                for number, content in following:
                    waiting.append(self._pool.submit(self._check_chapter, number, content, claim.n_left, opener))
            if not waiting:
                break
            yield _wait_for(waiting.popleft())
        if broken is not None:
            raise broken

    def check_claim(
        self, bounds: dict[tuple[int, int], int], claim: Claim, header: Header, progress: Progress
    ) -> Shortfall | None:
        """Checks a claim against the entries of all its chapters; returns None if it is proven."""
        # Free the scratch memory of the chapters before allocating the view of all answers.
        self._free.clear()
        bound = INFINITE if claim.bound is None else claim.bound
        if bound <= least(len(self._everything), claim.n_left, self._arrays.n_branches):
            return None
        entries = np.array(
            [(guess, self._arrays.feedback_of[code], bounds[guess, code]) for guess, code in sorted(bounds)],
            dtype=np.int64,
        ).reshape(-1, 3)
        no_demands = np.zeros(self._arrays.words.shape[1] + self._arrays.n_symbols, dtype=np.int32)
        every = np.arange(len(self._game.allowed), dtype=np.int32)
        legal = self._arrays.guess_of if self._game.rule == CANDIDATES else every
        opener = header.opener
        if opener is not None:
            goal = Goal(self._everything, claim.n_left, no_demands, legal, NO_CLASSES, bound)
            known = self._run(lambda lemmas: lemmas.known_cost(goal, opener, entries))
            return None if known >= bound else Shortfall(self._game.allowed[opener], int(known))
        goal = Goal(self._everything, claim.n_left, no_demands, legal, self._roots(header), bound)
        survey = self._run(lambda lemmas: lemmas.survey(goal, is_shared=True))
        n_openers = len(survey.places)
        n_batches = 1 if len(goal.roots) else min(_BATCHES, n_openers)
        borders = [n_openers * batch // max(n_batches, 1) for batch in range(n_batches + 1)]

        def search(first: int, last: int) -> tuple[int, int]:
            return self._with_lemmas(lambda lemmas: lemmas.find_among(survey, first, last, entries))

        futures = [self._pool.submit(search, first, last) for first, last in pairwise(borders)]
        for done, future in enumerate(futures):
            progress(borders[done], n_openers, "openers")
            guess, known = _wait_for(future)
            if guess >= 0:
                return Shortfall(self._game.allowed[guess], int(known))
        return None

    def _check_chapter(self, number: int, content: bytes, limit: int, opener: int | None) -> ChapterResult:
        terms = (limit, -1 if opener is None else opener, limits.MOST_KEPT)
        return self._with_lemmas(
            lambda lemmas: check_chapter(self._game, self._arrays, lemmas, number, content, *terms)
        )

    def _roots(self, header: Header) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
        if not header.symmetries:
            return np.empty(0, dtype=np.int32)
        roots = np.arange(len(self._game.allowed), dtype=np.int32)
        for places, symbols in header.symmetries:
            numbers = np.array(places, dtype=np.int64), np.array(symbols, dtype=np.int64)
            fault = join_classes(self._arrays, self._everything, *numbers, roots)
            if fault != faults.NONE:
                raise faults.error_of(self._game, fault, (0, 0))
        settle_classes(roots)
        return roots

    def _run(self, task: Callable[[LemmaChecker], _T]) -> _T:
        return _wait_for(self._pool.submit(self._with_lemmas, task))

    def _with_lemmas(self, task: Callable[[LemmaChecker], _T]) -> _T:
        """Runs a task in this thread with a lemma checker that no other thread is using."""
        try:
            lemmas = self._free.pop()
        except IndexError:
            lemmas = LemmaChecker(self._arrays, self._stop)
        try:
            return task(lemmas)
        finally:
            self._free.append(lemmas)


def _wait_for(future: Future[_T]) -> _T:
    """Waits for a result, in short waits: on some platforms, a wait without a timeout would delay Ctrl-C."""
    while True:
        try:
            return future.result(_POLL_SECONDS)
        except TimeoutError:
            if future.done():
                raise
