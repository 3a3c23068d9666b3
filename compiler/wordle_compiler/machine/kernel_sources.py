"""Distinguishes the compiled kernels of one state of the sources from those of another.

A compiled function depends on every kernel that it calls, in whatever file. After an edit (or an in-place upgrade) of
`views.py`, a stored `search` would still use the old kernels and silently return a wrong total. So compiled kernels are
kept in a folder named after the content of all files with kernels.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

PACKAGE = Path(__file__).parent.parent
KERNEL_SOURCES = (
    *("game/legality.py", "kernels/*.py", "search/*.py", "certificate/*.py"),
    "solver/refutation/cores.py",
    *("strategies/*scores.py", "strategies/*_kernels.py"),
)
"""Patterns for the files with kernels, relative to the package."""

_DIGITS = 16


def digest_of_kernels(package: Path = PACKAGE) -> str:
    """Returns a digest, in hexadecimal digits, of all files with kernels."""
    return digest_of_files(package, KERNEL_SOURCES)


def digest_of_files(package: Path, patterns: Iterable[str]) -> str:
    """Returns a digest, in hexadecimal digits, of all files below `package` that match one of the patterns."""
    digest = hashlib.sha256()
    for path in sorted(path for pattern in patterns for path in package.glob(pattern)):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(package).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()[:_DIGITS]
