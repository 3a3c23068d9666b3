"""Finds a writable folder for compiled kernels, one for each state of the sources.

The folder lies beside the sources if that place is writable. Otherwise, as in a container or a system-wide
installation, it lies in the user's cache folder, or else in a private temporary folder. `NUMBA_CACHE_DIR` overrides the
place.

A compiled function depends on every kernel that it calls, in whatever file. After an edit (or an in-place upgrade) of
`views.py`, a stored `search` would still use the old kernels and silently return a wrong total. So the folder is named
after the content of all files with kernels.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import stat
import tempfile
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from wordle_compiler.machine.errors import InputError

PACKAGE = Path(__file__).parent.parent
KERNEL_SOURCES = (
    *("game/legality.py", "kernels/*.py", "search/*.py", "certificate/*.py"),
    *("solver/refutation/cores.py", "solver/refutation/hard_parts.py", "solver/refutation/hard_search.py"),
    *("strategies/*scores.py", "strategies/*_kernels.py"),
)
"""Patterns for the files with kernels, relative to the package."""

_DIGITS = 16
_VARIABLE = "NUMBA_CACHE_DIR"
_NAME = "wordle-tree-kernels"
_KEPT = 3
"""How many folders of other source states are kept; older ones are removed when a new one is made."""


@cache
def ensure_cache_folder() -> Path:
    """Returns the folder for compiled kernels, and makes it if necessary.

    The sources are looked at once: call it when the kernels are imported.

    Raises:
        InputError: No folder is writable.
    """
    name = f"{_NAME}-{digest_of_kernels()}"
    for place in _places():
        folder = place / name
        try:
            is_new = not folder.exists()
            folder.mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError):
            continue
        if os.access(folder, os.W_OK | os.X_OK):
            if is_new:
                _remove_oldest(place, folder)
            return folder
    raise _no_folder()


def is_up_to_date() -> bool:
    """Returns whether the sources are still those that this process's folder is for."""
    return ensure_cache_folder().name == f"{_NAME}-{digest_of_kernels()}"


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


def _places() -> Iterator[Path]:
    """Yields the places where the folder may be made, the best place first."""
    named = os.environ.get(_VARIABLE)
    if named:
        yield Path(named)
    else:
        yield PACKAGE / "__pycache__"
        with contextlib.suppress(RuntimeError):
            yield Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "wordle-tree"
    yield _private_folder()


def _remove_oldest(place: Path, current: Path) -> None:
    """Removes the folders of the oldest source states."""
    with contextlib.suppress(OSError):
        others = [folder for folder in place.glob(f"{_NAME}-*") if folder != current and folder.is_dir()]
        others.sort(key=lambda folder: folder.stat().st_mtime)
        for folder in others[:-_KEPT]:
            shutil.rmtree(folder, ignore_errors=True)


def _private_folder() -> Path:
    """Makes a temporary folder that outlasts the process, so that the next process finds the kernels there.

    Its contents are executed, so no other user may own it: anyone can create a folder of any name in the temporary
    folder.
    """
    user = os.getuid() if hasattr(os, "getuid") else None
    try:
        folder = Path(tempfile.gettempdir(), _NAME if user is None else f"{_NAME}-{user}")
        folder.mkdir(mode=stat.S_IRWXU, exist_ok=True)
        found = folder.lstat()
    except OSError:
        raise _no_folder() from None
    is_private = user is None or (found.st_uid == user and not found.st_mode & (stat.S_IRWXG | stat.S_IRWXO))
    if not (stat.S_ISDIR(found.st_mode) and is_private):
        raise _no_folder()
    return folder


def _no_folder() -> InputError:
    return InputError(f"there is no folder to keep compiled kernels in: set {_VARIABLE} to a writable folder")
