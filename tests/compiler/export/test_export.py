"""Trees as graphs and as DOT: values derived by hand, and text that pydot and Graphviz read back as it was meant."""

import shutil
import subprocess
import xml.etree.ElementTree as ElementTree

import networkx as nx
import pydot
import pytest
from export_trees import HOSTILE
from waiting import SECONDS

from wordle_compiler.export.dot import to_dot
from wordle_compiler.export.graph import to_networkx
from wordle_compiler.machine.errors import InputError
from wordle_runtime import GameError, Tree, load


def test_graph_of_a_whole_tree(bodge: Tree) -> None:
    graph = to_networkx(bodge)

    assert dict(graph.nodes(data=True)) == {
        0: {
            "guess": "bodge",
            "turn": 1,
            "solves": False,
            "n_candidates": 3,
            "total_left": 6,
            "expected_left": 2.0,
            "n_hidden": 0,
        },
        **{
            node_id: {
                "guess": guess,
                "turn": 2,
                "solves": True,
                "n_candidates": 1,
                "total_left": 1,
                "expected_left": 1.0,
                "n_hidden": 0,
            }
            for node_id, guess in enumerate(("jumpy", "dumpy", "bumpy"), start=1)
        },
    }
    assert list(graph.edges(data=True)) == [
        (0, 1, {"feedback": 0, "squares": "⬛⬛⬛⬛⬛"}),
        (0, 2, {"feedback": 9, "squares": "⬛⬛🟨⬛⬛"}),
        (0, 3, {"feedback": 162, "squares": "🟩⬛⬛⬛⬛"}),
    ]


def test_attributes_have_the_documented_types(chain: Tree) -> None:
    graph = to_networkx(chain)

    kinds = {
        "guess": str,
        "turn": int,
        "solves": bool,
        "n_candidates": int,
        "total_left": int,
        "expected_left": float,
        "n_hidden": int,
    }
    for _, node in graph.nodes(data=True):
        assert {name: type(value) for name, value in node.items()} == kinds
    for _, _, edge in graph.edges(data=True):
        assert {name: type(value) for name, value in edge.items()} == {"feedback": int, "squares": str}


def test_path_starts_below_its_turns(chain: Tree) -> None:
    graph = to_networkx(chain, path=[("bumpy", "_gggg"), ("DUMPY", "bGGGG")])

    assert [(node["guess"], node["turn"], node["n_candidates"]) for _, node in graph.nodes(data=True)] == [
        ("jumpy", 3, 2),
        ("kumpy", 4, 1),
    ]


def test_depth_cuts_and_counts_what_it_cuts(chain: Tree) -> None:
    graph = to_networkx(chain, depth=2)

    assert [(node["guess"], node["n_hidden"]) for _, node in graph.nodes(data=True)] == [("bumpy", 0), ("dumpy", 2)]
    # 1 + 2 + 3 for DUMPY, JUMPY and KUMPY.
    assert graph.nodes[1]["total_left"] == 6


def test_depth_that_reaches_every_leaf_cuts_nothing(chain: Tree) -> None:
    assert nx.utils.graphs_equal(to_networkx(chain, depth=4), to_networkx(chain))


def test_min_candidates_cuts_and_counts_what_it_cuts(chain: Tree) -> None:
    # BUMPY has 4 candidates, then DUMPY 3, JUMPY 2, KUMPY 1.
    graph = to_networkx(chain, min_candidates=3)

    assert [(node["guess"], node["n_hidden"]) for _, node in graph.nodes(data=True)] == [("bumpy", 0), ("dumpy", 2)]


def test_min_candidates_never_cuts_the_first_node(bodge: Tree) -> None:
    graph = to_networkx(bodge, min_candidates=100)

    assert [(node["guess"], node["n_hidden"]) for _, node in graph.nodes(data=True)] == [("bodge", 3)]


def test_what_is_shown_and_what_is_hidden_is_the_whole_tree() -> None:
    tree = load("plate")

    graph = to_networkx(tree, depth=3, min_candidates=5)

    assert graph.number_of_nodes() + sum(n for _, n in graph.nodes(data="n_hidden")) == len(tree.nodes.guess)
    assert min(n for _, n in graph.nodes(data="n_candidates")) == 5
    assert max(turn for _, turn in graph.nodes(data="turn")) == 3


@pytest.mark.parametrize("name", ["depth", "min_candidates"])
@pytest.mark.parametrize("value", [0, -1])
def test_limits_must_show_something(chain: Tree, name: str, value: int) -> None:
    with pytest.raises(InputError, match=f"{name} {value}"):
        to_networkx(chain, **{name: value})


def test_graph_says_which_game_its_feedbacks_are_of(bodge: Tree) -> None:
    assert to_networkx(bodge).graph == {"kind": "wordle", "rule": "any", "length": 5}
    assert to_networkx(load("mastermind"), depth=1).graph == {"kind": "mastermind", "rule": "any", "length": 4}


