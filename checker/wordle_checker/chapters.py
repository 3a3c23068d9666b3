"""Reads chapters, frame by frame, and checks each lemma: the only reader, and the only place that decides.

What has to be computed, it asks of the steps (`steps.py`), in plain Python or as kernels. Every number of the
certificate is checked here, before a step receives it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from wordle_checker import limits
from wordle_checker.errors import CertificateError, Reason
from wordle_checker.game import CANDIDATES, HARD, NO_DEMANDS, Demands
from wordle_checker.limits import END, FIRST_STEP, KEPT_END, PART, SYMMETRIES
from wordle_checker.rules import INFINITE, Position, check_permutations, least, use
from wordle_checker.statements import ChapterResult, describe_lemma, located
from wordle_checker.steps import Goal
from wordle_checker.varints import Numbers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from wordle_checker.game import Game
    from wordle_checker.header import Claim, Header
    from wordle_checker.rules import Candidates, Shortfall
    from wordle_checker.statements import Progress
    from wordle_checker.steps import Steps


@dataclass(slots=True)
class _Frame:
    """A frame that is being read: its position, the guesses and feedbacks that lead to it, and the entries so far."""

    position: Position
    n_of_part: int = 0
    """How many answers the frame's part has; 0 outside a part."""

    path: tuple[tuple[int, int], ...] = ()
    bounds: dict[tuple[int, int], int] = field(default_factory=dict)
    """The bounds of its entries, by guess and feedback, ascending by guess."""

    classes: Any = None
    """The classes of guesses under its symmetries; None without."""

    last_guess: int = 0
    """The number of the last entry's guess."""

    divided_by: int = -1
    division: Any = None
    """How the guess `divided_by` divides the candidates; -1 if none has yet."""

    has_begun: bool = False
    """Whether any item has been read; symmetries must come first."""


class CertificateChecker:
    """Checks the chapters of one claim after another, and the claims.

    `watch` is called before every item that is read, and raises an error if the check has taken too long.
    """

    def __init__(self, game: Game, steps: Steps, watch: Callable[[], None]) -> None:
        self._game = game
        self._steps = steps
        self._watch = watch

    def check_symmetries(self, header: Header) -> Any:
        """Checks the symmetries of the set of all answers, and returns the classes that they generate, or None.

        Raises:
            CertificateError: One of them is not a symmetry.
        """
        everything = self._steps.everything()
        classes = None
        for places, symbols in header.symmetries:
            self._watch()
            classes = join_classes(self._game, self._steps, places, symbols, everything, classes)
        return classes

    def check_chapters(
        self, chapters: Iterable[tuple[int, bytes]], claim: Claim, opener: int | None
    ) -> Iterator[ChapterResult]:
        """Checks every lemma of the chapters of a claim; yields what each chapter proves, in their order.

        Raises:
            CertificateError: A chapter is malformed, or a lemma does not follow; the first error in the file's order.
        """

        def check(chapter: tuple[int, bytes]) -> ChapterResult:
            number, content = chapter
            return _ChapterCheck(self._game, self._steps, self._watch, number, content, claim.n_left, opener).run()

        return self._steps.each(check, chapters)

    def check_claim(
        self,
        bounds: dict[tuple[int, int], int],
        claim: Claim,
        opener: int | None,
        classes: Any,
        progress: Progress,
    ) -> Shortfall | None:
        """Checks a claim against the entries of all its chapters; returns None if it is proven.

        `classes` are those of `check_symmetries`.
        """
        everything = self._steps.everything()
        bound = INFINITE if claim.bound is None else claim.bound
        if bound <= least(self._steps.n_branches(), len(everything), claim.n_left):
            return None
        goal = Goal(Position(everything, claim.n_left, NO_DEMANDS), bound, dict(sorted(bounds.items())), classes)
        progress(0, 1, "the claim")
        if opener is not None:
            return self._steps.shortfall_of_opener(goal, opener)
        return self._steps.shortfall(goal, lambda done, total: progress(done, total, "openers"))


