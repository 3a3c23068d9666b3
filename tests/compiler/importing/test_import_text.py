"""Trees from text: the round trip to the same bytes, a tree from elsewhere, and the command."""

import re
from pathlib import Path

import pytest
from command_runs import Run, wordle_tree
from export_trees import CHAIN, FOUR, HOSTILE, THREE, game_of, hostile_tree, imported
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import RULES, small_game

from wordle_compiler import Game, InputError, Rule, Weights, WordList, compile_tree, load_list
from wordle_compiler.export.text import to_text
from wordle_compiler.game.mastermind import mastermind
from wordle_runtime import load
from wordle_runtime.verification import verify

# As solvers publish trees, and made by hand: BODGE tells the three answers apart. The last line is full, with capitals.
FROM_ELSEWHERE = """\
bodge BBBBB1 jumpy GGGGG2
      BBYBB1 dumpy GGGGG2
bodge GBBBB1 BUMPY GGGGG2
"""


@pytest.fixture
def run(folder: Path) -> Run:
    del folder
    return wordle_tree


def test_a_tree_from_elsewhere_imports_verifies_and_answers() -> None:
    game = game_of(THREE, "bodge")

    data = imported(FROM_ELSEWHERE, game).data

    tree = load(data)
    assert verify(data, answers=game.answers.words, allowed=game.allowed.words).holds
    assert (tree.opener, tree.guarantee.total, tree.guarantee.histogram) == ("bodge", 6, (0, 3))
    assert [tree.next_guess(f"bodge {marks}") for marks in ("_____", "__y__", "g____")] == ["jumpy", "dumpy", "bumpy"]
    assert (tree.info.strategy, tree.info.options) == ("imported", ())
    assert (tree.info.status, tree.info.objective) == ("heuristic", "total")
    assert tree.info.game.max_guesses == 6


def test_a_tree_of_codes_from_elsewhere_imports_and_answers() -> None:
    # Against 11 and 22, one of 12 is in its place; against 21, both are out of it.
    text = "12 0b2w1 21 2b0w2\n   1b0w1 11 0b0w2 22 2b0w3\n            2b0w2\n   2b0w1\n"

    tree = load(imported(text, mastermind(2, 2)).data)

    assert (tree.opener, tree.guarantee.histogram) == ("12", (1, 2, 1))
    assert tree.next_guess("12 1b 11 0b0w") == "22"
    assert to_text(tree) == text


@pytest.mark.parametrize("is_full", [False, True], ids=["hollow", "full"])
@pytest.mark.parametrize("is_mangled", [False, True], ids=["", "mangled"])
def test_an_imported_tree_goes_to_text_and_back(is_full: bool, is_mangled: bool) -> None:
    game = game_of(FOUR)
    data = imported(CHAIN, game).data

    text = to_text(load(data), full=is_full)
    if is_mangled:
        # What a mail or a forum does with runs of white space, and with line ends.
        text = "".join(f"{re.sub(' +', ' ', line)} \t\r\n" for line in text.splitlines())

    assert imported(text, game).data == data
    assert is_full or is_mangled or text == CHAIN


def test_nothing_is_claimed_of_an_imported_tree() -> None:
    words, tree = load_list("original-answers"), load("plate")

    again = load(imported(to_text(tree), Game(words, words, Rule.CANDIDATES)).data)

    assert again.nodes == tree.nodes
    assert (again.info.strategy, again.info.status) == ("imported", "heuristic")


def test_weights_are_given_again() -> None:
    game = game_of(FOUR)
    weights = Weights.of(dict(zip(FOUR, (1, 2, 3, 4), strict=True)), game.answers, "how often")
    tree = load(compile_tree(game, weights=weights, n_workers=1).data)

    assert load(imported(to_text(tree), game, weights=weights).data).guarantee == tree.guarantee


def test_a_text_from_elsewhere_with_likely_answers() -> None:
    tree = load(imported(CHAIN, game_of(FOUR), likely=WordList("likely", FOUR[:2])).data)
    found = tree.guarantee.likely

    assert tree.likely_answers == FOUR[:2]
    assert found is not None
    assert (found.max_guesses, found.total, tree.guarantee.total) == (6, 3, 10)


@pytest.mark.parametrize(
    ("rule", "words", "weighted", "said"),
    [
        ("candidates", FOUR[:2], False, "likely answers cannot be combined with rule candidates"),
        ("any", ("bumpy", "zzzzz"), False, "'zzzzz' of likely is not an answer of the tree"),
        ("any", FOUR[:2], True, "weights or likely answers, not both"),
    ],
)
def test_likely_answers_that_cannot_be_told_apart(rule: str, words: tuple[str, ...], weighted: bool, said: str) -> None:
    game = Game(game_of(FOUR).answers, game_of(FOUR).allowed, Rule(rule))
    weights = Weights.of(dict.fromkeys(FOUR, 1), game.answers, "even") if weighted else None

    with pytest.raises(InputError, match=said):
        imported(CHAIN, game, likely=WordList("likely", words), weights=weights)


def test_hostile_words_go_to_text_and_back() -> None:
    tree = hostile_tree()

    assert load(imported(to_text(tree), game_of(HOSTILE, rule=Rule.CANDIDATES)).data).nodes == tree.nodes


@settings(max_examples=40)
@given(
    seed=st.integers(0, 10_000), rule=st.sampled_from(RULES), is_full=st.booleans(), limit=st.sampled_from([2, 3, 24])
)
def test_trees_of_small_games_go_to_text_and_back(seed: int, rule: Rule, is_full: bool, limit: int) -> None:
    game = small_game(seed).under(rule)
    data = compile_tree(game, "first", max_guesses=limit, allow_unsolved=True, n_workers=1).data

    again = imported(to_text(load(data), full=is_full), game, allow_unsolved=True, max_guesses=limit)

    assert (load(again.data).nodes, load(again.data).guarantee) == (load(data).nodes, load(data).guarantee)


def test_command_writes_the_tree_and_reports_it(run: Run, tmp_path: Path) -> None:
    (tmp_path / "found.txt").write_text(FROM_ELSEWHERE)

    result = run("import", "found.txt", "--answers", "three", "--allowed", "four")

    file = "bodge.imported.any.three.four.tree"
    n_bytes = (tmp_path / file).stat().st_size
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == (
        "opener     bodge\n"
        "strategy   imported, rule any\n"
        "solved     3 of 3 answers, 4 allowed guesses\n"
        "total      6\n"
        "mean       2.0000\n"
        "worst case 2 guesses\n"
        "claimed    heuristic (total, within 6 guesses, rule any): nothing beyond the numbers of this tree\n"
        f"file       {file}, {n_bytes} bytes\n"
        "\n"
        "guesses  answers\n"
        f"      2        3  {'█' * 40}\n"
    )
    assert run("verify", file, "--answers", "three", "--allowed", "four").exit_code == 0
