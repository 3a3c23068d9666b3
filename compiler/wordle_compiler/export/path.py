"""Finds where in a tree an export begins: the node that the turns already played lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_compiler.machine.errors import InputError
from wordle_runtime.notation import read_feedback

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordle_runtime import Node, Tree


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
