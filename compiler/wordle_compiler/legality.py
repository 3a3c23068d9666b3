"""Rule hard: what the feedbacks so far demand of a guess, as a few numbers, and which guesses meet it.

A constraint is a row of 16-bit numbers: [guesses left, one a place: the letter that must stand there + 1 or 0, one a
place: the letters that must be used + 1, ascending, as often as they must be, 0 for none]. Equal demands always look
alike, so a constraint also serves as part of a memo's key.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from wordle_compiler.cache_folder import ensure_cache_folder

ensure_cache_folder()


_PACKED_LETTERS = 32
_LETTER_BITS = 5
_WORD_BITS = 64


@njit(cache=True, nogil=True)
def tighten(before: NDArray[np.uint16], word: NDArray[np.uint16], code: int, after: NDArray[np.uint16]) -> None:
    """Writes, but for entry 0, the constraint after `word` (letter numbers) got feedback `code`, given that before."""
    length = len(word)
    n_used = 0
    shown = np.zeros(length, np.uint16)
    rest = code
    for back in range(length):
        place = length - 1 - back
        colour = rest % 3
        rest //= 3
        after[1 + place] = before[1 + place]
        if colour == 2:
            after[1 + place] = word[place] + 1
        if colour > 0:
            shown[n_used] = word[place] + 1
            n_used += 1
    needed = np.zeros(2 * length, np.uint16)
    n_needed = 0
    for i in range(length):
        letter = before[1 + length + i]
        if letter > 0:
            needed[n_needed] = letter
            n_needed += 1
    n_before = n_needed
    for i in range(n_used):
        # The i-th showing of a letter is new only where it was not demanded that often before.
        n_shown = 0
        for j in range(i + 1):
            n_shown += shown[j] == shown[i]
        n_demanded = 0
        for j in range(n_before):
            n_demanded += needed[j] == shown[i]
        if n_shown > n_demanded:
            needed[n_needed] = shown[i]
            n_needed += 1
    for i in range(1, n_needed):
        letter = needed[i]
        j = i
        while j > 0 and needed[j - 1] > letter:
            needed[j] = needed[j - 1]
            j -= 1
        needed[j] = letter
    for i in range(length):
        after[1 + length + i] = needed[i]


@njit(cache=True, nogil=True)
def is_legal(constraint: NDArray[np.uint16], word: NDArray[np.uint16], counts: NDArray[np.uint8]) -> bool:
    """Tells whether a word meets a constraint. `counts` is how often the word holds each letter."""
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


@njit(cache=True, nogil=True)
def filter_legal(
    constraint: NDArray[np.uint16], guesses: NDArray[np.int32], letters: NDArray[np.uint16], counts: NDArray[np.uint8]
) -> NDArray[np.int32]:
    """Returns those of `guesses` that meet a constraint, in their order."""
    kept = np.empty(len(guesses), np.int32)
    n = 0
    for guess in guesses:
        if is_legal(constraint, letters[guess], counts[guess]):
            kept[n] = guess
            n += 1
    return kept[:n].copy()


def pack_words(
    letters: NDArray[np.uint16], counts: NDArray[np.uint8]
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]] | None:
    """Packs every word for `test_of`: its letters, 5 bits a place, and which letters it has once (low half) and twice.

    Returns None where the alphabet or the words are too large for 64 bits.
    """
    n_letters = counts.shape[1]
    length = letters.shape[1]
    if n_letters > _PACKED_LETTERS or _LETTER_BITS * length > _WORD_BITS:
        return None
    places = np.zeros(len(letters), np.uint64)
    for place in range(length):
        places |= letters[:, place].astype(np.uint64) << np.uint64(_LETTER_BITS * place)
    used = np.zeros(len(letters), np.uint64)
    for letter in range(n_letters):
        used |= (counts[:, letter] >= 1).astype(np.uint64) << np.uint64(letter)
        used |= (counts[:, letter] >= 2).astype(np.uint64) << np.uint64(_PACKED_LETTERS + letter)
    return places, used


@njit(cache=True, nogil=True)
def test_of(constraint: NDArray[np.uint16]) -> tuple[np.uint64, np.uint64, np.uint64, bool]:
    """Turns a constraint into a test of packed words: `places & mask == value` and `used & need == need`.

    The last value says whether that is all: a letter that is needed three times is left to `is_legal`.
    """
    length = (len(constraint) - 1) // 2
    mask = np.uint64(0)
    value = np.uint64(0)
    need = np.uint64(0)
    is_all = True
    for place in range(length):
        letter = constraint[1 + place]
        if letter > 0:
            shift = np.uint64(_LETTER_BITS * place)
            mask |= np.uint64(_PACKED_LETTERS - 1) << shift
            value |= np.uint64(letter - 1) << shift
    n_same = 0
    for i in range(length):
        letter = constraint[1 + length + i]
        if letter == 0:
            break
        n_same = n_same + 1 if i > 0 and constraint[length + i] == letter else 1
        if n_same <= 2:
            need |= np.uint64(1) << np.uint64(letter - 1 + (n_same - 1) * _PACKED_LETTERS)
        else:
            is_all = False
    return mask, value, need, is_all
