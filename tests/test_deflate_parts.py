"""The parts of the encoder: the alphabet against the standard, the rest against brute force and plain twins."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from byte_samples import letters, noise
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from wordle_compiler.artifact.huffman import canonical_codes, optimal_lengths
from wordle_compiler.artifact.matches import ALL_LENGTHS, find_matches
from wordle_compiler.artifact.parsing import cheapest_parse, log2_fixed
from wordle_compiler.artifact.splitting import find_cuts
from wordle_compiler.artifact.tokens import N_SYMBOLS, SYMBOL_BASE, SYMBOL_EXTRA, distance_symbol, first_symbol


def as_array(data: bytes) -> NDArray[np.uint8]:
    return np.frombuffer(bytearray(data), np.uint8)


def as_pairs(tokens: NDArray[np.int32]) -> list[tuple[int, int]]:
    """Tokens as (byte or length, distance or 0)."""
    return [(token >> 16, token & 0xFFFF) for token in tokens.tolist()]


def matches_of(data: bytes, start: int) -> list[list[tuple[int, int]]]:
    found, n_found = find_matches(as_array(data), start, len(data), ALL_LENGTHS)
    return [as_pairs(row[:n]) for row, n in zip(found, n_found, strict=True)]


def lengths_of(counts: list[int], limit: int) -> list[int]:
    lengths = np.empty(len(counts), np.int64)
    optimal_lengths(np.array(counts, np.int64), limit, lengths)
    return lengths.tolist()


# Length or distance, symbol, extra bits: rows of the tables in RFC 1951, section 3.2.5.
STANDARD_LENGTHS = """
3 257 0, 10 264 0, 11 265 1, 12 265 1, 18 268 1, 19 269 2, 34 272 2, 35 273 3, 114 279 4, 115 280 4, 130 280 4,
131 281 5, 226 283 5, 227 284 5, 257 284 5, 258 285 0"""
STANDARD_DISTANCES = """
1 0 0, 4 3 0, 5 4 1, 7 5 1, 9 6 2, 192 14 6, 193 15 6, 256 15 6, 257 16 7, 24576 28 13, 24577 29 13, 32768 29 13"""


@pytest.mark.parametrize("row", STANDARD_LENGTHS.strip().split(","))
def test_length_symbols_are_those_of_the_standard(row: str) -> None:
    length, symbol, n_extra = map(int, row.split())

    assert (first_symbol(length << 16 | 1), SYMBOL_EXTRA[symbol]) == (symbol, n_extra)
    assert 0 <= length - SYMBOL_BASE[symbol] < 1 << n_extra


@pytest.mark.parametrize("row", STANDARD_DISTANCES.strip().split(","))
def test_distance_symbols_are_those_of_the_standard(row: str) -> None:
    distance, symbol, n_extra = map(int, row.split())

    assert (distance_symbol(3 << 16 | distance), SYMBOL_EXTRA[288 + symbol]) == (288 + symbol, n_extra)
    assert 0 <= distance - SYMBOL_BASE[288 + symbol] < 1 << n_extra


def brute_force_cost(counts: list[int], limit: int) -> int:
    """The smallest total over all lengths that some prefix code has (Kraft's inequality)."""
    used = [count for count in counts if count]
    return min(
        sum(count * length for count, length in zip(used, lengths, strict=True))
        for lengths in itertools.product(range(1, limit + 1), repeat=len(used))
        if sum(1 << (limit - length) for length in lengths) <= 1 << limit
    )


@settings(deadline=None)
@given(st.lists(st.integers(0, 60), min_size=1, max_size=6), st.integers(3, 5))
def test_huffman_lengths_cost_what_brute_force_finds(counts: list[int], limit: int) -> None:
    lengths = lengths_of(counts, limit)

    assert [bool(length) for length in lengths] == [bool(count) for count in counts]
    assert max(lengths) <= limit
    cost = sum(count * length for count, length in zip(counts, lengths, strict=True))
    assert cost == (brute_force_cost(counts, limit) if any(counts) else 0)


@pytest.mark.parametrize(("n_symbols", "limit"), [(30, 15), (19, 7), (16, 4), (3, 2)])
def test_huffman_lengths_stay_within_the_limit_and_fill_it(n_symbols: int, limit: int) -> None:
    # Fibonacci counts are the worst case: without a limit the rarest symbol's code has n_symbols - 1 bits.
    counts = [1, 1]
    while len(counts) < n_symbols:
        counts.append(counts[-1] + counts[-2])

    lengths = lengths_of(counts, limit)

    assert max(lengths) == limit
    assert sum(1 << (limit - length) for length in lengths) == 1 << limit


def test_huffman_lengths_without_need_of_the_limit() -> None:
    assert lengths_of([8, 4, 2, 1, 1], 15) == [1, 2, 3, 4, 4]
    assert lengths_of([0, 7, 0], 15) == [0, 1, 0]
    assert lengths_of([1, 1, 1], 15) == [2, 2, 1]


def test_huffman_refuses_more_symbols_than_codes() -> None:
    with pytest.raises(ValueError, match="more symbols"):
        lengths_of([1] * 5, 2)


def test_canonical_codes_are_those_of_the_standard() -> None:
    # RFC 1951, section 3.2.2, has 010 011 100 101 110 00 1110 1111 for these lengths; here they are reversed.
    codes = np.empty(8, np.int64)

    canonical_codes(np.array([3, 3, 3, 3, 3, 2, 4, 4], np.int64), codes)

    assert codes.tolist() == [0b010, 0b110, 0b001, 0b101, 0b011, 0b00, 0b0111, 0b1111]


@settings(deadline=None)
@given(st.text("ab", max_size=60).map(str.encode), st.integers(0, 20))
def test_matches_are_the_nearest_of_each_length(data: bytes, start: int) -> None:
    start = min(start, len(data))

    matches = matches_of(data, start)

    for position in range(start, len(data)):
        expected = []
        for length in range(3, len(data) - position + 1):
            nearest = data.rfind(data[position : position + length], 0, position + length - 1)
            if nearest >= 0:
                expected.append((length, position - nearest))
        found = matches[position - start]
        # Above 18 not every length is listed, and the longest may keep a farther source than it could have.
        assert [match for match in found if match[0] <= 18] == [match for match in expected if match[0] <= 18]
        assert [length for length, _ in found][-1:] == [length for length, _ in expected][-1:]
        for length, distance in found:
            assert data[position : position + length] == bytes(
                data[position - distance + i % distance] for i in range(length)
            )


def test_matches_see_the_window_and_no_further() -> None:
    near = b"needle" + noise(32768 - 6) + b"needle"
    far = b"needle" + noise(32769 - 6) + b"needle"

    assert matches_of(near, 32768)[0][-1] == (6, 32768)
    assert matches_of(far, 32769)[0] == []


def test_match_lengths_hold_the_longest_of_every_symbol() -> None:
    longest = {int(SYMBOL_BASE[symbol]) + (1 << int(SYMBOL_EXTRA[symbol])) - 1 for symbol in range(257, 284)}

    assert longest | {257, 258} <= set(ALL_LENGTHS.tolist())


@pytest.mark.parametrize("number", [1, 2, 3, 5, 255, 256, 257, 4095, 4096, 4097, 65_535, 10**6, 10**9 + 7])
def test_log2_is_within_two_units_below(number: int) -> None:
    log = log2_fixed(number)

    # 2^(log / 256) <= number < 2^((log + 2) / 256), without floats.
    assert 1 << log <= number**256 < 1 << log + 2


def plain_parse(
    data: bytes, matches: list[list[tuple[int, int]]], sections: list[int], costs: NDArray[np.int64]
) -> list[tuple[int, int]]:
    """The twin of `cheapest_parse`: from the end on, the cheapest way on from each byte; of equal ones the first."""
    cost_from, tokens_from = [0], [[]]
    for offset in range(len(data) - 1, -1, -1):
        row = costs[max(i for i, start in enumerate(sections) if start <= offset)].tolist()
        ways = [(row[data[offset]] + cost_from[-1], (data[offset], 0), 1)]
        for length, distance in matches[offset]:
            token = length << 16 | distance
            cost = row[first_symbol(token)] + row[distance_symbol(token)] + cost_from[-length]
            ways.append((cost, (length, distance), length))
        cost, token, n_bytes = min(ways, key=lambda way: way[0])
        tokens_from.append([token, *tokens_from[-n_bytes]])
        cost_from.append(cost)
    return tokens_from[-1]


@settings(deadline=None)
@given(st.text("abc", min_size=1, max_size=80).map(str.encode), st.integers(0, 40), st.integers(0, 2**32 - 1))
def test_parse_is_the_cheapest(data: bytes, cut: int, seed: int) -> None:
    matches = matches_of(data, 0)
    found, n_found = find_matches(as_array(data), 0, len(data), ALL_LENGTHS)
    sections = [0, *([cut] if 0 < cut < len(data) else [])]
    costs = np.random.default_rng(seed).integers(256, 4096, (2, N_SYMBOLS))

    tokens = cheapest_parse(as_array(data), 0, found, n_found, np.array(sections, np.int64), costs)

    assert as_pairs(tokens) == plain_parse(data, matches, sections, costs)


def literals(data: bytes) -> NDArray[np.int32]:
    return as_array(data).astype(np.int32) << np.int32(16)


def test_cut_falls_where_the_letters_change() -> None:
    tokens = literals(letters(1000) + bytes(byte - 64 for byte in letters(1000)))

    ends = find_cuts(tokens, 32)

    assert ends.tolist() == [1000, 2000]


def test_no_cut_in_even_letters() -> None:
    assert find_cuts(literals(letters(2000)), 32).tolist() == [2000]
    assert find_cuts(literals(bytes(3)), 32).tolist() == [3]
    assert find_cuts(literals(b""), 32).tolist() == [0]
