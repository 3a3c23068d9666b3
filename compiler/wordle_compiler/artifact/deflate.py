"""A deterministic DEFLATE encoder: the same bytes from the same data on every machine.

The zlib libraries that Pythons are built with (zlib, zlib-ng, ...) emit different bytes for the same data, so a tree
file cannot be byte-identical everywhere if they write it. This one is integers only, in the standard library; whatever
it writes, every zlib (RFC 1950, RFC 1951) inflates. It is slower than zlib by far and packs tighter than its level 9:
the parse is the cheapest under the blocks' own codes, found in a few passes as zopfli does (Alakuijala and Vandevenne,
2013), and the blocks are cut where a new code pays. It does not decompress.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from wordle_compiler.artifact.blocks import (
    BitWriter,
    Code,
    best_code,
    finest_code,
    stored_bits,
    write_coded,
    write_stored,
)
from wordle_compiler.artifact.matches import ALL_LENGTHS, FEW_LENGTHS, FEWEST_LENGTHS, find_matches
from wordle_compiler.artifact.parsing import cheapest_parse, code_costs, entropy_costs, first_costs
from wordle_compiler.artifact.splitting import find_cuts
from wordle_compiler.artifact.tokens import SymbolCounts, Token, count_symbols

if TYPE_CHECKING:
    from collections.abc import Sequence

_ZLIB_HEADER = b"\x78\xda"
_ADLER_MODULUS = 65521
_SEGMENT = 1 << 17
_MAX_PIECES = 32


@dataclass(frozen=True, slots=True)
class _Effort:
    """How much work data of one size is worth.

    Attributes:
        max_bytes: For data up to this size.
        n_passes: How often to parse again after the first parse.
        lengths: The match lengths to look for.
    """

    max_bytes: int
    n_passes: int
    lengths: tuple[int, ...]


_EFFORTS = (
    _Effort(1 << 14, 8, ALL_LENGTHS),
    _Effort(1 << 16, 5, ALL_LENGTHS),
    _Effort(1 << 19, 2, FEW_LENGTHS),
)
_LEAST_EFFORT = _Effort(1 << 62, 1, FEWEST_LENGTHS)


@dataclass(frozen=True, slots=True)
class _Block:
    """Tokens that share a code.

    Attributes:
        start: Where in the data its first byte lies.
        n_bytes: How many bytes of data the tokens stand for.
        tokens: The tokens.
        counts: The tokens' symbols, counted.
        code: A code to write them with.
        n_bits: The size of the block, with that code or stored, whichever is smaller.
    """

    start: int
    n_bytes: int
    tokens: list[Token]
    counts: SymbolCounts
    code: Code
    n_bits: int


def compress(data: bytes) -> bytes:
    """Returns `data` as a zlib stream (RFC 1950) that is the same on every machine and under every Python.

    The stream takes at most `len(data) + 11` bytes and 5 more for each 64 KiB. Time is linear; data of more than 16, 64
    and 512 KiB gets less and less work for each byte. Matches are held for one segment of 128 KiB at a time.
    """
    effort = next((effort for effort in _EFFORTS if len(data) <= effort.max_bytes), _LEAST_EFFORT)
    blocks: list[_Block] = []
    for start in range(0, len(data) or 1, _SEGMENT):
        for block in _plan(data, start, min(start + _SEGMENT, len(data)), effort):
            _append(blocks, block)

    checksum = _adler32(data).to_bytes(4, "big")
    coded = BitWriter(_ZLIB_HEADER)
    for block in blocks:
        code = finest_code(block.counts)
        if code.n_bits(block.counts) < stored_bits(block.n_bytes):
            write_coded(coded, block.tokens, code, is_last=block is blocks[-1])
        else:
            write_stored(coded, data[block.start : block.start + block.n_bytes], is_last=block is blocks[-1])
    stored = BitWriter(_ZLIB_HEADER)
    write_stored(stored, data, is_last=True)
    return min(coded.getvalue(), stored.getvalue(), key=len) + checksum


def _plan(data: bytes, start: int, end: int, effort: _Effort) -> list[_Block]:
    """Returns the blocks of one segment of the data: the smallest of the parses that a few passes arrive at.

    Each pass parses under the costs that the blocks of the pass before suggest, then cuts anew. Ideal and real costs
    take turns: either alone gets stuck earlier.
    """
    matches = find_matches(data, start, end, effort.lengths)
    tokens = cheapest_parse(data, start, matches, [(0, first_costs(data[start:end]))])
    best = blocks = _cut(start, tokens)
    for i in range(effort.n_passes):
        sections = [
            (
                block.start - start,
                code_costs(block.code.literal_lengths, block.code.distances) if i % 2 else entropy_costs(block.counts),
            )
            for block in blocks
        ]
        blocks = _cut(start, cheapest_parse(data, start, matches, sections))
        if sum(block.n_bits for block in blocks) < sum(block.n_bits for block in best):
            best = blocks
    return best


def _cut(start: int, tokens: Sequence[Token]) -> list[_Block]:
    """Returns the tokens as blocks with cuts where they pay."""
    blocks: list[_Block] = []
    for begin, end in pairwise([0, *find_cuts(tokens, _MAX_PIECES), len(tokens)]):
        piece = list(tokens[begin:end])
        n_bytes = sum([value if distance else 1 for value, distance in piece])
        _append(blocks, _block(start, n_bytes, piece, count_symbols(piece)))
        start += n_bytes
    return blocks


def _append(blocks: list[_Block], block: _Block) -> None:
    """Appends a block, joined with those before it as long as that makes them no larger (here sizes are exact)."""
    while blocks:
        last = blocks[-1]
        n_bytes = last.n_bytes + block.n_bytes
        joined = _block(last.start, n_bytes, last.tokens + block.tokens, last.counts + block.counts)
        if joined.n_bits > last.n_bits + block.n_bits:
            break
        block = joined
        blocks.pop()
    blocks.append(block)


def _block(start: int, n_bytes: int, tokens: list[Token], counts: SymbolCounts) -> _Block:
    code = best_code(counts)
    return _Block(start, n_bytes, tokens, counts, code, min(code.n_bits(counts), stored_bits(n_bytes)))


def _adler32(data: bytes) -> int:
    """Returns the checksum that ends a zlib stream (RFC 1950, section 8)."""
    low, high = 1, 0
    for begin in range(0, len(data), _SEGMENT):
        piece = data[begin : begin + _SEGMENT]
        high = (high + low * len(piece) + sum(accumulate(piece))) % _ADLER_MODULUS
        low = (low + sum(piece)) % _ADLER_MODULUS
    return high << 16 | low
