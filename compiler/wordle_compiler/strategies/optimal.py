"""Strategy `optimal`: the smallest total of any tree, by exact search."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from wordle_compiler.game.game import Game, Rule
from wordle_compiler.game.lists import bundled_trees
from wordle_compiler.kernels.compiling import Request, prepare
from wordle_compiler.machine.errors import InputError, UnmetGuaranteeError
from wordle_compiler.machine.progress import ignore_progress
from wordle_compiler.search.decision_tree import TreeNode, best_of_both
from wordle_compiler.search.problem import likely_layout, make_problem
from wordle_compiler.search.stopping import NEVER, Deadline, StoppedError
from wordle_compiler.solver.crew import search_kernels
from wordle_compiler.solver.findings import CutShort, bound_total
from wordle_compiler.solver.objective import Objective, optimise, rank_by
from wordle_compiler.solver.openers import distinct_openers
from wordle_compiler.solver.planning import plan_memo
from wordle_compiler.solver.refutation.hard_refuter import HardRefuter, can_decide
from wordle_compiler.solver.refutation.refute import LARGEST_LIMIT, Refuter, can_refute
from wordle_compiler.solver.solver import ExactSolver
from wordle_compiler.strategies.options import LARGEST_NUMBER, read_whole
from wordle_compiler.strategies.strategy import OptionValue, Order, Status, Strategy

_WIDTHS = (8, 32, 128, 512, 2048, 8192)
"""The widths of the searches under a time limit, tried in order before the exact search."""

_NARROW = 8
"""The width of the search for a tree with a small worst case, before the exact search tries to do better."""

_MANY_ANSWERS = 128
"""With fewer answers, a search for totals ends soon even if no tree keeps the limit."""

_FOR_LEADER = 0.1
"""The share of the time reserved for building the best opener's tree if the proof is cut short."""


