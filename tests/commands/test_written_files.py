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


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        ("", "three.four"),
        ("--allowed three", "three"),
        ("--allowed all", "three.all"),
        ("--allowed three --max-guesses 5", "within-5.three"),
        ("--allowed three --objective worst-case,total", "worst-case_total.three"),
        ("--allowed three --weights weights", "weights.three"),
        ("--allowed three --max-guesses 5 --objective unsolved,total", "within-5.unsolved_total.three"),
    ],
)
def test_default_file_name_has_what_is_not_the_default(run: Run, folder: Path, options: str, parts: str) -> None:
    (folder / "all").write_text("\n".join((*THREE, "bodge")))
    (folder / "weights").write_text("".join(f"{word} 2\n" for word in THREE))

    assert json.loads(run("--start", "bumpy", "--json", *options.split()).stdout)["file"] == left_in(folder)[0]
    assert left_in(folder) == [f"bumpy.optimal.any.{parts}.tree"]


def test_default_file_name_has_no_list_of_the_original_game(folder: Path) -> None:
    wordle_compile("--strategy", "first", "--start", "salet")

    assert left_in(folder) == ["salet.first.any.tree"]


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
