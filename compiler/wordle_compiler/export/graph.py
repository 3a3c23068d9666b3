"""A tree, or the part of it below a path, as a networkx graph with typed attributes."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

import networkx as nx

from wordle_compiler.errors import InputError
from wordle_runtime.notation import format_feedback, read_feedback

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordle_runtime import Node, Tree


def to_networkx(tree: Tree, *, path: Iterable[tuple[str, str | int]] = (), depth: int | None = None) -> nx.DiGraph[int]:
    """Returns the tree below `path` as a graph: a node for each guess, an edge for each feedback.

    Nodes are numbered from 0, the first guess after the path, breadth first. Their attributes:

    - `guess` (str): the word played.
    - `turn` (int): which guess of the game it is; the tree's opener has 1.
    - `solves` (bool): whether the guess is itself still possible.
    - `n_candidates` (int): how many answers are still possible before it.
    - `total_left` (int): the sum of guesses, this one included, over those of these answers that the tree solves.
    - `expected_left` (float): the mean of the same; 0.0 where none is solved.
    - `n_hidden` (int): how many nodes below this one `depth` left out.

    Edges have `feedback` (int, a code as in the tree file) and `squares` (str, such as ⬛🟨🟩⬛⬛; 2b1w in Mastermind).

    Args:
        tree: A loaded tree.
        path: The turns already played: guess and feedback, in any notation that `wordle-next` reads.
        depth: How many guesses below the path to show, 1 or more; all of them where it is `None`.

    Raises:
        GameError: The path is not one of this tree. It names the turn.
        InputError: The path solves the game, or `depth` is below 1.
    """
    if depth is not None and depth < 1:
        raise InputError(f"depth {depth} shows nothing: give 1 or more")
    start = _follow(tree, path)
    last_turn = None if depth is None else start.depth + depth - 1
    kind = tree.info.game.kind
    graph: nx.DiGraph[int] = nx.DiGraph()
    waiting: deque[tuple[Node, int, int]] = deque([(start, 0, start.depth)])
    next_id = 1
    while waiting:
        node, node_id, turn = waiting.popleft()
        is_cut = turn == last_turn
        graph.add_node(
            node_id,
            guess=node.guess,
            turn=turn,
            solves=node.solves,
            n_candidates=node.n_candidates,
            total_left=node.total_left,
            expected_left=node.expected_left,
            n_hidden=node.n_nodes - 1 if is_cut else 0,
        )
        if is_cut:
            continue
        for feedback, child in node.children.items():
            graph.add_edge(
                node_id, next_id, feedback=feedback, squares=format_feedback(feedback, tree.length, "squares", kind)
            )
            waiting.append((child, next_id, turn + 1))
            next_id += 1
    return graph


def _follow(tree: Tree, path: Iterable[tuple[str, str | int]]) -> Node:
    """Returns the node that a path leads to."""
    turns = list(path)
    # A session knows what is wrong with a path, and at which turn.
    if tree.replay(turns).is_solved:
        raise InputError(f"the path solves the game at turn {len(turns)}: nothing is played after it")
    node = tree.root
    for _, feedback in turns:
        node = node.children[read_feedback(feedback, tree.length, tree.info.game.kind)]
    return node