class Optimal(Strategy):
    """Minimises the total number of guesses (or another objective) within the limit, by branch and bound.

    With fixed first guesses, the tree is proven optimal below them; without any, over all legal openers. If answers
    have weights, the total is the weighted one, and ties go to the smallest plain total.

    Option `effort` cuts the search short: only that many of the most promising guesses are tried at each node (and as
    many openers, if none is fixed). The result is an upper bound. Option `time_limit`, in seconds, widens such a search
    step by step until the time is up, and keeps the best tree found. If the last step, the exact search, finishes in
    time, the tree is proven as it is without the limit.
    """

    name = "optimal"
    summary = "the smallest total there is, proven by exact search"
    objectives = tuple(Objective)
    keeps_records = True
    option_names = ("effort", "time_limit")

    def check_memory(self, game: Game, max_guesses: int, n_workers: int, *, is_weighted: bool) -> None:
        """Raises `InputError` if the search is too large; see `Strategy.check_memory`."""
        plan_memo(game, max_guesses, n_workers, is_weighted=is_weighted)

    def kernels(
        self, game: Game, options: Mapping[str, OptionValue], *, is_weighted: bool, has_opener: bool
    ) -> Sequence[Request]:
        """Returns the kernels of the search; see `Strategy.kernels`."""
        widths = {1} if options.get("effort") else {0, 1} if options.get("time_limit") else {0}
        layouts = {likely_layout(game, is_weighted=is_weighted, width=width) for width in widths}
        return [one for layout in layouts for one in search_kernels(layout, ranks_openers=not has_opener)]

    def build(self, order: Order) -> tuple[TreeNode, Status]:
        """Searches for the tree; see `Strategy.build`."""
        effort = read_whole(order.options, "effort", 0)
        seconds = read_whole(order.options, "time_limit", 0)
        if effort and seconds:
            raise InputError("an effort and a time limit both cut the search short: give only one of them")
        best = _BestSoFar(order)
        if seconds:
            # The time limit covers only the search, so kernels are compiled before it starts.
            is_weighted = order.weights is not None
            prepare(self.kernels(order.game, order.options, is_weighted=is_weighted, has_opener=bool(order.openers)))
            is_complete = _search_until(order, best, seconds)
        elif effort:
            _search(order, best.keep, effort, NEVER)
            is_complete = False
        else:
            best.node = _search_exactly(order, best.keep, NEVER)
            is_complete = True
        if best.node is None and is_complete and order.objective is Objective.UNSOLVED_THEN_TOTAL:
            best.node = _leave_fewest_unsolved(order, seconds)
        node = best.node
        if node is not None and not is_complete:
            return node, Status.UPPER_BOUND
        if node is not None:
            return node, Status.OPTIMAL_BELOW_OPENER if order.openers else Status.OPTIMAL
        if effort:
            raise UnmetGuaranteeError(
                f"a search with effort {effort} found no tree that solves every answer within {order.max_guesses} "
                "guesses (nothing is proven): raise --effort or --max-guesses"
            )
        if not is_complete:
            cut_short = order.findings.cut_short
            assert cut_short is not None, "the time limit ended the search"
            raise UnmetGuaranteeError(
                f"{seconds} s were not enough to find a tree that solves every answer within {order.max_guesses} "
                f"guesses (nothing is proven): raise --time-limit or --max-guesses; {cut_short.describe()}"
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


def _leave_fewest_unsolved(order: Order, seconds: int) -> TreeNode:
    """Returns the tree where it is proven that none solves every answer; `seconds` is a time limit for this, or 0."""
    if order.weights is not None:
        raise InputError(
            "no tree solves every answer, and the objective unsolved,total counts unsolved answers alike: "
            "leave out the weights"
        )
    deadline = Deadline(seconds, order.clock) if seconds else NEVER
    try:
        return _solver(replace(order, cluster=None), order.max_guesses, 0, deadline).leave_fewest_unsolved(
            *order.openers
        )
    except StoppedError:
        raise UnmetGuaranteeError(
            f"no tree solves every answer within {order.max_guesses} guesses (proven), and {seconds} s more were not "
            "enough to find one that leaves the fewest unsolved: raise --time-limit or --max-guesses"
        ) from None


class _BestSoFar:
    """The best tree found so far, by an order's objective."""

    def __init__(self, order: Order) -> None:
        self._order = order
        self.node: TreeNode | None = None

    def keep(self, node: TreeNode | None) -> None:
        """Keeps a tree if it is better than the best so far, or the best of both."""
        if node is None:
            return
        if self.node is None or self._rank(node) < self._rank(self.node):
            node, self.node = self.node, node
        if node is not None:
            self.keep_parts(node)

    def keep_parts(self, node: TreeNode) -> None:
        """Keeps the subtrees of a tree that are better than those of the best so far; others may be missing."""
        if self.node is not None and node.guess == self.node.guess:
            both = best_of_both(self.node, node, self._order.total)
            if self._rank(both) < self._rank(self.node):
                self.node = both

    def _rank(self, node: TreeNode) -> tuple[int, int, int]:
        return rank_by(self._order.objective, node, self._order.total)


def _search_until(order: Order, best: _BestSoFar, seconds: int) -> bool:
    """Searches ever wider for `seconds`; returns whether the exact search finished, else writes down how far it got."""
    deadline = Deadline(seconds, order.clock)
    settled: list[tuple[int, int, str]] = []
    completed: list[int] = []
    totals: list[int | None] = []

    def note_total() -> None:
        totals.append(None if best.node is None else order.total(best.node))

    def watch(done: int, n: int, note: str) -> None:
        what = "openers" if note.startswith("openers") else "answers"
        # Once all openers are settled, the tree of the best one is built, cell by cell.
        if what == "openers" or not any(one[2] == "openers" for one in settled):
            settled[:] = [(done, n, what)]
        order.progress(done, n, note)

    width = 0
    try:
        for width in _WIDTHS:
            if width < order.matrix.n_allowed:
                _search(order, best.keep, width, deadline)
                completed.append(width)
                note_total()
        width = 0
        until = deadline.earlier(0 if order.openers else _FOR_LEADER * seconds)
        exact = _search_exactly(replace(order, progress=watch), best.keep, until)
    except StoppedError as stopped:
        if stopped.leader is not None:
            _keep_tree_of(order, best, stopped.leader, deadline)
        if stopped.unfinished is not None:
            best.keep_parts(stopped.unfinished)
        before, last = ([None, None, *totals])[-2:]
        note_total()
        order.findings.cut_short = CutShort(
            seconds,
            tuple(completed),
            width,
            settled[0] if settled else None,
            None if before is None or last is None else before - last,
            totals[-1],
            None if order.weights else bound_total(order.game, order.matrix, order.openers, order.max_guesses),
        )
        return False
    # Keep this tree even if an earlier one ties: it is the one that a search without a time limit returns.
    best.node = exact
    return True


def _keep_tree_of(order: Order, best: _BestSoFar, opener: int, deadline: Deadline) -> None:
    """Builds the tree of the opener that was best when the proof was cut short, if the time allows."""
    try:
        best.keep(_solver(order, order.max_guesses, 0, deadline).solve_below(opener))
    except StoppedError:
        return


def _search_exactly(order: Order, keep: Callable[[TreeNode | None], None], deadline: Deadline) -> TreeNode | None:
    """Passes every tree that it finds to `keep`; returns an optimal one, or None as a proof that no tree exists.

    If the worst case comes first, a narrow search finds a tree quickly, and the exact search need only try to do
    better: without it, the exact search would minimise the total within limits that are too generous.
    """
    if order.objective not in (Objective.WORST_CASE, Objective.WORST_CASE_THEN_TOTAL):
        return _search(order, keep, 0, deadline)
    # Under a time limit, progress tells how far the exact search got.
    aside = order if deadline.is_never else replace(order, progress=ignore_progress)
    narrow = _search(aside, keep, _NARROW, deadline)
    if narrow is None and not order.openers:
        # Where few openers keep a limit of guesses, one of a bundled tree may.
        narrow = _bundled_tree(order.game, order.max_guesses)
        keep(narrow)
    if narrow is None:
        return _search(order, keep, 0, deadline)
    reached = narrow.worst_case()
    limit = reached - (order.objective is Objective.WORST_CASE)
    node = _search(replace(order, max_guesses=limit), keep, 0, deadline, reached) if limit else None
    return narrow if node is None else node


def _bundled_tree(game: Game, limit: int) -> TreeNode | None:
    """Returns the bundled tree of exactly this game that solves every answer within a limit, if there is one.

    Of several, it returns the one with the smallest worst case, and then the smallest total.
    """
    nodes = [TreeNode.of(tree.root) for tree in bundled_trees(game) if not tree.guarantee.unsolved]
    within = [node for node in nodes if node.worst_case() <= limit]
    return min(within, key=lambda node: (node.worst_case(), node.total()), default=None)


def _search(
    order: Order,
    keep: Callable[[TreeNode | None], None],
    width: int,
    deadline: Deadline,
    reached: int = LARGEST_NUMBER,
) -> TreeNode | None:
    """Passes every tree that a search of some width (0: exact) finds to `keep`, and returns the last tree.

    After an exact search, that tree is optimal, and None is a proof that no tree exists. `reached` is a worst case that
    is known to be possible.
    """
    witnesses: dict[int, int | TreeNode | None] = {}

    def solve(limit: int) -> TreeNode | None:
        witness = witnesses.get(limit)
        if isinstance(witness, TreeNode) and order.objective is Objective.WORST_CASE:
            keep(witness)
            return witness
        solver = _solver(order, limit, width, deadline)
        openers = order.openers
        if order.objective is Objective.WORST_CASE and order.game.rule == Rule.ANY and not openers:
            # Any tree within the limit will do.
            openers = (witness,) if isinstance(witness, int) else ()
        if not openers and (sole := solver.sole_opener()) is not None:
            # All openers are equal by symmetry, and with one fixed opener all workers have work.
            openers = (sole,)
        if openers:
            node = solver.solve_below(*openers, records=order.records)
            keep(node)
            return node
        if not width:
            found = solver.best_opener(order.records)
            order.findings.bounds[limit] = solver.opener_bounds
            node = None if found is None else solver.solve_below(found.opener, records=order.records)
            keep(node)
            return node
        nodes: list[TreeNode] = []
        for opener in solver.promising_openers(width):
            node = solver.solve_below(opener)
            keep(node)
            nodes += [] if node is None else [node]
        return min(nodes, key=lambda node: (order.total(node), node.total()), default=None)

    def is_impossible(limit: int) -> bool:
        is_open = width == 0 and limit < reached
        is_refuted, witnesses[limit] = _refute(order, limit, deadline) if is_open else (False, None)
        return is_refuted

    return optimise(order.objective, order.max_guesses, solve, order.total, is_impossible)


def _refute(order: Order, limit: int, deadline: Deadline) -> tuple[bool, int | TreeNode | None]:
    """Returns whether a refutation proves that no tree keeps a limit; if it fails, also the refuter's witness."""
    if len(order.openers) > 1 or not can_refute(order.game) or order.matrix.n_answers < _MANY_ANSWERS:
        return False, None
    problem = make_problem(order.game, order.matrix)
    openers = order.openers or tuple(distinct_openers(problem))
    witness: int | TreeNode | None
    is_first = order.objective in (Objective.WORST_CASE, Objective.WORST_CASE_THEN_TOTAL)
    if is_first and can_decide(order.game, problem, limit):
        words = order.game.allowed.words
        hard = HardRefuter(words, problem, n_workers=order.n_workers, progress=order.progress, deadline=deadline)
        refutation, witness = hard.refute(limit, openers), hard.witness
    elif limit <= LARGEST_LIMIT:
        refuter = Refuter(problem, n_workers=order.n_workers, progress=order.progress, deadline=deadline)
        refutation, witness = refuter.refute(limit, openers), refuter.witness
    else:
        return False, None
    if refutation is not None:
        order.findings.refutations[limit, openers] = refutation
    return refutation is not None, witness


def _solver(order: Order, limit: int, width: int, deadline: Deadline) -> ExactSolver:
    return ExactSolver(
        order.game,
        order.matrix,
        limit,
        n_workers=order.n_workers,
        progress=order.progress,
        weights=order.weights,
        width=width,
        deadline=deadline,
        cluster=order.cluster,
    )
