"""The end of a search's time: cancelled from outside, or over from the start, for each analysis that takes one."""

from collections.abc import Callable

import pytest
from tree_strategies import make_game

from wordle_compiler import Deadline, Game, StoppedError, analyse_position, rank_openers
from wordle_compiler.analysis.game_analysis import analyse_game

GAME = make_game("bumpy dumpy jumpy lumpy mumpy", "bodge jello")
ANALYSES: dict[str, Callable[[Game, Deadline], object]] = {
    "position": lambda game, deadline: analyse_position(game, "bodge:_____", deadline=deadline),
    "game": lambda game, deadline: analyse_game(game, "bodge lumpy", deadline=deadline),
}


@pytest.mark.parametrize("analysis", ANALYSES)
def test_an_analysis_ends_when_it_is_cancelled(analysis: str) -> None:
    deadline = Deadline(1e9)
    assert ANALYSES[analysis](GAME, deadline)

    deadline.cancel()

    with pytest.raises(StoppedError):
        ANALYSES[analysis](GAME, deadline)


def test_a_ranking_that_is_cancelled_has_bounds_alone_and_says_so() -> None:
    deadline = Deadline(1e9)
    whole = rank_openers(GAME, deadline=deadline)
    deadline.cancel()

    cut = rank_openers(GAME, deadline=deadline)

    assert (whole.is_complete, cut.is_complete) == (True, False)
    assert {row.proven for row in cut.rows} == {"at least"}
    exact = {row.opener: row.total for row in whole.rows}
    assert {row.opener for row in cut.rows} == set(exact)
    assert all(row.total <= exact[row.opener] for row in cut.rows)
