"""Reads the bytes of a certificate: MessagePack from a file, and the numbers in the content of a chapter.

It reads MessagePack value by value, each of the type that the caller expects.

The caller states the type of each value, so a hostile file cannot make the reader recurse or allocate more than the
caller allows. The reader hashes each byte that it reads, so the checksum covers exactly those bytes.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, BinaryIO, NoReturn

from wordle_checker.errors import CertificateError

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST_NUMBER = 9
"""The most bytes in a number of a chapter."""

_CHUNK = 1 << 20
_NIL = 0xC0
# For each type, how the first byte of a value says a number: its least value if it holds a number itself, and how many
# it can hold; otherwise how many bytes follow, by its value.
_ARRAY = ("an array", 0x90, 16, {0xDC: 2, 0xDD: 4})
_BINARY = ("a byte string", 0, 0, {0xC4: 1, 0xC5: 2, 0xC6: 4})
_MAP = ("a map", 0x80, 16, {0xDE: 2, 0xDF: 4})
_TEXT = ("a string", 0xA0, 32, {0xD9: 1, 0xDA: 2, 0xDB: 4})
_UINT = ("an unsigned integer", 0, 128, {0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8})


class PackedReader:
    """Reads values from an untrusted file.

    Each method raises a `CertificateError` if the next value is not of its type.

    Attributes:
        n_read: The bytes read so far.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._sha256 = hashlib.sha256()
        self.n_read = 0

    def digest(self) -> bytes:
        """Returns the SHA-256 of every byte read so far."""
        return self._sha256.digest()

    def is_at_end(self) -> bool:
        """Returns whether the file has ended; if it has not, this consumes a byte, so do not read any further."""
        return not self._file.read(1)

    def nil_or_uint(self) -> int | None:
        """Reads nil or an unsigned integer."""
        first = self._take(1)[0]
        return None if first == _NIL else self._number(first, *_UINT)

    def uint(self) -> int:
        """Reads an unsigned integer."""
        return self._number(self._take(1)[0], *_UINT)

    def array(self) -> int:
        """Reads the head of an array, and returns how many values follow."""
        return self._number(self._take(1)[0], *_ARRAY)

    def map(self) -> int:
        """Reads the head of a map, and returns how many pairs follow."""
        return self._number(self._take(1)[0], *_MAP)

    def text(self, longest: int) -> str:
        """Reads a string of at most `longest` bytes."""
        try:
            return self._bytes(longest, *_TEXT).decode("utf-8")
        except UnicodeDecodeError:
            self._fail("a string that is not UTF-8")

    def binary(self, longest: int) -> bytes:
        """Reads a byte string of at most `longest` bytes."""
        return self._bytes(longest, *_BINARY)

    def _bytes(self, longest: int, what: str, base: int, n_short: int, widths: dict[int, int]) -> bytes:
        length = self._number(self._take(1)[0], what, base, n_short, widths)
        if length > longest:
            self._fail(f"{what} of {length} bytes where at most {longest} are allowed")
        return self._take(length)

    def _number(self, first: int, what: str, base: int, n_short: int, widths: dict[int, int]) -> int:
        """Returns the number that a first byte says, or that follows it."""
        if base <= first < base + n_short:
            return first - base
        if first not in widths:
            self._fail(f"{what} is missing")
        width = widths[first]
        number = int.from_bytes(self._take(width), "big")
        narrower = max((other for other in widths.values() if other < width), default=0)
        if number < (1 << 8 * narrower if narrower else n_short):
            self._fail("a number that is longer than it needs to be")
        return number

    def _take(self, n_bytes: int) -> bytes:
        parts = []
        missing = n_bytes
        while missing:
            part = self._file.read(min(missing, _CHUNK))
            if not part:
                self._fail("the file is cut off")
            self._sha256.update(part)
            self.n_read += len(part)
            missing -= len(part)
            parts.append(part)
        return b"".join(parts)

    def _fail(self, what: str) -> NoReturn:
        raise CertificateError(f"not a certificate: {what} (near byte {self.n_read})")


def read_numbers(content: bytes) -> Iterator[int]:
    """Yields the numbers in a chapter's content: unsigned LEB128 in the shortest form, at most nine bytes each.

    Raises:
        CertificateError: A number is cut off, longer than necessary, or longer than nine bytes.
    """
    n_bytes = shift = number = 0
    for byte in content:
        if byte < 0x80 and n_bytes == 0:
            yield byte
            continue
        number |= (byte & 0x7F) << shift
        n_bytes, shift = n_bytes + 1, shift + 7
        if byte < 0x80:
            if byte == 0:
                raise CertificateError("a number is longer than it needs to be")
            yield number
            n_bytes = shift = number = 0
        elif n_bytes == LONGEST_NUMBER:
            raise CertificateError(f"a number has more than {LONGEST_NUMBER} bytes")
    if n_bytes:
        raise CertificateError("a number is cut off")
