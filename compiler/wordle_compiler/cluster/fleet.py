"""The workers of a Dask scheduler behind the solver's interface; see `solver.fleet`.

All workers are kept busy with the tasks of a source, and the results arrive even if workers are lost.
"""

from __future__ import annotations

import contextlib
import math
import queue
import threading
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol, TypeVar

from wordle_compiler.cluster.connection import Connection, LostTaskError
from wordle_compiler.cluster.messages import (
    CellBatch,
    Cutoffs,
    GuessBatch,
    OpenerBatch,
    Outcome,
    TaskMessage,
    TreeBatch,
    Work,
)
from wordle_compiler.cluster.pacing import Pacing
from wordle_compiler.cluster.settling import OpenerSource
from wordle_compiler.cluster.solving import TreeSource
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.search.stopping import Deadline
from wordle_compiler.solver.fixed_openers import OpenCell, play_fixed
from wordle_compiler.solver.fleet import OpenCellTask, Question, SolvedCell
from wordle_compiler.solver.leaderboard import Leaderboard, OpenerResult, SettledOpener
from wordle_compiler.solver.trials import describe

Result = TypeVar("Result")

_POLL_SECONDS = 0.1
_KINDS = {OpenerBatch: "openers", CellBatch: "cells", TreeBatch: "trees", GuessBatch: "guesses"}


class DaskCluster:
    """The workers of one scheduler."""

    def __init__(self, connection: Connection, pacing: Pacing | None = None) -> None:
        """Takes a connection; `pacing` sets the sizes of tasks, for tests and measurements."""
        self.connection = connection
        self._pacing = pacing or Pacing()

    def fleet(self, question: Question, matrix: FeedbackMatrix, deadline: Deadline) -> DaskFleet:
        """Sends a question to the workers and returns them, ready for it."""
        self.connection.register(question)
        return DaskFleet(self.connection, question, matrix, self._pacing, deadline)


class Source(Protocol[Result]):
    """Hands out tasks and interprets their outcomes."""

    def next_work(self, n_slots: int) -> Work | None:
        """Returns the next task, or None if there is none until an outstanding one comes back."""

    def put_back(self, work: Work) -> None:
        """Takes back a task that was lost."""

    def take(self, work: Work, outcome: Outcome) -> list[Result]:
        """Records the outcome of a task and returns the results that follow from it."""

    def cutoffs_for(self, work: Work) -> Cutoffs:
        """Returns the current cutoffs that a task needs."""

    def cutoffs(self) -> Cutoffs:
        """Returns the current cutoffs."""


