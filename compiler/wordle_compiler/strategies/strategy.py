"""What a strategy is: something that turns an order (a game, an opener, a limit) into a decision tree and a claim."""

from __future__ import annotations

import enum
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.footprint import require_feedbacks
from wordle_compiler.game.game import Game
from wordle_compiler.game.weights import Weights
from wordle_compiler.kernels.compiling import Request
from wordle_compiler.machine.progress import Progress, ignore_progress
from wordle_compiler.search.decision_tree import Node
from wordle_compiler.solver.findings import Findings
from wordle_compiler.solver.fleet import Cluster
from wordle_compiler.solver.objective import Objective
from wordle_compiler.solver.openers import Records

OptionValue = str | int | bool | None


class Status(enum.StrEnum):
    """What is proven of a tree; the names are those of the tree file."""

    OPTIMAL = "optimal"
    """No tree of the game within the limit is better, whatever its opener."""
    OPTIMAL_BELOW_OPENER = "optimal below opener"
    """No tree of the game within the limit and with the same fixed first guesses is better."""
    UPPER_BOUND = "upper bound"
    """The best tree found by a search that was cut short."""
    HEURISTIC = "heuristic"
    """Nothing beyond the guarantee itself."""


@dataclass(frozen=True)
class Order:
    """A tree that somebody wants.

    Attributes:
        game: The game.
        matrix: Its feedbacks.
        openers: The fixed first guesses by their numbers among the allowed words (see `fixed_openers`); with none the
            strategy picks the opener.
        max_guesses: No answer may need more guesses.
        n_workers: How many threads to use; the tree does not depend on it.
        objective: What is minimised, by a strategy that minimises.
        weights: How much each answer counts in the total; None: once. A heuristic does not look at them.
        options: The strategy's own options, by name.
        progress: Told how far the work is.
        cluster: Other machines that search in place of this one's threads, for a strategy that searches.
        findings: Where an exact search puts what a certificate can make use of.
        records: What is known of openers and where new results go; for a strategy that `keeps_records`.
    """

    game: Game
    matrix: FeedbackMatrix
    openers: tuple[int, ...]
    max_guesses: int
    n_workers: int = 1
    objective: Objective = Objective.TOTAL
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    progress: Progress = ignore_progress
    findings: Findings = field(default_factory=Findings)
    records: Records | None = None
    cluster: Cluster | None = None
    weights: Weights | None = None


class Strategy(ABC):
    """A way to play, as a maker of trees. Instances hold no state and may be shared between threads.

    Attributes:
        name: What users call it.
        summary: One line on how it picks a guess.
        objectives: Which objectives it knows; a heuristic's trees just aim at a small total.
        option_names: The options of its own that it takes.
        keeps_records: Whether it proves something of openers that is worth keeping.
        n_copies: How often it may hold all feedbacks besides the two layouts of the matrix.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    objectives: ClassVar[tuple[Objective, ...]] = (Objective.TOTAL,)
    option_names: ClassVar[tuple[str, ...]] = ()
    keeps_records: ClassVar[bool] = False
    n_copies: ClassVar[int] = 0

    def check_memory(self, game: Game, _max_guesses: int, _n_workers: int, *, is_weighted: bool) -> None:  # noqa: ARG002
        """Raises `InputError` where the strategy would take more memory than there may be.

        Called before anything large is computed; see `memory`.
        """
        require_feedbacks(game, self.n_copies)

    def kernels(
        self,
        _game: Game,
        _options: Mapping[str, OptionValue],
        *,
        is_weighted: bool,  # noqa: ARG002
        has_opener: bool,  # noqa: ARG002
    ) -> Sequence[Request]:
        """Returns kernels that the strategy will want; others are compiled when they are called."""
        return ()

    @abstractmethod
    def build(self, order: Order) -> tuple[Node, Status]:
        """Builds the tree and says what is proven of it.

        Answers that the tree does not reach within the limit are simply not in it; a strategy that promises to
        solve all raises instead.

        Raises:
            UnmetGuaranteeError: It is proven that no tree keeps the limit.
            InputError: The strategy cannot play this game.
            KeyboardInterrupt: The user interrupted.
        """
