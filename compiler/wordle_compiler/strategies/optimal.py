"""Strategy `optimal`: the smallest total that any tree reaches, by exact search."""

from __future__ import annotations

from wordle_compiler.decision_tree import Node
from wordle_compiler.errors import UnmetGuaranteeError
from wordle_compiler.search.solver import ExactSolver
from wordle_compiler.strategies.strategy import Claim, Order, Strategy


class Optimal(Strategy):
    """Minimises the total number of guesses among the trees that keep the limit, by branch and bound.

    With an opener the tree is proven optimal below it; without one, over all legal openers.
    """

    name = "optimal"
    summary = "the smallest total there is, proven by exact search"

    def build(self, order: Order) -> tuple[Node, Claim]:
        """Searches for the tree; see `Strategy.build`."""
        solver = ExactSolver(
            order.game, order.matrix, order.max_guesses, n_workers=order.n_workers, progress=order.progress
        )
        opener = order.opener
        claim = Claim.OPTIMAL_BELOW_OPENER
        if opener is None:
            found = solver.best_opener()
            if found is None:
                raise UnmetGuaranteeError(
                    f"no tree of this game solves every answer within {order.max_guesses} guesses, whatever its opener "
                    "(proven): raise --max-guesses"
                )
            opener = found[0]
            claim = Claim.OPTIMAL
        node = solver.solve_below(opener)
        if node is None:
            raise UnmetGuaranteeError(
                f"no tree that opens with {order.game.allowed.words[opener]} solves every answer within "
                f"{order.max_guesses} guesses (proven): raise --max-guesses or choose another opener"
            )
        return node, claim
