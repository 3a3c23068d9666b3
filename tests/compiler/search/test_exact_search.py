"""The exact search against the reference, with weights and without: totals, feasibility, trees, objectives, every rule.

`test_lowered_thresholds` has large nodes.
"""

import itertools
import random
from collections.abc import Sequence
from functools import cache, partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference_solver import NOTHING, Costs, Knowledge, Reference, cells_of, code_of, learn, replay
from sampled import sampled, sampled_seeds
from small_games import GENEROUS, RULES, SmallGame, draw_weights, families_game, large_game, long_game, small_game

from wordle_compiler import Game, Rule, Weights
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.extract import CandidateSet
from wordle_compiler.search.partition import BITMAP_FEEDBACKS
from wordle_compiler.search.problem import INFEASIBLE, Problem, make_problem
from wordle_compiler.search.rounds import VIEW_MIN
from wordle_compiler.solver import worker_threads
from wordle_compiler.solver.objective import Objective
from wordle_compiler.solver.solver import ExactSolver
from wordle_compiler.strategies import Order, get_strategy

pytestmark = pytest.mark.usefixtures("small_memo")

LIMITS = (2, 3, 4, 5, 6, GENEROUS)
BLOCKS = [range(start, start + 14) for start in range(0, 168, 14)]
"""Each has every kind of games with every kind of weights."""

Values = dict[str, int] | None
"""The answers' weights, or None for a game without."""

each_rule = pytest.mark.parametrize("rule", RULES, ids=str)
each_few = sampled_seeds(2, 30, first=1016)
each_weighting = pytest.mark.parametrize("is_weighted", [False, True], ids=["plain", "weighted"])


@cache
def game_of(small: SmallGame, rule: Rule) -> tuple[Game, FeedbackMatrix]:
    game = small.under(rule)
    return game, FeedbackMatrix.of(game)


def values_of(small: SmallGame, seed: int, is_weighted: bool) -> Values:
    return draw_weights(small, seed) if is_weighted else None


def make_weights(small: SmallGame, values: Values) -> Weights | None:
    return values and Weights("test", small.answers, tuple(values[answer] for answer in small.answers))


def solver_of(small: SmallGame, rule: Rule, limit: int, values: Values = None, **options: Any) -> ExactSolver:
    return ExactSolver(*game_of(small, rule), limit, weights=make_weights(small, values), **options)


def openers_of(small: SmallGame, rule: Rule) -> list[str]:
    """Picks a candidate and another legal opener."""
    dice = random.Random(small.name)
    return [dice.choice(small.answers), dice.choice(small.answers if rule is Rule.CANDIDATES else small.allowed)]


def truth_of(small: SmallGame, rule: Rule, values: Values = None) -> Reference:
    return _truth_of(small, rule, tuple((values or {}).items()))


@cache
def _truth_of(small: SmallGame, rule: Rule, values: tuple[tuple[str, int], ...]) -> Reference:
    """One for all that is searched with the same weights, since it remembers what it has solved."""
    return Reference(small.answers, small.allowed, rule.value, dict(values))


def costs_of(node: TreeNode | None, small: SmallGame, rule: Rule, limit: int, values: Values = None) -> Costs | None:
    """Replays a tree that must solve every answer, and adds up; None stays None."""
    if node is None:
        return None
    n_guesses = replay(node, small.answers, small.allowed, rule.value, limit)
    assert None not in n_guesses.values(), "the tree leaves an answer unsolved"
    weighted = sum(values[answer] * (n or 0) for answer, n in n_guesses.items()) if values else 0
    return weighted, sum(n or 0 for n in n_guesses.values())


def in_search(costs: Costs | None, small: SmallGame, limit: int, values: Values) -> int:
    """Returns costs as the one number that the search minimises."""
    weights = make_weights(small, values)
    return INFEASIBLE if costs is None else costs[1] + (costs[0] * weights.unit(limit) if weights else 0)


