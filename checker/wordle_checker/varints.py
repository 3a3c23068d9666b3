"""Reads the numbers of a chapter: unsigned LEB128 in the shortest form, at most nine bytes each."""

from __future__ import annotations

from wordle_checker.errors import CertificateError, Reason
from wordle_checker.limits import LONGEST_NUMBER


class Numbers:
    """Reads the numbers in a chapter's content one by one."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._at = 0

    def is_at_end(self) -> bool:
        """Returns whether no number follows."""
        return self._at == len(self._content)

    def next(self) -> int:
        """Reads a number.

        Raises:
            CertificateError: The number is cut off, longer than necessary, or longer than nine bytes.
        """
        number = 0
        for place in range(LONGEST_NUMBER):
            if self.is_at_end():
                raise CertificateError(Reason.FILE, "a number is cut off")
            byte = self._content[self._at]
            self._at += 1
            number |= (byte & 0x7F) << 7 * place
            if byte < 0x80:
                if byte == 0 and place > 0:
                    raise CertificateError(Reason.FILE, "a number is longer than it needs to be")
                return number
        raise CertificateError(Reason.FILE, f"a number has more than {LONGEST_NUMBER} bytes")
