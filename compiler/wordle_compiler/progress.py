"""How long work tells how far it is: a callback, and the one that tells nobody."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int, int, str], None]
"""Called from the main thread with what is done, of how much, and a note on what is being counted."""


def ignore_progress(done: int, total: int, note: str) -> None:
    """Does nothing with a progress report."""
