"""The errors of the checker: one about certificates, and one about what is installed."""

from __future__ import annotations

from enum import StrEnum

from wordle_runtime.errors import WordleError


class Reason(StrEnum):
    """Why a certificate is rejected."""

    FILE = "file"
    """The bytes are not a certificate of a known version."""

    GAME = "game"
    """It is about another game, tree or claim, or the replay rejects the tree."""

    ENTRY = "entry"
    """A frame has an entry that is not permitted there."""

    USE = "use"
    """It uses a lemma that does not exist, or that does not apply."""

    SYMMETRY = "symmetry"
    """A symmetry is invalid, or not permitted there."""

    LEMMA = "lemma"
    """A lemma does not follow from the rules."""

    CLAIM = "claim"
    """A claim does not follow from its chapters."""

    COUNT = "count"
    """There are more or fewer lemmas than the header says, or too many are kept."""

    TIME = "time"
    """It was not checked within the time limit."""


class LibraryError(WordleError):
    """The installed libraries do not compile the checker's kernels as they should."""


class CertificateError(ValueError):
    """A certificate proves nothing. Checking raises no other error about its bytes, whatever they are.

    Attributes:
        reason: The kind of error.
    """

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(message)
        self.reason = reason
