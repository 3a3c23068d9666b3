"""What the solver asks of other machines: the same two jobs that it gives to its threads. Who does them, it knows not.

The package `cluster` does them, on Dask. Results do not depend on who did the work.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.game import Game
from wordle_compiler.game.weights import Weights
from wordle_compiler.search.decision_tree import Node
from wordle_compiler.solver.fixed_openers import OpenCell
from wordle_compiler.solver.leaderboard import Leaderboard, OpenerResult


@dataclass(frozen=True)
class Question:
    """All that a machine must know to build a solver's problem: its game, limit, weights and width."""

    game: Game
    max_guesses: int
    weights: Weights | None = None
    width: int = 0

    @property
    def key(self) -> str:
        """Hexadecimal digits: equal questions have equal keys, and different ones different keys."""
        weights = "none" if self.weights is None else self.weights.sha256.hex()
        text = f"{self.game.fingerprint.hex()} {self.max_guesses} {weights} {self.width}"
        return hashlib.sha256(text.encode("ascii")).hexdigest()[:32]


class Fleet(Protocol):
    """Machines that know one question. To be used from one thread."""

    @property
    def n_slots(self) -> int:
        """How many tasks they work on at once; changes as machines come and go."""

    def settle_openers(
        self,
        openers: Sequence[int],
        known: Mapping[int, OpenerResult],
        board: Leaderboard,
        *,
        is_bounded: bool,
        idle: Callable[[], None],
    ) -> Iterator[tuple[OpenerResult, bool, float]]:
        """Yields what is proven of each opener as it comes, whether it took a search, and the seconds it took.

        Leaving early ends the searches that run.

        Args:
            openers: The openers, the most promising first.
            known: What is known of them already; none of it exact.
            board: Where exact results are entered; it says how good the others must be.
            is_bounded: Whether openers are worth a bound before they are searched.
            idle: Called a few times a second while nothing comes.

        Raises:
            StoppedError: The deadline has come.
        """

    def solve_cells(self, items: Sequence[tuple[OpenCell, int, int]]) -> Iterator[tuple[OpenCell, Node | None, int]]:
        """Yields cells with an optimal tree and its total, as they come; leaving early ends the searches that run.

        Args:
            items: Each a cell, how many guesses are left there, and the most that its total may be. Where there is no
                such tree, None is yielded in its place, and some total.

        Raises:
            StoppedError: The deadline has come.
        """


class Cluster(Protocol):
    """Machines that can be told questions."""

    def fleet(self, question: Question, matrix: FeedbackMatrix, deadline: float | None) -> Fleet:
        """Returns the machines, ready for one question; `matrix` is the question's, in the order of its weights."""
