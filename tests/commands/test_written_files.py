"""The files that commands write: their default names, and what they never replace."""

import json
import re
from pathlib import Path

import pytest
from command_runs import THREE, Run, left_in, wordle_compile, write_lists

from wordle_runtime import load

TAKEN = "bumpy.optimal.any.three.tree"
"""The default name of the tree that opens with BUMPY in the list `three`."""
ANOTHER = re.compile(r"bumpy\.optimal\.any\.three\.[0-9a-f]{8}\.tree")
"""The name that the tree gets where that one is taken."""


def test_default_file_name_holds_no_character_with_a_meaning_to_the_file_system(run: Run, folder: Path) -> None:
    (folder / "odd").write_text("a/b\n.xy\n")

    result = run("--start", "a/b", words="odd")

    # The loader may refuse such words; where it takes them, the name stays in this folder.
    assert (result.exit_code, left_in(folder)) in ((0, ["a_b.optimal.any.odd.tree"]), (2, []))


def test_default_file_name_has_the_lists_that_are_not_the_default(run: Run, folder: Path) -> None:
    (folder / "all").write_text("\n".join((*THREE, "bodge")))

    run("--start", "bumpy")
    run("--start", "bumpy", words="three")
    run("--start", "bumpy", "--answers", "three", "--allowed", "all")
    classic = wordle_compile("--strategy", "first", "--start", "salet", "--json")

    assert json.loads(classic.stdout)["file"] == "salet.first.any.tree"
    assert left_in(folder) == [
        *("bumpy.optimal.any.three.all.tree", "bumpy.optimal.any.three.four.tree", "bumpy.optimal.any.three.tree"),
        "salet.first.any.tree",
    ]


@pytest.mark.parametrize(
    ("options", "part"),
    [
        ("--max-guesses 5", "within-5"),
        ("--objective worst-case,total", "worst-case_total"),
        ("--weights weights.txt", "weights_txt"),
        ("--max-guesses 5 --objective unsolved,total", "within-5.unsolved_total"),
    ],
)
def test_default_file_name_has_what_was_asked_for(run: Run, folder: Path, options: str, part: str) -> None:
    (folder / "weights.txt").write_text("".join(f"{word} 2\n" for word in THREE))

    written = [
        json.loads(run("--start", "bumpy", "--json", *words, words="three").stdout)["file"]
        for words in ((), options.split())
    ]

    assert written == [TAKEN, TAKEN.replace("three", f"{part}.three")]


@pytest.mark.parametrize("content", ["another game", "text", ""])
def test_default_name_replaces_nothing_but_a_tree_of_the_same_game(run: Run, folder: Path, content: str) -> None:
    if content == "another game":
        (folder / "three").write_text("\n".join(THREE[:2]))
        run("--answers", "three", "--allowed", "three", "--start", "bumpy")
        write_lists(folder)
    else:
        (folder / TAKEN).write_text(content)
    before = (folder / TAKEN).read_bytes()

    names = [json.loads(run("--start", "bumpy", "--json", words="three").stdout)["file"] for _ in range(2)]

    assert ANOTHER.fullmatch(names[0])
    assert names[1] == names[0]
    assert (folder / TAKEN).read_bytes() == before
    assert load(folder / names[0]).info.game.answers.count == 3


@pytest.mark.parametrize("option", ["--journal", "--certificate"])
def test_default_name_is_never_that_of_another_output(run: Run, folder: Path, option: str) -> None:
    result = run("--start", "bumpy", "--json", option, TAKEN, words="three")

    assert result.exit_code == 0, result.stderr
    tree = json.loads(result.stdout)["file"]
    assert ANOTHER.fullmatch(tree)
    assert load(folder / tree).info.game.answers.count == 3
    assert (folder / TAKEN).read_bytes() not in (b"", (folder / tree).read_bytes())
    assert left_in(folder) == sorted((tree, TAKEN))


@pytest.mark.parametrize("option", ["-o", "--certificate"])
def test_file_that_is_named_is_replaced(run: Run, folder: Path, option: str) -> None:
    (folder / "x").write_text("a list of words, say")

    assert run("--start", "bumpy", option, "x").exit_code == 0
    first = (folder / "x").read_bytes()
    assert run("--start", "dumpy", option, "x", words="three").exit_code == 0
    assert first[:1] != b"a" != (folder / "x").read_bytes() != first
