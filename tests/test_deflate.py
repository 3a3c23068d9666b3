"""The encoder against zlib's decoder and against the sizes that zlib reaches; `test_deflate_parts` has its parts."""

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
from byte_samples import column, letters, noise, sparse
from hypothesis import given, settings
from hypothesis import strategies as st

import wordle_compiler.artifact.deflate as deflate_module
from wordle_compiler.artifact.deflate import compress

ROOMS = ("bits", "blocks", "deflate", "headers", "huffman", "matches", "parsing", "splitting", "tokens")


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


PINNED = {
    "letters": (letters(6000), "9377b26e7b008f31"),
    "columns": (column(1200), "a33a7c5d9f1ec4b0"),
    "sparse u16": (sparse(3000), "502ab38a5f2b30c5"),
    "runs": (b"".join(bytes([i % 7]) * (i * i % 700) for i in range(90)), "03a4bab61d2b2bb1"),
    "noise, then letters": (noise(3000) + letters(3000), "ad653f4929c34929"),
    "medium effort": (column(5000), "b8da88b0db38d013"),
    "two segments": (letters(100_000) + bytes(20_000) + sparse(40_000), "65f7a4db713d17eb"),
    "least effort": (letters(60_000) * 9, "9279c8fc65e32bff"),
}


@pytest.mark.parametrize("name", PINNED)
def test_same_bytes_as_without_kernels(name: str) -> None:
    # Computed once with the encoder as it was before it had kernels, in plain Python.
    data, digest = PINNED[name]

    assert hashlib.sha256(compress(data)).hexdigest()[:16] == digest


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
        assert not names & {"zlib", "math", "zopfli"}
        # Of numpy only integers: an array without a type is one of floats, and so is the result of many a function.
        assert not (isinstance(node, ast.Attribute) and node.attr.startswith(("float", "log", "exp", "sqrt", "mean")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("empty", "zeros"):
            assert len(node.args) == 2, "an array without a type"
