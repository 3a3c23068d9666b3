"""Estimates the memory of a run, and refuses the run before it starts if it exceeds the limit.

The limit applies to everything that runs in a context (`limit_memory`); by default it is the memory of the machine or
the container. Estimates are upper bounds of measurements (`python -m benchmarks memory`), not guarantees. They ignore
the memory that other processes need. A run that compiles kernels, the first one of its kind, takes up to 600 MiB more.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache
from pathlib import Path

from wordle_compiler.machine.errors import InputError

MIB = 1024**2
PROGRAM_BYTES = 160 * MIB
"""The memory of the interpreter, the libraries and the kernels."""

_SIZE = re.compile(r"([0-9]{1,15})\s*([kmgt]?)(i?b)?", re.IGNORECASE)
_UNITS = {"": 1, "k": 1024, "m": 1024**2, "g": 1024**3, "t": 1024**4}
_CGROUP_FILES = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")

_limit: ContextVar[int | None] = ContextVar("memory limit", default=None)


def parse_size(text: str) -> int:
    """Returns the bytes of a size such as `2G`, `512M` or `1048576`; K, M, G and T are powers of 1024.

    Raises:
        InputError: The text is not such a size, or it is 0.
    """
    match = _SIZE.fullmatch(text.strip())
    n_bytes = int(match[1]) * _UNITS[match[2].lower()] if match else 0
    if not n_bytes:
        raise InputError(f"{text[:40]!a} is not a size of memory: write a whole number and a unit, such as 512M or 2G")
    return n_bytes


@contextmanager
def limit_memory(n_bytes: int | None) -> Iterator[None]:
    """Limits the memory of everything started in this context; None means all available memory.

    The limit decides which runs are refused and how much a search remembers. It never changes a result.
    """
    token = _limit.set(n_bytes)
    try:
        yield
    finally:
        _limit.reset(token)


def current_limit() -> int | None:
    """Returns this context's limit in bytes, or None if no limit is set."""
    return _limit.get()


def require_memory(parts: Mapping[str, int], advice: str) -> int:
    """Returns the bytes that remain after all parts of a run, by their names; the program itself is added.

    Raises:
        InputError: The parts exceed the limit. The message lists them, and has advice on what helps besides raising it.
    """
    parts = {"the program": PROGRAM_BYTES, **parts}
    needed = sum(parts.values())
    asked = _limit.get()
    limit = min(value for value in (asked, _present_bytes(), 1 << 62) if value is not None)
    if limit < needed:
        listed = ", ".join(f"{what} {show_size(n_bytes)}" for what, n_bytes in parts.items())
        size = show_size(limit)
        which = f"the limit is {size}: raise it, or" if limit == asked else f"only {size} is available:"
        raise InputError(f"this takes about {show_size(needed)} of memory ({listed}), but {which} {advice}")
    return limit - needed


def show_size(n_bytes: int) -> str:
    """Formats a size in MiB or GiB, rounded up."""
    if n_bytes < 1000 * MIB:
        return f"{-(-n_bytes // MIB)} MiB"
    return f"{-(-10 * n_bytes // (1024 * MIB)) / 10:,.1f} GiB"


@cache
def _present_bytes() -> int | None:
    """Returns the memory of the machine, or of the container if that is smaller; None if unknown.

    Both are read once: a tiny game would spend a twentieth of its time on them.
    """
    found = []
    if hasattr(os, "sysconf") and "SC_PHYS_PAGES" in os.sysconf_names:
        found.append(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    for name in _CGROUP_FILES:
        # Without a limit, the text is "max".
        with suppress(OSError, ValueError):
            found.append(int(Path(name).read_text(encoding="ascii")))
    return min(found, default=None)
