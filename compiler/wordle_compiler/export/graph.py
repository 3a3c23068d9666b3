"""Converts a tree, or the part below a path, to a networkx graph, writes it as DOT, GraphML or JSON, and draws it.

Graphviz, whose program `dot` draws, reads backslash escapes and HTML entities in labels, so DOT text escapes both.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections import deque
from fractions import Fraction
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from wordle_compiler.compilation.report import CompiledTree
from wordle_compiler.export.text import node_after
from wordle_compiler.machine.errors import InputError
from wordle_runtime.feedback import shown
from wordle_runtime.notation import format_feedback

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    import networkx as nx

    from wordle_runtime import Node, Tree


_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""The characters that XML 1.0 cannot hold, not even escaped."""
_STYLES = ("letters", "squares")
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
    to it, as `to_networkx` lists them; the first node has no parent, and is the one after the path (`text.node_after`).
    `depth` is how many guesses below the path to show, None all; nodes with fewer than `min_candidates` are left out,
    but never the first.

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
        mean = Fraction(node.total, node.n_solved or 1)
        of_node: dict[str, Any] = {"solves": node.solves, "n_candidates": node.n_candidates, "total": node.total}
        of_node |= {"expected": float(mean), "expected_exact": str(mean), "n_hidden": n_hidden}
        attributes = {"guess": node.guess, "turn": turn, **of_node}
        edge = {}
        if feedback is not None:
            marks, squares = (format_feedback(feedback, game.length, style, game.kind) for style in _STYLES)
            edge = {"code": feedback, "feedback": marks, "squares": squares}
        yield number, attributes, parent, edge
        number += 1


def to_networkx(tree: Tree, **part: Any) -> nx.DiGraph[int]:
    """Returns a part of a tree as a graph: a node for each guess, an edge for each feedback.

    The attributes of the graph are `kind`, `rule`, `length`, `max_guesses` and `objective`, as in the tree file, and
    `claim` (str), what is claimed of the tree. Nodes are numbered breadth first from 0, the first guess after the path.
    Their attributes:

    - `guess` (str): the word played.
    - `turn` (int): the turn of the guess; the tree's opener has 1.
    - `solves` (bool): whether the guess is itself still possible.
    - `n_candidates` (int): how many answers are still possible before it.
    - `total` (int): the sum of guesses, this one included, over the answers of these that the tree solves.
    - `expected` (float) and `expected_exact` (str, a fraction): the mean of the same guesses; 0 if none is solved.
    - `n_hidden` (int): how many of its descendants are left out of the graph at its own missing edges.

    Edges have `code` (int, as in the tree file), `feedback` (str, such as _yg__) and `squares` (str, such as
    ⬛🟨🟩⬛⬛); the two texts are 2b1w in Mastermind.

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
    game = {name: getattr(tree.info.game, name) for name in ("kind", "rule", "length", "max_guesses")}
    return {**game, "objective": tree.info.objective, "claim": CompiledTree(tree).claim}


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
            of_edge = {"code": 0, "feedback": "", "squares": ""}
            for what, values in (("graph", _of_graph(tree)), ("node", attributes), ("edge", of_edge)):
                for name, value in values.items():
                    yield f'<key id="{name}" for="{what}" attr.name="{name}" attr.type="{_TYPES[type(value)]}"/>\n'
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

    The layout is node-link, which networkx and d3 read. The keys are `directed`, `multigraph`, `graph`, `nodes` (with
    `id`) and `edges` (with `source` and `target`), with the attributes that `to_networkx` lists.
    `networkx.node_link_graph` restores the graph, with `edges="edges"` since networkx 3.4, and with `link="edges"`
    before. `walk_graph` says what it raises.
    """
    nodes, edges = [], []
    for number, attributes, parent, edge in walk_graph(tree, **part):
        nodes.append(json.dumps({"id": number, **attributes}))
        if parent is not None:
            edges.append(json.dumps({"source": parent, "target": number, **edge}))
    nodes_text, edges_text = ("[" + ",".join(f"\n  {entry}" for entry in entries) + "]" for entries in (nodes, edges))
    head = f'{{"directed": true, "multigraph": false, "graph": {json.dumps(_of_graph(tree))}'
    return f'{head},\n"nodes": {nodes_text},\n"edges": {edges_text}}}\n'


