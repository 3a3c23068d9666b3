"""The interface of a strategy, which turns an order (a game, an opener, a limit) into a tree; its options and facts."""

from __future__ import annotations

import enum
import re
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from wordle_compiler.game.feedback_matrix import FeedbackMatrix, require_feedbacks
from wordle_compiler.game.game import Game
from wordle_compiler.game.weights import Weights
from wordle_compiler.kernels.kernel import Request
from wordle_compiler.machine.errors import InputError
from wordle_compiler.machine.progress import Progress, ignore_progress
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.stopping import NEVER, Deadline
from wordle_compiler.solver.objective import Objective, Question
from wordle_compiler.solver.refutation.refuter import Refutation
from wordle_compiler.solver.remote import Cluster
from wordle_compiler.solver.solver import ExactSolver
from wordle_runtime.errors import counted

if TYPE_CHECKING:
    from wordle_compiler.solver.journal import Journal

OptionValue = str | int | bool | None
Reader = Callable[[str, OptionValue], Any]
"""Returns the meaning of an option's value, None if it is not given, or raises `InputError`; takes its name, too."""

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


class Pass(NamedTuple):
    """A completed pass of a search over the tree."""

    name: str  # What it tried.
    total: int | None  # The total of the best tree that it found, weighted if there are weights; None if it found none.
    worst_case: int  # That tree's worst case.
    n_unsolved: int  # How many answers that tree leaves unsolved.

    def describe(self, what: str = "total") -> str:
        """Returns this as one line; `what` the total is called."""
        if self.total is None:
            return f"{self.name}: no tree"
        unsolved = f", {self.n_unsolved} unsolved" if self.n_unsolved else ""
        return f"{self.name}: {what} {self.total}, worst case {self.worst_case}{unsolved}"


@dataclass(frozen=True)
class CutShort:
    """How far a search with a time limit got."""

    seconds: float  # The limit; 0 if it was an effort.
    # How many openers (or, below a fixed one, answers) the exact search had settled, and of how many; None before it
    # began.
    settled: tuple[int, int, str] | None
    best: Pass  # The best tree; it is named after the heuristic that built it, and has no name if a search found it.
    lower: int | None  # A total that no such tree is below; None with weights, or if answers stay unsolved.
    least_unsolved: int | None = None  # No such tree leaves fewer answers unsolved; None if that is not known.

    def as_json(self) -> dict[str, Any]:
        """Returns this as a part of the command's JSON object."""
        return {
            "time_limit": self.seconds or None,
            "n_settled": None if self.settled is None else self.settled[0],
            "n_to_settle": None if self.settled is None else self.settled[1],
            "lower_bound": self.lower,
            "least_unsolved": self.least_unsolved,
            "heuristic": self.best.name or None,
        }

    def describe(self, whose: str = "") -> str:
        """Returns how far the search got, and what more time can be worth, as one line; totals are those of `whose`."""
        reached = "nothing" if self.settled is None else "{} of {} {}".format(*self.settled)
        limit, more = f"time limit of {self.seconds:g} s", "longer --time-limit"
        limit, more = (limit, more) if self.seconds else ("effort", "larger --effort")
        parts = [f"the {limit} cut the search short: the exact search settled {reached}"]
        source, total, _, n_unsolved = self.best
        if source:
            unsolved = f", which leaves {counted(n_unsolved, 'answer')} unsolved" if n_unsolved else ""
            parts.append(f"the tree is that of strategy {source}{unsolved}")
        if n_unsolved and self.least_unsolved is not None:
            bound = f"at least {self.least_unsolved}" if self.least_unsolved else "fewer are not excluded yet"
            parts.append(f"{n_unsolved} unsolved; {bound}")
        if total is not None and self.lower is not None:
            parts.append(
                f"a {more} can save at most {counted(total - self.lower, 'guess')} of {total}{whose}, "
                f"since no such tree has a total below {self.lower}{whose}"
            )
        return "; ".join(parts)


@dataclass
class Facts:
    """Facts that the compilation of a tree collects.

    Passed to `certify`, they save it work; the bytes of the certificate do not depend on them.
    """

    # For each limit and set of openers, why no tree with one of them keeps the limit.
    refutations: dict[tuple[int, tuple[int, ...]], Refutation] = field(default_factory=dict)
    cut_short: CutShort | None = None  # How far the search got, if a time limit cut it short.
    passes: list[Pass] = field(default_factory=list)  # The passes that were completed, in order.
    order: Order | None = None  # What was ordered, once the game's feedbacks are computed.


