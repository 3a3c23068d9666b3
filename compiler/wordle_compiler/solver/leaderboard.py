"""The best openers so far, and each opener's proven bounds."""

from __future__ import annotations

import bisect
import threading
from dataclasses import dataclass

from wordle_compiler.search.problem import INFEASIBLE


@dataclass(frozen=True)
class OpenerResult:
    """An opener's proven total or bound.

    Attributes:
        opener: The opener's number among the allowed words.
        total: The opener's exact smallest total, or a lower bound for it; `INFEASIBLE` if no tree with the opener keeps
            the limit.
        is_exact: Whether `total` is exact.
    """

    opener: int
    total: int
    is_exact: bool

    @property
    def is_feasible(self) -> bool:
        """Whether a tree may exist. False proves that none does; True proves that one does only if `is_exact`."""
        return self.total < INFEASIBLE


class Leaderboard:
    """The `n_best` best openers so far (None: all of them), by total and then by number. Thread-safe."""

    def __init__(self, n_best: int | None) -> None:
        self.n_best = n_best
        self._lock = threading.Lock()
        self._best: list[tuple[int, int]] = []

    def cutoff(self, opener: int) -> int:
        """Returns the total that an opener must stay below to get on the board; `INFEASIBLE` while there is room."""
        return cutoff_of(self.edge(), opener)

    def edge(self) -> tuple[int, int] | None:
        """Returns the total and the number of the opener in the last place; None while there is room."""
        with self._lock:
            is_full = self.n_best is not None and len(self._best) >= self.n_best
            return self._best[-1] if is_full else None

    def enter(self, result: OpenerResult) -> None:
        """Enters a result if its total is exact and good enough."""
        if result.is_exact and result.is_feasible:
            with self._lock:
                bisect.insort(self._best, (result.total, result.opener))
                if self.n_best is not None:
                    del self._best[self.n_best :]

    def best(self) -> list[OpenerResult]:
        """Returns the openers on the board, best first."""
        with self._lock:
            return [OpenerResult(opener, total, True) for total, opener in self._best]

    def leader(self) -> tuple[int, int] | None:
        """Returns the total and the number of the best opener, or None if the board is empty."""
        with self._lock:
            return self._best[0] if self._best else None


def cutoff_of(edge: tuple[int, int] | None, opener: int) -> int:
    """Returns the total that an opener must stay below to get on a board with this edge; see `Leaderboard.edge`."""
    if edge is None:
        return INFEASIBLE
    total, last = edge
    # An opener that is alphabetically earlier need only tie with the last entry to replace it.
    return total + 1 if opener < last else total
