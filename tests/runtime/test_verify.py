"""Verification: sound trees hold, and each kind of lie is found; its own reading of lists and weights."""

import os
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgpack
import pytest
from hypothesis import given, settings
from processes import run
from spoilt_trees import OUTSIDE, changed
from tree_model import TreeModel
from tree_strategies import encode, grown_trees, make_game
from wrong_trees import FIXTURES, LISTS, WRONG_TREES, Wrong

import wordle_runtime
import wordle_trees
from wordle_compiler.game.game import Game
from wordle_compiler.search.decision_tree import TreeNode
from wordle_runtime import TreeError, load
from wordle_runtime.verification import verify
from wordle_runtime.words import ListError, parse_words, read_words

ANSWERS = ("bumpy", "dumpy", "jumpy")
ALLOWED = ("bodge", *ANSWERS)


def reasons(data: bytes, **lists: Any) -> str:
    found = verify(data, **lists)
    assert not found.holds
    assert all(len(reason.splitlines()) == 1 for reason in found.reasons)
    return "\n".join(found.reasons)


@given(grown_trees())
@settings(max_examples=40)
def test_random_trees_hold(grown: tuple[Game, TreeNode, int]) -> None:
    game, root, max_guesses = grown
    data = encode(game, root, max_guesses=max_guesses)

    found = verify(data, answers=game.answers.words, allowed=game.allowed.words)

    assert found.reasons == ()
    assert found.counted == load(data).guarantee
    assert found.is_allowed_known


def test_source_may_be_a_tree_bytes_or_a_path(tmp_path: Path) -> None:
    (tmp_path / "x.tree").write_bytes(OUTSIDE)

    for source in (load(OUTSIDE), OUTSIDE, tmp_path / "x.tree", str(tmp_path / "x.tree")):
        found = verify(source)
        assert found.holds
        assert (found.counted.total, found.counted.histogram) == (6, (0, 3))


def test_hostile_tree_gives_short_reasons() -> None:
    """300 nodes that no answer leads to, 200 turns deep: their paths alone would be a megabyte."""
    tree = TreeModel.of(OUTSIDE)
    tree.game["max_guesses"], tree.answers = 255, ["bumpy", "dumpy", "jumpy"]
    tree.children, tree.feedback = [1] * 200 + [100] + [0] * 100, [1] * 200 + list(range(100))
    tree.guess = [4] * 201 + [2] * 100

    listed = [f"{a}{b}mpy" for a in "bcdfgh" for b in "aeiou"]
    found = reasons(tree.recount().pack(), answers=listed, allowed=["bodge", "bumpy", "jumpy"])

    assert len(found.splitlines()) < 30
    assert max(map(len, found.splitlines())) < 400
    assert f"... {'bodge ____y ' * 8}" in found
    assert "and 97 more of this kind" in found
    assert "and 297 more of this kind" in found


@pytest.mark.parametrize("opener", ["a" * 5000, "," * 100_000, "\u202e" * 50, "a\u2028b"])
def test_strange_opener_is_a_short_reason(opener: str) -> None:
    found = reasons(changed("strategy.options", {"opener": opener}))

    assert found.startswith("strategy.options.opener fixes '")
    assert found.endswith("as guess 1, the tree guesses 'bodge'")
    assert len(found) < 400
    assert found.isprintable()


def test_unsolved_answers_are_named_in_part() -> None:
    game = make_game(" ".join(f"{a}{b}" for a in "abcdef" for b in "abcdef"))
    # Every node is a candidate's, and none stands where the answer leads to.
    root = TreeNode("aa", True, {code: TreeNode(f"b{letter}", True) for code, letter in enumerate("abcdef")})

    found = reasons(encode(game, root))

    assert "guarantee.unsolved is ('ab', 'ac', 'ad' and 26 more), the replay gives ('ab', " in found


