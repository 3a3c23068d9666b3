"""Compiles kernels with numba, and keeps the compiled code in a folder named after the content of this room.

numba's own cache checks only the file that defines a kernel, but compiled code contains that of every kernel it calls.
What lies in the folder is executed, so one that is another user's, or where others may write, is not used. If no folder
is left, each process compiles the kernels again. Of numba's internals, the checker uses only the cache and the
processor's features, here.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import secrets
import stat
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import llvmlite  # type: ignore[import-untyped]
import numba
import numpy as np
from numba.core import config
from numba.core.caching import FunctionCache
from numba.core.codegen import get_host_cpu_features
from numba.core.serialize import dumps

from wordle_checker.errors import LibraryError

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

_DIGEST = hashlib.sha256

_SETTINGS: Any = config
if _SETTINGS.CPU_FEATURES is None and "+avx512vbmi," in (_features := cast("Any", get_host_cpu_features)()):
    # LLVM prefers vectors of 256 bits to those of 512, for which processors before these lower their clock. SALET's
    # certificate is checked in 0.79 of the time. numba looks at the setting once, when it makes its compiler.
    _SETTINGS.CPU_FEATURES = f"{_features},-prefer-256-bit"


def compiled(kernel: Callable[_P, _T], **options: Any) -> Callable[_P, _T]:
    """Compiles a function on its first call; it may not make arrays, and it runs without the interpreter's lock."""
    dispatcher: Any = numba.njit(**_OPTIONS, **options)(kernel)
    if (folder := _folder()) is not None:
        # numba reads this setting once, when the cache is made; other packages have their own folders.
        before, _SETTINGS.CACHE_DIR = _SETTINGS.CACHE_DIR, str(folder)
        try:
            dispatcher._cache = _Cache(kernel, folder)
        finally:
            _SETTINGS.CACHE_DIR = before
    return cast("Callable[_P, _T]", dispatcher)


def inner(kernel: Callable[_P, _T]) -> Callable[_P, _T]:
    """Does the same for a function that only kernels call: no wrapper that reads Python's objects need be compiled."""
    return compiled(kernel, no_cpython_wrapper=True)


class _Files:
    """The files of a kernel, one for each state of the libraries and each key of numba's: types, processor, bytecode.

    numba numbers its files, so two processes that store at once, where there are no locks, could give one name to
    different code. Each file here begins with the digest of the rest, so that a damaged one counts as missing.
    """

    def __init__(self, folder: Path, kernel: str) -> None:
        self._folder = folder
        self._kernel = kernel

    def load(self, key: object) -> Any:
        """Returns what is stored for a key; None if it is missing, damaged, or another user could change it."""
        with contextlib.suppress(OSError), self._file(key).open("rb") as file:
            digest, content = file.read(_DIGEST().digest_size), file.read()
            if _is_private(os.fstat(file.fileno())) and _DIGEST(content).digest() == digest:
                return pickle.loads(content)
        return None

    def save(self, key: object, data: object) -> None:
        """Stores something for a key: at any time, all of the file is there or nothing."""
        content = cast("Any", dumps)(data)
        part = self._file(key).with_suffix(f".{secrets.token_hex(8)}.part")
        part.write_bytes(_DIGEST(content).digest() + content)
        part.chmod(stat.S_IRUSR | stat.S_IWUSR)
        part.replace(self._file(key))

    def _file(self, key: object) -> Path:
        state = (sys.version, numba.__version__, llvmlite.__version__, np.__version__, key)
        return self._folder / f"{self._kernel}.{_DIGEST(repr(state).encode()).hexdigest()[:16]}.nbc"


