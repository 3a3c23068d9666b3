"""Trees as graphs and as DOT: values derived by hand, and text that Graphviz reads as it was meant."""

import shutil
import subprocess
import xml.etree.ElementTree as ElementTree

import networkx as nx
import pytest
from export_trees import HOSTILE
from waiting import SECONDS

from wordle_compiler.export.graph import to_dot, to_networkx
from wordle_compiler.machine.errors import InputError
from wordle_runtime import GameError, Tree, load


def test_graph_of_a_whole_tree(bodge: Tree) -> None:
    graph = to_networkx(bodge)

    assert graph.graph == {"kind": "wordle", "rule": "any", "length": 5}
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


@pytest.mark.parametrize(
    ("name", "options", "shown"),
    [
        ("chain", {"path": [("bumpy", "_gggg"), ("DUMPY", "bGGGG")]}, [("jumpy", 3, 2, 0), ("kumpy", 4, 1, 0)]),
        ("chain", {"depth": 2}, [("bumpy", 1, 4, 0), ("dumpy", 2, 3, 2)]),
        ("chain", {"depth": 4}, [("bumpy", 1, 4, 0), ("dumpy", 2, 3, 0), ("jumpy", 3, 2, 0), ("kumpy", 4, 1, 0)]),
        ("chain", {"min_candidates": 3}, [("bumpy", 1, 4, 0), ("dumpy", 2, 3, 2)]),
        # The first node is never cut.
        ("bodge", {"min_candidates": 100}, [("bodge", 1, 3, 3)]),
    ],
    ids=str,
)
def test_what_is_cut_is_counted(
    request: pytest.FixtureRequest, name: str, options: dict[str, object], shown: list[tuple[str, int, int, int]]
) -> None:
    nodes = to_networkx(request.getfixturevalue(name), **options).nodes(data=True)

    assert [(node["guess"], node["turn"], node["n_candidates"], node["n_hidden"]) for _, node in nodes] == shown


@pytest.mark.parametrize("name", ["depth", "min_candidates"])
def test_limits_must_show_something(chain: Tree, name: str) -> None:
    for value in (0, -1):
        with pytest.raises(InputError, match=f"{name} {value}"):
            to_networkx(chain, **{name: value})


def test_what_is_shown_and_what_is_hidden_is_the_whole_tree() -> None:
    tree = load("plate")

    graph = to_networkx(tree, depth=3, min_candidates=5)

    assert graph.number_of_nodes() + sum(n for _, n in graph.nodes(data="n_hidden")) == len(tree.nodes.guess)
    assert min(n for _, n in graph.nodes(data="n_candidates")) == 5
    assert max(turn for _, turn in graph.nodes(data="turn")) == 3


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
    assert next(iter(to_networkx(load("mastermind"), depth=2).edges(data="squares")))[2] == "0b0w"


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
