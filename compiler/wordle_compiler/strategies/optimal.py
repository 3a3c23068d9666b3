"""Strategy `optimal`: the smallest total of any tree, by exact search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from wordle_compiler.game.game import Game, Rule
from wordle_compiler.game.lists import bundled_trees
from wordle_compiler.kernels.kernel import Request
from wordle_compiler.machine.errors import InputError, UnmetGuaranteeError, UnprovenError
from wordle_compiler.machine.progress import Progress
from wordle_compiler.search.decision_tree import TreeNode, best_of_both
from wordle_compiler.search.memo import plan_memo
from wordle_compiler.search.problem import likely_layout, make_problem
from wordle_compiler.search.stopping import NEVER, Deadline, StoppedError
from wordle_compiler.solver.fewest_unsolved import bound_unsolved
from wordle_compiler.solver.leaderboard import OpenerResult
from wordle_compiler.solver.objective import Objective, Question, optimise
from wordle_compiler.solver.openers import distinct_openers, legal_openers, refute_rest
from wordle_compiler.solver.refutation.refuter import LARGEST_LIMIT, Refutation, can_refute
from wordle_compiler.solver.worker_threads import search_kernels
from wordle_compiler.strategies.cell_scores import ENTROPY, EXPECTED_SIZE, MOST_PARTS, score_cells
from wordle_compiler.strategies.strategy import (
    LARGEST_NUMBER,
    CutShort,
    Order,
    Pass,
    Status,
    Strategy,
    read_seconds,
    whole_number,
)
from wordle_runtime.errors import counted

_HEURISTICS = (ENTROPY, MOST_PARTS, EXPECTED_SIZE)
"""Whose trees a search that is cut short begins with; all three use the same kernel."""

_WIDTHS = (8, 32, 128, 512, 2048, 8192)
"""The widths of the searches under a time limit, tried in order before the exact search."""

_NARROW = 8
"""The width of the search for a tree with a small worst case, before the exact search tries to do better."""

_MANY_ANSWERS = 128
"""With fewer answers, a search for totals ends soon even if no tree keeps the limit."""

_FOR_LEADER = 0.1
_FOR_UNSOLVED = (1 / 2, 1 / 4, 1 / 8, 1 / 16, 1 / 32)
"""The share of the time reserved for building the best opener's tree if the proof is cut short. Where answers stay
unsolved, the tree takes longer than the count of many openers, and the count goes on when it is built."""


class Optimal(Strategy):
    """Minimises the total number of guesses (or another objective) within the limit, by branch and bound.

    With fixed first guesses, the tree is proven optimal below them; without any, over all legal openers. If answers
    have weights, the total is the weighted one, and ties go to the smallest plain total.

    Option `effort` cuts the search short: only that many of the most promising guesses are tried at each node (and as
    many openers, if none is fixed). The result is an upper bound. Option `time_limit`, in seconds, widens such a search
    step by step until the time is up, and keeps the best tree found. If the last step, the exact search, finishes in
    time, the tree is proven as it is without the limit. Both begin with the trees of heuristics, so that there is
    always a tree, and raise `UnmetGuaranteeError` only if none of the trees solves every answer.
    """

    name = "optimal"
    summary = "the smallest total there is, proven by exact search"
    objectives = tuple(Objective)
    uses_journal = True
    options = (("effort", whole_number(0)), ("time_limit", read_seconds))

    def __init__(
        self,
        widths: Sequence[int] = _WIDTHS,
        narrow: int = _NARROW,
        find_bundled: Callable[[Game, int], TreeNode | None] | None = None,
    ) -> None:
        """Takes the widths of the passes under a time limit, ascending, that of the narrow pass, and a bundled tree.

        With a width of 0 there is no narrow pass.
        """
        self.widths = widths
        self.narrow = narrow
        self.find_bundled = find_bundled or bundled_tree

    def check_memory(self, question: Question, n_workers: int) -> None:
        """Raises `InputError` if the search is too large; see `Strategy.check_memory`."""
        plan_memo(question.game, question.max_guesses, n_workers, is_weighted=question.weights is not None)

    def kernels(self, order: Order) -> Sequence[Request]:
        """Returns the kernels of the search; see `Strategy.kernels`."""
        widths = {1} if order.options.get("effort") else {0, 1} if order.options.get("time_limit") else {0}
        layouts = [likely_layout(order.game, is_weighted=order.weights is not None, width=width) for width in widths]
        of_heuristics = [(score_cells, layouts[0])] if 1 in widths else []
        return of_heuristics + [
            one for layout in set(layouts) for one in search_kernels(layout, ranks_openers=not order.openers)
        ]

    def build(self, order: Order) -> tuple[TreeNode, Status]:
        """Searches for the tree; see `Strategy.build`."""
        effort, seconds = self.settings(order.options).values()
        if effort and seconds:
            raise InputError("an effort and a time limit both cut the search short: give only one of them")
        if not order.matrix.is_own and (order.objective is not Objective.TOTAL or order.journal or order.cluster):
            raise InputError("by a feedback rule of your own, only the total is minimised, without journal or cluster")
        passes = _Passes(self, order, Deadline(seconds, order.clock) if seconds else NEVER)
        if seconds:
            is_complete = passes.until_deadline(seconds)
        elif effort:
            passes.by_heuristics()
            passes.of_width(effort)
            if order.objective is Objective.UNSOLVED_THEN_TOTAL:
                passes.tell_cut_short(0.0, None)
            is_complete = False
        else:
            passes.exact()
            is_complete = True
        if passes.node is not None and (passes.n_unsolved == 0 or order.objective is Objective.UNSOLVED_THEN_TOTAL):
            if not is_complete:
                return passes.node, Status.UPPER_BOUND
            return passes.node, Status.OPTIMAL_BELOW_OPENER if order.openers else Status.OPTIMAL
        raise UnmetGuaranteeError(_why_there_is_no_tree(order, effort, is_complete=is_complete))


def _why_there_is_no_tree(order: Order, effort: int, *, is_complete: bool) -> str:
    within = f"within {counted(order.max_guesses, 'guess')}"
    if effort:
        return (
            f"a search with effort {effort} found no tree that solves every answer {within} (nothing is proven): "
            "raise --effort or --max-guesses"
        )
    if not is_complete:
        cut_short = order.facts.cut_short
        assert cut_short is not None, "the time limit ended the search"
        return (
            f"{cut_short.seconds:g} s were not enough to find a tree that solves every answer {within} (nothing is "
            f"proven): raise --time-limit or --max-guesses; {cut_short.describe()}"
        )
    if not order.openers:
        return f"no tree of this game solves every answer {within}, whatever its opener (proven): raise --max-guesses"
    fixed = ", ".join(order.game.allowed.words[opener] for opener in order.openers)
    return (
        f"no tree that opens with {fixed} solves every answer {within} (proven): raise --max-guesses or choose "
        "another opener"
    )


_AFTER_FIRST = 3 / 4
"""The part of the time that is left after the first exact pass, if that was cut short."""

_COUNTED = 4
"""Within so many guesses, what stays unsolved is counted for every opener; with more, cells have to be searched."""


class _Passes:
    """The passes over one order's tree. Each is named, and tells `Facts.passes` what it found."""

    def __init__(self, maker: Optimal, order: Order, deadline: Deadline) -> None:
        self._maker = maker
        self._order = order
        self._deadline = deadline
        is_asked = order.objective is Objective.UNSOLVED_THEN_TOTAL and order.weights is None
        self._is_counted = is_asked and order.max_guesses <= _COUNTED
        self._counted: dict[int, OpenerResult] = {}  # How many answers openers leave unsolved.
        self._is_refuted = False  # Whether some answer is proven to stay unsolved.
        self._of_width: dict[int, TreeNode | None] = {}
        # The best tree that any pass has found, by the order's objective; one that solves more answers is better.
        self.node: TreeNode | None = None
        self.source = ""  # The heuristic that built it; empty if a search found it, or part of it.

    def _told(self, name: str, node: TreeNode | None) -> Pass:
        """Returns the figures of a tree, or that there is none."""
        if node is None:
            return Pass(name, None, 0, 0)
        return Pass(name, self._order.total(node), node.worst_case(), self._order.matrix.n_answers - node.n_solved())

    @property
    def n_unsolved(self) -> int:
        """How many answers the best tree leaves unsolved; 0 without a tree."""
        return self._told("", self.node).n_unsolved

    def _keep(self, node: TreeNode | None, source: str = "") -> None:
        """Keeps a tree if it is better than the best so far, or the best of both."""
        if node is not None and (self.node is None or self._rank(node) < self._rank(self.node)):
            node, self.node, self.source = self.node, node, source
        if node is not None:
            self._keep_parts(node)

    def _keep_parts(self, node: TreeNode) -> None:
        """Keeps the subtrees of a tree that are better than those of the best so far; others may be missing."""
        if self.node is not None and node.guess == self.node.guess:
            both = best_of_both(self.node, node, self._order.total)
            if self._rank(both) < self._rank(self.node):
                self.node, self.source = both, ""

    def _rank(self, node: TreeNode) -> tuple[int, ...]:
        """Returns a tree's sort key: the smaller, the better. The plain total differs from the total with weights."""
        solved, total, worst_case = -node.n_solved(), self._order.total(node), node.worst_case()
        if self._order.objective in (Objective.WORST_CASE, Objective.WORST_CASE_THEN_TOTAL):
            return solved, worst_case, total, node.total()
        if self._order.objective is Objective.TOTAL_THEN_WORST_CASE:
            return solved, total, worst_case, node.total()
        return solved, total, node.total(), worst_case

    def until_deadline(self, seconds: float) -> bool:
        """Tries an exact pass for a quarter of the time, then ever wider passes until the time is up.

        Of a small game, or below an opener, the exact pass takes less time than the wide ones. Where unsolved answers
        are counted, it is the only one. Returns whether it finished; if not, `Facts.cut_short` says how far it got.
        """
        order = self._order
        settled: list[tuple[int, int, str]] = []

        def watch(done: int, n: int, note: str) -> None:
            what = "openers" if "openers" in note else "answers"
            # Once all openers are settled, the tree of the best one is built, cell by cell.
            if what == "openers" or not any(one[2] == "openers" for one in settled):
                settled[:] = [(done, n, what)]
            order.progress(done, n, note)

        built = None
        with suppress(StoppedError):
            self.by_heuristics()
            is_only = self._is_counted and self.n_unsolved > 0
            last = 0, 0 if order.openers else _FOR_LEADER
            wide = [(width, 0) for width in self._maker.widths if width < order.matrix.n_allowed]
            counts = [last] if order.openers else [(0, share) for share in _FOR_UNSOLVED]
            for width, kept in counts if is_only else [(0, _AFTER_FIRST), *wide, last]:
                try:
                    if width == 0:
                        self.exact(self._deadline.earlier(kept * seconds), watch)
                        return True
                    self.of_width(width)
                except StoppedError as stopped:
                    if (leader := stopped.leader) is not None and leader != built and kept < _AFTER_FIRST:
                        built = leader
                        # The opener that was best when the proof was cut short, if the time is enough for its tree.
                        with suppress(StoppedError):
                            solver = order.solver(order.max_guesses, deadline=self._deadline)
                            build = solver.leave_fewest_unsolved if self._is_counted else solver.solve_below
                            self._keep(build(leader))
                    if stopped.unfinished is not None:
                        self._keep_parts(stopped.unfinished)
                    self._deadline.check()
        self.tell_cut_short(seconds, settled[0] if settled else None)
        return False

    def tell_cut_short(self, seconds: float, settled: tuple[int, int, str] | None) -> None:
        """Tells `Facts.cut_short` how far the search came, and what is not excluded yet."""
        order = self._order
        lower = None if order.weights or self.n_unsolved else order.solver(order.max_guesses).bound(*order.openers)
        least = self._least_unsolved() if order.objective is Objective.UNSOLVED_THEN_TOTAL else None
        order.facts.cut_short = CutShort(seconds, settled, self._told(self.source, self.node), lower, least)

    def by_heuristics(self) -> None:
        """Plays heuristics out, the first of them whatever the time; their trees may leave answers unsolved."""

        def look(done: int, n: int, note: str) -> None:
            if self.node is not None:
                self._deadline.check()
            self._order.progress(done, n, note)

        for heuristic in _HEURISTICS:
            node, _ = heuristic.build(replace(self._order, options={}, progress=look))
            self._note(heuristic.name, node)
            self._keep(node, heuristic.name)
            self._deadline.check()

    def of_width(self, width: int) -> TreeNode | None:
        """Tries so many of the most promising guesses at each node; returns the best tree found, or None."""
        if width not in self._of_width:
            self._of_width[width] = self._search(self._order, width, self._deadline)
            self._note(f"width {width}", self._of_width[width])
        return self._of_width[width]

    def exact(self, deadline: Deadline = NEVER, progress: Progress | None = None) -> None:
        """Finds an optimal tree and forgets all others, or finds none as a proof that no tree exists.

        If the worst case comes first, a narrow pass or a bundled tree is found quickly, and the exact search need only
        do better: without it, the exact search would minimise the total within limits that are too generous.
        """
        order = self._order if progress is None else replace(self._order, progress=progress)
        # Counting what stays unsolved takes less time than proving that something does.
        node = self._leave_fewest_unsolved(order, deadline) if self._is_counted else None
        if node is None:
            known = self._shallow() if order.objective.startswith(Objective.WORST_CASE) else None
            limit, reached = order.max_guesses, LARGEST_NUMBER
            if known is not None:
                reached = known.worst_case()
                limit = reached - (order.objective is Objective.WORST_CASE)
            node = (self._search(replace(order, max_guesses=limit), 0, deadline, reached) if limit else None) or known
            self._note("exact", node)
        if node is None and order.objective is Objective.UNSOLVED_THEN_TOTAL:
            self._is_refuted = True
            node = self._leave_fewest_unsolved(order, deadline)
        if node is not None:
            # Even if an earlier tree ties, this is the one that a search without a time limit returns.
            self.node, self.source = node, ""

    def _shallow(self) -> TreeNode | None:
        """Finds a tree with a small worst case by the narrow pass, or else among the bundled trees."""
        known = self.of_width(self._maker.narrow) if self._maker.narrow else None
        if known is None and not self._order.openers:
            # Where few openers keep a limit of guesses, one of a bundled tree may.
            known = self._maker.find_bundled(self._order.game, self._order.max_guesses)
            self._note("bundled trees", known)
            self._keep(known)
        return known

    def _leave_fewest_unsolved(self, order: Order, deadline: Deadline) -> TreeNode | None:
        """Finds a tree that leaves the fewest answers unsolved; None if no opener is fixed and some tree solves all."""
        if order.weights is not None:
            raise InputError(
                "no tree solves every answer, and the objective unsolved,total counts unsolved answers alike: "
                "leave out the weights"
            )
        solver = replace(order, cluster=None).solver(order.max_guesses, deadline=deadline)
        known = None if deadline.is_never else self._counted
        node = solver.leave_fewest_unsolved(*order.openers, journal=order.journal, known=known)
        if node is not None:
            self._note("fewest unsolved", node)
        return node

    def _least_unsolved(self) -> int:
        """Returns how many answers stay unsolved at least, whatever the tree, by what is counted or proven so far."""
        problem, limit = make_problem(self._order.game, self._order.matrix), self._order.max_guesses
        openers = self._order.openers[:1] or legal_openers(problem)
        counted = [one.total for one in self._counted.values()]
        return max(self._is_refuted, min(counted or bound_unsolved(problem, openers, limit).values()))

    def _note(self, name: str, node: TreeNode | None) -> None:
        self._order.facts.passes.append(self._told(name, node))

    def _search(self, order: Order, width: int, deadline: Deadline, reached: int = LARGEST_NUMBER) -> TreeNode | None:
        """Keeps every tree that a search of some width (0: exact) finds, and returns the last tree.

        After an exact search, that tree is optimal, and None is a proof that no tree exists. `reached` is a worst case
        that is known to be possible.
        """
        outcomes: dict[int, Refutation | int] = {}

        def solve(limit: int) -> TreeNode | None:
            # If only the worst case counts, any tree within the limit will do, and weights do not matter.
            outcome = outcomes.get(limit) if order.objective is Objective.WORST_CASE else None
            witness = outcome if isinstance(outcome, int) else None
            if witness is not None and order.game.rule == Rule.HARD:
                solver = replace(order, weights=None).solver(limit, width=_NARROW, deadline=deadline)
            else:
                solver = order.solver(limit, width=width, deadline=deadline)
            openers, proven = order.openers, None
            if witness is not None:
                openers = (witness,)
            if not openers and (sole := solver.sole_opener()) is not None:
                # All openers are equal by symmetry, and with one fixed opener all workers have work.
                openers = (sole,)
            if not openers and not width:
                if (found := solver.best_opener(order.journal)) is None:
                    return None
                openers, proven = (found.opener,), found.total
            nodes: list[TreeNode] = []
            for fixed in [openers] if openers else [(opener,) for opener in solver.promising_openers(width)]:
                node = solver.solve_below(*fixed, journal=order.journal if openers else None)
                is_wrong = order.weights is None and proven is not None and node is not None and node.total() != proven
                if is_wrong or (node is None and (proven is not None or witness is not None)):
                    raise UnprovenError(f"{order.game.allowed.words[fixed[0]]} has another total than was proven")
                self._keep(node)
                nodes += [] if node is None else [node]
            return min(nodes, key=lambda node: (order.total(node), node.total()), default=None)

        def is_impossible(limit: int) -> bool:
            is_open = width == 0 and limit < reached and order.matrix.n_answers >= _MANY_ANSWERS
            if is_open and (outcome := _refute(order, limit, deadline)) is not None:
                outcomes[limit] = outcome
            is_refuted = isinstance(outcomes.get(limit), Refutation)
            if is_refuted:
                self._note(f"within {counted(limit, 'guess')}", None)
            return is_refuted

        return optimise(order.objective, order.max_guesses, solve, order.total, is_impossible)


