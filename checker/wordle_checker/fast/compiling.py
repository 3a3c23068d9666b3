"""Compiles kernels with numba, and keeps the compiled code in a folder named after the content of this room.

numba's own cache checks only the file that defines a kernel, but compiled code contains that of every kernel it calls.
If no folder is writable, each process compiles the kernels again.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import numba
import numpy as np
from numba.core import config
from numba.core.caching import FunctionCache

int64 = cast("Callable[[Any], int]", np.int64)
"""An integer in kernels: 64 bits, whatever its source. Type checkers see Python's `int`."""

_P = ParamSpec("_P")
_T = TypeVar("_T")

_ROOM = Path(__file__).parent
_PACKAGE = _ROOM.parent
_NAME = "wordle-checker-kernels"
_OPTIONS: dict[str, Any] = {"nogil": True, "no_cfunc_wrapper": True, "error_model": "numpy", "_nrt": False}
"""Nobody calls kernels from C, nothing divides by zero, and no kernel makes an array whose references must be counted:
the code for all three is left out."""

_KEPT = 2


def compiled(kernel: Callable[_P, _T]) -> Callable[_P, _T]:
    """Compiles a function on its first call; it may not make arrays, and it runs without the interpreter's lock."""
    return _compiled(kernel, _OPTIONS)


def inner(kernel: Callable[_P, _T]) -> Callable[_P, _T]:
    """Does the same as `compiled` for a function that only kernels call: it has no wrapper that reads Python's objects.

    A sixth of the compiling was spent on wrappers that nobody called.
    """
    return _compiled(kernel, _OPTIONS | {"no_cpython_wrapper": True})


def _compiled(kernel: Callable[_P, _T], options: dict[str, Any]) -> Callable[_P, _T]:
    dispatcher: Any = numba.njit(**options)(kernel)
    folder = _folder()
    if folder is not None:
        # numba reads this setting once, when the cache is made; other packages have their own folders.
        settings: Any = config
        before = settings.CACHE_DIR
        settings.CACHE_DIR = str(folder)
        try:
            dispatcher._cache = cast("Any", _Cache)(kernel)
        finally:
            settings.CACHE_DIR = before
    return cast("Callable[_P, _T]", dispatcher)


class _Cache(FunctionCache):
    """The cache of a kernel. One process at a time compiles and stores it; the others wait, and then load it.

    Two processes that store at once could give one file name to different code. Callers are locked before what they
    call, so no two processes wait for each other.
    """

    _lock: int | None = None
    """The descriptor of the kernel's lock file, from when it is found missing until it is stored."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Returns the kernel compiled for some types; None if this process has to compile and store it."""
        found = cast("Any", super()).load_overload(sig, target_context)
        # Without file locks (Windows, some network folders), processes must not be started at the same time.
        with contextlib.suppress(ImportError, OSError):
            if found is None and self._lock is None:
                import fcntl

                Path(self.cache_path).mkdir(parents=True, exist_ok=True)
                self._lock = os.open(f"{self.cache_path}/{self._impl.filename_base}.lock", os.O_CREAT | os.O_RDWR)
                fcntl.flock(self._lock, fcntl.LOCK_EX)
                found = cast("Any", super()).load_overload(sig, target_context)
                if found is not None:
                    self._unlock()
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        """Stores a kernel compiled for some types."""
        try:
            cast("Any", super()).save_overload(sig, data)
        finally:
            self._unlock()

    def _unlock(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def is_first_use() -> bool:
    """Returns whether no compiled kernel is stored yet, so that the next check compiles what it needs."""
    folder = _folder()
    return folder is None or not any(folder.rglob("*.nbc"))


def are_kernels_kept() -> bool:
    """Returns whether other processes find the kernels that this one compiles."""
    return _folder() is not None


@cache
def _folder() -> Path | None:
    """Returns the folder for the current content of the sources; None if no place is writable."""
    digest = hashlib.sha256()
    # The limits are compiled into kernels, too.
    for path in (*sorted(_ROOM.glob("*.py")), _PACKAGE / "limits.py"):
        digest.update(f"{path.name} {path.stat().st_size}\n".encode())
        digest.update(path.read_bytes())
    for place in _places():
        folder = place / f"{_NAME}-{digest.hexdigest()[:16]}"
        with contextlib.suppress(OSError, ValueError):
            folder.mkdir(parents=True, exist_ok=True)
            if os.access(folder, os.W_OK | os.X_OK):
                _remove_oldest(folder)
                return folder
    return None


def _places() -> Iterator[Path]:
    named = os.environ.get("NUMBA_CACHE_DIR")
    if named:
        yield Path(named)
    yield _PACKAGE / "__pycache__"
    with contextlib.suppress(RuntimeError):
        yield Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "wordle-tree"


def _remove_oldest(current: Path) -> None:
    others = [path for path in current.parent.glob(f"{_NAME}-*") if path != current and path.is_dir()]
    others.sort(key=lambda path: path.stat().st_mtime)
    for path in others[:-_KEPT]:
        shutil.rmtree(path, ignore_errors=True)
