"""The progress bar of a long command: on standard error, and only where that is a terminal."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from wordle_compiler.progress import ignore_progress

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_compiler.progress import Progress


@contextmanager
def progress_bar(*, quiet: bool) -> Iterator[Progress]:
    """Yields what to call with (done, total, note) while work goes on; nothing shows where no bar is wanted.

    The bar is gone when the context ends, so that a report or an error starts on a clean line. A total of 0 means that
    the amount of work is not known.
    """
    # Asked of the stream itself: rich takes FORCE_COLOR for a terminal, and would write into a log.
    if quiet or not sys.stderr.isatty():
        yield ignore_progress
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as RichProgress

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with RichProgress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("preparing (the first run compiles its kernels)", total=None)

        def show(done: int, total: int, note: str) -> None:
            bar.update(task, completed=done, total=total or None, description=note)

        yield show
