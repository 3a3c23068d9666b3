"""Compiles the kernels of rule *lemma* in a process of its own, while the first check compiles those that read.

Both keep what they compile in the same folder, and `compiling.py` has each kernel compiled once. The process only saves
time: if it fails, the check compiles the kernels. It ends with its standard input, which is open as long as the check
goes on, so that it does not outlive a check that is killed.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import numpy as np

from wordle_checker.fast.compiling import are_kernels_kept, is_first_use
from wordle_checker.fast.lemmas import NO_CLASSES, Goal, LemmaChecker
from wordle_checker.fast.table import lay_out
from wordle_checker.game import Game

if TYPE_CHECKING:
    from collections.abc import Iterator

_LARGEST_CODE = 255
"""Larger feedback codes take two bytes, and so other kernels than the tiny game's."""

_WORDS = ("aab", "aba", "baa", "bbb")
_BOUND = 1000
"""No guess at these words is known to cost so much, so each of the steps of `lemmas.py` is taken."""


@contextlib.contextmanager
def compiling_lemmas(game: Game) -> Iterator[None]:
    """Has the kernels that check lemmas of a game compiled by another process, which ends with the context.

    It does nothing if kernels are stored already or nowhere, or the game needs kernels for feedback codes beyond a
    byte.
    """
    is_of_use = game.winning <= _LARGEST_CODE and are_kernels_kept() and is_first_use()
    process = _start(game) if is_of_use else None
    try:
        yield
    finally:
        if process is not None:
            process.kill()
            process.communicate()


def _start(game: Game) -> subprocess.Popen[bytes] | None:
    """Returns None if no process can be started."""
    with contextlib.suppress(OSError):
        return subprocess.Popen(
            [sys.executable, "-P", "-m", __name__, game.kind, game.rule],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    return None


def _compile(kind: str, rule: str) -> None:
    """Checks a lemma of a tiny game: its arrays have the types of those of a large game."""
    stop = np.zeros(1, dtype=np.int64)
    arrays = lay_out(Game(kind, rule, _WORDS, _WORDS), stop)
    every = np.arange(len(_WORDS), dtype=np.int32)
    no_demands = np.zeros(len(_WORDS[0]) + arrays.n_symbols, dtype=np.int32)
    goal = Goal(every, 5, no_demands, every, NO_CLASSES, _BOUND)
    LemmaChecker(arrays, stop).find_shortfall(goal, np.empty((0, 3), dtype=np.int64))


def _end_with_input() -> None:
    # Not by `sys.stdin`, whose lock the interpreter wants when it ends.
    while os.read(0, 1):
        pass
    os._exit(1)


if __name__ == "__main__":
    threading.Thread(target=_end_with_input, daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt):
        _compile(*sys.argv[1:])
