"""The workers of a Dask scheduler behind the solver's interface; see `solver.fleet`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from wordle_compiler.cluster.connection import Connection
from wordle_compiler.cluster.dispatch import Dispatch
from wordle_compiler.cluster.pacing import Pacing
from wordle_compiler.cluster.settling import OpenerSource
from wordle_compiler.cluster.tree_source import TreeSource
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.solver.fixed_openers import OpenCell, play_fixed
from wordle_compiler.solver.fleet import OpenCellTask, Question, SolvedCell
from wordle_compiler.solver.leaderboard import Leaderboard, OpenerResult, SettledOpener


class DaskCluster:
    """The workers of one scheduler."""

    def __init__(self, connection: Connection, pacing: Pacing | None = None) -> None:
        """Takes a connection; `pacing` sets the sizes of tasks, for tests and measurements."""
        self.connection = connection
        self._pacing = pacing or Pacing()

    def fleet(self, question: Question, matrix: FeedbackMatrix, deadline: float | None) -> DaskFleet:
        """Sends a question to the workers and returns them, ready for it."""
        self.connection.register(question)
        return DaskFleet(self.connection, question, matrix, self._pacing, deadline)


class DaskFleet:
    """The workers, ready for one question."""

    def __init__(
        self,
        connection: Connection,
        question: Question,
        matrix: FeedbackMatrix,
        pacing: Pacing,
        deadline: float | None,
    ) -> None:
        """Takes a connection whose workers have received the question; `matrix` is in the order of the weights."""
        self._connection = connection
        self._question = question
        self._matrix = matrix
        self._pacing = pacing
        self._dispatch = Dispatch(connection, question, pacing, deadline)

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
            openers, known, board, self._cells_of, weight=weight, is_bounded=is_bounded, pacing=self._pacing
        )
        return self._dispatch.run(source, idle)

    def solve_cells(self, tasks: Sequence[OpenCellTask]) -> Iterator[SolvedCell]:
        """Yields cells with their trees and totals; see `solver.fleet.Fleet`."""
        return self._dispatch.run(TreeSource(tasks, self._pacing), lambda: None)

    def _cells_of(self, opener: int) -> list[OpenCell]:
        _, cells = play_fixed(self._question.game, self._matrix, (opener,), self._question.max_guesses)
        return cells
