"""Searches on a cluster give the results of threads, in whatever order tasks come back, and whatever they leave."""

from __future__ import annotations

import math

import numpy as np
import pytest
from sampled import sampled
from small_games import RULES, draw_weights, families_game, large_game, small_game
from unruly_cluster import ALWAYS, NEVER, SOMETIMES, Unruly, solver_of
from waiting import wait_until

from wordle_compiler import Rule, StoppedError, Weights
from wordle_compiler.cluster.worker_side import run_pieces
from wordle_compiler.game.mastermind import mastermind
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.problem import INFEASIBLE
from wordle_compiler.solver import worker_threads
from wordle_compiler.solver.fixed_openers import OpenCell
from wordle_compiler.solver.objective import Question
from wordle_compiler.solver.remote import CellPiece, OpenerPiece
from wordle_compiler.solver.worker_threads import Worker, lay_out

each_rule = pytest.mark.parametrize("rule", RULES, ids=str)
pytestmark = pytest.mark.usefixtures("small_memo")


@each_rule
@pytest.mark.parametrize(
    ("n_answers", "n_allowed"),
    sampled([((20, 30), (40, 60)), ((25, 50), (60, 120))], 1),
    ids=["30-answers", "50-answers"],
)
def test_openers_are_ranked_as_by_threads(rule: Rule, n_answers: tuple[int, int], n_allowed: tuple[int, int]) -> None:
    """What threads find is held against the reference elsewhere; within four guesses some openers have no tree."""
    for seed, small in enumerate([large_game(0, n_answers=n_answers, n_allowed=n_allowed), *map(small_game, range(4))]):
        limit = 4 if seed else 5
        plain = solver_of(small.under(rule), limit)
        for n_best in (1, 4, None):
            expected = plain.rank_openers(plain.legal_openers(), n_best=n_best)
            cluster = Unruly(seed)
            solver = solver_of(small.under(rule), limit, cluster)

            assert solver.rank_openers(plain.legal_openers(), n_best=n_best) == expected
            assert cluster.seen == {"opener"}


@each_rule
@pytest.mark.parametrize("n_nodes", [0, 1 << 18], ids=["relaxed", "plain"])
def test_trees_are_those_of_threads(n_nodes: int, rule: Rule, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where relaxation solves the cells, and where their guesses are tried one by one."""
    for seed, limit in ((0, 4), (3, 8), (3, 4)):
        small = families_game(seed) if seed % 2 else large_game(seed, n_answers=(20, 30), n_allowed=(50, 60))
        game = small.under(rule)
        opener = game.allowed.words.index(game.answers.words[0])
        expected = solver_of(game, limit).solve_below(opener)
        for patience in (ALWAYS, SOMETIMES, NEVER):
            cluster = Unruly(seed, patience)
            with monkeypatch.context() as patch:
                patch.setattr(worker_threads, "MOST_NODES", n_nodes)
                assert solver_of(game, limit, cluster).solve_below(opener) == expected
            assert cluster.seen == ({"cell"} if patience == NEVER else {"cell", "guess"})


def test_a_code_whose_guesses_are_tried_one_by_one_is_played_as_by_threads() -> None:
    """Symmetry makes many guesses equal; only the first of them is tried."""
    game = mastermind(3, 4)
    expected = solver_of(game, 6).solve_below(1)
    cluster = Unruly(1, ALWAYS)

    assert expected is not None
    assert solver_of(game, 6, cluster).solve_below(1) == expected
    assert "guess" in cluster.seen


def test_an_opener_without_a_tree_is_found_as_by_threads() -> None:
    game = families_game(3).under(Rule.CANDIDATES)
    openers = [game.allowed.words.index(word) for word in game.answers.words]
    plain = [solver_of(game, 3).solve_below(opener) for opener in openers]

    assert None in plain
    assert plain == [solver_of(game, 3, Unruly(1, ALWAYS)).solve_below(opener) for opener in openers]


@each_rule
def test_weighted_totals_are_those_of_threads(rule: Rule) -> None:
    # Every kind of weights comes up under some rule.
    for seed in range(RULES.index(rule), 7, 2):
        small = large_game(seed, n_answers=(10, 15), n_allowed=(30, 40))
        game = small.under(rule)
        weights = Weights.of(draw_weights(small, seed), game.answers)
        plain = solver_of(game, 6, weights=weights)
        openers = plain.legal_openers()
        expected = plain.rank_openers(openers, n_best=3)
        clustered = solver_of(game, 6, Unruly(seed, ALWAYS), weights)

        assert clustered.rank_openers(openers, n_best=3) == expected
        assert clustered.solve_below(expected[0].opener) == plain.solve_below(expected[0].opener)


def cell_of(patience: float | None) -> CellPiece:
    cell = OpenCell(TreeNode("", solves=False), 0, np.arange(3, dtype=np.int32), np.zeros(9, np.uint16), 5)
    return CellPiece(0, cell, patience)


@pytest.mark.parametrize("piece", [OpenerPiece(3, 0, INFEASIBLE), cell_of(None), cell_of(1e9)], ids=repr)
def test_a_search_that_nobody_wants_ends(piece: OpenerPiece | CellPiece, monkeypatch: pytest.MonkeyPatch) -> None:
    def search(worker: Worker, *_arguments: object, **_named: object) -> int:
        """Ends only when it is stopped."""
        wait_until(worker.is_stopped)
        raise StoppedError

    monkeypatch.setattr(Worker, "total_below", search)
    monkeypatch.setattr(Worker, "solve", search)
    threads = lay_out(Question(small_game(0).under(Rule.ANY), 6), None, 1)[1]
    with pytest.raises(StoppedError):
        run_pieces(threads, [piece], math.inf, lambda: False)
