"""Identifies the version that a process runs; a total is a proof only if all workers have the same kernels."""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, version

from wordle_compiler.machine.kernel_sources import PACKAGE, digest_of_files, digest_of_kernels

_PROTOCOL = ("cluster/*.py", "fixed_openers.py", "game.py", "weights.py")


@cache
def own_version() -> str:
    """Returns the version of this process: the release, and digests of its kernels and of the messages' definitions."""
    try:
        release = version("wordle-tree")
    except PackageNotFoundError:
        release = "unknown"
    return f"{release} (kernels {digest_of_kernels()}, protocol {digest_of_files(PACKAGE, _PROTOCOL)})"
