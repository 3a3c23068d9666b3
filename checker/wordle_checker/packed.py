"""Reads MessagePack from a file, value by value, each of the type that the caller expects.

The caller states the type of each value, so a hostile file cannot make the reader recurse or allocate more than the
caller allows. The reader hashes each byte that it reads, so the checksum covers exactly those bytes.
"""

from __future__ import annotations

import hashlib
from typing import BinaryIO, NoReturn

from wordle_checker.errors import CertificateError, Reason

_CHUNK = 1 << 20
_NIL = 0xC0
_UINTS = {0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8}
_BINS = {0xC4: 1, 0xC5: 2, 0xC6: 4}
_STRINGS = {0xD9: 1, 0xDA: 2, 0xDB: 4}
_ARRAYS = {0xDC: 2, 0xDD: 4}
_MAPS = {0xDE: 2, 0xDF: 4}
# First byte -> bytes of payload, for the types that are only skipped: booleans, floats, signed integers, ext.
_FIXED = {0xC2: 0, 0xC3: 0, 0xCA: 4, 0xCB: 8, 0xD0: 1, 0xD1: 2, 0xD2: 4, 0xD3: 8}
_FIXED |= {0xD4: 2, 0xD5: 3, 0xD6: 5, 0xD7: 9, 0xD8: 17}
_EXTENSIONS = {0xC7: 1, 0xC8: 2, 0xC9: 4}


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
        first = self._byte()
        return None if first == _NIL else self._uint(first)

    def uint(self) -> int:
        """Reads an unsigned integer."""
        return self._uint(self._byte())

    def array(self) -> int:
        """Reads the head of an array, and returns how many values follow."""
        first = self._byte()
        if 0x90 <= first <= 0x9F:
            return first & 0x0F
        return self._length(first, _ARRAYS, "an array", 16)

    def map(self) -> int:
        """Reads the head of a map, and returns how many pairs follow."""
        first = self._byte()
        if 0x80 <= first <= 0x8F:
            return first & 0x0F
        return self._length(first, _MAPS, "a map", 16)

    def text(self, longest: int) -> str:
        """Reads a string of at most `longest` bytes."""
        first = self._byte()
        is_short = 0xA0 <= first <= 0xBF
        length = first & 0x1F if is_short else self._length(first, _STRINGS, "a string", 32)
        if length > longest:
            self._fail(f"a string of {length} bytes where at most {longest} are allowed")
        try:
            return self._take(length).decode("utf-8")
        except UnicodeDecodeError:
            self._fail("a string that is not UTF-8")

    def binary(self, longest: int) -> bytes:
        """Reads a byte string of at most `longest` bytes."""
        length = self._length(self._byte(), _BINS, "a byte string", 0)
        if length > longest:
            self._fail(f"a byte string of {length} bytes where at most {longest} are allowed")
        return self._take(length)

    def skip(self) -> None:
        """Skips one value of any type, however nested, without storing it."""
        n_left = 1
        while n_left:
            n_left -= 1
            first = self._byte()
            if first <= 0x7F or first >= 0xE0 or first == _NIL:
                continue
            if first <= 0x8F:
                n_left += 2 * (first & 0x0F)
            elif first <= 0x9F:
                n_left += first & 0x0F
            elif first <= 0xBF:
                self._skip_bytes(first & 0x1F)
            elif first in _MAPS:
                n_left += 2 * self._number(_MAPS[first])
            elif first in _ARRAYS:
                n_left += self._number(_ARRAYS[first])
            elif first in _STRINGS or first in _BINS:
                self._skip_bytes(self._number((_STRINGS | _BINS)[first]))
            elif first in _EXTENSIONS:
                self._skip_bytes(self._number(_EXTENSIONS[first]) + 1)
            elif first in _FIXED or first in _UINTS:
                self._skip_bytes((_FIXED | _UINTS)[first])
            else:
                self._fail(f"the byte {first:#04x}, which begins no value")

    def _uint(self, first: int) -> int:
        if first <= 0x7F:
            return first
        return self._length(first, _UINTS, "an unsigned integer", 0x80)

    def _length(self, first: int, widths: dict[int, int], expected: str, least: int) -> int:
        """Reads the number that follows a first byte.

        `least` is the smallest number that the shorter forms cannot hold.
        """
        if first not in widths:
            self._fail(f"{expected} is missing")
        width = widths[first]
        number = self._number(width)
        narrower = max((other for other in widths.values() if other < width), default=0)
        if number < (1 << 8 * narrower if narrower else least):
            self._fail("a number that is longer than it needs to be")
        return number

    def _number(self, width: int) -> int:
        return int.from_bytes(self._take(width), "big")

    def _byte(self) -> int:
        return self._take(1)[0]

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

    def _skip_bytes(self, n_bytes: int) -> None:
        while n_bytes:
            n_bytes -= len(self._take(min(n_bytes, _CHUNK)))

    def _fail(self, what: str) -> NoReturn:
        raise CertificateError(Reason.FILE, f"not a certificate: {what} (near byte {self.n_read})")
