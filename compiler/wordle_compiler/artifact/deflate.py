"""A deterministic DEFLATE encoder: the same bytes from the same data on every machine.

The zlib libraries that Pythons are built with (zlib, zlib-ng, ...) emit different bytes for the same data, so a tree
file cannot be byte-identical everywhere if they write it. This one is integers only; whatever it writes, every zlib
(RFC 1950, RFC 1951) inflates. It packs tighter than zlib's level 9: the parse is the cheapest under the blocks' own
codes, found in a few passes as zopfli does (Alakuijala and Vandevenne, 2013), and the blocks are cut where a new code
pays. It does not decompress.

Of all its kernels only those that are called from Python are kept on disk, with the others compiled into them: every
kernel that numba may keep costs each process a fraction of a millisecond, used or not.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import njit
from numpy.typing import NDArray

from wordle_compiler.artifact.bits import align
from wordle_compiler.artifact.blocks import (
    EXACT,
    FINEST,
    MAX_STORED,
    best_code,
    join_blocks,
    stored_bits,
    write_coded,
    write_stored,
)
from wordle_compiler.artifact.matches import ALL_LENGTHS, FEW_LENGTHS, FEWEST_LENGTHS, find_matches
from wordle_compiler.artifact.parsing import cheapest_parse, code_costs, entropy_costs, first_costs
from wordle_compiler.artifact.splitting import find_cuts
from wordle_compiler.artifact.tokens import N_SYMBOLS, ZERO, count_symbols, n_bytes_of

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
    lengths: NDArray[np.int64]


_EFFORTS = (
    _Effort(1 << 14, 8, ALL_LENGTHS),
    _Effort(1 << 16, 5, ALL_LENGTHS),
    _Effort(1 << 19, 2, FEW_LENGTHS),
)
_LEAST_EFFORT = _Effort(1 << 62, 1, FEWEST_LENGTHS)


def compress(data: bytes) -> bytes:
    """Returns `data` as a zlib stream (RFC 1950) that is the same on every machine and under every Python.

    The stream takes at most `len(data) + 11` bytes and 5 more for each 64 KiB. Time is linear; data of more than 16, 64
    and 512 KiB gets less and less work for each byte. Matches are held for one segment of 128 KiB at a time.
    """
    effort = next((effort for effort in _EFFORTS if len(data) <= effort.max_bytes), _LEAST_EFFORT)
    # A bytearray, because an array that may not be written to is another type to numba, and compiled once more.
    array = np.frombuffer(bytearray(data), np.uint8)
    segments: list[NDArray[np.int32]] = []
    segment_ends: list[NDArray[np.int64]] = []
    n_tokens = 0
    for start in range(0, len(data) or 1, _SEGMENT):
        chosen, chosen_ends = _plan(array, start, min(start + _SEGMENT, len(data)), effort.lengths, effort.n_passes)
        segments.append(chosen)
        segment_ends.append(chosen_ends + n_tokens)
        n_tokens += len(chosen)
    tokens, ends = np.concatenate(segments), np.concatenate(segment_ends)
    if len(segments) > 1:
        ends, _ = join_blocks(tokens, ends)
    blocks = _write(array, tokens, ends)
    return b"".join((_ZLIB_HEADER, blocks.tobytes(), _adler32(array).to_bytes(4, "big")))


@njit(cache=True, nogil=True)
def _plan(
    data: NDArray[np.uint8], start: int, end: int, lengths: NDArray[np.int64], n_passes: int
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Returns the tokens of one segment of the data, and where its blocks end among them.

    They are the smallest of the parses that a few passes arrive at. Each pass parses under the costs that the blocks of
    the pass before suggest, then cuts anew. Ideal and real costs take turns: either alone gets stuck earlier.
    """
    found, n_found = find_matches(data, start, end, lengths)
    section_starts = np.zeros(_MAX_PIECES, np.int64)
    costs = np.empty((_MAX_PIECES, N_SYMBOLS), np.int64)
    first_costs(data, start, end, costs[0])
    n_sections = 1
    best_tokens, best_ends, best_size = np.empty(0, np.int32), np.empty(0, np.int64), -1
    for i in range(n_passes + 1):
        tokens = cheapest_parse(data, start, found, n_found, section_starts[:n_sections], costs)
        ends, size = join_blocks(tokens, find_cuts(tokens, _MAX_PIECES))
        if best_size < 0 or size < best_size:
            best_tokens, best_ends, best_size = tokens, ends, size
        # What the next pass pays in each block.
        n_sections = len(ends)
        offset = 0
        begin: int = ZERO
        for block in range(n_sections):
            section_starts[block] = offset
            counts = count_symbols(tokens, begin, ends[block])
            if i % 2:
                code_costs(best_code(counts, EXACT)[0], costs[block])
            else:
                entropy_costs(counts, costs[block])
            while begin < ends[block]:
                offset += n_bytes_of(tokens[begin])
                begin += 1
    return best_tokens, best_ends


@njit(cache=True, nogil=True)
def _write(data: NDArray[np.uint8], tokens: NDArray[np.int32], ends: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Returns the tokens as blocks, coded or stored, whichever is smaller; or all data stored, if that is smallest."""
    # A block takes no more than its bytes stored, in one more piece than the data have at most.
    out = np.zeros(len(data) + 6 * (len(data) // MAX_STORED + len(ends)), np.uint8)
    n_bits: int = ZERO
    begin: int = ZERO
    byte: int = ZERO
    for block in range(len(ends)):
        end = ends[block]
        byte_end = byte
        for i in range(begin, end):
            byte_end += n_bytes_of(tokens[i])
        is_last = block == len(ends) - 1
        lengths, way, size = best_code(count_symbols(tokens, begin, end), FINEST)
        if size < stored_bits(byte_end - byte):
            n_bits = write_coded(out, n_bits, tokens, begin, end, lengths, way, is_last)
        else:
            n_bits = write_stored(out, n_bits, data, byte, byte_end, is_last)
        begin, byte = end, byte_end
    n_bits = align(n_bits)
    if n_bits > 8 * len(data) + 40 * max(1, -(-len(data) // MAX_STORED)):
        out = np.zeros(len(out), np.uint8)
        n_bits = write_stored(out, ZERO, data, ZERO, byte, byte == len(data))
    return out[: n_bits >> 3]


def _adler32(data: NDArray[np.uint8]) -> int:
    """Returns the checksum that ends a zlib stream (RFC 1950, section 8)."""
    low, high = 1, 0
    for begin in range(0, len(data), _SEGMENT):
        piece = data[begin : begin + _SEGMENT]
        sums = np.cumsum(piece, dtype=np.int64)
        high = (high + low * len(piece) + int(sums.sum())) % _ADLER_MODULUS
        low = (low + int(sums[-1])) % _ADLER_MODULUS
    return high << 16 | low