class DaskFleet:
    """The workers, ready for one question. Tasks may be lost or run twice; each result counts once."""

    def __init__(
        self,
        connection: Connection,
        question: Question,
        matrix: FeedbackMatrix,
        pacing: Pacing,
        deadline: Deadline,
    ) -> None:
        """Takes a connection whose workers have received the question; `matrix` is in the order of the weights.

        Every run stops at `deadline`.
        """
        self._connection = connection
        self._question = question
        self._matrix = matrix
        self._pacing = pacing
        self._deadline = deadline
        self._trees: TreeSource | None = None

    @property
    def n_slots(self) -> int:
        """How many tasks the workers run at once, at least one."""
        return max(1, self._connection.n_slots)

    def settle_openers(
        self,
        openers: Sequence[int],
        known: Mapping[int, OpenerResult],
        board: Leaderboard,
        *,
        is_bounded: bool,
        idle: Callable[[], None],
    ) -> Iterator[SettledOpener]:
        """Yields each opener as it is settled; see `solver.fleet.Fleet`."""
        weights = self._question.weights
        weight = self._matrix.n_answers if weights is None else int(weights.in_units(self._question.max_guesses).sum())
        source = OpenerSource(
            openers,
            known,
            board,
            self._cells_of,
            weight=weight,
            is_bounded=is_bounded,
            can_split_cells=self._question.width == 0,
            pacing=self._pacing,
        )
        return self._run(source, idle)

    def solve_cells(self, tasks: Sequence[OpenCellTask], *, idle: Callable[[], None]) -> Iterator[SolvedCell]:
        """Yields cells with their trees and totals; see `solver.fleet.Fleet`."""
        # The result of a search of limited width depends on what its worker searched before.
        self._trees = TreeSource(tasks, self._pacing, can_split=self._question.width == 0)
        return self._run(self._trees, idle)

    def describe(self) -> str:
        """Returns how far `solve_cells` is at the largest cell whose guesses are tried; see `solver.fleet.Fleet`."""
        return "" if self._trees is None else describe(self._trees.trials())

    def _cells_of(self, opener: int) -> list[OpenCell]:
        _, cells = play_fixed(self._question.game, self._matrix, (opener,), self._question.max_guesses)
        return cells

    def _run(self, source: Source[Result], idle: Callable[[], None]) -> Iterator[Result]:
        """Yields the results of a source as they arrive; leaving the loop early cancels the outstanding tasks.

        Raises:
            StoppedError: The deadline has passed.
            InputError: There was no scheduler or no worker for too long.
        """
        run = uuid.uuid4().hex
        out: dict[int, Work] = {}
        connection = self._connection
        broadcaster = Broadcaster(lambda cutoffs: connection.broadcast(run, cutoffs))
        latest = source.cutoffs()
        try:
            while True:
                self._deadline.check()
                n_slots = connection.n_slots
                is_all_out = self._hand_out(source, run, out, n_slots)
                if is_all_out and not out and n_slots:
                    return
                finished = connection.wait(_POLL_SECONDS)
                for number, outcome in finished:
                    work = out.pop(number, None)
                    if work is None:
                        continue
                    try:
                        results = source.take(work, outcome())
                    except LostTaskError:
                        source.put_back(work)
                        continue
                    earlier, latest = latest, source.cutoffs()
                    lowered = latest.lower_than(earlier)
                    if lowered is not None and out:
                        broadcaster.broadcast(lowered)
                    yield from results
                if not finished:
                    idle()
                if not connection.is_alive:
                    # The outstanding tasks are lost. Nothing else is: everything proven is on the client side.
                    for work in out.values():
                        source.put_back(work)
                    connection.metrics.n_lost += len(out)
                    out.clear()
                    connection.reopen()
        finally:
            broadcaster.broadcast(None)
            connection.abandon(out)

    def _hand_out(self, source: Source[Result], run: str, out: dict[int, Work], n_slots: int) -> bool:
        """Sends tasks until every slot has enough; returns whether the source has none left for now."""
        most = math.ceil(self._pacing.ahead * n_slots)
        while len(out) < most:
            work = source.next_work(n_slots)
            if work is None:
                return True
            message = TaskMessage(self._question.key, run, work, source.cutoffs_for(work))
            try:
                out[self._connection.submit(_KINDS[type(work)], message)] = work
            except LostTaskError:
                source.put_back(work)
                return False
        return False


class Broadcaster:
    """A thread that sends lowered cutoffs to all workers, combining all that have fallen since the last message.

    It is a separate thread because a worker that has just died may block a message. A lost message does no harm: every
    task carries the cutoffs current when it was sent.
    """

    def __init__(self, send: Callable[[Cutoffs], None]) -> None:
        """Takes a function that sends cutoffs and returns when they are sent; its exceptions are ignored."""
        self._send = send
        self._waiting: queue.SimpleQueue[Cutoffs | None] = queue.SimpleQueue()
        threading.Thread(target=self._keep_sending, daemon=True, name="wordle-tree-broadcaster").start()

    def broadcast(self, lowered: Cutoffs | None) -> None:
        """Queues lowered cutoffs and returns at once; None ends the thread, and what is still queued is not sent."""
        self._waiting.put(lowered)

    def _keep_sending(self) -> None:
        while (lowered := self._waiting.get()) is not None:
            while not self._waiting.empty():
                if (more := self._waiting.get()) is None:
                    return
                lowered = lowered.merged(more)
            with contextlib.suppress(Exception):
                self._send(lowered)
