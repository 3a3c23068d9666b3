"""Checks chapters in plain Python, frame by frame, each lemma by the rules of `rules.py`: slow, but easy to read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from wordle_checker import limits
from wordle_checker.errors import CertificateError, Reason
from wordle_checker.game import HARD, NO_DEMANDS, Demands
from wordle_checker.limits import END, FIRST_STEP, KEPT_END, PART, SYMMETRIES
from wordle_checker.rules import (
    INFINITE,
    Entries,
    Position,
    below,
    divide,
    lemma,
    lemma_for_opener,
    part,
    start,
    symmetry,
    use,
)
from wordle_checker.statements import ChapterResult, describe_lemma, located
from wordle_checker.varints import Numbers

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wordle_checker.game import Game
    from wordle_checker.header import Claim, Header
    from wordle_checker.rules import Shortfall
    from wordle_checker.statements import Progress


@dataclass
class _Frame:
    """A frame that is being read: its position, the guesses and feedbacks that lead to it, and the entries so far."""

    position: Position
    n_of_part: int = 0
    """How many answers the frame's part has; 0 outside a part."""

    path: tuple[tuple[str, int], ...] = ()
    entries: Entries = field(default_factory=Entries)
    last_guess: int = 0
    """The number of the last entry's guess."""

    has_begun: bool = False
    """Whether any item has been read; symmetries must come first."""


