"""Writes a tree's graph as DOT text, and draws it as a picture, with Graphviz's program `dot`.

Graphviz reads backslash escapes and HTML entities in labels, so this module escapes both.
"""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING, Any

from wordle_compiler.export.graph import walk_graph
from wordle_compiler.machine.errors import InputError

if TYPE_CHECKING:
    from wordle_runtime import Tree

_MOST_DRAWN = 3000
"""Nodes in a picture. Graphviz takes minutes for more, and nobody finds anything in them."""
_PROGRAM = "dot"
_TOO_LARGE = "too large"
_LONGEST_REASON = 200
_HEAD = """\
digraph tree {
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
_ESCAPES = {
    ord("\\"): r"\\",
    ord('"'): r"\"",
    ord("\n"): r"\n",
    ord("&"): "&amp;",
}


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
        nodes.append(f"n{number} [label={_label(*_lines(node))}{style}{colour}];\n")
        if parent is not None:
            edges.append(_EDGE.format(parent=parent, child=number, squares=_squares(edge["squares"])))
    return "".join([_HEAD, *nodes, *edges, "}\n"])


def _lines(node: dict[str, Any]) -> list[str]:
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
