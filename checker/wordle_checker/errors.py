"""The one error of the checker."""

from __future__ import annotations

from enum import StrEnum


class Reason(StrEnum):
    """Why a certificate is refused."""

    FILE = "file"
    """The bytes are no certificate of a version that is known."""

    GAME = "game"
    """It is about another game, another tree or another claim, or the tree does not hold."""

    ENTRY = "entry"
    """A frame has an entry that cannot stand there."""

    USE = "use"
    """A lemma is used that is not there, or that does not fit."""

    SYMMETRY = "symmetry"
    """A symmetry is none, or stands where none may stand."""

    LEMMA = "lemma"
    """A lemma does not follow from the rules."""

    CLAIM = "claim"
    """A claim does not follow from its chapters."""

    COUNT = "count"
    """There are more or fewer lemmas than the header says, or too many are kept."""


class CertificateError(Exception):
    """A certificate proves nothing, and why. It is the only error that checking raises, whatever the bytes.

    Attributes:
        reason: The kind of what is wrong.
    """

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(message)
        self.reason = reason

    def __reduce__(self) -> tuple[type[CertificateError], tuple[Reason, str]]:
        return CertificateError, (self.reason, str(self))
