"""Notifies the workers of lower cutoffs while they work."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable

from wordle_compiler.cluster.messages import Cutoffs


class Broadcaster:
    """A thread that sends news to all workers, combining everything since the last message.

    It is a separate thread because a worker that has just died may block a message. Lost news does no harm: every task
    carries the cutoffs current when it was sent.
    """

    def __init__(self, send: Callable[[Cutoffs], None]) -> None:
        """Takes a function that sends news and returns when it is sent; its exceptions are ignored."""
        self._send = send
        self._lock = threading.Lock()
        self._waiting: Cutoffs | None = None
        self._wake = threading.Event()
        self._is_over = False
        self._thread: threading.Thread | None = None

    def tell(self, news: Cutoffs) -> None:
        """Queues news and returns at once."""
        with self._lock:
            before = self._waiting or Cutoffs()
            edges = [edge for edge in (before.edge, news.edge) if edge is not None]
            self._waiting = Cutoffs(min(edges, default=None), {**before.slack, **news.slack})
            if self._thread is None:
                self._thread = threading.Thread(target=self._keep_sending, daemon=True, name="wordle-tree-broadcaster")
                self._thread.start()
        self._wake.set()

    def end(self) -> None:
        """Ends the thread without waiting for news still being sent."""
        self._is_over = True
        self._wake.set()

    def _keep_sending(self) -> None:
        while True:
            self._wake.wait()
            self._wake.clear()
            if self._is_over:
                return
            with self._lock:
                news, self._waiting = self._waiting, None
            if news is not None:
                with contextlib.suppress(Exception):
                    self._send(news)
