"""Runs a strategy of the product on a small game, and gives its tree in the form of the plain player's."""

from typing import Any

from plain_player import Nested
from small_games import SmallGame

from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.game import Rule
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.strategies import Order, get_strategy
from wordle_compiler.strategies.strategy import OptionValue


def nested(node: TreeNode) -> Nested:
    return node.guess, node.solves, {code: nested(child) for code, child in node.children.items()}


def order_for(
    small: SmallGame,
    rule: Rule = Rule.ANY,
    limit: int = 6,
    opener: str | None = None,
    n_workers: int = 1,
    **options: OptionValue,
) -> Order:
    game = small.under(rule)
    openers = () if opener is None else (small.allowed.index(opener),)
    return Order(game, FeedbackMatrix.of(game), openers, limit, n_workers, options=options)


def build(name: str, small: SmallGame, *how: Any, **options: Any) -> Nested:
    """Builds a strategy's tree for the order that `order_for` makes of the other arguments."""
    return nested(get_strategy(name).build(order_for(small, *how, **options))[0])
