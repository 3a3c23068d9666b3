"""Identifies the version that a process runs; a total is a proof only if all workers have the same kernels."""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, version

from wordle_compiler.machine.cache_folder import PACKAGE, digest_of_files, digest_of_kernels
from wordle_compiler.machine.errors import CompilerError

_PROTOCOL = (
    *("cluster/*.py", "solver/fixed_openers.py", "solver/fleet.py", "solver/leaderboard.py"),
    *("game/game.py", "game/words.py", "game/weights.py"),
)


@cache
def own_version() -> str:
    """Returns the version of this process: the release, and digests of its kernels and of the messages' definitions."""
    try:
        release = version("wordle-tree")
    except PackageNotFoundError:
        release = "unknown"
    if missing := [pattern for pattern in _PROTOCOL if not any(PACKAGE.glob(pattern))]:
        raise CompilerError(f"internal error: no file {missing[0]}")
    return f"{release} (kernels {digest_of_kernels()}, protocol {digest_of_files(PACKAGE, _PROTOCOL)})"
