"""The symmetry of Mastermind: places and colours may be permuted, and nothing changes.

A permutation of the places together with one of the colours maps codes to codes and keeps every feedback. Those that
map each guess played so far to itself keep the set of candidates as well, whatever the feedbacks were. So two next
guesses that one of them maps to each other cost the same, and one of each such class (orbit) is enough.

For each permutation of the places the colours of the guesses so far are mapped in one way at most; the colours not used
yet are free. The smallest image of a guess over all of these names its class.

This holds only where the codes themselves are closed under both kinds of permutations: `place_permutations` checks it.
"""

# Numba's integers are one type; numpy's stubs tell np.int64 from int, which says nothing here.
# mypy: disable-error-code="arg-type, return-value, no-any-return"

from __future__ import annotations

import itertools

import numpy as np
from numba import njit
from numpy.typing import NDArray

from wordle_compiler.game import Game
from wordle_runtime.layout import MASTERMIND

MAX_PLACES = 6
"""Beyond this many places there are too many permutations to look at."""

MAX_COLOURS = 16

OVERFLOW = 65_535
"""In place of a guess: there were more than the list holds, and nothing is known of symmetries."""


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


@njit(cache=True, nogil=True)
def remember(before: NDArray[np.uint16], guess: int, after: NDArray[np.uint16]) -> None:
    """Writes the guesses so far and one more into `after`; entry 0 is not a guess and stays what it is."""
    after[1:] = before[1:]
    for i in range(1, len(after)):
        if after[i] == 0:
            after[i] = np.uint16(guess + 1)
            return
    after[1:] = np.uint16(OVERFLOW)


@njit(cache=True, nogil=True)
def keep_representatives(
    letters: NDArray[np.uint16],
    n_colours: int,
    permutations: NDArray[np.int64],
    constraint: NDArray[np.uint16],
    guesses: NDArray[np.int32],
    n_guesses: int,
) -> int:
    """Keeps the first of `guesses[:n_guesses]` of every class, in their order; returns how many are left.

    Costs some 5 ns for each guess, place and permutation that is left by the guesses so far; where only the identity is
    left, nothing. `constraint` are the guesses so far, as `remember` writes them.
    """
    n_places = letters.shape[1]
    if len(permutations) == 0 or constraint[1] == OVERFLOW:
        return n_guesses
    used = np.zeros(n_colours, np.bool_)
    for i in range(1, len(constraint)):
        if constraint[i] == 0:
            break
        for colour in letters[constraint[i] - 1]:
            used[colour] = True
    n_used = 0
    for colour in range(n_colours):
        n_used += used[colour]
    free = np.empty(n_colours, np.int64)
    n_free = 0
    for colour in range(n_colours):
        if not used[colour]:
            free[n_free] = colour
            n_free += 1
    # For each permutation of the places that the guesses so far allow: what it does to the colours used.
    kept = np.empty((len(permutations), n_places), np.int64)
    images = np.empty((len(permutations), n_colours), np.int64)
    n_kept = 0
    for permutation in permutations:
        image = images[n_kept]
        image[:] = -1
        taken = np.zeros(n_colours, np.bool_)
        fits = True
        for i in range(1, len(constraint)):
            if constraint[i] == 0 or not fits:
                break
            code = letters[constraint[i] - 1]
            for place in range(n_places):
                source = code[permutation[place]]
                target = code[place]
                if image[source] < 0 and not taken[target]:
                    image[source] = target
                    taken[target] = True
                elif image[source] != target:
                    fits = False
                    break
        if fits:
            kept[n_kept] = permutation
            n_kept += 1
    if n_kept == 1 and n_free <= 1:
        return n_guesses
    n_codes = 1
    for _ in range(n_places):
        n_codes *= n_colours
    seen = np.zeros(n_codes, np.bool_)
    image = np.empty(n_colours, np.int64)
    left = 0
    for i in range(n_guesses):
        code = letters[guesses[i]]
        smallest = np.int64(n_codes)
        for k in range(n_kept):
            image[:] = images[k]
            n_named = 0
            number = np.int64(0)
            for place in range(n_places):
                colour = code[kept[k, place]]
                if image[colour] < 0:
                    # A free colour: they are named in the order in which they appear.
                    image[colour] = free[n_named]
                    n_named += 1
                number = number * n_colours + image[colour]
            smallest = min(smallest, number)
        if not seen[smallest]:
            seen[smallest] = True
            guesses[left] = guesses[i]
            left += 1
    return left
