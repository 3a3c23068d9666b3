"""Views: one that has no room is not made, and disturbs no other; what they hold is compared through the search."""

import numpy as np
from small_games import large_game

from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.game import Rule
from wordle_compiler.search.extract import CandidateSet, frame_of
from wordle_compiler.search.problem import Frame, make_problem, make_scratch
from wordle_compiler.search.rounds import makes_view, root_view, view_of


def test_a_view_is_sorted_and_one_without_room_is_not_made() -> None:
    game = large_game(1, n_allowed=(150, 200)).under(Rule.ANY)
    problem = make_problem(game, FeedbackMatrix.of(game))
    scratch = make_scratch(problem, 6, np.zeros(1, np.int64))
    answers = np.arange(len(game.answers), dtype=np.uint16)
    root = root_view(problem)
    everything = CandidateSet.of(answers, root, scratch.constraint[0])
    frame = frame_of(problem, scratch, everything, Frame)
    frame.n_columns = len(game.allowed)
    assert makes_view(problem, scratch, root, frame)
    view = view_of(root, scratch, 0, scratch.view_blocks[0])
    kept = view.codes.copy()
    n_cells = scratch.counted[: len(game.allowed)].copy()

    assert (kept == problem.by_guess[view.guesses][:, answers].T).all()
    assert view.n_cells.tolist() == sorted((n_cells[n_cells > 1]).tolist(), reverse=True)

    small = scratch.replaced(codes=scratch.codes[: view.end + 1])
    frame = frame_of(problem, small, CandidateSet.of(answers, view, scratch.constraint[0]), Frame, 1)
    frame.n_columns = len(view.guesses)
    assert not makes_view(problem, small, view, frame)
    assert (view.codes == kept).all()
