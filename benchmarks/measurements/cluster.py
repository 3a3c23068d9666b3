"""A search by threads against the same by worker processes.

    python -m benchmarks cluster --save benchmarks/results/cluster.md

Runs with faults are in `cluster_kills`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import psutil

from benchmarks.fleet.processes import Fleet
from benchmarks.measuring import tell
from benchmarks.registry import measurement
from benchmarks.tables import Seconds, Table
from wordle_compiler import Game, Rule, compile_tree, load_list, rank_openers
from wordle_compiler.cluster.opening import open_cluster
from wordle_compiler.solver.remote import Cluster

Search = Callable[[Game, Cluster | None, int], object]


def best_tree(game: Game, cluster: Cluster | None, n_threads: int) -> object:
    """Compiles the best tree, the proof over all openers included."""
    return compile_tree(game, n_workers=n_threads, cluster=cluster).data


def one_opener(game: Game, cluster: Cluster | None, n_threads: int) -> object:
    """Compiles the best tree of one opener."""
    return compile_tree(game, opener="crane", n_workers=n_threads, cluster=cluster).data


def exact_totals(game: Game, cluster: Cluster | None, n_threads: int) -> object:
    """Finds the exact total of every opener."""
    return rank_openers(game, n_workers=n_threads, cluster=cluster).rows


@measurement()
def measure(*, quick: bool) -> list[Table]:
    """Measures each search with threads and with worker processes."""
    answers = load_list("original-answers")
    large = Game(answers, load_list("original-allowed"), Rule.ANY)
    searches: dict[str, tuple[Game, Search]] = {
        "best tree, 2315 / 12,972, any": (large, best_tree),
        "best tree with CRANE, 2315 / 12,972, any": (large, one_opener),
        "exact totals of all 2315 openers, candidates": (Game(answers, answers, Rule.CANDIDATES), exact_totals),
    }
    if quick:
        tiny = type(answers).from_words(answers.words[::60], "tiny")
        searches = {"best tree, tiny list": (Game(tiny, tiny, Rule.ANY), best_tree)}
    table = Table(
        "Threads and worker processes",
        "The same call of the library, in a process that has found its kernels before; a cluster is up and its workers "
        "have imported the program, but do not know the game yet. Worker processes have one thread each. CPU is of all "
        "processes, the scheduler's and the client's included. Same result: the bytes of the tree, or every row of the "
        "table, equal those of one thread.",
    )
    for work, (game, search) in searches.items():
        measure_search(work, game, search, table)
    return [table]


def measure_search(work: str, game: Game, search: Search, table: Table) -> None:
    """Adds the rows of one search, with threads and with worker processes."""
    expected: object = None
    first = 0.0

    def add(where: str, cluster: Cluster | None, n_threads: int, cpu_seconds: Callable[[], float]) -> None:
        nonlocal expected, first
        tell(f"{work}: {where}")
        began, cpu = time.perf_counter(), cpu_seconds()
        result = search(game, cluster, n_threads)
        wall = time.perf_counter() - began
        expected, first = expected or result, first or wall
        row: dict[str, Any] = {"work": work, "where": where, "wall": Seconds(wall), "CPU": Seconds(cpu_seconds() - cpu)}
        row |= {"of one thread's time": wall / first, "same result": result == expected}
        table.rows.append(row if row["same result"] else row | {"failed": "another result"})

    for n_threads in (1, 2):
        add("1 thread" if n_threads == 1 else f"{n_threads} threads", None, n_threads, time.process_time)
    for n_workers in (1, 2):
        with Fleet() as fleet:
            fleet.start_scheduler()
            for _ in range(n_workers):
                fleet.start_worker()
            with open_cluster(fleet.address) as cluster:
                cluster.client.wait_for_workers(n_workers)
                where = "1 worker process" if n_workers == 1 else f"{n_workers} worker processes"
                add(where, cluster, 1, lambda fleet=fleet: _cpu_seconds(fleet))  # type: ignore[misc]


def _cpu_seconds(fleet: Fleet) -> float:
    """Returns the processor time of this process and the fleet's, as far as the system tells."""
    processes = [*fleet.workers, *filter(None, [fleet.scheduler])]
    times = [psutil.Process(process.pid).cpu_times() for process in processes]
    return time.process_time() + sum(each.user + each.system for each in times)
