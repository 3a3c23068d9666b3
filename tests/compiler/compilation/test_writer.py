"""The writer against FORMAT.md, byte for byte where it matters, and against the reader."""

import hashlib
import zlib
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sampled import sampled
from tree_model import unpack_file
from tree_strategies import (
    chain_game,
    chain_tree,
    colour,
    encode,
    grow_tree,
    grown_trees,
    likely_file,
    make_game,
    original_game,
    outside_game,
    outside_tree,
    weighted_file,
)

import wordle_trees
from wordle_compiler import CompilerError, Game, Rule, WordList, load_list
from wordle_compiler.compilation.compiled_tree import encode_checked
from wordle_compiler.compilation.writer import LikelyList, encode_tree
from wordle_compiler.game.mastermind import bulls_and_cows, mastermind
from wordle_compiler.search.decision_tree import TreeNode
from wordle_runtime import Tree, load
from wordle_runtime.layout import LIKELY_PREFIX
from wordle_runtime.nodes import Node as ReadNode
from wordle_runtime.verification import verify

KINDS = ("nyt", "salet-hard", "plate", "salet-worst-case", "mastermind-within-5", "bulls-and-cows")
"""Bundled trees of every kind; the others are like one of them."""

GENERATED = {"mastermind": mastermind, "mastermind-within-5": mastermind, "bulls-and-cows": bulls_and_cows}

CLAIMS: dict[str, Any] = {
    "strategy": "test",
    "options": {},
    "objective": "total",
    "status": "heuristic",
    "max_guesses": 2,
}


