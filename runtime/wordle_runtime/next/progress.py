"""The progress line of a search on standard error: erased at its end on a terminal, elsewhere a line a minute."""

import os
import sys
import time
from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_SECONDS_BETWEEN = 0.2
_SECONDS_A_LINE = 60.0
_ERASE = "\r\x1b[2K"


@contextmanager
def search_line(on_interrupt: str) -> "Iterator[Callable[[int, int, str], None]]":
    """Shows the line, and yields the progress callback of a search; `on_interrupt` says what Ctrl-C does."""
    # A terminal that cannot erase a line would fill up with progress lines.
    stream = sys.stderr if sys.stderr and sys.stderr.isatty() and os.environ.get("TERM") != "dumb" else None
    seconds = _SECONDS_A_LINE if stream is None else _SECONDS_BETWEEN
    began = shown = time.monotonic()
    has_told = False

    def write(text: str) -> None:
        if stream is not None:
            stream.write(f"{_ERASE}{text}")
            stream.flush()

    def show(done: int, total: int, note: str) -> None:
        """Shows how much of the work is done, now and then; without a terminal also at once that it compiles."""
        nonlocal shown, has_told
        if stream is None and sys.stderr and note.startswith("compiling") and not has_told:
            has_told = True
            print(f"{note} ...", file=sys.stderr, flush=True)
        now = time.monotonic()
        if now - shown >= seconds:
            shown = now
            share = f"{done} of {total} {note}" if total else f"{done} {note}"
            doing = share if note.startswith("compiling") else f"searching: {share}"
            line = f"{doing}, {now - began:.0f} s; Ctrl-C {on_interrupt}"
            if stream is None and sys.stderr:
                print(line, file=sys.stderr, flush=True)
            write(line)

    write("searching")
    try:
        yield show
    finally:
        # A key pressed meanwhile shows on the same line.
        write("")
