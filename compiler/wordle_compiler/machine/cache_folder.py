"""Finds a folder for compiled kernels that this user alone may write to, one for each state of the sources.

The folder lies beside the sources if that place is writable. Otherwise, as in a container or a system-wide
installation, it lies in the user's cache folder, or else in the system's temporary folder. `NUMBA_CACHE_DIR` overrides
the place. What lies in the folder is executed, so it and its files must belong to the user, and nobody else may be able
to change them, wherever it lies.

A compiled function depends on every kernel that it calls, in whatever file. After an edit (or an in-place upgrade) of
`rounds.py`, a stored `search` would still use the old kernels and silently return a wrong total. So the folder is named
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
    *("game/legality.py", "kernels/*.py", "search/*.py", "certificate/*.py", "strategies/*.py"),
    *("solver/pair_ranking.py", "solver/refutation/parts.py", "solver/refutation/deciding.py"),
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

    Raises:
        InputError: No folder is writable, or others may write to the one that `NUMBA_CACHE_DIR` names.
    """
    for place in _places():
        folder = place / name_of_state()
        try:
            is_new = not folder.exists()
            folder.mkdir(mode=stat.S_IRWXU, parents=True, exist_ok=True)
            is_own = is_private(folder.lstat())
        except (OSError, ValueError):
            continue
        if is_own and os.access(folder, os.W_OK | os.X_OK):
            if is_new:
                _remove_oldest(place, folder)
            return folder
        if not is_own and os.environ.get(_VARIABLE) and place == Path(os.environ[_VARIABLE]):
            raise InputError(
                f"{_VARIABLE}: {folder} is another user's, or others may write to it, and what lies there is executed: "
                "name a folder of your own"
            )
    raise InputError(f"there is no folder to keep compiled kernels in: set {_VARIABLE} to a writable folder")


def is_private(found: os.stat_result) -> bool:
    """Returns whether a file or folder is this user's own, and nobody else may write to it; true on Windows."""
    if not hasattr(os, "geteuid"):
        return True
    is_real = stat.S_ISDIR(found.st_mode) or stat.S_ISREG(found.st_mode)
    return is_real and found.st_uid == os.geteuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


@cache
def name_of_state() -> str:
    """Returns the name of the folder for the sources as they were at the first call, when the kernels are imported."""
    return f"{_NAME}-{digest_of_files()}"


def is_up_to_date() -> bool:
    """Returns whether the sources are still those that this process's folder is for."""
    return name_of_state() == f"{_NAME}-{digest_of_files()}"


def digest_of_files(package: Path = PACKAGE, patterns: Iterable[str] = KERNEL_SOURCES) -> str:
    """Returns a digest, in hexadecimal digits, of all files below `package` that match one of the patterns."""
    digest = hashlib.sha256()
    for path in sorted(path for pattern in patterns for path in package.glob(pattern)):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(package).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()[:_DIGITS]


def _places() -> Iterator[Path]:
    """Yields the places where the folder may be made, the best place first."""
    if named := os.environ.get(_VARIABLE):
        yield Path(named)
    else:
        yield PACKAGE / "__pycache__"
        with contextlib.suppress(RuntimeError):
            yield Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "wordle-tree"
    yield Path(tempfile.gettempdir(), f"{_NAME}-{os.geteuid()}" if hasattr(os, "geteuid") else _NAME)


def _remove_oldest(place: Path, current: Path) -> None:
    """Removes the folders of the oldest source states."""
    with contextlib.suppress(OSError):
        others = [folder for folder in place.glob(f"{_NAME}-*") if folder != current and folder.is_dir()]
        others.sort(key=lambda folder: folder.stat().st_mtime)
        for folder in others[:-_KEPT]:
            shutil.rmtree(folder, ignore_errors=True)
