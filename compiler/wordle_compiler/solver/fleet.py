"""The interface through which the solver uses other machines, for the same two jobs that it gives to its threads.

The solver does not know who runs the jobs; the package `cluster` runs them on Dask. Results do not depend on it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.game import Game
from wordle_compiler.game.weights import Weights
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.stopping import Deadline
from wordle_compiler.solver.fixed_openers import OpenCell
from wordle_compiler.solver.leaderboard import Leaderboard, OpenerResult, SettledOpener


@dataclass(frozen=True)
class Question:
    """Everything a machine needs to build a solver's problem: the game, the limit, the weights and the width."""

    game: Game
    max_guesses: int
    weights: Weights | None = None
    width: int = 0

    @property
    def key(self) -> str:
        """A string of hexadecimal digits: two questions have equal keys if and only if they are equal."""
        weights = "none" if self.weights is None else self.weights.sha256.hex()
        text = f"{self.game.fingerprint.hex()} {self.max_guesses} {weights} {self.width}"
        return hashlib.sha256(text.encode("ascii")).hexdigest()[:32]


class OpenCellTask(NamedTuple):
    """A cell whose optimal tree is wanted, the guesses left there, and the largest total allowed."""

    cell: OpenCell
    guesses_left: int
    largest_total: int


class SolvedCell(NamedTuple):
    """A cell with an optimal tree and its total; without a tree (None), the total means nothing."""

    cell: OpenCell
    node: TreeNode | None
    total: int


class Fleet(Protocol):
    """Machines that are ready for one question. Use it from one thread only."""

    @property
    def n_slots(self) -> int:
        """How many tasks the machines run at once; it changes as machines join and leave."""

    def settle_openers(
        self,
        openers: Sequence[int],
        known: Mapping[int, OpenerResult],
        board: Leaderboard,
        *,
        is_bounded: bool,
        idle: Callable[[], None],
    ) -> Iterator[SettledOpener]:
        """Yields each opener as it is settled; leaving the loop early ends the running searches.

        Args:
            openers: The openers, the most promising first.
            known: Results already known, none of them exact.
            board: The leaderboard: exact results are entered there, and it supplies the cutoffs.
            is_bounded: Whether to bound each opener before searching it.
            idle: Called a few times a second while no result arrives.

        Raises:
            StoppedError: The deadline has passed.
        """

    def solve_cells(self, tasks: Sequence[OpenCellTask], *, idle: Callable[[], None]) -> Iterator[SolvedCell]:
        """Yields each cell as it is solved, or without a tree if none keeps the task's limits.

        Leaving the loop early ends the running searches. `idle` is called a few times a second while no result arrives.

        Raises:
            StoppedError: The deadline has passed.
        """

    def describe(self) -> str:
        """Returns how far `solve_cells` is at the largest cell whose guesses are tried one by one; see `trials`."""


class Cluster(Protocol):
    """Machines that can work on questions."""

    def fleet(self, question: Question, matrix: FeedbackMatrix, deadline: Deadline) -> Fleet:
        """Prepares the machines for one question; `matrix` is the question's, with its answers by weight."""
