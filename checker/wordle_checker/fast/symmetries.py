"""Rule *symmetry* as kernels: checks symmetries, and finds the classes of guesses that they generate."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordle_checker.fast.compiling import compiled, inner, int64
from wordle_checker.fast.faults import NO_PLACES, NO_SYMBOLS, NO_SYMMETRY, NONE, NOT_THE_LIST, NOT_THE_SET

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordle_checker.fast.table import GameArrays


@compiled
def find_images(
    words: NDArray[np.int32], places: NDArray[np.int64], symbols: NDArray[np.int64], images: NDArray[np.int64]
) -> bool:
    """Writes the place of each word's image in the ascending list; returns whether all images are in it."""
    n_words, length = words.shape
    for word in range(n_words):
        images[word] = -1
        low, high = int64(0), int64(n_words)
        while low < high and images[word] < 0:
            middle = (low + high) // 2
            order = int64(0)
            for place in range(length):
                order = symbols[words[word, places[place]]] - words[middle, place]
                if order != 0:
                    break
            if order == 0:
                images[word] = middle
            elif order > 0:
                low = middle + 1
            else:
                high = middle
        if images[word] < 0:
            return False
    return True


@compiled
def join(roots: NDArray[np.int32], images: NDArray[np.int64]) -> None:
    """Joins the classes of each guess and its image."""
    for guess in range(len(roots)):
        one, other = root_of(roots, guess), root_of(roots, images[guess])
        roots[max(one, other)] = min(one, other)


@inner
def root_of(roots: NDArray[np.int32], guess: int) -> int:
    """Returns the first guess of the class of a guess."""
    while roots[guess] != guess:
        roots[guess] = roots[roots[guess]]
        guess = int64(roots[guess])
    return guess


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
    for numbers, fault in ((places, NO_PLACES), (symbols, NO_SYMBOLS)):
        if not np.array_equal(np.sort(numbers), np.arange(len(numbers))):
            return fault
    images = np.empty(len(arrays.words), dtype=np.int64)
    # Different words have different images: if each is in the list, the list is mapped onto itself.
    if not find_images(arrays.words, places, symbols, images):
        return NOT_THE_LIST
    if not np.isin(arrays.answer_of[images[arrays.guess_of[candidates]]], candidates).all():
        return NOT_THE_SET
    join(roots, images)
    return NONE


@compiled
def settle_classes(roots: NDArray[np.int32]) -> None:
    """Writes for each guess the first guess of its class."""
    for guess in range(len(roots)):
        roots[guess] = root_of(roots, guess)
