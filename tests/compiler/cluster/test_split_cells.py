"""Cells whose guesses are tried separately."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest
from small_games import SmallGame
from unruly_cluster import Unruly, solver_of

from wordle_compiler.cluster.messages import (
    Cell,
    CellKey,
    GuessesDone,
    LeadingGuess,
    SplitGuesses,
)
from wordle_compiler.cluster.pacing import Pacing
from wordle_compiler.cluster.split_cells import GuessPool
from wordle_compiler.game.game import Rule
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.extract import CandidateSet
from wordle_compiler.search.problem import INFEASIBLE
from wordle_compiler.solver import crew
from wordle_compiler.solver.trials import Trial

pytestmark = pytest.mark.usefixtures("small_memo")


def test_a_cell_of_one_or_two_candidates_is_never_split(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long it takes, as on a worker that compiles its kernels meanwhile."""
    families = ("axxxy", "bxxxy", "cxyyy", "dxyyy", "exxxy")
    small = SmallGame("families", families, tuple(sorted((*families, "dadja", "ddbjc"))))
    game = small.under(Rule.ANY)
    opener = small.allowed.index("ddbjc")
    expected = solver_of(game, 6).solve_below(opener)
    solve = crew.Worker.solve
    sizes = []

    def solve_slowly(worker: crew.Worker, cell: CandidateSet, *arguments: Any, **named: Any) -> Any:
        if len(cell) <= 2:
            sizes.append(len(cell))
            time.sleep(0.2)
        return solve(worker, cell, *arguments, **named)

    monkeypatch.setattr(crew.Worker, "solve", solve_slowly)
    cluster = Unruly(1, Pacing(cell_patience=0.05, patient_share=0.0))

    assert expected is not None
    assert solver_of(game, 6, cluster).solve_below(opener) == expected
    assert 1 in sizes


@pytest.mark.parametrize(
    ("bests", "bounds", "expected"),
    [
        ([LeadingGuess(20, 1), None], [INFEASIBLE, 20], (20, True)),
        ([None, LeadingGuess(20, 2)], [25, 21], (20, True)),
        ([LeadingGuess(22, 0), LeadingGuess(20, 2)], [INFEASIBLE, 21], (20, True)),
        ([None, None], [INFEASIBLE, INFEASIBLE], (INFEASIBLE, True)),
        ([None, None], [25, 23], (23, False)),
        # The opener was refuted meanwhile, with a cutoff below the best guess: no guess is proven to be the best.
        ([LeadingGuess(20, 1), None], [INFEASIBLE, 18], (18, False)),
    ],
)
def test_a_split_cell_costs_what_its_best_guess_costs(
    bests: list[LeadingGuess | None], bounds: list[int], expected: tuple[int, bool]
) -> None:
    cell = Cell(3, np.arange(9, dtype=np.uint16), np.zeros(11, np.uint16), 4, 12)
    pool = GuessPool(Pacing())
    assert pool.begin(7, cell, SplitGuesses(3, (40, 41, 42), INFEASIBLE)) is None
    # One guess a task until there is an exact total; then as many as there are.
    first = pool.next_work(2)
    second = pool.next_work(2)
    third = pool.next_work(2)
    assert first is not None
    assert second is not None
    assert third is not None
    assert [work.guesses for work in (first, second, third)] == [((0, 40),), ((1, 41),), ((2, 42),)]
    assert pool.next_work(2) is None
    pool.put_back(second)
    assert pool.next_work(2) == second

    node = TreeNode("best", False)
    tree = [node if best == min(one for one in bests if one) else None for best in bests] if any(bests) else [None] * 2
    assert pool.trials() == [Trial(0, 3, 9)]
    assert pool.take(first, GuessesDone(1, bounds[0], bests[0], tree[0], 0.1)) is None
    assert pool.trials() == [Trial(1, 3, 9)]
    assert pool.take(third, GuessesDone(1, bounds[1], bests[1], tree[1], 0.1)) is None
    assert pool.best_guesses() == ({CellKey(7, 3): min(one for one in bests if one)} if any(bests) else {})
    value = pool.take(second, GuessesDone(1, INFEASIBLE, None, None, 0.1))
    assert value is not None
    assert pool.trials() == []
    assert (value.total, value.is_exact) == expected
    assert value.node is (node if any(bests) else None)
    assert pool.take(second, GuessesDone(1, 5, None, None, 0.1)) is None, "a cell that is done learns nothing"
