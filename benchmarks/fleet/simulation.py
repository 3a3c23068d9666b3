"""Replays a measured search on workers that do not exist, with the client's own code for handing out tasks.

What is simulated: every piece takes its measured time, a worker first sets up, a task is on its way for a measured
time, and the client handles one task after the other, each for a measured time. What is not: a cutoff that falls later
than it did for one thread makes a few openers dearer, and machines differ.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeVar

from benchmarks.fleet.trace import Trace
from wordle_compiler.cluster.messages import (
    CellBatch,
    CellsDone,
    CellValue,
    OpenerBatch,
    OpenersDone,
    Outcome,
    SplitCells,
    Work,
)
from wordle_compiler.cluster.pacing import Pacing
from wordle_compiler.cluster.settling import OpenerSource
from wordle_compiler.solver.leaderboard import Leaderboard, SettledOpener

Piece = TypeVar("Piece", SettledOpener | SplitCells, CellValue)


@dataclass(frozen=True)
class Costs:
    """What a task costs beside its work: seconds on its way, there and back, and seconds of the client's time."""

    latency: float
    handling: float


@dataclass(frozen=True)
class Simulated:
    """What came out: seconds until the end, the share of the workers' time without work, and how many tasks there were.

    Attributes:
        critical_seconds: No number of workers is faster: the setup, then the longest opener, or the bounds and the
            longest cell of one that is split.
    """

    seconds: float
    idle_share: float
    n_tasks: int
    critical_seconds: float


def simulate(trace: Trace, n_workers: int, costs: Costs, pacing: Pacing | None = None) -> Simulated:
    """Replays a trace on `n_workers` workers of one thread."""
    pacing = pacing or Pacing()
    source = OpenerSource(
        trace.openers,
        MappingProxyType({}),
        Leaderboard(trace.n_best),
        trace.cells_of.__getitem__,
        weight=trace.n_answers,
        is_bounded=trace.n_best is not None,
        can_split_cells=False,
        pacing=pacing,
    )
    most_out = math.ceil(pacing.ahead * n_workers)
    free = [(trace.setup_seconds, worker) for worker in range(n_workers)]
    heapq.heapify(free)
    arriving: list[tuple[float, int, Work, Outcome]] = []
    client = 0.0
    busy = 0.0
    n_tasks = 0
    while True:
        while len(arriving) < most_out and (work := source.next_work(n_workers)) is not None:
            client += costs.handling / 2
            ready, worker = heapq.heappop(free)
            outcome = _replay(trace, work)
            ended = max(ready, client + costs.latency / 2) + outcome.seconds
            busy += outcome.seconds
            heapq.heappush(free, (ended, worker))
            heapq.heappush(arriving, (ended + costs.latency / 2, n_tasks, work, outcome))
            n_tasks += 1
        if not arriving:
            break
        arrived, _, work, outcome = heapq.heappop(arriving)
        client = max(client, arrived) + costs.handling / 2
        source.take(work, outcome)
    return Simulated(client, 1 - busy / (n_workers * client), n_tasks, _critical(trace, costs))


def _critical(trace: Trace, costs: Costs) -> float:
    """Returns the longest chain of pieces that wait for each other."""
    begin = trace.setup_seconds + costs.latency / 2
    chains = [max(settled.seconds for settled in trace.settled.values())]
    for opener, split in trace.split.items():
        cells = (value.seconds for value in trace.cells.get(opener, {}).values())
        chains.append(split.seconds + costs.latency + max(cells, default=0.0))
    return begin + max(chains)


def _replay(trace: Trace, work: Work) -> Outcome:
    """Returns what became of a task, had it been done with the measured times."""
    if isinstance(work, OpenerBatch):
        settled: list[SettledOpener] = []
        split: list[SplitCells] = []
        for found in _within_slice(work, [_of(trace, opener) for opener, _ in work.openers]):
            (split if isinstance(found, SplitCells) else settled).append(found)  # type: ignore[arg-type]
            if isinstance(found, SplitCells) or (work.ends_at_total and found.is_exact):
                break
        return OpenersDone(tuple(settled), tuple(split), sum(found.seconds for found in (*settled, *split)))
    if not isinstance(work, CellBatch):
        raise TypeError("only rankings are simulated")
    known = [trace.cells.get(work.opener, {}).get(cell.number) for cell in work.cells]
    # A cell that was not needed when it was measured takes no time; that it counts as exact ends its opener.
    values = [
        CellValue(cell.number, found.total if found else cell.bound, True, found.seconds if found else 0.0)
        for cell, found in zip(work.cells, known, strict=True)
    ]
    done = tuple(_within_slice(work, values))
    return CellsDone(done, sum(value.seconds for value in done))


def _of(trace: Trace, opener: int) -> SettledOpener | SplitCells:
    return trace.split[opener] if opener in trace.split else trace.settled[opener]


def _within_slice(work: OpenerBatch | CellBatch, pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Yields the pieces that a worker begins before its slice of time is up."""
    seconds = 0.0
    for piece in pieces:
        yield piece
        seconds += piece.seconds
        if seconds >= work.slice_seconds:
            return
