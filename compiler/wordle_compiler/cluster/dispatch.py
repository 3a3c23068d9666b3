"""Keeps all workers busy with the tasks of a source, and returns the results even if workers are lost."""

from __future__ import annotations

import math
import time
import uuid
from collections.abc import Callable, Iterator
from typing import Protocol, TypeVar

from wordle_compiler.cluster.broadcasting import Broadcaster
from wordle_compiler.cluster.connection import Connection, LostTaskError
from wordle_compiler.cluster.messages import CellBatch, Cutoffs, OpenerBatch, Outcome, TaskMessage, TreeBatch, Work
from wordle_compiler.cluster.pacing import Pacing
from wordle_compiler.search.stopping import StoppedError
from wordle_compiler.solver.fleet import Question

Result = TypeVar("Result")

_POLL_SECONDS = 0.1
_KINDS = {OpenerBatch: "openers", CellBatch: "cells", TreeBatch: "trees"}


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

    def lowered_cutoffs(self) -> Cutoffs | None:
        """Returns the cutoffs that have fallen since the last call."""


class Dispatch:
    """Runs sources on the workers of a connection. Tasks may be lost or run twice; each result counts once."""

    def __init__(self, connection: Connection, question: Question, pacing: Pacing, deadline: float | None) -> None:
        """Takes the connection and the question; every run stops at `deadline`, a time of `time.monotonic`."""
        self._connection = connection
        self._question = question
        self._pacing = pacing
        self._deadline = deadline

    def run(self, source: Source[Result], idle: Callable[[], None]) -> Iterator[Result]:
        """Yields the results of a source as they arrive; leaving the loop early cancels the outstanding tasks.

        Raises:
            StoppedError: The deadline has passed.
            InputError: There was no scheduler or no worker for too long.
        """
        run = uuid.uuid4().hex
        out: dict[int, Work] = {}
        connection = self._connection
        broadcaster = Broadcaster(lambda cutoffs: connection.broadcast(run, cutoffs))
        try:
            while True:
                if self._deadline is not None and time.monotonic() >= self._deadline:
                    raise StoppedError
                n_slots = connection.n_slots
                self._hand_out(source, run, out, n_slots)
                if not out and n_slots:
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
                    lowered = source.lowered_cutoffs()
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
            broadcaster.end()
            connection.abandon(out)

    def _hand_out(self, source: Source[Result], run: str, out: dict[int, Work], n_slots: int) -> None:
        """Sends tasks until every slot has enough outstanding tasks."""
        most = math.ceil(self._pacing.ahead * n_slots)
        while len(out) < most and (work := source.next_work(n_slots)) is not None:
            message = TaskMessage(self._question.key, run, work, source.cutoffs_for(work))
            try:
                out[self._connection.submit(_KINDS[type(work)], message)] = work
            except LostTaskError:
                source.put_back(work)
                return
