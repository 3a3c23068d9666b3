"""Views: one that has no room is not made, and disturbs no other; what they hold is compared through the search."""

from __future__ import annotations

import numpy as np
from contexts import replaced
from small_games import large_game

from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.game import Rule
from wordle_compiler.search.problem import make_problem, make_scratch
from wordle_compiler.search.views import make_view, root_view, sweep, view_of


def test_a_view_is_sorted_and_one_without_room_is_not_made() -> None:
    game = large_game(1, n_allowed=(150, 200)).under(Rule.ANY)
    problem = make_problem(game, FeedbackMatrix.of(game))
    scratch = make_scratch(problem, 6, np.zeros(1, np.int64))
    answers = np.arange(len(game.answers), dtype=np.uint16)
    rows, columns, root = answers.astype(np.int32), np.empty(0, np.int32), root_view(problem)
    n_cells = np.empty(len(game.allowed), np.int32)
    sweep(problem, scratch, root, answers, rows, columns, 0, len(n_cells), n_cells)
    assert make_view(problem, scratch, root, answers, rows, columns, len(n_cells), n_cells, 0)
    view = view_of(root, scratch, 0, scratch.view_blocks[0])
    kept = view.codes.copy()

    assert (kept == problem.by_guess[view.guesses][:, answers].T).all()
    assert view.n_cells.tolist() == sorted((n_cells[n_cells > 1]).tolist(), reverse=True)

    small = replaced(scratch, codes=scratch.codes[: view.end + 1])
    left = view.n_cells.copy()
    assert not make_view(problem, small, view, answers, rows, columns, len(left), left, 1)
    assert (view.codes == kept).all()
