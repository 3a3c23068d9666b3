"""A word list: distinct words of one length, in the normal form for which its digest is defined."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import overload

from wordle_compiler.machine.errors import InputError
from wordle_runtime import words as spelling
from wordle_runtime.errors import GameError, printable
from wordle_runtime.feedback import graphemes
from wordle_runtime.layout import MAX_NAME, digest_of

MOST_NAMED = 10
"""How many of several words are named."""


@dataclass(frozen=True)
class WordList(Sequence[str]):
    """Words of one length, in the normal form for which a list's digest is defined (FORMAT.md): a sequence of them.

    Two lists are equal if their words are; the name does not matter.

    Raises:
        InputError: The name or the words are not in this form; `from_words` normalises words.
    """

    name: str = field(compare=False)
    """The name of a bundled list or a file, or any other name: printable, 1 to 255 code points."""
    words: tuple[str, ...] = field(repr=False)
    """The words, in NFC, case-folded, ascending by code point, distinct, at least one, all of one length from 2 to 12
    letters."""

    def __post_init__(self) -> None:
        if not (self.name.isprintable() and 1 <= len(self.name) <= MAX_NAME):
            raise InputError(f"{self.name[:40]!r} cannot name a word list: use 1 to {MAX_NAME} printable characters")
        with as_input_error():
            parsed = spelling.parse_words(self.words, self.name, "word")
        if not parsed:
            raise InputError(f"{self.name} is empty: give it at least one word")
        if parsed != self.words:
            raise InputError(f"the words of {self.name} are not normalised and ascending: use WordList.from_words")

    @classmethod
    def from_words(cls, words: Iterable[str], name: str) -> WordList:
        """Makes a list from words in any order and case, under the same rules as a file.

        Blank words are ignored, like blank lines, and so are words that are there already.

        Raises:
            InputError: The words do not form a list. The message names the words, counted from 1, and says what to do.
        """
        with as_input_error():
            return cls(name, spelling.parse_words(words, name, "word"))

    def without_accents(self) -> WordList:
        """Returns the list with every accent folded; words that become equal are one word."""
        return WordList(self.name, tuple(sorted(set(map(spelling.fold_accents, self.words)))))

    @property
    def length(self) -> int:
        """The number of letters in every word; see `wordle_runtime.feedback.graphemes`."""
        return len(graphemes(self.words[0]))

    @cached_property
    def sha256(self) -> bytes:
        """The SHA-256 of the list's UTF-8 text, each word followed by one line feed: 32 bytes."""
        return digest_of(self.words)

    def __len__(self) -> int:
        return len(self.words)

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[str, ...]: ...
    def __getitem__(self, place: int | slice) -> str | tuple[str, ...]:
        return self.words[place]

    def __iter__(self) -> Iterator[str]:
        return iter(self.words)

    def __contains__(self, word: object) -> bool:
        place = bisect_left(self.words, word) if isinstance(word, str) else len(self)
        return self.words[place : place + 1] == (word,)

    def index(self, value: object, start: int = 0, stop: int | None = None) -> int:
        """Returns the place of a word, or raises a ValueError that names the word and the list."""
        try:
            return self.words.index(value, start, len(self) if stop is None else stop)
        except ValueError:
            raise ValueError(f"{value!r} is not in the list {self.name}") from None


def name_some(words: Sequence[str], more: str = ", ...", shown: Callable[[str], str] = printable) -> str:
    """Returns the first ten words; `more` follows if there are others, with their number in place of {}."""
    rest = len(words) - MOST_NAMED
    return ", ".join(map(shown, words[:MOST_NAMED])) + (more.format(rest) if rest > 0 else "")


@contextmanager
def as_input_error(where: str = "") -> Iterator[None]:
    """Turns the runtime's errors about words and turns into `InputError`; `where` begins the message."""
    try:
        yield
    except (spelling.ListError, GameError) as error:
        raise InputError(f"{where}: {error}" if where else str(error)) from None


def normalise_word(text: str, where: str, words: Collection[str] = ()) -> str:
    """Returns one word, such as an opener, in the normal form of word lists, as `words` spell it.

    Raises:
        InputError: The text is not a word of 2 to 12 letters; the message begins with `where`.
    """
    with as_input_error():
        return spelling.normalise_word(spelling.spelled(text, words), where)
