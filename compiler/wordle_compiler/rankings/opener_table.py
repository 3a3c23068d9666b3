"""Ranks openers, and pairs of them: takes words, and returns a table of proven totals."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from wordle_compiler.compilation.compiled_tree import find_opener, open_journal
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.game import Game, Rule
from wordle_compiler.game.weights import Weights
from wordle_compiler.machine.errors import InputError
from wordle_compiler.machine.progress import Progress, ignore_progress
from wordle_compiler.machine.workers import find_workers
from wordle_compiler.rankings.known_openers import RankedOpener
from wordle_compiler.rankings.table import DataTable, Tabular
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.memo import plan_memo
from wordle_compiler.search.problem import make_problem
from wordle_compiler.search.stopping import NEVER, Deadline, StoppedError
from wordle_compiler.solver.leaderboard import OpenerResult
from wordle_compiler.solver.objective import Objective, Question, optimise
from wordle_compiler.solver.openers import refute_rest
from wordle_compiler.solver.refutation.refuter import Refutation, can_refute
from wordle_compiler.solver.remote import Cluster
from wordle_compiler.solver.solver import ExactSolver, prepare_ranking
from wordle_runtime.command_line import plain
from wordle_runtime.errors import counted

if TYPE_CHECKING:
    from wordle_compiler.solver.journal import Journal

DEFAULT_N_BEST = 10
"""How many pairs are ranked by default; and how many openers get a worst case, since each of them takes a tree."""


@dataclass(frozen=True)
class OpenerTable(Tabular[RankedOpener]):
    """Ranked openers or pairs of them, and the game they are ranked in."""

    game: Game
    """The game."""
    max_guesses: int
    """The limit of every tree."""
    rows: tuple[RankedOpener, ...]
    """The exact rows, best first; then the rest, with a bound or without a tree, in alphabetical order. Of pairs, only
    the best; fewer than `n_best` only if no other pair can solve every answer."""
    seconds: float
    """How long it took."""
    n_best: int | None = None
    """How many exact rows were requested; None means all."""
    weights: str | None = None
    """The name of the weights used for the ranking; None if each answer counts once."""
    below: int | None = None
    """Only openers with a smaller total are exact rows; None if any total is one."""
    n_pairs: int | None = None
    """How many legal ordered pairs the words make; None if the rows are no pairs."""
    n_illegal: int = 0
    """How many more pairs there are whose second word the rule forbids after some feedback."""
    objective: Objective = Objective.TOTAL
    """What the rows are ranked by."""
    is_complete: bool = True
    """Whether the ranking is proven; if not, the time was up, and only what each row says is."""

    @property
    def best(self) -> str | tuple[str, str] | None:
        """The best opener, or the best pair; None if none keeps the rule and the limit."""
        row = next(iter(self.rows), None)
        if row is None or row.proven != "exact":
            return None
        return row.opener if row.second is None else (row.opener, row.second)

    @property
    def _titles(self) -> tuple[str, ...]:
        names = ("opener",) if self.n_pairs is None else ("first", "second")
        unsolved = ("n_unsolved",) if any(row.n_unsolved is not None for row in self.rows) else ()
        return (*names, *unsolved, "total", "mean", "worst_case", "proven")

    def table(self) -> DataTable:
        """Returns the rows to show and to convert."""
        what = "openers" if self.n_pairs is None else "pairs of openers"
        by = "" if self.weights is None else f", by {self.weights}"
        titles = (*self._titles, *(() if self.weights is None else ("weighted_total", "weighted_mean")))
        rows = [[getattr(row, title) for title in titles] for row in self.rows]
        return DataTable(f"{what}{by}: {describe_game(self.game, self.max_guesses)}", titles, rows)

    def about(self) -> dict[str, Any]:
        """Returns the game, the objective, the limit and the weights."""
        facts = {"objective": self.objective.value, "max_guesses": self.max_guesses, "weights": self.weights}
        return {**self.game.as_json(), **facts}

    def as_json(self) -> dict[str, Any]:
        """Returns the table as the command's JSON object."""
        titles = (*self._titles, "weighted_total", "weighted_mean")
        rows = [plain({title: getattr(row, title) for title in titles}) for row in self.rows]
        own: dict[str, Any] = {"below": self.below, "openers": rows}
        if self.n_pairs is not None:
            own = {"pairs": rows, "n_pairs": self.n_pairs, "n_illegal": self.n_illegal}
        return {**self.about(), "is_complete": self.is_complete, **own, "seconds": self.seconds}