def join_classes(
    game: Game, steps: Steps, places: Sequence[int], symbols: Sequence[int], candidates: Candidates, classes: Any
) -> Any:
    """Rule *symmetry*: returns classes of guesses, joined by one more symmetry of a set of candidates.

    Raises:
        CertificateError: The permutations are not a symmetry.
    """
    check_permutations(game, places, symbols)
    images = steps.images(places, symbols)
    if images is None:
        raise CertificateError(Reason.SYMMETRY, "a symmetry does not map the list of codes onto itself")
    if not steps.maps(images, candidates):
        raise CertificateError(Reason.SYMMETRY, "a symmetry does not map the candidates onto themselves")
    return steps.join(classes, images)


class _ChapterCheck:
    """The check of one chapter."""

    def __init__(
        self,
        game: Game,
        steps: Steps,
        watch: Callable[[], None],
        number: int,
        content: bytes,
        limit: int,
        opener: int | None,
    ) -> None:
        self._game = game
        self._steps = steps
        self._watch = watch
        self._limit = limit
        self._opener = opener
        self._number = number
        self._numbers = Numbers(content)
        self._n_branches = steps.n_branches()
        self._kept: dict[int, tuple[Position, int]] = {}
        self._n_kept_members = 0
        self._n_lemmas = 0

    def run(self) -> ChapterResult:
        outermost = _Frame(Position(self._steps.everything(), self._limit, NO_DEMANDS))
        try:
            while not self._numbers.is_at_end():
                self._watch()
                tag = self._numbers.next()
                if tag < PART:
                    raise CertificateError(Reason.ENTRY, "the outermost frame may contain only entries and parts")
                if tag == PART:
                    self._part()
                else:
                    self._entry(outermost, tag)
        except CertificateError as error:
            raise located(error, self._number, self._n_lemmas) from None
        return ChapterResult(outermost.bounds, self._n_lemmas)

    def _frame(self, frame: _Frame) -> int:
        """Reads a frame to its end, checks its lemma, and returns the lemma's bound."""
        while (tag := self._numbers.next()) not in (END, KEPT_END):
            self._watch()
            if tag == SYMMETRIES:
                self._symmetries(frame)
            elif tag == PART:
                raise CertificateError(Reason.ENTRY, "a part is not in the outermost frame")
            else:
                self._entry(frame, tag)
        position = frame.position
        n = len(position.candidates)
        value = self._numbers.next()
        bound = 2 * n - 1 + value - 1 if value else INFINITE
        if value > limits.LARGEST_BOUND:
            raise CertificateError(Reason.FILE, "a bound has more than 32 bits")
        if bound > least(self._n_branches, n, position.n_left):
            shortfall = self._steps.shortfall(Goal(position, bound, frame.bounds, frame.classes))
            if shortfall is not None:
                path = [(self._game.allowed[guess], feedback) for guess, feedback in frame.path]
                found = (frame.n_of_part, path, n, position.n_left, bound)
                raise CertificateError(Reason.LEMMA, describe_lemma(self._game, *found, shortfall))
        if tag == KEPT_END:
            self._n_kept_members += n
            if self._n_kept_members > limits.MOST_KEPT:
                raise CertificateError(Reason.COUNT, f"the kept lemmas have more than {limits.MOST_KEPT} members")
            self._kept[self._n_lemmas] = (position, bound)
        self._n_lemmas += 1
        return bound

    def _part(self) -> None:
        """Reads a part, including its frame."""
        n_answers = len(self._game.answers)
        n_left = self._numbers.next()
        if not 0 < n_left <= self._limit:
            raise CertificateError(Reason.ENTRY, f"a part has {n_left} guesses left, not 1 to {self._limit}")
        n = self._numbers.next()
        if not 0 < n <= n_answers:
            raise CertificateError(Reason.ENTRY, f"a part has {n} answers, not 1 to {n_answers}")
        members: list[int] = []
        last = 0
        for _ in range(n):
            step = self._numbers.next()
            if members and step == 0:
                raise CertificateError(Reason.ENTRY, "the answers of a part do not ascend")
            last += step
            if last >= n_answers:
                raise CertificateError(Reason.ENTRY, "a part has an answer that does not exist")
            members.append(last)
        demands = self._demands()
        if not all(self._game.meets(self._game.answers[member], demands) for member in members):
            raise CertificateError(Reason.ENTRY, "an answer of a part does not meet its demands")
        self._frame(_Frame(Position(self._steps.select(members), n_left, demands), n))

    def _demands(self) -> Demands:
        """Reads the demands of a part; only rule hard has any."""
        game = self._game
        if game.rule != HARD:
            return NO_DEMANDS
        letters = []
        for _ in range(game.length):
            number = self._numbers.next()
            if number > len(game.symbols):
                raise CertificateError(Reason.ENTRY, "a part demands a symbol that does not exist")
            letters.append(game.symbols[number - 1] if number else "")
        counts = []
        for symbol in game.symbols:
            times = self._numbers.next()
            if times > game.length:
                raise CertificateError(
                    Reason.ENTRY, f"a part demands a symbol {times} times, not 0 to {game.length} times"
                )
            if times > 0:
                counts.append((symbol, times))
        return Demands(tuple(letters), tuple(counts))

    def _entry(self, frame: _Frame, tag: int) -> None:
        """Reads an entry that begins with `tag`, including its frame if it has one, and records its bound."""
        game, steps, position = self._game, self._steps, frame.position
        step, is_use = divmod(tag - FIRST_STEP, 2)
        frame.last_guess += step
        frame.has_begun = True
        guess = frame.last_guess
        if guess >= len(game.allowed):
            raise CertificateError(Reason.ENTRY, f"there is no guess {guess}")
        word = game.allowed[guess]
        is_legal = (
            steps.contains(position.candidates, guess)
            if game.rule == CANDIDATES
            else game.meets(word, position.demands)
        )
        if not is_legal:
            raise CertificateError(Reason.ENTRY, f"{word} is not legal there")
        if self._opener not in (None, guess) and not frame.path and not frame.n_of_part:
            raise CertificateError(Reason.ENTRY, f"{word} is not the opener")
        feedback = self._numbers.next()
        if feedback == game.winning:
            raise CertificateError(Reason.ENTRY, f"nothing is left to prove where {word} wins")
        if frame.divided_by != guess:
            frame.divided_by, frame.division = guess, steps.divide(position.candidates, guess)
        cell = steps.cell(position.candidates, frame.division, feedback)
        if len(cell) == 0:
            raise CertificateError(Reason.ENTRY, f"no candidate gives {word} the feedback {feedback}")
        if (guess, feedback) in frame.bounds:
            raise CertificateError(Reason.ENTRY, f"a second entry for {word} {game.show(feedback)}")
        inner = Position(cell, position.n_left - 1, game.demands_after(position.demands, word, feedback))
        if is_use:
            bound = self._use(self._numbers.next(), inner)
        elif inner.n_left == 0:
            raise CertificateError(Reason.ENTRY, "frames are nested deeper than guesses are left")
        else:
            bound = self._frame(_Frame(inner, frame.n_of_part, (*frame.path, (guess, feedback))))
        frame.bounds[guess, feedback] = bound

    def _use(self, number: int, cell: Position) -> int:
        if number not in self._kept:
            raise CertificateError(Reason.USE, f"lemma {number} was not kept before")
        proven, bound = self._kept[number]
        return use(self._game, proven, bound, cell, self._steps.is_part)

    def _symmetries(self, frame: _Frame) -> None:
        if frame.has_begun:
            raise CertificateError(Reason.SYMMETRY, "symmetries may occur only once, before all entries")
        frame.has_begun = True
        n_symmetries = self._numbers.next()
        if not 0 < n_symmetries <= limits.MOST_SYMMETRIES:
            raise CertificateError(
                Reason.SYMMETRY, f"a frame has {n_symmetries} symmetries, not 1 to {limits.MOST_SYMMETRIES}"
            )
        for _ in range(n_symmetries):
            self._watch()
            places = [self._numbers.next() for _ in range(self._game.length)]
            symbols = [self._numbers.next() for _ in self._game.symbols]
            candidates = frame.position.candidates
            frame.classes = join_classes(self._game, self._steps, places, symbols, candidates, frame.classes)
