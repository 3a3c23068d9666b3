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


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"crane\nslate\n", ("crane", "slate")),
        (b"slate\r\ncrane", ("crane", "slate")),
        (b"\xef\xbb\xbfSLATE\n\n  crane \t\n", ("crane", "slate")),
        # Sharp s stays one letter, though folding makes it two; e and an accent compose to one.
        ("MA\N{LATIN CAPITAL LETTER SHARP S}T\nmast\n".encode(), ("mast", "maßt")),
        ("cafe\u0301\n".encode(), ("café",)),
    ],
)
def test_words_are_normalised_and_ascending(tmp_path: Path, content: bytes, words: tuple[str, ...]) -> None:
    assert read_words(write(tmp_path, content)) == words


@pytest.mark.parametrize("name", wordle_trees.list_names())
def test_embedded_list_is_read_by_its_name(name: str) -> None:
    assert read_words(name) == load_list(name).words


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is empty: give it at least one word"),
        (b"\n \n", "is empty"),
        (b"crane\nslate\ncrane\n", "line 3: 'crane' is on line 1 already"),
        (b"crane\nCRANE\n", "line 2: 'crane' is on line 1 already"),
        (b"crane\ncat\n", "line 2: 'cat' has 3 letters, but 'crane' (line 1) has 5"),
        (b"a\n", "line 1: 'a' has 1 letter: use words of 2 to 12 letters"),
        (b"abcdefghijklm\n", "line 1: 'abcdefghijklm' has 13 letters: use words"),
        (b"crane slate\n", "line 1: 'crane slate' has white space inside"),
        (b"cr\x1bne\n", "line 1: 'cr\\x1bne' has the unprintable character U+001B"),
        (b"crane\n\xff\n", "line 2: byte 0xff is not UTF-8 text"),
        (b"crane\n" + b"a" * 500, "has 500 letters: use words of"),
        ("e\u0301\u0316".encode() * 200, "has 600 letters: use words of"),
    ],
)
def test_what_is_no_list_is_refused_with_its_line(tmp_path: Path, content: bytes, said: str) -> None:
    with pytest.raises(ListError) as caught:
        read_words(write(tmp_path, content))

    assert said in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_what_is_no_file_is_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for spec, said in (
        (tmp_path / "pipe", "is not a regular file"),
        (Path("/dev/zero"), "is not a regular file"),
        (tmp_path, "is a directory"),
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


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"crane 12\n", "has no weight for 1 answers, such as 'slate'"),
        (b"crane\n", "line 1: it has 1 parts"),
        (b"crane 1 2\n", "line 1: it has 3 parts"),
        (b"crane -1\n", "line 1: '-1' is not a weight"),
        (b"crane nan\n", "line 1: 'nan' is not a weight"),
        (b"crane 1e999999999\n", "line 1: '1e999999999' is not a weight"),
        (b"crane 1/2\n", "line 1: '1/2' is not a weight"),
        (b"crane .\n", "line 1: '.' is not a weight"),
        ("crane ١\n".encode(), "line 1: '\\u0661' is not a weight"),
        (b"crane 1\ncrane 2\nslate 1\n", "line 2: 'crane' has a weight already"),
    ],
)
def test_what_are_no_weights_is_refused(tmp_path: Path, content: bytes, said: str) -> None:
    with pytest.raises(ListError) as caught:
        read_weights(write(tmp_path, content), ("crane", "slate"))

    assert said in str(caught.value)


@pytest.mark.parametrize(
    "entries",
    [
        ("abbey", "crane"),
        ("crane", "abbey"),
        ("crane", "crane"),
        ("crane", "cranes"),
        ("Crane",),
        ("crane ", "slate"),
        ("crane", ""),
        ("cran1",),
        ("a",),
        ("abcdefghijklm",),
        ("größe", "straß"),
        (),
        ("crane", 3),
    ],
    ids=repr,
)
def test_a_tuple_is_read_as_any_other_iterable_is(entries: tuple[str, ...]) -> None:
    def outcome(given: Iterable[str]) -> object:
        try:
            return parse_words(given, "list", "word")
        except ListError as error:
            return str(error)

    assert outcome(entries) == outcome(iter(entries))
