"""Reads a certificate's header, and its chapters one at a time. It does not interpret them."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

from wordle_checker.errors import CertificateError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wordle_checker.game import Game
    from wordle_checker.packed import PackedReader

MAGIC = "wordle-tree certificate"
VERSION = (3, 0)
KEYS = ("magic", "version", "fingerprint", "tree", "openers", "claims", "symmetries", "lemmas")
MOST_SYMMETRIES = 1 << 16
"""The most symmetries of one set."""

LARGEST_CHAPTER = 64 << 20
"""The most bytes in the content of a chapter."""

_STREAM_OVERHEAD = 1 << 16  # zlib adds some bytes to incompressible data.
_DIGEST_BYTES = 32
_LONGEST_KEY = 255
_MOST_CLAIMS = 2


@dataclass(frozen=True)
class Claim:
    """What a certificate claims to prove.

    Attributes:
        n_left: The most guesses that a strategy may take.
        bound: The least total; None claims that no strategy exists.
    """

    n_left: int
    bound: int | None


@dataclass(frozen=True)
class Header:
    """A certificate's header, without its magic, its version and the game's fingerprint.

    Attributes:
        tree: The SHA-256 of the tree's bytes.
        opener: The opener that the claims are about, by its place in the allowed list; None means every opener.
        claims: The claims.
        symmetries: Lists of places and of symbols.
        n_lemmas: How many lemmas follow.
    """

    tree: bytes
    opener: int | None
    claims: tuple[Claim, ...]
    symmetries: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    n_lemmas: int

    def check_count(self, n_found: int) -> None:
        """Checks that no more lemmas were found than the header says: they are what the work was weighed by."""
        if n_found > self.n_lemmas:
            raise CertificateError(f"it has more lemmas than the {self.n_lemmas} of its header")


def read_header(reader: PackedReader, game: Game) -> Header:
    """Reads the header.

    Raises:
        CertificateError: It is not a header, its version is unknown, or it is that of another game.
    """
    n_keys = reader.map()
    _expect_key(reader, "magic")
    if reader.text(_LONGEST_KEY) != MAGIC:
        _fail(f"its magic is not {MAGIC!r}")
    _expect_key(reader, "version")
    _expect_length(reader, 2, "version")
    major, minor = reader.uint(), reader.uint()
    if (major, minor) != VERSION:
        _fail(f"its version is {major}.{minor}, but this checker reads version {VERSION[0]}.{VERSION[1]}")
    if n_keys != len(KEYS):
        _fail(f"its header has {n_keys} keys")
    _expect_key(reader, "fingerprint")
    # What follows can only be read with the certificate's own game.
    if _digest(reader) != game.fingerprint:
        raise CertificateError("the certificate is for another game: its fingerprint differs")
    _expect_key(reader, "tree")
    tree = _digest(reader)
    opener = reader.uint() if _array(reader, "openers", 1) else None
    claims = tuple(_claim(reader) for _ in range(_array(reader, "claims", _MOST_CLAIMS)))
    symmetries = tuple(_symmetry(reader, game) for _ in range(_array(reader, "symmetries", MOST_SYMMETRIES)))
    _expect_key(reader, "lemmas")
    return Header(tree, opener, claims, symmetries, n_lemmas=reader.uint())


def read_chapters(reader: PackedReader, header: Header, weigh: Callable[[int], None]) -> Iterator[tuple[int, bytes]]:
    """Yields each chapter as the number of its claim and its content, inflated, and then checks the end of the file.

    `weigh` is called with the size of each content, before it is inflated.

    Raises:
        CertificateError: The file holds something other than chapters, or the checksum differs.
    """
    claim = 0
    while True:
        digest = reader.digest()
        length = reader.array()
        number = reader.nil_or_uint()
        if length == 2 and number is None:
            break
        if length != 3 or number is None:
            _fail("neither a chapter nor the end follows")
        if not claim <= number < len(header.claims):
            _fail(f"a chapter of claim {number} is out of order")
        claim = number
        weigh(size := reader.uint())
        yield claim, _inflate(size, reader)
    if _digest(reader) != digest:
        _fail("its checksum differs: the file is damaged")
    if not reader.is_at_end():
        _fail("something follows its end")


def _inflate(size: int, reader: PackedReader) -> bytes:
    if not 0 < size <= LARGEST_CHAPTER:
        _fail(f"a chapter declares {size} bytes of content, not 1 to {LARGEST_CHAPTER}")
    packed = reader.binary(LARGEST_CHAPTER + _STREAM_OVERHEAD)
    inflater = zlib.decompressobj()
    try:
        content = inflater.decompress(packed, size)
        # Reads the rest of a complete stream: its own checksum, which adds nothing to the content.
        content += inflater.decompress(inflater.unconsumed_tail, 1)
    except zlib.error:
        _fail("a chapter's stream is damaged")
    if len(content) != size or not inflater.eof or inflater.unused_data or inflater.unconsumed_tail:
        _fail(f"a chapter's stream does not inflate to exactly the {size} bytes that it declares")
    return content


def _claim(reader: PackedReader) -> Claim:
    _expect_length(reader, 2, "claim")
    return Claim(reader.uint(), reader.nil_or_uint())


def _symmetry(reader: PackedReader, game: Game) -> tuple[tuple[int, ...], tuple[int, ...]]:
    _expect_length(reader, 2, "symmetry")
    _expect_length(reader, game.length, "places of a symmetry")
    places = tuple(reader.uint() for _ in range(game.length))
    _expect_length(reader, len(game.symbols), "symbols of a symmetry")
    return places, tuple(reader.uint() for _ in game.symbols)


def _array(reader: PackedReader, key: str, most: int) -> int:
    _expect_key(reader, key)
    length = reader.array()
    if length > most:
        _fail(f"it has {length} {key}")
    return length


def _expect_key(reader: PackedReader, key: str) -> None:
    if reader.text(_LONGEST_KEY) != key:
        _fail(f"its header lacks the key {key!r} in its place")


def _expect_length(reader: PackedReader, expected: int, what: str) -> None:
    length = reader.array()
    if length != expected:
        _fail(f"{what} has {length} values, not {expected}")


def _digest(reader: PackedReader) -> bytes:
    digest = reader.binary(_DIGEST_BYTES)
    if len(digest) != _DIGEST_BYTES:
        _fail(f"a digest has {len(digest)} bytes")
    return digest


def _fail(what: str) -> NoReturn:
    raise CertificateError(f"not a certificate: {what}")
