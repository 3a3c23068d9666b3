"""`wordle-next`: exact output, one-line errors and exit statuses; see `test_next_process.py` for the whole process."""

import json
import re
from pathlib import Path

import pytest
from next_runs import run, run_printing
from tree_strategies import encode, outside_game, outside_tree

import wordle_trees
from wordle_runtime import load
from wordle_runtime.command_line import UsageError
from wordle_runtime.next.command import OPTIONS, main, parse


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
        (["Wordle 1,234 2/6*\n\n⬛🟩🟩🟩🟩 BUMPY\n⬛🟩🟩🟩🟩 dumpy"], "jumpy\n"),
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
    assert err.startswith("wordle-next: the squares do not say which words were guessed: write each word beside its")


def test_the_asterisk_of_hard_mode_and_missing_rows_are_told() -> None:
    shared = "Wordle 1.234 3/6*\n\n⬛⬛🟩⬛🟩 crane\n🟩🟩🟩⬛🟩 shade\n"
    hard, rows = "the * after the score says hard mode: give --hard", "the title says 3 rows, the paste has 2"

    for options in ((), ("--hard",)):
        assert run(*options, stdin=shared).err.startswith(f"wordle-next: {rows if options else f'{hard}; {rows}'}\n")
        played = run("--interactive", *options, stdin=shared).out
        assert (hard in played, "its rows next" in played, f"\n{rows}\n" in played) == (not options, True, True)


def test_solved_history_has_no_next_guess(tree_file: str) -> None:
    solved = ["--tree", tree_file, "bumpy", "_gggg", "dumpy", "ggggg"]

    assert run(*solved) == (0, "", "wordle-next: solved at turn 2: there is no next guess\n")
    assert json.loads(run(*solved, "--json").out)["is_solved"] is True


def test_opener_of_a_bundled_tree_is_known_without_reading_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(wordle_trees, "_FOLDER", str(tmp_path))

    assert run() == (0, f"{wordle_trees.opener('nyt')}\n", "")
    assert run("--hard") == (0, f"{wordle_trees.opener('nyt-hard')}\n", "")
    for name in wordle_trees.names():
        assert run("--tree", name) == (0, f"{wordle_trees.opener(name)}\n", "")
    missing = run("crate", "_____")
    assert missing.status == 2
    assert missing.err.startswith(f"wordle-next: {tmp_path}/nyt-crate.tree: no such file; ")


def test_json(tree_file: str) -> None:
    status, out, _ = run("--tree", tree_file, "--json", "bumpy", "_gggg")

    assert (status, len(out.splitlines())) == (0, 1)
    assert list(json.loads(out).items()) == [
        *(("guess", "dumpy"), ("turn", 2), ("max_guesses_left", 2), ("n_candidates", 2), ("n_likely", None)),
        *(("is_solved", False), ("is_lost", False), ("file", tree_file), ("chosen_by", "tree")),
    ]


@pytest.mark.parametrize("name", ['quo"te', "back\\slash", "tab\t", "\u00e9t\u00e9", "\U0001f7e9", "\x7f"])
def test_json_escapes_what_it_must(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(encode(outside_game(), outside_tree()))

    out = run("--tree", str(path), "--json").out

    assert out.isascii()
    assert json.loads(out)["file"] == str(path)


BATCH = """\
bumpy _gggg

bumpy _gggg dumpy _ggg
BUMPY\t02222   dumpy 02222
bumpy
bumpy _gggg dumpy ggggg
"""


@pytest.mark.parametrize("text", ["bumpy _gggg", "bumpy:_gggg\r\n", "bumpy ⬛🟩🟩🟩🟩\n", " BUMPY  bGgGg "])
def test_history_on_standard_input(tree_file: str, text: str) -> None:
    assert run("--tree", tree_file, stdin=text) == (0, "dumpy\n", "")
    assert run("--tree", tree_file, "--list", stdin=text) == (0, "dumpy\njumpy\n", "")
    assert run("--tree", tree_file, "--batch", stdin=text.rstrip("\n").replace("\n", " ")) == (0, "dumpy\n", "")
    # Arguments come first.
    assert run("--tree", tree_file, "bumpy", "_gggg", stdin="dumpy _gggg") == (0, "dumpy\n", "")


def test_batch_answers_each_line_in_its_place(tree_file: str) -> None:
    assert run("--tree", tree_file, "--batch", stdin=BATCH) == (
        2,
        "dumpy\n"
        "bumpy\n"
        "error: turn 2: feedback '_ggg' has 4 marks, the words have 5 letters"
        ": write one mark for each letter, without spaces, such as _y__g\n"
        "jumpy\n"
        "error: turn 1: 'bumpy' has no feedback after it: write a guess, a space, its feedback\n"
        "solved: dumpy\n",
        "",
    )


def test_batch_with_json(tree_file: str) -> None:
    status, out, _ = run("--tree", tree_file, "--batch", "--json", stdin="bumpy _gggg\nbumpy q\n")

    answers = [json.loads(line) for line in out.splitlines()]
    assert status == 2
    assert answers[0]["guess"] == "dumpy"
    assert answers[1]["turn"] == 1
    assert answers[1]["error"].startswith("turn 1: feedback 'q' has the unknown mark 'q'")


def test_batch_chooses_a_tree_for_each_line() -> None:
    status, out, err = run("--batch", stdin="plate ggggg\n\nzzzzz _____\nplate __g_g\n")

    solved, opener, unknown, guess = out.splitlines()
    assert (status, solved, opener, err) == (2, "solved: plate", "tarse", "")
    assert unknown.startswith("error: turn 1: 'zzzzz' is not in the list")
    assert guess == load("nyt-plate").next_guess("plate __g_g")


def test_help_shows_every_option_and_real_examples() -> None:
    status, out, err = run("--help")
    assert run_printing(main, "help") == (status, out, err)

    assert (status, err) == (0, "")
    assert run("-h").out == out
    assert re.fullmatch(r"wordle-next \S+ \(commit \S+\)\n", run("--version").out)
    for name, (_, text) in OPTIONS.items():
        assert f"  --{name}" in out
        assert text in out
    examples = [line.split()[1:] for line in out.splitlines() if line.startswith("  wordle-next")]
    assert ["crane", "__y_g", "blits", "_y__y"] in examples
    for arguments in examples:
        request = parse(arguments)
        if not {"tree", "top"} & request.keys():
            assert run(*arguments).status == 0, arguments


def test_marks_and_options_are_told_apart_by_their_place() -> None:
    request = parse(["ab", "--", "ab", "-_", "--json"])

    assert request.words == ["ab", "--", "ab", "-_"]
    assert "json" in request
    with pytest.raises(UsageError):
        parse(["-_"])
