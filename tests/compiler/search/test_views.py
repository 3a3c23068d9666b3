"""Views: which guesses a large node keeps and in what order, and the counts they are made from."""

from __future__ import annotations

import numpy as np
import pytest
from contexts import replaced
from small_games import large_game, small_game

from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.game import Rule
from wordle_compiler.search.problem import Problem, Scratch, View, make_problem, make_scratch
from wordle_compiler.search.views import make_view, root_view, sweep, view_of

NO_COLUMNS = np.empty(0, np.int32)


def arrays_of(seed: int, rule: Rule) -> tuple[Problem, Scratch]:
    """Lays out a small game for even seeds, a large one for odd seeds."""
    small = large_game(seed, n_allowed=(150, 200)) if seed % 2 else small_game(seed)
    game = small.under(rule)
    problem = make_problem(game, FeedbackMatrix.of(game))
    return problem, make_scratch(problem, 6, np.zeros(1, np.int64))


def some_answers(problem: Problem, seed: int) -> np.ndarray:
    dice = np.random.Generator(np.random.PCG64(seed))
    n = len(problem.answer_as_guess)
    # Views of a game of few feedbacks are of sets that `exact.search` takes.
    most = min(n, problem.few_max) if problem.is_few else n
    return np.sort(dice.permutation(n)[: dice.integers(min(3, most), most + 1)]).astype(np.uint16)


def n_cells_of(problem: Problem, guess: int, answers: np.ndarray) -> int:
    """The specification: how many different feedbacks there are."""
    return len({int(problem.by_guess[guess, answer]) for answer in answers})


def viewed(
    problem: Problem,
    scratch: Scratch,
    view: View,
    answers: np.ndarray,
    rows: np.ndarray,
    columns: np.ndarray,
    depth: int = 0,
) -> View:
    """Sweeps all columns and makes the view, as the search does."""
    n_columns = len(columns) if len(columns) else len(view.guesses)
    n_cells = np.empty(n_columns, np.int32)
    sweep(problem, scratch, view, answers, rows, columns, 0, n_columns, n_cells)
    assert make_view(problem, scratch, view, answers, rows, columns, n_columns, n_cells, depth)
    return view_of(view, scratch, depth, scratch.view_blocks[depth])


def check_view(problem: Problem, view: View, answers: np.ndarray, possible: np.ndarray) -> None:
    """Checks a view of `answers` that was made from the guesses `possible`."""
    expected = {int(guess): n_cells_of(problem, guess, answers) for guess in possible}

    assert sorted(view.guesses.tolist()) == sorted(guess for guess, n_cells in expected.items() if n_cells > 1)
    assert view.n_cells.tolist() == [expected[int(guess)] for guess in view.guesses]
    assert view.n_cells.tolist() == sorted(view.n_cells.tolist(), reverse=True)
    assert (view.codes == problem.by_guess[view.guesses][:, answers].T).all()


@pytest.mark.parametrize("rule", [Rule.ANY, Rule.HARD], ids=str)
@pytest.mark.parametrize("seed", range(16))
def test_a_view_keeps_the_guesses_that_split_the_best_first(seed: int, rule: Rule) -> None:
    problem, scratch = arrays_of(seed, rule)
    answers = some_answers(problem, seed)
    view = viewed(problem, scratch, root_view(problem), answers, answers.astype(np.int32), NO_COLUMNS)

    check_view(problem, view, answers, np.arange(len(problem.letters)))

    # And a view of that view, for a part of the answers.
    rows = np.flatnonzero(np.arange(len(answers)) % 3 > 0).astype(np.int32)
    below = viewed(problem, scratch, view, answers[rows], rows, NO_COLUMNS, 1)

    check_view(problem, below, answers[rows], view.guesses)


def test_a_view_that_has_no_room_is_not_made() -> None:
    problem, scratch = arrays_of(1, Rule.ANY)
    answers = np.arange(len(problem.answer_as_guess), dtype=np.uint16)
    view = viewed(problem, scratch, root_view(problem), answers, answers.astype(np.int32), NO_COLUMNS)
    kept = view.codes.copy()
    small = replaced(scratch, codes=scratch.codes[: view.end + 1])
    n_cells = view.n_cells.copy()

    assert not make_view(problem, small, view, answers, answers.astype(np.int32), NO_COLUMNS, len(n_cells), n_cells, 1)
    assert (view.codes == kept).all()
