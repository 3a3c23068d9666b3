"""Every public call refuses the same limits and numbers of workers, in the same words."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from wordle_compiler import InputError, analyse_position, compile_tree, rank_openers
from wordle_compiler.game.game import Game
from wordle_compiler.game.words import WordList
from wordle_compiler.rankings.opener_table import rank_pairs

WORDS = WordList("words", ("bumpy", "dumpy", "jumpy"))
GAME = Game(WORDS, WORDS)
CALLS = [
    pytest.param(lambda **options: compile_tree(GAME, **options), id="compile_tree"),
    pytest.param(lambda **options: rank_openers(GAME, ["bumpy"], **options), id="rank_openers"),
    pytest.param(lambda **options: rank_pairs(GAME, **options), id="rank_pairs"),
    pytest.param(lambda **options: analyse_position(GAME, "", **options), id="analyse_position"),
]


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("limit", [0, -1, 256])
def test_a_limit_outside_1_to_255_is_refused(call: Callable[..., object], limit: int) -> None:
    with pytest.raises(InputError, match=f"^the limit of guesses must be 1 to 255, not {limit}$"):
        call(max_guesses=limit)


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("n_workers", [0, -1, 1025, 10**30])
def test_no_worker_at_all_or_an_army_of_them_is_refused(call: Callable[..., object], n_workers: int) -> None:
    with pytest.raises(InputError, match=f"^the number of workers must be 1 to 1024, not {n_workers}$"):
        call(n_workers=n_workers)
