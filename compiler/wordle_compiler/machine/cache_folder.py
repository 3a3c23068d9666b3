"""Gives numba a folder to keep compiled kernels in: one for each state of the sources, where it can be written.

That is a folder beside the sources; else, as in a container or a system's installation, one in the user's cache folder,
or a private one among the temporary ones. `NUMBA_CACHE_DIR` names another place.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from numba.core import config

from wordle_compiler.machine.errors import InputError
from wordle_compiler.machine.kernel_sources import PACKAGE, digest_of_kernels

_VARIABLE = "NUMBA_CACHE_DIR"
_NAME = "wordle-tree-kernels"
_KEPT = 3
"""How many folders for other sources stay; older ones go when a new one is made."""


@cache
def ensure_cache_folder() -> Path:
    """Tells numba where to keep kernels, and returns that folder; called before the first kernel is defined.

    It holds for this process alone, and for every function that numba caches from now on.

    Raises:
        InputError: No folder can be written to.
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
            config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
            return folder
    raise _no_folder()


def _places() -> Iterator[Path]:
    """Yields where the folder may be made, the best place first."""
    named = os.environ.get(_VARIABLE)
    if named:
        yield Path(named)
    else:
        yield PACKAGE / "__pycache__"
        with contextlib.suppress(RuntimeError):
            yield Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "wordle-tree"
    yield _private_folder()


def _remove_oldest(place: Path, current: Path) -> None:
    """Removes kernels of sources that have been gone for longest."""
    with contextlib.suppress(OSError):
        others = [folder for folder in place.glob(f"{_NAME}-*") if folder != current and folder.is_dir()]
        others.sort(key=lambda folder: folder.stat().st_mtime)
        for folder in others[:-_KEPT]:
            shutil.rmtree(folder, ignore_errors=True)


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
