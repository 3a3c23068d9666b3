"""A search by threads against the same by worker processes: time, overhead of a task, traffic.

    python -m benchmarks cluster --save benchmarks/results/cluster.md

Larger clusters are in `cluster_simulation`, runs with faults in `cluster_kills`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import psutil

from benchmarks.fleet.overhead import measure_overhead
from benchmarks.fleet.processes import Fleet, started
from benchmarks.fleet.traffic import bytes_written
from benchmarks.measuring import tell
from benchmarks.registry import measurement
from benchmarks.tables import Seconds, Share, Table
from wordle_compiler import Game, Rule, compile_tree, load_list, rank_openers
from wordle_compiler.cluster.fleet import DaskCluster

Search = Callable[[Game, DaskCluster | None, int], object]


def best_tree(game: Game, cluster: DaskCluster | None, n_threads: int) -> object:
    """Compiles the best tree, the proof over all openers included."""
    return compile_tree(game, n_workers=n_threads, cluster=cluster).data


def exact_totals(game: Game, cluster: DaskCluster | None, n_threads: int) -> object:
    """Finds the exact total of every opener."""
    return rank_openers(game, n_workers=n_threads, cluster=cluster).rows


@measurement()
def measure(*, quick: bool) -> list[Table]:
    """Measures each search, then tasks that have nothing to do."""
    answers = load_list("original-answers")
    large = Game(answers, load_list("original-allowed"), Rule.ANY)
    small = Game(answers, answers, Rule.CANDIDATES)
    searches: dict[str, tuple[Game, Search]] = {
        "best tree, 2315 / 12,972, any": (large, best_tree),
        "exact totals of all 2315 openers, candidates": (small, exact_totals),
    }
    if quick:
        tiny = type(answers).from_words(answers.words[::60], "tiny")
        small = Game(tiny, tiny, Rule.ANY)
        searches = {"best tree, tiny list": (small, best_tree)}
    scaling = Table(
        "Threads and worker processes",
        "The same call of the library, in a process that has found its kernels before; a cluster is up and its workers "
        "have imported the program, but do not know the game yet. Worker processes have one thread each. CPU is of all "
        "processes, the scheduler's and the client's included. Busy: the share of the workers' time that was spent in "
        "tasks. Same result: the bytes of the tree, or every row of the table, equal those of one thread.",
    )
    traffic = Table(
        "Traffic",
        "Bytes of pickled tasks and outcomes, as the program makes them, and what client, scheduler and workers "
        "together wrote to their TCP connections: the game, once for each worker; every task from the client to the "
        "scheduler and on to a worker, and its outcome back the same way; heartbeats and what else Dask says.",
    )
    for work, (game, search) in searches.items():
        measure_search(work, game, search, scaling, traffic)
    return [scaling, measure_overhead(small), traffic]


def measure_search(work: str, game: Game, search: Search, scaling: Table, traffic: Table) -> None:
    """Adds the rows of one search, with threads and with worker processes."""
    expected: object = None
    first = 0.0

    def add(row: dict[str, Any], result: object) -> None:
        nonlocal expected, first
        expected, first = expected or result, first or row["wall"]
        row |= {"of one thread's time": row["wall"] / first, "same result": result == expected}
        scaling.rows.append(row if row["same result"] else row | {"failed": "another result"})

    for n_threads in (1, 2):
        tell(f"{work}: {n_threads} threads")
        began, cpu = time.perf_counter(), time.process_time()
        result = search(game, None, n_threads)
        seconds = {"wall": Seconds(time.perf_counter() - began), "CPU": Seconds(time.process_time() - cpu)}
        add({"work": work, "where": "1 thread" if n_threads == 1 else f"{n_threads} threads", **seconds}, result)
    for n_workers in (1, 2):
        tell(f"{work}: {n_workers} worker processes")
        where = {"work": work, "where": "1 worker process" if n_workers == 1 else f"{n_workers} worker processes"}
        with started(n_workers, is_counting=True) as (fleet, cluster):
            before = _cpu_seconds(fleet)
            n_bytes, n_tasks = bytes_written(cluster), cluster.connection.metrics.n_tasks
            began = time.perf_counter()
            result = search(game, cluster, 1)
            wall = time.perf_counter() - began
            metrics = cluster.connection.metrics
            row = {**where, "wall": Seconds(wall), "CPU": Seconds(_cpu_seconds(fleet) - before)}
            busy = Share(metrics.work_seconds / wall / n_workers)
            add(row | {"tasks": metrics.n_tasks - n_tasks, "busy": busy}, result)
            wire = bytes_written(cluster) - n_bytes
            row = {**where, "tasks": metrics.n_tasks, "kB in tasks": metrics.bytes_sent / 1000}
            row |= {"kB in outcomes": metrics.bytes_received / 1000, "news of cutoffs": metrics.n_broadcasts}
            traffic.rows.append(row | {"kB on all connections": wire / 1000, "kB a second": wire / 1000 / wall})


def _cpu_seconds(fleet: Fleet) -> float:
    """Returns the processor time of this process and the fleet's, as far as the system tells."""
    processes = [*fleet.workers, *filter(None, [fleet.scheduler])]
    times = [psutil.Process(process.pid).cpu_times() for process in processes]
    return time.process_time() + sum(each.user + each.system for each in times)
