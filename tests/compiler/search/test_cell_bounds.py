"""Letter sets of a node change how its total is found, never the total; the bounds that they leave behind hold.

So do the bounds of whole openers, for words whose letters repeat a lot.
"""

import numpy as np
import pytest
from sampled import sampled
from small_games import SmallGame, families_game, large_game, mixed_game

from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.game import Game, Rule
from wordle_compiler.game.lists import load_list
from wordle_compiler.search.cell_bounds import bound_opener
from wordle_compiler.search.extract import CandidateSet
from wordle_compiler.search.letter_sets import fill_rows, new_letter_sets
from wordle_compiler.search.memo import LOWER, MemoSize
from wordle_compiler.search.problem import make_problem
from wordle_compiler.search.rounds import root_view
from wordle_compiler.solver.solver import ExactSolver
from wordle_compiler.solver.worker_threads import Worker

SIZE_MIN = 48
"""Smaller cells get no bound from letter sets that outlives the guess."""


@pytest.fixture(scope="module")
def matrix() -> FeedbackMatrix:
    """The matrix for both rules; it does not depend on the rule."""
    return FeedbackMatrix.of(Game(load_list("original-answers"), load_list("original-allowed"), Rule.ANY))


def searched(
    game: Game, matrix: FeedbackMatrix, opener: str, size: int, *, has_letters: bool = True
) -> tuple[int, Worker]:
    """Searches the cell of an opener that has this size; returns its total and the worker that found it."""
    number = game.allowed.words.index(opener)
    counts = np.bincount(matrix.by_guess[number], minlength=matrix.n_feedbacks)
    (code,) = np.flatnonzero(counts == size)
    problem = make_problem(game, matrix).replaced(has_letters=has_letters)
    worker = Worker(problem, 6, np.zeros(1, np.int64), MemoSize(1 << 18, 1 << 22))
    nothing = np.zeros_like(worker.scratch.constraint[0])
    members = np.flatnonzero(matrix.by_guess[number] == code)
    cell = CandidateSet.of(members, root_view(problem), worker.extractor.after(nothing, number, int(code)))
    return worker.extractor.total(cell, 5), worker


@pytest.mark.parametrize("rule", [Rule.ANY, Rule.HARD])
@pytest.mark.parametrize(("opener", "size"), sampled([("kurre", 174), ("jakey", 220)], 1))
def test_large_cells_cost_the_same_with_letter_sets(matrix: FeedbackMatrix, opener: str, size: int, rule: Rule) -> None:
    # Under rule hard a list of half the words is too short for letter sets.
    game = Game(load_list("original-answers"), load_list("original-allowed"), rule)

    total, worker = searched(game, matrix, opener, size)
    expected, other = searched(game, matrix, opener, size, has_letters=False)

    assert total == expected
    assert worker.scratch.counters.nodes < other.scratch.counters.nodes, "no letter sets"
    if rule is Rule.HARD:
        return
    assert worker.scratch.counters.nodes < 0.5 * other.scratch.counters.nodes
    memo = worker.memo
    slots = np.flatnonzero((memo.key != 0) & (memo.kind == LOWER) & (memo.size > SIZE_MIN))
    assert len(slots) > 10
    for slot in slots[:: len(slots) // 10]:
        n_left, *members = memo.pool[memo.start[slot] : memo.start[slot] + memo.size[slot]].tolist()
        nothing = np.zeros_like(other.scratch.constraint[0])
        cell = CandidateSet.of(np.array(members), root_view(other.problem), nothing)
        assert memo.value[slot] <= other.extractor.total(cell, n_left)


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
        fill_rows(worker.problem.by_answer, group, sets.n_cells)
    totals = {result.opener: result.total for result in solver.rank_openers(solver.legal_openers())}
    n_tight = 0
    for opener, total in totals.items():
        # Far below what there is to find, the bound is left at its first stage; far above, it is driven to its last.
        for target in (2 * len(small.answers), WANT_ALL):
            bound = bound_opener(worker.problem, worker.scratch, worker.memo, sets, worker.view, opener, limit, target)

            assert bound <= total, f"{small.allowed[opener]} of {small}: bound {bound}, total {total}"

        n_tight += bound == total

    assert n_tight > 0 or len(small.answers) < 30, "no bound is ever reached"
