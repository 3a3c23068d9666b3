"""What "best" means, and how every meaning is reached with one tool: the smallest total within a limit of guesses."""

from __future__ import annotations

import enum
from collections.abc import Callable

from wordle_compiler.decision_tree import Node


class Objective(enum.StrEnum):
    """What is minimised; the names are those of the tree file and of the command."""

    TOTAL = "total"
    """The total number of guesses."""
    WORST_CASE = "worst-case"
    """The most guesses that any answer needs; the total is not claimed."""
    TOTAL_THEN_WORST_CASE = "total,worst-case"
    """The total, and among the trees with the smallest total the worst case."""
    WORST_CASE_THEN_TOTAL = "worst-case,total"
    """The worst case, and among the trees with the smallest worst case the total."""


def optimise(
    objective: Objective,
    max_guesses: int,
    solve: Callable[[int], Node | None],
    total: Callable[[Node], int] = Node.total,
) -> Node | None:
    """Returns a tree that is best in the sense of `objective` within `max_guesses`; None if no tree keeps the limit.

    A worst case of at most N is the same as a limit of N, so each objective is a few searches for a smallest total: a
    smaller limit is tried until the total rises, or the limit is raised until a tree exists. Each of them is a proof.

    Args:
        objective: What is minimised.
        max_guesses: The limit.
        solve: Returns a tree with the smallest total within a limit, or None where no tree keeps it.
        total: Returns what a tree's total is; another one where answers have weights.
    """
    if objective in (Objective.WORST_CASE, Objective.WORST_CASE_THEN_TOTAL):
        for limit in range(1, max_guesses + 1):
            if (node := solve(limit)) is not None:
                return node
        return None
    best = solve(max_guesses)
    if objective is Objective.TOTAL_THEN_WORST_CASE:
        while best is not None:
            node = solve(best.worst_case() - 1)
            if node is None or total(node) > total(best):
                break
            best = node
    return best


def rank_by(objective: Objective, root: Node, total: Callable[[Node], int] = Node.total) -> tuple[int, int, int]:
    """Returns what makes one tree better than another in the sense of `objective`: the smaller, the better.

    What the objective leaves open goes by the plain total first, which differs from `total` where answers have weights.
    """
    if objective in (Objective.WORST_CASE, Objective.WORST_CASE_THEN_TOTAL):
        return root.worst_case(), total(root), root.total()
    if objective is Objective.TOTAL_THEN_WORST_CASE:
        return total(root), root.worst_case(), root.total()
    return total(root), root.total(), root.worst_case()
