"""How much memory a run may take, what it will take, and the refusal, before it starts, where that does not fit.

The limit holds within a context (`limit_memory`) for everything that runs in it; without one it is what the machine, or
the container, has. Estimates are upper bounds of what was measured (benchmarks/memory.py), not promises of the system:
memory that other processes need is theirs to watch, and compiling the kernels at the first run after an installation
takes up to 600 MiB of its own.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from wordle_compiler.machine.errors import InputError

MIB = 1024**2
PROGRAM_BYTES = 208 * MIB
"""The interpreter, the libraries and the kernels."""

_SIZE = re.compile(r"([0-9]{1,15})\s*([kmgt]?)(i?b)?", re.IGNORECASE)
_UNITS = {"": 1, "k": 1024, "m": 1024**2, "g": 1024**3, "t": 1024**4}
_CGROUP_FILES = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")

_limit: ContextVar[int | None] = ContextVar("memory limit", default=None)


def parse_size(text: str) -> int:
    """Returns the bytes of a size such as `2G`, `512M` or `1048576`; K, M, G and T are powers of 1024.

    Raises:
        InputError: It is no such size, or 0.
    """
    match = _SIZE.fullmatch(text.strip())
    n_bytes = int(match[1]) * _UNITS[match[2].lower()] if match else 0
    if not n_bytes:
        raise InputError(f"{text[:40]!a} is not a size: write a whole number and a unit, such as 512M or 2G")
    return n_bytes


@contextmanager
def limit_memory(n_bytes: int | None) -> Iterator[None]:
    """Holds what is started in this context to a limit; None: to what there is.

    It changes what is refused, and how much a search remembers: that costs time, and never changes a result.
    """
    token = _limit.set(n_bytes)
    try:
        yield
    finally:
        _limit.reset(token)


def current_limit() -> int | None:
    """Returns the bytes that this context is held to; None where nobody has set a limit."""
    return _limit.get()


def require_memory(parts: Mapping[str, int], advice: str) -> int:
    """Returns the bytes that are left when all parts of a run have theirs.

    Args:
        parts: What takes how many bytes, by what it is called in the refusal; the program itself is added.
        advice: What would help, besides a higher limit.

    Raises:
        InputError: They are more than the limit. It names the parts and what would help.
    """
    parts = {"the program": PROGRAM_BYTES, **parts}
    needed = sum(parts.values())
    asked = _limit.get()
    present = _present_bytes()
    limit = min(value for value in (asked, present, needed) if value is not None)
    if limit < needed:
        listed = ", ".join(f"{what} {show_size(n_bytes)}" for what, n_bytes in parts.items())
        is_asked = asked is not None and limit == asked
        raise InputError(
            f"this takes about {show_size(needed)} of memory ({listed}), "
            + (f"the limit is {show_size(limit)}: raise it, or " if is_asked else f"here are {show_size(limit)}: ")
            + advice
        )
    return min(value for value in (asked, present, 1 << 62) if value is not None) - needed


def show_size(n_bytes: int) -> str:
    """Writes a size for people, in MiB or GiB, rounded up."""
    if n_bytes < 1000 * MIB:
        return f"{-(-n_bytes // MIB)} MiB"
    return f"{-(-10 * n_bytes // (1024 * MIB)) / 10:,.1f} GiB"


def _present_bytes() -> int | None:
    """Returns the memory of the machine, or of the container where that has less; None where nothing tells."""
    found = []
    if hasattr(os, "sysconf") and "SC_PHYS_PAGES" in os.sysconf_names:
        found.append(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    for name in _CGROUP_FILES:
        try:
            text = Path(name).read_text(encoding="ascii").strip()
        except (OSError, ValueError):
            continue
        if text.isdecimal():
            found.append(int(text))
    return min(found, default=None)
