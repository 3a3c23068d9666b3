"""Two trees compared: where they part, and which answers each solves sooner."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from wordle_compiler import Game, InputError, WordList, compile_tree
from wordle_compiler.analysis.tree_diff import compare_trees
from wordle_compiler.commands.tree import tree_command
from wordle_compiler.game.mastermind import mastermind
from wordle_runtime import Tree, load

WORDS = WordList("words", ("ab", "ba", "cc", "cd", "ce"))


def tree_of(opener: str, words: WordList = WORDS, **options: object) -> Tree:
    return load(compile_tree(Game(words, words), "first", opener=opener, **options).data)  # type: ignore[arg-type]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(tree_command, ["diff", *arguments], prog_name="wordle-tree")


def test_openers_that_differ_by_hand() -> None:
    """From ab: ab 1, ba 2, cc 2, cd 3, ce 4. From cc: cc 1, ab 2, ba 3, cd 2, ce 3."""
    diff = compare_trees(tree_of("ab"), tree_of("cc"))

    assert diff.sooner == ({"ab": (1, 2), "ba": (2, 3)}, {"cc": (2, 1), "cd": (3, 2), "ce": (4, 3)})
    assert diff.n_equal == 0
    assert [(parting.path, parting.guesses, parting.n_candidates, parting.totals) for parting in diff.partings] == [
        ((), ("ab", "cc"), (5, 5), (12, 11))
    ]


def test_one_fixed_guess_more_by_hand() -> None:
    """Both begin with ab; after grey the one goes on with cc, the other with cd, whose answer comes sooner then.

    After cd the others are told by it: cc and ce give green and grey, cc comes first: cc 3, ce 4.
    """
    diff = compare_trees(tree_of("ab"), tree_of("ab,cd"))

    assert [(parting.path, parting.guesses, parting.n_candidates, parting.totals) for parting in diff.partings] == [
        ((("ab", 0),), ("cc", "cd"), (3, 3), (6, 6))
    ]
    assert diff.sooner == ({"cc": (2, 3)}, {"cd": (3, 2)})
    assert diff.n_equal == 3


def test_a_tree_and_itself() -> None:
    diff = compare_trees(load("salet"), load("salet"))

    assert diff.is_same
    assert (diff.sooner, diff.n_equal, diff.only) == (({}, {}), 2315, ((), ()))


def test_shipped_trees_add_up() -> None:
    """The guesses that each answer takes add up to the guarantees: 8227 for plate, 7920 for salet, as published."""
    diff = compare_trees(load("plate"), load("salet"))
    gained = sum(b - a for a, b in diff.sooner[0].values())  # type: ignore[operator]
    lost = sum(a - b for a, b in diff.sooner[1].values())  # type: ignore[operator]

    assert lost - gained == 8227 - 7920
    assert len(diff.sooner[0]) + len(diff.sooner[1]) + diff.n_equal == 2315


def test_unsolved_is_later_than_everything() -> None:
    diff = compare_trees(tree_of("ab", max_guesses=3, allow_unsolved=True), tree_of("ab"))

    assert diff.sooner == ({}, {"ce": (None, 4)})
    assert [(parting.path, parting.guesses) for parting in diff.partings] == [
        ((("ab", 0), ("cc", 6), ("cd", 6)), (None, "ce"))
    ]


def test_answers_that_one_game_lacks() -> None:
    diff = compare_trees(tree_of("ab"), tree_of("ab", WordList("fewer", ("ab", "ba", "cc", "cd"))))

    assert diff.only == (("ce",), ())
    assert diff.n_equal == 4
    assert not diff.is_same


def test_games_without_anything_in_common() -> None:
    with pytest.raises(InputError, match=r"^the trees have no game in common: kind wordle and mastermind$"):
        compare_trees(load("plate"), load("mastermind"))
    with pytest.raises(InputError, match=r"^the trees have no game in common: word length 5 and 2$"):
        compare_trees(load("plate"), tree_of("ab"))


def test_codes_are_compared_too() -> None:
    """From 11: 11 1, 12 2, 21 3, 22 2, for 12 and 21 look alike. From 12: 12 1, 21 2, 11 2, 22 3."""
    game = mastermind(2, 2)
    first, second = (load(compile_tree(game, "first", opener=opener).data) for opener in ("11", "12"))
    diff = compare_trees(first, second)

    assert diff.sooner == ({"11": (1, 2), "22": (2, 3)}, {"12": (2, 1), "21": (3, 2)})
    assert diff.n_equal == 0


def write(folder: Path) -> tuple[str, str]:
    files = folder / "a.tree", folder / "b.tree"
    for file, openers in zip(files, ("ab", "ab,cd"), strict=True):
        file.write_bytes(tree_of(openers).data)
    return str(files[0]), str(files[1])


def test_command_prints_lines(tmp_path: Path) -> None:
    result = run(*write(tmp_path))

    assert result.exit_code == 0, result.output
    assert result.stdout == (
        "A          opener ab, total 12, worst case 4, 5 of 5 answers solved\n"
        "B          opener ab, total 12, worst case 4, 5 of 5 answers solved\n"
        "A sooner   1: cc\n"
        "B sooner   1: cd\n"
        "equal      3\n"
        "diverge    at 1 place\n"
        "\n"
        "ab:__  cc (3, 6) | cd (3, 6)\n"
    )
    assert run("salet", "salet").stdout.endswith("both play every game the same way\n")


def test_command_prints_json(tmp_path: Path) -> None:
    found = json.loads(run(*write(tmp_path), "--json").stdout)

    assert found["sooner"] == [{"cc": [2, 3]}, {"cd": [3, 2]}]
    assert found["partings"] == [
        {"path": [["ab", "__"]], "guesses": ["cc", "cd"], "candidates": [3, 3], "totals": [6, 6]}
    ]


def test_command_shows_so_many_places(tmp_path: Path) -> None:
    """After zzz both cells of three, a__ and b__, are guessed at with another word first."""
    words = WordList("words", ("aab", "aac", "aad", "zab", "zac", "zad", "zzz"))
    a, b = tmp_path / "a.tree", tmp_path / "b.tree"
    a.write_bytes(compile_tree(Game(words, words), "first", opener="zzz").data)
    b.write_bytes(compile_tree(Game(words, words), "first", opener="zzz,aad").data)

    every = run(str(a), str(b)).stdout.splitlines()
    one = run(str(a), str(b), "--top", "1").stdout.splitlines()

    assert "diverge    at 2 places" in every
    assert [line.split()[:2] for line in every[-2:]] == [["zzz:___", "aab"], ["zzz:g__", "zab"]]
    assert one == [*every[:-1], "and 1 more: --top 2 shows all"]


def test_command_refuses_in_one_line(tmp_path: Path) -> None:
    result = run(*write(tmp_path)[:1], "salet")

    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert "word length 2 and 5" in result.stderr
