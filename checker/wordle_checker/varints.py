"""Reads the numbers of a chapter: unsigned LEB128 in the shortest form, at most nine bytes each."""

from __future__ import annotations

from wordle_checker.errors import CertificateError, Reason
from wordle_checker.limits import LONGEST_NUMBER

_AHEAD = 4096
"""How many numbers are decoded at once: one by one, a method's overhead would take longer than the decoding."""


class Numbers:
    """Reads the numbers in a chapter's content one by one."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._at = 0
        # Decoded numbers, and how many of them have been read.
        self._decoded: list[int] = []
        self._n_read = 0

    def is_at_end(self) -> bool:
        """Returns whether no number follows."""
        return self._n_read == len(self._decoded) and self._at == len(self._content)

    def next(self) -> int:
        """Reads a number.

        Raises:
            CertificateError: The number is cut off, longer than necessary, or longer than nine bytes.
        """
        if self._n_read == len(self._decoded):
            self._decode()
        number = self._decoded[self._n_read]
        self._n_read += 1
        return number

    def _decode(self) -> None:
        """Decodes the next numbers, at least one; those before a faulty one, whose turn comes later."""
        content, at = self._content, self._at
        decoded: list[int] = []
        try:
            while len(decoded) < _AHEAD:
                number, end = content[at], at + 1
                if number >= 0x80:
                    number, end = self._long(at)
                decoded.append(number)
                at = end
        except CertificateError:
            if not decoded:
                raise
        except IndexError:
            if not decoded:
                raise _cut_off() from None
        self._decoded, self._n_read, self._at = decoded, 0, at

    def _long(self, at: int) -> tuple[int, int]:
        """Returns a number of several bytes, and where the next one begins."""
        number = 0
        for place, byte in enumerate(self._content[at : at + LONGEST_NUMBER]):
            number |= (byte & 0x7F) << 7 * place
            if byte < 0x80:
                if byte == 0:
                    raise CertificateError(Reason.FILE, "a number is longer than it needs to be")
                return number, at + place + 1
        if at + LONGEST_NUMBER > len(self._content):
            raise _cut_off()
        raise CertificateError(Reason.FILE, f"a number has more than {LONGEST_NUMBER} bytes")


def _cut_off() -> CertificateError:
    return CertificateError(Reason.FILE, "a number is cut off")
