"""Writes numbers as bits, the first one in the lowest bit of the first byte (RFC 1951, section 3.1.1)."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from wordle_compiler.cache_folder import ensure_cache_folder

ensure_cache_folder()


@njit(nogil=True)
def put_bits(out: NDArray[np.uint8], n_before: int, number: int, n_bits: int) -> int:
    """Writes a number of `n_bits` bits after the first `n_before`; returns how many there are now.

    What follows in `out` must be zeros.
    """
    place = n_before >> 3
    number <<= n_before & 7
    while number:
        out[place] |= number & 0xFF
        number >>= 8
        place += 1
    return n_before + n_bits


@njit(nogil=True)
def align(n_bits: int) -> int:
    """Returns how many bits there are up to the next whole byte."""
    return n_bits + 7 & ~7
