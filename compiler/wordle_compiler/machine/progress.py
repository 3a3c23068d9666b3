"""How long work tells how far it is: a callback, and the one that tells nobody."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

Progress = Callable[[int, int, str], None]
"""Called from the main thread with what is done, of how much, and a note on what is being counted."""


def ignore_progress(done: int, total: int, note: str) -> None:
    """Does nothing with a progress report."""


COMPILING = "compiling kernels, once per installation"
"""The note on what takes seconds before a first search."""

_kernel_listeners: list[Callable[[int, int], None]] = []


@contextmanager
def telling_of_kernels(listener: Callable[[int, int], None]) -> Iterator[None]:
    """Has `listener` called with how many kernels are compiled, of how many, whenever some must be."""
    _kernel_listeners.append(listener)
    try:
        yield
    finally:
        _kernel_listeners.remove(listener)


def tell_of_kernels(n_compiled: int, n_kernels: int) -> None:
    """Tells the listeners how far the compiling of kernels is."""
    for listener in _kernel_listeners:
        listener(n_compiled, n_kernels)
