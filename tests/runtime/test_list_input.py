"""The verifier's own reading of lists and weights: what it takes, what it refuses, and that the compiler agrees."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import pytest

import wordle_trees
from wordle_compiler.game.lists import load_list
from wordle_runtime.verification.command import read_weights
from wordle_runtime.words import ListError, parse_words, read_words


def write(folder: Path, content: bytes) -> str:
    (folder / "list").write_bytes(content)
    return str(folder / "list")


@pytest.mark.parametrize("name", wordle_trees.list_names())
def test_embedded_list_is_read_by_its_name(name: str) -> None:
    assert read_words(name) == load_list(name).words


def test_letters_of_a_long_word_are_counted_and_not_shown(tmp_path: Path) -> None:
    """What else is no list is in the compiler's tests: its lists are read by the same function."""
    with pytest.raises(ListError, match="has 600 letters: use words of") as caught:
        read_words(write(tmp_path, "e\u0301\u0316".encode() * 200))
    assert len(str(caught.value)) < 300


def test_what_is_no_list_ends_in_one_line_and_waits_for_nobody(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for spec, said in (
        (tmp_path / "pipe", "is empty"),
        (Path("/dev/zero"), "has more than 64 MiB"),
        (tmp_path, "Is a directory"),
        (tmp_path / "nowhere", "is neither a list's name nor a file"),
        (tmp_path / "a\nb", r"a\nb' is neither"),
    ):
        with pytest.raises(ListError) as caught:
            read_words(str(spec))
        assert said in str(caught.value)
    with pytest.raises(ListError, match="cannot read"):
        read_words("a\0b")


def test_list_without_an_end_is_refused(tmp_path: Path) -> None:
    with (tmp_path / "large").open("wb") as file:
        file.truncate(64 * 1024 * 1024 + 1)

    with pytest.raises(ListError, match="has more than 64 MiB"):
        read_words(str(tmp_path / "large"))


@pytest.mark.parametrize(
    ("content", "weights"),
    [
        (b"crane 12\nslate 3\n", {"crane": 12, "slate": 3}),
        # Halves and fifths: times ten.
        (b"crane,0.5\nslate;.2\nbodge 7\n", {"crane": 5, "slate": 2}),
        (b"CRANE\t1.5e-1\nslate 1E0\n", {"crane": 3, "slate": 20}),
    ],
)
def test_weights_become_whole_numbers(tmp_path: Path, content: bytes, weights: dict[str, int]) -> None:
    assert read_weights(write(tmp_path, content), ("crane", "slate")) == weights


def test_an_answer_without_a_weight_is_named(tmp_path: Path) -> None:
    with pytest.raises(ListError, match="has no weight for 1 answers, such as 'slate'"):
        read_weights(write(tmp_path, b"crane 12\n"), ("crane", "slate"))


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
