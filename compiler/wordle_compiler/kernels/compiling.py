"""Compiles the kernels of a run that are missing from the kernel folder, in several processes in parallel.

Each process takes the next kernel that no other process has taken, and stores it in the folder. If a process fails, its
kernel is compiled on first use, like any other kernel.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import pickle
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, cast

from wordle_compiler.kernels import machine_code
from wordle_compiler.kernels.declaration import Declaration
from wordle_compiler.kernels.layout import IS_PLAIN, Layout
from wordle_compiler.machine.cache_folder import ensure_cache_folder
from wordle_compiler.machine.progress import tell_of_kernels
from wordle_compiler.machine.workers import default_workers

Request = tuple[Callable[..., Any], Layout]
"""A kernel, and the layout to compile it for."""

_MOST_PROCESSES = 4
_FEWEST_KERNELS = 4
"""The number of missing kernels that justifies another process, which takes most of a second to start."""

_POLL_SECONDS = 0.02

_preparing = threading.Lock()
"""Held by the one thread of this process that prepares kernels."""

_lock = threading.RLock()
"""Held while kernels are compiled or linked."""


def prepare(requests: Iterable[Request]) -> None:
    """Makes sure that the folder holds the requested kernels and everything they call, for their layouts.

    Cheap if nothing is missing; otherwise it notifies the listeners of `progress.telling_of_kernels`.
    """
    if IS_PLAIN:
        return
    missing: dict[str, tuple[Declaration, Layout]] = {}
    # Only one thread compiles at a time; the others wait and then find the kernels.
    with _preparing:
        for request, layout in requests:
            kernel = cast("Declaration", request)
            if kernel.is_loaded(layout):
                continue
            for needed in kernel.with_callees(layout):
                if not needed.is_loaded(layout):
                    missing.setdefault(needed.symbol(layout), (needed, layout))
        if all(kernel.is_stored(layout) for kernel, layout in missing.values()):
            return
        with _alone():
            if not all(kernel.is_stored(layout) for kernel, layout in missing.values()):
                _compile(missing)


def load(kernel: Declaration, layout: Layout) -> int:
    """Loads a kernel and its callees, or compiles them; returns the kernel's address."""
    with _lock:
        for each in kernel.with_callees(layout):
            _load_alone(each, layout)
        return kernel.addresses[kernel.types(layout)[0]]


def _load_alone(kernel: Declaration, layout: Layout) -> None:
    """Does what `load` does, if the kernel's callees are loaded already."""
    with _lock:
        if not kernel.is_loaded(layout):
            symbol = kernel.symbol(layout)
            code = machine_code.read(symbol) or _compile_alone(kernel, layout)
            kernel.addresses[kernel.types(layout)[0]] = machine_code.link(symbol, code)


def _compile_alone(kernel: Declaration, layout: Layout) -> machine_code.MachineCode:
    """Compiles a kernel into the kernel folder, without its callees, and without loading it."""
    # Loading numba takes longer than most searches.
    from wordle_compiler.kernels.generation import generate

    with _lock:
        code = generate(kernel, layout)
        machine_code.store(kernel.symbol(layout), code)
        return code


def _compile(missing: dict[str, tuple[Declaration, Layout]]) -> None:
    """Loads kernels, and compiles those that the folder lacks; `missing` has each after its callees, by symbol."""
    to_compile = {symbol: item for symbol, item in missing.items() if not item[0].is_stored(item[1])}
    n_processes = min(default_workers(), _MOST_PROCESSES, len(to_compile) // _FEWEST_KERNELS + 1)
    # The helpers begin with the largest kernels: they take longest, and their callees need not be compiled yet.
    largest_first = sorted(to_compile.items(), key=lambda item: -len(item[1][0].function.__code__.co_code))
    message = pickle.dumps(
        [
            (kernel.function.__module__, kernel.__name__, tuple(layout), symbol)
            for symbol, (kernel, layout) in largest_first
        ]
    )
    with tempfile.TemporaryDirectory(prefix="wordle-tree-") as name:
        folder = Path(name)
        helpers = [_start(folder, message) for _ in range(n_processes - 1)]
        try:
            _load_all(missing, set(to_compile), folder, helpers)
        finally:
            for helper in helpers:
                helper.kill()
                helper.wait()


def _load_all(
    missing: dict[str, tuple[Declaration, Layout]],
    to_compile: set[str],
    folder: Path,
    helpers: Sequence[subprocess.Popen[bytes]],
) -> None:
    """Compiles the kernels `to_compile` that no helper takes, and loads the rest; returns when all are loaded."""
    left = dict(missing)
    tell_of_kernels(0, len(to_compile))
    while left:
        n_before = len(left)
        for symbol, (kernel, layout) in list(left.items()):
            if not all(other.is_loaded(layout) for other in kernel.callees_in(layout) if other is not kernel):
                continue
            # A kernel that a helper has taken is loaded when the helper is done with it, or has ended.
            if (
                symbol not in to_compile
                or _takes(folder, symbol)
                or (folder / f"{symbol}.done").exists()
                or all(helper.poll() is not None for helper in helpers)
            ):
                _load_alone(kernel, layout)
                del left[symbol]
                if symbol in to_compile:
                    tell_of_kernels(len(to_compile) - len(to_compile & left.keys()), len(to_compile))
        if len(left) == n_before:
            time.sleep(_POLL_SECONDS)


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """Holds a lock on the folder: other processes wait, and then find most of their kernels in it."""
    with contextlib.ExitStack() as stack:
        # Without locks (Windows, some network folders) each process compiles for itself.
        with contextlib.suppress(ImportError, OSError):
            import fcntl

            folder = os.open(ensure_cache_folder(), os.O_RDONLY)
            stack.callback(os.close, folder)
            fcntl.flock(folder, fcntl.LOCK_EX)
        yield


def _takes(folder: Path, symbol: str) -> bool:
    """Takes a kernel, unless another process has it; returns whether it did."""
    try:
        os.close(os.open(folder / symbol, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return False
    return True


def _start(folder: Path, message: bytes) -> subprocess.Popen[bytes]:
    helper = subprocess.Popen(
        [sys.executable, "-P", "-m", __name__, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    assert helper.stdin is not None
    try:
        helper.stdin.write(message)
        helper.stdin.close()
    except OSError:
        # The helper has already exited; the work goes on with one process fewer.
        pass
    return helper


def _help(folder: Path) -> None:
    """Runs in a helper process: compiles every kernel it can take."""
    for module, name, layout, symbol in pickle.load(sys.stdin.buffer):
        if _takes(folder, symbol):
            _compile_alone(getattr(importlib.import_module(module), name), Layout(*layout))
            (folder / f"{symbol}.done").touch()


if __name__ == "__main__":
    try:
        _help(Path(sys.argv[1]))
    except KeyboardInterrupt:
        # The parent process reports the interrupt.
        sys.exit(130)
