"""The progress line of a search: on standard error, if that is a terminal, and erased when the search ends."""

import os
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType

_SECONDS_BETWEEN = 0.2
_ERASE = "\r\x1b[2K"


class SearchLine:
    """A context in which `show` is the progress callback of a search."""

    def __init__(self, on_interrupt: str) -> None:
        """Takes a short description of what Ctrl-C does."""
        stream = sys.stderr
        # A terminal that cannot erase a line would fill up with progress lines.
        self._stream = stream if stream and stream.isatty() and os.environ.get("TERM") != "dumb" else None
        self._on_interrupt = on_interrupt
        self._began = self._shown = time.monotonic()
        self._has_told = False

    def __enter__(self) -> "SearchLine":
        self._write("searching")
        return self

    def __exit__(
        self, kind: "type[BaseException] | None", error: BaseException | None, traceback: "TracebackType | None"
    ) -> None:
        if self._stream is not None:
            # A key pressed meanwhile shows on the same line.
            self._stream.write(_ERASE)
            self._stream.flush()

    def show(self, done: int, total: int, note: str) -> None:
        """Shows how much of the work is done, a few times a second; without a terminal, only compiling, once."""
        if self._stream is None and sys.stderr and note.startswith("compiling") and not self._has_told:
            self._has_told = True
            print(f"{note} ...", file=sys.stderr, flush=True)
        now = time.monotonic()
        if now - self._shown >= _SECONDS_BETWEEN:
            self._shown = now
            share = f"{done} of {total} {note}" if total else f"{done} {note}"
            doing = share if note.startswith("compiling") else f"searching: {share}"
            self._write(f"{doing}, {now - self._began:.0f} s; Ctrl-C {self._on_interrupt}")

    def _write(self, text: str) -> None:
        if self._stream is not None:
            self._stream.write(f"{_ERASE}{text}")
            self._stream.flush()
