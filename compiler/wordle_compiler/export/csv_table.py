"""Writes a tree as CSV: one line per answer, with its guesses in order."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from wordle_compiler.export.routes import find_routes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordle_runtime import Tree

_FORMULA_STARTS = tuple("=+-@＝＋－＠")


def to_csv(tree: Tree, *, path: Iterable[tuple[str, str | int]] = ()) -> str:
    """Returns the table: answer, number of guesses, and a column for each guess; ascending by answer.

    An answer that the tree does not solve has no number; its guesses are those played until the tree ends. A word that
    a spreadsheet would take for a formula gets an apostrophe before it, the spreadsheets' own mark for text.

    A path leaves only the answers that give its feedbacks.
    """
    rows = sorted(
        [answer, str(len(route.turns)) if route.is_solved else "", *(guess for guess, _ in route.turns)]
        for route in find_routes(tree, path)
        for answer in route.answers
    )
    n_turns = max(len(row) for row in rows) - 2
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["answer", "guesses", *(f"guess {turn}" for turn in range(1, n_turns + 1))])
    writer.writerows([[_inert(cell) for cell in row] + [""] * (n_turns + 2 - len(row)) for row in rows])
    return text.getvalue()


def _inert(cell: str) -> str:
    """Returns a cell that no spreadsheet evaluates."""
    return f"'{cell}" if cell.lstrip().startswith(_FORMULA_STARTS) else cell
