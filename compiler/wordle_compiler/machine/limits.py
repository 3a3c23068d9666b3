"""Checks the limit of guesses and the number of workers for every public call."""

from __future__ import annotations

from wordle_compiler.machine.errors import InputError
from wordle_compiler.machine.workers import default_workers

DEFAULT_MAX_GUESSES = 6
"""The limit of Wordle."""

_LIMITS = range(1, 256)
"""The limits that a tree file can store; see FORMAT.md."""

_WORKERS = range(1, 1025)
"""No machine benefits from more threads, and starting a million of them would bring it down."""


def find_limit(max_guesses: int | None, usual: int) -> int:
    """Returns the limit to use; None means the `usual` one, which is that of the game.

    Raises:
        InputError: The limit is not between 1 and 255.
    """
    limit = usual if max_guesses is None else max_guesses
    if limit not in _LIMITS:
        raise InputError(f"the limit of guesses must be 1 to 255, not {limit}")
    return limit


def find_workers(n_workers: int | None) -> int:
    """Returns how many threads to use; None means one for each processor.

    Raises:
        InputError: The number is not between 1 and 1024.
    """
    workers = default_workers() if n_workers is None else n_workers
    if workers not in _WORKERS:
        raise InputError(f"the number of workers must be 1 to {_WORKERS[-1]}, not {workers}")
    return workers
