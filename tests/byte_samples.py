"""Bytes to compress, alike on every machine: with no pattern, and with those of a tree file's arrays."""

from __future__ import annotations

import hashlib
import itertools


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
