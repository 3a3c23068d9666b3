"""The cutoffs of a run in a worker process; they arrive with each task and, while tasks run, from the client."""

from __future__ import annotations

import threading
from collections import OrderedDict

from wordle_compiler.cluster.messages import Cutoffs
from wordle_compiler.search.problem import INFEASIBLE
from wordle_compiler.solver.leaderboard import Standing, cutoff_of

_RUNS_KEPT = 16


class SharedCutoffs:
    """The cutoffs of one run, shared by the threads of a process. They only fall, in whatever order they arrive."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        # Guarded by `_lock`: the lowest received so far; see `Cutoffs`.
        self._last_place: Standing | None = None
        self._slack: dict[int, int] = {}

    def lower(self, cutoffs: Cutoffs) -> None:
        """Applies new cutoffs; only lower ones have an effect."""
        with self._lock:
            place = cutoffs.last_place
            if place is not None and (self._last_place is None or place < self._last_place):
                self._last_place = place
            for opener, slack in cutoffs.slack.items():
                self._slack[opener] = min(slack, self._slack.get(opener, slack))

    def cutoff(self, opener: int) -> int:
        """Returns the total that an opener must stay below; `INFEASIBLE` if every total matters."""
        with self._lock:
            return cutoff_of(self._last_place, opener)

    def slack(self, opener: int) -> int:
        """Returns how much more the cells of a split opener may cost than is proven; `INFEASIBLE` if any amount."""
        with self._lock:
            return self._slack.get(opener, INFEASIBLE)


_lock = threading.Lock()
_runs: OrderedDict[str, SharedCutoffs] = OrderedDict()
"""The cutoffs of the latest runs, by run; guarded by `_lock`."""


def cutoffs_of(run: str) -> SharedCutoffs:
    """Returns the cutoffs of a run in this process; only the latest runs are kept.

    If a run is forgotten too early, its tasks lose the cutoffs sent since they started. That costs only time.
    """
    with _lock:
        cutoffs = _runs.setdefault(run, SharedCutoffs())
        _runs.move_to_end(run)
        while len(_runs) > _RUNS_KEPT:
            _runs.popitem(last=False)
        return cutoffs