def bundled_tree(game: Game, limit: int) -> TreeNode | None:
    """Returns the bundled tree of exactly this game that solves every answer within a limit, if there is one.

    Of several, it returns the one with the smallest worst case, and then the smallest total.
    """
    figures = [(tree.guarantee.worst_case, tree.guarantee.total, tree) for tree in bundled_trees(game)]
    within = [figure for figure in figures if not figure[2].guarantee.unsolved and figure[0] <= limit]
    return TreeNode.of(min(within, key=lambda figure: figure[:2])[2].root) if within else None


def _refute(order: Order, limit: int, deadline: Deadline) -> Refutation | int | None:
    """Returns what proves that no tree keeps a limit, or an opener below which some tree does; None if it is not tried.

    Openers that a journal knows to be refuted are left out.
    """
    is_first = order.objective in (Objective.WORST_CASE, Objective.WORST_CASE_THEN_TOTAL)
    # Under rule hard, the largest limits take long to decide, and a search for a total finds a tree sooner.
    is_worth_it = is_first or order.game.rule == Rule.ANY or limit < LARGEST_LIMIT
    problem = make_problem(order.game, order.matrix)
    if len(order.openers) > 1 or not is_worth_it or not can_refute(problem, limit):
        return None
    openers = order.openers or tuple(distinct_openers(problem))
    search: dict[str, Any] = {"n_workers": order.n_workers, "progress": order.progress, "deadline": deadline}
    left, outcome = refute_rest(problem, limit, openers, order.journal, **search)
    if left and isinstance(outcome, Refutation):
        # A certificate needs the refutation of all openers, and makes it where a journal has some of them.
        order.facts.refutations[limit, tuple(left)] = outcome
    return outcome
