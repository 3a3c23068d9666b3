"""Writes a tree as a table: its answers with their guesses as CSV, or its second guesses in Markdown."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from wordle_compiler.export.routes import find_routes, node_after
from wordle_compiler.rankings.tabular import csv_of
from wordle_runtime.notation import format_feedback

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordle_runtime import Tree

_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")


def to_csv(tree: Tree, *, path: Iterable[tuple[str, str | int]] = ()) -> str:
    """Returns the table: answer, number of guesses, and a column for each guess; ascending by answer.

    An answer that the tree does not solve has no number; its guesses are those played until the tree ends.

    A path leaves only the answers that give its feedbacks.
    """
    rows = sorted(
        [answer, str(len(route.turns)) if route.is_solved else "", *(guess for guess, _ in route.turns)]
        for route in find_routes(tree, path)
        for answer in route.answers
    )
    n_turns = max(len(row) for row in rows) - 2
    titles = ["answer", "guesses", *(f"guess {turn}" for turn in range(1, n_turns + 1))]
    return csv_of(titles, [row + [""] * (n_turns + 2 - len(row)) for row in rows])


def to_markdown(tree: Tree, *, path: Iterable[tuple[str, str | int]] = ()) -> str:
    """Returns a table of the guess after each feedback to the opener, or to the guess that a path leads to.

    A row has the feedback, the next guess, the number of candidates, and how many more guesses they need on average and
    at most. Rows ascend by feedback, starting with all grey; all green has no row.
    """
    node = node_after(tree, path)
    lines = [f"| {_escaped(node.guess)} | next guess | left | expected | at most |", "|---|---|--:|--:|--:|"]
    for code, child in node.children.items():
        squares = format_feedback(code, tree.length, "squares", tree.nodes.kind)
        lines.append(
            f"| {squares} | {_escaped(child.guess)} | {child.n_candidates} "
            f"| {child.expected_left:.2f} | {child.max_guesses_left} |"
        )
    return "".join(f"{line}\n" for line in lines)


def _escaped(word: str) -> str:
    """Returns a word that Markdown shows literally: a backslash escapes each ASCII punctuation character."""
    return _PUNCTUATION.sub(r"\\\1", word)
