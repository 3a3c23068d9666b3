"""Converts a tree, or the part below a path, to a networkx graph, or writes it as DOT, GraphML or JSON in one walk."""

from __future__ import annotations

import json
import re
from collections import deque
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from wordle_compiler.export.text import node_after
from wordle_compiler.machine.errors import InputError
from wordle_runtime.notation import format_feedback

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    import networkx as nx

    from wordle_runtime import Node, Tree

_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""The characters that XML 1.0 cannot hold, not even escaped."""
_GRAPHML = "http://graphml.graphdrawing.org/xmlns"
_TYPES = {str: "string", int: "long", float: "double", bool: "boolean"}


def walk_graph(
    tree: Tree,
    *,
    path: Iterable[tuple[str, str | int]] = (),
    depth: int | None = None,
    min_candidates: int | None = None,
) -> Iterator[tuple[int, dict[str, Any], int | None, dict[str, Any]]]:
    """Yields the nodes of a graph, breadth first, and holds one level of the tree at a time.

    With a node, whose numbers count from 0, come its attributes, its parent, and the attributes of the edge that leads
    to it, as `to_networkx` lists them; the first node has no parent.

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
    waiting: deque[tuple[Node, int, int | None, int | None]] = deque([(start, start.depth, None, None)])
    number, last = 0, 0
    while waiting:
        node, turn, parent, feedback = waiting.popleft()
        n_hidden = 0
        for code, child in node.children.items():
            if turn == last_turn or (min_candidates is not None and child.n_candidates < min_candidates):
                n_hidden += child.n_nodes
            else:
                last += 1
                waiting.append((child, turn + 1, number, code))
        attributes = {
            "guess": node.guess,
            "turn": turn,
            "solves": node.solves,
            "n_candidates": node.n_candidates,
            "total_left": node.total_left,
            "expected_left": node.expected_left,
            "n_hidden": n_hidden,
        }
        edge = {}
        if feedback is not None:
            edge = {"feedback": feedback, "squares": format_feedback(feedback, game.length, "squares", game.kind)}
        yield number, attributes, parent, edge
        number += 1


def to_networkx(tree: Tree, **part: Any) -> nx.DiGraph[int]:
    """Returns a part of a tree as a graph: a node for each guess, an edge for each feedback.

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

    The arguments are those of `walk_graph`, which also says what is raised.
    """
    import networkx as nx

    graph: nx.DiGraph[int] = nx.DiGraph(**_of_graph(tree))
    for number, attributes, parent, edge in walk_graph(tree, **part):
        graph.add_node(number, **attributes)
        if parent is not None:
            graph.add_edge(parent, number, **edge)
    return graph


def _of_graph(tree: Tree) -> dict[str, Any]:
    game = tree.info.game
    return {"kind": game.kind, "rule": game.rule, "length": game.length}


def to_graphml(tree: Tree, **part: Any) -> Iterator[str]:
    """Yields the parts of a GraphML document that declares the type of every attribute, as `to_networkx` lists them.

    Gephi, yEd, Cytoscape and igraph read it.

    Raises:
        InputError: A word has a character that XML cannot hold; and as `walk_graph`.
    """
    yield f'<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="{_GRAPHML}">\n'
    for number, attributes, parent, edge in walk_graph(tree, **part):
        word = attributes["guess"]
        if found := _NO_XML.search(word):
            raise InputError(f"{word!a} has U+{ord(found[0]):04X}, which GraphML cannot hold: export it as json")
        if parent is None:
            of_edge = {"feedback": 0, "squares": ""}
            for what, values in (("graph", _of_graph(tree)), ("node", attributes), ("edge", of_edge)):
                for name, value in values.items():
                    kind = _TYPES[type(value)]
                    yield f'<key id="{name}" for="{what}" attr.name="{name}" attr.type="{kind}"/>\n'
            yield f'<graph edgedefault="directed">{_data(_of_graph(tree))}\n'
        yield f'<node id="{number}">{_data(attributes)}</node>\n'
        if parent is not None:
            yield f'<edge source="{parent}" target="{number}">{_data(edge)}</edge>\n'
    yield "</graph>\n</graphml>\n"


def _data(attributes: Mapping[str, Any]) -> str:
    shown = {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in attributes.items()}
    return "".join(f'<data key="{name}">{escape(text)}</data>' for name, text in shown.items())


def to_json(tree: Tree, **part: Any) -> str:
    """Returns a graph as one JSON object in ASCII, with one node or edge per line.

    The layout is node-link, which networkx and d3 read. The keys are `directed`, `multigraph`, `graph` (kind, rule and
    length), `nodes` (with `id`) and `edges` (with `source` and `target`); nodes and edges have the attributes that
    `to_networkx` lists. `networkx.node_link_graph` restores the graph, with `edges="edges"` since networkx 3.4, and
    with `link="edges"` before. `walk_graph` says what it raises.
    """
    nodes, edges = [], []
    for number, attributes, parent, edge in walk_graph(tree, **part):
        nodes.append(json.dumps({"id": number, **attributes}))
        if parent is not None:
            edges.append(json.dumps({"source": parent, "target": number, **edge}))
    return (
        f'{{"directed": true, "multigraph": false, "graph": {json.dumps(_of_graph(tree))},\n'
        f'"nodes": {_array(nodes)},\n'
        f'"edges": {_array(edges)}}}\n'
    )


def _array(entries: list[str]) -> str:
    return "[" + ",".join(f"\n  {entry}" for entry in entries) + "]"
