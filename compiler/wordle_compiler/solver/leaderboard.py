"""Proven totals: an opener's total or bound, the best openers, pairs or guesses so far."""

from __future__ import annotations

import bisect
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from wordle_compiler.search.problem import INFEASIBLE

Key = TypeVar("Key", bound=Any)

POSTPONED = "postponed"
"""What the journal calls an opener that takes long, and waits with a lower bound until all others are settled."""


@dataclass(frozen=True)
class OpenerResult:
    """An opener's proven total or bound. Results are equal whatever work they took."""

    opener: int  # The opener's number among the allowed words.
    total: int  # Its exact smallest total, or a lower bound for it; `INFEASIBLE` if no tree with it keeps the limit.
    is_exact: bool  # Whether `total` is exact.
    is_search: bool = field(default=False, compare=False)  # Whether it took a search; if not, a bound was enough.
    seconds: float | None = field(default=None, compare=False)  # The processor time that it took, or None if not kept.

    @property
    def is_feasible(self) -> bool:
        """Whether a tree may exist. False proves that none does; True proves that one does only if `is_exact`."""
        return self.total < INFEASIBLE


class Leaderboard(Generic[Key]):
    """The `n_best` best so far (None: all of them), by total and then by key. Thread-safe.

    Totals of at least `below` do not get on it. If it `has_ties`, it also keeps what ties with the last place. `show`
    writes a total for a person.
    """

    def __init__(
        self, n_best: int | None, below: int = INFEASIBLE, *, has_ties: bool = False, show: Callable[[int], str] = str
    ) -> None:
        self.n_best = n_best
        self.below = below
        self.has_ties = has_ties
        self._show = show
        self._lock = threading.Lock()
        # Guarded by `_lock`: ascending, at most `n_best` and what ties.
        self._rows: list[tuple[int, Key]] = []

    def cutoff(self, key: Key) -> int:
        """Returns the total that a key must stay below to get on the board; `below` while there is room."""
        with self._lock:
            if self.n_best is None or len(self._rows) < self.n_best:
                return self.below
            total, last = self._rows[self.n_best - 1]
        # An earlier key need only tie with the last place to take it.
        return total + (self.has_ties or bool(key < last))

    def enter(self, total: int, key: Key) -> None:
        """Enters an exact total, if it is good enough."""
        if total < self.below:
            with self._lock:
                bisect.insort(self._rows, (total, key))
                if (end := self.n_best) is not None:
                    while self.has_ties and end < len(self._rows) and self._rows[end][0] == self._rows[end - 1][0]:
                        end += 1
                    del self._rows[end:]

    def best(self) -> list[tuple[int, Key]]:
        """Returns the totals and keys on the board, best first."""
        with self._lock:
            return self._rows.copy()

    def describe(self, name: Callable[[Key], str]) -> str:
        """Returns `best salet 7920`, or that nothing is on the board."""
        for total, key in self.best()[:1]:
            return f"best {name(key)} {self._show(total)}"
        return f"none below {self.below} yet" if self.below < INFEASIBLE else "none found yet that solves every answer"
