"""A word list: distinct words of one length, in the one form that its digest is defined for."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from wordle_compiler.machine.errors import InputError
from wordle_runtime import words
from wordle_runtime.layout import MAX_NAME

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True)
class WordList:
    """Words of one length, in the one form that a list's digest is defined for (FORMAT.md).

    Lists are equal when their words are; the name is for people and does not count.

    Attributes:
        name: An embedded list's name, a file's name, or what the caller calls it: printable, 1 to 255 code points.
        words: In NFC, case-folded, ascending by code point, distinct, at least one, all of one length from 2 to 12.

    Raises:
        InputError: The name or the words are not in this form; `from_words` brings words into it.
    """

    name: str = field(compare=False)
    words: tuple[str, ...] = field(repr=False)

    def __post_init__(self) -> None:
        if not (self.name.isprintable() and 1 <= len(self.name) <= MAX_NAME):
            raise InputError(f"{self.name[:40]!r} cannot name a word list: use 1 to {MAX_NAME} printable characters")
        if parse_words(self.words, self.name, "word") != self.words:
            raise InputError(f"the words of {self.name} are not normalised and ascending: use WordList.from_words")

    @classmethod
    def from_words(cls, words: Iterable[str], name: str) -> WordList:
        """Makes a list from words in any order and case, under the same rules as a file, and stops at the first fault.

        Blank words are ignored, as blank lines are.

        Raises:
            InputError: The words are no list; says which word, counted from 1, and what to do.
        """
        return cls(name, parse_words(words, name, "word"))

    @property
    def length(self) -> int:
        """The code points in every word."""
        return len(self.words[0])

    @cached_property
    def sha256(self) -> bytes:
        """The SHA-256 of the list's UTF-8 text, each word followed by one line feed: 32 bytes."""
        return hashlib.sha256("".join(f"{word}\n" for word in self.words).encode("utf-8")).digest()

    def __len__(self) -> int:
        return len(self.words)


def parse_words(entries: Iterable[str], label: str, unit: str) -> tuple[str, ...]:
    """Does what `wordle_runtime.words.parse_words` does.

    Raises:
        InputError: An entry does not fit.
    """
    try:
        return words.parse_words(entries, label, unit)
    except words.ListError as error:
        raise InputError(str(error)) from None


def normalise_word(text: str, where: str) -> str:
    """Returns one word (an opener, say) in the form that the lists have.

    Raises:
        InputError: It is not a word of 2 to 12 letters; the message begins with `where` it stands.
    """
    try:
        return words.normalise_word(text, where)
    except words.ListError as error:
        raise InputError(str(error)) from None
