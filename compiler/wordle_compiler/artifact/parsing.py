"""Chooses the tokens of a stretch of data: the cheapest parse under given costs, and where one code should end.

Costs are integers in 1/256 bit (`log2_fixed`), so that every machine makes the same choices.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordle_compiler.artifact.tokens import (
    DISTANCE_EXTRA,
    END_OF_BLOCK,
    LENGTH_EXTRA,
    LENGTH_INDEX,
    LITERALS,
    N_DISTANCES,
    SymbolCounts,
    Token,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

BIT = 256
"""One bit of cost."""

_TABLE_BITS = 11
# What a match costs before anything is known of the data's matches. Too low rather than too high: a pass that uses
# matches shows which ones pay, one that uses none shows nothing.
_FIRST_MATCH_BITS = 5
_FIRST_DISTANCE_BITS = 3


def _log2_of_mantissa(mantissa: int) -> int:
    """Returns log2(mantissa / 2^11) in 1/256, rounded down, for a mantissa of 12 bits: eight squarings, a bit each."""
    value = mantissa << 20
    log = 0
    for _ in range(8):
        value = value * value >> 31
        log <<= 1
        if value >> 32:
            value >>= 1
            log |= 1
    return log


_LOG2 = tuple(_log2_of_mantissa(mantissa) for mantissa in range(1 << _TABLE_BITS, 2 << _TABLE_BITS))


def log2_fixed(number: int) -> int:
    """Returns log2 of a positive integer in 1/256, within 1/128 below the true value."""
    exponent = number.bit_length() - 1
    shift = exponent - _TABLE_BITS
    mantissa = number >> shift if shift >= 0 else number << -shift
    return exponent * BIT + _LOG2[mantissa - (1 << _TABLE_BITS)]


@dataclass(frozen=True, slots=True)
class Costs:
    """What tokens cost under one code, in 1/256 bit.

    Attributes:
        literals: By byte.
        lengths: By match length, extra bits included; the entries below 3 mean nothing.
        distances: By distance, extra bits included.
    """

    literals: list[int]
    lengths: list[int]
    distances: list[int]


def _costs(literal_lengths: Sequence[int], distances: Sequence[int]) -> Costs:
    """Expands costs of symbols to costs of literals, lengths and distances."""
    of_length = [literal_lengths[END_OF_BLOCK + 1 + index] + BIT * n_bits for index, n_bits in enumerate(LENGTH_EXTRA)]
    by_distance = [0]
    for symbol, n_bits in enumerate(DISTANCE_EXTRA):
        by_distance += [distances[symbol] + BIT * n_bits] * (1 << n_bits)
    return Costs(list(literal_lengths[:256]), [of_length[index] for index in LENGTH_INDEX], by_distance)


def entropy_costs(counts: SymbolCounts) -> Costs:
    """Returns the costs under the ideal code for these counts. A symbol that is not used costs as if used once."""
    return _costs(_entropy(counts.literal_lengths), _entropy(counts.distances))


def code_costs(literal_lengths: Sequence[int], distances: Sequence[int]) -> Costs:
    """Returns the costs under a real code; a symbol without a code costs one bit more than the longest code."""
    return _costs(_bits(literal_lengths), _bits(distances))


def _bits(lengths: Sequence[int]) -> list[int]:
    dearest = max(lengths) + 1
    return [BIT * (length or dearest) for length in lengths]


def _entropy(counts: Sequence[int]) -> list[int]:
    """Returns the ideal cost of each symbol, but at least one bit, as no Huffman code is shorter.

    Without that floor a run of a frequent byte looks free as literals, and its match is never tried.
    """
    total = log2_fixed(max(1, sum(counts)))
    return [max(BIT, total - log2_fixed(count or 1)) for count in counts]


def first_costs(data: bytes) -> Costs:
    """Returns the costs to begin with, when no tokens are known yet: literals by how often they stand in the data."""
    total = log2_fixed(len(data) + 1)
    literals = [max(BIT, total - log2_fixed(data.count(byte) or 1)) for byte in range(256)]
    return _costs(
        literals + [_FIRST_MATCH_BITS * BIT] * (1 + len(LENGTH_EXTRA)), [_FIRST_DISTANCE_BITS * BIT] * N_DISTANCES
    )


def cheapest_parse(
    data: bytes, start: int, matches: Sequence[Sequence[Token]], sections: Sequence[tuple[int, Costs]]
) -> list[Token]:
    """Returns the cheapest tokens for the `len(matches)` bytes from `start` on.

    Args:
        data: All the data.
        start: Where the parse begins.
        matches: What `find_matches` returned for it.
        sections: Where, counted from `start`, each block begins, ascending from 0, and its costs. A token that reaches
            into the next section is paid where it begins.
    """
    n_bytes = len(matches)
    cost_from = [0] * (n_bytes + 1)
    chosen: list[Token] = [LITERALS[0]] * n_bytes
    section_end = n_bytes
    for section_start, costs in reversed(sections):
        literal_costs, length_costs, distance_costs = costs.literals, costs.lengths, costs.distances
        for offset in range(section_end - 1, section_start - 1, -1):
            byte = data[start + offset]
            best = literal_costs[byte] + cost_from[offset + 1]
            token = LITERALS[byte]
            for match in matches[offset]:
                length, distance = match
                cost = length_costs[length] + distance_costs[distance] + cost_from[offset + length]
                if cost < best:
                    best = cost
                    token = match
            cost_from[offset] = best
            chosen[offset] = token
        section_end = section_start

    tokens = []
    offset = 0
    while offset < n_bytes:
        token = chosen[offset]
        tokens.append(token)
        offset += token[0] if token[1] else 1
    return tokens
