"""The exact search for games of few feedbacks, and Mastermind's symmetry: against brute force, and published totals."""

import random
from functools import cache

import pytest
from tiny_games import NEVER, BruteForce, TinyGame, brute_force_of

from wordle_compiler import Game, Rule, Weights, WordList
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.mastermind import bulls_and_cows, mastermind
from wordle_compiler.machine.workers import default_workers
from wordle_compiler.rankings.opener_table import rank_openers
from wordle_compiler.search.problem import INFEASIBLE, make_problem
from wordle_compiler.solver.leaderboard import OpenerResult
from wordle_compiler.solver.solver import ExactSolver
from wordle_runtime.layout import MASTERMIND

slow = pytest.mark.slow
TINY = [
    *[(2, 2, True), (2, 3, True), (2, 4, True), (2, 5, True), (3, 2, True), (4, 2, True)],
    *[(2, 5, False), (3, 4, False)],
]
"""Pegs, colours, repeats: 4 to 25 codes, few enough for brute force."""


def brute_force(game: Game) -> BruteForce:
    return brute_force_of(TinyGame(MASTERMIND, game.rule, game.answers.words, game.allowed.words))


def totals_of(game: Game, limit: int, *, n_workers: int = 1) -> dict[str, int | None]:
    """The total of every opener, by the engine."""
    solver = ExactSolver(game, FeedbackMatrix.of(game), limit, n_workers=n_workers)
    results = solver.rank_openers(solver.legal_openers())
    assert all(result.is_exact for result in results)
    return {game.allowed.words[result.opener]: result.total if result.is_feasible else None for result in results}


def some_codes(game: Game, seed: int) -> Game:
    """A game over some of the codes: few feedbacks, and no symmetry."""
    dice = random.Random(f"codes {seed}")
    words = WordList("some", tuple(sorted(dice.sample(game.allowed.words, dice.randint(12, 22)))))
    return Game(words, words, game.rule, MASTERMIND)


@pytest.mark.parametrize("rule", [Rule.ANY, Rule.CANDIDATES])
@pytest.mark.parametrize(("n_pegs", "n_colours", "repeats"), TINY)
def test_every_opener_has_the_total_of_brute_force(n_pegs: int, n_colours: int, repeats: bool, rule: Rule) -> None:
    game = mastermind(n_pegs, n_colours, repeats=repeats, rule=rule)
    brute = brute_force(game)

    for limit in (2, 3, 4, 6):
        costs = {code: brute.cost_with(code, brute.everything, limit) for code in game.answers.words}
        assert totals_of(game, limit) == {code: cost if cost < NEVER else None for code, cost in costs.items()}


@pytest.mark.parametrize("rule", [Rule.ANY, Rule.CANDIDATES])
@pytest.mark.parametrize("seed", range(3))
def test_some_of_the_codes_have_the_totals_of_brute_force(seed: int, rule: Rule) -> None:
    game = some_codes(mastermind(3, 4, rule=rule), seed)
    brute = brute_force(game)

    for limit in (3, 6):
        found = ExactSolver(game, FeedbackMatrix.of(game), limit).best_opener()
        assert (found.total if found else NEVER) == brute.cost(brute.everything, limit)


def test_the_tree_does_not_depend_on_the_workers() -> None:
    game = mastermind(4, 4)
    trees = [ExactSolver(game, FeedbackMatrix.of(game), 8, n_workers=n).solve_below(7) for n in (1, 2, 4)]

    assert trees[0] is not None
    assert trees[0] == trees[1] == trees[2]


def test_symmetry_is_looked_for_only_where_the_codes_have_it() -> None:
    part = some_codes(mastermind(3, 3), 1)
    assert len(make_problem(part, FeedbackMatrix.of(part)).permutations) == 0
    # Weights break it: if one code alone is ever hidden, no other opener takes a single guess.
    whole = mastermind(2, 3)
    weights = Weights.of({code: int(code == "31") for code in whole.answers}, whole.answers, "one")
    assert [row.opener for row in rank_openers(whole, weights=weights).rows if row.weighted_total == 1] == ["31"]


