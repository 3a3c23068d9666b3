"""What "best" means, and how every meaning is reached with one tool: the smallest total within a limit of guesses."""

from __future__ import annotations

import enum
from collections.abc import Callable

from wordle_compiler.search.decision_tree import Node


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


def _is_not_known(_limit: int) -> bool:
    return False


def optimise(
    objective: Objective,
    max_guesses: int,
    solve: Callable[[int], Node | None],
    total: Callable[[Node], int] = Node.total,
    is_impossible: Callable[[int], bool] = _is_not_known,
) -> Node | None:
    """Returns a tree that is best in the sense of `objective` within `max_guesses`; None if no tree keeps the limit.

    A worst case of at most N is the same as a limit of N, so each objective is a few searches for a smallest total: a
    smaller limit is tried until no tree keeps it or, where the total comes first, until the total rises. Each of them
    is a proof. Those for a worst case come from above: a search for a total does not end in reasonable time where there
    is no tree, unless the answers are few.

    Args:
        objective: What is minimised.
        max_guesses: The limit.
        solve: Returns a tree with the smallest total within a limit, or None where no tree keeps it.
        total: Returns what a tree's total is; another one where answers have weights.
        is_impossible: Says whether it is proven that no tree keeps a limit; asked first, and `solve` decides the rest.
    """
    best = None if is_impossible(max_guesses) else solve(max_guesses)
    if objective is Objective.TOTAL:
        return best
    while best is not None:
        limit = best.worst_case() - 1
        node = None if limit == 0 or is_impossible(limit) else solve(limit)
        if node is None or (objective is Objective.TOTAL_THEN_WORST_CASE and total(node) > total(best)):
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
