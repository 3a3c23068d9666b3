"""Files of every version of the format, kept as they were written: today's reader must read them, or name the version.

What they hold is stated here by hand. None of them is ever made anew: a change that cannot read them is a new version.
"""

from pathlib import Path
from typing import Any

import pytest
from tree_model import TreeModel, pack_entries

from wordle_runtime import TreeError, layout, load
from wordle_runtime.verification.verify import verify

FIXTURES = Path(__file__).parent.parent / "fixtures"
LONG = ("äbcdefghijkl", "äbcdefghijkm", "äbcdefghijkn")

# File -> version, kind, rule, limit, status, total, histogram, unsolved, and the guesses that find each answer.
EXPECTED: dict[str, tuple[Any, ...]] = {
    "format-1.0.tree": (
        *((1, 0), "wordle", "any", 6, "heuristic", 6, (0, 3), ()),
        {"jumpy": "bodge jumpy", "dumpy": "bodge dumpy", "bumpy": "bodge bumpy"},
    ),
    "format-1.0-unsolved.tree": (
        *((1, 0), "wordle", "any", 1, "heuristic", 1, (1,), ("bumpy", "jumpy")),
        {"dumpy": "dumpy"},
    ),
    "format-1.0-long.tree": (
        *((1, 0), "wordle", "hard", 3, "optimal below opener", 6, (1, 1, 1), ()),
        {word: " ".join(LONG[: number + 1]) for number, word in enumerate(LONG)},
    ),
    "format-1.1-weights.tree": (
        *((1, 1), "wordle", "any", 6, "heuristic", 6, (1, 1, 1), ()),
        {"bumpy": "bumpy", "dumpy": "bumpy dumpy", "jumpy": "bumpy dumpy jumpy"},
    ),
    "format-1.1-mastermind.tree": (
        *((1, 1), "mastermind", "any", 6, "heuristic", 21, (1, 4, 4), ()),
        {
            "12": "12",
            "33": "12 33",
            "23": "12 23",
            "21": "12 21",
            "13": "12 13",
            "31": "12 23 31",
            "22": "12 13 22",
            "32": "12 13 32",
            "11": "12 13 11",
        },
    ),
    "format-1.2-likely.tree": (
        *((1, 2), "wordle", "any", 6, "heuristic", 6, (1, 1, 1), ()),
        {"bumpy": "bumpy", "dumpy": "bumpy dumpy", "jumpy": "bumpy dumpy jumpy"},
    ),
    "format-1.2-unsolved.tree": (
        *((1, 2), "wordle", "any", 2, "optimal", 3, (1, 1), ("jumpy",)),
        {"bumpy": "bumpy", "dumpy": "bumpy dumpy"},
    ),
    # Stands for a version that is yet to come: its version is raised, and every map has the key `later`.
    "format-1.3.tree": (
        *((1, 3), "wordle", "any", 6, "heuristic", 6, (1, 1, 1), ()),
        {"bumpy": "bumpy", "dumpy": "bumpy dumpy", "jumpy": "bumpy dumpy jumpy"},
    ),
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
    assert {answer: " ".join(path) for answer, path in tree} == guesses
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
