"""The bound of whole openers: never above the exact total, for words whose letters repeat a lot."""

from __future__ import annotations

import pytest
from sampled import sampled
from small_games import SmallGame, families_game, large_game, mixed_game

from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.game import Rule
from wordle_compiler.search.cell_bounds import bound_opener
from wordle_compiler.search.letter_sets import count_letter_sets, new_letter_sets
from wordle_compiler.solver.solver import ExactSolver

WANT_ALL = 1 << 30

GAMES = [
    *[large_game(seed, n_answers=(30, 60), n_allowed=(60, 120)) for seed in range(12)],
    *[mixed_game(seed) for seed in range(0, 40, 4)],
    *[families_game(seed) for seed in range(4)],
]


@pytest.mark.parametrize("has_pairs", [False, True], ids=["sets", "pairs of sets"])
@pytest.mark.parametrize("rule", [Rule.ANY, Rule.HARD], ids=str)
@pytest.mark.parametrize(
    "small",
    sampled([*GAMES[::4], *(small for i, small in enumerate(GAMES) if i % 4)], 7),
    ids=lambda small: small.name,
)
def test_bounds_are_never_above_the_totals(small: SmallGame, rule: Rule, has_pairs: bool) -> None:
    game = small.under(rule)
    limit = 7
    solver = ExactSolver(game, FeedbackMatrix.of(game), limit)
    worker = solver._threads.worker()
    sets, groups = new_letter_sets(worker.problem, has_pairs=has_pairs)
    for group in groups:
        count_letter_sets(worker.problem, group, sets.n_cells)
    totals = {result.opener: result.total for result in solver.rank_openers(solver.legal_openers())}
    n_tight = 0
    for opener, total in totals.items():
        # Far below what there is to find, the bound is left at its first stage; far above, it is driven to its last.
        for target in (2 * len(small.answers), WANT_ALL):
            bound = bound_opener(worker.problem, worker.scratch, worker.memo, sets, worker.view, opener, limit, target)

            assert bound <= total, f"{small.allowed[opener]} of {small}: bound {bound}, total {total}"

        n_tight += bound == total

    assert n_tight > 0 or len(small.answers) < 30, "no bound is ever reached"
