"""The exact search with weights: totals and trees against the reference; `test_lowered_thresholds` has large nodes."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference_solver import Costs, WeightedReference, replay
from sampled import sampled, sampled_seeds
from small_games import (
    GENEROUS,
    RULES,
    SmallGame,
    draw_weights,
    families_game,
    large_game,
    long_game,
    small_game,
    small_games,
)

from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.game import Game, Rule
from wordle_compiler.game.weights import Weights
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.extract import CandidateSet
from wordle_compiler.search.partition import BITMAP_FEEDBACKS, PAIRWISE_MAX
from wordle_compiler.search.problem import INFEASIBLE
from wordle_compiler.search.views import VIEW_MIN
from wordle_compiler.solver.objective import Objective
from wordle_compiler.solver.solver import ExactSolver
from wordle_compiler.strategies import Order, get_strategy

pytestmark = pytest.mark.usefixtures("small_memo")

LIMITS = (2, 3, 4, 6, GENEROUS)
BLOCKS = [range(start, start + 14) for start in range(0, 168, 14)]
"""Each has every kind of games with every kind of weights."""

each_rule = pytest.mark.parametrize("rule", RULES, ids=str)
each_few = sampled_seeds(2, 28, first=1000)
each_block = pytest.mark.parametrize(
    "seeds", sampled(BLOCKS, 1), ids=lambda seeds: f"games-{seeds.start}-{seeds.stop - 1}"
)


@cache
def game_of(small: SmallGame, rule: Rule) -> tuple[Game, FeedbackMatrix]:
    game = small.under(rule)
    return game, FeedbackMatrix.of(game)


def reference_of(small: SmallGame, rule: Rule, values: dict[str, int]) -> WeightedReference:
    return _reference_of(small, rule, tuple(values.items()))


@cache
def _reference_of(small: SmallGame, rule: Rule, values: tuple[tuple[str, int], ...]) -> WeightedReference:
    """One for all that is searched with the same weights, since it remembers what it has solved."""
    return WeightedReference(small.answers, small.allowed, rule.value, dict(values))


def make_weights(small: SmallGame, values: dict[str, int]) -> Weights:
    return Weights("test", small.answers, tuple(values[answer] for answer in small.answers))


def solver_of(small: SmallGame, rule: Rule, limit: int, values: dict[str, int], **options: Any) -> ExactSolver:
    return ExactSolver(*game_of(small, rule), limit, weights=make_weights(small, values), **options)


def opener_of(small: SmallGame, rule: Rule, seed: int) -> str:
    """Picks a candidate for even seeds, and else any legal opener."""
    dice = random.Random(f"{small.name} {seed}")
    return dice.choice(small.answers if rule is Rule.CANDIDATES or seed % 2 == 0 else small.allowed)


def costs_of(node: TreeNode | None, small: SmallGame, rule: Rule, limit: int, values: dict[str, int]) -> Costs | None:
    """Replays a tree that must solve every answer, and adds up; None stays None."""
    if node is None:
        return None
    n_guesses = replay(node, small.answers, small.allowed, rule.value, limit)
    assert None not in n_guesses.values(), "the tree leaves an answer unsolved"
    return sum(values[answer] * (n or 0) for answer, n in n_guesses.items()), sum(n or 0 for n in n_guesses.values())


def in_search(costs: Costs | None, small: SmallGame, limit: int, values: dict[str, int]) -> int:
    """Returns costs as the one number that the search minimises."""
    return INFEASIBLE if costs is None else costs[0] * make_weights(small, values).unit(limit) + costs[1]


def check_below(small: SmallGame, rule: Rule, limit: int, opener: str, seed: int, **options: Any) -> None:
    """Compares one opener's tree with the reference: the weighted total and the plain one."""
    values = draw_weights(small, seed)
    node = solver_of(small, rule, limit, values, **options).solve_below(small.allowed.index(opener))
    expected = reference_of(small, rule, values).below(opener, limit)

    assert node is None or node.guess == opener
    assert costs_of(node, small, rule, limit, values) == expected, f"{small} {rule} {limit} {opener} {values}"


def total_of_all(solver: ExactSolver, small: SmallGame, limit: int, beta: int = INFEASIBLE) -> int:
    """Searches the whole set of answers as one position, as large as the game."""
    worker = solver._threads.worker()
    constraint = np.zeros(1 + 2 * len(small.answers[0]), np.uint16)
    return worker.extractor.total(CandidateSet.of(np.arange(len(small.answers)), worker.view, constraint), limit, beta)


