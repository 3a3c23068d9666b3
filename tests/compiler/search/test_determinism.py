"""The same order gives the same tree: for any number of workers, any memo, and whatever was searched before."""

import io
import os
import subprocess
import sys
from contextlib import redirect_stdout
from functools import cache

import pytest
from small_games import RULES, large_game
from waiting import SECONDS

from wordle_compiler import Game, Rule, WordList, load_list
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.search import memo as planning
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.solver.solver import ExactSolver
from wordle_compiler.strategies import Order, get_strategy, strategy_names

each_rule = pytest.mark.parametrize("rule", RULES, ids=str)


@cache
def wordle(rule: Rule) -> tuple[Game, FeedbackMatrix]:
    """Every fifth answer of Wordle and every ninth word: large nodes, done in a fraction of a second."""
    answers = load_list("original-answers").words[::5]
    allowed = WordList.from_words({*answers, *load_list("original-allowed").words[::9]}, "some allowed words")
    game = Game(WordList("some answers", answers), allowed, rule)
    return game, FeedbackMatrix.of(game)


def built(name: str, rule: Rule, n_workers: int) -> TreeNode:
    """Builds a tree below an opener; below two under rule any, which alone lets every second guess be played."""
    game, matrix = wordle(rule)
    words = game.answers.words[100:101] if rule is not Rule.ANY else game.answers.words[100:300:100]
    openers = tuple(map(game.allowed.words.index, words))
    options = {"sample": 5, "seed": 9} if name == "entropy" else {}
    return get_strategy(name).build(Order(game, matrix, openers, 6, n_workers, options=options))[0]


# Under every rule for the search, and under one for each of the others.
@pytest.mark.parametrize(
    ("name", "rule"),
    [
        pytest.param(name, rule, marks=() if name == "optimal" or rule is RULES[i % 3] else pytest.mark.slow)
        for i, name in enumerate(strategy_names())
        for rule in RULES
    ],
    ids=str,
)
def test_workers_do_not_change_the_tree(name: str, rule: Rule) -> None:
    tree = built(name, rule, 1)

    assert built(name, rule, 2) == tree
    assert built(name, rule, 4) == tree


@each_rule
@pytest.mark.parametrize("memo", [(16, 1), (16, 64), (1 << 10, 1 << 12)], ids=["none", "tiny", "small"])
def test_the_memo_s_size_does_not_change_the_tree(
    memo: tuple[int, int], rule: Rule, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = large_game(11, n_answers=(50, 60), n_allowed=(100, 120)).under(rule)
    matrix = FeedbackMatrix.of(game)
    opener = game.allowed.words.index(game.answers.words[0])
    tree = ExactSolver(game, matrix, 6).solve_below(opener)
    monkeypatch.setattr(planning, "MEMO_SLOTS", memo[0])
    monkeypatch.setattr(planning, "MEMO_POOL", memo[1])

    assert tree is not None
    assert ExactSolver(game, matrix, 6).solve_below(opener) == tree


@each_rule
def test_what_was_searched_before_does_not_change_the_tree(rule: Rule) -> None:
    game, matrix = wordle(rule)
    openers = [game.allowed.words.index(word) for word in game.answers.words[:3]]
    solver = ExactSolver(game, matrix, 6)
    one_after_another = [solver.solve_below(opener) for opener in openers]

    assert one_after_another == [ExactSolver(game, matrix, 6).solve_below(opener) for opener in openers]
    assert solver.solve_below(openers[0]) == one_after_another[0]


SCRIPT = """
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.game import Game, Rule
from wordle_compiler.solver.solver import ExactSolver
from small_games import families_game, large_game

for rule in Rule:
    for small in (families_game(3), large_game(5, n_answers=(25, 30), n_allowed=(50, 60))):
        game = small.under(rule)
        opener = game.allowed.words.index(game.answers.words[0])
        print(ExactSolver(game, FeedbackMatrix.of(game), 6).solve_below(opener))
"""


def test_another_process_makes_the_same_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    # Sets of words are ordered by Python's hash seed: no tree may depend on it.
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    monkeypatch.setenv("PYTHONHASHSEED", "0" if os.environ.get("PYTHONHASHSEED") != "0" else "1")
    made = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, check=True, timeout=SECONDS, text=True
    ).stdout
    with redirect_stdout(io.StringIO()) as made_here:
        exec(SCRIPT, {})

    assert made == made_here.getvalue()
    assert made.count("TreeNode(") > 50
