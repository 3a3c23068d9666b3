"""Rule hard: encodes what the feedbacks so far demand of a guess, and checks which guesses meet it.

A constraint is a row of 16-bit numbers in three parts. Entry 0 is the number of guesses left. Then comes one entry per
place: the letter required there plus 1, or 0. Then comes another entry per place: the letters that must be used plus 1,
ascending, repeated as often as required, padded with 0. Equal demands have equal constraints, so a constraint also
serves as part of a memo key.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.kernels.kernel import kernel, kernel_when


@kernel_when("can_be_hard")
def tighten(before: NDArray[np.uint16], word: NDArray[np.uint16], code: int, after: NDArray[np.uint16]) -> None:
    """Writes the constraint that holds after `word` (letter numbers) got feedback `code` to `after`, except entry 0.

    `before` is the constraint before that guess. `before` and `after` must be different arrays.
    """
    length = len(word)
    demanded = before[1 + length :]
    needed = after[1 + length :]
    n_needed = 0
    for i in range(length):
        needed[i] = demanded[i]
        n_needed += demanded[i] > 0
    n_codes_left = 1
    for _ in range(length):
        n_codes_left *= 3
    for place in range(length):
        n_codes_left //= 3
        colour = code // n_codes_left % 3
        letter = word[place] + np.uint16(1)
        after[1 + place] = letter if colour == 2 else before[1 + place]
        if colour == 0:
            continue
        # The i-th coloured copy of a letter is new only if fewer copies were demanded before.
        n_new = 1
        n_codes_before = n_codes_left
        for back in range(place - 1, -1, -1):
            n_codes_before *= 3
            n_new += word[back] == word[place] and code // n_codes_before % 3 > 0
        for i in range(length):
            n_new -= demanded[i] == letter
        if n_new > 0:
            # Insert in ascending order; if there is no room, drop the largest.
            j = min(n_needed, length - 1)
            if n_needed == length and needed[j] <= letter:
                continue
            n_needed = min(n_needed + 1, length)
            while j > 0 and needed[j - 1] > letter:
                needed[j] = needed[j - 1]
                j -= 1
            needed[j] = letter


@kernel
def is_legal(constraint: NDArray[np.uint16], word: NDArray[np.uint16], counts: NDArray[np.uint8]) -> bool:
    """Checks whether a word meets a constraint. `counts` is how often the word contains each letter."""
    length = len(word)
    for place in range(length):
        letter = constraint[1 + place]
        if letter > 0 and word[place] + 1 != letter:
            return False
    n_same = 0
    for i in range(length):
        letter = constraint[1 + length + i]
        if letter == 0:
            break
        n_same = n_same + 1 if i > 0 and constraint[length + i] == letter else 1
        if counts[letter - 1] < n_same:
            return False
    return True


def filter_legal(
    constraint: NDArray[np.uint16], guesses: NDArray[np.int32], letters: NDArray[np.uint16], counts: NDArray[np.uint8]
) -> NDArray[np.int32]:
    """Returns the `guesses` that meet a constraint, in their order. `is_legal` is the same for one word."""
    demanded = constraint[1:].tolist()
    length = letters.shape[1]
    is_kept = np.ones(len(guesses), np.bool_)
    for place, letter in enumerate(demanded[:length]):
        if letter > 0:
            is_kept &= letters[guesses, place] == letter - 1
    for letter, n_copies in Counter(demanded[length:]).items():
        if letter > 0:
            is_kept &= counts[guesses, letter - 1] >= n_copies
    return guesses[is_kept]
