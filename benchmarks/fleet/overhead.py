"""What a task costs beside its work."""

from __future__ import annotations

import time

import numpy as np

from benchmarks.fleet.processes import started
from benchmarks.fleet.trace import LIMIT
from benchmarks.measuring import tell
from benchmarks.tables import Seconds, Table
from wordle_compiler import Game
from wordle_compiler.cluster.pacing import Pacing
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.solver.fixed_openers import OpenCell
from wordle_compiler.solver.fleet import OpenCellTask, Question

_N_TASKS = 500


def measure_overhead(game: Game) -> Table:
    """Measures tasks that have next to nothing to do, one after the other and many at once."""
    tell("overhead")
    table = Table(
        "Overhead of a task",
        "Tasks with a cell of one candidate each, which takes a worker some 20 us; two worker processes.",
    )
    matrix = FeedbackMatrix.of(game)
    for what, ahead in (("one at a time: there and back", 0.5), ("many at once: time of client and scheduler", 64.0)):
        pacing = Pacing(most_pieces=1, ahead=ahead)
        with started(2, pacing=pacing) as (_, cluster):
            fleet = cluster.fleet(Question(game, LIMIT), matrix, None)
            list(fleet.solve_cells(_tiny_cells(10), idle=lambda: None))
            began = time.perf_counter()
            n_done = len(list(fleet.solve_cells(_tiny_cells(_N_TASKS), idle=lambda: None)))
            seconds = Seconds((time.perf_counter() - began) / _N_TASKS)
            table.rows.append({"what": what, "tasks": n_done, "a task": seconds})
    return table


def _tiny_cells(n_cells: int) -> list[OpenCellTask]:
    parent = TreeNode("", False)
    return [
        OpenCellTask(OpenCell(parent, i, np.zeros(1, np.int32), np.zeros(11, np.uint16), LIMIT - 1), LIMIT - 1, LIMIT)
        for i in range(n_cells)
    ]