def rank_openers(
    game: Game,
    openers: Iterable[str] | None = None,
    *,
    n_best: int | None = None,
    max_guesses: int | None = None,
    n_workers: int | None = None,
    journal: str | os.PathLike[str] | None = None,
    weights: Weights | None = None,
    below: int | None = None,
    progress: Progress = ignore_progress,
    cluster: Cluster | None = None,
    deadline: Deadline = NEVER,
    time_limit: float = 0.0,
    objective: Objective | str = Objective.TOTAL,
) -> OpenerTable:
    """Ranks openers by the exact smallest total of a tree below each, or by another objective.

    Args:
        game: The game.
        openers: The words to rank; None means every word that the rule allows as a first guess.
        n_best: How many exact totals to find, and all that tie with the last. These openers are proven to be the best;
            the rest are only proven to be worse. None means every opener's exact total, which takes longer.
        max_guesses: The limit of guesses for every answer; None means the usual one of the game.
        n_workers: How many threads; None means one per processor. The table does not depend on it.
        journal: A file that keeps proven results as they arrive, so that a killed run can resume.
        weights: How much each answer counts; None means once. With weights, openers are ranked by weighted total.
        below: Rank only openers that have a tree with a smaller total, and prove that the rest have none, which is
            faster. Without weights, by the objective total or total,worst-case.
        progress: Called with the progress of the work, from this thread.
        cluster: Workers that search instead of this machine's threads: `wordle_compiler.cluster.opening.open_cluster`.
        deadline: When the search ends; then the table has what is proven so far. `Deadline.cancel` ends it at once.
        time_limit: In place of a deadline, the seconds that the search may take once it is prepared; 0 means any.
        objective: What openers are ranked by. With `worst-case,total` (or `worst-case`) that is the total within the
            smallest limit that one of them keeps; with `unsolved,total` all that leave the fewest unsolved come first.

    Raises:
        InputError: An argument is invalid, an opener is not legal, or the journal belongs to another search.
        KeyboardInterrupt: Promptly, on an interrupt; the threads stop.
    """
    began = time.perf_counter()
    limit = game.limit(max_guesses)
    lowered, objective = Objective.WORST_CASE_THEN_TOTAL, Objective(objective)
    objective = lowered if objective is Objective.WORST_CASE else objective
    if weights is not None and objective not in (Objective.TOTAL, lowered):
        which = f"openers are not ranked by weights and {objective}: leave one out"
        raise InputError(f"{which}; `wordle-compile` takes both where some tree solves every answer")
    if below is not None and (weights is not None or not objective.startswith(Objective.TOTAL)):
        of = "weights" if weights is not None else objective
        raise InputError(f"--below is a plain total and cannot be combined with {of}: --top K ranks the best by {of}")
    for what, number in (("total to stay below", below), ("number of best openers", n_best)):
        if number is not None and number < 1:
            raise InputError(f"the {what} must be at least 1, not {number}")
    workers, numbers = find_workers(n_workers), _find_words(game, openers)
    if not numbers:
        raise InputError("there is no opener to rank: name at least one")
    question = Question(game, limit, objective, weights)
    # What is too large is refused before anything is computed.
    plan_memo(game, limit, workers, is_weighted=weights is not None)
    matrix = FeedbackMatrix.of(game, n_workers=workers)
    if time_limit:
        prepare_ranking(game, is_weighted=weights is not None)
        deadline = Deadline(time_limit)
    rows: list[RankedOpener] = []
    rankings: list[tuple[int, ExactSolver, list[OpenerResult]]] = []
    is_complete, has_all = True, objective is Objective.TOTAL_THEN_WORST_CASE
    search: dict[str, Any] = {"n_workers": workers, "progress": progress, "deadline": deadline}

    def solver_within(limit: int) -> ExactSolver:
        return ExactSolver(game, matrix, limit, weights=weights, cluster=cluster, **search)

    def rank_within(limit: int) -> TreeNode | None:
        solver = solver_within(limit)
        try:
            results = solver.rank_openers(numbers, n_best=n_best, journal=opened, below=below, has_ties=True)
        except StoppedError as stopped:
            rankings.extend([] if rankings else [(limit, solver, stopped.ranking)])
            raise
        has_tree = results[0].is_exact and results[0].is_feasible
        if has_tree or not rankings:
            rankings.append((limit, solver, results))
        # Its worst case is the next limit to lower.
        return solver.solve_below(results[0].opener) if has_tree and objective is lowered else None

    def is_impossible(limit: int) -> bool:
        if not rankings or not can_refute(problem := make_problem(game, matrix), limit):
            return False
        return isinstance(refute_rest(problem, limit, numbers, opened, **search)[1], Refutation)

    with open_journal(journal, question) as opened:
        try:
            if objective is Objective.UNSOLVED_THEN_TOTAL:
                rows, is_complete = _rank_by_unsolved(game, solver_within(limit), numbers, opened)
            if not rows:
                best = optimise(objective, limit, rank_within, TreeNode.total, is_impossible)
                if best is not None and best.worst_case() < rankings[-1][0]:
                    rank_within(best.worst_case())
        except StoppedError:
            is_complete = False
    for limit, solver, results in rankings[-1:]:
        for result in results:
            node = None
            if result.is_exact and result.is_feasible and (has_all or len(rows) < max(n_best or 0, DEFAULT_N_BEST)):
                with suppress(StoppedError):
                    node = solver.solve_below(result.opener)
            rows.append(_describe(game, result, node.worst_case() if node else None, weights, limit))
    if has_all:
        rows.sort(key=lambda row: (row.proven != "exact", row.total or 0, row.worst_case or 0, row.opener))
    name = None if weights is None else weights.name
    ranked = game, limit, tuple(rows), time.perf_counter() - began, n_best, name, below
    return OpenerTable(*ranked, objective=objective, is_complete=is_complete)


