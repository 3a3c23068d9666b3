"""What "best" means, and how to reach each meaning with one tool: the smallest total within a limit of guesses."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordle_compiler.machine.errors import InputError
from wordle_compiler.search.decision_tree import TreeNode

if TYPE_CHECKING:
    # The help of wordle-compile names the objectives, and starts without numpy.
    from collections.abc import Callable

    from wordle_compiler.game.game import Game
    from wordle_compiler.game.weights import Weights


class Objective(enum.StrEnum):
    """What is minimised; tree files and commands use the same names."""

    TOTAL = "total"
    """The total number of guesses."""
    WORST_CASE = "worst-case"
    """The most guesses that any answer needs; the total is not claimed."""
    TOTAL_THEN_WORST_CASE = "total,worst-case"
    """The total, then the worst case among the trees with the smallest total."""
    UNSOLVED_THEN_TOTAL = "unsolved,total"
    """The answers that are not solved, then the total over the solved ones; the total where all can be solved."""
    WORST_CASE_THEN_TOTAL = "worst-case,total"
    """The worst case, then the total among the trees with the smallest worst case."""


@dataclass(frozen=True)
class Question:
    """What a search is asked. Results belong to one question: they go to a journal, and to other machines.

    Raises:
        InputError: The weights are those of other answers.
    """

    game: Game
    max_guesses: int  # The limit of guesses.
    objective: Objective = Objective.TOTAL  # What is minimised.
    weights: Weights | None = None  # How much each answer counts; None means once.
    width: int = 0  # How many guesses are tried at a node; 0 means all that can matter.

    def __post_init__(self) -> None:
        if self.weights is not None and self.weights.answers != self.game.answers.words:
            own = f"the answers in {self.game.answers.name}"
            raise InputError(f"the weights {self.weights.name} are not those of {own}")


def optimise(
    objective: Objective,
    max_guesses: int,
    solve: Callable[[int], TreeNode | None],
    total: Callable[[TreeNode], int],
    is_impossible: Callable[[int], bool],
) -> TreeNode | None:
    """Returns a tree that is optimal for `objective` within `max_guesses`, or None if no tree keeps the limit.

    A worst case of at most N is the same as a limit of N. So each objective takes a few searches for a smallest total:
    the limit is lowered until no tree keeps it or, if the total comes first, until the total rises. Each search is a
    proof. The limit is lowered rather than raised because, if no tree keeps the limit, a search for a total does not
    end in reasonable time unless the answers are few.

    `solve` returns a tree with the smallest total within a limit, or None if no tree keeps it; `total` is weighted if
    answers have weights. `is_impossible` returns whether it is proven that no tree keeps a limit. It is called before
    `solve`, which decides if it returns False.
    """
    best = None if is_impossible(max_guesses) else solve(max_guesses)
    if objective in (Objective.TOTAL, Objective.UNSOLVED_THEN_TOTAL):
        return best
    while best is not None:
        limit = best.worst_case() - 1
        node = None if limit == 0 or is_impossible(limit) else solve(limit)
        if node is None or (objective is Objective.TOTAL_THEN_WORST_CASE and total(node) > total(best)):
            break
        best = node
    return best
