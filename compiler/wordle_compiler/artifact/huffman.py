"""Huffman codes of limited length: optimal lengths by package-merge, and the canonical codes of RFC 1951.

Package-merge: Larmore and Hirschberg, "A fast algorithm for optimal length-limited Huffman codes", 1990. Each level of
the code's tree offers every symbol once more as a coin of its weight; pairs of coins of one level are packages for the
next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def optimal_lengths(counts: Sequence[int], limit: int) -> list[int]:
    """Returns the code length of each symbol: the smallest total of `count * length` with no length above the limit.

    A symbol with count 0 gets length 0, no code. A lone symbol gets length 1, since DEFLATE has no code of 0 bits.
    Of equal counts a later symbol never gets the longer code, so the lengths depend on nothing but the counts.

    Raises:
        ValueError: More symbols are used than codes of `limit` bits exist.
    """
    ranked = sorted((count, symbol) for symbol, count in enumerate(counts) if count)
    lengths = [0] * len(counts)
    n_used = len(ranked)
    if n_used > 1 << limit:
        raise ValueError(f"{n_used} symbols need codes of more than {limit} bits")
    if n_used == 1:
        lengths[ranked[0][1]] = 1
    if n_used < 2:
        return lengths

    # A coin is weight * 2, plus 1 for a package: integers sort fast, and a symbol goes before a package of its weight.
    symbol_coins = [count * 2 for count, _ in ranked]
    levels = [symbol_coins]
    for _ in range(limit - 1):
        coins = levels[-1]
        pairs = zip(coins[::2], coins[1::2], strict=False)
        packages = [((first >> 1) + (second >> 1)) << 1 | 1 for first, second in pairs]
        levels.append(sorted(symbol_coins + packages))

    # The 2n - 2 cheapest coins of the last level are bought. A package among them buys two coins of the level before;
    # its other coins are the lightest symbols, and each one bought makes that symbol's code one bit longer.
    n_bought = 2 * n_used - 2
    for coins in reversed(levels):
        n_packages = sum(coin & 1 for coin in coins[:n_bought])
        for _, symbol in ranked[: n_bought - n_packages]:
            lengths[symbol] += 1
        n_bought = 2 * n_packages
    return lengths


def canonical_codes(lengths: Sequence[int]) -> list[int]:
    """Returns the code of each symbol, 0 for one without a code.

    The bits are reversed: DEFLATE sends a code from its highest bit on, and everything else from the lowest.
    """
    codes = [0] * len(lengths)
    code = 0
    for n_bits in range(1, max(lengths, default=0) + 1):
        code <<= 1
        for symbol, length in enumerate(lengths):
            if length == n_bits:
                codes[symbol] = int(f"{code:0{n_bits}b}"[::-1], 2)
                code += 1
    return codes