def _rank_by_unsolved(
    game: Game, solver: ExactSolver, numbers: list[int], journal: Journal | None
) -> tuple[list[RankedOpener], bool]:
    """Returns the openers that leave the fewest answers unsolved, then the others; none if all can be solved.

    Also returns whether all was found in time. If not, each row has a bound of its own, and leaders may lack trees.
    """
    known: dict[int, OpenerResult] = {}
    nodes: dict[int, TreeNode | None] = {}
    leaders, most = [-1], len(game.answers)
    with suppress(StoppedError):
        fewest, leaders = solver.openers_that_leave_fewest(journal, numbers, known=known)
        if fewest == 0:
            return [], True
        most = fewest + 1
        for leader in leaders:
            nodes[leader] = solver.leave_fewest_unsolved(leader)
    rows = []
    for first, members in solver.classes_of(numbers).items():
        figures: tuple[int | None, Fraction | None, int | None, str] = None, None, None, "at least"
        if (node := nodes.get(first)) is not None:
            figures = node.total(), Fraction(node.total(), node.n_solved()), node.worst_case(), "exact"
        least = min(known[first].total, most) if first in known else 0
        rows += [RankedOpener(game.allowed.words[member], *figures, n_unsolved=least) for member in members]
    return sorted(rows, key=lambda row: (row.total is None, row.total or 0, row.opener)), len(nodes) == len(leaders)


def rank_pairs(
    game: Game,
    words: Iterable[str] | None = None,
    *,
    n_best: int = DEFAULT_N_BEST,
    max_guesses: int | None = None,
    n_workers: int | None = None,
    weights: Weights | None = None,
    progress: Progress = ignore_progress,
) -> OpenerTable:
    """Finds the best pairs of fixed openers, with the exact smallest total of a tree that begins with each.

    The search covers every ordered pair of two different words, and proves that no pair outside the table is better
    than the last one in it, or ties with it. It leaves out a pair whose second word is illegal after some feedback to
    the first. Equal totals are in alphabetical order.

    The arguments are those of `rank_openers`: `words` to make pairs of, and `n_best` pairs to return.

    Raises:
        InputError: An argument is invalid, a word is not a legal opener, or there are fewer than two words.
        KeyboardInterrupt: Promptly, on an interrupt; the threads stop, and nothing is proven.
    """
    began = time.perf_counter()
    limit = game.limit(max_guesses)
    if n_best < 1:
        raise InputError(f"the number of best pairs must be at least 1, not {n_best}")
    workers, numbers = find_workers(n_workers), _find_words(game, words)
    if len(numbers) < 2:
        raise InputError(f"a pair takes two different words, and there {'is 1' if numbers else 'are 0'}")
    solver = ExactSolver(game, None, limit, n_workers=workers, progress=progress, weights=weights)
    best, n_legal = solver.rank_pairs(numbers, n_best=n_best, has_ties=True)
    rows = []
    for total, pair in best:
        node = solver.solve_below(*pair)
        assert node is not None, f"the pair {pair} has a total and no tree"
        row = _describe(game, OpenerResult(pair[0], total, is_exact=True), node.worst_case(), weights, limit)
        rows.append(replace(row, second=game.allowed.words[pair[1]]))
    n_illegal = len(numbers) * (len(numbers) - 1) - n_legal
    seconds = time.perf_counter() - began
    name = None if weights is None else weights.name
    return OpenerTable(game, limit, tuple(rows), seconds, n_best, name, n_pairs=n_legal, n_illegal=n_illegal)


def _describe(
    game: Game, result: OpenerResult, worst_case: int | None, weights: Weights | None, limit: int
) -> RankedOpener:
    word = game.allowed.words[result.opener]
    if not result.is_feasible:
        return RankedOpener(word, None, None, None, "no tree")
    proven = "exact" if result.is_exact else "at least"
    total: int | None = result.total
    weighted = weighted_mean = None
    if weights is not None:
        # A bound on the combined total, rounded down, bounds the weighted total alone.
        weighted, plain = divmod(result.total, weights.unit(limit))
        total, weighted_mean = (plain, Fraction(weighted, weights.total)) if result.is_exact else (None, None)
    mean = Fraction(total, len(game.answers)) if total is not None and result.is_exact else None
    return RankedOpener(word, total, mean, worst_case, proven, weighted_total=weighted, weighted_mean=weighted_mean)


def _find_words(game: Game, words: Iterable[str] | None) -> list[int]:
    """Returns the numbers of words among the allowed, ascending; None means every word that may open.

    Raises:
        InputError: A word is not an opener (see `find_opener`).
    """
    every = game.answers if game.rule == Rule.CANDIDATES else game.allowed
    return sorted({find_opener(game, word) for word in (every if words is None else words)})


def describe_game(game: Game, max_guesses: int) -> str:
    """Returns what the rows of a ranking have in common."""
    lists = f"{counted(len(game.answers), 'answer')}, {len(game.allowed)} allowed"
    return f"{lists}, rule {game.rule}, within {counted(max_guesses, 'guess')}"
