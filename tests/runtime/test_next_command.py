"""`wordle-next`: exact output, one-line errors and exit statuses; see `test_next_process.py` for the whole process."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from next_runs import run
from tree_strategies import encode, original_game, outside_game, outside_tree

import wordle_trees
from wordle_compiler.search.decision_tree import TreeNode
from wordle_runtime.next.command import OPTIONS, UsageError, parse


@pytest.fixture(scope="module")
def small_trees(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of small trees with names of bundled ones; there is none for crate."""
    folder = tmp_path_factory.mktemp("shipped")
    data = {
        word: encode(original_game(), TreeNode(word, word == "plate"), max_guesses=1)
        for word in ("trace", "salet", "plate")
    }
    for name, word in {"nyt": "trace", "nyt-salet": "salet", "salet": "salet", "nyt-plate": "plate"}.items():
        (folder / f"{name}.tree").write_bytes(data[word])
    (folder / "lists").symlink_to(Path(wordle_trees.__file__).with_name("lists"))
    return folder


@pytest.fixture
def shipped(small_trees: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of small trees in the place of the bundled ones."""
    monkeypatch.setattr(wordle_trees, "_FOLDER", str(small_trees))
    return small_trees


@pytest.mark.parametrize(
    ("arguments", "out"),
    [
        ([], "bumpy\n"),
        (["bumpy", "_gggg"], "dumpy\n"),
        (["BUMPY", "BGGGG", "dumpy", "02222"], "jumpy\n"),
        (["bumpy _gggg dumpy 02222"], "jumpy\n"),
        (["bumpy:_gggg", "dumpy:02222"], "jumpy\n"),
        (["bumpy:_gggg dumpy 02222"], "jumpy\n"),
        (["bumpy:-gggg", "dumpy", "-gggg"], "jumpy\n"),
        # A feedback may look like an option.
        (["bumpy", "-gggg"], "dumpy\n"),
        (["bumpy", "-GGGG", "--", "dumpy", "-gggg"], "jumpy\n"),
        (["bumpy", "-GGGG", "dumpy", "--", "-gggg"], "jumpy\n"),
        (["bumpy", "-", "g", "g", "g", "g", "dumpy", "x", "g", "g", "g", "g"], "jumpy\n"),
        (["bumpy", "- g g g g"], "dumpy\n"),
        (["Wordle 1,234 3/6*\n\n⬛🟩🟩🟩🟩 BUMPY\n⬛🟩🟩🟩🟩 dumpy"], "jumpy\n"),
        (["Wordle", "1", "234", "X/6", "⬜🟧🟧🟧🟧", "bumpy"], "dumpy\n"),
    ],
)
def test_next_guess_is_printed(tree_file: str, arguments: list[str], out: str) -> None:
    assert run("--tree", tree_file, *arguments) == (0, out, "")
    assert run(*arguments[:2], f"--tree={tree_file}", *arguments[2:]) == (0, out, "")


def test_a_shared_game_is_read_from_standard_input(tree_file: str) -> None:
    squares = "Wordle 1.234 2/6\n\n⬛🟩🟩🟩🟩{}\n⬛🟩🟩🟩🟩{}\n"

    assert run("--tree", tree_file, stdin=squares.format(" bumpy", " dumpy")) == (0, "jumpy\n", "")
    # The squares alone are never taken for the tree's own words.
    status, out, err = run("--tree", tree_file, stdin=squares.format("", ""))
    assert (status, out) == (2, "")
    assert err.startswith(
        "wordle-next: the squares do not say which words were guessed: write each word beside its row"
    )


def test_solved_history_has_no_next_guess(tree_file: str) -> None:
    assert run("--tree", tree_file, "bumpy", "_gggg", "dumpy", "ggggg") == (
        0,
        "",
        "wordle-next: solved at turn 2: there is no next guess\n",
    )


@pytest.mark.usefixtures("shipped")
@pytest.mark.parametrize(
    ("arguments", "status", "printed"),
    [
        (["--json"], 0, '{"guess": "trace", '),
        (["plate", "ggggg"], 0, "wordle-next: solved at turn 1: there is no next guess\n"),
        (
            ["--tree-only", "PLATE", "_____"],
            2,
            "wordle-next: turn 1: the tree has no guess left after plate _____; it does",
        ),
        # Not an answer of its tree, but an allowed word.
        (["salet", "ggggg"], 0, "wordle-next: solved at turn 1: there is no next guess\n"),
        (["salet", "ggggy"], 2, "wordle-next: turn 1: no candidate gives ggggy to salet"),
        (
            ["zzzzz", "_____"],
            2,
            "wordle-next: turn 1: 'zzzzz' is in no word list\n",
        ),
        (
            ["_y__g", "crane"],
            2,
            "wordle-next: turn 1: '_y__g' is a feedback: the guess comes first, as in crane __y_g\n",
        ),
        (
            ["cranes", "__y_g"],
            2,
            "wordle-next: turn 1: 'cranes' has 6 letters, the game's words have 5\n",
        ),
        (
            ["1122", "1b1w"],
            2,
            "wordle-next: turn 1: no bundled tree opens with '1122': name the tree of your game, as in --tree "
            "mastermind 1122 2b1w\n",
        ),
        (
            ["--tree", "nyt-plate", "zzzzz", "_____"],
            2,
            "wordle-next: turn 1: 'zzzzz' is in no word list",
        ),
        (
            ["--tree", "nyt-plate", "aahed", "_____", "--tree-only"],
            2,
            "wordle-next: turn 1: the tree plays plate here, not 'aahed'\n",
        ),
    ],
)
def test_shipped_tree_is_chosen_by_the_first_guess(arguments: list[str], status: int, printed: str) -> None:
    result = run(*arguments)

    assert result.status == status
    assert (result.out + result.err).startswith(printed)
    assert len((result.out + result.err).splitlines()) == 1


def test_opener_of_a_bundled_tree_is_known_without_reading_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(wordle_trees, "_FOLDER", str(tmp_path))

    assert run() == (0, f"{wordle_trees.opener('nyt')}\n", "")
    assert run("--hard") == (0, f"{wordle_trees.opener('nyt-hard')}\n", "")
    for name in wordle_trees.names():
        assert run("--tree", name) == (0, f"{wordle_trees.opener(name)}\n", "")


def test_shipped_tree_that_is_missing_is_told(shipped: Path) -> None:
    result = run("crate", "_____")

    assert result.status == 2
    assert result.err.startswith(f"wordle-next: {shipped}/nyt-crate.tree: no such file")


def test_json(tree_file: str) -> None:
    status, out, _ = run("--tree", tree_file, "--json", "bumpy", "_gggg")

    assert status == 0
    assert len(out.splitlines()) == 1
    assert json.loads(out) == {
        "guess": "dumpy",
        "turn": 2,
        "candidates_left": 2,
        "max_guesses_left": 2,
        "solved": False,
        "tree": tree_file,
        "source": "tree",
    }


def test_json_keeps_what_is_plain_text_readable(tree_file: str) -> None:
    out = run("--tree", tree_file, "--batch", "--json", stdin="bumpy \u00e9____\n").out

    assert out.startswith('{"error": "turn 1: feedback \'\\u00e9____\' has the unknown mark')


@pytest.mark.parametrize("name", ['quo"te', "back\\slash", "tab\t", "\u00e9t\u00e9", "\U0001f7e9", "\x7f"])
def test_json_escapes_what_it_must(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(encode(outside_game(), outside_tree()))

    out = run("--tree", str(path), "--json").out

    assert out.isascii()
    assert json.loads(out)["tree"] == str(path)


BATCH = """\
bumpy _gggg

bumpy _gggg dumpy _ggg
BUMPY\t02222   dumpy 02222
bumpy
bumpy _gggg dumpy ggggg
"""


@pytest.mark.parametrize("text", ["bumpy _gggg", "bumpy:_gggg\n", "bumpy\n⬛🟩🟩🟩🟩\n", " BUMPY  bGgGg "])
def test_history_on_standard_input(tree_file: str, text: str) -> None:
    assert run("--tree", tree_file, stdin=text) == (0, "dumpy\n", "")
    assert run("--tree", tree_file, "--list", stdin=text) == (0, "dumpy\njumpy\n", "")
    assert run("--tree", tree_file, "--batch", stdin=text.replace("\n", " ")) == (0, "dumpy\n", "")


def test_arguments_come_before_standard_input(tree_file: str) -> None:
    assert run("--tree", tree_file, "bumpy", "_gggg", stdin="dumpy _gggg") == (0, "dumpy\n", "")


def test_batch_answers_each_line_in_its_place(tree_file: str) -> None:
    assert run("--tree", tree_file, "--batch", stdin=BATCH) == (
        2,
        "dumpy\n"
        "bumpy\n"
        "error: turn 2: feedback '_ggg' has 4 marks, the words have 5 letters"
        ": write one mark for each letter, without spaces, such as _y__g\n"
        "jumpy\n"
        "error: turn 1: 'bumpy' has no feedback after it\n"
        "solved: dumpy\n",
        "",
    )


@pytest.mark.parametrize("stdin", ["bumpy _gggg\n", "bumpy _gggg", "bumpy _gggg\r\n"])
def test_last_line_needs_no_end(tree_file: str, stdin: str) -> None:
    assert run("--tree", tree_file, "--batch", stdin=stdin) == (0, "dumpy\n", "")


def test_batch_with_json(tree_file: str) -> None:
    status, out, _ = run("--tree", tree_file, "--batch", "--json", stdin="bumpy _gggg\nbumpy q\n")

    answers = [json.loads(line) for line in out.splitlines()]
    assert status == 2
    assert answers[0]["guess"] == "dumpy"
    assert answers[1]["turn"] == 1
    assert answers[1]["error"].startswith("turn 1: feedback 'q' has the unknown mark 'q'")


@pytest.mark.usefixtures("shipped")
def test_batch_chooses_a_tree_for_each_line() -> None:
    status, out, err = run("--batch", stdin="plate ggggg\n\nzzzzz _____\ncrate _____\n")

    solved, opener, unknown, missing = out.splitlines()
    assert (status, solved, opener, err) == (2, "solved: plate", "trace", "")
    assert unknown.startswith("error: turn 1: 'zzzzz' is in no word list")
    assert missing.startswith("error: ")
    assert missing.endswith("and those of `wordle-tree list`")


def test_help_shows_every_option_and_real_examples() -> None:
    status, out, err = run("--help")

    assert (status, err) == (0, "")
    assert run("-h").out == out
    for name, (_, text) in OPTIONS.items():
        assert f"  --{name}" in out
        assert text in out
    examples = [line.split()[1:] for line in out.splitlines() if line.startswith("  wordle-next")]
    assert ["crane", "__y_g", "blits", "_y__y"] in examples
    for arguments in examples:
        request = parse(arguments)
        if not request.has("tree", "top"):
            assert run(*arguments).status == 0, arguments


def test_version() -> None:
    status, out, _ = run("--version")

    assert status == 0
    assert re.fullmatch(r"wordle-next \S+ \(commit \S+\)\n", out)


def test_marks_and_options_are_told_apart_by_their_place() -> None:
    request = parse(["ab", "--", "ab", "-_", "--json"])

    assert request.words == ["ab", "--", "ab", "-_"]
    assert request.has("json")
    with pytest.raises(UsageError):
        parse(["-_"])
