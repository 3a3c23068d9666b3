"""The cutoffs of a run in a worker process; they arrive with each task and, while tasks run, from the client."""

from __future__ import annotations

import threading
from collections import OrderedDict

from wordle_compiler.cluster.messages import Cutoffs, Edge
from wordle_compiler.search.problem import INFEASIBLE
from wordle_compiler.solver.leaderboard import cutoff_of

_RUNS_KEPT = 16


class SharedCutoffs:
    """The cutoffs of one run, shared by the threads of a process. They only fall, in whatever order news arrives."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._edge: Edge = None
        self._slack: dict[int, int] = {}

    def lower(self, cutoffs: Cutoffs) -> None:
        """Applies new cutoffs; only lower ones have an effect."""
        with self._lock:
            if cutoffs.edge is not None and (self._edge is None or cutoffs.edge < self._edge):
                self._edge = cutoffs.edge
            for opener, slack in cutoffs.slack.items():
                self._slack[opener] = min(slack, self._slack.get(opener, slack))

    def cutoff(self, opener: int) -> int:
        """Returns the total that an opener must stay below; `INFEASIBLE` if every total matters."""
        with self._lock:
            return cutoff_of(self._edge, opener)

    def slack(self, opener: int) -> int:
        """Returns how much more the cells of a hard opener may cost than is proven; `INFEASIBLE` if any amount."""
        with self._lock:
            return self._slack.get(opener, INFEASIBLE)


_runs: OrderedDict[str, SharedCutoffs] = OrderedDict()
_lock = threading.Lock()


def cutoffs_of(run: str) -> SharedCutoffs:
    """Returns the cutoffs of a run in this process. Forgetting those of old runs costs only time."""
    with _lock:
        cutoffs = _runs.setdefault(run, SharedCutoffs())
        _runs.move_to_end(run)
        while len(_runs) > _RUNS_KEPT:
            _runs.popitem(last=False)
        return cutoffs
