"""Strategy `optimal`: the smallest total that any tree reaches, by exact search."""

from __future__ import annotations

from wordle_compiler.decision_tree import Node
from wordle_compiler.errors import InputError, UnmetGuaranteeError
from wordle_compiler.objective import Objective, optimise
from wordle_compiler.search.solver import ExactSolver
from wordle_compiler.strategies.strategy import Claim, Order, Strategy


class Optimal(Strategy):
    """Minimises the total number of guesses (or another objective) within the limit, by branch and bound.

    With fixed first guesses the tree is proven optimal below them; without one, over all legal openers.

    Option `effort` cuts the search short: only that many guesses, the most promising ones, are tried at each node (and
    as many openers, where none is fixed). What comes out is an upper bound.
    """

    name = "optimal"
    summary = "the smallest total there is, proven by exact search"
    objectives = tuple(Objective)
    keeps_records = True
    option_names = ("effort",)

    def build(self, order: Order) -> tuple[Node, Claim]:
        """Searches for the tree; see `Strategy.build`."""
        node = optimise(order.objective, order.max_guesses, lambda limit: _smallest_total(order, limit))
        effort = _effort_of(order)
        if node is not None and effort:
            return node, Claim.UPPER_BOUND
        if node is not None:
            return node, Claim.OPTIMAL_BELOW_OPENER if order.openers else Claim.OPTIMAL
        if effort:
            raise UnmetGuaranteeError(
                f"a search with effort {effort} found no tree that solves every answer within {order.max_guesses} "
                "guesses (nothing is proven): raise --effort or --max-guesses"
            )
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


def _effort_of(order: Order) -> int:
    """Returns the order's effort, 0 where the search is not to be cut short."""
    effort = order.options.get("effort")
    if effort is None:
        return 0
    if not isinstance(effort, int) or isinstance(effort, bool) or effort < 1:
        raise InputError(f"the effort must be a whole number from 1 on, not {effort!a}")
    return effort


def _smallest_total(order: Order, limit: int) -> Node | None:
    """Returns a tree with the smallest total within a limit, below the order's openers or over all; None if none is."""
    effort = _effort_of(order)
    solver = ExactSolver(
        order.game, order.matrix, limit, n_workers=order.n_workers, progress=order.progress, width=effort
    )
    if order.openers:
        return solver.solve_below(*order.openers)
    if effort:
        trees = [solver.solve_below(opener) for opener in solver.promising_openers(effort)]
        return min((tree for tree in trees if tree is not None), key=Node.total, default=None)
    found = solver.best_opener(order.records)
    return None if found is None else solver.solve_below(found[0])
