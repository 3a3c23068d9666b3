"""The exact search against the reference: totals, feasibility and trees, in every rule."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import numpy as np
import pytest
from contexts import replaced
from hypothesis import given, settings
from hypothesis import strategies as st
from reference_solver import Reference, replay
from sampled import sampled, sampled_seeds
from small_games import GENEROUS, RULES, SmallGame, families_game, large_game, small_game, small_games

from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.game import Game, Rule
from wordle_compiler.game.words import WordList
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.problem import INFEASIBLE, Problem, make_problem
from wordle_compiler.solver import planning, worker_threads
from wordle_compiler.solver.leaderboard import OpenerResult
from wordle_compiler.solver.solver import ExactSolver

pytestmark = pytest.mark.usefixtures("small_memo")

LIMITS = (2, 3, 4, 5, 6, GENEROUS)
BLOCKS = [range(start, start + 10) for start in range(0, 160, 10)]

each_rule = pytest.mark.parametrize("rule", RULES, ids=str)
each_few = sampled_seeds(2, 30, first=1000)
each_block = pytest.mark.parametrize(
    "seeds", sampled(BLOCKS, 1), ids=lambda seeds: f"games-{seeds.start}-{seeds.stop - 1}"
)


@cache
def reference_of(small: SmallGame, rule: Rule) -> Reference:
    return Reference(small.answers, small.allowed, rule.value)


@cache
def game_of(small: SmallGame, rule: Rule) -> tuple[Game, FeedbackMatrix]:
    game = small.under(rule)
    return game, FeedbackMatrix.of(game)


def solver_of(small: SmallGame, rule: Rule, limit: int, **options: object) -> ExactSolver:
    return ExactSolver(*game_of(small, rule), limit, **options)


def openers_of(small: SmallGame, rule: Rule) -> list[str]:
    """Picks a candidate and another legal opener."""
    dice = random.Random(small.name)
    return [dice.choice(small.answers), dice.choice(small.answers if rule is Rule.CANDIDATES else small.allowed)]


def total_of(node: TreeNode | None, small: SmallGame, rule: Rule, limit: int) -> int | None:
    """Replays a tree that must solve every answer; None stays None."""
    if node is None:
        return None
    n_guesses = replay(node, small.answers, small.allowed, rule.value, limit)
    assert None not in n_guesses.values(), "the tree leaves an answer unsolved"
    return sum(n_guesses.values())


def check_against_reference(small: SmallGame, rule: Rule, limit: int, opener: str, **options: object) -> None:
    """Compares one opener's tree with the reference."""
    node = solver_of(small, rule, limit, **options).solve_below(small.allowed.index(opener))
    expected = reference_of(small, rule).below(opener, limit)

    assert node is None or node.guess == opener
    assert total_of(node, small, rule, limit) == expected, f"{small} {rule} within {limit} from {opener}"


@each_rule
@each_block
def test_trees_below_openers_are_optimal(seeds: range, rule: Rule) -> None:
    for seed in seeds:
        small = small_game(seed)
        for limit in LIMITS:
            for opener in openers_of(small, rule):
                check_against_reference(small, rule, limit, opener)


@pytest.mark.parametrize(
    ("rule", "seed"),
    [
        *sampled([(Rule.ANY, seed) for seed in (69, 151, 158, 190, 291, 292)], 1),
        *sampled([(Rule.HARD, seed) for seed in (6, 21, 30, 59, 61, 64)], 1),
        (Rule.CANDIDATES, 64),
    ],
    ids=str,
)
def test_a_limit_that_costs_something_is_kept(rule: Rule, seed: int) -> None:
    # Chosen because the best total within some limit is dearer than without one, which is rare in small games.
    small = families_game(seed)
    best = {limit: reference_of(small, rule).best_opener(limit) for limit in LIMITS}

    assert len({total for _, total in filter(None, best.values())}) > 1

    for limit in LIMITS:
        found = solver_of(small, rule, limit).best_opener()

        assert (found and (small.allowed[found.opener], found.total)) == best[limit], f"{small} within {limit}"

        for opener in small.answers if rule is Rule.CANDIDATES else small.allowed:
            check_against_reference(small, rule, limit, opener)


@each_rule
@each_few
def test_a_tiny_memo_changes_nothing(seeds: range, rule: Rule, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "MEMO_SLOTS", 16)
    monkeypatch.setattr(planning, "MEMO_POOL", 64)
    for seed in seeds:
        small = small_game(seed)
        for limit in (3, 4, GENEROUS):
            check_against_reference(small, rule, limit, openers_of(small, rule)[0])


