"""Certificates of a game of one family of words, for the checker's tests: with parts, or of any numbers."""

from copy import deepcopy

from checker_writer import Case, make_case
from hostile_files import Certificate, Chapter, Entry, Part, leb128
from spoilt_certificates import both
from spoilt_certificates import with_content as with_bytes
from tiny_games import TinyGame

FAMILY = ("batch", "catch", "hatch", "latch", "match", "patch", "watch")
ALLOWED = tuple(sorted((*FAMILY, "azzzz", "zazzz", "zzazz")))
GUESS = {word: number for number, word in enumerate(ALLOWED)}
REST, A_YELLOW, A_GREEN = int("02222", 3), int("10000", 3), int("02000", 3)
"""Of a family of n, each member leaves the n - 1 others, so within d guesses d of them are solved. The other words tell
nothing. There are four feedbacks: one guess ahead, six candidates and three guesses left could do."""

LIMIT = 7
LARGEST_NUMBER = (1 << 63) - 1
"""Of nine bytes."""


def case_of(rule: str = "any", limit: int = LIMIT, opener: str | None = None) -> Case:
    return make_case(TinyGame("wordle", rule, FAMILY, ALLOWED), "total", limit, opener)


CASE = case_of()


def begun_with(case: Case, parts: list[Part], entries: list[Entry] | None = None) -> Certificate:
    """Returns the certificate of a case behind a chapter of parts, and of entries that it does not have itself."""
    own = deepcopy(case.certificate)
    own.chapters.insert(0, Chapter(0, entries or [], parts))
    return own


def verdict(data: bytes, case: Case = CASE) -> tuple[str, str]:
    """Returns what both checkers say."""
    return both(data, case)


def with_content(numbers: list[int], case: Case = CASE) -> bytes:
    """Returns a certificate with one chapter, of any numbers."""
    return with_bytes(b"".join(map(leb128, numbers)), case, n_lemmas=len(numbers))
