"""The best openers so far, and each opener's proven total or bound."""

from __future__ import annotations

import bisect
import threading
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from wordle_compiler.search.problem import INFEASIBLE

Row = TypeVar("Row", bound=tuple[Any, ...])


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


@dataclass(frozen=True)
class SettledOpener(OpenerResult):
    """The result of an opener that needs no more work, and the work that it took.

    Attributes:
        is_search: Whether settling it took a search; if not, a bound was enough.
        seconds: The time that a worker spent on it.
        cells_bound: The lower bound that its cells were found to have without a search; None if that was not asked.
    """

    is_search: bool
    seconds: float
    cells_bound: int | None

    @property
    def result(self) -> OpenerResult:
        """The opener's total or bound alone."""
        return OpenerResult(self.opener, self.total, self.is_exact)


class Best(Generic[Row]):
    """The `n` best rows so far (None: all of them). Rows compare field by field: the smaller is better. Thread-safe."""

    def __init__(self, n: int | None) -> None:
        self._n = n
        self._lock = threading.Lock()
        # Guarded by `_lock`: ascending, at most `n` rows.
        self._rows: list[Row] = []

    def add(self, row: Row) -> None:
        """Adds a row, unless there are `n` better ones."""
        with self._lock:
            bisect.insort(self._rows, row)
            if self._n is not None:
                del self._rows[self._n :]

    def last(self) -> Row | None:
        """Returns the last of `n` rows, or None while there is room."""
        with self._lock:
            return None if self._n is None or len(self._rows) < self._n else self._rows[-1]

    def rows(self) -> list[Row]:
        """Returns the rows, best first."""
        with self._lock:
            return self._rows.copy()


class Leaderboard:
    """The `n_best` best openers so far (None: all of them), by total and then by number. Thread-safe.

    Totals of at least `below` do not get on it.
    """

    def __init__(self, n_best: int | None, below: int = INFEASIBLE) -> None:
        self.n_best = n_best
        self.below = below
        # By total and opener.
        self._best: Best[tuple[int, int]] = Best(n_best)

    @property
    def has_cutoff(self) -> bool:
        """Whether not every opener that solves the game gets on the board."""
        return self.cutoff(-1) < INFEASIBLE

    def cutoff(self, opener: int) -> int:
        """Returns the total that an opener must stay below to get on the board; `INFEASIBLE` while there is room."""
        last = self._best.last()
        if last is None:
            return self.below
        # An opener that is alphabetically earlier need only tie with the last place to take it.
        return last[0] + (opener < last[1])

    def enter(self, result: OpenerResult) -> None:
        """Enters a result if its total is exact and good enough."""
        if result.is_exact and result.is_feasible and result.total < self.below:
            self._best.add((result.total, result.opener))

    def best(self) -> list[OpenerResult]:
        """Returns the openers on the board, best first."""
        return [OpenerResult(opener, total, True) for total, opener in self._best.rows()]

    def leader(self) -> OpenerResult | None:
        """Returns the first place on the board, or None if the board is empty."""
        return next(iter(self.best()), None)
