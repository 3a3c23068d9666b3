"""Files of every version of the format, kept as they were written: today's reader must read them, or name the version.

Before them, the shared constants against the written format: FORMAT.md is read here, so the two cannot drift apart.
What the files hold is stated here by hand. None is ever made anew: a change that cannot read them is a new version.
"""

import re
import zlib
from pathlib import Path
from typing import Any

import msgpack
import pytest
from tree_model import TreeModel, pack_entries

import wordle_trees
from wordle_runtime import TreeError, layout, load
from wordle_runtime.verification import verify

FIXTURES = Path(__file__).parent.parent / "fixtures"
LONG = ("äbcdefghijkl", "äbcdefghijkm", "äbcdefghijkn")

# File -> version, kind, rule, limit, status, total, histogram, unsolved, and the guesses that find each answer.
CHAIN = ("bumpy", "bumpy dumpy", "bumpy dumpy jumpy")
EXPECTED: dict[str, tuple[Any, ...]] = {
    "format-1.0.tree": (
        *((1, 0), "wordle", "any", 6, "heuristic", 6, (0, 3), ()),
        ("bodge jumpy", "bodge dumpy", "bodge bumpy"),
    ),
    "format-1.0-unsolved.tree": (*((1, 0), "wordle", "any", 1, "heuristic", 1, (1,), ("bumpy", "jumpy")), ("dumpy",)),
    "format-1.0-long.tree": (
        *((1, 0), "wordle", "hard", 3, "optimal below opener", 6, (1, 1, 1), ()),
        [" ".join(LONG[:n]) for n in (1, 2, 3)],
    ),
    "format-1.1-weights.tree": ((1, 1), "wordle", "any", 6, "heuristic", 6, (1, 1, 1), (), CHAIN),
    "format-1.1-mastermind.tree": (
        *((1, 1), "mastermind", "any", 6, "heuristic", 21, (1, 4, 4), ()),
        ("12", "12 33", "12 23", "12 21", "12 13", "12 23 31", "12 13 22", "12 13 32", "12 13 11"),
    ),
    "format-1.2-likely.tree": ((1, 2), "wordle", "any", 6, "heuristic", 6, (1, 1, 1), (), CHAIN),
    "format-1.2-unsolved.tree": ((1, 2), "wordle", "any", 2, "optimal", 3, (1, 1), ("jumpy",), CHAIN[:2]),
    # Stands for a version that is yet to come: its version is raised, and every map has the key `later`.
    "format-1.3.tree": ((1, 3), "wordle", "any", 6, "heuristic", 6, (1, 1, 1), (), CHAIN),
}

OBJECTIVES = {"format-1.2-likely.tree": "likely total", "format-1.2-unsolved.tree": "unsolved,total"}


def fixture(name: str) -> bytes:
    return (FIXTURES / name).read_bytes()


@pytest.mark.parametrize("name", EXPECTED)
def test_kept_file_holds_what_it_was_written_with(name: str) -> None:
    tree = load(fixture(name))
    version, kind, rule, max_guesses, status, total, histogram, unsolved, guesses = EXPECTED[name]

    assert tree.info.version == version
    assert (tree.info.game.kind, tree.info.game.rule, tree.info.game.max_guesses) == (kind, rule, max_guesses)
    objective = OBJECTIVES.get(name, "total")
    assert (tree.info.strategy, tree.info.status, tree.info.objective) == ("test", status, objective)
    assert (tree.guarantee.total, tree.guarantee.histogram, tree.guarantee.unsolved) == (total, histogram, unsolved)
    assert {answer: " ".join(path) for answer, path in tree} == {path.split()[-1]: path for path in guesses}
    assert verify(fixture(name)).reasons == ()


def test_options_and_lists_of_the_first_version() -> None:
    tree = load(fixture("format-1.0.tree"))

    assert tree.info.options == (("depth", 2), ("start", "bodge"))
    assert (tree.info.game.answers.name, tree.info.game.answers.count) == ("some-answers", 3)
    assert (tree.info.game.allowed.name, tree.info.game.allowed.count) == ("some-allowed", 4)
    # printf 'bumpy\ndumpy\njumpy\n' | sha256sum
    assert tree.info.game.answers.sha256.hex() == "6aac6b4da5789d1097d4be3c0ecd796b8d3a907df121a02b169a375d38254d72"
    assert load(fixture("format-1.0-long.tree")).next_guess([(LONG[0], 3**12 - 3)]) == LONG[1]


@pytest.mark.parametrize("name", ["format-1.1-weights.tree", "format-1.3.tree"])
def test_weights_of_a_kept_file(name: str) -> None:
    weights = load(fixture(name)).guarantee.weights

    assert weights is not None
    assert (weights.name, weights.values) == ("mine", (300, 0, 7))
    # 300 times one guess, 7 times three.
    assert (weights.solved, weights.total) == (307, 321)


def test_likely_answers_of_a_kept_file() -> None:
    likely = load(fixture("format-1.2-likely.tree")).guarantee.likely

    assert likely is not None
    assert (likely.name, likely.count, likely.max_guesses, likely.members) == ("some-likely", 2, 2, b"\1\0\1")
    # printf 'bumpy\njumpy\n' | sha256sum
    assert likely.sha256.hex() == "bdf3687692b74526a63f1a8f81971c189a6dad105f7a6d9fb4135f92b19fe9e8"
    # bumpy takes one guess, jumpy three, which is more than two.
    assert (likely.total, likely.histogram, likely.unsolved) == (1, (1,), ("jumpy",))


