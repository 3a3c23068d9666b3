"""Whether a game has the symmetry of Mastermind: its places and colours may be permuted, and nothing changes."""

from __future__ import annotations

import itertools

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.game.game import Game
from wordle_runtime.layout import MASTERMIND

MAX_PLACES = 6
"""Beyond this many places there are too many permutations to look at."""

MAX_COLOURS = 16


def place_permutations(game: Game, letters: NDArray[np.uint16]) -> NDArray[np.int64]:
    """Returns all permutations of the places, shape (n, length), the identity first; none where symmetry does not hold.

    Args:
        game: The game; only kind mastermind, where every code may be hidden and guessed, has the symmetry.
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