def test_file_that_is_replaced_meanwhile_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x.tree").write_bytes(OUTSIDE)
    reads = []
    monkeypatch.setattr("wordle_runtime.tree.read_file", lambda path: (reads.append(path), OUTSIDE)[1])

    assert verify(tmp_path / "x.tree").holds
    assert reads == [str(tmp_path / "x.tree")]


def faults(kind: Wrong) -> tuple[str, ...]:
    """Why a file is refused by the reader, or what the verifier finds in it."""
    try:
        return verify(kind.pack(), **{**LISTS[kind.base], **kind.lists}).reasons
    except TreeError as error:
        return (str(error),)


@pytest.mark.parametrize("base", LISTS)
def test_what_the_kinds_are_made_from_holds(base: str) -> None:
    assert verify((FIXTURES / base).read_bytes(), **LISTS[base]).reasons == ()
    assert base in {kind.base for kind in WRONG_TREES}
    # Taken apart and put together, nothing changed: whatever is wrong with a kind is its own fault.
    assert faults(Wrong("nothing", base, {}, "")) == ()


@pytest.mark.parametrize("kind", WRONG_TREES, ids=lambda kind: kind.words)
def test_wrong_tree_is_rejected_with_the_reason(kind: Wrong) -> None:
    found = faults(kind)

    assert any(kind.reason in reason for reason in found), "\n".join(found) or "it holds"
    assert all(len(reason.splitlines()) == 1 for reason in found)


def test_verifying_needs_the_runtime_alone(tmp_path: Path) -> None:
    """In an interpreter without site-packages and the clone, but for the runtime, the trees and msgpack."""
    for package in (wordle_runtime, wordle_trees, msgpack):
        source = Path(package.__path__[0])
        shutil.copytree(source, tmp_path / source.name, ignore=shutil.ignore_patterns("__pycache__"))
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    code = (
        "from wordle_runtime.verification import verify\nfrom wordle_runtime.words import read_words\n"
        "print(verify('salet', read_words('original-answers'), read_words('original-allowed')).counted.total)"
    )

    done = run([sys.executable, "-S", "-c", code], environment)
    hidden = run([sys.executable, "-S", "-c", "import wordle_compiler"], environment)

    assert (done.stdout, done.stderr) == ("7920\n", "")
    assert "No module named 'wordle_compiler'" in hidden.stderr


def write(folder: Path, content: bytes) -> str:
    (folder / "list").write_bytes(content)
    return str(folder / "list")


def test_letters_of_a_long_word_are_counted_and_not_shown(tmp_path: Path) -> None:
    """What else is no list is in the compiler's tests: its lists are read by the same function."""
    with pytest.raises(ListError, match="has 600 letters: use words of") as caught:
        read_words(write(tmp_path, "e\u0301\u0316".encode() * 200))
    assert len(str(caught.value)) < 300


def test_what_is_no_list_ends_in_one_line_and_waits_for_nobody(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for spec, said in (
        (Path("/dev/zero"), "has more than 64 MiB"),
        (tmp_path, "Is a directory"),
        (tmp_path / "nowhere", "is neither a list's name nor a file"),
        (tmp_path / "a\nb", r"a\nb' is neither"),
    ):
        with pytest.raises(ListError) as caught:
            read_words(str(spec))
        assert said in str(caught.value)
    assert read_words(str(tmp_path / "pipe")) == ()
    with pytest.raises(ListError, match="cannot read"):
        read_words("a\0b")


ENTRIES = [
    *(("abbey", "crane"), ("crane", "abbey"), ("crane", "crane"), ("crane", "cranes"), ("Crane",), ("crane ", "slate")),
    *(("crane", ""), ("cran1",), ("a",), ("abcdefghijklm",), ("größe", "straß"), (), ("crane", 3)),
]


@pytest.mark.parametrize("entries", ENTRIES, ids=repr)
def test_a_tuple_is_read_as_any_other_iterable_is(entries: tuple[str, ...]) -> None:
    def outcome(given: Iterable[str]) -> object:
        try:
            return parse_words(given, "list", "word")
        except ListError as error:
            return str(error)

    assert outcome(entries) == outcome(iter(entries))
