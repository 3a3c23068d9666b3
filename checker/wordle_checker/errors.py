"""The errors of the checker: one about certificates, and one about what is installed."""

from __future__ import annotations

from wordle_runtime.errors import WordleError


class LibraryError(WordleError):
    """The installed libraries do not compile the checker's kernels as they should."""


class CertificateError(ValueError):
    """A certificate proves nothing. Checking raises no other error about its bytes, whatever they are."""
