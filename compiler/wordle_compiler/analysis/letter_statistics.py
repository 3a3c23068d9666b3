"""Counts how often a list's words have each letter, place by place."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, NamedTuple

from wordle_compiler.game.words import WordList
from wordle_compiler.rankings.table import Cell, DataTable, Tabular
from wordle_runtime.feedback import letters


class LetterRow(NamedTuple):
    """One letter of a list."""

    letter: str
    """The letter."""
    by_place: tuple[int, ...]
    """How many words have it in each place."""
    n_places: int
    """How often it occurs in all words together: the sum of `by_place`."""
    n_words: int
    """How many words contain it, each counted once."""


@dataclass(frozen=True)
class LetterStatistics(Tabular[LetterRow]):
    """The letter counts of a list of words."""

    name: str
    """The name of the list."""
    n_words: int
    """How many words it has."""
    rows: tuple[LetterRow, ...]
    """Every letter that occurs, in descending order of `n_words`, then in alphabetical order."""

    @classmethod
    def of(cls, words: WordList) -> LetterStatistics:
        """Counts the letters of a list."""
        in_places = [Counter(column) for column in zip(*map(letters, words.words), strict=True)]
        holding = Counter(letter for word in words.words for letter in set(letters(word)))
        rows = [
            LetterRow(letter, by_place, sum(by_place), count)
            for letter, count in holding.items()
            for by_place in (tuple(counts[letter] for counts in in_places),)
        ]
        return cls(words.name, len(words), tuple(sorted(rows, key=lambda row: (-row.n_words, row.letter))))

    def table(self) -> DataTable:
        """Returns the rows to show and to convert."""
        places = (f"place_{place}" for place in range(1, len(self.rows[0].by_place) + 1))
        rows: list[tuple[Cell, ...]] = [(row.letter, *row.by_place, row.n_places, row.n_words) for row in self.rows]
        return DataTable(f"letters of {self.name}: {self.n_words} words", ("letter", *places, "total", "words"), rows)

    def as_json(self) -> dict[str, Any]:
        """Returns the statistics as the command's JSON object."""
        return {
            "list": self.name,
            "n_words": self.n_words,
            "letters": [row._asdict() for row in self.rows],
        }
