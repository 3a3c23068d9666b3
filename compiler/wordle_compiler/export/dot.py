"""A tree's graph as DOT text for Graphviz, through pydot.

pydot quotes attribute values but leaves backslashes in them alone, and in labels Graphviz reads backslash escapes and
HTML entities. So labels are escaped and quoted here, and pydot only puts the parts together.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import pydot

if TYPE_CHECKING:
    import networkx as nx

_SOLVES = "#d6ecd2"
_CUT = "#eeeeee"
_COLOURS = {"⬛": "#787c7e", "🟨": "#c9b458", "🟩": "#6aaa64"}
_ESCAPES = {
    ord("\\"): r"\\",
    ord('"'): r"\"",
    ord("\n"): r"\n",
    ord("&"): "&amp;",
}


def to_dot(graph: nx.DiGraph[int]) -> str:
    """Returns the graph that `to_networkx` made as DOT text, one statement a line.

    A node shows its guess, how many candidates are left and how many more guesses they need on the mean; green is a
    guess that may itself be the answer, dashed one below which nodes were left out. An edge shows its feedback.
    """
    dot = pydot.Dot("tree", graph_type="digraph", rankdir="LR")
    dot.set_node_defaults(shape="box", style="rounded", fontname="sans-serif")
    dot.set_edge_defaults(fontname="sans-serif")
    for node_id, node in graph.nodes(data=True):
        drawn = pydot.Node(f"n{node_id}", label=_label(*_lines(node)))
        if node["n_hidden"]:
            drawn.set("style", '"rounded,filled,dashed"')
            drawn.set("fillcolor", f'"{_CUT}"')
        elif node["solves"]:
            drawn.set("style", '"rounded,filled"')
            drawn.set("fillcolor", f'"{_SOLVES}"')
        dot.add_node(drawn)
    for parent, child, edge in graph.edges(data=True):
        dot.add_edge(pydot.Edge(f"n{parent}", f"n{child}", label=_squares(edge["squares"])))
    return str(dot.to_string())


def _lines(node: dict[str, object]) -> list[str]:
    """Returns the lines of a node's label."""
    if node["n_candidates"] == 1 and node["solves"]:
        return [str(node["guess"])]
    lines = [str(node["guess"]), f"{node['n_candidates']} left, {node['expected_left']:.2f} to go"]
    if node["n_hidden"]:
        lines.append(f"{node['n_hidden']} more below")
    return lines


def _label(*lines: str) -> str:
    """Returns a quoted DOT string that shows the lines as they are."""
    return '"' + r"\n".join(line.translate(_ESCAPES) for line in lines) + '"'


def _squares(squares: str) -> str:
    """Returns an HTML-like DOT string that shows a feedback as coloured squares; one in letters is shown as it is.

    Not the emoji: few machines that draw pictures have a font for them, and would show five empty boxes each time.
    """
    if not _COLOURS.keys() >= set(squares):
        return _label(squares)
    runs = [(_COLOURS[square], len(list(run))) for square, run in groupby(squares)]
    return "<" + "".join(f'<font color="{colour}">{"■" * n_equal}</font>' for colour, n_equal in runs) + ">"
