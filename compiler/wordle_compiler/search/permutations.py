"""Detects the symmetry of Mastermind: permuting the places and the colours changes nothing."""

from __future__ import annotations

import itertools

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.game.game import Game
from wordle_runtime.layout import MASTERMIND

MAX_PLACES = 6
"""With more places there are too many permutations to examine."""

MAX_COLOURS = 16


def place_permutations(game: Game, letters: NDArray[np.uint16]) -> NDArray[np.int64]:
    """Returns all permutations of the places, shape (n, length), identity first; n is 0 if the game is not symmetric.

    Args:
        game: The game. Only a game of kind mastermind whose answers are all the allowed codes has the symmetry.
        letters: The allowed codes as colour numbers, shape (n_allowed, length).
    """
    n_places = letters.shape[1]
    none = np.zeros((0, n_places), np.int64)
    if game.kind != MASTERMIND or game.answers != game.allowed:
        return none
    n_colours = int(letters.max()) + 1
    if n_places > MAX_PLACES or n_colours > MAX_COLOURS:
        return none
    codes = set(map(tuple, letters.tolist()))
    # These swaps generate all permutations.
    for place in range(1, n_places):
        order = [place, *range(1, place), 0, *range(place + 1, n_places)]
        if any(tuple(code[i] for i in order) not in codes for code in codes):
            return none
    for colour in range(1, n_colours):
        swap = {0: colour, colour: 0}
        if any(tuple(swap.get(own, own) for own in code) not in codes for code in codes):
            return none
    return np.array(list(itertools.permutations(range(n_places))), np.int64)
