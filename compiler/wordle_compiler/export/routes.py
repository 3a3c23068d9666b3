"""Finds the node after some turns, where an export begins, and the route of each answer below it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from wordle_compiler.machine.errors import InputError
from wordle_runtime.feedback import rule_of
from wordle_runtime.notation import format_feedback, read_feedback

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordle_runtime import Node, Tree

_LETTERS = str.maketrans({"_": "B", "y": "Y", "g": "G"})
"""Maps the runtime's letters to those of published trees. Kind `mastermind` stays unchanged: 2b1w."""


class Route(NamedTuple):
    """One route from the opener to where the tree ends.

    Attributes:
        turns: Each guess with its feedback, as a code.
        answers: The answers on this route: one if it is solved, otherwise all remaining candidates.
        is_solved: Whether the last feedback wins.
    """

    turns: tuple[tuple[str, int], ...]
    answers: tuple[str, ...]
    is_solved: bool


def node_after(tree: Tree, path: Iterable[tuple[str, str | int]]) -> Node:
    """Returns the node that a path leads to; the opener's node if the path is empty.

    Args:
        tree: A loaded tree.
        path: The turns already played: guess and feedback, in any notation that `wordle-next` reads.

    Raises:
        GameError: The path is not one of this tree. It names the turn.
        InputError: The path solves the game.
    """
    turns = list(path)
    # A session reports what is wrong with a path, and at which turn.
    if tree.replay(turns).is_solved:
        raise InputError(f"the path solves the game at turn {len(turns)}: nothing is played after it")
    node = tree.root
    for _, feedback in turns:
        node = node.children[read_feedback(feedback, tree.length, tree.info.game.kind)]
    return node


def find_routes(tree: Tree, path: Iterable[tuple[str, str | int]] = ()) -> list[Route]:
    """Returns the route of every answer below a path, ascending by the text of the feedbacks.

    Unsolved answers with the same feedbacks share a route.
    """
    start = node_after(tree, path)
    kind, length = tree.nodes.kind, tree.length
    feedback = rule_of(kind)
    found: list[tuple[list[str], Route]] = []
    waiting = [(start, start.path, start.candidates())]
    while waiting:
        node, turns, candidates = waiting.pop()
        cells: dict[int, list[str]] = {}
        for word in candidates:
            cells.setdefault(feedback(node.guess, word), []).append(word)
        children = node.children
        for code, cell in cells.items():
            longer = (*turns, (node.guess, code))
            if code in children:
                waiting.append((children[code], longer, cell))
            else:
                text = [feedback_letters(code, length, kind) for _, code in longer]
                found.append((text, Route(longer, tuple(cell), is_solved=code == tree.nodes.all_green)))
    return [route for _, route in sorted(found)]


@lru_cache(maxsize=1024)
def feedback_letters(code: int, length: int, kind: str) -> str:
    """Returns a feedback in the letters of published trees: B grey, Y yellow, G green; 2b1w for kind `mastermind`."""
    return format_feedback(code, length, kind=kind).translate(_LETTERS)
