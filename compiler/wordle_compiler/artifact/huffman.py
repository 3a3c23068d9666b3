"""Huffman codes of limited length: optimal lengths by package-merge, and the canonical codes of RFC 1951.

Package-merge: Larmore and Hirschberg, "A fast algorithm for optimal length-limited Huffman codes", 1990. Each level of
the code's tree offers every symbol once more as a coin of its weight; pairs of coins of one level are packages for the
next.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from wordle_compiler.cache_folder import ensure_cache_folder

ensure_cache_folder()


@njit(nogil=True)
def optimal_lengths(counts: NDArray[np.int64], limit: int, lengths: NDArray[np.int64]) -> None:
    """Fills in the code length of each symbol: the smallest total of `count * length` with no length above the limit.

    A symbol with count 0 gets length 0, no code. A lone symbol gets length 1, since DEFLATE has no code of 0 bits.
    Of equal counts a later symbol never gets the longer code, so the lengths depend on nothing but the counts.

    Raises:
        ValueError: More symbols are used than codes of `limit` bits exist.
    """
    for symbol in range(len(counts)):
        lengths[symbol] = 0
    ranked = np.empty(len(counts), np.int64)
    n_used = _rank(counts, ranked)
    if n_used > 1 << limit:
        raise ValueError("more symbols are used than there are codes within the limit")
    if n_used == 1:
        lengths[ranked[0]] = 1
    if n_used < 2:
        return

    # A coin is weight * 2, plus 1 for a package, so a symbol goes before a package of its weight. Both the symbols and
    # the packages of a level ascend: a level is the two merged.
    levels = np.empty((limit, 2 * n_used), np.int64)
    for i in range(n_used):
        levels[0, i] = counts[ranked[i]] * 2
    n_coins = n_used
    for level in range(1, limit):
        n_packages = n_coins // 2
        i, package = 0, 0
        while i < n_used or package < n_packages:
            bundle = 0
            if package < n_packages:
                bundle = (levels[level - 1, 2 * package] >> 1) + (levels[level - 1, 2 * package + 1] >> 1) << 1 | 1
            if package == n_packages or (i < n_used and levels[0, i] < bundle):
                levels[level, i + package] = levels[0, i]
                i += 1
            else:
                levels[level, i + package] = bundle
                package += 1
        n_coins = n_used + n_packages

    # The 2n - 2 cheapest coins of the last level are bought. A package among them buys two coins of the level before;
    # its other coins are the lightest symbols, and each one bought makes that symbol's code one bit longer.
    n_bought = 2 * n_used - 2
    for level in range(limit - 1, -1, -1):
        n_packages = 0
        for i in range(n_bought):
            n_packages += levels[level, i] & 1
        for i in range(n_bought - n_packages):
            lengths[ranked[i]] += 1
        n_bought = 2 * n_packages


@njit(nogil=True)
def _rank(counts: NDArray[np.int64], ranked: NDArray[np.int64]) -> int:
    """Lists the symbols that are used, the rarest first, of equal counts the first symbol first; returns how many."""
    n_used = 0
    # By insertion: there are few symbols.
    for symbol in range(len(counts)):
        if counts[symbol]:
            rank = n_used
            while rank and counts[ranked[rank - 1]] > counts[symbol]:
                ranked[rank] = ranked[rank - 1]
                rank -= 1
            ranked[rank] = symbol
            n_used += 1
    return n_used


@njit(nogil=True)
def canonical_codes(lengths: NDArray[np.int64], codes: NDArray[np.int64]) -> None:
    """Fills in the code of each symbol, 0 for one without a code.

    The bits are reversed: DEFLATE sends a code from its highest bit on, and everything else from the lowest.
    """
    longest = 0
    for symbol in range(len(lengths)):
        codes[symbol] = 0
        longest = max(longest, lengths[symbol])
    code = 0
    for n_bits in range(1, longest + 1):
        code <<= 1
        for symbol in range(len(lengths)):
            if lengths[symbol] == n_bits:
                for bit in range(n_bits):
                    codes[symbol] |= (code >> bit & 1) << n_bits - 1 - bit
                code += 1
