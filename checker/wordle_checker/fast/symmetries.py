"""Rule *symmetry* as kernels: the images of codes, and the classes of guesses that symmetries generate."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordle_checker.fast.compiling import compiled, inner, int64

if TYPE_CHECKING:
    from numpy.typing import NDArray


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


@compiled
def settle_classes(roots: NDArray[np.int32]) -> None:
    """Writes for each guess the first guess of its class."""
    for guess in range(len(roots)):
        roots[guess] = root_of(roots, guess)
