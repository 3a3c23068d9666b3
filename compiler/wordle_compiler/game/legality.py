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

from wordle_compiler.kernels.kernel import inlined, kernel, kernel_when

PACKED_LETTERS = 32
"""The largest alphabet whose words can be packed."""

LETTER_BITS = 5
"""The bits of a letter in a packed word."""

_WORD_BITS = 64


@kernel_when("is_hard")
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


def pack_words(
    letters: NDArray[np.uint16], counts: NDArray[np.uint8]
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]] | None:
    """Packs every word for `test_of`.

    The first array packs each word's letters, 5 bits per place. The second has a bit for each letter that the word has
    at least once (low half) or twice (high half). Returns None if the alphabet or the words do not fit in 64 bits.
    """
    n_letters = counts.shape[1]
    length = letters.shape[1]
    if n_letters > PACKED_LETTERS or LETTER_BITS * length > _WORD_BITS:
        return None
    places = np.zeros(len(letters), np.uint64)
    for place in range(length):
        places |= letters[:, place].astype(np.uint64) << np.uint64(LETTER_BITS * place)
    used = np.zeros(len(letters), np.uint64)
    for letter in range(n_letters):
        used |= (counts[:, letter] >= 1).astype(np.uint64) << np.uint64(letter)
        used |= (counts[:, letter] >= 2).astype(np.uint64) << np.uint64(PACKED_LETTERS + letter)
    return places, used


@inlined
def test_of(constraint: NDArray[np.uint16]) -> tuple[np.uint64, np.uint64, np.uint64, bool]:
    """Turns a constraint into a test of packed words: `places & mask == value` and `used & need == need`.

    Returns `(mask, value, need, is_all)`. If `is_all` is False the test is incomplete, because a letter is needed three
    times; then use `is_legal`.
    """
    length = (len(constraint) - 1) // 2
    mask = np.uint64(0)
    value = np.uint64(0)
    need = np.uint64(0)
    is_all = True
    for place in range(length):
        letter = constraint[1 + place]
        if letter > 0:
            shift = np.uint64(LETTER_BITS * place)
            mask |= np.uint64(PACKED_LETTERS - 1) << shift
            value |= np.uint64(letter - 1) << shift
    n_same = 0
    for i in range(length):
        letter = constraint[1 + length + i]
        if letter == 0:
            break
        n_same = n_same + 1 if i > 0 and constraint[length + i] == letter else 1
        if n_same <= 2:
            need |= np.uint64(1) << np.uint64(letter - 1 + (n_same - 1) * PACKED_LETTERS)
        else:
            is_all = False
    return mask, value, need, is_all
