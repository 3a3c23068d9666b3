"""DEFLATE blocks: the choice between stored, fixed and dynamic code, and their bits (RFC 1951, section 3.2).

A code is the lengths of all symbols' codes, in bits, and the way in which a header announces them (`headers`), or
`FIXED`. A run of blocks is an array of token indices: where each ends.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from wordle_compiler.artifact.bits import align, put_bits
from wordle_compiler.artifact.headers import N_WAYS, header_bits, write_header
from wordle_compiler.artifact.huffman import canonical_codes, optimal_lengths
from wordle_compiler.artifact.tokens import (
    DISTANCE_MASK,
    END_OF_BLOCK,
    FIRST_DISTANCE,
    N_LITERAL_LENGTHS,
    N_SYMBOLS,
    SYMBOL_BASE,
    SYMBOL_EXTRA,
    VALUE_SHIFT,
    ZERO,
    count_symbols,
    distance_symbol,
    first_symbol,
    n_bytes_of,
)

MAX_STORED = 65535
FIXED = -1
_MAX_CODE_BITS = 15 + ZERO
_STORED_TYPE, _FIXED_TYPE, _DYNAMIC_TYPE = range(3)
_FIXED_LENGTHS = np.array([8] * 144 + [9] * 112 + [7] * 24 + [8] * 8 + [5] * 30, np.int64)
EXACT, FINEST = ZERO, 8 + ZERO
"""The tolerances that blocks are planned and written with."""
_TOLERANCES = np.array((0, 1, 2, 4, 8), np.int64)
"""By how much the counts of neighbours may differ to be levelled."""
_LONG_ZEROS = 5
_SHORTEST_REPEAT = 4


@njit(nogil=True)
def stored_bits(n_bytes: int) -> int:
    """Returns the size of stored blocks with that many bytes, at most: how many bits align them is not known yet."""
    return 8 * n_bytes + 42 * max(1, -(-n_bytes // MAX_STORED))


@njit(nogil=True)
def best_code(counts: NDArray[np.int64], max_tolerance: int) -> tuple[NDArray[np.int64], int, int]:
    """Returns the code with the smallest block for these symbols, a dynamic one or the fixed one: lengths, way, size.

    The size is that of the whole block in bits, its three bits of type included. With a tolerance above 0, codes with
    simpler headers are tried too: counts of neighbours that are nearly the same are levelled, so that their lengths
    become runs.
    """
    best_lengths, best_way = _FIXED_LENGTHS.copy(), FIXED
    best_bits = 3 + _body_bits(counts, best_lengths)
    for tolerance in _TOLERANCES:
        if tolerance > max_tolerance:
            break
        levelled = counts.copy()
        if tolerance:
            _level(levelled[:N_LITERAL_LENGTHS], tolerance)
            _level(levelled[FIRST_DISTANCE:], tolerance)
        lengths = np.empty(N_SYMBOLS, np.int64)
        optimal_lengths(levelled[:FIRST_DISTANCE], _MAX_CODE_BITS, lengths[:FIRST_DISTANCE])
        optimal_lengths(levelled[FIRST_DISTANCE:], _MAX_CODE_BITS, lengths[FIRST_DISTANCE:])
        n_body_bits = 3 + _body_bits(counts, lengths)
        for way in range(N_WAYS):
            n_bits = n_body_bits + header_bits(lengths, way)
            # Of equal sizes the dynamic code without levelling goes before the fixed code.
            if n_bits < best_bits or (n_bits == best_bits and best_way == FIXED and tolerance == 0):
                best_lengths, best_way, best_bits = lengths, way, n_bits
    return best_lengths, best_way, best_bits


@njit(nogil=True)
def _body_bits(counts: NDArray[np.int64], lengths: NDArray[np.int64]) -> int:
    """Returns the bits that these symbols take together."""
    n_bits = 0
    for symbol in range(N_SYMBOLS):
        n_bits += counts[symbol] * (lengths[symbol] + SYMBOL_EXTRA[symbol])
    return n_bits


@njit(nogil=True)
def _level(counts: NDArray[np.int64], tolerance: int) -> None:
    """Sets each stretch of neighbours that differ by `tolerance` at most to its mean.

    A few zeros may be part of a stretch, and get codes that are never used; long runs of zeros are cheap as they are.
    """
    is_fixed = np.zeros(len(counts), np.bool_)
    n_zeros = 0
    for i in range(len(counts)):
        n_zeros = n_zeros + 1 if counts[i] == 0 else 0
        if n_zeros >= _LONG_ZEROS:
            for zero in range(i + 1 - n_zeros, i + 1):
                is_fixed[zero] = True
    begin = 0
    smallest = largest = total = counts[0]
    for end in range(1, len(counts) + 1):
        if end < len(counts) and not is_fixed[begin] and not is_fixed[end]:
            lower, upper = min(smallest, counts[end]), max(largest, counts[end])
            if upper - lower <= tolerance:
                smallest, largest = lower, upper
                total += counts[end]
                continue
        n_equal = end - begin
        if n_equal >= _SHORTEST_REPEAT and not is_fixed[begin]:
            mean = max(1, (2 * total + n_equal) // (2 * n_equal))
            for i in range(begin, end):
                counts[i] = mean
        if end < len(counts):
            begin = end
            smallest = largest = total = counts[end]


@njit(cache=True, nogil=True)
def join_blocks(tokens: NDArray[np.int32], ends: NDArray[np.int64]) -> tuple[NDArray[np.int64], int]:
    """Joins each block with those before it as long as that makes them no larger (here sizes are exact).

    Returns the ends of the blocks that are left, and the size of all in bits.
    """
    # Block i holds the tokens from bounds[i] to bounds[i + 1].
    bounds = np.zeros(len(ends) + 1, np.int64)
    sizes = np.empty(len(ends), np.int64)
    n_blocks = 0
    total = 0
    for end in ends:
        # First alone, then joined with one block before it after the other.
        apart = 0
        first = n_blocks
        while True:
            n_bytes: int = ZERO
            for i in range(bounds[first], end):
                n_bytes += n_bytes_of(tokens[i])
            _, _, size = best_code(count_symbols(tokens, bounds[first], end), EXACT)
            size = min(size, stored_bits(n_bytes))
            if first < n_blocks:
                if size > sizes[first] + apart:
                    break
                total -= sizes[first]
                n_blocks = first
            apart = size
            if first == 0:
                break
            first -= 1
        sizes[n_blocks] = apart
        total += apart
        n_blocks += 1
        bounds[n_blocks] = end
    return bounds[1 : n_blocks + 1], total


@njit(nogil=True)
def write_stored(
    out: NDArray[np.uint8], n_bits: int, data: NDArray[np.uint8], begin: int, end: int, is_last: bool
) -> int:
    """Writes data as it is, in as many blocks as it takes, after the first `n_bits` bits; returns where it ends."""
    while True:
        size = min(MAX_STORED, end - begin)
        ends = is_last and begin + size == end
        n_bits = align(put_bits(out, n_bits, int(ends) | _STORED_TYPE << 1, 3))
        n_bits = put_bits(out, n_bits, size | (size ^ 0xFFFF) << 16, 32)
        for i in range(size):
            out[(n_bits >> 3) + i] = data[begin + i]
        n_bits += 8 * size
        begin += size
        if begin == end:
            return n_bits


@njit(nogil=True)
def write_coded(
    out: NDArray[np.uint8],
    n_bits: int,
    tokens: NDArray[np.int32],
    begin: int,
    end: int,
    lengths: NDArray[np.int64],
    way: int,
    is_last: bool,
) -> int:
    """Writes a block of these tokens under a code after the first `n_bits` bits; returns how many there are now."""
    block_type = _FIXED_TYPE if way == FIXED else _DYNAMIC_TYPE
    n_bits = put_bits(out, n_bits, int(is_last) | block_type << 1, 3)
    if way != FIXED:
        n_bits = write_header(out, n_bits, lengths, way)
    codes = np.empty(N_SYMBOLS, np.int64)
    canonical_codes(lengths[:FIRST_DISTANCE], codes[:FIRST_DISTANCE])
    canonical_codes(lengths[FIRST_DISTANCE:], codes[FIRST_DISTANCE:])
    for i in range(begin, end):
        token = tokens[i]
        symbol = first_symbol(token)
        n_bits = put_bits(out, n_bits, codes[symbol], lengths[symbol])
        distance = token & DISTANCE_MASK
        if distance:
            n_bits = put_bits(out, n_bits, (token >> VALUE_SHIFT) - SYMBOL_BASE[symbol], SYMBOL_EXTRA[symbol])
            symbol = distance_symbol(token)
            n_bits = put_bits(out, n_bits, codes[symbol], lengths[symbol])
            n_bits = put_bits(out, n_bits, distance - SYMBOL_BASE[symbol], SYMBOL_EXTRA[symbol])
    return put_bits(out, n_bits, codes[END_OF_BLOCK], lengths[END_OF_BLOCK])
