"""What a cluster costs and gains: threads against worker processes, overhead, traffic, and larger ones simulated.

    python benchmarks/cluster.py --save benchmarks/results/cluster.md

Takes about ten minutes on two cores. The runs with faults are in cluster_kills.py.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from cluster_simulation import Costs, simulate
from cluster_trace import LIMIT, Trace, record
from fleet_processes import Fleet
from reporting import describe_machine, make_parser, publish, run_benchmark, tell
from tables import Column, Table, duration, yes_or_no

from wordle_compiler import Game, Rule, compile_tree, load_list, rank_openers
from wordle_compiler.cluster.fleet import DaskCluster
from wordle_compiler.cluster.opening import open_cluster
from wordle_compiler.cluster.pacing import Pacing
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.solver.fixed_openers import OpenCell
from wordle_compiler.solver.fleet import OpenCellTask, Question

_COUNTING = "count_traffic"
_N_TINY_TASKS = 500
_WORKERS = (1, 2, 8, 64, 512)
_SAMPLE = 40
_PATIENCE = 10.0

Search = Callable[[Game, DaskCluster | None, int], object]


def best_tree(game: Game, cluster: DaskCluster | None, n_threads: int) -> object:
    """Compiles the best tree, the proof over all openers included."""
    return compile_tree(game, n_workers=n_threads, cluster=cluster).data


def exact_totals(game: Game, cluster: DaskCluster | None, n_threads: int) -> object:
    """Finds the exact total of every opener."""
    return rank_openers(game, n_workers=n_threads, cluster=cluster).rows


def main() -> int:
    """Measures, prints, and returns the exit status: 1 where a result differs."""
    parser = make_parser(__doc__)
    parser.add_argument("--no-simulation", action="store_true", help="leave the simulation out, which takes longest")
    arguments = parser.parse_args()
    machine = describe_machine()
    answers, allowed = load_list("original-answers"), load_list("original-allowed")
    small = Game(answers, answers, Rule.CANDIDATES)
    large = Game(answers, allowed, Rule.ANY)
    searches: list[tuple[str, Game, Search]] = [
        ("best tree, 2315 / 12,972, any", large, best_tree),
        ("exact totals of all 2315 openers, candidates", small, exact_totals),
    ]
    if arguments.quick:
        tiny = type(answers).from_words(answers.words[::60], "tiny")
        small = large = Game(tiny, tiny, Rule.ANY)
        searches = [("best tree, tiny list", large, best_tree)]
    scaling, traffic = _scaling_table(), _traffic_table()
    for work, game, search in searches:
        measure_scaling(work, game, search, scaling, traffic)
    overhead = measure_overhead(small)
    tables = [scaling, overhead, traffic]
    if not arguments.no_simulation:
        costs = Costs(overhead.rows[0]["seconds"], overhead.rows[1]["seconds"])
        n_sample = 5 if arguments.quick else _SAMPLE
        tables += [
            measure_simulation(searches[0][0], costs, lambda: record(large, 1)),
            measure_simulation(
                f"exact totals of all {len(large.allowed)} openers, any (a sample of {n_sample} measured)",
                costs,
                # As patient as 512 workers are while most of the openers are left.
                lambda: record(large, None, sample=n_sample, pacing=Pacing(patience=_PATIENCE)),
            ),
        ]
    publish(tables, arguments, machine)
    return 0 if all(row["met"] for row in scaling.rows) else 1


def _scaling_table() -> Table:
    return Table(
        "Threads and worker processes",
        (
            Column("work", "work", is_text=True),
            Column("where", "where", is_text=True),
            Column("wall", "wall", duration),
            Column("cpu", "CPU", duration),
            Column("ratio", "of one thread's time", "{:.2f}".format),
            Column("tasks", "tasks"),
            Column("busy", "busy", "{:.0%}".format),
            Column("met", "same result", yes_or_no),
        ),
        "The same call of the library, in a process that has found its kernels before; a cluster is up and its workers "
        "have imported the program, but do not know the game yet. Worker processes have one thread each. CPU is of all "
        "processes, the scheduler's and the client's included. Busy: the share of the workers' time that was spent in "
        "tasks. Same result: the bytes of the tree, or every row of the table, equal those of one thread.",
    )


def measure_scaling(work: str, game: Game, search: Search, table: Table, traffic: Table) -> None:
    """Adds the rows of one search, with threads and with worker processes."""
    expected: object = None
    first = 0.0
    for n_threads in (1, 2):
        tell(f"{work}: {n_threads} threads")
        row: dict[str, Any] = {"work": work, "where": _counted(n_threads, "thread")}
        began, cpu = time.perf_counter(), time.process_time()
        result = search(game, None, n_threads)
        row |= {"wall": time.perf_counter() - began, "cpu": time.process_time() - cpu}
        expected = expected or result
        first = first or row["wall"]
        table.rows.append(row | {"ratio": row["wall"] / first, "met": result == expected})
    for n_workers in (1, 2):
        tell(f"{work}: {n_workers} worker processes")
        with _started(n_workers, is_counting=True) as (fleet, cluster):
            before = _cpu_seconds(fleet)
            n_bytes, n_tasks = _bytes_written(cluster), cluster.metrics.n_tasks
            began = time.perf_counter()
            result = search(game, cluster, 1)
            wall = time.perf_counter() - began
            metrics = cluster.metrics
            table.rows.append(
                {
                    "work": work,
                    "where": _counted(n_workers, "worker process", "worker processes"),
                    "wall": wall,
                    "cpu": _cpu_seconds(fleet) - before,
                    "ratio": wall / first,
                    "tasks": metrics.n_tasks - n_tasks,
                    "busy": metrics.work_seconds / wall / n_workers,
                    "met": result == expected,
                }
            )
            traffic.rows.append(
                {
                    "work": work,
                    "where": table.rows[-1]["where"],
                    "tasks": metrics.n_tasks,
                    "sent": metrics.bytes_sent,
                    "received": metrics.bytes_received,
                    "news": metrics.n_broadcasts,
                    "wire": _bytes_written(cluster) - n_bytes,
                    "second": (_bytes_written(cluster) - n_bytes) / wall,
                }
            )


def _traffic_table() -> Table:
    return Table(
        "Traffic",
        (
            Column("work", "work", is_text=True),
            Column("where", "where", is_text=True),
            Column("tasks", "tasks"),
            Column("sent", "in tasks", _kilobytes),
            Column("received", "in outcomes", _kilobytes),
            Column("news", "news of cutoffs"),
            Column("wire", "on all connections", _kilobytes),
            Column("second", "a second", _kilobytes),
        ),
        "Bytes of pickled tasks and outcomes, as the program makes them, and what client, scheduler and workers "
        "together wrote to their TCP connections: the game, once for each worker; every task from the client to the "
        "scheduler and on to a worker, and its outcome back the same way; heartbeats and what else Dask says.",
    )


def measure_overhead(game: Game) -> Table:
    """Measures tasks that have next to nothing to do, one after the other and many at once."""
    tell("overhead")
    table = Table(
        "Overhead of a task",
        (Column("what", "what", is_text=True), Column("tasks", "tasks"), Column("seconds", "a task", duration)),
        "Tasks with a cell of one candidate each, which takes a worker some 20 us; two worker processes.",
    )
    matrix = FeedbackMatrix.of(game)
    for what, ahead in (("one at a time: there and back", 0.5), ("many at once: time of client and scheduler", 64.0)):
        pacing = Pacing(most_pieces=1, ahead=ahead)
        with _started(2, pacing=pacing) as (_, cluster):
            fleet = cluster.fleet(Question(game, LIMIT), matrix, None)
            list(fleet.solve_cells(_tiny_cells(10)))
            began = time.perf_counter()
            n_done = len(list(fleet.solve_cells(_tiny_cells(_N_TINY_TASKS))))
            table.rows.append({"what": what, "tasks": n_done, "seconds": (time.perf_counter() - began) / _N_TINY_TASKS})
    return table


def measure_simulation(work: str, costs: Costs, make: Callable[[], Trace]) -> Table:
    """Measures the pieces of a search and replays them on more workers than there are."""
    tell(f"{work}: measuring every piece")
    trace = make()
    table = Table(
        f"Simulated: {work}",
        (
            Column("workers", "workers"),
            Column("seconds", "wall", duration),
            Column("speed_up", "speed-up", "{:.1f}".format),
            Column("idle", "idle", "{:.0%}".format),
            Column("tasks", "tasks"),
            Column("critical", "critical path", duration),
        ),
        f"Measured with one thread: {len(trace.settled):,} openers and {trace.n_cells:,} cells of "
        f"{len(trace.split):,} openers that were split, {duration(trace.work_seconds)} together, the longest "
        f"{duration(trace.longest_seconds)}; a worker's setup {duration(trace.setup_seconds)}. Replayed with the "
        f"client's own code; a task takes {duration(costs.latency)} on its way and {duration(costs.handling)} of the "
        "client, one after the other. Idle: the share of the workers' time without a task. Critical path: what no "
        "number of workers can undercut.",
    )
    for n_workers in _WORKERS:
        found = simulate(trace, n_workers, costs)
        table.rows.append(
            {
                "workers": n_workers,
                "seconds": found.seconds,
                "speed_up": trace.work_seconds / found.seconds,
                "idle": found.idle_share,
                "tasks": found.n_tasks,
                "critical": found.critical_seconds,
            }
        )
        tell(f"{work}: {table.rows[-1]}")
    return table


@contextmanager
def _started(
    n_workers: int, *, pacing: Pacing | None = None, is_counting: bool = False
) -> Iterator[tuple[Fleet, DaskCluster]]:
    """Starts a scheduler and workers, waits until all have joined, and connects."""
    folder = str(Path(__file__).parent)
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [folder, os.environ.get("PYTHONPATH")]))
    with Fleet(preload=_COUNTING if is_counting else None) as fleet:
        fleet.start_scheduler()
        for _ in range(n_workers):
            fleet.start_worker()
        with open_cluster(fleet.address, pacing=pacing) as cluster:
            while cluster.n_slots < n_workers:
                time.sleep(0.1)
            yield fleet, cluster


def _bytes_written(cluster: DaskCluster) -> int:
    """Returns what all processes of a fleet have written; this one counts from when it is first asked."""
    counting: ModuleType = sys.modules.get(_COUNTING) or __import__(_COUNTING)
    if not getattr(counting, "is_installed", False):
        counting.install()
        counting.is_installed = True  # type: ignore[attr-defined]
    client = cluster.client
    counts = [*client.run(counting.read).values(), client.run_on_scheduler(counting.read), counting.written]
    return sum(count["bytes"] for count in counts)


def _cpu_seconds(fleet: Fleet) -> float:
    """Returns the processor time of this process and the fleet's, as far as the system tells."""
    import psutil

    own = time.process_time()
    for process in [*fleet.workers, *filter(None, [fleet.scheduler])]:
        times = psutil.Process(process.pid).cpu_times()
        own += times.user + times.system
    return own


def _tiny_cells(n_cells: int) -> list[OpenCellTask]:
    parent = TreeNode("", False)
    return [
        OpenCellTask(OpenCell(parent, i, np.zeros(1, np.int32), np.zeros(11, np.uint16), LIMIT - 1), LIMIT - 1, LIMIT)
        for i in range(n_cells)
    ]


def _counted(number: int, one: str, many: str | None = None) -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def _kilobytes(n_bytes: float) -> str:
    return f"{n_bytes / 1000:,.1f} kB"


if __name__ == "__main__":
    sys.exit(run_benchmark(main))
