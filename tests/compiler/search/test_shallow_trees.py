"""Trees of the smallest total: their worst case is the smallest that the opener and the total allow, at no cost."""

from __future__ import annotations

import pytest
from reference_solver import Reference, WeightedReference, replay
from sampled import sampled_seeds
from small_games import GENEROUS, RULES, SmallGame, draw_weights, families_game, large_game, small_game

from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.game import Game, Rule
from wordle_compiler.game.weights import Weights
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.solver.solver import ExactSolver

pytestmark = pytest.mark.usefixtures("small_memo")

each_rule = pytest.mark.parametrize("rule", RULES, ids=str)
each_kind = pytest.mark.parametrize("make_game", [small_game, families_game], ids=["mixed", "families"])


def smallest_worst_case(small: SmallGame, rule: Rule, opener: str) -> tuple[int, int] | None:
    """Returns the smallest total below an opener and the smallest limit that allows it."""
    reference = Reference(small.answers, small.allowed, rule.value)
    total = reference.below(opener, len(small.answers) + 1)
    if total is None:
        return None
    return total, next(limit for limit in range(1, len(small.answers) + 2) if reference.below(opener, limit) == total)


def solve(game: Game, opener: str, limit: int = GENEROUS, n_workers: int = 1) -> TreeNode | None:
    matrix = FeedbackMatrix.of(game)
    return ExactSolver(game, matrix, limit, n_workers=n_workers).solve_below(game.allowed.words.index(opener))


@each_rule
@each_kind
@sampled_seeds(2, 60)
def test_worst_case_is_the_smallest_that_the_total_allows(seeds: range, make_game, rule: Rule) -> None:  # type: ignore[no-untyped-def]
    for seed in seeds:
        small = make_game(seed)
        words = small.answers if rule is Rule.CANDIDATES else small.allowed
        for opener in {words[0], words[-1], small.answers[len(small.answers) // 2]}:
            node = solve(small.under(rule), opener)
            assert node is not None
            n_guesses = replay(node, small.answers, small.allowed, rule.value, GENEROUS)
            found = (sum(n or 0 for n in n_guesses.values()), max(n or 0 for n in n_guesses.values()))

            assert None not in n_guesses.values()
            assert found == smallest_worst_case(small, rule, opener), f"{small} {rule} from {opener}"


@each_rule
@sampled_seeds(2, 60)
def test_worst_case_with_weights_is_the_smallest_that_both_totals_allow(seeds: range, rule: Rule) -> None:
    for seed in seeds:
        small = (families_game, small_game)[seed % 2](seed)
        values = draw_weights(small, seed)
        reference = WeightedReference(small.answers, small.allowed, rule.value, values)
        game = small.under(rule)
        opener = small.answers[0]
        costs = reference.below(opener, GENEROUS)
        limit = next(limit for limit in range(1, GENEROUS + 1) if reference.below(opener, limit) == costs)
        weights = Weights.of(values, game.answers)
        node = ExactSolver(game, FeedbackMatrix.of(game), GENEROUS, weights=weights).solve_below(
            small.allowed.index(opener)
        )

        assert node is not None
        assert (node.weighted_total(weights.by_word), node.total()) == costs
        assert node.worst_case() == limit, f"{small} {rule} from {opener} {values}"


@sampled_seeds(3, 40)
def test_worst_case_below_several_fixed_guesses_is_the_smallest(seeds: range) -> None:
    # Only the rule any always lets the second guess be played. The reference is the first limit with the same total.
    for seed in seeds:
        small = families_game(seed)
        game = small.under(Rule.ANY)
        openers = (small.allowed.index(small.answers[0]), small.allowed.index(small.answers[1]))
        trees = {limit: solver_of(game, limit).solve_below(*openers) for limit in range(3, 14)}
        best = trees[13]
        assert best is not None
        limit = next(limit for limit, tree in trees.items() if tree is not None and tree.total() == best.total())

        assert best.worst_case() == limit, small.name


def solver_of(game: Game, limit: int) -> ExactSolver:
    return ExactSolver(game, FeedbackMatrix.of(game), limit)


def test_by_hand() -> None:
    # Five words that differ in one letter, and none to test two of them at once: a chain, however it is played.
    family = ("aaa", "baa", "caa", "daa", "eaa")
    small = SmallGame("chain", family, family)
    node = solve(small.under(Rule.ANY), "aaa")

    assert node is not None
    assert (node.total(), node.worst_case()) == (1 + 2 + 3 + 4 + 5, 5)


@each_rule
@pytest.mark.parametrize("seed", range(4))
def test_a_tighter_limit_that_costs_nothing_changes_no_worst_case(seed: int, rule: Rule) -> None:
    small = large_game(seed)
    game = small.under(rule)
    opener = small.answers[seed]
    node = solve(game, opener, 12)
    assert node is not None

    for n_workers in (2, 4):
        assert solve(game, opener, 12, n_workers) == node

    within = solve(game, opener, node.worst_case() - 1)
    assert within is None or within.total() > node.total()
    assert solve(game, opener, node.worst_case()) == node
