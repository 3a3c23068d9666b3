"""The one table: rows with the same columns, as text, CSV, Markdown, HTML in a notebook, or a pandas DataFrame."""

from __future__ import annotations

import io
import re
from abc import ABC, abstractmethod
from collections.abc import Container, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar
from unicodedata import category

from wordle_compiler.compilation.report import decimal
from wordle_compiler.machine.errors import InputError
from wordle_runtime.errors import printable

if TYPE_CHECKING:
    import pandas

Cell = str | int | float | Fraction | None

_FORMULA_STARTS = tuple("=+-@＝＋－＠")
_DTYPES = {str: "string", int: "Int64", float: "Float64", Fraction: "Float64", bool: "boolean"}
_MARKDOWN = re.compile(r"([\\`*_\[\]<>&|~#$])")


class DataTable(NamedTuple):
    """Rows, the titles of their columns, and a caption. Totals are exact, means rounded; None: nothing is known."""

    caption: str
    titles: Sequence[str]
    rows: Sequence[Sequence[Cell]]

    def text(self, left: Container[int] = (), unknown: str = "") -> str:
        """Returns aligned columns below their titles: those of `left` begin at one place, the others end at one."""
        rows = ([_shown(cell, unknown) for cell in row] for row in self.rows)
        shown = [[title.replace("_", " ") for title in self.titles], *rows]
        widths = [max(map(_width, column)) for column in zip(*shown, strict=True)]
        lines = []
        for row in shown:
            padded = ((cell, " " * (width - _width(cell))) for cell, width in zip(row, widths, strict=True))
            cells = (cell + gap if place in left else gap + cell for place, (cell, gap) in enumerate(padded))
            lines.append("  ".join(cells).rstrip())
        return "\n".join(lines)

    def markdown(self, left: Container[int] = (), code: Container[int] = ()) -> str:
        """Returns a table in Markdown, which shows every cell literally; the columns of `code` as code."""
        rule = ["---" if place in left else "---:" for place in range(len(self.titles))]
        rows = [
            [
                "`{}`".format(_shown(cell).replace("|", r"\|")) if place in code else literal(cell)
                for place, cell in enumerate(row)
            ]
            for row in self.rows
        ]
        return "\n".join(f"| {' | '.join(cells)} |" for cells in (map(literal, self.titles), rule, *rows))

    def csv(self) -> str:
        """Returns CSV below a header: floats with 6 decimals, None as an empty cell.

        Text that a spreadsheet would take for a formula gets an apostrophe before it, the spreadsheets' own mark for
        text.
        """
        import csv

        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(self.titles)
        writer.writerows(map(_inert, row) for row in self.rows)
        return text.getvalue()


def _width(text: str) -> int:
    """Returns how many places a terminal takes for a text: marks that stand on a letter take none."""
    return len(text) if text.isascii() else sum(category(point) not in ("Mn", "Me") for point in text)


def _shown(cell: Cell, unknown: str = "") -> str:
    """Returns a cell as a terminal shows it: fractions and floats with 4 decimals."""
    if isinstance(cell, Fraction | float):
        return decimal(cell)
    return unknown if cell is None else printable(str(cell))


def literal(cell: Cell) -> str:
    """Returns a cell of a table in Markdown: a backslash stands before each character that could mean something."""
    return _MARKDOWN.sub(r"\\\1", _shown(cell))


def _inert(cell: Cell) -> Cell:
    """Returns a cell of a CSV file that no spreadsheet evaluates."""
    # `isinstance` is slow for a Fraction, an abstract number, and the table of openers has 271,278 cells.
    if isinstance(cell, float) or type(cell) is Fraction:
        return f"{float(cell):.6f}"
    if not isinstance(cell, str):
        return cell
    # The module csv does not quote a carriage return, at which some programs begin a row.
    cell = cell.replace("\r", r"\r")
    return f"'{cell}" if cell.startswith("\t") or cell.lstrip().startswith(_FORMULA_STARTS) else cell


def labelled(rows: Iterable[tuple[str, str]]) -> list[str]:
    """Returns lines of text, each a label and its value."""
    return [f"{label:<11}{value}" for label, value in rows]


Row = TypeVar("Row")


class Tabular(ABC, Generic[Row]):
    """A result that is a table: it iterates over its rows, shows itself in a notebook, becomes CSV or a DataFrame."""

    _ROWS: ClassVar[str] = "rows"  # The attribute that holds the rows.

    def __iter__(self) -> Iterator[Row]:
        return iter(getattr(self, self._ROWS))

    def __len__(self) -> int:
        return len(getattr(self, self._ROWS))

    @abstractmethod
    def table(self) -> DataTable:
        """Returns the table to show and to convert."""

    def about(self) -> dict[str, Any]:
        """Returns what every row is about, by the keys of JSON: columns of CSV and of a DataFrame, after the others."""
        return {}

    def _cited(self) -> DataTable:
        (caption, titles, rows), about = self.table(), self.about()
        return DataTable(caption, [*titles, *about], [[*row, *about.values()] for row in rows])

    def to_csv(self) -> str:
        """Returns the rows as CSV below a header; see `DataTable.csv`."""
        return self._cited().csv()

    def to_dataframe(self) -> pandas.DataFrame:
        """Returns the rows as a DataFrame; its types have missing values, so that integers remain integers.

        Raises:
            InputError: pandas is not installed; the extra `notebook` brings it.
        """
        try:
            import pandas
        except ImportError:
            raise InputError("to_dataframe needs pandas: pip install 'wordle-tree[notebook]'") from None
        _, titles, rows = self._cited()
        values = [list(map(_rounded, row)) for row in rows]
        dtypes = {
            title: next((_DTYPES[type(row[place])] for row in rows if row[place] is not None), "string")
            for place, title in enumerate(titles)
        }
        return pandas.DataFrame(values, columns=[*titles], dtype=object).astype(dtypes)

    def _repr_html_(self) -> str:
        """Returns what a notebook shows: the first rows."""
        from wordle_runtime.markup import table

        caption, titles, rows = self.table()
        cells = [list(map(_rounded, row)) for row in rows]
        return table([title.replace("_", " ") for title in titles], cells, caption=caption)


def _rounded(cell: Cell) -> str | int | float | None:
    return float(cell) if isinstance(cell, Fraction) else cell
