"""Reads chapters, frame by frame, and checks each lemma: the only reader, and the only place that decides.

What has to be computed, it asks of the steps (`steps.py`), in plain Python or as kernels. Every number of the
certificate is checked here, before a step receives it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from wordle_checker.errors import CertificateError
from wordle_checker.game import CANDIDATES, HARD, NO_DEMANDS, Demands
from wordle_checker.header import MOST_SYMMETRIES
from wordle_checker.packed import read_numbers
from wordle_checker.rules import INFINITE, Classes, Position, join_classes, least, use
from wordle_checker.statements import describe, say
from wordle_checker.steps import Goal

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordle_checker.game import Game
    from wordle_checker.header import Header
    from wordle_checker.steps import PlainSteps


END, KEPT_END, SYMMETRIES, PART, FIRST_STEP = range(5)
"""The tags of the items in a frame.

A tag of at least `FIRST_STEP` begins an entry: it is `FIRST_STEP` plus twice the step, plus 1 if the entry uses a
lemma.
"""

LARGEST_BOUND = (1 << 32) - 1
"""The largest number that may encode a finite bound."""

MOST_KEPT = 1 << 26
"""The most members in all lemmas that a chapter keeps."""


@dataclass(slots=True)
class _Frame:
    """A frame that is being read: its position, the guesses and feedbacks that lead to it, and the entries so far."""

    position: Position
    n_of_part: int = 0
    """How many answers the frame's part has; 0 outside a part."""

    path: tuple[tuple[int, int], ...] = ()
    bounds: dict[tuple[int, int], int] = field(default_factory=dict)
    """The bounds of its entries, by guess and feedback, ascending by guess."""

    classes: Classes = field(default_factory=dict)
    """The classes of guesses under its symmetries; empty without."""

    last_guess: int = 0
    """The number of the last entry's guess."""

    divided_by: int = -1
    division: Any = None
    """How the guess `divided_by` divides the candidates; -1 if none has yet."""

    has_begun: bool = False
    """Whether any item has been read; symmetries must come first."""