def test_reference_by_hand() -> None:
    # A candidate first, then the others in either order: 1, 2, 3 guesses. BODGE tells all three apart: 2 each.
    three = ("bumpy", "dumpy", "jumpy")
    reference = WeightedReference(three, ("bodge", *three), "any", {"bumpy": 1, "dumpy": 10, "jumpy": 100})

    # jumpy, dumpy, bumpy: 100 + 20 + 3.
    assert reference.best_opener(6) == ("jumpy", (123, 6))
    assert reference.below("bumpy", 6) == (1 + 2 * 100 + 3 * 10, 6)
    assert reference.below("bodge", 6) == (222, 6)
    assert reference.best_opener(2) == ("bodge", (222, 6))
    assert reference.best_opener(1) is None


@each_rule
@each_block
def test_trees_below_openers_are_optimal(seeds: range, rule: Rule) -> None:
    for seed in seeds:
        small = small_game(seed)
        for limit in LIMITS:
            # 4 kinds of games and 7 of weights: every pair of them comes up.
            check_below(small, rule, limit, opener_of(small, rule, seed), seed)


@each_rule
@pytest.mark.parametrize("seeds", sampled([range(6, 10), [*range(6), *range(10, 20)]], 1), ids=["few", "rest"])
def test_a_limit_that_costs_something_is_kept(seeds: Sequence[int], rule: Rule) -> None:
    # Families with steep weights: a deeper tree is often cheaper, so limits bite.
    n_dearer = 0
    for seed in seeds:
        small = families_game(seed)
        for weighting in (1, 2):
            values = draw_weights(small, weighting)
            reference = reference_of(small, rule, values)
            opener = opener_of(small, rule, seed)
            every = [reference.below(opener, limit) for limit in range(1, 10)]
            n_dearer += len({costs for costs in every if costs}) > 1
            for limit, expected in enumerate(every, 1):
                node = solver_of(small, rule, limit, values).solve_below(small.allowed.index(opener))

                assert costs_of(node, small, rule, limit, values) == expected, f"{small} within {limit} {values}"

    # A chain of candidates has no choice between few guesses and a small total.
    assert n_dearer >= (0 if rule is Rule.CANDIDATES else 2)


@settings(max_examples=30)
@given(small=small_games(), rule=st.sampled_from(RULES), limit=st.integers(1, 8), data=st.data())
def test_any_game_agrees_with_the_reference(small: SmallGame, rule: Rule, limit: int, data: st.DataObject) -> None:
    weight = st.sampled_from((0, 1, 2, 3, 100, 99_999))
    values = {answer: data.draw(weight) for answer in small.answers}
    values[small.answers[0]] += not any(values.values())
    opener = data.draw(st.sampled_from(small.answers if rule is Rule.CANDIDATES else small.allowed))
    node = solver_of(small, rule, limit, values).solve_below(small.allowed.index(opener))
    expected = reference_of(small, rule, values).below(opener, limit)

    assert costs_of(node, small, rule, limit, values) == expected


@each_rule
@each_few
def test_a_bar_gives_the_exact_total_below_it_and_else_a_bound_between_it_and_the_optimum(
    seeds: range, rule: Rule
) -> None:
    for seed in seeds:
        small = small_game(seed)
        values = draw_weights(small, seed)
        reference = reference_of(small, rule, values)
        for limit in (2, 3, GENEROUS):
            opener = opener_of(small, rule, 1)
            below = in_search(reference.below(opener, limit), small, limit, values)
            overall = in_search(reference.costs(frozenset(small.answers), limit), small, limit, values)
            unit = make_weights(small, values).unit(limit)
            for difference in (-2 * unit, -unit, -1, 0, 1, unit, 3 * unit):
                for optimum in (below, overall):
                    beta = max(1, optimum + difference)
                    solver = solver_of(small, rule, limit, values)
                    if optimum == below:
                        number = small.allowed.index(opener)
                        found = solver._threads.worker().total_below(number, beta)
                    else:
                        found = total_of_all(solver, small, limit, beta)
                    where = f"{small} {rule} within {limit} from {opener}, cutoff {beta}, {values}"
                    if optimum < beta:
                        assert found == optimum, where
                    else:
                        assert min(beta, INFEASIBLE) <= found <= optimum, where


@each_rule
@pytest.mark.parametrize("objective", tuple(Objective), ids=str)
@pytest.mark.parametrize("has_opener", [True, False], ids=["opener", "all-openers"])
@sampled_seeds(2, 14)
def test_the_tree_is_best_in_the_sense_of_the_objective(
    seeds: range, objective: Objective, rule: Rule, *, has_opener: bool
) -> None:
    for seed in seeds:
        small = small_game(seed)
        check_objective(small, rule, objective, draw_weights(small, seed), small.answers[0] if has_opener else None)


