"""The shared constants against the written format: FORMAT.md is read here, so the two cannot drift apart."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

import msgpack
import pytest

import wordle_trees
from wordle_runtime import layout, load

FORMAT = (Path(wordle_trees.__path__[0]) / "FORMAT.md").read_text(encoding="utf-8")


def documented_keys(heading: str) -> tuple[str, ...]:
    """The first column of the table under a heading."""
    section = FORMAT.split(f"\n{heading}\n", 1)[1].split("\n#", 1)[0]
    return tuple(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE))


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
