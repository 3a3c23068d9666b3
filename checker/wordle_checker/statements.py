"""The result of a chapter, and the words of what is proven and of what is not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from wordle_checker.errors import CertificateError
from wordle_checker.rules import INFINITE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_checker.game import Game
    from wordle_checker.header import Claim
    from wordle_checker.rules import Shortfall

_WITH_COMMA = 10_000


class Progress(Protocol):
    """A callback for progress: the amount done, the total amount (0 if unknown), and what is counted."""

    def __call__(self, done: int, total: int, what: str) -> None:
        """Receives the progress."""


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


def describe_lemma(
    game: Game,
    n_of_part: int,
    path: Sequence[tuple[str, int]],
    n: int,
    n_left: int,
    bound: int,
    shortfall: Shortfall,
) -> str:
    """Describes a lemma that does not hold, and the guess that falls short.

    The lemma has `n` candidates; it is in a part of `n_of_part` answers, or in none if that is 0.
    """
    where = []
    guesses_left = counted(n_left, "guess", "guesses")
    if n_of_part:
        where.append(f"in a part of {counted(n_of_part, 'answer')}")
    if path:
        turns = ", ".join(f"{guess} {game.show(feedback)}" for guess, feedback in path)
        where += [f"after {turns}", f"with {counted(n, 'candidate')} and {guesses_left} left"]
    else:
        where.append(f"with {guesses_left} left")
    return (
        f"{', '.join(where)}, it claims {say(bound)}; but {shortfall.guess} has a known cost of only {shortfall.known}"
    )


def say(bound: int) -> str:
    """Returns a bound in words."""
    return "that there is no strategy" if bound == INFINITE else f"a total of at least {bound}"


def counted(n: int, one: str, many: str = "") -> str:
    """Returns a number with its noun; numbers of four digits have no comma."""
    return f"{n if n < _WITH_COMMA else format(n, ',')} {one if n == 1 else many or one + 's'}"


def describe_claim(game: Game, claim: Claim, shortfall: Shortfall) -> str:
    """Describes a claim that does not hold, and the opener that falls short."""
    return (
        f"for {counted(len(game.answers), 'answer')} and {counted(claim.n_left, 'guess', 'guesses')} it claims "
        f"{say(INFINITE if claim.bound is None else claim.bound)}; "
        f"but the opener {shortfall.guess} has a known cost of only {shortfall.known}"
    )
