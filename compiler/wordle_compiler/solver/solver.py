"""The exact solver: one game's problem, its workers, and the questions it answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.game import Game
from wordle_compiler.game.weights import Weights
from wordle_compiler.kernels.kernel import prepare
from wordle_compiler.machine.progress import Progress, ignore_progress
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.problem import INFEASIBLE, likely_layout
from wordle_compiler.search.stopping import NEVER, Deadline, StoppedError
from wordle_compiler.solver.fewest_unsolved import FewestUnsolved, bound_unsolved
from wordle_compiler.solver.fixed_openers import OpenCell, SolvedCell, play_fixed
from wordle_compiler.solver.leaderboard import Leaderboard, OpenerResult
from wordle_compiler.solver.objective import Objective, Question
from wordle_compiler.solver.openers import by_estimate, classes_of, legal_openers, rank_each
from wordle_compiler.solver.pair_ranking import Pair, PairRanking
from wordle_compiler.solver.remote import CellSource, Cluster, RemoteWorkers
from wordle_compiler.solver.worker_threads import lay_out, search_kernels
from wordle_runtime.errors import counted

if TYPE_CHECKING:
    from wordle_compiler.solver.journal import Journal

_COUNTED_FIRST = 64
"""How many of the most promising openers are counted before all get a bound, if the time is limited."""
_ASKED_FIRST = 8
"""All are asked for such a part of the fewest at first: it takes little longer than to ask for one answer."""
_SMALL_CELL = 32
"""A cell of at most so many candidates is solved in some milliseconds, whether or not it has a tree."""


def prepare_ranking(game: Game, *, is_weighted: bool) -> None:
    """Loads or compiles the kernels of a ranking of openers, so that they take nothing of its time."""
    prepare(search_kernels(likely_layout(game, is_weighted=is_weighted), ranks_openers=True))


class ExactSolver:
    """Finds optimal trees of one game within a limit of guesses.

    Not thread-safe; it starts its own threads. Results do not depend on their number. `plan_memo` estimates their
    memory, and `machine.memory.limit_memory` limits all of them together.
    """

    def __init__(
        self,
        game: Game,
        matrix: FeedbackMatrix | None,
        max_guesses: int,
        *,
        n_workers: int = 1,
        progress: Progress = ignore_progress,
        weights: Weights | None = None,
        width: int = 0,
        objective: Objective = Objective.TOTAL,
        deadline: Deadline = NEVER,
        cluster: Cluster | None = None,
    ) -> None:
        """Lays the game out; a `matrix` of None is computed.

        With weights, every total of the solver is in the units of `Weights.in_units`. With a width (see `Question`),
        trees need not be optimal, and a result of None is not a proof. The solver minimises totals, whatever the
        objective; it only decides which of the trees with the smallest total is returned. After `deadline`, every
        method raises `StoppedError`. A cluster searches instead of this machine's threads.

        Raises:
            InputError: The search cannot be laid out; see `lay_out`.
        """
        question = Question(game, max_guesses, objective, weights, width)
        self._matrix, self._threads = lay_out(question, matrix, n_workers, deadline=deadline)
        self._game = game
        self._max_guesses = max_guesses
        self._deadline = deadline
        self._progress = progress
        self._weights = weights
        self._problem = self._threads.problem
        self._remote = None if cluster is None else RemoteWorkers(cluster, question, deadline)

    def solve_below(self, *openers: int, journal: Journal | None = None) -> TreeNode | None:
        """Returns an optimal tree with the first guesses `openers` (numbers among the allowed), or None if none exists.

        None is a proof: no tree with these first guesses solves every answer within the limit. `fixed_openers` defines
        when each of several fixed guesses is played. Cells in `journal` are not solved again.

        Raises:
            InputError: The rule forbids a fixed guess after some feedback.
            StoppedError: The deadline has passed. The exception has the cells that were solved.
        """
        root, cells = play_fixed(self._game, self._matrix, openers, self._max_guesses)
        # The largest cells go first, so that the workers finish at about the same time. A single worker with a deadline
        # or a journal begins with the smallest, so that most of them are solved when it is stopped.
        is_largest_first = self._threads.n_workers > 1 or (self._deadline.is_never and journal is None)
        cells.sort(key=lambda cell: len(cell.candidates), reverse=is_largest_first)
        # Where no tree exists, a small cell shows it most often.
        cells.sort(key=lambda cell: len(cell.candidates) > _SMALL_CELL)
        n_answers = self._matrix.n_answers
        done = n_answers - sum(len(cell.candidates) for cell in cells)
        solved: list[SolvedCell] = []
        try:
            for outcome in self._solve_cells(cells, journal):
                if outcome.node is None:
                    return None
                outcome.cell.fill(outcome.node)
                solved.append(outcome)
                done += len(outcome.cell.candidates)
                self._progress(done, n_answers, f"answers below {root.guess}")
        except StoppedError as stopped:
            stopped.unfinished = root
            raise
        if self._problem.width == 0:
            # If that is stopped, the tree so far already has the smallest total.
            with suppress(StoppedError):
                while self._make_shallower(root, solved, journal):
                    pass
        return root

    def leave_fewest_unsolved(
        self, *openers: int, journal: Journal | None = None, known: dict[int, OpenerResult] | None = None
    ) -> TreeNode | None:
        """Returns a tree with the fewest unsolved answers, and of those one with the smallest total over the solved.

        The tree begins with the first guesses `openers`. Without any, it is the best over all openers, ties go to the
        alphabetically first, and None says that some opener leaves nothing unsolved. Up to 4 guesses are counted in
        about an hour of processor time in the original game; with more, it takes the longer, the more answers are
        missed. The solver must have no weights and no width. `known` gets bounds (see `openers_that_leave_fewest`), for
        which a fixed opener, too, is counted before its tree is built.

        Raises:
            InputError: The rule forbids a fixed guess after some feedback.
            StoppedError: The deadline has passed.
        """
        if len(openers) > 1 or (openers and known is None):
            return self._leave_fewest_below(openers)
        fewest, leaders = self.openers_that_leave_fewest(journal, openers, known=known)
        if fewest == 0 and not openers:
            return None
        try:
            trees = [self._leave_fewest_below((opener,)) for opener in leaders]
        except StoppedError as stopped:
            stopped.leader = leaders[0]
            raise
        return min(trees, key=lambda root: (-root.n_solved(), root.total()))

    def openers_that_leave_fewest(
        self,
        journal: Journal | None = None,
        among: Sequence[int] | None = None,
        n_first: int = _COUNTED_FIRST,
        known: dict[int, OpenerResult] | None = None,
    ) -> tuple[int, list[int]]:
        """Returns the smallest number of answers that any tree leaves unsolved, and all openers of such trees.

        Every other opener of `among`, or legal one, is proven to leave more. Of openers that symmetry makes equal, only
        the first is returned. Results in `journal`, or in `known`, which gets all that is found, are not counted again.
        The solver must have no weights and no width.

        If there is a deadline, up to `n_first` of the most promising are counted first. Then all are asked for few
        unsolved answers, and those with the lowest bounds for ever more, so that `known` has a bound when it passes.

        Raises:
            StoppedError: The deadline has passed. The exception has the best opener so far.
        """
        openers = by_estimate(self._problem, list(classes_of(self._problem, among or self.legal_openers())))
        recorded = {} if journal is None else journal.known(self._max_guesses, "unsolved")
        known = {} if known is None else known
        for one, bound in bound_unsolved(self._problem, openers, self._max_guesses).items():
            found = known.get(one, recorded.get(one, OpenerResult(one, 0, False)))
            known[one] = found if found.is_exact or found.total > bound else OpenerResult(one, bound, False)
        fewest = min((result.total for result in known.values() if result.is_exact), default=self._matrix.n_answers)
        asked = fewest
        n_asked = len(openers) if self._deadline.is_never else min(n_first, len(openers) // 8)

        def is_settled(opener: int) -> bool:
            return known[opener].is_exact or known[opener].total > fewest

        def count(opener: int) -> OpenerResult:
            worker = self._threads.worker()
            cells = [cell for _, cell in worker.extractor.cells(worker.everything(), opener)]
            cutoff = min(asked, fewest) + 1
            n_unsolved = FewestUnsolved(worker).count(cells, self._max_guesses - 1, cutoff)
            return OpenerResult(opener, n_unsolved, n_unsolved < cutoff)

        idle = (lambda: None) if journal is None else journal.write_if_due
        try:
            while True:
                waiting = [one for one in openers[:n_asked] if not is_settled(one) and known[one].total <= asked]
                waiting.sort(key=lambda one: known[one].total)
                n_done = sum(map(is_settled, openers))
                for result in self._threads.run(count, waiting, idle):
                    known[result.opener] = result
                    n_done += is_settled(result.opener)
                    if result.is_exact and result.total < fewest:
                        fewest = result.total
                        n_done = sum(map(is_settled, openers))
                    if journal is not None:
                        journal.settle(n_done, len(openers))
                        journal.record(self._max_guesses, result, "unsolved")
                    self._progress(n_done, len(openers), f"{counted(fewest, 'answer')} unsolved; openers")
                if n_asked < len(openers):
                    asked, n_asked = fewest // _ASKED_FIRST, len(openers)
                elif asked >= fewest:
                    break
                else:
                    asked = min(2 * asked + 1, fewest)
        except StoppedError:
            leaders = [one for one, result in known.items() if result.is_exact and result.total == fewest]
            raise StoppedError(min(leaders, default=None)) from None
        return fewest, sorted(one for one in openers if known[one].is_exact and known[one].total == fewest)

    def _leave_fewest_below(self, openers: tuple[int, ...]) -> TreeNode:
        """Returns the best tree with fixed first guesses."""
        root, cells = play_fixed(self._game, self._matrix, openers, self._max_guesses)

        def solve_cell(cell: OpenCell) -> tuple[OpenCell, TreeNode]:
            worker = self._threads.worker()
            return cell, FewestUnsolved(worker).tree(worker.candidates_of(cell), cell.guesses_left)

        open_cells = sorted((cell for cell in cells if cell.guesses_left), key=lambda cell: -len(cell.candidates))
        for n_done, (cell, child) in enumerate(self._threads.run(solve_cell, open_cells), 1):
            cell.fill(child)
            self._progress(n_done, len(open_cells), f"{root.guess}: cells")
        return root

    def _make_shallower(self, root: TreeNode, solved: Sequence[SolvedCell], journal: Journal | None) -> bool:
        """Lowers the worst case of a tree by one if the total permits it; returns whether it did.

        Only the cells that reach the worst case are searched again, for a tree of the same total within one guess
        fewer. The attempt ends at the first cell without such a tree. Repeating it yields the smallest worst case that
        the total permits.
        """
        limit, depth_of = root.worst_case() - 1, {id(node): depth for depth, node in root.walk()}
        cells = [
            replace(cell, guesses_left=limit - depth_of[id(cell.parent)], largest_total=total)
            for cell, _, total in solved
            if depth_of[id(cell.parent)] + cell.parent.children[cell.code].worst_case() > limit
        ]

        # The smallest cells first, because it takes the least work to show that such a tree does not exist for them.
        cells.sort(key=lambda cell: len(cell.candidates))
        found: list[tuple[OpenCell, TreeNode]] = []
        for outcome in self._solve_cells(cells, journal):
            if outcome.node is None:
                return False
            found.append((outcome.cell, outcome.node))
        for cell, node in found:
            cell.fill(node)
        return bool(found) and root.worst_case() <= limit

    def _solve_cells(self, cells: Sequence[OpenCell], journal: Journal | None) -> Iterator[SolvedCell]:
        """Yields the cells that `journal` has, then the others as they are solved; one without a tree decides all."""
        idle = (lambda: None) if journal is None else journal.write_if_due
        waiting = []
        for cell in cells:
            known = None if journal is None else journal.known_cell(self._max_guesses, cell)
            if known is None:
                waiting.append(cell)
            else:
                yield known
        if not waiting:
            return
        if self._remote:
            outcomes = self._remote.run(CellSource(waiting, self._remote.patience), idle)
        else:
            outcomes = self._threads.run(self._solve_cell, waiting, idle)
        for n_done, solved in enumerate(outcomes, 1):
            if journal is not None and self._problem.width == 0:
                journal.record_cell(self._max_guesses, solved, len(waiting) - n_done if solved.node else 0)
            yield solved

    def _solve_cell(self, cell: OpenCell) -> SolvedCell:
        worker = self._threads.worker()
        try:
            total, node = worker.solve(worker.candidates_of(cell), cell.guesses_left, cell.largest_total + 1)
        except StoppedError:
            total, node = INFEASIBLE, None
        return SolvedCell(cell, node, total)

    def best_opener(self, journal: Journal | None = None) -> OpenerResult | None:
        """Returns the legal opener with the smallest total, which is exact, or None if no opener solves the game.

        Ties go to the alphabetically first. Every other opener is proven not to be better. Results in `journal` are not
        proven again.
        """
        first = self.rank_openers(self.legal_openers(), n_best=1, journal=journal)[0]
        return first if first.is_feasible else None

    def rank_openers(
        self,
        openers: Sequence[int],
        *,
        n_best: int | None = None,
        journal: Journal | None = None,
        below: int | None = None,
        has_ties: bool = False,
    ) -> list[OpenerResult]:
        """Ranks openers by their exact smallest totals; ties go to the alphabetically first.

        If it `has_ties`, what ties with the last of the `n_best` best comes, too, and the bound of the rest is greater
        by 1.

        The list starts with the `n_best` best, exact and proven to be the best. The others follow in alphabetical
        order, each with the total of the last of the best as a lower bound. If `n_best` is None, or if fewer than
        `n_best` openers solve the game within the limit, every result is exact; openers that do not solve it come last.

        There is at least one opener, each by its number among the allowed words and only once; under rule candidates
        they must be answers. With `below`, only smaller totals are ranked: the other openers are proven to have no tree
        with a smaller total, and get `below` as their bound. `journal` supplies the results of earlier runs of the same
        game, and receives new results as they complete.

        Raises:
            StoppedError: The deadline has passed. The exception has the best opener so far, and the ranking.
        """
        prepare(search_kernels(self._problem.layout, ranks_openers=True))
        bar = INFEASIBLE if below is None else min(below, INFEASIBLE)
        classes = classes_of(self._problem, openers)
        board: Leaderboard[int] = Leaderboard(n_best, bar, has_ties=has_ties, show=self._show)
        known = {} if journal is None else journal.known(self._max_guesses)
        try:
            rank_each(self._threads, list(classes), board, journal, known, self._progress, self._remote)
        except StoppedError:
            stopped = StoppedError(next((opener for _, opener in board.best()), None))
            # No guess of three answers or more does better than one that may win, and leaves the others apart.
            least = 2 * self._matrix.n_answers - 1
            found = [(known.get(first, OpenerResult(first, least, False)), own) for first, own in classes.items()]
            stopped.ranking = [OpenerResult(member, one.total, one.is_exact) for one, own in found for member in own]
            stopped.ranking.sort(key=lambda one: (not one.is_exact, one.is_exact * one.total, one.opener))
            raise stopped from None
        for total, first in board.best():
            for member in classes[first][1:]:
                board.enter(total, member)
        best = [OpenerResult(opener, total, True) for total, opener in board.best()]
        # The bound of the others does not depend on the order of the work.
        if n_best is not None and len(best) >= n_best:
            bar = best[-1].total + has_ties
        # If the board always had room, every opener was searched without a cutoff.
        others = sorted(set(openers) - {one.opener for one in best})
        return best + [OpenerResult(opener, bar, bar >= INFEASIBLE) for opener in others]

    def _show(self, total: int) -> str:
        """Returns a total for a person: with weights as a mean, since its units mean nothing to anybody."""
        if (weights := self._weights) is None:
            return str(total)
        return f"mean {total // weights.unit(self._max_guesses) / weights.total:.4f}"

    def bound(self, *openers: int) -> int:
        """Returns a lower bound on the total of every tree with these first guesses, or with any, without a search.

        It is the one-ply bound of all answers or, below first guesses, of each of their cells. Weights do not count.
        """
        start = OpenCell.of_all(self._game, self._max_guesses)
        root, cells = play_fixed(self._game, self._matrix, openers, self._max_guesses) if openers else (None, [start])
        worker = self._threads.worker()
        total = root.total() if root else 0
        for cell in cells:
            members = worker.candidates_of(cell)
            total += len(cell.turns) * len(members) + int(worker.extractor.bound(members, cell.guesses_left))
        return total

    def rank_pairs(
        self, words: Sequence[int], *, n_best: int, has_ties: bool = False
    ) -> tuple[list[tuple[int, Pair]], int]:
        """Returns the exact smallest totals of the best pairs of fixed openers, best first, and how many are legal.

        The pairs are proven to be the `n_best` best of all ordered pairs of distinct `words`, and if it `has_ties`, all
        that tie with the last of them follow. Ties go to the alphabetically first (by the first word, then the second).
        Fewer are returned only if no other pair can solve the game within the limit. A pair is not legal if the rule
        forbids its second word after some feedback.
        """
        board: Leaderboard[Pair] = Leaderboard(n_best, has_ties=has_ties, show=self._show)
        n_legal = PairRanking(self._threads, self._progress, words, board).rank()
        return board.best(), n_legal

    def promising_openers(self, n_openers: int) -> list[int]:
        """Returns the legal openers with the smallest estimated totals, at most `n_openers`, best first."""
        return by_estimate(self._problem, self.legal_openers())[:n_openers]

    def sole_opener(self) -> int | None:
        """Returns the first legal opener if symmetry makes all of them equal, or None if some may be better."""
        classes = classes_of(self._problem, self.legal_openers())
        return next(iter(classes)) if len(classes) == 1 else None

    def classes_of(self, openers: Sequence[int]) -> dict[int, list[int]]:
        """Groups openers that the game's symmetry makes equal, by the first of each group."""
        return classes_of(self._problem, openers)

    def legal_openers(self) -> list[int]:
        """Returns the numbers of the words that the rule allows as a first guess, ascending."""
        return legal_openers(self._problem)
