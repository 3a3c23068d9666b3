"""Chooses the tokens of a stretch of data: the cheapest parse under given costs.

Costs are integers in 1/256 bit (`log2_fixed`), so that every machine makes the same choices. The costs under one code
are an array by symbol, extra bits included.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from wordle_compiler.artifact.tokens import (
    FIRST_DISTANCE,
    N_SYMBOLS,
    SYMBOL_EXTRA,
    VALUE_SHIFT,
    distance_symbol,
    first_symbol,
    n_bytes_of,
)

BIT = 256
"""One bit of cost."""

_TABLE_BITS = 11
# What a match costs before anything is known of the data's matches. Too low rather than too high: a pass that uses
# matches shows which ones pay, one that uses none shows nothing.
_FIRST_MATCH_BITS = 5
_FIRST_DISTANCE_BITS = 3


def _log2_table() -> NDArray[np.int64]:
    """Returns log2(mantissa / 2^11) in 1/256, rounded down, for mantissas of 12 bits: eight squarings, a bit each."""
    values = np.arange(1 << _TABLE_BITS, 2 << _TABLE_BITS, dtype=np.uint64) << np.uint64(20)
    logs = np.zeros(1 << _TABLE_BITS, np.int64)
    for _ in range(8):
        values = values * values >> np.uint64(31)
        is_above = values >> np.uint64(32)
        values >>= is_above
        logs = logs << 1 | is_above.astype(np.int64)
    return logs


_LOG2 = _log2_table()


@njit(nogil=True)
def log2_fixed(number: int) -> int:
    """Returns log2 of a positive integer in 1/256, within 1/128 below the true value."""
    exponent = 0
    while number >> exponent > 1:
        exponent += 1
    shift = exponent - _TABLE_BITS
    mantissa = number >> shift if shift >= 0 else number << -shift
    return exponent * BIT + int(_LOG2[mantissa - (1 << _TABLE_BITS)])


@njit(nogil=True)
def entropy_costs(counts: NDArray[np.int64], costs: NDArray[np.int64]) -> None:
    """Fills in the costs under the ideal code for these counts. A symbol that is not used costs as if used once.

    But each costs at least one bit, as no Huffman code is shorter. Without that floor a run of a frequent byte looks
    free as literals, and its match is never tried.
    """
    n_first, n_second = 0, 0
    for symbol in range(N_SYMBOLS):
        if symbol < FIRST_DISTANCE:
            n_first += counts[symbol]
        else:
            n_second += counts[symbol]
    first_log, second_log = log2_fixed(max(1, n_first)), log2_fixed(max(1, n_second))
    for symbol in range(N_SYMBOLS):
        log = first_log if symbol < FIRST_DISTANCE else second_log
        costs[symbol] = max(BIT, log - log2_fixed(max(1, counts[symbol]))) + BIT * SYMBOL_EXTRA[symbol]


@njit(nogil=True)
def code_costs(lengths: NDArray[np.int64], costs: NDArray[np.int64]) -> None:
    """Fills in the costs under a real code; a symbol without a code costs one bit more than the longest code."""
    longest_first, longest_second = 0, 0
    for symbol in range(N_SYMBOLS):
        if symbol < FIRST_DISTANCE:
            longest_first = max(longest_first, lengths[symbol])
        else:
            longest_second = max(longest_second, lengths[symbol])
    for symbol in range(N_SYMBOLS):
        n_bits = lengths[symbol]
        if n_bits == 0:
            n_bits = 1 + (longest_first if symbol < FIRST_DISTANCE else longest_second)
        costs[symbol] = BIT * (n_bits + SYMBOL_EXTRA[symbol])


@njit(nogil=True)
def first_costs(data: NDArray[np.uint8], start: int, end: int, costs: NDArray[np.int64]) -> None:
    """Fills in the costs to begin with, when no tokens are known yet: literals by how often they stand in the data."""
    counts = np.zeros(256, np.int64)
    for i in range(start, end):
        counts[data[i]] += 1
    log = log2_fixed(end - start + 1)
    for symbol in range(N_SYMBOLS):
        if symbol < len(counts):
            costs[symbol] = max(BIT, log - log2_fixed(max(1, counts[symbol])))
        else:
            n_bits = _FIRST_MATCH_BITS if symbol < FIRST_DISTANCE else _FIRST_DISTANCE_BITS
            costs[symbol] = BIT * (n_bits + SYMBOL_EXTRA[symbol])


@njit(nogil=True)
def cheapest_parse(
    data: NDArray[np.uint8],
    start: int,
    found: NDArray[np.int32],
    n_found: NDArray[np.int64],
    section_starts: NDArray[np.int64],
    costs: NDArray[np.int64],
) -> NDArray[np.int32]:
    """Returns the cheapest tokens for the `len(n_found)` bytes from `start` on.

    Args:
        data: All the data.
        start: Where the parse begins.
        found: The matches that `find_matches` returned for it.
        n_found: How many of them there are at each position.
        section_starts: Where, counted from `start`, each block begins, ascending from 0. A token that reaches into the
            next section is paid where it begins.
        costs: A row for each section.
    """
    n_bytes = len(n_found)
    cost_from = np.zeros(n_bytes + 1, np.int64)
    chosen = np.empty(n_bytes, np.int32)
    section = len(section_starts) - 1
    for offset in range(n_bytes - 1, -1, -1):
        while offset < section_starts[section]:
            section -= 1
        byte = data[start + offset]
        best = costs[section, byte] + cost_from[offset + 1]
        token = np.int32(byte) << VALUE_SHIFT
        for i in range(n_found[offset]):
            match = found[offset, i]
            cost = costs[section, first_symbol(match)] + costs[section, distance_symbol(match)]
            cost += cost_from[offset + (match >> VALUE_SHIFT)]
            if cost < best:
                best = cost
                token = match
        cost_from[offset] = best
        chosen[offset] = token

    # Both the offsets and the tokens only grow, the tokens no faster: they may take the place of the choices.
    n_tokens = 0
    offset = 0
    while offset < n_bytes:
        token = chosen[offset]
        chosen[n_tokens] = token
        n_tokens += 1
        offset += n_bytes_of(token)
    return chosen[:n_tokens].copy()
