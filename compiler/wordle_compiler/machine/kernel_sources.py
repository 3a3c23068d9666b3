"""Tells compiled kernels of one state of the sources from those of another.

numba's cache looks at the one file that defines a function, its content or its modification time as the version of
numba has it. But a compiled function holds the code of every kernel that it calls, wherever that is defined, so after
an edit (or an upgrade in place) of `views.py` the cached `search` would go on with the old one: a wrong total without
an error. So compiled kernels are kept in a folder that is named after the content of all files with kernels.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

PACKAGE = Path(__file__).parent.parent
KERNEL_SOURCES = (
    *("game/feedback_matrix.py", "game/pegs.py", "game/legality.py", "kernels/*.py", "search/*.py", "certificate/*.py"),
    "solver/refutation/cores.py",
    *("strategies/*scores.py", "strategies/*_kernels.py"),
)
"""Patterns for the files with kernels, below the package."""

_DIGITS = 16


def digest_of_kernels(package: Path = PACKAGE) -> str:
    """Returns hexadecimal digits that differ as soon as a file with kernels does. Takes about a millisecond."""
    return digest_of_files(package, KERNEL_SOURCES)


def digest_of_files(package: Path, patterns: Iterable[str]) -> str:
    """Returns hexadecimal digits that differ as soon as a file does that one of the patterns below `package` names."""
    digest = hashlib.sha256()
    for path in sorted(path for pattern in patterns for path in package.glob(pattern)):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(package).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()[:_DIGITS]
