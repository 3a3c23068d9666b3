"""What the plain and the fast checker share: the statement to check, the result of a chapter, and error messages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from wordle_checker.errors import CertificateError
from wordle_checker.rules import INFINITE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_checker.game import Game
    from wordle_checker.rules import Shortfall


class Progress(Protocol):
    """A callback for progress: the amount done, the total amount (0 if unknown), and what is counted."""

    def __call__(self, done: int, total: int, what: str) -> None:
        """Receives the progress."""


@dataclass(frozen=True)
class Statement:
    """A claim with everything that its proof may use.

    Attributes:
        n_left: The most guesses that a strategy may take.
        bound: The least total; None claims that no strategy exists.
        opener: The opener's place in the allowed list; None means every strategy.
        symmetries: Symmetries of the set of all answers: places and symbols.
    """

    n_left: int
    bound: int | None
    opener: int | None
    symmetries: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]


@dataclass(frozen=True)
class ChapterResult:
    """What a chapter proves.

    Attributes:
        bounds: The least costs of openers' cells, by the opener's place in the allowed list and the feedback.
        n_lemmas: How many lemmas the chapter has.
    """

    bounds: dict[tuple[int, int], int]
    n_lemmas: int


def located(error: CertificateError, chapter: int, n_lemmas: int) -> CertificateError:
    """Adds the location to an error: the chapter, and the number of the next lemma."""
    return CertificateError(error.reason, f"chapter {chapter}, lemma {n_lemmas}: {error}")


@dataclass(frozen=True)
class Lemma:
    """A lemma, as error messages describe it.

    Attributes:
        n_of_part: How many answers the lemma's part has; 0 outside a part.
        path: The guesses and feedbacks that lead to the lemma.
        n: How many candidates there are.
        n_left: How many guesses are left.
        bound: The lemma's bound.
    """

    n_of_part: int
    path: Sequence[tuple[str, int]]
    n: int
    n_left: int
    bound: int


def describe_lemma(game: Game, lemma: Lemma, shortfall: Shortfall) -> str:
    """Describes a lemma that does not hold, and the guess that falls short."""
    where = []
    n_left = counted(lemma.n_left, "guess", "guesses")
    if lemma.n_of_part:
        where.append(f"in a part of {counted(lemma.n_of_part, 'answer')}")
    if lemma.path:
        turns = ", ".join(f"{guess} {game.show(feedback)}" for guess, feedback in lemma.path)
        where += [f"after {turns}", f"with {counted(lemma.n, 'candidate')} and {n_left} left"]
    else:
        where.append(f"with {n_left} left")
    return (
        f"{', '.join(where)}, it claims {say(lemma.bound)}; "
        f"but {shortfall.guess} has a known cost of only {shortfall.known}"
    )


def say(bound: int) -> str:
    """Returns a bound in words."""
    return "that there is no strategy" if bound == INFINITE else f"a total of at least {bound}"


def counted(n: int, one: str, many: str = "") -> str:
    """Returns a number with a noun in the singular or plural."""
    return f"{n:,} {one if n == 1 else many or one + 's'}"


def describe_claim(game: Game, statement: Statement, shortfall: Shortfall) -> str:
    """Describes a claim that does not hold, and the opener that falls short."""
    return (
        f"for {counted(len(game.answers), 'answer')} and {counted(statement.n_left, 'guess', 'guesses')} it claims "
        f"{say(INFINITE if statement.bound is None else statement.bound)}; "
        f"but the opener {shortfall.guess} has a known cost of only {shortfall.known}"
    )
