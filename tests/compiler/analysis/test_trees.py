"""Bundled and small trees turn by turn, compared with each other, and played: figures by hand, and the commands."""

from pathlib import Path

import pytest
from command_runs import wordle_tree as run
from sampled import sampled

from wordle_compiler import Game, WordList, compile_tree
from wordle_compiler.analysis.whole_trees import Host, PlayedGame, compare_trees, count_turns, play_tree
from wordle_compiler.commands.tree import render_diff, render_game, render_stats
from wordle_runtime import Tree, load
from wordle_runtime.notation import read_feedback
from wordle_trees import names

KINDS = ("nyt", "nyt-hard", "salet", "plate", "salet-worst-case", "mastermind-within-5", "bulls-and-cows")
"""Bundled trees of every kind; the others are like one of them."""
WORDS = WordList("words", ("ab", "ba", "cc", "cd", "ce"))
"""After ab: ba gives both yellow; cc, cd and ce give nothing. After cc the other two give green and grey."""


def tree_of(words: WordList = WORDS, *, opener: str | None = None, **options: object) -> Tree:
    made = compile_tree(Game(words, words), "first", opener=opener or words.words[0], **options)  # type: ignore[arg-type]
    return load(made.data)


def test_unsolved_answers_are_open_to_the_last_turn() -> None:
    stats = count_turns(tree_of(max_guesses=3, allow_unsolved=True))

    assert [(turn.n_open, turn.n_solved) for turn in stats.turns] == [(5, 1), (4, 2), (2, 1)]
    assert stats.as_json()["n_unsolved"] == 1


@pytest.mark.parametrize("name", sampled([*KINDS, *(name for name in names() if name not in KINDS)], len(KINDS)))
def test_shipped_trees_agree_with_their_guarantee(name: str) -> None:
    """What is solved turn by turn is the histogram, and the open answers, summed over the turns, are the total."""
    tree = load(name)
    stats = count_turns(tree)

    assert tuple(turn.n_solved for turn in stats.turns) == tree.guarantee.histogram
    if not tree.guarantee.unsolved:
        assert sum(turn.n_open for turn in stats.turns) == tree.guarantee.total


def test_salet_as_published() -> None:
    """SALET has 148 different feedbacks, the largest cell 221, the expected cell 71.27 (published for 2315 answers)."""
    second = count_turns(load("salet")).turns[1]

    assert (second.n_positions, second.largest, round(float(second.expected_size), 2)) == (148, 221, 71.27)


def test_stats_prints_the_table(tmp_path: Path) -> None:
    """Guess ab leaves ba alone, and cc, cd, ce together: (1 + 9) / 4 = 5/2 left on average. Then cd, ce; then ce."""
    file = tmp_path / "words.tree"
    file.write_bytes(tree_of().data)

    result = run("stats", str(file))

    assert result.exit_code == 0, result.output
    assert result.stdout == (
        "turn  positions  open  solved  largest  expected\n"
        "   1          1     5       1        5    5.0000\n"
        "   2          2     4       2        3    2.5000\n"
        "   3          1     2       1        2    2.0000\n"
        "   4          1     1       1        1    1.0000\n"
        "ab: mean 2.4000, worst case 4\n"
    )


def test_openers_that_differ_by_hand() -> None:
    """From ab: ab 1, ba 2, cc 2, cd 3, ce 4. From cc: cc 1, ab 2, ba 3, cd 2, ce 3."""
    diff = compare_trees(tree_of(opener="ab"), tree_of(opener="cc"))

    assert diff.sooner == ({"ab": (1, 2), "ba": (2, 3)}, {"cc": (2, 1), "cd": (3, 2), "ce": (4, 3)})
    assert diff.n_equal == 0
    assert diff.partings == (((), (("ab", 5, 12), ("cc", 5, 11))),)


