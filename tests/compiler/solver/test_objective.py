"""The bundled tree that an objective may start from, and what is refused; `test_exact_search` has the reference."""

from __future__ import annotations

import pytest
from small_games import GENEROUS, SmallGame, small_game

from wordle_compiler import compile_tree
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.game import Game, Rule
from wordle_compiler.game.lists import load_list
from wordle_compiler.machine.errors import InputError, UnmetGuaranteeError
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.solver.objective import Objective
from wordle_compiler.strategies import Order
from wordle_compiler.strategies.optimal import Optimal, bundled_tree

pytestmark = pytest.mark.usefixtures("small_memo")


def build(
    small: SmallGame, rule: Rule, objective: Objective, opener: str | None, limit: int, maker: Optimal | None = None
) -> TreeNode:
    game = small.under(rule)
    openers = () if opener is None else (small.allowed.index(opener),)
    order = Order(game, FeedbackMatrix.of(game), openers, limit, objective=objective)
    return (maker or Optimal()).build(order)[0]


def test_the_bundled_tree_of_a_game_is_known_where_it_keeps_the_limit() -> None:
    words = load_list("original-allowed")
    answers = load_list("original-answers")

    tarns = bundled_tree(Game(words, words, Rule.ANY), 6)

    assert tarns is not None
    assert (tarns.guess, tarns.total(), tarns.worst_case()) == ("tarns", 52762, 6)
    assert bundled_tree(Game(words, words, Rule.ANY), 5) is None
    assert bundled_tree(Game(words, words, Rule.HARD), 6) is None
    # Of SALET's two trees, the one that needs 5 guesses.
    salet = bundled_tree(Game(answers, words, Rule.ANY), 6)
    assert salet is not None
    assert (salet.guess, salet.worst_case()) == ("salet", 5)


@pytest.mark.parametrize("objective", [Objective.WORST_CASE, Objective.WORST_CASE_THEN_TOTAL], ids=str)
def test_a_bundled_tree_serves_where_no_quick_search_finds_one(objective: Objective) -> None:
    small = small_game(3)
    best = build(small, Rule.ANY, objective, None, GENEROUS)
    bundled = build(small, Rule.ANY, Objective.TOTAL, None, GENEROUS)
    with_bundled = build(
        small, Rule.ANY, objective, None, GENEROUS, Optimal(narrow=0, find_bundled=lambda _game, _limit: bundled)
    )

    assert with_bundled.worst_case() == best.worst_case()
    assert objective is Objective.WORST_CASE or with_bundled.total() == best.total()


@pytest.mark.parametrize(
    "objective", [objective for objective in Objective if objective is not Objective.UNSOLVED_THEN_TOTAL], ids=str
)
def test_a_limit_below_every_worst_case_is_refused_as_proven(objective: Objective) -> None:
    small = SmallGame("family", ("aa", "ba", "ca", "da"), ("aa", "ba", "ca", "da"))

    with pytest.raises(UnmetGuaranteeError, match="proven"):
        build(small, Rule.ANY, objective, "aa", 2)


def test_a_heuristic_has_only_the_total() -> None:
    small = SmallGame("two", ("aa", "ba"), ("aa", "ba"))

    with pytest.raises(InputError, match="strategy minimax has no objective 'worst-case': choose total"):
        compile_tree(small.under(Rule.ANY), "minimax", objective="worst-case")
