"""The alphabet of DEFLATE (RFC 1951, section 3.2.5): tokens, their symbols and extra bits, and counting them.

A token is `(value, distance)`: with distance 0 the literal byte `value`, else a copy of `value` bytes from `distance`
bytes before. Nothing here decides which tokens to use.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

Token = tuple[int, int]

MIN_LENGTH = 3
MAX_LENGTH = 258
WINDOW = 32768
END_OF_BLOCK = 256
N_LITERAL_LENGTHS = 286
N_DISTANCES = 30

LITERALS: tuple[Token, ...] = tuple((byte, 0) for byte in range(256))
"""One shared token for each byte."""

LENGTH_EXTRA = (0,) * 8 + tuple(n_bits for n_bits in range(1, 6) for _ in range(4)) + (0,)
"""Extra bits of each length symbol, from symbol 257 on."""

LENGTH_BASE = (*(MIN_LENGTH + sum(1 << n_bits for n_bits in LENGTH_EXTRA[:i]) for i in range(28)), MAX_LENGTH)
"""Shortest length of each length symbol. 258 has a symbol of its own, though the one before it could reach it."""

DISTANCE_EXTRA = (0, 0, *(n_bits for n_bits in range(14) for _ in range(2)))
DISTANCE_BASE = tuple(1 + sum(1 << n_bits for n_bits in DISTANCE_EXTRA[:i]) for i in range(N_DISTANCES))

_NO_LENGTHS = bytes(MIN_LENGTH)
LENGTH_INDEX = _NO_LENGTHS + b"".join(bytes([i]) * (1 << n) for i, n in enumerate(LENGTH_EXTRA[:28]))[:-1] + b"\x1c"
"""Entry `length` is its symbol less 257."""

DISTANCE_SYMBOL = b"\x00" + b"".join(bytes([i]) * (1 << n) for i, n in enumerate(DISTANCE_EXTRA))
"""Entry `distance` is its symbol."""


@dataclass(frozen=True, slots=True)
class SymbolCounts:
    """How often each symbol stands in a block, its end included, and what does not depend on the codes.

    Attributes:
        literal_lengths: Count of each of the 286 symbols for literals, end of block, and lengths.
        distances: Count of each of the 30 distance symbols.
        n_extra_bits: The extra bits of all lengths and distances together.
    """

    literal_lengths: list[int]
    distances: list[int]
    n_extra_bits: int

    def __add__(self, other: SymbolCounts) -> SymbolCounts:
        """Returns the counts of the two blocks' tokens in one block, which ends once."""
        literal_lengths = list(map(int.__add__, self.literal_lengths, other.literal_lengths))
        literal_lengths[END_OF_BLOCK] = 1
        distances = list(map(int.__add__, self.distances, other.distances))
        return SymbolCounts(literal_lengths, distances, self.n_extra_bits + other.n_extra_bits)


def count_symbols(tokens: Iterable[Token]) -> SymbolCounts:
    """Counts the symbols of a block that holds these tokens and then ends."""
    literal_lengths = [0] * N_LITERAL_LENGTHS
    distances = [0] * N_DISTANCES
    n_extra_bits = 0
    for (value, distance), count in Counter(tokens).items():
        if distance == 0:
            literal_lengths[value] += count
        else:
            index = LENGTH_INDEX[value]
            symbol = DISTANCE_SYMBOL[distance]
            literal_lengths[END_OF_BLOCK + 1 + index] += count
            distances[symbol] += count
            n_extra_bits += count * (LENGTH_EXTRA[index] + DISTANCE_EXTRA[symbol])
    literal_lengths[END_OF_BLOCK] = 1
    return SymbolCounts(literal_lengths, distances, n_extra_bits)
