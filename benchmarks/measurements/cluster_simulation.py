"""Larger clusters than there are: a search whose every piece was measured, replayed on up to 512 workers.

    python -m benchmarks cluster_simulation

Takes some eight minutes on two cores to measure the pieces. What a task costs besides, two real workers tell.
"""

from __future__ import annotations

from benchmarks.fleet.overhead import measure_overhead
from benchmarks.fleet.simulation import Costs, simulate
from benchmarks.fleet.trace import Trace, record
from benchmarks.measuring import tell
from benchmarks.registry import measurement
from benchmarks.tables import Seconds, Share, Table
from wordle_compiler import Game, Rule, load_list
from wordle_compiler.cluster.pacing import Pacing

_WORKERS = (1, 2, 8, 64, 512)
_SAMPLE, _QUICK_SAMPLE = 40, 5
_PATIENCE = 10.0
"""As patient as 512 workers are while most of the openers are left."""


@measurement()
def measure(*, quick: bool) -> list[Table]:
    """Measures the pieces of two searches and replays them."""
    answers, allowed = load_list("original-answers"), load_list("original-allowed")
    if quick:
        answers = allowed = type(answers).from_words(answers.words[::60], "tiny")
    game = Game(answers, allowed, Rule.ANY)
    overhead = measure_overhead(Game(answers, answers, Rule.CANDIDATES))
    costs = Costs(*(row["a task"] for row in overhead.rows))
    n_sample = _QUICK_SAMPLE if quick else _SAMPLE
    tell("measuring every piece")
    sampled = record(game, None, sample=n_sample, pacing=Pacing(patience=_PATIENCE))
    totals = f"exact totals of all {len(allowed)} openers, any (a sample of {n_sample} measured)"
    best = f"best tree, {len(answers)} / {len(allowed)}, any"
    return [overhead, replay(best, record(game, 1), costs), replay(totals, sampled, costs)]


def replay(work: str, trace: Trace, costs: Costs) -> Table:
    """Replays the pieces of a search on more workers than there are."""
    table = Table(
        f"Simulated: {work}",
        f"Measured with one thread: {len(trace.settled):,} openers and {trace.n_cells:,} cells of "
        f"{len(trace.split):,} openers that were split, {Seconds(trace.work_seconds)} together, the longest "
        f"{Seconds(trace.longest_seconds)}; a worker's setup {Seconds(trace.setup_seconds)}. Replayed with the "
        f"client's own code; a task takes {Seconds(costs.latency)} on its way and {Seconds(costs.handling)} of the "
        "client, one after the other. Idle: the share of the workers' time without a task. Critical path: what no "
        "number of workers can undercut.",
    )
    for n_workers in _WORKERS:
        found = simulate(trace, n_workers, costs)
        row = {"workers": n_workers, "wall": Seconds(found.seconds), "speed-up": trace.work_seconds / found.seconds}
        row |= {"idle": Share(found.idle_share), "tasks": found.n_tasks}
        table.rows.append(row | {"critical path": Seconds(found.critical_seconds)})
    return table
