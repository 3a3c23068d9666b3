"""How a dynamic block announces its codes' lengths (RFC 1951, section 3.2.7): spelled in runs, under a code of its own.

There are eight ways to spell them: each of the symbols 16, 17 and 18, which stand for runs, may be used or not. A way
is a number below 8: its bits 2, 1 and 0 say that symbol 16, 17 or 18 is not used.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from wordle_compiler.artifact.bits import put_bits
from wordle_compiler.artifact.huffman import canonical_codes, optimal_lengths
from wordle_compiler.artifact.tokens import END_OF_BLOCK, FIRST_DISTANCE, N_SYMBOLS, ZERO

N_WAYS = 8
_MAX_CODE_BITS = 7 + ZERO
_N_SYMBOLS = 19
_ORDER = np.array((16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15), np.int64)
_EXTRA = np.array((0,) * 16 + (2, 3, 7), np.int64)
_EXTRA_SHIFT = 5


@njit(nogil=True)
def header_bits(lengths: NDArray[np.int64], way: int) -> int:
    """Returns the size of the announcement."""
    spelled = _spell(lengths, way)
    counts = _count(spelled)
    code_lengths = np.empty(_N_SYMBOLS, np.int64)
    optimal_lengths(counts, _MAX_CODE_BITS, code_lengths)
    n_bits = 14 + 3 * _n_announced(code_lengths)
    for symbol in range(_N_SYMBOLS):
        n_bits += counts[symbol] * (code_lengths[symbol] + _EXTRA[symbol])
    return n_bits


@njit(nogil=True)
def write_header(out: NDArray[np.uint8], n_bits: int, lengths: NDArray[np.int64], way: int) -> int:
    """Writes the announcement after the first `n_bits` bits; returns how many there are now."""
    spelled = _spell(lengths, way)
    code_lengths, codes = np.empty(_N_SYMBOLS, np.int64), np.empty(_N_SYMBOLS, np.int64)
    optimal_lengths(_count(spelled), _MAX_CODE_BITS, code_lengths)
    canonical_codes(code_lengths, codes)
    n_announced = _n_announced(code_lengths)
    n_bits = put_bits(out, n_bits, _n_literals(lengths) - END_OF_BLOCK - 1, 5)
    n_bits = put_bits(out, n_bits, _n_distances(lengths) - 1, 5)
    n_bits = put_bits(out, n_bits, n_announced - 4, 4)
    for i in range(n_announced):
        n_bits = put_bits(out, n_bits, code_lengths[_ORDER[i]], 3)
    for spelling in spelled:
        symbol = spelling & (1 << _EXTRA_SHIFT) - 1
        n_bits = put_bits(out, n_bits, codes[symbol], code_lengths[symbol])
        n_bits = put_bits(out, n_bits, spelling >> _EXTRA_SHIFT, _EXTRA[symbol])
    return n_bits


@njit(nogil=True)
def _n_literals(lengths: NDArray[np.int64]) -> int:
    n_used = FIRST_DISTANCE
    while n_used > END_OF_BLOCK + 1 and lengths[n_used - 1] == 0:
        n_used -= 1
    return n_used


@njit(nogil=True)
def _n_distances(lengths: NDArray[np.int64]) -> int:
    """Returns how many distance codes are announced; a block of literals alone announces one of no bits."""
    n_used = N_SYMBOLS - FIRST_DISTANCE
    while n_used > 1 and lengths[FIRST_DISTANCE + n_used - 1] == 0:
        n_used -= 1
    return n_used


@njit(nogil=True)
def _n_announced(code_lengths: NDArray[np.int64]) -> int:
    n_used = _N_SYMBOLS
    while n_used > 4 and code_lengths[_ORDER[n_used - 1]] == 0:
        n_used -= 1
    return n_used


@njit(nogil=True)
def _count(spelled: NDArray[np.int64]) -> NDArray[np.int64]:
    counts = np.zeros(_N_SYMBOLS, np.int64)
    for spelling in spelled:
        counts[spelling & (1 << _EXTRA_SHIFT) - 1] += 1
    return counts


@njit(nogil=True)
def _spell(lengths: NDArray[np.int64], way: int) -> NDArray[np.int64]:
    """Returns the symbols that spell the code lengths, literals' before distances', each `extra bits << 5 | symbol`."""
    n_literals = _n_literals(lengths)
    n_lengths = n_literals + _n_distances(lengths)
    # A run may begin among the literals and end among the distances.
    announced = np.empty(n_lengths, np.int64)
    for i in range(n_lengths):
        announced[i] = lengths[i if i < n_literals else FIRST_DISTANCE + i - n_literals]
    spelled = np.empty(n_lengths, np.int64)
    n_spelled = 0
    end = 0
    while end < n_lengths:
        value = announced[end]
        n_left = 0
        while end < n_lengths and announced[end] == value:
            n_left += 1
            end += 1
        if value == 0:
            while not way & 1 and n_left >= 11:
                size = min(n_left, 138)
                spelled[n_spelled] = size - 11 << _EXTRA_SHIFT | 18
                n_spelled += 1
                n_left -= size
            while not way & 2 and n_left >= 3:
                size = min(n_left, 10)
                spelled[n_spelled] = size - 3 << _EXTRA_SHIFT | 17
                n_spelled += 1
                n_left -= size
        if not way & 4 and n_left >= 4:
            spelled[n_spelled] = value
            n_spelled += 1
            n_left -= 1
            while n_left >= 3:
                size = min(n_left, 6)
                spelled[n_spelled] = size - 3 << _EXTRA_SHIFT | 16
                n_spelled += 1
                n_left -= size
        for _ in range(n_left):
            spelled[n_spelled] = value
            n_spelled += 1
    return spelled[:n_spelled]