def test_readers_of_older_versions_refuse_likely_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """They skip the map `likely`, which is unknown to them, and would misread the claim: but not the objective."""
    monkeypatch.setattr(layout, "VERSION", (1, 1))
    monkeypatch.setattr(layout, "SECOND_VERSION", (1, 2))
    monkeypatch.setattr(layout, "LIKELY_OBJECTIVES", ())

    with pytest.raises(
        TreeError, match=r"^proof\.objective is 'likely total', which this version does not know in such a file$"
    ):
        load(fixture("format-1.2-likely.tree"))
    assert load(fixture("format-1.3.tree")).info.version == (1, 3)


def test_every_minor_version_has_a_kept_file() -> None:
    versions = {load(path.read_bytes()).info.version for path in FIXTURES.glob("format-1.*.tree")}

    assert versions == {(1, 0), (1, 1), (1, 2), (1, 3)}
    assert {path.name for path in FIXTURES.glob("*.tree")} == {*EXPECTED, "format-2.0.tree"}


@pytest.mark.parametrize("minor", [3, 4, 255, 2**32, 2**64 - 1])
def test_any_newer_minor_version_loads_with_keys_that_are_not_known(minor: int) -> None:
    entries = TreeModel.of(fixture("format-1.0.tree")).put_back()
    tree = load(pack_entries({**entries, "later": {"a": [1, None, True]}, "again": b"", "version": [1, minor]}))

    assert tree.info.version == (1, minor)
    assert tree.guarantee == load(fixture("format-1.0.tree")).guarantee


FORMAT = (Path(wordle_trees.__path__[0]) / "FORMAT.md").read_text(encoding="utf-8")


def documented_keys(heading: str) -> tuple[str, ...]:
    """The first column of the table under a heading."""
    return tuple(re.findall(r"^\| `(\w+)` \|", FORMAT.split(f"\n{heading}\n", 1)[1].split("\n#", 1)[0], re.MULTILINE))


@pytest.mark.parametrize(
    ("heading", "keys"),
    [
        ("## The map", layout.FILE),
        ("### `game`", layout.GAME),
        ("### `guarantee`", layout.GUARANTEE),
        ("### `proof`", layout.PROOF),
        ("### `weights`", layout.WEIGHTS),
        ("### `likely`", layout.LIKELY),
    ],
)
def test_keys_are_those_of_the_document_in_its_order(heading: str, keys: dict[str, object]) -> None:
    assert documented_keys(heading) == tuple(keys)


def test_the_worked_example_is_what_it_says() -> None:
    section = FORMAT.split("\n## A worked example\n", 1)[1].split("\n## ", 1)[0]
    lines = re.findall(r"^    ((?:[0-9a-f]{2} )*[0-9a-f]{2})  +(.*)$", section, re.MULTILINE)
    excerpt = bytes.fromhex("".join(digits for digits, _ in lines))
    start = int(re.search(r"140 bytes from byte (\d+)", section)[1])
    file = (Path(__file__).parent.parent / "fixtures/format-1.0.tree").read_bytes()

    assert excerpt == file[start : start + 140]
    # Every line: a key by its name, a stream by what it inflates to.
    held = b""
    for digits, said in lines:
        data = bytes.fromhex(digits)
        if said.startswith("the key"):
            assert msgpack.unpackb(data) == said.split("`")[1]
        elif said.endswith("bytes:"):
            held = data
        elif data.startswith(b"\x78\xda") or "JUMPY" in said:
            held += data
            if "`" in said:
                inflated, shown = zlib.decompress(msgpack.unpackb(held)), said.split("`")[1]
                assert inflated == (bytes.fromhex(shown) if " " in shown else shown.encode())
    tree = load(file)
    assert [(node.guess, [code for _, code in node.path]) for node in tree.walk()] == [
        *(("bodge", []), ("jumpy", [0]), ("dumpy", [9]), ("bumpy", [162]))
    ]


@pytest.mark.parametrize("word", [*layout.RULES, *layout.STATUSES, *layout.OBJECTIVES, *layout.KINDS, layout.MAGIC])
def test_document_names_every_value(word: str) -> None:
    assert f"`{word}`" in FORMAT


def test_limits_are_those_of_the_document() -> None:
    assert f"more than {layout.MAX_FILE_BYTES // 1024**2} MiB" in FORMAT
    assert f"more than {layout.MAX_COUNT:,} answers" in FORMAT
    assert f"more than {layout.MAX_TURNS:,} turns" in FORMAT
    assert f"`length` outside {layout.MIN_LENGTH} to {layout.MAX_LENGTH}" in FORMAT
    assert f"`max_guesses` outside 1 to {layout.MAX_GUESSES}" in FORMAT


@pytest.mark.parametrize(
    ("kind", "length", "n_feedbacks", "width"),
    [
        *(("wordle", 2, 9, 1), ("wordle", 3, 27, 1), ("wordle", 5, 243, 1), ("wordle", 6, 729, 2)),
        *(("wordle", 10, 59049, 2), ("wordle", 11, 177147, 4), ("wordle", 12, 531441, 4)),
        *(("mastermind", 2, 7, 1), ("mastermind", 4, 21, 1), ("mastermind", 12, 157, 1)),
    ],
)
def test_feedback_width_is_the_smallest_that_holds_every_feedback(
    kind: str, length: int, n_feedbacks: int, width: int
) -> None:
    assert layout.n_feedbacks(kind, length) == n_feedbacks
    assert layout.feedback_width(kind, length) == width


@pytest.mark.parametrize(("n_words", "width"), [(1, 2), (65_535, 2), (65_536, 4), (1_048_576, 4)])
def test_guess_width_changes_at_65536_words(n_words: int, width: int) -> None:
    assert layout.guess_width(n_words) == width
