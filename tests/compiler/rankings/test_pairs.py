"""The ranking of pairs of fixed openers against brute force over all pairs; its bounds; and the command."""

import random
import re
from typing import Any

import numpy as np
import pytest
from reference_solver import IllegalFixedGuessError, Reference
from sampled import sampled, sampled_seeds
from small_games import RULES, SmallGame, draw_weights, families_game, large_game, long_game, small_game

from wordle_compiler import Game, Rule, Weights, WordList, compile_tree
from wordle_compiler.commands.openers import render_ranking
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.rankings.opener_table import rank_pairs
from wordle_compiler.search.problem import View, make_problem, make_scratch
from wordle_compiler.search.rounds import root_view
from wordle_compiler.solver.pair_ranking import find_partners
from wordle_compiler.solver.solver import ExactSolver

pytestmark = pytest.mark.usefixtures("small_memo")

each_rule = pytest.mark.parametrize("rule", RULES, ids=str)
LIMITS = (1, 2, 3, 4, 6)
THREE = ("bumpy", "dumpy", "jumpy")


def solver_of(game: Game, limit: int, n_workers: int = 1) -> ExactSolver:
    return ExactSolver(game, FeedbackMatrix.of(game), limit, n_workers=n_workers)


def _with_ties(ranked: list[Any], n_best: int) -> list[Any]:
    return [row for row in ranked if row[0] <= ranked[:n_best][-1][0]]


class AllPairs:
    """Every pair of a game, the slow and obvious way."""

    def __init__(self, small: SmallGame, rule: Rule, limit: int) -> None:
        self.reference = Reference(small.answers, small.allowed, rule.value)
        self.limit = limit
        words = small.answers if rule is Rule.CANDIDATES else small.allowed
        self.totals = {(a, b): self._total(a, b) for a in words for b in words if a != b}

    def ranked(self, words: tuple[str, ...] | None = None) -> list[tuple[int, str, str]]:
        """The pairs that are legal and solve the game, the best first."""
        return sorted(
            (total, first, second)
            for (first, second), total in self.totals.items()
            if isinstance(total, int) and (words is None or (first in words and second in words))
        )

    def n_legal(self) -> int:
        return sum(total != "illegal" for total in self.totals.values())

    def _total(self, *pair: str) -> int | str:
        """The total of a pair; "illegal" or "unsolved" where it has none."""
        try:
            return self.reference.below_fixed(pair, self.limit) or "unsolved"
        except IllegalFixedGuessError:
            return "illegal"


def found(small: SmallGame, solver: ExactSolver, n_best: int) -> tuple[list[tuple[int, str, str]], int]:
    results, n_legal = solver.rank_pairs(solver.legal_openers(), n_best=n_best)
    return [(total, *(small.allowed[word] for word in pair)) for total, pair in results], n_legal


@each_rule
@sampled_seeds(5, 60)
def test_the_best_pairs_are_those_of_all(seeds: range, rule: Rule) -> None:
    n_solved = 0
    for seed in seeds:
        small = small_game(seed)
        limit = LIMITS[seed % len(LIMITS)]
        expected = AllPairs(small, rule, limit)
        ranked = expected.ranked()
        n_solved += len(ranked)
        for n_best in (1, 4, 2000):
            best = found(small, solver_of(small.under(rule), limit), n_best)

            assert best == (ranked[:n_best], expected.n_legal()), f"{small} within {limit}"
    assert n_solved > 8 * len(seeds)


@each_rule
@pytest.mark.parametrize("seed", sampled(range(3), 1))
def test_workers_do_not_change_the_pairs(seed: int, rule: Rule) -> None:
    for small in (small_game(seed), families_game(seed), large_game(seed, n_answers=(25, 40), n_allowed=(60, 90))):
        results = [found(small, solver_of(small.under(rule), 6, n), 5) for n in (1, 2, 4, 4)]

        assert results == [results[0]] * 4, small.name


# Long words have feedbacks of 16 bits: another set of kernels to compile.
@pytest.mark.parametrize("is_long", sampled([False, True], 1), ids=["short", "long"])
@pytest.mark.parametrize("seed", sampled(range(4), 1))
def test_what_is_refuted_in_larger_games_is_no_better(seed: int, is_long: bool) -> None:
    # A request for all pairs sets no bar, so every pair is searched.
    small = long_game(seed) if is_long else large_game(seed, n_answers=(66, 72), n_allowed=(74, 80))
    game = small.under(Rule.ANY)
    everything, n_legal = found(small, solver_of(game, 6), len(small.allowed) ** 2)

    assert n_legal == len(small.allowed) * (len(small.allowed) - 1)
    assert len(everything) > 100
    for n_best in (1, 7):
        assert found(small, solver_of(game, 6), n_best) == (everything[:n_best], n_legal), small.name
    for rank in (0, len(everything) // 2, len(everything) - 1):
        total, first, second = everything[rank]
        node = solver_of(game, 6).solve_below(small.allowed.index(first), small.allowed.index(second))

        assert node is not None
        assert node.total() == total


@each_rule
@pytest.mark.parametrize("seed", sampled(range(4), 2))
def test_pairs_by_weight_are_those_of_their_trees(seed: int, rule: Rule) -> None:
    small = small_game(seed)
    game = small.under(rule)
    weights = Weights.of(draw_weights(small, seed), game.answers, "mine")
    every = rank_pairs(game, n_best=10_000, weights=weights).rows

    for row in (*every[:3], *every[-2:]):
        found = compile_tree(game, opener=(row.first, row.second or ""), weights=weights).guarantee
        assert found.weights is not None
        assert (row.weighted_total, row.total) == (found.weights.total, found.total)
    ranked = [((row.weighted_total or 0, row.total or 0), row.first, row.second) for row in every]
    assert ranked == sorted(ranked)
    for n_best in (1, 4):
        table = rank_pairs(game, n_best=n_best, weights=weights)
        rows, told = table.rows, re.findall(r"at least (\d+) each", render_ranking(table))
        assert all(int(one) <= (row.weighted_total or 0) for one in told for row in every[len(rows) :])
        found = [((row.weighted_total or 0, row.total or 0), row.first, row.second) for row in rows]
        assert found == _with_ties(ranked, n_best)


def test_partners_of_a_word_with_a_cell_of_more_than_255_answers() -> None:
    # No answer has a letter of the first word, so its joint cells with a word are that word's own cells.
    letters = random.Random(1)
    answers = sorted({"".join(letters.choices("abcdefgh", k=6)) for _ in range(500)})
    game = Game(WordList("answers", tuple(answers)), WordList("allowed", (*answers, "zzzzzz")))
    problem = make_problem(game, FeedbackMatrix.of(game))
    last = len(answers)
    # The columns in the opposite order: the first word comes first.
    codes, guesses = problem.by_answer[:, ::-1].copy(), np.arange(last, -1, -1, np.int32)
    view = View(problem.layout, codes, guesses, root_view(problem).n_cells, 0, 0)
    n_joint = [len(np.unique(column)) for column in codes.T[1:]]
    assert max(n_joint) > 256

    nothing = np.zeros((0, last + 1), np.uint8)
    scratch = make_scratch(problem, 6, np.zeros(1, np.int64))
    needed, of_cell = np.full(last + 1, 200, np.int32), np.empty((250, last + 1), np.int32)
    bounds, partners = np.empty_like(needed), np.empty_like(needed)
    n = find_partners(problem, scratch, view, nothing, 0, needed, bounds, of_cell, partners)

    assert dict(zip(partners[:n], bounds[partners[:n]], strict=True)) == {
        column: n for column, n in enumerate(n_joint, 1) if n > 200
    }
