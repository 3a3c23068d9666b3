"""The encoder against zlib's decoder, against brute force, and against the sizes that zlib reaches."""

from __future__ import annotations

import ast
import hashlib
import itertools
import os
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import wordle_compiler.artifact.deflate as deflate_module
from wordle_compiler.artifact.deflate import compress
from wordle_compiler.artifact.huffman import canonical_codes, optimal_lengths
from wordle_compiler.artifact.matches import ALL_LENGTHS, find_matches
from wordle_compiler.artifact.parsing import log2_fixed
from wordle_compiler.artifact.splitting import find_cuts
from wordle_compiler.artifact.tokens import (
    DISTANCE_BASE,
    DISTANCE_EXTRA,
    DISTANCE_SYMBOL,
    LENGTH_BASE,
    LENGTH_EXTRA,
    LENGTH_INDEX,
    LITERALS,
)

ROOMS = ("blocks", "deflate", "huffman", "matches", "parsing", "splitting", "tokens")


def noise(n_bytes: int, seed: int = 1) -> bytes:
    """Bytes without pattern, from SHA-256 and so the same everywhere."""
    blocks = (hashlib.sha256(f"{seed} {i}".encode()).digest() for i in range(n_bytes // 32 + 1))
    return b"".join(blocks)[:n_bytes]


def letters(n_letters: int, seed: int = 1) -> bytes:
    """Letters of unequal frequency, as in a column of a word table."""
    return bytes(97 + (a * b >> 8) * 26 // 256 for a, b in itertools.pairwise(noise(n_letters + 1, seed)))


def column(n_letters: int) -> bytes:
    """A word table's five columns: each letter place has other frequent letters."""
    return b"".join(bytes(97 + (x + 5 * i) % 26 for x in letters(n_letters, i)) for i in range(5))


def sparse(n_numbers: int) -> bytes:
    """Little-endian u16, 19 of 20 of them zero."""
    source = noise(2 * n_numbers, 7)
    return b"".join(
        source[i : i + 2] if source[i] % 20 == 0 and source[i + 1] < 8 else b"\x00\x00"
        for i in range(0, 2 * n_numbers, 2)
    )


SAMPLES = {
    "letters": letters(6000),
    "columns": column(1200),
    "feedbacks": bytes(x * y >> 8 for x, y in itertools.pairwise(noise(2500))),
    "small counts": bytes(max(0, x - 200) >> 2 for x in noise(2500)),
    "sparse u16": sparse(3000),
    "text": Path(deflate_module.__file__).read_bytes(),
    "one run": b"a" * 10_000,
    "period of three": b"abc" * 4000,
    "noise, then letters": noise(3000) + letters(3000),
}


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"x", id="one byte"),
        pytest.param(b"\x00\x00\x00", id="three equal bytes"),
        pytest.param(bytes(range(256)), id="all byte values"),
        pytest.param(bytes(range(256)) * 5, id="all byte values, five times"),
        *(pytest.param(b"a" * n, id=f"run of {n}") for n in (257, 258, 259, 260, 261, 517, 518, 519, 520)),
        pytest.param(bytes(70_000), id="run longer than the window and a stored block"),
        pytest.param(b"ab" + bytes(300) + b"ab" + bytes(700) + b"cd" + bytes(300), id="runs apart"),
        pytest.param(noise(500) + bytes(32768 - 500) + noise(500), id="repeat at the largest distance"),
        pytest.param(noise(500) + bytes(32769 - 500) + noise(500), id="repeat one beyond it"),
        pytest.param(letters(140_000), id="over a segment's end"),
        pytest.param(bytes(300_000), id="zeros over two segments' ends"),
        pytest.param(b"ab" * 270_000, id="least effort"),
        *(pytest.param(sample, id=name) for name, sample in SAMPLES.items()),
    ],
)
def test_zlib_inflates_it_to_the_same_bytes(data: bytes) -> None:
    assert zlib.decompress(compress(data)) == data


@settings(deadline=None)
@given(st.binary(max_size=2000))
def test_zlib_inflates_any_bytes(data: bytes) -> None:
    assert zlib.decompress(compress(data)) == data


@settings(deadline=None, max_examples=50)
@given(st.lists(st.tuples(st.binary(min_size=1, max_size=4), st.integers(1, 400)), max_size=12))
def test_zlib_inflates_any_runs(runs: list[tuple[bytes, int]]) -> None:
    data = b"".join(unit * n for unit, n in runs)

    assert zlib.decompress(compress(data)) == data


