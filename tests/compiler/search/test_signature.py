"""The engine's signature: how many nodes fixed searches visit. It is no promise, it is the identity of the search.

A change that should not touch the search must leave these counts as they are; one that should has to say so by changing
them here. They were read off the engine, and mean nothing beyond that.
"""

from __future__ import annotations

import numpy as np
import pytest

from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.game import Game, Rule
from wordle_compiler.game.lists import load_list
from wordle_compiler.search.problem import INFEASIBLE, NODES, make_problem
from wordle_compiler.solver.planning import MemoSize
from wordle_compiler.solver.worker_threads import Worker


@pytest.fixture(scope="module")
def matrices() -> dict[str, FeedbackMatrix]:
    """The matrices by the list of allowed words; the rule does not matter to them."""
    return {}


@pytest.mark.parametrize(
    ("opener", "rule", "allowed", "total", "n_nodes"),
    [
        pytest.param("salet", Rule.ANY, "original-allowed", 7920, 2459, id="salet-any"),
        pytest.param("salet", Rule.HARD, "original-allowed", 8122, 6635, id="salet-hard"),
        pytest.param("plate", Rule.CANDIDATES, "original-answers", 8227, 4459, id="plate-candidates"),
    ],
)
def test_the_search_visits_just_as_many_nodes(
    matrices: dict[str, FeedbackMatrix], opener: str, rule: Rule, allowed: str, total: int, n_nodes: int
) -> None:
    game = Game(load_list("original-answers"), load_list(allowed), rule)
    if allowed not in matrices:
        matrices[allowed] = FeedbackMatrix.of(game)
    problem = make_problem(game, matrices[allowed])
    worker = Worker(problem, game, 6, np.zeros(1, np.int64), MemoSize(1 << 18, 1 << 22))

    found = worker.total_below(game.allowed.words.index(opener), INFEASIBLE)

    assert found == total
    assert int(worker.scratch.counters[NODES]) == n_nodes
