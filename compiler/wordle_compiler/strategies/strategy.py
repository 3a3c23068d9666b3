"""The interface of a strategy, which turns an order (a game, an opener, a limit) into a tree, and its options."""

from __future__ import annotations

import enum
import re
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from wordle_compiler.game.feedback_matrix import FeedbackMatrix, require_feedbacks
from wordle_compiler.game.game import Game
from wordle_compiler.game.weights import Weights
from wordle_compiler.kernels.kernel import Request
from wordle_compiler.machine.errors import InputError
from wordle_compiler.machine.progress import Progress, ignore_progress
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.solver.facts import Facts
from wordle_compiler.solver.objective import Objective
from wordle_compiler.solver.remote import Cluster

if TYPE_CHECKING:
    from wordle_compiler.solver.journal import Journal

OptionValue = str | int | bool | None

GUESS_FROM = "guess_from"
SAMPLE = "sample"
SEED = "seed"
DEFAULT_SEED = 0
LARGEST_NUMBER = (1 << 63) - 1
"""The largest integer in a tree file that every language can read."""
_SECONDS = re.compile(r"\d{1,18}(\.\d{1,18})?", re.ASCII)


class Status(enum.StrEnum):
    """What is proven about a tree; tree files use the same names."""

    OPTIMAL = "optimal"
    """No tree of the game within the limit is better, with any opener."""
    OPTIMAL_BELOW_OPENER = "optimal below opener"
    """No tree of the game within the limit is better with the same fixed first guesses."""
    UPPER_BOUND = "upper bound"
    """The tree is the best that a search found before it was cut short."""
    HEURISTIC = "heuristic"
    """Nothing is proven beyond the guarantee itself."""


@dataclass(frozen=True)
class Order:
    """A request for a tree.

    Attributes:
        game: The game.
        matrix: The game's feedback matrix.
        openers: The fixed first guesses, by their numbers among the allowed words (see `fixed_openers`); if empty, the
            strategy picks the opener.
        max_guesses: The limit: no answer may need more guesses.
        n_workers: How many threads to use; the tree does not depend on it.
        objective: What a strategy that minimises should minimise.
        weights: How much each answer counts in the total; None means once. Heuristics ignore weights.
        options: The strategy's own options, by name.
        progress: Called with the progress of the work.
        cluster: Other machines that search instead of this machine's threads, for a strategy that searches.
        facts: Where an exact search stores facts that a certificate can use.
        journal: Supplies results of earlier runs and receives new ones, for a strategy that `uses_journal`.
        clock: The clock of a time limit, in seconds.
    """

    game: Game
    matrix: FeedbackMatrix
    openers: tuple[int, ...]
    max_guesses: int
    n_workers: int = 1
    objective: Objective = Objective.TOTAL
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    progress: Progress = ignore_progress
    facts: Facts = field(default_factory=Facts)
    journal: Journal | None = None
    cluster: Cluster | None = None
    weights: Weights | None = None
    clock: Callable[[], float] = time.monotonic

    def total(self, node: TreeNode) -> int:
        """Returns a tree's total, weighted if there are weights."""
        return node.total() if self.weights is None else node.weighted_total(self.weights.by_word)


class Strategy(ABC):
    """A way to play, which builds trees. Instances are stateless, so threads may share them.

    Attributes:
        name: The strategy's name.
        summary: One line on how the strategy picks a guess.
        objectives: The objectives it supports; a heuristic merely aims at a small total.
        option_names: The names of the strategy's own options.
        uses_journal: Whether it proves bounds of openers that are worth recording.
        n_copies: How many copies of all feedbacks it may hold besides the two layouts of the matrix.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    objectives: ClassVar[tuple[Objective, ...]] = (Objective.TOTAL,)
    option_names: ClassVar[tuple[str, ...]] = ()
    uses_journal: ClassVar[bool] = False
    n_copies: ClassVar[int] = 0

    def check_memory(self, game: Game, _max_guesses: int, _n_workers: int, *, is_weighted: bool) -> None:  # noqa: ARG002
        """Raises `InputError` if the strategy needs more memory than the limit.

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
        """Returns the kernels that the strategy is going to call; any other kernel is compiled when it is called."""
        return ()

    @abstractmethod
    def build(self, order: Order) -> tuple[TreeNode, Status]:
        """Builds the tree and returns it with its status.

        Answers that the tree does not reach within the limit are missing from it; a strategy that promises to solve
        every answer raises instead.

        Raises:
            UnmetGuaranteeError: It is proven that no tree keeps the limit.
            InputError: The strategy cannot play this game.
            KeyboardInterrupt: The user interrupted the run.
        """


class GuessFrom(enum.StrEnum):
    """Which of the legal guesses a heuristic considers."""

    CANDIDATES = "candidates"
    """Only words that are still possible."""
    ALLOWED = "allowed"
    """Every word that the rule allows."""


def read_whole(options: Mapping[str, OptionValue], name: str, default: int, *, least: int = 1) -> int:
    """Returns the value of an integer option, or `default` if it is not given or None.

    Raises:
        InputError: The value is not an integer, or it is out of range.
    """
    value = options.get(name)
    if value is None:
        return default
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= LARGEST_NUMBER:
        raise InputError(f"the option {name} must be a whole number, at least {least}, not {value!a}")
    return value


def read_seconds(options: Mapping[str, OptionValue], name: str) -> float:
    """Returns the value of an option in seconds, a whole number or a decimal number as text; 0 if it is not given.

    Raises:
        InputError: The value is not a number of seconds above 0.
    """
    value = options.get(name)
    if value is None:
        return 0.0
    text = str(value) if isinstance(value, int | str) and not isinstance(value, bool) else ""
    seconds = float(text) if _SECONDS.fullmatch(text) else 0.0
    if seconds <= 0:
        raise InputError(f"the option {name} must be a number of seconds above 0, such as 60 or 0.5, not {value!a}")
    return seconds


def read_choice(options: Mapping[str, OptionValue], name: str, default: str, choices: Sequence[str]) -> str:
    """Returns the value of an option with fixed `choices`, or `default` if it is not given or None.

    Raises:
        InputError: The value is not one of the choices.
    """
    value = options.get(name)
    if value is None:
        return default
    if not isinstance(value, str) or value not in choices:
        raise InputError(f"the option {name} must be one of {', '.join(choices)}, not {value!a}")
    return value


def read_guess_from(options: Mapping[str, OptionValue]) -> GuessFrom:
    """Returns which guesses to consider; the default is all legal guesses.

    Raises:
        InputError: The value is not one of the choices.
    """
    return GuessFrom(read_choice(options, GUESS_FROM, GuessFrom.ALLOWED, list(GuessFrom)))


def read_sample(options: Mapping[str, OptionValue]) -> tuple[int, int]:
    """Returns how many candidates to draw at random if more remain (0 means to use all), and the seed.

    Raises:
        InputError: A value is not an integer, or a seed is given without a sample.
    """
    n_drawn = read_whole(options, SAMPLE, 0)
    seed = read_whole(options, SEED, DEFAULT_SEED, least=0)
    if not n_drawn and options.get(SEED) is not None:
        raise InputError("the option seed is for a sample: give sample too, or leave seed out")
    return n_drawn, seed
