"""Writes a tree's second guesses as a Markdown table: what to play after each feedback to the opener."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from wordle_compiler.export.routes import node_after
from wordle_runtime.notation import format_feedback

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordle_runtime import Tree

_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")


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