def check_below(small: SmallGame, rule: Rule, limit: int, opener: str, values: Values = None) -> None:
    """Compares one opener's tree with the reference: the weighted total and the plain one."""
    node = solver_of(small, rule, limit, values).solve_below(small.allowed.index(opener))
    expected = truth_of(small, rule, values).costs_below(opener, limit)

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
    reference = Reference(three, ("bodge", *three), "any", {"bumpy": 1, "dumpy": 10, "jumpy": 100})

    # jumpy, dumpy, bumpy: 100 + 20 + 3.
    assert reference.costs(reference.answers, 6) == reference.costs_below("jumpy", 6) == (123, 6)
    assert reference.costs_below("bumpy", 6) == (1 + 2 * 100 + 3 * 10, 6)
    assert reference.costs_below("bodge", 6) == (222, 6)
    assert reference.costs(reference.answers, 2) == (222, 6)
    assert reference.costs(reference.answers, 1) is None


@each_rule
@each_weighting
@pytest.mark.parametrize("seeds", sampled(BLOCKS, 1), ids=lambda seeds: f"games-{seeds.start}-{seeds.stop - 1}")
def test_trees_below_openers_are_optimal(seeds: range, is_weighted: bool, rule: Rule) -> None:
    for seed in seeds:
        small = small_game(seed)
        # 4 kinds of games and 7 of weights: every pair of them comes up.
        values = values_of(small, seed, is_weighted)
        openers = openers_of(small, rule)
        for limit in LIMITS:
            check_below(small, rule, limit, openers[(seed + limit) % 2], values)


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
    best = {limit: Reference(small.answers, small.allowed, rule.value).best_opener(limit) for limit in LIMITS}

    assert len({total for _, total in filter(None, best.values())}) > 1

    for limit in LIMITS:
        found = solver_of(small, rule, limit).best_opener()

        assert (found and (small.allowed[found.opener], found.total)) == best[limit], f"{small} within {limit}"

        for opener in (small.answers if rule is Rule.CANDIDATES else small.allowed)[::3]:
            check_below(small, rule, limit, opener)


@each_rule
@pytest.mark.parametrize("seeds", sampled([range(6, 10), [*range(6), *range(10, 20)]], 1), ids=["few", "rest"])
def test_a_limit_that_costs_something_is_kept_with_weights(seeds: Sequence[int], rule: Rule) -> None:
    # Families with steep weights: a deeper tree is often cheaper, so limits bite.
    n_dearer = 0
    for seed, weighting in itertools.product(seeds, (1, 2)):
        small = families_game(seed)
        values = draw_weights(small, weighting)
        legal = small.answers if rule is Rule.CANDIDATES or seed % 2 == 0 else small.allowed
        opener = random.Random(f"{small.name} {seed}").choice(legal)
        every = [truth_of(small, rule, values).costs_below(opener, limit) for limit in range(1, 10)]
        n_dearer += len({costs for costs in every if costs}) > 1
        for limit in range(1, 10):
            check_below(small, rule, limit, opener, values)

    # A chain of candidates has no choice between few guesses and a small total.
    assert n_dearer >= (0 if rule is Rule.CANDIDATES else 2)


