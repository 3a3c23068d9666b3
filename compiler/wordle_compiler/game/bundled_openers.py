"""The openers of the bundled trees of a game: where few openers keep a limit of guesses, one of them may."""

from __future__ import annotations

import wordle_trees
from wordle_compiler.game.game import Game
from wordle_runtime import load


def bundled_openers(game: Game) -> list[int]:
    """Returns the numbers of the openers of all bundled trees of exactly this game, ascending."""
    found = {
        wordle_trees.opener(name)
        for name in wordle_trees.names()
        if load(name).info.game.fingerprint == game.fingerprint
    }
    return sorted(map(game.allowed.words.index, found))
