"""Progress of long work: the callback's type, and what shows it on standard error.

On a terminal this is a bar. Elsewhere it is a line after ten seconds, then one a minute, and one for kernels.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress

Progress = Callable[[int, int, str], None]
"""Called from the main thread with the amount done, the total, and a note that names what is counted."""

COMPILING = "compiling the search for this machine, once per kind of search"
"""The note for the compilation before a search. Its kernels depend on the strategy, the rule and the kind of game."""
_SECONDS_A_LINE = 60.0
"""How often a line is written where standard error is not a terminal; the first one after a sixth of that."""

_kernel_listeners: list[Progress] = []


def ignore_progress(done: int, total: int, note: str) -> None:
    """Does nothing with a progress report."""


@contextmanager
def telling_of_kernels(listener: Progress) -> Iterator[None]:
    """Calls `listener` whenever kernels must be compiled, with their number and the note `COMPILING`."""
    _kernel_listeners.append(listener)
    try:
        yield
    finally:
        _kernel_listeners.remove(listener)


def tell_of_kernels(n_compiled: int, n_kernels: int) -> None:
    """Notifies the listeners of the progress of compiling kernels."""
    for listener in _kernel_listeners:
        listener(n_compiled, n_kernels, COMPILING)


@contextmanager
def progress_bar(*, quiet: bool) -> Iterator[Progress]:
    """Yields a callback for (done, total, note); it shows nothing if no bar is wanted.

    The bar disappears when the context ends, so that a report or an error starts on a clean line. A total of 0 means
    that the amount of work is unknown.
    """
    # Ask the stream itself: rich treats FORCE_COLOR as a terminal, and would write into a log.
    is_terminal = not quiet and sys.stderr.isatty()
    shown = _show_bar() if is_terminal else nullcontext(ignore_progress if quiet else _show_lines())
    with shown as show, telling_of_kernels(show):
        yield show


@contextmanager
def _show_bar() -> Iterator[Progress]:
    """Yields a callback that shows a bar."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as RichProgress

    text = TextColumn("{task.description}", markup=False)
    columns = (text, BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with RichProgress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("preparing", total=None)
        yield lambda done, total, note: bar.update(task, completed=done, total=total or None, description=note)


def _show_lines() -> Progress:
    """Returns a callback that writes lines, and one when kernels are first compiled."""
    due, told = time.monotonic() + _SECONDS_A_LINE / 6, set[str]()

    def show(done: int, total: int, note: str) -> None:
        nonlocal due
        is_first = note == COMPILING
        if note not in told if is_first else time.monotonic() >= due:
            told.add(note)
            due = due if is_first else time.monotonic() + _SECONDS_A_LINE
            line = f"{COMPILING} ..." if is_first else f"{note} {done}/{total}" if total else f"{note} {done}"
            with suppress(OSError):
                print(line, file=sys.stderr, flush=True)

    return show