class ChapterCheck:
    """The check of one chapter of a claim.

    `watch` is called before every item that is read, and raises an error if the check has taken too long.
    """

    def __init__(
        self,
        game: Game,
        steps: PlainSteps,
        watch: Callable[[], None],
        chapter: tuple[int, bytes],
        limit: int,
        header: Header,
    ) -> None:
        """Takes the chapter's number and content, the claim's limit, and the certificate's header."""
        self._game = game
        self._steps = steps
        self._watch = watch
        self._limit = limit
        self._header = header
        self._number, content = chapter
        self._numbers = read_numbers(content)
        self._kept: dict[int, tuple[Position, int]] = {}
        self._n_kept_members = 0
        self._n_lemmas = 0

    def run(self) -> tuple[dict[tuple[int, int], int], int]:
        """Checks every lemma; returns what openers' cells cost at least, by guess and feedback, and how many lemmas.

        Raises:
            CertificateError: The chapter is malformed, or a lemma does not follow; the first error in the file's order.
        """
        outermost = _Frame(Position(self._steps.everything(), self._limit, NO_DEMANDS))
        try:
            for tag in self._numbers:
                self._watch()
                if tag < PART:
                    raise CertificateError("the outermost frame may contain only entries and parts")
                if tag == PART:
                    self._part()
                else:
                    self._entry(outermost, tag)
        except CertificateError as error:
            where = f"chapter {self._number}, lemma {self._n_lemmas}"
            raise CertificateError(f"{where}: {error}") from None
        return outermost.bounds, self._n_lemmas

    def _next(self) -> int:
        """Reads a number."""
        for number in self._numbers:
            return number
        raise CertificateError("a number is cut off")

    def _frame(self, frame: _Frame) -> int:
        """Reads a frame to its end, checks its lemma, and returns the lemma's bound."""
        while (tag := self._next()) not in (END, KEPT_END):
            self._watch()
            if tag == SYMMETRIES:
                self._symmetries(frame)
            elif tag == PART:
                raise CertificateError("a part is not in the outermost frame")
            else:
                self._entry(frame, tag)
        position = frame.position
        n = len(position.candidates)
        value = self._next()
        bound = 2 * n - 1 + value - 1 if value else INFINITE
        if value > LARGEST_BOUND:
            raise CertificateError("a bound has more than 32 bits")
        if bound > least(self._steps.n_branches(), n, position.n_left):
            shortfall = self._steps.shortfall(Goal(position, bound, frame.bounds, frame.classes))
            if shortfall is not None:
                where = describe(self._game, frame.n_of_part, frame.path, n, position.n_left)
                raise CertificateError(f"{where}, it {say(bound, shortfall)}")
        if tag == KEPT_END:
            self._n_kept_members += n
            if self._n_kept_members > MOST_KEPT:
                raise CertificateError(f"the kept lemmas have more than {MOST_KEPT} members")
            self._kept[self._n_lemmas] = (position, bound)
        self._n_lemmas += 1
        self._header.check_count(self._n_lemmas)
        return bound

    def _part(self) -> None:
        """Reads a part, including its frame."""
        n_answers = len(self._game.answers)
        n_left = self._next()
        if not 0 < n_left <= self._limit:
            raise CertificateError(f"a part has {n_left} guesses left, not 1 to {self._limit}")
        n = self._next()
        if not 0 < n <= n_answers:
            raise CertificateError(f"a part has {n} answers, not 1 to {n_answers}")
        steps = [self._next() for _ in range(n)]
        if 0 in steps[1:]:
            raise CertificateError("the answers of a part do not ascend")
        members = list(accumulate(steps))
        if members[-1] >= n_answers:
            raise CertificateError("a part has an answer that does not exist")
        demands = self._demands()
        if not all(self._game.meets(self._game.answers[member], demands) for member in members):
            raise CertificateError("an answer of a part does not meet its demands")
        self._frame(_Frame(Position(self._steps.select(members), n_left, demands), n))

    def _demands(self) -> Demands:
        """Reads the demands of a part; only rule hard has any."""
        game = self._game
        if game.rule != HARD:
            return NO_DEMANDS
        letters = []
        for _ in range(game.length):
            if (number := self._next()) > len(game.symbols):
                raise CertificateError("a part demands a symbol that does not exist")
            letters.append(game.symbols[number - 1] if number else "")
        counts = []
        for symbol in game.symbols:
            if (times := self._next()) > game.length:
                raise CertificateError(f"a part demands a symbol {times} times, not 0 to {game.length} times")
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
            raise CertificateError(f"there is no guess {guess}")
        word = game.allowed[guess]
        if frame.divided_by != guess:
            is_legal = (
                steps.contains(position.candidates, guess)
                if game.rule == CANDIDATES
                else game.meets(word, position.demands)
            )
            if not is_legal:
                raise CertificateError(f"{word} is not legal there")
            if self._header.opener not in (None, guess) and not frame.path and not frame.n_of_part:
                raise CertificateError(f"{word} is not the opener")
            frame.divided_by, frame.division = guess, steps.divide(position.candidates, guess)
        feedback = self._next()
        if feedback == game.winning:
            raise CertificateError(f"nothing is left to prove where {word} wins")
        cell = steps.cell(position.candidates, frame.division, feedback)
        if len(cell) == 0:
            raise CertificateError(f"no candidate gives {word} the feedback {feedback}")
        if (guess, feedback) in frame.bounds:
            raise CertificateError(f"a second entry for {word} {game.show(feedback)}")
        inner = Position(cell, position.n_left - 1, game.demands_after(position.demands, word, feedback))
        if is_use:
            if (number := self._next()) not in self._kept:
                raise CertificateError(f"lemma {number} was not kept before")
            bound = use(game, *self._kept[number], inner, steps.is_part)
        elif inner.n_left == 0:
            raise CertificateError("frames are nested deeper than guesses are left")
        else:
            bound = self._frame(_Frame(inner, frame.n_of_part, (*frame.path, (guess, feedback))))
        frame.bounds[guess, feedback] = bound

    def _symmetries(self, frame: _Frame) -> None:
        if frame.has_begun:
            raise CertificateError("symmetries may occur only once, before all entries")
        frame.has_begun = True
        n_symmetries = self._next()
        if not 0 < n_symmetries <= MOST_SYMMETRIES:
            raise CertificateError(f"a frame has {n_symmetries} symmetries, not 1 to {MOST_SYMMETRIES}")
        candidates = self._steps.words(frame.position.candidates)
        for _ in range(n_symmetries):
            self._watch()
            places = [self._next() for _ in range(self._game.length)]
            symbols = [self._next() for _ in self._game.symbols]
            join_classes(self._game, places, symbols, candidates, frame.classes)
