"""Finds numba a folder to keep compiled kernels in, where neither of its own can be written to.

numba keeps them beside the source or in the user's cache folder, and refuses to define a kernel where it can do
neither: in a container, or under an account without a home. There they go to a private folder among the temporary ones.
"""

from __future__ import annotations

import os
import stat
import tempfile
from functools import cache
from pathlib import Path

from numba import njit
from numba.core import config

from wordle_compiler.errors import InputError
from wordle_compiler.kernel_sources import age_together

_VARIABLE = "NUMBA_CACHE_DIR"
_NAME = "wordle-tree-kernels"


@cache
def ensure_cache_folder() -> None:
    """Sets `NUMBA_CACHE_DIR` where numba would otherwise refuse to define a kernel; called before the first one is.

    Kernels compiled from older sources are not used: see `kernel_sources`.

    Raises:
        InputError: The temporary folder cannot be used either.
    """
    age_together()
    if _can_define_kernels():
        return
    os.environ[_VARIABLE] = str(_private_folder())
    config.reload_config()  # type: ignore[no-untyped-call]
    if not _can_define_kernels():
        raise _no_folder()


def _can_define_kernels() -> bool:
    """Asks numba itself, for its own folders differ from version to version; nothing is compiled for it."""
    try:
        njit(cache=True)(_private_folder)
    except RuntimeError:
        return False
    return True


def _private_folder() -> Path:
    """Makes a folder that outlasts the process, so that the next one finds its kernels there.

    What is in it is run. So it must be nobody else's: anyone may make a folder of any name among the temporary ones.
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
    return InputError(f"there is no folder to keep compiled kernels in: set {_VARIABLE} to one that can be written to")
