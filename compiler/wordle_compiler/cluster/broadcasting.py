"""Tells the workers, while they work, that a cutoff has fallen."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable

from wordle_compiler.cluster.messages import Cutoffs


class Broadcaster:
    """A thread that sends news to all workers, what has come up since the last time together.

    A thread of its own, for a worker that has just died may keep a message waiting. News that gets lost does no harm:
    every task brings the cutoffs of its time.
    """

    def __init__(self, send: Callable[[Cutoffs], None]) -> None:
        """Takes what sends news, and returns when it has been sent; whatever it raises is of no account."""
        self._send = send
        self._lock = threading.Lock()
        self._waiting: Cutoffs | None = None
        self._wake = threading.Event()
        self._is_over = False
        self._thread: threading.Thread | None = None

    def tell(self, news: Cutoffs) -> None:
        """Takes news and returns at once."""
        with self._lock:
            before = self._waiting or Cutoffs()
            edges = [edge for edge in (before.edge, news.edge) if edge is not None]
            self._waiting = Cutoffs(min(edges, default=None), {**before.slack, **news.slack})
            if self._thread is None:
                self._thread = threading.Thread(target=self._keep_sending, daemon=True, name="wordle-tree-broadcaster")
                self._thread.start()
        self._wake.set()

    def end(self) -> None:
        """Ends the thread, without waiting for what it may still send."""
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
