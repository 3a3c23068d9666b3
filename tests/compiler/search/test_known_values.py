"""Published totals of Wordle, and the engine's signature: how many nodes fixed searches visit.

Totals are compared, never trees: many trees share the smallest total. The counts of nodes mean nothing beyond the
identity of the search: a change that should not touch it must leave them as they are, and one that should changes them.
"""

from collections import Counter
from functools import cache

import pytest
from reference_solver import replay

from wordle_compiler import Game, Rule, WordList, load_list
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.machine.workers import default_workers
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.memo import MemoSize
from wordle_compiler.search.problem import INFEASIBLE, make_problem
from wordle_compiler.solver.leaderboard import OpenerResult
from wordle_compiler.solver.solver import ExactSolver
from wordle_compiler.solver.worker_threads import Worker
from wordle_compiler.strategies import Order, get_strategy

ORIGINAL = ("original-answers", "original-allowed")
NYT_2022_OLD_ALLOWED = ("nyt-2022-answers", "original-allowed")
NYT_2022 = ("nyt-2022-answers", "nyt-2022-allowed")
NYT_2023 = ("nyt-2023-answers", "nyt-2022-allowed")
ANSWERS_ALONE = ("original-answers", "original-answers")

slow = pytest.mark.slow


@cache
def load(name: str) -> WordList:
    return load_list(name)


@pytest.fixture(scope="module")
def matrices() -> dict[tuple[str, str], FeedbackMatrix]:
    """The matrices of this module's games by their lists; the rule does not matter to them."""
    return {}


def make_order(
    matrices: dict[tuple[str, str], FeedbackMatrix], lists: tuple[str, str], rule: Rule, opener: str | None, limit: int
) -> Order:
    answers, allowed = map(load, lists)
    if lists == NYT_2023:
        # Its answers are not all in the older list of allowed words.
        allowed = WordList.from_words({*answers.words, *allowed.words}, "allowed")
    game = Game(answers, allowed, rule)
    if lists not in matrices:
        matrices[lists] = FeedbackMatrix.of(game, n_workers=default_workers())
    openers = () if opener is None else (allowed.words.index(opener),)
    return Order(game, matrices[lists], openers, limit, default_workers())


def histogram_of(tree: TreeNode, order: Order) -> Counter[int | None]:
    game = order.game
    return Counter(replay(tree, game.answers.words, game.allowed.words, game.rule.value, order.max_guesses).values())


def total_of(histogram: Counter[int | None]) -> int:
    assert None not in histogram
    return sum((guesses or 0) * times for guesses, times in histogram.items())


@pytest.mark.parametrize(
    ("lists", "rule", "opener", "total"),
    [
        pytest.param(ORIGINAL, "any", "salet", 7920, id="2315-any-salet"),
        pytest.param(ORIGINAL, "any", "crane", 7930, id="2315-any-crane", marks=slow),
        pytest.param(ORIGINAL, "any", "plate", 7989, id="2315-any-plate", marks=slow),
        pytest.param(ORIGINAL, "any", "reast", 7923, id="2315-any-reast", marks=slow),
        pytest.param(ORIGINAL, "any", "crate", 7926, id="2315-any-crate", marks=slow),
        pytest.param(ORIGINAL, "any", "trace", 7926, id="2315-any-trace", marks=slow),
        pytest.param(ORIGINAL, "any", "slate", 7928, id="2315-any-slate", marks=slow),
        pytest.param(ORIGINAL, "any", "carle", 7937, id="2315-any-carle", marks=slow),
        pytest.param(ORIGINAL, "hard", "salet", 8122, id="2315-hard-salet", marks=slow),
        pytest.param(ORIGINAL, "hard", "least", 8127, id="2315-hard-least", marks=slow),
        pytest.param(ORIGINAL, "hard", "reast", 8134, id="2315-hard-reast", marks=slow),
        pytest.param(ORIGINAL, "hard", "crate", 8143, id="2315-hard-crate", marks=slow),
        pytest.param(ORIGINAL, "hard", "trape", 8144, id="2315-hard-trape", marks=slow),
        pytest.param(ANSWERS_ALONE, "candidates", "plate", 8227, id="2315-candidates-plate"),
        pytest.param(NYT_2022_OLD_ALLOWED, "any", "salet", 7897, id="2309-of-12972-any-salet", marks=slow),
        pytest.param(NYT_2022_OLD_ALLOWED, "any", "reast", 7900, id="2309-of-12972-any-reast", marks=slow),
        pytest.param(NYT_2022_OLD_ALLOWED, "hard", "salet", 8099, id="2309-of-12972-hard-salet", marks=slow),
        pytest.param(NYT_2022, "any", "tarse", 7883, id="2309-of-14855-any-tarse", marks=slow),
        pytest.param(NYT_2022, "hard", "salet", 8097, id="2309-of-14855-hard-salet", marks=slow),
        pytest.param(NYT_2023, "any", "tarse", 11219, id="3158-any-tarse", marks=slow),
        pytest.param(NYT_2023, "any", "salet", 11235, id="3158-any-salet", marks=slow),
        pytest.param(NYT_2023, "hard", "tarse", 11627, id="3158-hard-tarse", marks=slow),
    ],
)
def test_smallest_total_below_an_opener_within_six_guesses(
    matrices: dict[tuple[str, str], FeedbackMatrix], lists: tuple[str, str], rule: str, opener: str, total: int
) -> None:
    order = make_order(matrices, lists, Rule(rule), opener, 6)
    tree, _ = get_strategy("optimal").build(order)

    assert total_of(histogram_of(tree, order)) == total
    assert tree.guess == opener