@pytest.mark.parametrize(
    ("path", "said"),
    [
        pytest.param([("dumpy", "_gggg")], "turn 1.*bumpy", id="another guess"),
        pytest.param([("bumpy", "_gggg"), ("dumpy", "y____")], "turn 2", id="feedback that no candidate gives"),
        pytest.param([("bumpy", "ggggg")], "turn 1", id="game over"),
        pytest.param([("bumpy", "_ggg")], "turn 1", id="short feedback"),
    ],
)
def test_path_that_leaves_the_tree_names_the_turn(chain: Tree, path: list[tuple[str, str]], said: str) -> None:
    with pytest.raises((InputError, GameError), match=said):
        to_networkx(chain, path=path)


def test_shipped_tree_has_a_node_for_each_guess() -> None:
    tree = load("plate")

    graph = to_networkx(tree)

    assert nx.is_arborescence(graph)
    assert sum(node["solves"] for _, node in graph.nodes(data=True)) == 2315
    assert sum(node["turn"] for _, node in graph.nodes(data=True) if node["solves"]) == 8227


def test_dot_text(bodge: Tree) -> None:
    grey, yellow, green = (
        f'<td width="10" height="10" bgcolor="{colour}"></td>' for colour in ("#787c7e", "#c9b458", "#6aaa64")
    )
    table = '<table border="0" cellspacing="2" cellpadding="0"><tr>'
    assert to_dot(bodge) == (
        "digraph tree {\n"
        "rankdir=LR;\n"
        "nodesep=0.06;\n"
        "ranksep=0.25;\n"
        'node [shape=box, style=rounded, color="#8a8d8f", fontname="sans-serif", margin="0.09,0.04", height=0.1];\n'
        'edge [color="#8a8d8f", arrowhead=none, tailport=e, headport=w];\n'
        'n0 [label="bodge\\n3 left, 2.00 to go"];\n'
        'n1 [label="jumpy", style="rounded,filled", fillcolor="#d6ecd2"];\n'
        'n2 [label="dumpy", style="rounded,filled", fillcolor="#d6ecd2"];\n'
        'n3 [label="bumpy", style="rounded,filled", fillcolor="#d6ecd2"];\n'
        f"f1 [shape=plain, label=<{table}{5 * grey}</tr></table>>];\n"
        "n0 -> f1 [minlen=2];\n"
        "f1 -> n1 [weight=9];\n"
        f"f2 [shape=plain, label=<{table}{2 * grey}{yellow}{2 * grey}</tr></table>>];\n"
        "n0 -> f2 [minlen=2];\n"
        "f2 -> n2 [weight=9];\n"
        f"f3 [shape=plain, label=<{table}{green}{4 * grey}</tr></table>>];\n"
        "n0 -> f3 [minlen=2];\n"
        "f3 -> n3 [weight=9];\n"
        "}\n"
    )


def test_only_a_cut_node_is_dashed(chain: Tree) -> None:
    dot = to_dot(chain, depth=2)

    assert '[label="bumpy\\n4 left, 2.50 to go", style="rounded,filled"' in dot
    assert '[label="dumpy\\n3 left, 2.00 to go", style="rounded,filled,dashed"' in dot


def test_feedback_of_pegs_is_drawn_in_letters() -> None:
    dot = to_dot(load("mastermind"), depth=2)

    assert 'f1 [shape=plain, label="0b0w"];\n' in dot
    assert "<td" not in dot


def read_back(label: str) -> str:
    """Reads a quoted DOT label the way Graphviz documents it."""
    assert label.startswith('"')
    assert label.endswith('"')
    text, escaped = "", False
    for character in label[1:-1]:
        if escaped:
            text += "\n" if character == "n" else character
            escaped = False
        elif character == "\\":
            escaped = True
        else:
            assert character != '"'
            text += character
    assert not escaped
    return text.replace("&amp;", "&")


# pydot's parser calls pyparsing by its old names.
@pytest.mark.filterwarnings("ignore::DeprecationWarning:pydot")
def test_pydot_reads_hostile_words_back(hostile: Tree) -> None:
    graphs = pydot.graph_from_dot_data(to_dot(hostile))

    assert graphs is not None
    (graph,) = graphs
    shown = [
        read_back(node.get("label")).split("\n")[0]
        for node in graph.get_nodes()
        if node.get_name().startswith("n") and node.get_name() != "node"
    ]
    assert sorted(shown) == sorted(node["guess"] for _, node in to_networkx(hostile).nodes(data=True))
    # To each guess but the first, by way of its feedback.
    assert len(graph.get_edges()) == 2 * (len(HOSTILE) - 1)


@pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")
def test_graphviz_shows_hostile_words_as_they_are(hostile: Tree) -> None:
    dot = to_dot(hostile)

    done = subprocess.run(["dot", "-Tsvg"], input=dot.encode(), capture_output=True, timeout=SECONDS, check=True)

    texts = [element.text for element in ElementTree.fromstring(done.stdout).iter("{http://www.w3.org/2000/svg}text")]
    assert set(HOSTILE) <= set(texts)
    # Nothing is shown but words and their counts.
    for text in set(texts) - set(HOSTILE):
        assert text is not None
        assert " left, " in text.replace("\u00a0", " ")
