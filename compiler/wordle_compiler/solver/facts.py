"""Facts about a search: proofs that a certificate needs too, its passes, and how far it got in time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.game.feedback_matrix import FeedbackMatrix, count_cells
from wordle_compiler.game.game import Game
from wordle_compiler.solver.fixed_openers import play_fixed
from wordle_compiler.solver.refutation.refuter import Refutation
from wordle_runtime.errors import counted


@dataclass(frozen=True)
class CutShort:
    """How far a search with a time limit got.

    Attributes:
        seconds: The limit.
        widths: The searches that were completed, by how many guesses they tried at a node; ascending.
        width: The search that was cut short; 0 is the exact one.
        settled: How many openers (or, below a fixed one, answers) the exact search had settled, and of how many; None
            before it began.
        total: The total of the best tree; None without a tree that solves every answer.
        lower: A total that no tree is below; None with weights.
        source: The heuristic that built the tree; empty if a search found it, or part of it.
        n_unsolved: How many answers the best tree leaves unsolved.
    """

    seconds: float
    widths: tuple[int, ...]
    width: int
    settled: tuple[int, int, str] | None
    total: int | None
    lower: int | None
    source: str = ""
    n_unsolved: int = 0

    def as_json(self) -> dict[str, Any]:
        """Returns this as a part of the command's JSON object."""
        return {
            "seconds": self.seconds,
            "widths": list(self.widths),
            "exact_settled": None if self.settled is None else self.settled[0],
            "exact_of": None if self.settled is None else self.settled[1],
            "lower_bound": self.lower,
            "heuristic": self.source or None,
        }

    def describe(self) -> str:
        """Returns how far the search got, and what more time can be worth, as one line."""
        if self.settled is not None and self.width == 0:
            done, of, what = self.settled
            reached = f"the exact search settled {done} of {of} {what}"
        elif self.width == 0:
            reached = "the exact search settled nothing"
        else:
            reached = f"the search among the {self.width} most promising guesses of each node was not completed"
        parts = [f"the time limit of {self.seconds:g} s cut the search short: {reached}"]
        if self.widths:
            parts.append(f"the search among the {self.widths[-1]} most promising guesses of each node was completed")
        if self.source:
            unsolved = f", which leaves {counted(self.n_unsolved, 'answer')} unsolved" if self.n_unsolved else ""
            parts.append(f"the tree is that of strategy {self.source}{unsolved}")
        if self.total is not None and self.lower is not None:
            parts.append(
                f"a longer --time-limit can save at most {counted(self.total - self.lower, 'guess')} of {self.total}, "
                f"since no tree has a total below {self.lower}"
            )
        return "; ".join(parts)


class Pass(NamedTuple):
    """A completed pass of a search over the tree.

    Attributes:
        name: What it tried.
        total: The total of the best tree that it found, weighted if there are weights; None if it found none.
        worst_case: That tree's worst case.
        n_unsolved: How many answers that tree leaves unsolved.
    """

    name: str
    total: int | None
    worst_case: int
    n_unsolved: int

    def describe(self) -> str:
        """Returns this as one line."""
        if self.total is None:
            return f"{self.name}: no tree"
        unsolved = f", {self.n_unsolved} unsolved" if self.n_unsolved else ""
        return f"{self.name}: total {self.total}, worst case {self.worst_case}{unsolved}"


@dataclass
class Facts:
    """Facts that the compilation of a tree collects.

    Passed to `certify`, they save it work; the bytes of the certificate do not depend on them.

    Attributes:
        bounds: For each limit of guesses, the openers whose cells were bounded one guess deep, each with a lower bound
            for its total.
        refutations: For each limit and set of openers, why no tree with one of them keeps the limit.
        cut_short: How far the search got, if a time limit cut it short.
        passes: The passes that were completed, in order.
    """

    bounds: dict[int, dict[int, int]] = field(default_factory=dict)
    refutations: dict[tuple[int, tuple[int, ...]], Refutation] = field(default_factory=dict)
    cut_short: CutShort | None = None
    passes: list[Pass] = field(default_factory=list)


def bound_total(game: Game, matrix: FeedbackMatrix, openers: Sequence[int], max_guesses: int) -> int:
    """Returns a lower bound for the total of every tree with these first guesses, or with any, without a search.

    A set of n >= 3 answers whose next guess makes k cells takes at least 3n - k guesses, one less if the guess is one
    of them. The set is all answers; or, below fixed first guesses, each of their cells. Takes seconds in large games.
    """
    if not openers:
        return _bound_set(matrix, np.arange(matrix.n_answers, dtype=np.int32))
    root, cells = play_fixed(game, matrix, openers, max_guesses)
    depth_of = {id(node): depth for depth, node in root.walk()}
    solved = sum(depth for depth, node in root.walk() if node.solves)
    return solved + sum(
        depth_of[id(cell.parent)] * len(cell.candidates) + _bound_set(matrix, cell.candidates) for cell in cells
    )


def _bound_set(matrix: FeedbackMatrix, candidates: NDArray[np.int32]) -> int:
    n = len(candidates)
    if n < 3:
        return 2 * n - 1
    own = np.zeros(matrix.n_allowed, np.int64)
    own[matrix.answer_as_guess[candidates]] = 1
    most = int((count_cells(matrix.by_guess, candidates) + own).max())
    return max(3 * n - most, 2 * n - 1)
