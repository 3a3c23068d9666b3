"""A tree's second guesses as a Markdown table: what to play after each feedback of the opener."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from wordle_compiler.export.path import node_after
from wordle_runtime.notation import format_feedback

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordle_runtime import Tree

_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")


def to_markdown(tree: Tree, *, path: Iterable[tuple[str, str | int]] = ()) -> str:
    """Returns a table of what is guessed after each feedback: of the opener, or of the guess that a path leads to.

    A row has the feedback, the next guess, how many candidates are left, how many more guesses they need on the mean,
    and how many at most. Rows ascend by feedback, from all grey on; all green has none.

    Raises:
        GameError: The path is not one of this tree. It names the turn.
        InputError: The path solves the game.
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
    """Returns a word that Markdown shows as it is: a backslash before ASCII punctuation takes its meaning away."""
    return _PUNCTUATION.sub(r"\\\1", word)