@each_rule
@each_few
def test_hashes_that_all_collide_change_nothing(seeds: range, rule: Rule, monkeypatch: pytest.MonkeyPatch) -> None:
    # All sets of one parity have the same key, whatever the constraint: only the comparison of the members is left.
    def make_colliding(*args: Any, **options: Any) -> Problem:
        problem = make_problem(*args, **options)
        return replaced(
            problem,
            answer_hash=np.ones_like(problem.answer_hash),
            letter_hash=np.zeros_like(problem.letter_hash),
            depth_hash=np.full_like(problem.depth_hash, 1 << 40),
        )

    monkeypatch.setattr(worker_threads, "make_problem", make_colliding)
    for seed in seeds:
        small = small_game(seed)
        for limit in (3, 4, GENEROUS):
            solver = solver_of(small, rule, limit)
            # One memo for all openers: under rule hard the same candidates come up under many constraints.
            totals = {each.opener: each.total for each in solver.rank_openers(solver.legal_openers())}
            expected = {opener: reference_of(small, rule).below(small.allowed[opener], limit) for opener in totals}

            assert totals == {key: INFEASIBLE if total is None else total for key, total in expected.items()}, small


@each_rule
@each_few
def test_a_bar_gives_the_exact_total_below_it_and_else_a_bound_between_it_and_the_optimum(
    seeds: range, rule: Rule
) -> None:
    for seed in seeds:
        small = small_game(seed)
        for limit in (2, 3, GENEROUS):
            opener = openers_of(small, rule)[1]
            optimum = reference_of(small, rule).below(opener, limit)
            optimum = INFEASIBLE if optimum is None else optimum
            for beta in (1, len(small.answers), *range(optimum - 3, optimum + 4)):
                solver = solver_of(small, rule, limit)
                found = solver._threads.worker().total_below(small.allowed.index(opener), beta)
                if optimum < beta:
                    assert found == optimum, f"{small} {rule} within {limit} from {opener}, cutoff {beta}"
                else:
                    assert min(beta, INFEASIBLE) <= found <= optimum, f"{small} {rule} {limit} {opener}, cutoff {beta}"


@settings(max_examples=30)
@given(
    small=small_games(), rule=st.sampled_from(RULES), limit=st.integers(1, 8), choice=st.randoms(use_true_random=False)
)
def test_any_game_agrees_with_the_reference(small: SmallGame, rule: Rule, limit: int, choice: random.Random) -> None:
    words = small.answers if rule is Rule.CANDIDATES else small.allowed

    check_against_reference(small, rule, limit, choice.choice(words))


@each_rule
@pytest.mark.parametrize("seed", sampled(range(6), 1))
def test_medium_games_agree_with_the_reference(seed: int, rule: Rule) -> None:
    # 30 to 45 answers: enough for large nodes, little enough for the reference.
    small = large_game(seed, n_answers=(30, 45), n_allowed=(60, 80))
    for limit in (3, 4, 6):
        check_against_reference(small, rule, limit, small.answers[seed])


THREE = ("bumpy", "dumpy", "jumpy")


@pytest.mark.parametrize(
    ("answers", "others", "opener", "limit", "total"),
    [
        # A candidate costs 1 + 2 + 3, since it leaves two words that no feedback of it tells apart.
        (THREE, (), "bumpy", 3, 6),
        (THREE, (), "bumpy", 2, None),
        # BODGE has the b in place, the d elsewhere, and no j: three feedbacks, 2 + 2 + 2.
        (THREE, ("bodge",), "bodge", 2, 6),
        (THREE, ("bodge",), "bodge", 1, None),
        # One answer: at once, or after another word.
        (("bumpy",), ("bodge",), "bumpy", 1, 1),
        (("bumpy",), ("bodge",), "bodge", 1, None),
        (("bumpy",), ("bodge",), "bodge", 2, 2),
        # Two answers: 1 + 2, however many guesses there are; or 2 + 2 where the opener tells them apart.
        (THREE[:2], (), "dumpy", 2, 3),
        (THREE[:2], ("bodge",), "bodge", 2, 4),
        # FFFFF tells nothing: one guess lost on each, 1 + 2 become 2 + 3.
        (THREE[:2], ("fffff",), "fffff", 3, 5),
        (THREE[:2], ("fffff",), "fffff", 2, None),
    ],
)
def test_games_done_by_hand(
    answers: tuple[str, ...], others: tuple[str, ...], opener: str, limit: int, total: int | None
) -> None:
    small = SmallGame("by hand", answers, tuple(sorted(answers + others)))
    tree = solver_of(small, Rule.ANY, limit).solve_below(small.allowed.index(opener))

    assert total_of(tree, small, Rule.ANY, limit) == total


def test_a_solver_may_be_asked_again_after_an_infeasible_opener() -> None:
    game = Game(WordList("answers", THREE), WordList("allowed", ("bodge", *THREE)))
    solver = ExactSolver(game, FeedbackMatrix.of(game), 2)

    assert solver.solve_below(1) is None, "bumpy takes three guesses"
    assert solver.solve_below(0) is not None, "bodge takes two"
    assert solver.best_opener() == OpenerResult(0, 6, True)