def test_a_bar_gives_the_exact_total_below_it_and_else_a_bound_between_it_and_the_optimum() -> None:
    game = mastermind(3, 4)
    matrix = FeedbackMatrix.of(game)
    exact = totals_of(game, 9)
    for opener, code in [*enumerate(game.allowed.words)][::3]:
        total = exact[code]
        assert total is not None
        for beta in (total - 9, total - 1, total, total + 1, INFEASIBLE):
            # A fresh memo each time: what was proven before would hide what this cutoff gives.
            worker = ExactSolver(game, matrix, 9)._threads.worker()
            found = worker.total_below(opener, beta)
            assert found == total if total < beta else beta <= found <= total


@cache
def solved(game: Game, limit: int) -> tuple[ExactSolver, OpenerResult]:
    solver = ExactSolver(game, FeedbackMatrix.of(game), limit, n_workers=default_workers())
    found = solver.best_opener()
    assert found is not None
    return solver, found


@pytest.mark.parametrize(
    ("game", "limit", "total"),
    [
        pytest.param(mastermind(3, 5, rule=Rule.CANDIDATES), 9, 455, id="3x5-candidates"),
        pytest.param(mastermind(3, 6, repeats=False), 9, 436, id="3x6-no-repeats"),
        pytest.param(mastermind(4, 6, repeats=False), 9, 1446, id="4x6-no-repeats"),
        pytest.param(mastermind(4, 7, repeats=False), 9, 3639, id="4x7-no-repeats"),
        pytest.param(mastermind(4, 6), 9, 5625, id="4x6"),
        pytest.param(mastermind(4, 6), 5, 5626, id="4x6-at-most-5"),
        pytest.param(mastermind(4, 6, rule=Rule.CANDIDATES), 9, 5660, id="4x6-candidates"),
        pytest.param(mastermind(4, 7), 9, 11228, id="4x7", marks=slow),
    ],
)
def test_published_totals(game: Game, limit: int, total: int) -> None:
    solver, found = solved(game, limit)

    assert found.total == total
    tree = solver.solve_below(found.opener)
    assert tree is not None
    assert tree.total() == total
    assert tree.worst_case() <= limit


@pytest.mark.parametrize(
    ("game", "worst_case"),
    [
        pytest.param(mastermind(3, 5, rule=Rule.CANDIDATES), 5, id="3x5-candidates"),
        pytest.param(mastermind(3, 6, repeats=False), 5, id="3x6-no-repeats"),
        pytest.param(mastermind(4, 6, repeats=False), 5, id="4x6-no-repeats"),
        pytest.param(mastermind(4, 7, repeats=False), 6, id="4x7-no-repeats", marks=slow),
        # The published totals say that 5 are too few, and the certificate of the bundled tree that 6 are enough.
        pytest.param(mastermind(4, 6), 6, id="4x6", marks=slow),
        pytest.param(mastermind(4, 6, rule=Rule.CANDIDATES), 6, id="4x6-candidates"),
    ],
)
def test_published_worst_cases(game: Game, worst_case: int) -> None:
    solver, found = solved(game, 9)

    best = [result.opener for result in solver.rank_openers(solver.legal_openers()) if result.total == found.total]
    trees = [solver.solve_below(opener) for opener in {min(best), max(best)}]
    assert min(tree.worst_case() for tree in trees if tree is not None) == worst_case


@slow
def test_bulls_and_cows() -> None:
    game = bulls_and_cows()
    solver = ExactSolver(game, FeedbackMatrix.of(game), 9, n_workers=default_workers())
    opener = solver.sole_opener()

    assert opener == 0
    tree = solver.solve_below(opener)
    assert tree is not None
    assert (tree.total(), tree.worst_case()) == (26274, 7)
