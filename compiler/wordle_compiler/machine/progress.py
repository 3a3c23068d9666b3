"""Progress reports of long work: the callback's type, and a callback that ignores them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

Progress = Callable[[int, int, str], None]
"""Called from the main thread with the amount done, the total, and a note that names what is counted."""


def ignore_progress(done: int, total: int, note: str) -> None:
    """Does nothing with a progress report."""


COMPILING = "compiling kernels, once per kind of search"
"""The note for the compilation before a search. Its kernels depend on the strategy, the rule and the kind of game."""

_kernel_listeners: list[Callable[[int, int], None]] = []


@contextmanager
def telling_of_kernels(listener: Callable[[int, int], None]) -> Iterator[None]:
    """Calls `listener` with the number of compiled kernels and their total whenever kernels must be compiled."""
    _kernel_listeners.append(listener)
    try:
        yield
    finally:
        _kernel_listeners.remove(listener)


def tell_of_kernels(n_compiled: int, n_kernels: int) -> None:
    """Notifies the listeners of the progress of compiling kernels."""
    for listener in _kernel_listeners:
        listener(n_compiled, n_kernels)
