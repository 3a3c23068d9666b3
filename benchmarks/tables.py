"""Tables of measurements: rows of raw values, shown as plain text or Markdown; and how times and sizes are written."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

_NOTE_WIDTH = 120
_UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "us"))


def duration(seconds: float) -> str:
    """Writes a time in the unit that suits it, with three digits: `1.35 s`, `820 us`, `94.2 ns`."""
    for size, unit in _UNITS:
        if seconds >= size:
            return f"{_three_digits(seconds / size)} {unit}"
    return f"{_three_digits(seconds / 1e-9)} ns"


def megabytes(n_bytes: float) -> str:
    """Writes a size in MB, of a million bytes."""
    return f"{n_bytes / 1e6:.0f} MB"


def yes_or_no(value: bool) -> str:
    """Writes whether an aim is met."""
    return "yes" if value else "NO"


def _three_digits(value: float) -> str:
    decimals = 0 if value >= 99.95 else 1 if value >= 9.995 else 2
    return f"{value:.{decimals}f}"


@dataclass(frozen=True)
class Column:
    """A column: the key of its values in the rows, its title, how a value is written, and on which side it stands."""

    key: str
    title: str
    show: Callable[[Any], str] = str
    is_text: bool = False


@dataclass
class Table:
    """A table under a title.

    Attributes:
        title: What is measured.
        columns: The columns, from the left.
        note: How it is measured: one paragraph below the title.
        rows: The raw values by key; a value that is missing or None is shown as nothing.
    """

    title: str
    columns: tuple[Column, ...]
    note: str = ""
    rows: list[dict[str, Any]] = field(default_factory=list)

    def cells(self) -> list[list[str]]:
        """Returns the rows as text."""
        return [
            ["" if row.get(column.key) is None else column.show(row[column.key]) for column in self.columns]
            for row in self.rows
        ]

    def as_text(self) -> str:
        """Returns the table with its title and note, columns aligned by spaces."""
        lines = [[column.title for column in self.columns], *self.cells()]
        widths = [max(len(line[i]) for line in lines) for i in range(len(self.columns))]
        lines.insert(1, ["-" * width for width in widths])
        aligned = [
            "  ".join(
                cell.ljust(width) if column.is_text else cell.rjust(width)
                for cell, width, column in zip(line, widths, self.columns, strict=True)
            ).rstrip()
            for line in lines
        ]
        return "\n".join([self.title, *textwrap.wrap(self.note, _NOTE_WIDTH), "", *aligned])

    def as_markdown(self) -> str:
        """Returns the table as a section of a Markdown file."""
        rule = ["---" if column.is_text else "---:" for column in self.columns]
        lines = [[column.title for column in self.columns], rule, *self.cells()]
        head = [f"## {self.title}", "", *([self.note, ""] if self.note else [])]
        return "\n".join([*head, *(f"| {' | '.join(line)} |" for line in lines)])

    def as_json(self) -> dict[str, Any]:
        """Returns the raw values: times in seconds, sizes in bytes."""
        return {"title": self.title, "note": self.note, "rows": self.rows}
