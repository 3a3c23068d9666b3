"""Tables of measurements in Markdown, printed and saved alike; and how times and sizes are written."""

from __future__ import annotations

import json
import shlex
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "us"), (1e-9, "ns"))


class Seconds(float):
    """A time, written in the unit that suits it, with three digits: `1.35 s`, `820 us`, `94.2 ns`."""

    def __str__(self) -> str:
        size, unit = next((each for each in _UNITS if self >= each[0]), _UNITS[-1])
        value = self / size
        decimals = 0 if value >= 99.95 else 1 if value >= 9.995 else 2
        return f"{value:.{decimals}f} {unit}"


class Bytes(int):
    """A size, written in MB, of a million bytes."""

    def __str__(self) -> str:
        return f"{self / 1e6:.0f} MB"


class Share(float):
    """A part of a whole, written in percent."""

    def __str__(self) -> str:
        return f"{self:.0%}"


class Code(str):
    """Something to type."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"`{super().__str__()}`"


def show(value: Any) -> str:
    """Writes a value of a row: None as nothing, whole numbers in groups of three digits from 10,000 on."""
    if isinstance(value, bool):
        return "yes" if value else "NO"
    if type(value) is float:
        return f"{value:.2f}"
    if type(value) is int and value >= 10_000:
        return f"{value:,}"
    return "" if value is None else str(value)


@dataclass
class Table:
    """A table under a title.

    Attributes:
        title: What is measured.
        note: How it is measured: one paragraph below the title.
        rows: The values by the titles of their columns, which come in the order in which the rows first name them. A
            column without a value is left out. `failed` is the last: why a row has no figures.
    """

    title: str
    note: str
    rows: list[dict[str, Any]] = field(default_factory=list)

    def as_markdown(self) -> str:
        """Returns the table as a section of a Markdown file, its columns aligned by spaces."""
        titles = dict.fromkeys(title for row in self.rows for title in row if title != "failed")
        columns: list[list[str]] = []
        for title in [*titles, "failed"]:
            values = [row.get(title) for row in self.rows]
            if all(value is None for value in values):
                continue
            is_text = any(isinstance(value, str) for value in values)
            cells = [title, "---" if is_text else "---:", *map(show, values)]
            width = max(map(len, cells))
            columns.append([cell.ljust(width) if is_text else cell.rjust(width) for cell in cells])
        lines = [f"| {' | '.join(line)} |" for line in zip(*columns, strict=True)]
        return "\n".join([f"## {self.title}", "", self.note, "", *lines])


def publish(tables: list[Table], head: dict[str, str], values: Path | None, save: Path | None) -> None:
    """Prints the tables below their head, and writes the files that are asked for."""
    command = shlex.join(["python", "-m", "benchmarks", *sys.argv[1:]])
    lines = [f"- command: `{command}`", *(f"- {key}: {value}" for key, value in head.items())]
    text = "\n\n".join(["# Measured", "\n".join(lines), *(table.as_markdown() for table in tables)])
    print(text)
    if save:
        save.write_text(text + "\n", encoding="utf-8")
    if values:
        raw = [{"title": table.title, "note": table.note, "rows": table.rows} for table in tables]
        everything = {"command": command, **head, "tables": raw}
        values.write_text(json.dumps(everything, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