@dataclass(frozen=True)
class Order:
    """A request for a tree."""

    game: Game
    matrix: FeedbackMatrix
    # The fixed first guesses, by their numbers among the allowed words (see `fixed_openers`); if empty, the strategy
    # picks the opener.
    openers: tuple[int, ...]
    max_guesses: int  # The limit: no answer may need more guesses.
    n_workers: int = 1  # How many threads to use; the tree does not depend on it.
    objective: Objective = Objective.TOTAL  # What a strategy that minimises should minimise.
    options: Mapping[str, OptionValue] = field(default_factory=dict)  # The strategy's own options, by name.
    progress: Progress = ignore_progress  # Called with the progress of the work.
    facts: Facts = field(default_factory=Facts)  # Where an exact search stores facts that a certificate can use.
    # Supplies results of earlier runs and receives new ones, for a strategy that `uses_journal`.
    journal: Journal | None = None
    # Other machines that search instead of this machine's threads, for a strategy that searches.
    cluster: Cluster | None = None
    # How much each answer counts in the total; None means once. Heuristics ignore weights.
    weights: Weights | None = None
    clock: Callable[[], float] = time.monotonic  # The clock of a time limit, in seconds.

    def solver(self, limit: int, *, width: int = 0, deadline: Deadline = NEVER) -> ExactSolver:
        """Returns a solver of the order's game within a limit."""
        return ExactSolver(
            *(self.game, self.matrix, limit),
            n_workers=self.n_workers,
            progress=self.progress,
            weights=self.weights,
            width=width,
            objective=self.objective,
            deadline=deadline,
            cluster=self.cluster,
        )

    def total(self, node: TreeNode) -> int:
        """Returns a tree's total, weighted if there are weights."""
        return node.total() if self.weights is None else node.weighted_total(self.weights.by_word)


class Strategy(ABC):
    """A way to play, which builds trees. Instances are stateless, so threads may share them."""

    name: str  # The strategy's name.
    summary: str  # One line on how the strategy picks a guess.
    # The objectives it supports; a heuristic merely aims at a small total.
    objectives: ClassVar[tuple[Objective, ...]] = (Objective.TOTAL,)
    options: tuple[tuple[str, Reader], ...] = ()  # The names of the strategy's own options, and what reads each.
    uses_journal: ClassVar[bool] = False  # Whether it proves bounds of openers that are worth recording.
    n_copies: ClassVar[int] = 0  # How many copies of all feedbacks it may hold besides the two layouts of the matrix.

    def settings(self, options: Mapping[str, OptionValue]) -> dict[str, Any]:
        """Returns the value of each of the strategy's options, which is its default if the option is not given.

        Raises:
            InputError: The strategy has no such option, or a value is invalid.
        """
        if unknown := sorted(options.keys() - dict(self.options)):
            raise InputError(f"strategy {self.name} has no option {unknown[0]!a}")
        return {name: read(name, options.get(name)) for name, read in self.options}

    def check_memory(self, question: Question, _n_workers: int) -> None:
        """Raises `InputError` if the strategy needs more memory than the limit.

        Called before anything large is computed; see `memory`.
        """
        require_feedbacks(question.game, self.n_copies)

    def kernels(self, _order: Order) -> Sequence[Request]:
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


def whole_number(default: int, *, least: int = 1) -> Reader:
    """Returns what reads an integer."""

    def read(name: str, value: OptionValue) -> int:
        if value is None:
            return default
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= LARGEST_NUMBER:
            what = f"a whole number, at least {least} and below 2^63"
            raise InputError(f"the option {name} must be {what}, not {value!a}")
        return value

    return read


def choice(*choices: str) -> Reader:
    """Returns what reads one of some texts, of which the first is the default."""

    def read(name: str, value: OptionValue) -> str:
        if value is None:
            return choices[0]
        if not isinstance(value, str) or value not in choices:
            raise InputError(f"the option {name} must be one of {', '.join(choices)}, not {value!a}")
        return value

    return read


def read_seconds(name: str, value: OptionValue) -> float:
    """Reads a number of seconds, a whole number or a decimal number as text; 0 if it is not given."""
    if value is None:
        return 0.0
    text = str(value) if isinstance(value, int | str) and not isinstance(value, bool) else ""
    seconds = float(text) if _SECONDS.fullmatch(text) else 0.0
    if seconds <= 0:
        what = name.replace("_", " ")
        raise InputError(f"the {what} must be a number of seconds above 0, such as 60 or 0.5, not {value!a}")
    return seconds