def test_shipped_trees_add_up() -> None:
    """The guesses that each answer takes add up to the guarantees: 8227 for plate, 7920 for salet, as published."""
    diff = compare_trees(load("plate"), load("salet"))
    gained = sum(b - a for a, b in diff.sooner[0].values())  # type: ignore[operator]
    lost = sum(a - b for a, b in diff.sooner[1].values())  # type: ignore[operator]

    assert lost - gained == 8227 - 7920
    assert len(diff.sooner[0]) + len(diff.sooner[1]) + diff.n_equal == 2315


def test_unsolved_is_later_than_everything() -> None:
    diff = compare_trees(tree_of(opener="ab", max_guesses=3, allow_unsolved=True), tree_of(opener="ab"))

    assert diff.sooner == ({}, {"ce": (None, 4)})
    assert diff.partings == (((("ab", 0), ("cc", 6), ("cd", 6)), ((None, 0, 0), ("ce", 1, 1))),)


def test_answers_that_one_game_lacks() -> None:
    diff = compare_trees(tree_of(opener="ab"), tree_of(WordList("fewer", ("ab", "ba", "cc", "cd")), opener="ab"))

    assert diff.only == (("ce",), ())
    assert diff.n_equal == 4
    assert not diff.is_same


def write(folder: Path) -> tuple[str, str]:
    files = folder / "a.tree", folder / "b.tree"
    for file, openers in zip(files, ("ab", "ab,cd"), strict=True):
        file.write_bytes(tree_of(opener=openers).data)
    return str(files[0]), str(files[1])


def test_diff_prints_lines(tmp_path: Path) -> None:
    """Both begin with ab; after grey the one goes on with cc, the other with cd, whose answer comes sooner then.

    After cd the others are told by it: cc and ce give green and grey, cc comes first: cc 3, ce 4.
    """
    result = run("diff", *write(tmp_path))

    assert result.exit_code == 0, result.output
    assert result.stdout == (
        "A          opener ab, total 12, worst case 4, 5 of 5 answers solved\n"
        "B          opener ab, total 12, worst case 4, 5 of 5 answers solved\n"
        "A sooner   1: cc\n"
        "B sooner   1: cd\n"
        "equal      3\n"
        "diverge    at 1 place\n"
        "\n"
        "path   guess a  guess b  candidates a  candidates b  total a  total b\n"
        "ab:__  cc       cd                  3             3        6        6\n"
    )
    assert run("diff", "salet", "salet").stdout.endswith("both play every game the same way\n")


def test_diff_shows_so_many_places(tmp_path: Path) -> None:
    """After zzz both cells of three, a__ and b__, are guessed at with another word first."""
    words = WordList("words", ("aab", "aac", "aad", "zab", "zac", "zad", "zzz"))
    a, b = tmp_path / "a.tree", tmp_path / "b.tree"
    a.write_bytes(compile_tree(Game(words, words), "first", opener="zzz").data)
    b.write_bytes(compile_tree(Game(words, words), "first", opener="zzz,aad").data)

    every = run("diff", str(a), str(b)).stdout.splitlines()
    one = run("diff", str(a), str(b), "--top", "1").stdout.splitlines()

    assert "diverge    at 2 places" in every
    assert [line.split()[:2] for line in every[-2:]] == [["zzz:___", "aab"], ["zzz:g__", "zab"]]
    assert one == [*every[:-1], "and 1 more: --top 2 shows all"]


def turns(game: PlayedGame) -> list[tuple[str | int, ...]]:
    return [turn[1:] for turn in game.turns]


def test_the_adversary_by_hand() -> None:
    """Three of five stay with grey, then two of three; then the choice is between cd and ce, and to lose is longer."""
    game = play_tree(tree_of(), Host.ADVERSARIAL)

    assert turns(game) == [("ab", "__", 5, 3, 1), ("cc", "g_", 3, 2, 1), ("cd", "g_", 2, 1, 2), ("ce", "gg", 1, 1, 1)]