class _Cache(FunctionCache):
    """The cache of a kernel. One process at a time compiles and stores it; the others wait, and then load it.

    Callers are locked before what they call, so no two processes wait for each other. Before the folder's first kernel
    is stored, a kernel that takes every kind of argument is compared with its plain twin.
    """

    _lock: int | None = None
    """The descriptor of the kernel's lock file, from when it is found missing until it is stored."""

    def __init__(self, kernel: Callable[..., Any], folder: Path) -> None:
        cast("Any", super()).__init__(kernel)
        self._checked = folder / f"checked-{numba.__version__}-{llvmlite.__version__}-{np.__version__}"
        self._cache_file: Any = _Files(Path(self.cache_path), self._impl.filename_base)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Returns the kernel compiled for some types; None if this process has to compile and store it."""
        # The public method would first load all that numba needs to compile: 0.3 s of each check.
        found = cast("Any", super())._load_overload(sig, target_context)
        # Without file locks (Windows, some network folders), each process compiles for itself.
        with contextlib.suppress(ImportError, OSError):
            if found is None and self._lock is None:
                import fcntl

                Path(self.cache_path).mkdir(parents=True, exist_ok=True)
                self._lock = os.open(f"{self.cache_path}/{self._impl.filename_base}.lock", os.O_CREAT | os.O_RDWR)
                fcntl.flock(self._lock, fcntl.LOCK_EX)
                found = cast("Any", super())._load_overload(sig, target_context)
                if found is not None:
                    self._unlock()
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        """Stores a kernel compiled for some types.

        Raises:
            LibraryError: numba, llvmlite and numpy together do not compile as they should.
        """
        try:
            if not self._checked.exists():
                check_libraries()
                self._checked.touch()
            cast("Any", super()).save_overload(sig, data)
        finally:
            self._unlock()

    def _unlock(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def take_all(
    row: Any, small: Any, wide: Any, numbers: Any, flags: Any, number: int, flag: bool
) -> tuple[int, int, bool]:
    """Reads and writes every kind of argument that kernels take."""
    numbers[1, 2] += number
    flags[1] = not flags[1]
    total = int64(row[1]) + 3 * int64(small[1, 2]) + 5 * int64(wide[2]) + 7 * int64(numbers[1, 1]) + len(row)
    if flag and number > 0:
        total += number
    return total, int64(numbers[1, 2]), flags[1]


def check_libraries(twin: Callable[..., Any] = take_all) -> None:
    """Compares a compiled kernel with its plain twin.

    Raises:
        LibraryError: They differ. The message names the libraries' versions.
    """
    results = []
    for function in (cast("Any", numba.njit(**_OPTIONS))(take_all), twin):
        arrays: list[Any] = [
            np.arange(-4, 0, dtype=np.int32),
            *(np.arange(249, 255, dtype=np.uint8).reshape(2, 3), np.arange(65_530, 65_534, dtype=np.uint16)),
            *(np.arange(6, dtype=np.int64).reshape(2, 3), np.array([True, True])),
        ]
        results.append((*map(int, function(*arrays, 10**12, True)), [array.tolist() for array in arrays]))
    if results[0] != results[1]:
        raise LibraryError(
            f"numba {numba.__version__}, llvmlite {llvmlite.__version__} and numpy {np.__version__} do not compile as "
            "wordle-check expects: install versions that its pyproject.toml allows, or take --plain"
        )


def is_first_use() -> bool:
    """Returns whether no compiled kernel is stored yet, so that the next check compiles what it needs."""
    folder = _folder()
    return folder is None or not any(folder.rglob("*.nbc"))


@cache
def _folder() -> Path | None:
    """Returns the folder for the current content of the sources; None if no place is writable."""
    digest = _DIGEST()
    for path in sorted(_ROOM.glob("*.py")):
        digest.update(f"{path.name} {path.stat().st_size}\n".encode())
        digest.update(path.read_bytes())
    for place in _places():
        folder = place / f"{_NAME}-{digest.hexdigest()[:16]}"
        with contextlib.suppress(OSError, ValueError):
            folder.mkdir(mode=stat.S_IRWXU, parents=True, exist_ok=True)
            if _is_private(folder.lstat()) and os.access(folder, os.W_OK | os.X_OK):
                return folder
    return None


def _is_private(found: os.stat_result) -> bool:
    """Returns whether a file or folder is this user's own, and nobody else may write to it; true on Windows."""
    if not hasattr(os, "geteuid"):
        return True
    is_real = stat.S_ISDIR(found.st_mode) or stat.S_ISREG(found.st_mode)
    return is_real and found.st_uid == os.geteuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _places() -> Iterator[Path]:
    if named := os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(named)
    yield _PACKAGE / "__pycache__"
    with contextlib.suppress(RuntimeError):
        yield Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "wordle-tree"
