"""Views: one that has no room is not made, and disturbs no other; what they hold is compared through the search."""

import numpy as np
import pytest
from small_games import large_game

from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.game import Rule
from wordle_compiler.search.extract import CandidateSet, frame_of
from wordle_compiler.search.partition import count_cells_by_bitmap, number_codes
from wordle_compiler.search.problem import Frame, make_problem, make_scratch
from wordle_compiler.search.rounds import makes_view, number_view, root_view, view_of


def test_a_view_is_sorted_and_one_without_room_is_not_made() -> None:
    game = large_game(1, n_allowed=(150, 200)).under(Rule.ANY)
    problem = make_problem(game, FeedbackMatrix.of(game))
    scratch = make_scratch(problem, 6, np.zeros(1, np.int64))
    answers = np.arange(len(game.answers), dtype=np.uint16)
    root = root_view(problem)
    frame = frame_of(problem, scratch, CandidateSet.of(answers, root, scratch.constraint[0]), Frame)
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

    # Its codes are numbered in place.
    number_view(problem, scratch, view, Frame(scratch.frames[0]))
    numbers = np.array([np.unique(column, return_inverse=True)[1] for column in kept.T]).T
    assert len(answers) > 64
    assert (view.codes == numbers).all()
    assert view_of(root, scratch, 0, scratch.view_blocks[0]).is_numbered


@pytest.mark.parametrize("n_codes", [1, 64, 65, 128, 129, 192, 193, 256])
def test_bitmaps_of_any_number_of_words_count_alike_and_codes_are_numbered_in_order(n_codes: int) -> None:
    codes = np.random.default_rng(n_codes).integers(0, n_codes, (1500, 1030)).astype(np.uint8)
    rows, memory = np.arange(3, 1500, 2, dtype=np.int32), np.empty((8, 1024), np.uint64)
    expected = [len(set(column)) for column in codes[rows].T.tolist()]

    for n_words in range((n_codes + 63) // 64, 5):
        n_cells = np.zeros(1030, np.int32)
        count_cells_by_bitmap(codes, rows, 0, 1024, n_words, memory, n_cells)
        count_cells_by_bitmap(codes, rows, 1024, 1030, n_words, memory, n_cells)
        assert n_cells.tolist() == expected

    before = codes.copy()
    number_codes(codes, np.arange(1500, dtype=np.int32), memory)
    assert all(
        (np.unique(old, return_inverse=True)[1] == new).all() for old, new in zip(before.T, codes.T, strict=True)
    )