def sha256(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def test_file_of_a_tree_of_four_nodes_by_hand() -> None:
    answers = sha256("bumpy\ndumpy\njumpy\n")
    allowed = sha256("bodge\nbumpy\ndumpy\njumpy\n")

    data = encode(outside_game(), outside_tree(), max_guesses=3, status="optimal", start="bodge", depth=2, all=True)

    entries = unpack_file(data)
    words, nodes = entries.pop("words"), entries.pop("nodes")
    assert entries == {
        "magic": "wordle-tree",
        "version": [1, 0],
        "game": {
            "kind": "wordle",
            "rule": "any",
            "length": 5,
            "max_guesses": 3,
            "answers": {"name": "some-answers", "count": 3, "sha256": answers},
            "allowed": {"name": "some-allowed", "count": 4, "sha256": allowed},
            "fingerprint": sha256(f"wordle-tree game 1\nwordle\nany\n5\n{answers.hex()}\n{allowed.hex()}\n"),
        },
        "strategy": {"name": "test", "options": {"all": True, "depth": 2, "start": "bodge"}},
        "guarantee": {"total": 6, "worst_case": 2, "histogram": [0, 3], "unsolved": 0},
        "proof": {"status": "optimal", "objective": "total"},
        "checksum": hashlib.sha256(data[:-34]).digest(),
    }
    assert list(entries["strategy"]["options"]) == ["all", "depth", "start"]
    assert {name: zlib.decompress(table) for name, table in words.items()} == {
        # jumpy, dumpy, bumpy by column: the order in which the nodes solve them.
        "answers": b"jdbuuummmpppyyy",
        "others": b"bodge",
    }
    assert nodes.pop("count") == 4
    assert {name: zlib.decompress(array) for name, array in nodes.items()} == {
        "feedback": bytes([0, 9, 162]),
        "children": bytes([3, 0, 0, 0]),
        "guess": bytes([4, 0, 0, 0, 0, 0, 0, 0]),
    }


def test_weights_of_a_tree_by_hand() -> None:
    plain = unpack_file(encode(chain_game(), chain_tree()))
    entries = unpack_file(weighted_file(chain_game(), chain_tree(), {"bumpy": 300, "dumpy": 0, "jumpy": 7}))
    weights = entries.pop("weights")

    assert list(entries) == list(plain)
    assert entries.pop("version") == [1, 1]
    assert plain.pop("version") == [1, 0]
    del plain["checksum"], entries["checksum"]
    assert entries == plain
    assert list(weights) == ["name", "sha256", "solved", "total", "values"]
    # bumpy, dumpy, jumpy take 1, 2 and 3 guesses, and are solved in this order.
    assert zlib.decompress(weights.pop("values")) == bytes([44, 1, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0])
    assert weights == {
        "name": "mine",
        "sha256": sha256("bumpy 300\ndumpy 0\njumpy 7\n"),
        "solved": 307,
        "total": 300 + 21,
    }


@given(grown_trees(), st.data())
@settings(max_examples=40)
def test_round_trip_of_weights(grown: tuple[Game, TreeNode, int], data: st.DataObject) -> None:
    game, root, max_guesses = grown
    values = {word: data.draw(st.sampled_from((0, 1, 3, 255, 256, 70_000, 1 << 27))) for word in game.answers.words}
    values[game.answers.words[0]] += not any(values.values())
    file = weighted_file(game, root, values, max_guesses=max_guesses)
    tree = load(file)
    found = tree.guarantee.weights

    # Counted node by node, in the test's own words.
    depths = {node.guess: depth for depth, node in root.walk() if node.solves}
    assert found is not None
    assert found.total == sum(values[word] * depth for word, depth in depths.items())
    assert found.solved == sum(values[word] for word in depths)
    assert dict(zip(tree.nodes.words, found.values, strict=False)) == values
    assert tree.info.version == (1, 1)
    assert weighted_file(game, as_node(tree.root), values, max_guesses=max_guesses) == file


def test_likely_answers_of_a_tree_by_hand() -> None:
    plain = unpack_file(encode(chain_game(), chain_tree()))
    entries = unpack_file(likely_file(chain_game(), chain_tree(), ("jumpy", "bumpy"), 2))
    likely = entries.pop("likely")

    assert list(entries) == list(plain)
    assert (entries.pop("version"), plain.pop("version")) == ([1, 2], [1, 0])
    assert (entries.pop("proof"), plain.pop("proof")) == (
        {"status": "heuristic", "objective": "likely total"},
        {"status": "heuristic", "objective": "total"},
    )
    del plain["checksum"], entries["checksum"]
    assert entries == plain
    assert list(likely) == ["name", "count", "sha256", "max_guesses", "total", "histogram", "unsolved", "members"]
    # bumpy, dumpy, jumpy are solved in this order: the first and the third bit.
    assert zlib.decompress(likely.pop("members")) == bytes([0b101])
    # jumpy takes three guesses, which is one too many.
    assert likely == {
        "name": "some-likely",
        "count": 2,
        "sha256": sha256("bumpy\njumpy\n"),
        "max_guesses": 2,
        "total": 1,
        "histogram": [1],
        "unsolved": 1,
    }


@given(grown_trees(), st.data())
@settings(max_examples=60)
def test_round_trip_of_likely_answers(grown: tuple[Game, TreeNode, int], data: st.DataObject) -> None:
    game, root, max_guesses = grown
    assume(game.rule is not Rule.CANDIDATES)
    words = data.draw(st.sets(st.sampled_from(game.answers.words), min_size=1))
    limit = data.draw(st.integers(1, max_guesses))
    file = likely_file(game, root, words, limit, max_guesses=max_guesses)
    tree = load(file)
    found = tree.guarantee.likely

    # Counted node by node, in the test's own words.
    depths = {node.guess: depth for depth, node in root.walk() if node.solves}
    in_time = {word: depths[word] for word in words if depths.get(word, limit + 1) <= limit}
    assert found is not None
    assert (found.count, found.n_solved, found.total) == (len(words), len(in_time), sum(in_time.values()))
    assert found.worst_case == max(in_time.values(), default=0)
    assert list(found.histogram) == [list(in_time.values()).count(n + 1) for n in range(found.worst_case)]
    assert found.unsolved == tuple(sorted(words - in_time.keys()))
    assert tree.likely_answers == tuple(sorted(words))
    assert (tree.info.version, tree.info.objective) == ((1, 2), "likely total")
    assert (found.name, found.max_guesses) == ("some-likely", limit)
    assert found.mean == (sum(in_time.values()) / len(in_time) if in_time else None)
    assert verify(file, answers=game.answers.words, allowed=game.allowed.words, likely=words).reasons == ()
    assert verify(file).counted == tree.guarantee
    assert likely_file(game, as_node(tree.root), words, limit, max_guesses=max_guesses) == file


def test_entries_are_wider_for_longer_words() -> None:
    game = make_game("abcdef bacdef")
    # 112222 in base 3: 243 + 81 + 2 * (27 + 9 + 3 + 1).
    root = TreeNode("abcdef", True, {404: TreeNode("bacdef", True)})

    nodes = unpack_file(encode(game, root))["nodes"]

    assert zlib.decompress(nodes["feedback"]) == b"\x94\x01"
    assert zlib.decompress(nodes["children"]) == b"\x01\x00\x00\x00"


def test_order_of_children_in_memory_does_not_matter() -> None:
    root = outside_tree()
    root.children = dict(reversed(root.children.items()))

    assert encode(outside_game(), root) == encode(outside_game(), outside_tree())


@pytest.mark.parametrize(
    "root",
    [
        pytest.param(TreeNode("bodge", True), id="solves a non-answer"),
        pytest.param(TreeNode("bumpy", True, {80: TreeNode("bumpy", True)}), id="twice"),
        pytest.param(TreeNode("crane", False), id="not allowed"),
        pytest.param(TreeNode("bumpy", True, {242: TreeNode("dumpy", True)}), id="a child for all green"),
        pytest.param(
            TreeNode("bodge", False, {0: TreeNode("bodge", False, {0: TreeNode("jumpy", True)})}), id="too deep"
        ),
    ],
)
def test_a_tree_that_is_none_of_its_game_is_refused(root: TreeNode) -> None:
    with pytest.raises(CompilerError, match="internal error, nothing was written: "):
        encode_checked(outside_game(), root, **CLAIMS)
    with pytest.raises(CompilerError, match="internal error"):
        encode_checked(outside_game(), outside_tree(), **CLAIMS | {"status": "proven"})


def as_node(node: ReadNode) -> TreeNode:
    return TreeNode(node.guess, node.solves, {code: as_node(child) for code, child in node.children.items()})


def written_again(tree: Tree, game: Game) -> bytes:
    """The file of a tree that was read, with the options and claims that it came with."""
    info, likely = tree.info, tree.guarantee.likely
    return encode_tree(
        game,
        as_node(tree.root),
        strategy=info.strategy,
        options=dict(info.options),
        objective=info.objective.removeprefix(LIKELY_PREFIX),
        status=info.status,
        max_guesses=info.game.max_guesses,
        likely=likely and LikelyList(WordList(likely.name, tree.likely_answers), likely.max_guesses),
    )


@given(grown_trees())
@settings(max_examples=40)
def test_round_trip_gives_an_equal_tree_and_equal_bytes(grown: tuple[Game, TreeNode, int]) -> None:
    game, root, max_guesses = grown
    options: dict[str, Any] = {"b": None, "a": "\u00e9", "c": False, "d": -5}
    data = encode(game, root, max_guesses=max_guesses, **options)

    tree = load(data)

    assert as_node(tree.root) == root
    names = tree.info.game
    read = Game(
        WordList(names.answers.name, tree.answers), WordList(names.allowed.name, game.allowed.words), Rule(names.rule)
    )
    assert written_again(tree, read) == data


@pytest.mark.parametrize(
    "name", sampled([*KINDS, *(name for name in wordle_trees.names() if name not in KINDS)], len(KINDS))
)
def test_a_shipped_tree_is_written_as_it_ships(name: str) -> None:
    # Where another release of zopfli emits other bytes, it is to be excluded, or the trees are to be built anew.
    tree = load(name)
    names = tree.info.game
    game = (
        GENERATED[name]()
        if name in GENERATED
        else Game(load_list(names.answers.name), load_list(names.allowed.name), Rule(names.rule))
    )

    assert written_again(tree, game) == wordle_trees.read(name)


def test_same_bytes_as_ever() -> None:
    # All words, and a feedback, a count and a guess for each answer that is the first of its cell below SOARE.
    game = original_game()
    children = {colour("soare", answer): TreeNode(answer, True) for answer in reversed(game.answers.words)}

    data = encode(game, TreeNode("soare", False, children), max_guesses=2)

    assert len(data) == 4406
    assert data[-32:].hex() == "b6c5fd2fbe02a3f2617ada056f2f96717c48ae38eaada5befb1f64824d4cf12c"


@pytest.mark.parametrize("n_answers", [100, pytest.param(70_304, marks=pytest.mark.slow)])
def test_wide_guess_entries_round_trip(n_answers: int) -> None:
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = [a + b + c + d for a in letters for b in letters for c in letters for d in "abcd"]
    assert len(words) == 70_304
    answers = words[-n_answers:]
    game = Game(WordList.from_words(answers, "few"), WordList.from_words(words, "many"))
    assert words.index(answers[-1]) > 1 << 16

    grown = grow_tree(game, seed=3, max_guesses=2)

    tree = load(encode(game, grown, max_guesses=2))

    assert tree.guarantee.n_answers == n_answers
    assert as_node(tree.root) == grown
