"""Keeps numba from running a kernel that was compiled from sources which have changed since.

numba's cache looks at the modification time of the one file that defines a function. But a compiled function holds the
code of every kernel that it calls, wherever that is defined, so after an edit (or a checkout) of `views.py` the cached
`search` would go on with the old one: a wrong total without an error. So all files with kernels are given the time of
the newest of them before the first kernel is defined; then a change of one is a change of all.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

PACKAGE = Path(__file__).parent
KERNEL_SOURCES = (
    *("feedback_matrix.py", "pegs.py", "legality.py", "artifact/*.py", "search/*.py"),
    *("strategies/*scores.py", "strategies/*_kernels.py"),
)
"""Patterns for the files with kernels, below the package."""


def age_together(package: Path = PACKAGE) -> None:
    """Gives every file with kernels the modification time of the newest.

    Where the files cannot be touched they cannot be edited either: an installation replaces them all at once. Costs
    some twenty looks at the disk.
    """
    times = {path: path.stat().st_mtime_ns for pattern in KERNEL_SOURCES for path in package.glob(pattern)}
    newest = max(times.values())
    for path, time in times.items():
        if time != newest:
            with contextlib.suppress(OSError):
                os.utime(path, ns=(newest, newest))
