"""Notifies the workers of lower cutoffs while they work."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable

from wordle_compiler.cluster.messages import Cutoffs


class Broadcaster:
    """A thread that sends lowered cutoffs to all workers, combining all that have fallen since the last message.

    It is a separate thread because a worker that has just died may block a message. A lost message does no harm: every
    task carries the cutoffs current when it was sent.
    """

    def __init__(self, send: Callable[[Cutoffs], None]) -> None:
        """Takes a function that sends cutoffs and returns when they are sent; its exceptions are ignored."""
        self._send = send
        self._lock = threading.Lock()
        # Guarded by `_lock`: what the next message carries, and the thread, which the first message starts.
        self._pending: Cutoffs | None = None
        self._thread: threading.Thread | None = None
        # Needs no lock: `end` sets it once, before it wakes the thread.
        self._is_over = False
        self._wake = threading.Event()

    def broadcast(self, lowered: Cutoffs) -> None:
        """Queues lowered cutoffs and returns at once."""
        with self._lock:
            before = self._pending or Cutoffs()
            places = [place for place in (before.last_place, lowered.last_place) if place is not None]
            self._pending = Cutoffs(min(places, default=None), {**before.slack, **lowered.slack})
            if self._thread is None:
                self._thread = threading.Thread(target=self._keep_sending, daemon=True, name="wordle-tree-broadcaster")
                self._thread.start()
        self._wake.set()

    def end(self) -> None:
        """Ends the thread without waiting for a message still being sent."""
        self._is_over = True
        self._wake.set()

    def _keep_sending(self) -> None:
        while True:
            self._wake.wait()
            self._wake.clear()
            if self._is_over:
                return
            with self._lock:
                lowered, self._pending = self._pending, None
            if lowered is not None:
                with contextlib.suppress(Exception):
                    self._send(lowered)
