"""The alphabet of DEFLATE (RFC 1951, section 3.2.5): tokens, their symbols and extra bits, and counting them.

A token is one number, `value << 16 | distance`: with distance 0 the literal byte `value`, else a copy of `value` bytes
from `distance` bytes before. Symbols have one numbering: literals, end of block and lengths as in the standard, and
distances from 288 on. Nothing here decides which tokens to use.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from wordle_compiler.cache_folder import ensure_cache_folder

ensure_cache_folder()

MIN_LENGTH = 3
MAX_LENGTH = 258
WINDOW = 32768
VALUE_SHIFT = 16
DISTANCE_MASK = (1 << VALUE_SHIFT) - 1

END_OF_BLOCK = 256
FIRST_LENGTH = 257
N_LITERAL_LENGTHS = 286
"""How many symbols for literals, end of block and lengths mean something; two more only complete the fixed code."""
FIRST_DISTANCE = 288
N_DISTANCES = 30
N_SYMBOLS = FIRST_DISTANCE + N_DISTANCES

ZERO: Any = np.int64(0)
"""A number that is no constant to numba, which would compile a kernel once more for each constant passed to it."""

_LENGTH_EXTRA = (0,) * 8 + tuple(n_bits for n_bits in range(1, 6) for _ in range(4)) + (0,)
# 258 has a symbol of its own, though the one before it could reach it.
_LENGTH_BASE = (*(MIN_LENGTH + sum(1 << n_bits for n_bits in _LENGTH_EXTRA[:i]) for i in range(28)), MAX_LENGTH)
_DISTANCE_EXTRA = (0, 0, *(n_bits for n_bits in range(14) for _ in range(2)))
_DISTANCE_BASE = tuple(1 + sum(1 << n_bits for n_bits in _DISTANCE_EXTRA[:i]) for i in range(N_DISTANCES))
_UNUSED = (0,) * (FIRST_DISTANCE - N_LITERAL_LENGTHS)

SYMBOL_EXTRA = np.array((0,) * FIRST_LENGTH + _LENGTH_EXTRA + _UNUSED + _DISTANCE_EXTRA, np.int64)
"""How many extra bits follow each symbol."""

SYMBOL_BASE = np.array((0,) * FIRST_LENGTH + _LENGTH_BASE + _UNUSED + _DISTANCE_BASE, np.int64)
"""The shortest length or smallest distance of each symbol."""

_BY_LENGTH = bytes(MIN_LENGTH) + b"".join(bytes([i]) * (1 << n) for i, n in enumerate(_LENGTH_EXTRA[:28]))
LENGTH_INDEX = np.frombuffer(_BY_LENGTH[:-1] + b"\x1c", np.uint8)
"""Entry `length` is its symbol less 257."""

DISTANCE_INDEX = np.frombuffer(b"\0" + b"".join(bytes([i]) * (1 << n) for i, n in enumerate(_DISTANCE_EXTRA)), np.uint8)
"""Entry `distance` is its symbol less 288."""


@njit(nogil=True)
def first_symbol(token: int) -> int:
    """Returns the symbol of a token's literal or length."""
    value = token >> VALUE_SHIFT
    if token & DISTANCE_MASK:
        return FIRST_LENGTH + int(LENGTH_INDEX[value])
    return value


@njit(nogil=True)
def distance_symbol(token: int) -> int:
    """Returns the symbol of a match's distance."""
    return FIRST_DISTANCE + int(DISTANCE_INDEX[token & DISTANCE_MASK])


@njit(nogil=True)
def n_bytes_of(token: int) -> int:
    """Returns how many bytes of data a token stands for."""
    return token >> VALUE_SHIFT if token & DISTANCE_MASK else 1


@njit(nogil=True)
def count_symbols(tokens: NDArray[np.int32], begin: int, end: int) -> NDArray[np.int64]:
    """Returns how often each symbol stands in a block that holds these of the tokens and then ends."""
    counts = np.zeros(N_SYMBOLS, np.int64)
    for i in range(begin, end):
        counts[first_symbol(tokens[i])] += 1
        if tokens[i] & DISTANCE_MASK:
            counts[distance_symbol(tokens[i])] += 1
    counts[END_OF_BLOCK] = 1
    return counts