@each_rule
@each_few
def test_hashes_that_all_collide_change_nothing(seeds: range, rule: Rule, monkeypatch: pytest.MonkeyPatch) -> None:
    # All sets of one parity have the same key, whatever the constraint: only the comparison of the members is left.
    def make_colliding(*args: Any, **options: Any) -> Problem:
        problem = make_problem(*args, **options)
        return problem.replaced(
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
            expected = {opener: truth_of(small, rule).costs_below(small.allowed[opener], limit) for opener in totals}

            assert totals == {opener: in_search(costs, small, limit, None) for opener, costs in expected.items()}, small


@each_rule
@each_weighting
@each_few
def test_a_bar_gives_the_exact_total_below_it_and_else_a_bound_between_it_and_the_optimum(
    seeds: range, is_weighted: bool, rule: Rule
) -> None:
    for seed, limit in itertools.product(seeds, (2, 3, GENEROUS)):
        small = small_game(seed)
        values = values_of(small, seed, is_weighted)
        weights, truth = make_weights(small, values), truth_of(small, rule, values)
        opener = openers_of(small, rule)[1]
        below, overall = (
            in_search(costs, small, limit, values)
            for costs in (truth.costs_below(opener, limit), truth.costs(truth.answers, limit))
        )
        unit = weights.unit(limit) if weights else 3
        for optimum, difference in itertools.product((below, overall), (-2 * unit, -unit, -1, 0, 1, unit, 3 * unit)):
            beta = max(1, optimum + difference)
            solver = solver_of(small, rule, limit, values)
            if optimum == below:
                found = solver._threads.worker().total_below(small.allowed.index(opener), beta)
            else:
                found = total_of_all(solver, small, limit, beta)
            where = f"{small} {rule} within {limit} from {opener}, cutoff {beta}, {values}"
            if optimum < beta:
                assert found == optimum, where
            else:
                assert min(beta, INFEASIBLE) <= found <= optimum, where


@st.composite
def small_games(draw: st.DrawFn) -> SmallGame:
    """Draws games of 3 to 14 answers and up to 40 allowed words; failing ones shrink."""
    length = draw(st.integers(2, 4))
    word = st.text(alphabet="abcdef"[: draw(st.integers(2, 6))], min_size=length, max_size=length)
    answers = draw(st.sets(word, min_size=3, max_size=14))
    others = draw(st.sets(word, max_size=40 - len(answers)))
    return SmallGame("drawn", tuple(sorted(answers)), tuple(sorted(answers | others)))


@settings(max_examples=60)
@given(
    small=small_games(), rule=st.sampled_from(RULES), limit=st.integers(1, 8), is_weighted=st.booleans(), data=st.data()
)
def test_any_game_agrees_with_the_reference(
    small: SmallGame, rule: Rule, limit: int, is_weighted: bool, data: st.DataObject
) -> None:
    values = None
    if is_weighted:
        values = {answer: data.draw(st.sampled_from((0, 1, 2, 3, 100, 99_999))) for answer in small.answers}
        values[small.answers[0]] += not any(values.values())

    words = small.answers if rule is Rule.CANDIDATES else small.allowed
    check_below(small, rule, limit, data.draw(st.sampled_from(words)), values)


@each_rule
@each_weighting
@pytest.mark.parametrize("seed", sampled(range(6), 1))
def test_medium_games_agree_with_the_reference(seed: int, is_weighted: bool, rule: Rule) -> None:
    # Enough for large nodes, little enough for the reference.
    sizes = ((25, 26), (36, 40)) if is_weighted else ((33, 45), (60, 80))
    small = large_game(seed, n_answers=sizes[0], n_allowed=sizes[1])
    assert len(small.answers) > VIEW_MIN
    for weighting in (1, 2, 4) if is_weighted else ():
        check_whole(small, rule, draw_weights(small, weighting))
    for limit in (3, 4, 6) if not is_weighted else ():
        check_below(small, rule, limit, small.answers[seed])


def check_whole(small: SmallGame, rule: Rule, values: Values) -> None:
    """Compares the total of the whole set of answers with the reference."""
    for limit in (3, 6):
        expected = in_search(truth_of(small, rule, values).costs(frozenset(small.answers), limit), small, limit, values)

        assert total_of_all(solver_of(small, rule, limit, values), small, limit) == expected, small.name


@pytest.mark.parametrize(("length", "rule"), sampled(list(itertools.product((6, 9, 10), RULES)), 0))
def test_games_of_long_words_agree_with_the_reference(length: int, rule: Rule) -> None:
    words = tuple(sorted({*long_game(length - 6).allowed, *long_game(length + 1).allowed}))
    small = SmallGame(f"long-{length}", tuple(sorted(words[::2] + words[1:20:2])), words)
    assert len(small.answers) > VIEW_MIN
    assert 3**length > BITMAP_FEEDBACKS
    for weighting in (1, 2, 4):
        check_whole(small, rule, draw_weights(small, weighting))


@each_rule
def test_larger_weights_of_the_same_ratios_cost_so_much_more(rule: Rule) -> None:
    small = large_game(2, n_answers=(40, 50), n_allowed=(100, 120))
    values = draw_weights(small, 4)
    # Close to the largest that the search takes: products must not run over.
    factor = ((1 << 32) - 1) // sum(values.values())
    many = {answer: value * factor for answer, value in values.items()}
    opener = small.allowed.index(small.answers[3])
    one, found = (
        costs_of(solver_of(small, rule, 6, each).solve_below(opener), small, rule, 6, each) for each in (values, many)
    )

    assert one is not None
    assert found == (factor * one[0], one[1])


@each_rule
@each_weighting
@pytest.mark.parametrize("objective", tuple(Objective), ids=str)
@sampled_seeds(2, 14)
def test_the_tree_is_best_in_the_sense_of_the_objective(
    seeds: range, objective: Objective, is_weighted: bool, rule: Rule
) -> None:
    for seed in seeds:
        for small in {small_game(seed), *[families_game(seed)] * objective.startswith("total")}:
            values = values_of(small, seed, is_weighted)
            has_opener = (seed + seed // 4 + RULES.index(rule) + is_weighted) % 2
            check_objective(small, rule, objective, values, small.answers[0] if has_opener else None)


@pytest.mark.parametrize("objective", tuple(Objective), ids=str)
def test_a_worst_case_comes_before_the_plain_total_that_nobody_asked_for(objective: Objective) -> None:
    # Only ycjb counts. Below bcce it takes 2 guesses; the others take 38 - 2 within 5 guesses, 39 - 2 within 4.
    small = families_game(69)
    values = {answer: int(answer == "ycjb") for answer in small.answers}
    truth = truth_of(small, Rule.ANY, values)
    assert (truth.costs_below("bcce", 4), truth.costs_below("bcce", 5)) == ((2, 39), (2, 38))

    check_objective(small, Rule.ANY, objective, values, "bcce")


def check_objective(small: SmallGame, rule: Rule, objective: Objective, values: Values, opener: str | None) -> None:
    """Compares the tree of strategy `optimal` with the reference, in the sense of an objective."""
    truth, limits = truth_of(small, rule, values), range(1, len(small.answers) + 2)
    below = partial(truth.costs_below, opener) if opener else partial(truth.costs, truth.answers)
    feasible = {limit: costs for limit in limits if (costs := below(limit)) is not None}
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
        # Below one opener, the worst case is the smallest that the totals allow, at no cost.
        if opener:
            assert node.worst_case() == min(limit for limit in feasible if feasible[limit] == best), small.name
    if objective is Objective.TOTAL_THEN_WORST_CASE:
        limit = min(limit for limit in feasible if feasible[limit][: 1 if values else 2] == best[: 1 if values else 2])
        assert (node.worst_case(), costs) == (limit, feasible[limit]), small.name
        check_depths(truth, node, truth.answers)


def check_depths(truth: Reference, node: TreeNode, candidates: frozenset[str], known: Knowledge = NOTHING) -> None:
    """Checks that no subtree below a node could be as good within fewer guesses."""
    for colours, cell in cells_of(node.guess, candidates - {node.guess}).items():
        child, depth = node.children[code_of(colours)], node.children[code_of(colours)].worst_case()
        after = learn(known, node.guess, colours) if truth.rule == "hard" else NOTHING
        assert truth.costs(cell, depth, after) != truth.costs(cell, depth - 1, after), child
        check_depths(truth, child, cell, after)


@sampled_seeds(3, 40)
def test_the_worst_case_below_several_fixed_guesses_is_the_smallest(seeds: range) -> None:
    # Only the rule any always lets the second guess be played. The reference is the first limit with the same total.
    for seed in seeds:
        small = families_game(seed)
        openers = [small.allowed.index(word) for word in small.answers[:2]]
        trees = {limit: solver_of(small, Rule.ANY, limit).solve_below(*openers) for limit in range(3, 14)}
        best = trees[13]
        assert best is not None
        limit = next(limit for limit, tree in trees.items() if tree is not None and tree.total() == best.total())

        assert best.worst_case() == limit, small.name


@each_rule
@pytest.mark.parametrize("seed", range(4))
def test_a_tighter_limit_that_costs_nothing_changes_no_tree(seed: int, rule: Rule) -> None:
    small = large_game(seed)

    def solve(limit: int, n_workers: int = 1) -> TreeNode | None:
        return solver_of(small, rule, limit, n_workers=n_workers).solve_below(small.allowed.index(small.answers[seed]))

    node = solve(12)
    assert node is not None
    assert [solve(12, 2), solve(12, 4), solve(node.worst_case())] == [node] * 3
    within = solve(node.worst_case() - 1)
    assert within is None or within.total() > node.total()
