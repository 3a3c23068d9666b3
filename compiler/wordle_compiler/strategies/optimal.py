"""Strategy `optimal`: the smallest total that any tree reaches, by exact search."""

from __future__ import annotations

from wordle_compiler.decision_tree import Node
from wordle_compiler.errors import UnmetGuaranteeError
from wordle_compiler.objective import Objective, optimise
from wordle_compiler.search.solver import ExactSolver
from wordle_compiler.strategies.strategy import Claim, Order, Strategy


class Optimal(Strategy):
    """Minimises the total number of guesses (or another objective) within the limit, by branch and bound.

    With fixed first guesses the tree is proven optimal below them; without one, over all legal openers.
    """

    name = "optimal"
    summary = "the smallest total there is, proven by exact search"
    objectives = tuple(Objective)
    keeps_records = True

    def build(self, order: Order) -> tuple[Node, Claim]:
        """Searches for the tree; see `Strategy.build`."""
        node = optimise(order.objective, order.max_guesses, lambda limit: _smallest_total(order, limit))
        if node is not None:
            return node, Claim.OPTIMAL_BELOW_OPENER if order.openers else Claim.OPTIMAL
        if not order.openers:
            raise UnmetGuaranteeError(
                f"no tree of this game solves every answer within {order.max_guesses} guesses, whatever its opener "
                "(proven): raise --max-guesses"
            )
        fixed = ", ".join(order.game.allowed.words[opener] for opener in order.openers)
        raise UnmetGuaranteeError(
            f"no tree that opens with {fixed} solves every answer within "
            f"{order.max_guesses} guesses (proven): raise --max-guesses or choose another opener"
        )


def _smallest_total(order: Order, limit: int) -> Node | None:
    """Returns a tree with the smallest total within a limit, below the order's openers or over all; None if none is."""
    solver = ExactSolver(order.game, order.matrix, limit, n_workers=order.n_workers, progress=order.progress)
    if order.openers:
        return solver.solve_below(*order.openers)
    found = solver.best_opener(order.records)
    return None if found is None else solver.solve_below(found[0])