class PlainChecker:
    """Checks the chapters of one claim after another, in plain Python."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def check_chapters(
        self, chapters: Iterable[tuple[int, bytes]], claim: Claim, opener: int | None
    ) -> Iterator[ChapterResult]:
        """Checks every lemma of the chapters of a claim; yields what each chapter proves.

        Raises:
            CertificateError: A chapter is malformed, or a lemma does not follow.
        """
        for number, content in chapters:
            yield _ChapterCheck(self._game, number, content, claim.n_left, opener).run()

    def check_claim(
        self, bounds: dict[tuple[int, int], int], claim: Claim, header: Header, progress: Progress
    ) -> Shortfall | None:
        """Checks a claim against the entries of all its chapters; returns None if it is proven."""
        progress(0, 1, "the claim")
        outermost = start(self._game, claim.n_left)
        images = [symmetry(self._game, *each, outermost.candidates) for each in header.symmetries]
        entries = {(self._game.allowed[guess], feedback): bound for (guess, feedback), bound in bounds.items()}
        bound = INFINITE if claim.bound is None else claim.bound
        if header.opener is not None:
            return lemma_for_opener(self._game, self._game.allowed[header.opener], outermost, bound, Entries(entries))
        return lemma(self._game, outermost, bound, Entries(entries, images))


class _ChapterCheck:
    """The check of one chapter."""

    def __init__(self, game: Game, number: int, content: bytes, limit: int, opener: int | None) -> None:
        self._game = game
        self._limit = limit
        self._opener = opener
        self._number = number
        self._numbers = Numbers(content)
        self._kept: dict[int, tuple[Position, int]] = {}
        self._n_kept_members = 0
        self._n_lemmas = 0

    def run(self) -> ChapterResult:
        outermost = _Frame(start(self._game, self._limit))
        try:
            while not self._numbers.is_at_end():
                tag = self._numbers.next()
                if tag < PART:
                    raise CertificateError(Reason.ENTRY, "the outermost frame may contain only entries and parts")
                if tag == PART:
                    self._part()
                else:
                    self._entry(outermost, tag)
        except CertificateError as error:
            raise located(error, self._number, self._n_lemmas) from None
        index = self._game.allowed.index
        bounds = {(index(guess), feedback): bound for (guess, feedback), bound in outermost.entries.bounds.items()}
        return ChapterResult(bounds, self._n_lemmas)

    def _frame(self, frame: _Frame) -> int:
        """Reads a frame to its end, checks its lemma, and returns the lemma's bound."""
        while (tag := self._numbers.next()) not in (END, KEPT_END):
            if tag == SYMMETRIES:
                self._symmetries(frame)
            elif tag == PART:
                raise CertificateError(Reason.ENTRY, "a part is not in the outermost frame")
            else:
                self._entry(frame, tag)
        n = len(frame.position.candidates)
        value = self._numbers.next()
        bound = 2 * n - 1 + value - 1 if value else INFINITE
        if value > limits.LARGEST_BOUND:
            raise CertificateError(Reason.FILE, "a bound has more than 32 bits")
        shortfall = lemma(self._game, frame.position, bound, frame.entries)
        if shortfall is not None:
            found = (frame.n_of_part, frame.path, n, frame.position.n_left, bound)
            raise CertificateError(Reason.LEMMA, describe_lemma(self._game, *found, shortfall))
        if tag == KEPT_END:
            self._n_kept_members += n
            if self._n_kept_members > limits.MOST_KEPT:
                raise CertificateError(Reason.COUNT, f"the kept lemmas have more than {limits.MOST_KEPT} members")
            self._kept[self._n_lemmas] = (frame.position, bound)
        self._n_lemmas += 1
        return bound

    def _part(self) -> None:
        """Reads a part, including its frame."""
        answers = self._game.answers
        n_left = self._numbers.next()
        if not 0 < n_left <= self._limit:
            raise CertificateError(Reason.ENTRY, f"a part has {n_left} guesses left, not 1 to {self._limit}")
        n = self._numbers.next()
        if not 0 < n <= len(answers):
            raise CertificateError(Reason.ENTRY, f"a part has {n} answers, not 1 to {len(answers)}")
        members: list[str] = []
        last = 0
        for _ in range(n):
            step = self._numbers.next()
            if members and step == 0:
                raise CertificateError(Reason.ENTRY, "the answers of a part do not ascend")
            last += step
            if last >= len(answers):
                raise CertificateError(Reason.ENTRY, "a part has an answer that does not exist")
            members.append(answers[last])
        position = part(members, n_left, self._demands())
        if not all(self._game.is_legal(word, position.candidates, position.demands) for word in members):
            raise CertificateError(Reason.ENTRY, "an answer of a part does not meet its demands")
        self._frame(_Frame(position, n))

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
        game, position = self._game, frame.position
        step, is_use = divmod(tag - FIRST_STEP, 2)
        is_outermost = not frame.path and not frame.n_of_part
        frame.last_guess += step
        frame.has_begun = True
        if frame.last_guess >= len(game.allowed):
            raise CertificateError(Reason.ENTRY, f"there is no guess {frame.last_guess}")
        guess = game.allowed[frame.last_guess]
        if not game.is_legal(guess, position.candidates, position.demands):
            raise CertificateError(Reason.ENTRY, f"{guess} is not legal there")
        if is_outermost and self._opener not in (None, frame.last_guess):
            raise CertificateError(Reason.ENTRY, f"{guess} is not the opener")
        feedback = self._numbers.next()
        if feedback == game.winning:
            raise CertificateError(Reason.ENTRY, f"nothing is left to prove where {guess} wins")
        cell = divide(game, guess, position.candidates).get(feedback)
        if cell is None:
            raise CertificateError(Reason.ENTRY, f"no candidate gives {guess} the feedback {feedback}")
        if (guess, feedback) in frame.entries.bounds:
            raise CertificateError(Reason.ENTRY, f"a second entry for {guess} {game.show(feedback)}")
        inner = below(game, position, guess, feedback, cell)
        if is_use:
            bound = self._use(self._numbers.next(), inner)
        elif inner.n_left == 0:
            raise CertificateError(Reason.ENTRY, "frames are nested deeper than guesses are left")
        else:
            bound = self._frame(_Frame(inner, frame.n_of_part, (*frame.path, (guess, feedback))))
        frame.entries.bounds[guess, feedback] = bound

    def _use(self, number: int, cell: Position) -> int:
        if number not in self._kept:
            raise CertificateError(Reason.USE, f"lemma {number} was not kept before")
        proven, bound = self._kept[number]
        return use(self._game, proven, bound, cell)

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
            places = [self._numbers.next() for _ in range(self._game.length)]
            symbols = [self._numbers.next() for _ in self._game.symbols]
            frame.entries.maps.append(symmetry(self._game, places, symbols, frame.position.candidates))
