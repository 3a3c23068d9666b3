"""Finds the openers that together cover the most frequent letters, no letter twice.

The search is exact: branch and bound over the distinct sets of letters. It considers letters alone; the room `rankings`
ranks openers by their results in a game.
"""

from __future__ import annotations

import itertools
from bisect import insort
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from wordle_compiler.machine.errors import InputError
from wordle_compiler.rankings.tabular import Cell, TableParts, Tabular

if TYPE_CHECKING:
    from wordle_compiler.game.words import WordList

MAX_OPENERS = 3
DEFAULT_N_BEST = 10


@dataclass(frozen=True)
class Cover:
    """Openers that share no letter.

    Attributes:
        openers: The words, in alphabetical order.
        score: The sum, over their distinct letters, of the number of words in the list that contain the letter.
        in_place: The sum, over their letters, of the number of words in the list with the letter in the same place.
    """

    openers: tuple[str, ...]
    score: int
    in_place: int


@dataclass(frozen=True)
class CoverTable(Tabular):
    """The best covers of a list's letters, proven to be the best.

    Attributes:
        name: The name of the list whose letters are counted.
        n_words: How many words it has.
        n_openers: How many words each cover has.
        rows: The best covers: by score, then by `in_place`, the largest first, then in alphabetical order. Empty if
            every choice of words shares a letter.
        is_all: Whether `rows` holds every cover.
    """

    name: str
    n_words: int
    n_openers: int
    rows: tuple[Cover, ...]
    is_all: bool

    @classmethod
    def of(
        cls, words: WordList, allowed: WordList | None = None, *, n_openers: int = 2, n_best: int = DEFAULT_N_BEST
    ) -> CoverTable:
        """Finds the best covers.

        Args:
            words: The words to count: a letter is worth the number of these words that contain it.
            allowed: The words to choose openers from; None means `words`.
            n_openers: How many words a cover has, 1 to 3.
            n_best: How many covers to return.

        Raises:
            InputError: A number is out of range, or the lists have words of different lengths.
        """
        if not 1 <= n_openers <= MAX_OPENERS:
            raise InputError(f"a cover has 1 to {MAX_OPENERS} openers, not {n_openers}")
        if n_best < 1:
            raise InputError(f"the number of best covers must be at least 1, not {n_best}")
        allowed = words if allowed is None else allowed
        if allowed.length != words.length:
            raise InputError(
                f"the words in {words.name} have {words.length} letters, those in {allowed.name} {allowed.length}: "
                "use lists of one length"
            )
        # One more than returned, to know whether there are others.
        found = _Search(words.words, allowed.words, n_openers, n_best + 1).best()
        rows = tuple(Cover(openers, -score, -in_place) for score, in_place, openers in found[:n_best])
        return cls(words.name, len(words), n_openers, rows, len(found) <= n_best)

    def _table(self) -> TableParts:
        titles = (*(f"opener_{number}" for number in range(1, self.n_openers + 1)), "score", "in_place")
        rows: list[tuple[Cell, ...]] = [(*row.openers, row.score, row.in_place) for row in self.rows]
        return f"openers that share no letter: {self.name}, {self.n_words} words", titles, rows

    def as_json(self) -> dict[str, Any]:
        """Returns the table as the command's JSON object."""
        return {
            "list": self.name,
            "words": self.n_words,
            "covers": [asdict(row) for row in self.rows],
            "is_all": self.is_all,
        }


class _Search:
    """The search for the best covers of one list.

    Words with the same letters share one entry, a set of letters as the bits of an integer; entries descend by score. A
    cover takes its entries in this order, so later entries never have larger scores.
    """

    def __init__(self, words: Sequence[str], allowed: Sequence[str], n_openers: int, n_best: int) -> None:
        holding = Counter(letter for word in words for letter in set(word))
        # A letter that no word contains is worth nothing, but may not be repeated either.
        by_worth = sorted(
            {letter for word in allowed for letter in word}, key=lambda letter: (-holding[letter], letter)
        )
        self._worth = [holding[letter] for letter in by_worth]
        bit_of = {letter: 1 << place for place, letter in enumerate(by_worth)}
        same: dict[int, list[str]] = {}
        for word in allowed:
            same.setdefault(sum(bit_of[letter] for letter in set(word)), []).append(word)
        entries = [(sum(holding[letter] for letter in set(group[0])), bits) for bits, group in same.items()]
        self._entries = sorted(entries, reverse=True)
        self._words = same
        in_places = [Counter(column) for column in zip(*words, strict=True)]
        self._in_place = {
            word: sum(counts[letter] for letter, counts in zip(word, in_places, strict=True)) for word in allowed
        }
        self._length = len(allowed[0])
        self._n_openers = n_openers
        self._n_best = n_best
        # The best covers so far, best first, as `best` returns them.
        self._found: list[tuple[int, int, tuple[str, ...]]] = []

    def best(self) -> list[tuple[int, int, tuple[str, ...]]]:
        """Returns the best covers, best first, as (minus the score, minus the letters in place, the words)."""
        self._extend((), 0, 0, self._entries)
        return self._found

    def _bar(self) -> int:
        """Returns the score that a cover must reach to be kept."""
        return -self._found[-1][0] if len(self._found) == self._n_best else 0

    def _extend(self, chosen: tuple[int, ...], used: int, score: int, entries: Sequence[tuple[int, int]]) -> None:
        """Extends the chosen entries in every way that may still be among the best; no entry has a used letter."""
        n_left = self._n_openers - len(chosen)
        if n_left == 0:
            self._keep(score, chosen)
            return
        for place, (worth, bits) in enumerate(entries):
            # Safe because entries descend, so no later entry is worth more.
            if score + n_left * worth < self._bar():
                return
            taken = used | bits
            reached = score + worth
            # Safe because the other words have at most this many distinct letters, none of them used.
            if n_left > 1 and reached + self._most(taken, (n_left - 1) * self._length) < self._bar():
                continue
            rest = [entry for entry in entries[place + 1 :] if not entry[1] & bits] if n_left > 1 else ()
            self._extend((*chosen, bits), taken, reached, rest)

    def _most(self, used: int, n_letters: int) -> int:
        """Returns the combined worth of the best unused letters, at most `n_letters` of them."""
        free = (worth for place, worth in enumerate(self._worth) if not used >> place & 1)
        return sum(itertools.islice(free, n_letters))

    def _keep(self, score: int, chosen: tuple[int, ...]) -> None:
        """Keeps the covers made of these entries: one for each choice among words of the same letters."""
        for words in itertools.product(*(self._words[bits] for bits in chosen)):
            openers = tuple(sorted(words))
            insort(self._found, (-score, -sum(self._in_place[word] for word in openers), openers))
            del self._found[self._n_best :]
