"""The game: its words, the feedback of a guess, and which guesses are legal. Written independently, from FORMAT.md."""

from __future__ import annotations

import hashlib
import unicodedata
from collections import Counter
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

WORDLE = "wordle"
MASTERMIND = "mastermind"
ANY = "any"
HARD = "hard"
CANDIDATES = "candidates"

_REMEMBERED = 1 << 20


class Demands(NamedTuple):
    """What rule `hard` demands of a guess; the same demands always give equal values.

    Attributes:
        letters: The letter required in each place; empty if any letter may stand there.
        counts: Letters with the least number of times that each must be used, ascending.
    """

    letters: tuple[str, ...]
    counts: tuple[tuple[str, int], ...]


NO_DEMANDS = Demands((), ())


@dataclass(frozen=True, eq=False)
class Game:
    """The game that a certificate is about. It equals only itself, so that caches look it up quickly.

    Attributes:
        kind: The feedback rule, `wordle` or `mastermind`.
        rule: Which guesses are legal: `any`, `hard` or `candidates`.
        answers: The words that may be hidden, ascending by code point.
        allowed: The words that may be guessed, ascending by code point; each answer is one of them.
    """

    kind: str
    rule: str
    answers: tuple[str, ...]
    allowed: tuple[str, ...]

    @cached_property
    def length(self) -> int:
        """How many letters each word has."""
        return len(letters(self.allowed[0]))

    @cached_property
    def winning(self) -> int:
        """The feedback that wins: all green, all black."""
        return 3**self.length - 1 if self.kind == WORDLE else self.length * (self.length + 1)

    @property
    def fingerprint(self) -> bytes:
        """The SHA-256 that identifies this game; see FORMAT.md."""
        digests = [sha256_of(words).hex() for words in (self.answers, self.allowed)]
        lines = ("wordle-tree game 1", self.kind, self.rule, str(self.length), *digests)
        return hashlib.sha256("".join(f"{line}\n" for line in lines).encode("utf-8")).digest()

    @cached_property
    def n_branches(self) -> int:
        """How many different feedbacks, except the winning one, any allowed guess gets from any answer."""
        codes = {self.feedback(guess, answer) for guess in self.allowed for answer in self.answers}
        return len(codes - {self.winning})

    @cached_property
    def symbols(self) -> tuple[str, ...]:
        """The symbols that occur in the allowed list, ascending by code point."""
        return tuple(sorted({symbol for word in self.allowed for symbol in letters(word)}))

    def feedback(self, guess: str, answer: str) -> int:
        """Returns the feedback of a guess as a number; see FORMAT.md."""
        return wordle_feedback(guess, answer) if self.kind == WORDLE else mastermind_feedback(guess, answer)

    def show(self, feedback: int) -> str:
        """Returns a feedback in readable form: digits such as `22100`, or `2b1w`."""
        if self.kind == WORDLE:
            return "".join(map(str, marks(feedback, self.length)))
        blacks, whites = divmod(feedback, self.length + 1)
        return f"{blacks}b{whites}w"

    def demands_after(self, demands: Demands, guess: str, feedback: int) -> Demands:
        """Adds a turn to the demands; there are none under a rule other than `hard`."""
        if self.rule != HARD:
            return NO_DEMANDS
        colours = marks(feedback, self.length)
        before = demands.letters or ("",) * self.length
        played = letters(guess)
        required = tuple(
            played[place] if colour == 2 else before[place]  # Guesses are legal, so a green letter never changes.
            for place, colour in enumerate(colours)
        )
        shown = Counter(letter for letter, colour in zip(played, colours, strict=True) if colour > 0)
        counts = Counter(dict(demands.counts)) | shown
        return Demands(required, tuple(sorted(counts.items())))

    def is_legal(self, guess: str, candidates: frozenset[str], demands: Demands) -> bool:
        """Returns whether an allowed word is legal with these candidates and demands."""
        return guess in candidates if self.rule == CANDIDATES else self.meets(guess, demands)

    def meets(self, word: str, demands: Demands) -> bool:
        """Returns whether a word meets demands."""
        own = letters(word)
        stands = all(letter in ("", own[place]) for place, letter in enumerate(demands.letters))
        return stands and all(own.count(letter) >= times for letter, times in demands.counts)


def letters(word: str) -> Sequence[str]:
    """Returns the letters of a word: code points, with the marks that follow and what U+034F joins; see FORMAT.md."""
    if word.isascii():
        return word
    found = [word[:1]]
    for before, point in pairwise(word):
        if before == "\u034f" or unicodedata.category(point).startswith("M"):
            found[-1] += point
        else:
            found.append(point)
    return ["σ" if letter == "ς" else letter for letter in found]


@lru_cache(maxsize=_REMEMBERED)
def wordle_feedback(guess: str, answer: str) -> int:
    """Returns a feedback of Wordle: base 3, the first place the most significant, 2 green, 1 yellow, 0 grey.

    A letter is green if the answer has it in the same place. Each other letter of the answer makes at most one letter
    of the guess yellow, the leftmost first.
    """
    pairs = tuple(zip(letters(guess), letters(answer), strict=True))
    free = Counter(hidden for letter, hidden in pairs if letter != hidden)
    code = 0
    for letter, hidden in pairs:
        colour = 0
        if letter == hidden:
            colour = 2
        elif free[letter] > 0:
            free[letter] -= 1
            colour = 1
        code = 3 * code + colour
    return code


@lru_cache(maxsize=_REMEMBERED)
def mastermind_feedback(guess: str, answer: str) -> int:
    """Returns a feedback of Mastermind: `blacks * (length + 1) + whites`.

    Blacks count the places that agree; blacks and whites together count the symbols in common, in any place.
    """
    played, hidden = letters(guess), letters(answer)
    blacks = sum(1 for one, other in zip(played, hidden, strict=True) if one == other)
    shared = sum((Counter(played) & Counter(hidden)).values())
    return blacks * (len(played) + 1) + shared - blacks


def marks(feedback: int, length: int) -> tuple[int, ...]:
    """Returns the digits of a feedback of Wordle, one per place."""
    digits = []
    for _ in range(length):
        feedback, digit = divmod(feedback, 3)
        digits.append(digit)
    return tuple(reversed(digits))


def sha256_of(words: Iterable[str]) -> bytes:
    """Returns the SHA-256 of a list: its words, ascending, one per line."""
    return hashlib.sha256("".join(f"{word}\n" for word in sorted(words)).encode("utf-8")).digest()
