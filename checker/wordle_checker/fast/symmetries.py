"""Rule *symmetry* as kernels: checks symmetries, and finds the classes of guesses that they generate."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordle_checker.fast.compiling import compiled, compiled_with_memory, int64
from wordle_checker.fast.faults import NO_PLACES, NO_SYMBOLS, NO_SYMMETRY, NONE, NOT_THE_LIST, NOT_THE_SET
from wordle_checker.fast.legality import holds

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordle_checker.fast.table import GameArrays


@compiled_with_memory
def is_permutation(numbers: NDArray[np.int64]) -> bool:
    """Returns whether an array holds each number from 0 to its length minus 1 exactly once."""
    is_seen = np.zeros(len(numbers), dtype=np.bool_)
    for number in numbers:
        if number < 0 or number >= len(numbers) or is_seen[number]:
            return False
        is_seen[number] = True
    return True


@compiled
def find_word(words: NDArray[np.int32], wanted: NDArray[np.int32]) -> int:
    """Returns the place of a word in the ascending list, or -1."""
    low, high = int64(0), int64(len(words))
    while low < high:
        middle = (low + high) // 2
        order = 0
        for place in range(len(wanted)):
            if words[middle, place] != wanted[place]:
                order = -1 if words[middle, place] < wanted[place] else 1
                break
        if order == 0:
            return middle
        if order < 0:
            low = middle + 1
        else:
            high = middle
    return int64(-1)


@compiled
def root_of(roots: NDArray[np.int32], guess: int) -> int:
    """Returns the first guess of the class of a guess."""
    while roots[guess] != guess:
        roots[guess] = roots[roots[guess]]
        guess = int64(roots[guess])
    return guess


@compiled_with_memory
def join_classes(
    arrays: GameArrays,
    candidates: NDArray[np.int32],
    places: NDArray[np.int64],
    symbols: NDArray[np.int64],
    roots: NDArray[np.int32],
) -> int:
    """Joins the classes of each guess and its image in `roots`; returns 0, or the fault if it is not a symmetry."""
    if not arrays.is_mastermind:
        return NO_SYMMETRY
    if not is_permutation(places):
        return NO_PLACES
    if not is_permutation(symbols):
        return NO_SYMBOLS
    n_guesses, length = arrays.words.shape
    images = np.empty(n_guesses, dtype=np.int64)
    image = np.empty(length, dtype=np.int32)
    for guess in range(n_guesses):
        for place in range(length):
            image[place] = symbols[arrays.words[guess, places[place]]]
        images[guess] = find_word(arrays.words, image)
        # Different words have different images: if each is in the list, the list is mapped onto itself.
        if images[guess] < 0:
            return NOT_THE_LIST
    for candidate in candidates:
        if not holds(candidates, int64(arrays.answer_of[images[arrays.guess_of[candidate]]])):
            return NOT_THE_SET
    for guess in range(n_guesses):
        one, other = root_of(roots, guess), root_of(roots, images[guess])
        roots[max(one, other)] = min(one, other)
    return NONE


@compiled
def settle_classes(roots: NDArray[np.int32]) -> None:
    """Writes for each guess the first guess of its class."""
    for guess in range(len(roots)):
        roots[guess] = root_of(roots, guess)
