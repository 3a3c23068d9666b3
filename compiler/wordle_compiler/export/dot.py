"""Writes a tree's graph as DOT text, through pydot, and draws it as a picture, with Graphviz's program `dot`.

pydot quotes attribute values but leaves their backslashes alone, and Graphviz reads backslash escapes and HTML entities
in labels. So this module escapes and quotes labels, and pydot only assembles the parts.
"""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

import pydot

from wordle_compiler.machine.errors import InputError

if TYPE_CHECKING:
    import networkx as nx

_PROGRAM = "dot"
_TOO_LARGE = "too large"
_LONGEST_REASON = 200
_SOLVES = '"#d6ecd2"'
_LINES = '"#8a8d8f"'
_COLOURS = {"⬛": "#787c7e", "🟨": "#c9b458", "🟩": "#6aaa64"}
_TABLE = '<table border="0" cellspacing="2" cellpadding="0"><tr>'
_CELL = '<td width="10" height="10" bgcolor="{}"></td>'
_STRAIGHT = 9
"""The weight of an edge from a feedback to its guess: it keeps the two in one row, however wide the fan before them."""
_ROOM_TO_FAN = 2
"""The length, in ranks, of the edges from a guess to its feedbacks."""
_ESCAPES = {
    ord("\\"): r"\\",
    ord('"'): r"\"",
    ord("\n"): r"\n",
    ord("&"): "&amp;",
}


def to_dot(graph: nx.DiGraph[int]) -> str:
    """Returns a graph from `to_networkx` as DOT text, one statement per line.

    A node shows its guess, the number of candidates and how many more guesses they need on average. A green guess may
    itself be the answer; a dashed node has descendants that are left out. The feedback stands on the edge, as coloured
    squares for kind `wordle`.

    The feedback is a node of its own (`f1` before `n1`). Graphviz would place an edge label between the rows, and in a
    fan of a hundred edges a reader could not tell which edge it belongs to.
    """
    dot = pydot.Dot("tree", graph_type="digraph", rankdir="LR", nodesep="0.06", ranksep="0.25")
    dot.set_node_defaults(
        shape="box", style="rounded", color=_LINES, fontname="sans-serif", margin='"0.09,0.04"', height="0.1"
    )
    dot.set_edge_defaults(color=_LINES, arrowhead="none", tailport="e", headport="w")
    for node_id, node in graph.nodes(data=True):
        drawn = pydot.Node(f"n{node_id}", label=_label(*_lines(node)))
        styles = ["rounded", *(["filled"] if node["solves"] else []), *(["dashed"] if node["n_hidden"] else [])]
        if len(styles) > 1:
            drawn.set("style", f'"{",".join(styles)}"')
        if node["solves"]:
            drawn.set("fillcolor", _SOLVES)
        dot.add_node(drawn)
    for parent, child, edge in graph.edges(data=True):
        dot.add_node(pydot.Node(f"f{child}", shape="plain", label=_squares(edge["squares"])))
        dot.add_edge(pydot.Edge(f"n{parent}", f"f{child}", minlen=_ROOM_TO_FAN))
        dot.add_edge(pydot.Edge(f"f{child}", f"n{child}", weight=_STRAIGHT))
    return str(dot.to_string())


def _lines(node: dict[str, object]) -> list[str]:
    """Returns the lines of a node's label."""
    if node["n_candidates"] == 1 and node["solves"]:
        return [str(node["guess"])]
    return [str(node["guess"]), f"{node['n_candidates']} left, {node['expected_left']:.2f} to go"]


def _label(*lines: str) -> str:
    """Returns a quoted DOT string that shows the lines as they are."""
    return '"' + r"\n".join(line.translate(_ESCAPES) for line in lines) + '"'


def _squares(squares: str) -> str:
    """Returns an HTML-like DOT string that shows a feedback as coloured squares; letters are shown unchanged.

    The squares are table cells: the width of characters depends on the fonts, and not every font has emoji.
    """
    if not _COLOURS.keys() >= set(squares):
        return _label(squares)
    return f"<{_TABLE}{''.join(_CELL.format(_COLOURS[square]) for square in squares)}</tr></table>>"


def draw(dot: str, form: str) -> bytes:
    """Returns a picture of DOT text.

    Args:
        dot: The text.
        form: `svg`, `png` or `pdf`.

    Raises:
        InputError: Graphviz is not installed or cannot draw the form, or the picture would be too large to read.
    """
    program = shutil.which(_PROGRAM)
    if program is None:
        raise InputError(
            f"format {form} needs Graphviz, whose program {_PROGRAM} is not on the PATH: install it "
            "(apt install graphviz, brew install graphviz), or use --format dot"
        )
    done = subprocess.run([program, f"-T{form}"], input=dot.encode("utf-8"), capture_output=True, check=False)
    said = " ".join(done.stderr.decode("utf-8", "replace").split())
    # Graphviz would scale the picture down until it is unreadable.
    if _TOO_LARGE in said:
        raise InputError(f"it is too large for {form}: show less (--path, --depth, --min-candidates), or use svg")
    if done.returncode or not done.stdout:
        raise InputError(f"Graphviz cannot draw it as {form}: {said[:_LONGEST_REASON]!a}")
    return done.stdout