@pytest.mark.parametrize(
    ("lists", "rule", "opener", "total", "n_nodes"),
    [
        pytest.param(ORIGINAL, "any", "salet", 7920, 2459, id="salet-any"),
        pytest.param(ORIGINAL, "hard", "salet", 8122, 6635, id="salet-hard"),
        pytest.param(ANSWERS_ALONE, "candidates", "plate", 8227, 4459, id="plate-candidates"),
    ],
)
def test_the_search_visits_just_as_many_nodes_and_finds_the_total(
    matrices: dict[tuple[str, str], FeedbackMatrix],
    lists: tuple[str, str],
    rule: str,
    opener: str,
    total: int,
    n_nodes: int,
) -> None:
    order = make_order(matrices, lists, Rule(rule), opener, 6)
    worker = Worker(make_problem(order.game, order.matrix), 6, MemoSize(1 << 18, 1 << 22))

    found = worker.total_below(*order.openers, INFEASIBLE)

    assert (found, int(worker.scratch.counters.nodes)) == (total, n_nodes)


@pytest.mark.parametrize(
    ("rule", "opener", "limit", "total"),
    [("any", "salet", 5, 7920), ("any", "salet", 4, None), ("hard", "palet", 5, 8206)],
)
def test_smallest_total_within_fewer_guesses(
    matrices: dict[tuple[str, str], FeedbackMatrix], rule: str, opener: str, limit: int, total: int | None
) -> None:
    order = make_order(matrices, ORIGINAL, Rule(rule), opener, limit)
    tree = ExactSolver(order.game, order.matrix, limit, n_workers=order.n_workers).solve_below(*order.openers)

    assert (tree and total_of(histogram_of(tree, order))) == total


@pytest.mark.parametrize(
    ("lists", "rule", "opener", "total"),
    [
        # docs/analyze.md shows the same ranking, and is run.
        pytest.param(ANSWERS_ALONE, "candidates", "plate", 8227, id="2315-candidates", marks=slow),
        pytest.param(ORIGINAL, "any", "salet", 7920, id="2315-any", marks=slow),
        pytest.param(ORIGINAL, "hard", "salet", 8122, id="2315-hard", marks=slow),
    ],
)
def test_best_opener_of_all(
    matrices: dict[tuple[str, str], FeedbackMatrix], lists: tuple[str, str], rule: str, opener: str, total: int
) -> None:
    order = make_order(matrices, lists, Rule(rule), None, 6)
    found = ExactSolver(order.game, order.matrix, 6, n_workers=order.n_workers).best_opener()

    assert found == OpenerResult(order.game.allowed.words.index(opener), total, True)


@pytest.mark.parametrize(
    ("opener", "step", "histogram"),
    [
        # 1 + 66 + 1740 + 6412 + 4059 + 652 + 38 + 4 = 12,972.
        pytest.param("serai", 1, {1: 1, 2: 66, 3: 1740, 4: 6412, 5: 4059, 6: 652, 7: 38, 8: 4}, id="serai", marks=slow),
        # Not published: from the definition played in plain Python, in minutes.
        pytest.param(
            "serai", 3, {1: 1, 2: 79, 3: 1226, 4: 2418, 5: 588, 6: 13}, id="serai-every-third-word", marks=slow
        ),
        pytest.param("lares", 1, None, id="lares", marks=slow),
    ],
)
def test_minimax_over_all_words(opener: str, step: int, histogram: dict[int, int] | None) -> None:
    words = WordList.from_words({opener, *load("original-allowed").words[::step]}, "words")
    game = Game(words, words, Rule.ANY)
    matrix = FeedbackMatrix.of(game, n_workers=default_workers())
    order = Order(game, matrix, (words.words.index(opener),), 10, default_workers())
    found = histogram_of(get_strategy("minimax").build(order)[0], order)

    assert sum(found.values()) == len(words)
    if histogram is None:
        assert max(guesses or 99 for guesses in found) <= 7
    else:
        assert dict(found) == histogram