def test_the_hosts_differ() -> None:
    """Grey leaves four of the eight words, which abc tells apart; g__ leaves three, which go one by one."""
    words = WordList("words", ("abc", "aff", "fbf", "ffc", "zaa", "zbb", "zcc", "zzz"))
    tree = load(compile_tree(Game(words, words), "first", opener="zzz").data)

    assert turns(play_tree(tree, Host.ADVERSARIAL)) == [
        ("zzz", "___", 8, 4, 1),
        ("abc", "__g", 4, 1, 4),
        ("ffc", "ggg", 1, 1, 1),
    ]
    assert turns(play_tree(tree, Host.WORST_CASE)) == [
        ("zzz", "g__", 8, 3, 1),
        ("zaa", "g__", 3, 2, 1),
        ("zbb", "g__", 2, 1, 1),
        ("zcc", "ggg", 1, 1, 1),
    ]


@pytest.mark.parametrize("name", sampled([*KINDS, *(name for name in names() if name not in KINDS)], len(KINDS)))
@pytest.mark.parametrize("host", list(Host))
def test_shipped_trees_against_hosts(name: str, host: Host) -> None:
    """Worst-case play needs just the worst case; each turn keeps what the rule says; some answer fits to the end."""
    tree = load(name)
    game = play_tree(tree, host)

    assert game.is_solved
    assert play_tree(tree, game.answers[0]).turns == tuple(turn._replace(n_tied=1) for turn in game.turns)
    if host is Host.WORST_CASE:
        assert len(game.turns) == tree.guarantee.worst_case
    else:
        node = tree.root
        for turn in game.turns[:-1]:
            assert turn.n_after == max((child.n_candidates for child in node.children.values()), default=1)
            node = node.children[read_feedback(turn.feedback, tree.length, tree.nodes.kind)]


def test_an_answer_that_the_tree_does_not_solve() -> None:
    tree = tree_of(max_guesses=3, allow_unsolved=True)

    assert tree.guarantee.unsolved == ("ce",)
    game = play_tree(tree, "ce")
    assert (game.is_solved, len(game.turns), game.answers) == (False, 3, ("ce",))
    for host in Host:
        lost = play_tree(tree, host)
        assert (lost.is_solved, lost.answers) == (False, ("ce",))


def test_play_prints_games(tmp_path: Path) -> None:
    file = tmp_path / "words.tree"
    file.write_bytes(tree_of().data)

    assert run("play", str(file), "--answer", "CE").stdout == (
        "turn  guess  feedback  before  after\n"
        "   1  ab     __             5      3\n"
        "   2  cc     g_             3      2\n"
        "   3  cd     g_             2      1\n"
        "   4  ce     gg             1      1\n"
        "solved with 4 guesses\n"
    )
    assert run("play", str(file), "--adversarial").stdout.splitlines()[:2] == [
        "turn  guess  feedback  before  after  tied",
        "   1  ab     __             5      3     1",
    ]


def test_play_says_that_an_answer_is_lost(tmp_path: Path) -> None:
    file = tmp_path / "words.tree"
    file.write_bytes(tree_of(max_guesses=3, allow_unsolved=True).data)

    result = run("play", str(file), "--worst-case")

    assert result.stdout.splitlines()[-1] == "not solved: the tree has no guess after 3 guesses; candidates left: ce"


def test_words_cannot_drive_the_terminal() -> None:
    """A tree from anywhere may hold marks that turn the writing round: they are shown as what they are."""
    tree = tree_of(WordList("words", ("axb", "bbb", "ccc")))
    words = tuple(word.replace("x", "\u202e") for word in tree.nodes.words)
    hostile = tree.replace(nodes=tree.nodes.replace(words=words))

    for shown in (
        render_game(play_tree(hostile, Host.WORST_CASE)),
        render_stats(count_turns(hostile)),
        render_diff(compare_trees(hostile, tree), 1),
    ):
        assert "'a\\u202eb'" in shown
        assert "\u202e" not in shown