@pytest.mark.parametrize("n_bytes", [0, 1, 2, 100, 65_535, 65_536, 131_070, 131_073, 200_000])
def test_noise_is_stored_and_grows_by_little(n_bytes: int) -> None:
    data = noise(n_bytes)

    compressed = compress(data)

    assert zlib.decompress(compressed) == data
    assert len(compressed) <= n_bytes + 11 + 5 * (n_bytes // 65_536)


@pytest.mark.parametrize("name", SAMPLES)
def test_is_about_as_small_as_zlib_level_9_or_smaller(name: str) -> None:
    # A percent and a byte of slack, because zlib builds differ in what their level 9 reaches.
    reference = len(zlib.compress(SAMPLES[name], 9))

    assert len(compress(SAMPLES[name])) <= reference + reference // 100 + 1


def test_columns_of_letters_are_well_below_zlib_level_9() -> None:
    # The reason to parse optimally and to cut blocks: zlib copies three letters where three literals are shorter.
    data = SAMPLES["columns"]

    assert 100 * len(compress(data)) < 95 * len(zlib.compress(data, 9))


def test_same_bytes_as_ever() -> None:
    # A signature, computed once with this encoder: it says that machines and Pythons agree, not that the bytes are the
    # best ones. A change here changes every tree file that is compiled from now on.
    data = column(500) + sparse(500) + noise(400)

    digest = hashlib.sha256(compress(data)).hexdigest()

    assert digest == "23d9d11b63e6da4820a0da19c9bed789a34d278d2a6501686be0bb25896a72f4"


def test_hash_seed_does_not_matter() -> None:
    program = (
        "import hashlib; from wordle_compiler.artifact.deflate import compress;"
        "print(hashlib.sha256(compress(b'salet crane slate trace plate ' * 9 + bytes(range(256)))).hexdigest())"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}

    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env=environment | {"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }

    assert len(outputs) == 1


@pytest.mark.parametrize("room", ROOMS)
def test_uses_no_zlib_and_no_floats(room: str) -> None:
    tree = ast.parse(Path(deflate_module.__file__).with_name(f"{room}.py").read_text(encoding="utf-8"))

    for node in ast.walk(tree):
        assert not isinstance(node, ast.Div), "true division"
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), "a float"
        names = {alias.name for alias in node.names} if isinstance(node, ast.Import) else set()
        names |= {str(node.module)} if isinstance(node, ast.ImportFrom) else set()
        assert not names & {"zlib", "math", "numpy", "zopfli"}


# Length or distance, symbol, extra bits: rows of the tables in RFC 1951, section 3.2.5.
STANDARD_LENGTHS = """
3 257 0, 10 264 0, 11 265 1, 12 265 1, 18 268 1, 19 269 2, 34 272 2, 35 273 3, 114 279 4, 115 280 4, 130 280 4,
131 281 5, 226 283 5, 227 284 5, 257 284 5, 258 285 0"""
STANDARD_DISTANCES = """
1 0 0, 4 3 0, 5 4 1, 7 5 1, 9 6 2, 192 14 6, 193 15 6, 256 15 6, 257 16 7, 24576 28 13, 24577 29 13, 32768 29 13"""


@pytest.mark.parametrize("row", STANDARD_LENGTHS.strip().split(","))
def test_length_symbols_are_those_of_the_standard(row: str) -> None:
    length, symbol, n_extra = map(int, row.split())
    index = LENGTH_INDEX[length]

    assert (257 + index, LENGTH_EXTRA[index]) == (symbol, n_extra)
    assert 0 <= length - LENGTH_BASE[index] < 1 << n_extra


@pytest.mark.parametrize("row", STANDARD_DISTANCES.strip().split(","))
def test_distance_symbols_are_those_of_the_standard(row: str) -> None:
    distance, symbol, n_extra = map(int, row.split())

    assert (DISTANCE_SYMBOL[distance], DISTANCE_EXTRA[symbol]) == (symbol, n_extra)
    assert 0 <= distance - DISTANCE_BASE[symbol] < 1 << n_extra


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
    lengths = optimal_lengths(counts, limit)

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

    lengths = optimal_lengths(counts, limit)

    assert max(lengths) == limit
    assert sum(1 << (limit - length) for length in lengths) == 1 << limit


def test_huffman_lengths_without_need_of_the_limit() -> None:
    assert optimal_lengths([8, 4, 2, 1, 1], 15) == [1, 2, 3, 4, 4]
    assert optimal_lengths([0, 7, 0], 15) == [0, 1, 0]
    assert optimal_lengths([1, 1, 1], 15) == [2, 2, 1]


def test_huffman_refuses_more_symbols_than_codes() -> None:
    with pytest.raises(ValueError, match="5 symbols"):
        optimal_lengths([1] * 5, 2)


def test_canonical_codes_are_those_of_the_standard() -> None:
    # RFC 1951, section 3.2.2, has 010 011 100 101 110 00 1110 1111 for these lengths; here they are reversed.
    codes = canonical_codes([3, 3, 3, 3, 3, 2, 4, 4])

    assert codes == [0b010, 0b110, 0b001, 0b101, 0b011, 0b00, 0b0111, 0b1111]


@settings(deadline=None)
@given(st.text("ab", max_size=60).map(str.encode), st.integers(0, 20))
def test_matches_are_the_nearest_of_each_length(data: bytes, start: int) -> None:
    start = min(start, len(data))

    matches = find_matches(data, start, len(data))

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

    assert find_matches(near, 32768, len(near))[0][-1] == (6, 32768)
    assert find_matches(far, 32769, len(far))[0] == []


def test_match_lengths_hold_the_longest_of_every_symbol() -> None:
    longest = {base + (1 << n_extra) - 1 for base, n_extra in zip(LENGTH_BASE[:27], LENGTH_EXTRA[:27], strict=True)}

    assert longest | {257, 258} <= set(ALL_LENGTHS)


@pytest.mark.parametrize("number", [1, 2, 3, 5, 255, 256, 257, 4095, 4096, 4097, 65_535, 10**6, 10**9 + 7])
def test_log2_is_within_two_units_below(number: int) -> None:
    log = log2_fixed(number)

    # 2^(log / 256) <= number < 2^((log + 2) / 256), without floats.
    assert 1 << log <= number**256 < 1 << log + 2


def test_cut_falls_where_the_letters_change() -> None:
    tokens = [LITERALS[byte] for byte in letters(1000)] + [LITERALS[byte - 64] for byte in letters(1000)]

    cuts = find_cuts(tokens, 32)

    assert cuts == [1000]


def test_no_cut_in_even_letters() -> None:
    assert find_cuts([LITERALS[byte] for byte in letters(2000)], 32) == []
    assert find_cuts([LITERALS[0]] * 3, 32) == []
