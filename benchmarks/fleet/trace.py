"""A search cut into tasks as on a cluster, done by one thread, with the time of every piece: to be replayed."""

from __future__ import annotations

import random
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from wordle_compiler.cluster.messages import CellsDone, CellValue, OpenersDone, SplitCells
from wordle_compiler.cluster.pacing import Pacing
from wordle_compiler.cluster.settling import OpenerSource
from wordle_compiler.cluster.task_runner import TaskRunner
from wordle_compiler.cluster.worker_state import SharedCutoffs, forget, register, thread_state_for
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.game import Game
from wordle_compiler.solver.fixed_openers import OpenCell, play_fixed
from wordle_compiler.solver.fleet import Question
from wordle_compiler.solver.leaderboard import Leaderboard, SettledOpener
from wordle_compiler.solver.solver import ExactSolver

LIMIT = 6
_SLOTS_PRETENDED = 8
"""So that the first opener is cut into cells, as on every cluster of more than one worker."""


@dataclass
class Trace:
    """What was measured of a ranking.

    Attributes:
        openers: All of them, the most promising first.
        n_answers: How many answers there are.
        n_best: How many openers were to be told apart; None: all.
        settled: What became of each opener that was not split, with its seconds.
        split: The openers that were, with the seconds until then.
        cells: What became of their cells, by opener and number, with its seconds.
        setup_seconds: What a worker needs before its first piece: matrix, problem, letter sets.
    """

    openers: tuple[int, ...]
    n_answers: int
    n_best: int | None
    setup_seconds: float = 0.0
    settled: dict[int, SettledOpener] = field(default_factory=dict)
    split: dict[int, SplitCells] = field(default_factory=dict)
    cells: dict[int, dict[int, CellValue]] = field(default_factory=dict)
    cells_of: dict[int, list[OpenCell]] = field(default_factory=dict)

    @property
    def work_seconds(self) -> float:
        """The sum of all pieces."""
        whole = sum(piece.seconds for piece in (*self.settled.values(), *self.split.values()))
        return whole + sum(piece.seconds for piece in self._every_cell())

    @property
    def n_cells(self) -> int:
        """How many cells there are of openers that were split."""
        return sum(map(len, self.cells.values()))

    @property
    def longest_seconds(self) -> float:
        """The longest piece that is never cut."""
        return max(piece.seconds for piece in (*self.settled.values(), *self._every_cell()))

    def _every_cell(self) -> Iterator[CellValue]:
        return (value for cells in self.cells.values() for value in cells.values())


def record(game: Game, n_best: int | None, *, sample: int | None = None, pacing: Pacing | None = None) -> Trace:
    """Ranks openers with one thread and returns what each piece took.

    Args:
        game: The game.
        n_best: How many openers to tell apart; None: all.
        sample: Only so many random openers are measured, and stand for all others.
        pacing: How large tasks are.
    """
    matrix = FeedbackMatrix.of(game)
    solver = ExactSolver(game, matrix, LIMIT)
    everything = solver.promising_openers(len(game.allowed))
    openers = sorted(random.Random(2022).sample(everything, sample)) if sample else everything
    question = Question(game, LIMIT)
    forget(question.key)
    register(question)
    board = Leaderboard(n_best)
    is_bounded = n_best is not None
    trace = Trace(tuple(openers), matrix.n_answers, n_best)
    began = time.monotonic()
    state = thread_state_for(question.key)
    if is_bounded:
        state.problem_state.letter_sets()
    trace.setup_seconds = time.monotonic() - began

    def cells_of(opener: int) -> list[OpenCell]:
        trace.cells_of[opener] = play_fixed(game, matrix, (opener,), LIMIT)[1]
        return trace.cells_of[opener]

    source = OpenerSource(
        openers,
        MappingProxyType({}),
        board,
        cells_of,
        weight=matrix.n_answers,
        is_bounded=is_bounded,
        can_split_cells=False,
        pacing=pacing or Pacing(),
    )
    while (work := source.next_work(_SLOTS_PRETENDED)) is not None:
        cutoffs = SharedCutoffs()
        cutoffs.lower(source.cutoffs_for(work))
        outcome = TaskRunner(state, cutoffs, lambda: True).perform(work)
        if isinstance(outcome, OpenersDone):
            trace.settled |= {found.opener: found for found in outcome.settled}
            trace.split |= {found.opener: found for found in outcome.split}
        elif isinstance(outcome, CellsDone):
            # Which opener the cells are of is said by the task alone.
            opener = work.opener  # type: ignore[union-attr]
            trace.cells.setdefault(opener, {}).update((value.number, value) for value in outcome.values)
        deque(source.take(work, outcome), maxlen=0)
    if sample:
        _stand_in(trace, everything)
    return trace


def _stand_in(trace: Trace, everything: list[int]) -> None:
    """Lets the measured openers stand for all others, in turn."""
    measured = trace.openers
    for i, opener in enumerate(everything):
        if opener in trace.settled or opener in trace.split:
            continue
        like = measured[i % len(measured)]
        if like in trace.settled:
            trace.settled[opener] = replace(trace.settled[like], opener=opener)
        else:
            trace.split[opener] = trace.split[like]._replace(opener=opener)
            trace.cells[opener] = trace.cells[like]
            trace.cells_of[opener] = trace.cells_of[like]
    trace.openers = tuple(everything)
