"""What every result that is a table can do: show itself in a notebook, and become CSV or a pandas DataFrame."""

from __future__ import annotations

import csv
import io
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from wordle_compiler.machine.errors import InputError
from wordle_runtime.markup import table

if TYPE_CHECKING:
    import pandas

    from wordle_compiler.game.game import Game

Cell = str | int | float | None
TableParts = tuple[str, Sequence[str], Sequence[Sequence[Cell]]]
"""A caption, the titles of the columns, and the rows. Totals are exact, means rounded; None: nothing is known."""

_FORMULA_STARTS = tuple("=+-@＝＋－＠")
_DTYPES = {str: "string", int: "Int64", float: "Float64", bool: "boolean"}


def describe_game(game: Game, max_guesses: int) -> str:
    """Returns what the rows of a table have in common."""
    return f"{len(game.answers)} answers, {len(game.allowed)} allowed, rule {game.rule}, within {max_guesses} guesses"


def csv_of(titles: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """Returns rows as CSV below a header: floats with 6 decimals, None as an empty cell.

    Text that a spreadsheet would take for a formula gets an apostrophe before it, the spreadsheets' own mark for text.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(titles)
    writer.writerows(map(_inert, row) for row in rows)
    return text.getvalue()


def _inert(cell: Cell) -> Cell:
    """Returns a cell of a CSV file that no spreadsheet evaluates."""
    if isinstance(cell, float):
        return f"{cell:.6f}"
    if not isinstance(cell, str):
        return cell
    # The module csv does not quote a carriage return, at which some programs begin a row.
    cell = cell.replace("\r", r"\r")
    is_formula = cell.startswith("\t") or cell.lstrip().startswith(_FORMULA_STARTS)
    return f"'{cell}" if is_formula else cell


class Tabular(ABC):
    """A result that consists of rows with the same columns."""

    @abstractmethod
    def _table(self) -> TableParts:
        """Returns the table to show and to convert."""

    def to_csv(self) -> str:
        """Returns the rows as CSV below a header; see `csv_of`."""
        _, titles, rows = self._table()
        return csv_of(titles, rows)

    def to_pandas(self) -> pandas.DataFrame:
        """Returns the rows as a DataFrame; its types have missing values, so that integers remain integers.

        Raises:
            InputError: pandas is not installed; the extra `notebook` brings it.
        """
        try:
            import pandas
        except ImportError:
            raise InputError("to_pandas needs pandas: pip install '.[notebook]' in the clone") from None
        _, titles, rows = self._table()
        dtypes = {
            title: next((_DTYPES[type(row[place])] for row in rows if row[place] is not None), "string")
            for place, title in enumerate(titles)
        }
        return pandas.DataFrame([*rows], columns=[*titles], dtype=object).astype(dtypes)

    def _repr_html_(self) -> str:
        """Returns what a notebook shows: the first rows."""
        caption, titles, rows = self._table()
        return table([title.replace("_", " ") for title in titles], rows, caption=caption)
