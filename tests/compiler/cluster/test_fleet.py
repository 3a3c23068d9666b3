"""The client's loop and its broadcasts."""

from __future__ import annotations

import threading
from collections.abc import Callable

import numpy as np
from small_games import small_game

from wordle_compiler.cluster.connection import LostTaskError, Metrics
from wordle_compiler.cluster.fleet import Broadcaster, DaskFleet
from wordle_compiler.cluster.messages import (
    CellsDone,
    CellValue,
    Cutoffs,
    TaskMessage,
)
from wordle_compiler.cluster.pacing import Pacing
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.game import Rule
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.solver.fixed_openers import OpenCell
from wordle_compiler.solver.fleet import OpenCellTask, Question, SolvedCell
from wordle_compiler.solver.leaderboard import Standing


def test_a_task_that_is_lost_as_it_is_sent_does_not_end_the_run() -> None:
    """The scheduler has gone when the first task is sent; the search goes on with the next one."""
    cell = OpenCell(TreeNode("", False), 0, np.arange(4, dtype=np.int32), np.zeros(11, np.uint16), 5)
    found = TreeNode("found", True)

    class Gone:
        """A connection that is lost until it is opened again."""

        n_slots = 2
        is_alive = False
        metrics = Metrics()

        def submit(self, _kind: str, _message: TaskMessage) -> int:
            if not self.is_alive:
                raise LostTaskError
            return 1

        def wait(self, _seconds: float) -> list[tuple[int, Callable[[], CellsDone]]]:
            return [(1, lambda: CellsDone((CellValue(0, 7, True, 0.1, found),), 0.1))] if self.is_alive else []

        def reopen(self) -> None:
            self.is_alive = True

        def broadcast(self, _run: str, _cutoffs: Cutoffs) -> None:
            raise AssertionError

        def abandon(self, _out: object) -> None:
            pass

    game = small_game(1).under(Rule.ANY)
    fleet = DaskFleet(Gone(), Question(game, 6), FeedbackMatrix.of(game), Pacing(), None)

    assert list(fleet.solve_cells([OpenCellTask(cell, 5, 9)], idle=lambda: None)) == [SolvedCell(cell, found, 7)]


def test_the_broadcaster_combines_what_has_come_up_meanwhile() -> None:
    sent: list[Cutoffs] = []
    go_on = threading.Event()
    arrived = threading.Event()

    def send(cutoffs: Cutoffs) -> None:
        sent.append(cutoffs)
        arrived.set()
        go_on.wait(5)
        if len(sent) == 1:
            raise OSError("a worker has died")

    broadcaster = Broadcaster(send)
    broadcaster.broadcast(Cutoffs(Standing(9, 1)))
    assert arrived.wait(5)
    arrived.clear()
    broadcaster.broadcast(Cutoffs(Standing(8, 1), {1: 5}))
    broadcaster.broadcast(Cutoffs(None, {1: 3, 2: 2}))
    go_on.set()
    assert arrived.wait(5)
    broadcaster.broadcast(None)

    assert sent == [Cutoffs(Standing(9, 1)), Cutoffs(Standing(8, 1), {1: 3, 2: 2})]
