"""Trees as graphs, DOT, GraphML, JSON and pictures: values by hand, what programs read, what Graphviz cannot do."""

import json
import os
import pty
import re
import shlex
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import networkx as nx
import pytest
from command_runs import wordle_tree
from export_trees import HOSTILE, THREE, with_words
from waiting import SECONDS

from wordle_compiler.compilation.report import CompiledTree
from wordle_compiler.export.graph import draw, draw_dot, to_dot, to_graphml, to_json, to_networkx
from wordle_compiler.machine.errors import InputError
from wordle_runtime import Tree, load

ROOT = Path(__file__).parent.parent.parent.parent
needs_graphviz = pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")
MAGIC = {"svg": b"<?xml", "png": b"\x89PNG\r\n\x1a\n", "pdf": b"%PDF-"}


def test_graph_of_a_whole_tree(bodge: Tree) -> None:
    graph = to_networkx(bodge)

    game = {"kind": "wordle", "rule": "any", "length": 5, "max_guesses": 6}
    assert graph.graph == {**game, "objective": "total", "claim": CompiledTree(bodge).claim}
    assert dict(graph.nodes(data=True)) == {
        node_id: {"guess": guess, "turn": turn, "solves": turn == 2, "n_candidates": n, "total": total, "n_hidden": 0}
        | {"expected": total / n, "expected_exact": f"{total // n}"}
        for node_id, (guess, turn, n, total) in enumerate(
            [("bodge", 1, 3, 6), ("jumpy", 2, 1, 1), ("dumpy", 2, 1, 1), ("bumpy", 2, 1, 1)]
        )
    }
    assert list(graph.edges(data=True)) == [
        (0, 1, {"code": 0, "feedback": "_____", "squares": "⬛⬛⬛⬛⬛"}),
        (0, 2, {"code": 9, "feedback": "__y__", "squares": "⬛⬛🟨⬛⬛"}),
        (0, 3, {"code": 162, "feedback": "g____", "squares": "🟩⬛⬛⬛⬛"}),
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


def test_dot_text(bodge: Tree) -> None:
    grey, yellow, green = (
        f'<td width="10" height="10" bgcolor="{colour}"></td>' for colour in ("#787c7e", "#c9b458", "#6aaa64")
    )
    table = '<table border="0" cellspacing="2" cellpadding="0"><tr>'
    assert to_dot(bodge) == (
        f'digraph tree {{\ncomment="{CompiledTree(bodge).claim}";\n'
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


@needs_graphviz
def test_graphviz_shows_hostile_words_as_they_are(hostile: Tree) -> None:
    dot = to_dot(hostile)

    done = subprocess.run(["dot", "-Tsvg"], input=dot.encode(), capture_output=True, timeout=SECONDS, check=True)

    texts = [element.text for element in ElementTree.fromstring(done.stdout).iter("{http://www.w3.org/2000/svg}text")]
    assert set(HOSTILE) <= set(texts)
    # Nothing is shown but words and their counts.
    for text in set(texts) - set(HOSTILE):
        assert text is not None
        assert " left, " in text.replace("\u00a0", " ")


@pytest.mark.parametrize("name", ["plate", "mastermind"])
def test_networkx_reads_graphml_and_json_back(name: str) -> None:
    graph = to_networkx(load(name), depth=3)
    again = nx.parse_graphml("".join(to_graphml(load(name), depth=3)), node_type=int)
    # The name of the edges is another argument before networkx 3.4.
    document = json.loads(to_json(load(name), depth=3))
    document["links"] = document.pop("edges")
    try:
        from_json = nx.node_link_graph(document, edges="links")
    except TypeError:
        from_json = nx.node_link_graph(document)

    assert graph.graph == {
        "kind": name,
        "rule": "any",
        "length": 4,
        "max_guesses": 6,
        "objective": "total",
        **({"kind": "wordle", "rule": "candidates", "length": 5} if name == "plate" else {}),
        "claim": CompiledTree(load(name)).claim,
    }
    assert dict(again.nodes(data=True)) == dict(graph.nodes(data=True))
    assert list(again.edges(data=True)) == list(graph.edges(data=True))
    # The reader adds the defaults, of which there are none.
    assert again.graph == graph.graph | {"node_default": {}, "edge_default": {}}
    assert nx.utils.graphs_equal(from_json, graph)


@pytest.mark.parametrize("character", ["\ufffe", "\uffff"])
def test_what_xml_cannot_hold_is_refused(bodge: Tree, character: str) -> None:
    odd = with_words(bodge, (f"bodg{character}", *bodge.nodes.words[1:]))

    with pytest.raises(InputError, match=f"U\\+{ord(character):04X}, which GraphML cannot hold"):
        "".join(to_graphml(odd))


def test_json_is_harmless_wherever_it_is_shown(hostile: Tree) -> None:
    text = to_json(hostile)

    assert text.isascii()
    assert {node["guess"] for node in json.loads(text)["nodes"]} == set(HOSTILE)


@needs_graphviz
@pytest.mark.parametrize("form", ["svg", "png", "pdf"])
def test_pictures_are_of_their_form(form: str, tmp_path: Path) -> None:
    target = tmp_path / f"plate.{form}"

    made = wordle_tree("export", "plate", "--format", form, "--depth", "2", "--min-candidates", "50", "-o", str(target))

    assert (made.exit_code, made.output) == (0, "")
    assert target.read_bytes().startswith(MAGIC[form])


@needs_graphviz
def test_svg_shows_the_guesses_and_squares_beside_them(bodge: Tree) -> None:

    document = ElementTree.fromstring(draw(bodge, form="svg"))

    texts = list(document.iter("{http://www.w3.org/2000/svg}text"))
    places = {text.text: float(text.get("y", "")) for text in texts if text.text in THREE}
    squares = list(document.iter("{http://www.w3.org/2000/svg}polygon"))
    green = [square.get("points", "") for square in squares if square.get("fill") == "#6aaa64"]
    assert set(places) == set(THREE)
    # BODGE gets one green letter, the first, where BUMPY is the answer: in BUMPY's row, which is some 20 points high.
    (points,) = green
    heights = [float(point.partition(",")[2]) for point in points.split()]
    # A letter stands on its line, a square around the middle of it.
    assert max(heights) - min(heights) == 10
    assert min(heights) - 5 < places["bumpy"] < max(heights) + 5


@needs_graphviz
def test_the_readmes_picture_is_what_the_readmes_command_draws() -> None:
    command = 'wordle-tree export plate --format svg --path "plate:__g_g" -o plate.svg'
    assert f"`{command}`" in (ROOT / "README.md").read_text(encoding="utf-8")

    drawn = wordle_tree(*shlex.split(command)[1:-2])

    # Where it stands depends on the fonts of the machine.
    committed = (ROOT / "docs" / "plate.svg").read_text(encoding="utf-8")
    assert re.findall("<text.*?>(.*?)</text>", drawn.stdout) == re.findall("<text.*?>(.*?)</text>", committed)


@needs_graphviz
def test_picture_that_would_be_scaled_down_is_refused() -> None:
    # 400 inches are more than the 32,767 pixels that a bitmap may have.
    with pytest.raises(InputError, match="too large for png: show less \\(--path, --depth, --min-candidates\\)"):
        draw_dot("digraph { a [width=400] }", "png")


def test_without_graphviz_it_is_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    result = wordle_tree("export", "plate", "--format", "svg")

    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("wordle-tree export: format svg needs Graphviz, whose program dot is not")
    assert result.stderr.count("\n") == 1


def test_what_graphviz_says_is_one_harmless_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "dot"
    program.write_text(f"#!{sys.executable}\nimport sys\nsys.exit('\\x1b[31mno\\nfont')\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(InputError) as caught:
        draw_dot("digraph {}", "svg")

    assert str(caught.value) == "Graphviz cannot draw it as svg: '\\x1b[31mno font'"


@pytest.mark.parametrize(
    ("args", "said"),
    [
        pytest.param(["--format", "png"], "export: a terminal cannot show png: name a file with -o\n", id="png"),
        *(
            pytest.param(args, f"bytes of {form} are too long for a terminal", id=" ".join(["long", *args]))
            for form, args in (("dot", []), ("text", ["--format", "text"]), ("dot", ["--depth", "3"]))
        ),
        pytest.param(["--depth", "1"], "", id="a part"),
    ],
)
def test_no_picture_and_no_whole_tree_is_written_to_a_terminal(args: list[str], said: str) -> None:
    leader, follower = pty.openpty()
    try:
        done = subprocess.run(
            [
                sys.executable,
                "-c",
                f"import sys; sys.argv = ['wordle-tree', 'export', 'plate', *{args!r}]\n"
                "from wordle_compiler.entry_points import tree_command; raise SystemExit(tree_command())",
            ],
            stdout=follower,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            timeout=SECONDS,
            check=False,
        )
    finally:
        os.close(follower)
        os.close(leader)

    assert (said in done.stderr, done.stderr.count("\n")) == (True, bool(said))
    assert done.returncode == (2 if said else 0)
