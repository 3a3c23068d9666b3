"""Converts a tree, or the part below a path, to a networkx graph, and writes the graph as GraphML and as JSON."""

from __future__ import annotations

import json
import re
from collections import deque
from typing import TYPE_CHECKING

import networkx as nx

from wordle_compiler.export.routes import node_after
from wordle_compiler.machine.errors import InputError
from wordle_runtime.notation import format_feedback

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordle_runtime import Node, Tree

_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""The characters that XML 1.0 cannot hold, not even escaped."""


def to_networkx(
    tree: Tree,
    *,
    path: Iterable[tuple[str, str | int]] = (),
    depth: int | None = None,
    min_candidates: int | None = None,
) -> nx.DiGraph[int]:
    """Returns the tree below `path` as a graph: a node for each guess, an edge for each feedback.

    The attributes of the graph are `kind` (str), `rule` (str) and `length` (int), as in the tree file. Nodes are
    numbered breadth first from 0, the first guess after the path. Their attributes:

    - `guess` (str): the word played.
    - `turn` (int): the turn of the guess; the tree's opener has 1.
    - `solves` (bool): whether the guess is itself still possible.
    - `n_candidates` (int): how many answers are still possible before it.
    - `total_left` (int): the sum of guesses, this one included, over the answers of these that the tree solves.
    - `expected_left` (float): the mean of the same guesses; 0.0 if none of the answers is solved.
    - `n_hidden` (int): how many of its descendants are left out of the graph at its own missing edges.

    Edges have `feedback` (int, a code as in the tree file) and `squares` (str, such as ⬛🟨🟩⬛⬛; 2b1w in Mastermind).

    Args:
        tree: A loaded tree.
        path: The turns already played: guess and feedback, in any notation that `wordle-next` reads.
        depth: How many guesses below the path to show, at least 1; None means all.
        min_candidates: Leave out nodes with fewer candidates than this, but never the first node.

    Raises:
        GameError: The path is not one of this tree. It names the turn.
        InputError: The path solves the game, or `depth` or `min_candidates` is below 1.
    """
    for name, value in (("depth", depth), ("min_candidates", min_candidates)):
        if value is not None and value < 1:
            raise InputError(f"{name} {value} shows nothing: give 1 or more")
    start = node_after(tree, path)
    last_turn = None if depth is None else start.depth + depth - 1
    game = tree.info.game
    graph: nx.DiGraph[int] = nx.DiGraph(kind=game.kind, rule=game.rule, length=game.length)
    waiting: deque[tuple[Node, int, int]] = deque([(start, 0, start.depth)])
    next_id = 1
    while waiting:
        node, node_id, turn = waiting.popleft()
        n_hidden = 0
        for feedback, child in node.children.items():
            if turn == last_turn or (min_candidates is not None and child.n_candidates < min_candidates):
                n_hidden += child.n_nodes
                continue
            squares = format_feedback(feedback, game.length, "squares", game.kind)
            graph.add_edge(node_id, next_id, feedback=feedback, squares=squares)
            waiting.append((child, next_id, turn + 1))
            next_id += 1
        graph.add_node(
            node_id,
            guess=node.guess,
            turn=turn,
            solves=node.solves,
            n_candidates=node.n_candidates,
            total_left=node.total_left,
            expected_left=node.expected_left,
            n_hidden=n_hidden,
        )
    return graph


def to_graphml(graph: nx.DiGraph[int]) -> str:
    """Returns a graph from `to_networkx` as a GraphML document that declares the type of every attribute.

    Gephi, yEd, Cytoscape and igraph read it.

    Raises:
        InputError: A word has a character that XML cannot hold.
    """
    for _, node in graph.nodes(data=True):
        if found := _NO_XML.search(node["guess"]):
            raise InputError(
                f"{node['guess']!a} has U+{ord(found[0]):04X}, which GraphML cannot hold: export it as json"
            )
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', *nx.generate_graphml(graph), ""])


def to_json(graph: nx.DiGraph[int]) -> str:
    """Returns a graph from `to_networkx` as one JSON object in ASCII, with one node or edge per line.

    The layout is node-link, which networkx and d3 read. The keys are `directed`, `multigraph`, `graph` (kind, rule and
    length), `nodes` (with `id`) and `edges` (with `source` and `target`); nodes and edges have the attributes that
    `to_networkx` lists. `networkx.node_link_graph` restores the graph, with `edges="edges"` since networkx 3.4, and
    with `link="edges"` before.
    """
    # Not `node_link_data`: its argument for the name of the edges differs between versions of networkx.
    nodes = [{"id": number, **node} for number, node in graph.nodes(data=True)]
    edges = [{"source": parent, "target": child, **edge} for parent, child, edge in graph.edges(data=True)]
    return (
        f'{{"directed": true, "multigraph": false, "graph": {json.dumps(graph.graph)},\n'
        f'"nodes": {_array(nodes)},\n'
        f'"edges": {_array(edges)}}}\n'
    )


def _array(entries: list[dict[str, object]]) -> str:
    return "[" + ",".join(f"\n  {json.dumps(entry)}" for entry in entries) + "]"
