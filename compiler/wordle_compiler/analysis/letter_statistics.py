"""Counts how often a list's words have each letter, place by place."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
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

    words: WordList
    """The list."""

    @cached_property
    def rows(self) -> tuple[LetterRow, ...]:
        """Every letter that occurs, in descending order of `n_words`, then in alphabetical order."""
        columns = [Counter(column) for column in zip(*map(letters, self.words), strict=True)]
        holding = Counter(letter for word in self.words for letter in set(letters(word)))
        rows = []
        for letter, n_words in sorted(holding.items(), key=lambda count: (-count[1], count[0])):
            by_place = tuple(column[letter] for column in columns)
            rows.append(LetterRow(letter, by_place, sum(by_place), n_words))
        return tuple(rows)

    def table(self) -> DataTable:
        """Returns the rows to show and to convert."""
        places = (f"place_{place}" for place in range(1, len(self.rows[0].by_place) + 1))
        rows: list[tuple[Cell, ...]] = [(row.letter, *row.by_place, row.n_places, row.n_words) for row in self.rows]
        caption = f"letters of {self.words.name}: {len(self.words)} words"
        return DataTable(caption, ("letter", *places, "total", "words"), rows)

    def as_json(self) -> dict[str, Any]:
        """Returns the statistics as the command's JSON object."""
        return {"list": self.words.name, "n_words": len(self.words), "letters": [row._asdict() for row in self.rows]}
