"""A game: its answers, its allowed guesses, its feedback rule and its legality rule, as one frozen value."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from wordle_compiler.game.words import WordList, name_some
from wordle_compiler.machine.errors import InputError
from wordle_runtime import layout


class Rule(enum.StrEnum):
    """Which guesses are legal."""

    ANY = "any"
    """Every allowed word is legal at every turn."""
    HARD = "hard"
    """Greens stay in place, and every letter seen green or yellow is reused as often as it was seen. Wordle only."""
    CANDIDATES = "candidates"
    """Only answers that are still possible are legal."""


@dataclass(frozen=True)
class Game:
    """A game of guessing a hidden word or code. Two games are equal if and only if their fingerprints are.

    Raises:
        InputError: The rule or the kind is unknown, the two cannot be combined, the lists have different word lengths,
            or an answer is not allowed as a guess.
    """

    answers: WordList
    """The words that may be hidden, ascending, without repeats."""
    allowed: WordList
    """The words that may be guessed, ascending, without repeats; contains every answer."""
    rule: Rule = Rule.ANY
    """Which allowed words are legal at a turn."""
    kind: str = layout.WORDLE
    """The feedback rule, by its name in the tree file: `wordle`, or `mastermind`, whose words are codes."""

    def __post_init__(self) -> None:
        if self.rule not in list(Rule):
            raise InputError(f"there is no rule {self.rule!a}: choose one of {', '.join(Rule)}")
        if self.kind not in layout.KINDS:
            raise InputError(f"there is no kind of game {self.kind!a}: choose one of {', '.join(layout.KINDS)}")
        if self.rule == Rule.HARD and self.kind != layout.WORDLE:
            has = f"rule hard is about green and yellow letters, which kind {self.kind} does not have"
            raise InputError(f"{has}: use rule {Rule.ANY} or {Rule.CANDIDATES}")
        object.__setattr__(self, "rule", Rule(self.rule))
        if self.answers.length != self.allowed.length:
            raise InputError(
                f"the answers in {self.answers.name} have {self.answers.length} letters, "
                f"the allowed words in {self.allowed.name} have {self.allowed.length}: use lists of one length"
            )
        if missing := sorted(set(self.answers.words) - set(self.allowed.words)):
            verb = "is" if len(missing) == 1 else "are"
            raise InputError(
                f"{len(missing)} of the {len(self.answers.words)} answers in {self.answers.name} {verb} not in "
                f"{self.allowed.name} ({name_some(missing)}) and could never be guessed: "
                f"name other answers, or a list of allowed words that has them, such as the answers"
            )

    @cached_property
    def length(self) -> int:
        """The number of letters (code points) in every word."""
        return self.answers.length

    @cached_property
    def n_feedbacks(self) -> int:
        """The number of feedback codes; the last code wins the game: all green, or all black."""
        return layout.n_feedbacks(self.kind, self.length)

    @property
    def usual_limit(self) -> int:
        """The limit of guesses where nobody names one: 6 for words.

        For codes it depends on the places and the colours. It is a rule of thumb, not a proven bound. Under rule any:
        roughly one guess for each group of as many colours as there are places, to learn how many of them occur, and
        one for each place, to put them in order; under rule candidates a guess may rule out a single colour. Exact
        search finds the unlimited total within it in every game tried; see the page on games.
        """
        if self.kind == layout.WORDLE:
            return 6
        n_colours = len(set().union(*self.allowed.words))
        return self.length + (n_colours if self.rule == Rule.CANDIDATES else -(-n_colours // self.length))

    def limit(self, max_guesses: int | None) -> int:
        """Returns the limit of guesses to use; None means the usual one.

        Raises:
            InputError: The limit is not between 1 and 255.
        """
        limit = self.usual_limit if max_guesses is None else max_guesses
        if not 1 <= limit <= layout.MAX_GUESSES:
            raise InputError(f"the limit of guesses must be 1 to {layout.MAX_GUESSES}, not {limit}")
        return limit

    @cached_property
    def fingerprint(self) -> bytes:
        """The SHA-256 of the game's description (FORMAT.md), 32 bytes; it binds trees and journals to the game."""
        lists = self.answers.sha256.hex(), self.allowed.sha256.hex()
        return layout.digest_of(("wordle-tree game 1", self.kind, self.rule.value, str(self.length), *lists))

    def as_json(self) -> dict[str, Any]:
        """Returns what every JSON object about the game says of it: its rules, and its lists by name and size."""
        return {
            "kind": self.kind,
            "rule": self.rule.value,
            "answers": self.answers.name,
            "n_answers": len(self.answers),
            "allowed": self.allowed.name,
            "n_allowed": len(self.allowed),
        }