@pytest.mark.parametrize("objective", tuple(Objective), ids=str)
def test_a_worst_case_comes_before_the_plain_total_that_nobody_asked_for(objective: Objective) -> None:
    # Only ycjb counts. Below bcce it takes 2 guesses; the others take 38 - 2 within 5 guesses, 39 - 2 within 4.
    small = families_game(69)
    values = {answer: int(answer == "ycjb") for answer in small.answers}
    reference = reference_of(small, Rule.ANY, values)
    assert (reference.below("bcce", 4), reference.below("bcce", 5)) == ((2, 39), (2, 38))

    check_objective(small, Rule.ANY, objective, values, "bcce")


def check_objective(
    small: SmallGame, rule: Rule, objective: Objective, values: dict[str, int], opener: str | None
) -> None:
    """Compares the tree of strategy `optimal` with the reference, in the sense of an objective."""
    reference = reference_of(small, rule, values)
    limits = range(1, len(small.answers) + 2)
    if opener is not None:
        by_limit = {limit: reference.below(opener, limit) for limit in limits}
    else:
        by_limit = {limit: reference.costs(frozenset(small.answers), limit) for limit in limits}
    feasible = {limit: costs for limit, costs in by_limit.items() if costs is not None}
    order = Order(
        *game_of(small, rule),
        openers=() if opener is None else (small.allowed.index(opener),),
        max_guesses=limits[-1],
        objective=objective,
        weights=make_weights(small, values),
    )
    node = get_strategy("optimal").build(order)[0]
    costs = costs_of(node, small, rule, limits[-1], values)

    best = min(feasible.values())
    if objective in (Objective.WORST_CASE, Objective.WORST_CASE_THEN_TOTAL):
        assert node.worst_case() == min(feasible), small.name
    if objective is Objective.WORST_CASE_THEN_TOTAL:
        assert costs == feasible[min(feasible)], small.name
    if objective in (Objective.TOTAL, Objective.UNSOLVED_THEN_TOTAL):
        assert costs == best, small.name
    if objective is Objective.TOTAL_THEN_WORST_CASE:
        limit = min(limit for limit in feasible if feasible[limit][0] == best[0])
        assert (node.worst_case(), costs) == (limit, feasible[limit]), small.name


@each_rule
@pytest.mark.parametrize("seed", sampled(range(4), 1))
def test_medium_games_agree_with_the_reference(seed: int, rule: Rule) -> None:
    small = large_game(seed, n_answers=(25, 26), n_allowed=(36, 40))
    assert len(small.answers) > max(PAIRWISE_MAX, VIEW_MIN)
    for weighting in (1, 2, 4):
        values = draw_weights(small, weighting)
        reference = reference_of(small, rule, values)
        for limit in (3, 6):
            expected = in_search(reference.costs(frozenset(small.answers), limit), small, limit, values)

            assert total_of_all(solver_of(small, rule, limit, values), small, limit) == expected, small.name


@pytest.mark.parametrize(("length", "rule"), sampled(list(itertools.product((6, 9, 10), RULES)), 0))
def test_games_of_long_words_agree_with_the_reference(length: int, rule: Rule) -> None:
    words = long_game(length - 6).allowed + long_game(length + 1).allowed
    words = tuple(sorted(set(words)))
    small = SmallGame(f"long-{length}", tuple(sorted(words[::2] + words[1:20:2])), words)
    assert len(small.answers) > max(PAIRWISE_MAX, VIEW_MIN)
    assert 3**length > BITMAP_FEEDBACKS
    for weighting in (1, 2, 4):
        values = draw_weights(small, weighting)
        reference = reference_of(small, rule, values)
        for limit in (3, 6):
            expected = in_search(reference.costs(frozenset(small.answers), limit), small, limit, values)

            assert total_of_all(solver_of(small, rule, limit, values), small, limit) == expected, small.name


@each_rule
def test_larger_weights_of_the_same_ratios_cost_so_much_more(rule: Rule) -> None:
    small = large_game(2, n_answers=(40, 50), n_allowed=(100, 120))
    values = draw_weights(small, 4)
    opener = small.allowed.index(small.answers[3])
    one = costs_of(solver_of(small, rule, 6, values).solve_below(opener), small, rule, 6, values)
    # Close to the largest that the search takes: products must not run over.
    total = sum(values.values())
    factor = ((1 << 32) - 1) // total
    many = {answer: value * factor for answer, value in values.items()}
    found = costs_of(solver_of(small, rule, 6, many).solve_below(opener), small, rule, 6, many)

    assert one is not None
    assert found == (factor * one[0], one[1])
