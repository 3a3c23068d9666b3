"""Games that a tree plays: against an answer, and against hosts who hide none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sampled import sampled

from wordle_compiler import Game, InputError, WordList, compile_tree
from wordle_compiler.analysis.adversary import Host, PlayedGame, play_against, play_answer
from wordle_compiler.analysis.tree_diff import compare_trees
from wordle_compiler.analysis.tree_stats import count_turns
from wordle_compiler.commands.tree import render_diff, render_game, render_stats, tree_command
from wordle_runtime import Tree, load
from wordle_trees import names

KINDS = ("nyt", "nyt-hard", "salet", "plate", "salet-worst-case", "mastermind-5", "bulls-and-cows")
"""Bundled trees of every kind; the others are like one of them."""
WORDS = WordList("words", ("ab", "ba", "cc", "cd", "ce"))
"""After ab: ba gives both yellow; cc, cd and ce give nothing. After cc the other two give green and grey."""


def tree_of(words: WordList = WORDS, **options: object) -> Tree:
    return load(compile_tree(Game(words, words), "first", opener=words.words[0], **options).data)  # type: ignore[arg-type]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(tree_command, ["play", *arguments], prog_name="wordle-tree")


def turns(game: PlayedGame) -> list[tuple[str, int, int, int, int]]:
    return [(turn.guess, turn.feedback, turn.n_before, turn.n_after, turn.n_tied) for turn in game.turns]


def test_an_answer_by_hand() -> None:
    game = play_answer(tree_of(), "ce")

    assert turns(game) == [("ab", 0, 5, 3, 1), ("cc", 6, 3, 2, 1), ("cd", 6, 2, 1, 1), ("ce", 8, 1, 1, 1)]
    assert (game.is_solved, game.answers) == (True, ("ce",))


def test_the_adversary_by_hand() -> None:
    """Three of five stay with grey, then two of three; then the choice is between cd and ce, and to lose is longer."""
    game = play_against(tree_of(), Host.ADVERSARIAL)

    assert turns(game) == [("ab", 0, 5, 3, 1), ("cc", 6, 3, 2, 1), ("cd", 6, 2, 1, 2), ("ce", 8, 1, 1, 1)]


def test_the_hosts_differ() -> None:
    """Grey leaves four of the eight words, which abc tells apart; g__ leaves three, which go one by one."""
    words = WordList("words", ("abc", "aff", "fbf", "ffc", "zaa", "zbb", "zcc", "zzz"))
    tree = load(compile_tree(Game(words, words), "first", opener="zzz").data)

    assert turns(play_against(tree, Host.ADVERSARIAL)) == [
        ("zzz", 0, 8, 4, 1),
        ("abc", 2, 4, 1, 4),
        ("ffc", 26, 1, 1, 1),
    ]
    assert turns(play_against(tree, Host.WORST_CASE)) == [
        ("zzz", 18, 8, 3, 1),
        ("zaa", 18, 3, 2, 1),
        ("zbb", 18, 2, 1, 1),
        ("zcc", 26, 1, 1, 1),
    ]


@pytest.mark.parametrize("name", sampled([*KINDS, *(name for name in names() if name not in KINDS)], len(KINDS)))
@pytest.mark.parametrize("host", list(Host))
def test_shipped_trees_against_hosts(name: str, host: Host) -> None:
    """Worst-case play needs just the worst case; each turn keeps what the rule says; some answer fits to the end."""
    tree = load(name)
    game = play_against(tree, host)

    assert game.is_solved
    assert play_answer(tree, game.answers[0]).turns == tuple(
        type(turn)(turn.guess, turn.feedback, turn.n_before, turn.n_after, 1) for turn in game.turns
    )
    if host is Host.WORST_CASE:
        assert len(game.turns) == tree.guarantee.worst_case
    else:
        node = tree.root
        for turn in game.turns[:-1]:
            assert turn.n_after == max((child.n_candidates for child in node.children.values()), default=1)
            node = node.children[turn.feedback]


def test_an_answer_that_the_tree_does_not_solve() -> None:
    tree = tree_of(max_guesses=3, allow_unsolved=True)

    assert tree.guarantee.unsolved == ("ce",)
    game = play_answer(tree, "ce")
    assert (game.is_solved, len(game.turns), game.answers) == (False, 3, ("ce",))
    for host in Host:
        lost = play_against(tree, host)
        assert (lost.is_solved, lost.answers) == (False, ("ce",))


def test_an_answer_that_is_none() -> None:
    with pytest.raises(InputError, match=r"^'zz' is not among the 5 answers of the tree$"):
        play_answer(tree_of(), "zz")


def test_command_prints_games(tmp_path: Path) -> None:
    file = tmp_path / "words.tree"
    file.write_bytes(tree_of().data)

    assert run(str(file), "--answer", "CE").stdout == (
        "turn  guess  feedback  before  after\n"
        "   1  ab     __             5      3\n"
        "   2  cc     g_             3      2\n"
        "   3  cd     g_             2      1\n"
        "   4  ce     gg             1      1\n"
        "solved with 4 guesses\n"
    )
    assert run(str(file), "--adversarial").stdout.splitlines()[:2] == [
        "turn  guess  feedback  before  after  tied",
        "   1  ab     __             5      3     1",
    ]


def test_command_says_that_an_answer_is_lost(tmp_path: Path) -> None:
    file = tmp_path / "words.tree"
    file.write_bytes(tree_of(max_guesses=3, allow_unsolved=True).data)

    result = run(str(file), "--worst-case")

    assert result.stdout.splitlines()[-1] == "not solved: the tree has no guess after 3 guesses; candidates left: ce"


def test_command_prints_json() -> None:
    found = json.loads(run("mastermind", "--answer", "1123", "--json").stdout)

    assert found.pop("turns") == [
        {
            "turn": 1,
            "guess": "1123",
            "feedback": "4b0w",
            "candidates_before": 1296,
            "candidates_after": 1,
            "tied": 1,
        }
    ]
    assert found == {"host": None, "answers": ["1123"], "solved": True, "guesses": 1}


def test_words_cannot_drive_the_terminal() -> None:
    """A tree from anywhere may hold marks that turn the writing round: they are shown as what they are."""
    tree = tree_of(WordList("words", ("axb", "bbb", "ccc")))
    nodes = tree.nodes
    fields = {name: getattr(nodes, name) for name in type(nodes).__slots__}
    fields["words"] = tuple(word.replace("x", "\u202e") for word in nodes.words)
    hostile = Tree(data=tree.data, info=tree.info, guarantee=tree.guarantee, nodes=type(nodes)(**fields))

    for shown in (
        render_game(play_against(hostile, Host.WORST_CASE)),
        render_stats(count_turns(hostile)),
        render_diff(compare_trees(hostile, tree), 1),
    ):
        assert "'a\\u202eb'" in shown
        assert "\u202e" not in shown
