"""Shows the progress of a long command on standard error.

On a terminal this is a bar. Elsewhere it is a line a minute, and one when kernels are compiled.
"""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from wordle_compiler.machine.progress import COMPILING, ignore_progress, telling_of_kernels

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wordle_compiler.machine.progress import Progress

_SECONDS_A_LINE = 60.0
"""How often a line is written where standard error is not a terminal."""


@contextmanager
def progress_bar(*, quiet: bool) -> Iterator[Progress]:
    """Yields a callback for (done, total, note); it shows nothing if no bar is wanted.

    The bar disappears when the context ends, so that a report or an error starts on a clean line. A total of 0 means
    that the amount of work is unknown.
    """
    if quiet:
        yield ignore_progress
        return
    # Ask the stream itself: rich treats FORCE_COLOR as a terminal, and would write into a log.
    if not sys.stderr.isatty():
        with telling_of_kernels(_tell_once()):
            yield _tell_each_minute()
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as RichProgress

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with RichProgress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("preparing", total=None)

        def show(done: int, total: int, note: str) -> None:
            bar.update(task, completed=done, total=total or None, description=note)

        with telling_of_kernels(lambda done, total: show(done, total, COMPILING)):
            yield show


def _tell_each_minute() -> Progress:
    """Returns a callback that writes a line if the last one, or the start, was a minute ago."""
    last = time.monotonic()

    def tell(done: int, total: int, note: str) -> None:
        nonlocal last
        if time.monotonic() >= last + _SECONDS_A_LINE:
            last = time.monotonic()
            print(f"{note} {done}/{total}" if total else f"{note} {done}", file=sys.stderr, flush=True)

    return tell


def _tell_once() -> Callable[[int, int], None]:
    """Returns a callback that writes one line when kernels are first compiled."""
    told: list[bool] = []

    def tell(_done: int, _total: int) -> None:
        if not told:
            told.append(True)
            print(f"{COMPILING} ...", file=sys.stderr, flush=True)

    return tell
