"""What a worker process knows of the bars of a run: they come with every task and, while it runs, from the client."""

from __future__ import annotations

import threading
from collections import OrderedDict

from wordle_compiler.cluster.messages import Bars, Edge
from wordle_compiler.search.problem import INFEASIBLE
from wordle_compiler.solver.leaderboard import bar_of

_RUNS_KEPT = 16


class SharedBars:
    """The bars of one run, shared by the threads of a process. They only get lower, in whatever order news comes."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._edge: Edge = None
        self._slack: dict[int, int] = {}

    def lower(self, bars: Bars) -> None:
        """Takes news into account; what is no news changes nothing."""
        with self._lock:
            if bars.edge is not None and (self._edge is None or bars.edge < self._edge):
                self._edge = bars.edge
            for opener, slack in bars.slack.items():
                self._slack[opener] = min(slack, self._slack.get(opener, slack))

    def bar(self, opener: int) -> int:
        """Returns the total that an opener must stay below; `INFEASIBLE` where every total is of interest."""
        with self._lock:
            return bar_of(self._edge, opener)

    def slack(self, opener: int) -> int:
        """Returns by how much the cells of a hard opener may yet cost more; `INFEASIBLE` for any amount."""
        with self._lock:
            return self._slack.get(opener, INFEASIBLE)


_runs: OrderedDict[str, SharedBars] = OrderedDict()
_lock = threading.Lock()


def bars_of(run: str) -> SharedBars:
    """Returns the bars of a run in this process. Those of old runs are forgotten, which costs time and nothing else."""
    with _lock:
        bars = _runs.setdefault(run, SharedBars())
        _runs.move_to_end(run)
        while len(_runs) > _RUNS_KEPT:
            _runs.popitem(last=False)
        return bars
