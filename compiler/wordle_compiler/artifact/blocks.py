"""One DEFLATE block: the choice between stored, fixed and dynamic code, and its bits (RFC 1951, section 3.2)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby, product
from typing import TYPE_CHECKING

from wordle_compiler.artifact.huffman import canonical_codes, optimal_lengths
from wordle_compiler.artifact.tokens import (
    DISTANCE_BASE,
    DISTANCE_EXTRA,
    DISTANCE_SYMBOL,
    END_OF_BLOCK,
    LENGTH_BASE,
    LENGTH_EXTRA,
    LENGTH_INDEX,
    SymbolCounts,
    Token,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_MAX_STORED = 65535
_MAX_CODE_BITS = 15
_MAX_HEADER_CODE_BITS = 7
_HEADER_ORDER = (16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15)
_HEADER_EXTRA = (0,) * 16 + (2, 3, 7)
_STORED, _FIXED, _DYNAMIC = range(3)
_RUN_CHOICES = tuple(product((True, False), repeat=3))
"""Whether to use symbols 16, 17 and 18 of the code for code lengths."""
_TOLERANCES = (1, 2, 4, 8)
"""By how much the counts of neighbours may differ to be levelled."""
_LONG_ZEROS = 5
_SHORTEST_REPEAT = 4
_FLUSH_BITS = 256


class BitWriter:
    """Collects bits, the first one in the lowest bit of the first byte."""

    def __init__(self, head: bytes) -> None:
        self._bytes = bytearray(head)
        self._bits = 0
        self._n_bits = 0

    def write(self, bits: int, n_bits: int) -> None:
        """Appends the lowest `n_bits` bits; there are none above them."""
        self._bits |= bits << self._n_bits
        self._n_bits += n_bits
        if self._n_bits >= _FLUSH_BITS:
            self._flush()

    def align(self) -> None:
        """Appends zeros up to the next whole byte."""
        self._n_bits += -self._n_bits % 8
        self._flush()

    def write_bytes(self, data: bytes) -> None:
        """Appends whole bytes, after aligning."""
        self.align()
        self._bytes += data

    def getvalue(self) -> bytes:
        """Returns everything so far, aligned."""
        self.align()
        return bytes(self._bytes)

    def _flush(self) -> None:
        n_bytes, self._n_bits = divmod(self._n_bits, 8)
        whole = self._bits & ((1 << 8 * n_bytes) - 1)
        self._bytes += whole.to_bytes(n_bytes, "little")
        self._bits >>= 8 * n_bytes


@dataclass(frozen=True, slots=True)
class Code:
    """The two Huffman codes of a block and how they are announced.

    Attributes:
        literal_lengths: Code length of each literal, end of block and length symbol.
        distances: Code length of each distance symbol.
        header: What announces the lengths: (bits, number of bits) in order; empty for the fixed code.
    """

    literal_lengths: list[int]
    distances: list[int]
    header: list[tuple[int, int]]

    def n_bits(self, counts: SymbolCounts) -> int:
        """Returns the size of a whole block with these symbols, its three bits of type included."""
        return (
            3
            + sum([n_bits for _, n_bits in self.header])
            + _weigh(counts.literal_lengths, self.literal_lengths)
            + _weigh(counts.distances, self.distances)
            + counts.n_extra_bits
        )


FIXED_CODE = Code([8] * 144 + [9] * 112 + [7] * 24 + [8] * 8, [5] * 30, [])


def best_code(counts: SymbolCounts) -> Code:
    """Returns the code with the smallest block for these symbols: a dynamic one, or the fixed one."""
    candidates = [_dynamic_code(counts.literal_lengths, counts.distances), FIXED_CODE]
    return min(candidates, key=lambda code: code.n_bits(counts))


def finest_code(counts: SymbolCounts) -> Code:
    """Returns the code with the smallest block that is known: as `best_code`, and codes with simpler headers tried too.

    Counts of neighbours that are nearly the same are levelled, so that their lengths become runs.
    """
    candidates = [best_code(counts)]
    candidates += [
        _dynamic_code(_levelled(counts.literal_lengths, tolerance), _levelled(counts.distances, tolerance))
        for tolerance in _TOLERANCES
    ]
    return min(candidates, key=lambda code: code.n_bits(counts))


def _weigh(counts: Sequence[int], lengths: Sequence[int]) -> int:
    """Returns the bits that these symbols take together."""
    return sum(map(int.__mul__, counts, lengths))


def _levelled(counts: Sequence[int], tolerance: int) -> list[int]:
    """Returns the counts with each stretch of neighbours that differ by `tolerance` at most set to its mean.

    A few zeros may be part of a stretch, and get codes that are never used; long runs of zeros are cheap as they are.
    """
    is_fixed: list[bool] = []
    for count, run in groupby(counts):
        n_equal = len(list(run))
        is_fixed += [count == 0 and n_equal >= _LONG_ZEROS] * n_equal
    levelled = list(counts)
    begin = 0
    for end in range(1, len(counts) + 1):
        if end < len(counts) and not is_fixed[begin] and not is_fixed[end]:
            stretch = counts[begin : end + 1]
            if max(stretch) - min(stretch) <= tolerance:
                continue
        n_equal = end - begin
        if n_equal >= _SHORTEST_REPEAT and not is_fixed[begin]:
            mean = max(1, (2 * sum(counts[begin:end]) + n_equal) // (2 * n_equal))
            levelled[begin:end] = [mean] * n_equal
        begin = end
    return levelled


def _dynamic_code(literal_lengths: Sequence[int], distances: Sequence[int]) -> Code:
    """Returns the optimal codes for these counts under the shortest of the eight ways to announce them."""
    literal_bits = optimal_lengths(literal_lengths, _MAX_CODE_BITS)
    distance_bits = optimal_lengths(distances, _MAX_CODE_BITS)
    n_literals = max(END_OF_BLOCK + 1, _used(literal_bits))
    # A block of literals alone announces one distance code of no bits (RFC 1951, section 3.2.7).
    n_distances = max(1, _used(distance_bits))
    runs = [(value, len(list(run))) for value, run in groupby(literal_bits[:n_literals] + distance_bits[:n_distances])]
    header = min((_header(runs, *choice) for choice in _RUN_CHOICES), key=_size)
    head = [(n_literals - END_OF_BLOCK - 1, 5), (n_distances - 1, 5)]
    return Code(literal_bits, distance_bits, head + header)


def _size(fields: Iterable[tuple[int, int]]) -> int:
    return sum([n_bits for _, n_bits in fields])


def _used(lengths: Sequence[int]) -> int:
    """Returns how many lengths are left without the zeros at the end."""
    n_used = len(lengths)
    while n_used and not lengths[n_used - 1]:
        n_used -= 1
    return n_used


def _header(runs: Iterable[tuple[int, int]], repeat: bool, few_zeros: bool, many_zeros: bool) -> list[tuple[int, int]]:
    """Returns the announcement of code lengths, given as runs, that uses symbol 16, 17 and 18 only as allowed."""
    symbols = _run_symbols(runs, repeat, few_zeros, many_zeros)
    counts = [0] * len(_HEADER_ORDER)
    for symbol, _ in symbols:
        counts[symbol] += 1
    lengths = optimal_lengths(counts, _MAX_HEADER_CODE_BITS)
    codes = canonical_codes(lengths)
    n_lengths = max(4, _used([lengths[symbol] for symbol in _HEADER_ORDER]))
    fields = [(n_lengths - 4, 4)]
    fields += [(lengths[symbol], 3) for symbol in _HEADER_ORDER[:n_lengths]]
    for symbol, extra in symbols:
        fields.append((codes[symbol] | extra << lengths[symbol], lengths[symbol] + _HEADER_EXTRA[symbol]))
    return fields


def _run_symbols(
    runs: Iterable[tuple[int, int]], repeat: bool, few_zeros: bool, many_zeros: bool
) -> list[tuple[int, int]]:
    """Returns the symbols (RFC 1951, section 3.2.7) that spell the runs of code lengths, each with its extra bits."""
    symbols = []
    for value, n_left in runs:
        if value == 0:
            while many_zeros and n_left >= 11:
                size = min(n_left, 138)
                symbols.append((18, size - 11))
                n_left -= size
            while few_zeros and n_left >= 3:
                size = min(n_left, 10)
                symbols.append((17, size - 3))
                n_left -= size
        if repeat and n_left >= 4:
            symbols.append((value, 0))
            n_left -= 1
            while n_left >= 3:
                size = min(n_left, 6)
                symbols.append((16, size - 3))
                n_left -= size
        symbols += [(value, 0)] * n_left
    return symbols


def stored_bits(n_bytes: int) -> int:
    """Returns the size of stored blocks with that many bytes, at most: how many bits align them is not known yet."""
    n_blocks = max(1, -(-n_bytes // _MAX_STORED))
    return 8 * n_bytes + 42 * n_blocks


def write_stored(writer: BitWriter, data: bytes, *, is_last: bool) -> None:
    """Writes data as it is, in as many blocks as it takes."""
    for begin in range(0, len(data) or 1, _MAX_STORED):
        piece = data[begin : begin + _MAX_STORED]
        ends = is_last and begin + _MAX_STORED >= len(data)
        writer.write(ends | _STORED << 1, 3)
        writer.align()
        writer.write(len(piece) | (len(piece) ^ 0xFFFF) << 16, 32)
        writer.write_bytes(piece)


def write_coded(writer: BitWriter, tokens: Sequence[Token], code: Code, *, is_last: bool) -> None:
    """Writes a block of tokens under a code."""
    writer.write(is_last | (_DYNAMIC if code.header else _FIXED) << 1, 3)
    for bits, n_bits in code.header:
        writer.write(bits, n_bits)
    encoded = _Encoded(code)
    for token in tokens:
        writer.write(*encoded[token])
    writer.write(*encoded[END_OF_BLOCK, 0])


class _Encoded(dict[Token, tuple[int, int]]):
    """The bits of a token and their number under one code, worked out when a token is first asked for."""

    def __init__(self, code: Code) -> None:
        self._code = code
        self._literal_lengths = canonical_codes(code.literal_lengths)
        self._distances = canonical_codes(code.distances)

    def __missing__(self, token: Token) -> tuple[int, int]:
        value, distance = token
        if not distance:
            self[token] = encoded = (self._literal_lengths[value], self._code.literal_lengths[value])
            return encoded
        index = LENGTH_INDEX[value]
        symbol = END_OF_BLOCK + 1 + index
        bits = self._literal_lengths[symbol]
        n_bits = self._code.literal_lengths[symbol]
        bits |= value - LENGTH_BASE[index] << n_bits
        n_bits += LENGTH_EXTRA[index]
        symbol = DISTANCE_SYMBOL[distance]
        bits |= self._distances[symbol] << n_bits
        n_bits += self._code.distances[symbol]
        bits |= distance - DISTANCE_BASE[symbol] << n_bits
        n_bits += DISTANCE_EXTRA[symbol]
        self[token] = encoded = (bits, n_bits)
        return encoded