_MOST_DRAWN = 3000
"""Nodes in a picture. Graphviz takes minutes for more, and nobody finds anything in them."""
_HEAD = """\
digraph tree {{
comment={claim};
rankdir=LR;
nodesep=0.06;
ranksep=0.25;
node [shape=box, style=rounded, color="#8a8d8f", fontname="sans-serif", margin="0.09,0.04", height=0.1];
edge [color="#8a8d8f", arrowhead=none, tailport=e, headport=w];
"""
_EDGE = """\
f{child} [shape=plain, label={squares}];
n{parent} -> f{child} [minlen=2];
f{child} -> n{child} [weight=9];
"""
"""Two ranks are room for the fan of feedbacks; the weight keeps a feedback and its guess in one row."""
_COLOURS = {"⬛": "#787c7e", "🟨": "#c9b458", "🟩": "#6aaa64"}
_TABLE = '<table border="0" cellspacing="2" cellpadding="0"><tr>'
_CELL = '<td width="10" height="10" bgcolor="{}"></td>'
_ESCAPES = str.maketrans({"\\": r"\\", '"': r"\"", "\n": r"\n", "&": "&amp;"})


def to_dot(tree: Tree, **part: Any) -> str:
    """Returns a graph as DOT text, one statement per line; `walk_graph` says what it raises.

    A node shows its guess, the number of candidates and how many more guesses they need on average. A green guess may
    itself be the answer; a dashed node has descendants that are left out. The feedback stands on the edge, as coloured
    squares for kind `wordle`.

    The feedback is a node of its own (`f1` before `n1`). Graphviz would place an edge label between the rows, and in a
    fan of a hundred edges a reader could not tell which edge it belongs to.
    """
    nodes, edges = [], []
    for number, node, parent, edge in walk_graph(tree, **part):
        styles = ["rounded", *(["filled"] if node["solves"] else []), *(["dashed"] if node["n_hidden"] else [])]
        style = f', style="{",".join(styles)}"' if len(styles) > 1 else ""
        colour = ', fillcolor="#d6ecd2"' if node["solves"] else ""
        to_go = f", {float(round(Fraction(node['expected_exact']), 2)):.2f} to go" if node["total"] else ""
        lines = [node["guess"], f"{node['n_candidates']} left{to_go}"]
        shown = lines[:1] if node["n_candidates"] == 1 and node["solves"] else lines
        nodes.append(f"n{number} [label={_label(*shown)}{style}{colour}];\n")
        if parent is not None:
            edges.append(_EDGE.format(parent=parent, child=number, squares=_squares(edge["squares"])))
    return "".join([_HEAD.format(claim=_label(CompiledTree(tree).claim)), *nodes, *edges, "}\n"])


def _label(*lines: str) -> str:
    """Returns a quoted DOT string that shows the lines as they are."""
    return '"' + r"\n".join(shown(line).translate(_ESCAPES) for line in lines) + '"'


def _squares(squares: str) -> str:
    """Returns an HTML-like DOT string that shows a feedback as coloured squares; letters are shown unchanged.

    The squares are table cells: the width of characters depends on the fonts, and not every font has emoji.
    """
    if not _COLOURS.keys() >= set(squares):
        return _label(squares)
    return f"<{_TABLE}{''.join(_CELL.format(_COLOURS[square]) for square in squares)}</tr></table>>"


def draw(tree: Tree, *, form: str, **part: Any) -> bytes:
    """Returns a picture of a graph: see `to_dot` and `draw_dot`.

    Raises:
        InputError: The graph has more nodes than anybody can look at; and as `draw_dot` and `walk_graph`.
    """
    if (n_nodes := sum(1 for _ in walk_graph(tree, **part))) > _MOST_DRAWN:
        raise InputError(
            f"a picture of {n_nodes:,} nodes is larger than anybody can look at (at most {_MOST_DRAWN:,} are "
            "drawn): use --depth, --path or --min-candidates"
        )
    return draw_dot(to_dot(tree, **part), form)


def draw_dot(dot: str, form: str) -> bytes:
    """Returns a picture of DOT text, as `svg`, `png` or `pdf`.

    Raises:
        InputError: Graphviz is not installed or cannot draw the form, or the picture would be too large to read.
    """
    if (program := shutil.which("dot")) is None:
        raise InputError(
            f"format {form} needs Graphviz, whose program dot is not on the PATH: install it "
            "(apt install graphviz, brew install graphviz), or use --format dot"
        )
    done = subprocess.run([program, f"-T{form}"], input=dot.encode("utf-8"), capture_output=True, check=False)
    said = " ".join(done.stderr.decode("utf-8", "replace").split())
    # Graphviz would scale the picture down until it is unreadable.
    if "too large" in said:
        raise InputError(f"it is too large for {form}: show less (--path, --depth, --min-candidates), or use svg")
    if done.returncode or not done.stdout:
        raise InputError(f"Graphviz cannot draw it as {form}: {said[:200]!a}")
    return done.stdout
