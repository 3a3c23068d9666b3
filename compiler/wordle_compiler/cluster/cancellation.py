"""Stops a search whose cutoff has fallen, whose time is up, or whose result is no longer wanted.

A running kernel cannot receive a new cutoff, but it checks its `control` at every node. So a search whose cutoff falls
is stopped and restarted with the new one. What it has proven is in the memo and is not proven again.
"""

from __future__ import annotations

import enum
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_POLL_SECONDS = 0.05


class Reason(enum.Enum):
    """Why a search was stopped."""

    CUTOFF_FELL = enum.auto()
    TIME_IS_UP = enum.auto()
    NOT_WANTED = enum.auto()


class NotWantedError(Exception):
    """The task was cancelled or its client has gone, so nobody reads its result."""


@dataclass(eq=False)
class RunningSearch:
    """A search that the watchdog may stop.

    Attributes:
        control: The flag that the search's kernel checks. Only this thread's searches use it.
        cutoff: The cutoff with which the search was started.
        current_cutoff: Returns the current cutoff.
        until: The time of `time.monotonic` at which the search is stopped; None means never.
        is_wanted: Returns whether anybody still waits for the result.
        stopped_for: Why the search was stopped, or None if it was not. The watchdog's lock guards it while the search
            is registered there; afterwards only the thread that ran the search reads it.
    """

    control: NDArray[np.int64]
    cutoff: int
    current_cutoff: Callable[[], int]
    until: float | None
    is_wanted: Callable[[], bool]
    stopped_for: Reason | None = None

    def stop_if_due(self, now: float) -> None:
        """Stops the search if there is a reason to stop it."""
        if not self.is_wanted():
            self.stopped_for = Reason.NOT_WANTED
        elif self.until is not None and now >= self.until:
            self.stopped_for = self.stopped_for or Reason.TIME_IS_UP
        elif self.current_cutoff() < self.cutoff:
            self.stopped_for = self.stopped_for or Reason.CUTOFF_FELL
        if self.stopped_for:
            self.control[0] = 1


class Watchdog:
    """A thread that checks all searches of this process several times a second and whenever a cutoff falls."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        # Guarded by `_lock`: the searches under way, and the thread, which the first search starts.
        self._running: set[RunningSearch] = set()
        self._thread: threading.Thread | None = None
        self._wake = threading.Event()

    @contextmanager
    def running(self, search: RunningSearch) -> Iterator[None]:
        """Checks a search while the context lasts; afterwards `stopped_for` no longer changes."""
        search.control[0] = 0
        with self._lock:
            self._running.add(search)
            if self._thread is None:
                self._thread = threading.Thread(target=self._keep_checking, daemon=True, name="wordle-tree-watchdog")
                self._thread.start()
        try:
            yield
        finally:
            with self._lock:
                self._running.discard(search)

    def check_now(self) -> None:
        """Makes the thread check all searches now; returns without waiting for it."""
        self._wake.set()

    def _keep_checking(self) -> None:
        while True:
            self._wake.wait(_POLL_SECONDS)
            self._wake.clear()
            now = time.monotonic()
            with self._lock:
                for search in self._running:
                    search.stop_if_due(now)


WATCHDOG = Watchdog()
"""The watchdog of this process."""
