"""Lookups from many threads: what they expect comes from a plain reading of the tree; a wrong one is counted."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from benchmarks.measurements import lookups_concurrent as lookups

import wordle_trees
from wordle_runtime import load


def test_the_expected_guesses_are_those_of_the_published_tree() -> None:
    games = lookups.play_all(Path(wordle_trees.path("salet")).read_bytes())

    # The published total of SALET, and its histogram.
    assert sum(len(game.turns) for game in games) == 7920
    assert Counter(len(game.turns) for game in games) == {2: 93, 3: 1233, 4: 910, 5: 79}
    assert {game.turns[0][0] for game in games} == {"salet"}
    light = next(game for game in games if game.turns[-1][0] == "light")
    # __y_g, then _yy_y: as `wordle-tree play salet --answer light` has them in the README.
    assert light.turns == (("salet", 11), ("bling", 37), ("light", 242))
    assert light.nexts == ("bling", "light", None)


def test_a_wrong_lookup_is_counted() -> None:
    tree = load("salet")
    games = lookups.play_all(tree.data)
    wrong = [game._replace(nexts=("wrong", *game.nexts[1:])) if not n % 5 else game for n, game in enumerate(games)]

    # 463 of the 2315 games, played twice: by step, and by next_guess.
    assert lookups.look_up(tree, games, 0, 2 * 7920) == (15840, 0)
    assert lookups.look_up(tree, wrong, 7, 2 * 7920) == (15840, 2 * 463)
