"""What ends a search early: exceptions, and the end of its time."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

from wordle_compiler.search.decision_tree import TreeNode


class StoppedError(Exception):
    """A search was stopped before it finished. Whatever it returned after the stop must not be used."""

    # The top of a tree with the subtrees that were found in time; None if there are none. Missing children were not.
    unfinished: TreeNode | None = None

    def __init__(self, leader: int | None = None) -> None:
        super().__init__("the search was stopped before its end")
        self.ranking: list[Any] = []  # `OpenerResult`s of openers, or the best guesses so far and their totals.
        self.settled: tuple[int, int, int | None] | None = None  # How many guesses, of how many, and what bounds all.
        self.leader = leader  # The number of the best opener with a proven total; None if no opener has one.


class UndecidedError(Exception):
    """A question took more work than it was given. Nothing is proven, except perhaps a lower bound of a total."""

    def __init__(self, bound: int = 0) -> None:
        super().__init__("the search took more work than it was given")
        self.bound = bound


class Deadline:
    """The end of the time that a search may take; any thread may ask it.

    No thread waits for it: whoever runs a search looks at it whenever a result arrives, and a few times a second.
    """

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Begins now, by a clock in seconds; infinitely many never end, and only a finite time can be cancelled."""
        self._clock = clock
        self._end = clock() + seconds

    @property
    def is_never(self) -> bool:
        """Whether the time is unlimited."""
        return self._end == math.inf

    def earlier(self, seconds: float) -> Deadline:
        """Returns an end by the same clock, some seconds before this one."""
        return Deadline(self._end - seconds - self._clock(), self._clock)

    def cancel(self) -> None:
        """Ends the time now; from any thread."""
        self._end = -math.inf

    def check(self) -> None:
        """Raises `StoppedError` if the time is up."""
        if not self.is_never and self._clock() >= self._end:
            raise StoppedError


NEVER = Deadline(math.inf)
