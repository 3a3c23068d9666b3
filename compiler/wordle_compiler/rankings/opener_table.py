"""Ranks openers: takes words, and returns a table of proven totals."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from wordle_compiler.compilation.compiled_tree import open_journal
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.game import Game
from wordle_compiler.game.weights import Weights
from wordle_compiler.machine.errors import InputError
from wordle_compiler.machine.progress import Progress, ignore_progress
from wordle_compiler.machine.workers import find_workers
from wordle_compiler.rankings.ranked_words import describe_game, find_words_to_rank
from wordle_compiler.rankings.table import DataTable, Tabular
from wordle_compiler.solver.leaderboard import OpenerResult
from wordle_compiler.solver.objective import Objective, Question
from wordle_compiler.solver.planning import plan_memo
from wordle_compiler.solver.remote import Cluster
from wordle_compiler.solver.solver import ExactSolver

N_WORST_CASES = 10
"""How many rows get a worst case by default, since each of them takes a tree."""


@dataclass(frozen=True)
class RankedOpener:
    """A row of the table.

    Attributes:
        opener: The word.
        total: The smallest total of a tree with this opener, or a lower bound on it; None if no tree keeps the limit.
            With weights, the plain total that belongs to the smallest weighted one, and None for a bound.
        mean: `total` divided by the number of answers; None if there is no total.
        worst_case: The most guesses that an answer needs in one tree with this total; None if no tree was built.
        proven: What is proven about `total` (or `weighted_total`): `exact`; `at least`, which leaves open whether a
            tree exists; `no tree`.
        weighted_total: The smallest sum of weight times guesses, or a lower bound on it; None without weights.
        weighted_mean: `weighted_total` divided by the sum of the weights; None without weights.
    """

    opener: str
    total: int | None
    mean: float | None
    worst_case: int | None
    proven: str
    weighted_total: int | None = None
    weighted_mean: float | None = None


@dataclass(frozen=True)
class OpenerTable(Tabular):
    """Ranked openers, and the game they are ranked in.

    Attributes:
        game: The game.
        max_guesses: The limit of every tree.
        weights: The name of the weights used for the ranking; None if each answer counts once.
        below: Only openers with a smaller total are exact rows; None if any total is one.
        rows: The exact rows, best first; then the rest, with a bound or without a tree, in alphabetical order.
        seconds: How long it took.
    """

    game: Game
    max_guesses: int
    weights: str | None
    below: int | None
    rows: tuple[RankedOpener, ...]
    seconds: float

    @property
    def best(self) -> str | None:
        """The best opener; None if no opener keeps the limit."""
        return self.rows[0].opener if self.rows[0].proven == "exact" else None

    def table(self) -> DataTable:
        """Returns the rows to show and to convert."""
        by = "" if self.weights is None else f", by {self.weights}"
        weighted = () if self.weights is None else ("weighted_total", "weighted_mean")
        titles = ("opener", "total", "mean", "worst_case", "proven", *weighted)
        rows = [[getattr(row, title) for title in titles] for row in self.rows]
        return DataTable(f"openers{by}: {describe_game(self.game, self.max_guesses)}", titles, rows)

    def as_json(self) -> dict[str, Any]:
        """Returns the table as the command's JSON object."""
        return {
            **self.game.as_json(),
            "objective": Objective.TOTAL.value,
            "max_guesses": self.max_guesses,
            "weights": self.weights,
            "below": self.below,
            "openers": [asdict(row) for row in self.rows],
            "seconds": self.seconds,
        }


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
) -> OpenerTable:
    """Ranks openers by the exact smallest total of a tree below each.

    Args:
        game: The game.
        openers: The words to rank; None means every word that the rule allows as a first guess.
        n_best: How many exact totals to find. These openers are proven to be the best; the rest are only proven not to
            be better. None means every opener's exact total, which takes longer.
        max_guesses: The limit of guesses for every answer; None means the usual one of the game.
        n_workers: How many threads; None means one per processor. The table does not depend on it.
        journal: A file that keeps proven results as they arrive, so that a killed run can resume.
        weights: How much each answer counts; None means once. With weights, openers are ranked by weighted total.
        below: Rank only openers that have a tree with a smaller total, and prove that the rest have none, which is
            faster. Not with weights.
        progress: Called with the progress of the work, from this thread.
        cluster: Workers that search instead of this machine's threads; see `cluster.opening`.

    Raises:
        InputError: An argument is invalid, an opener is not legal, or the journal belongs to another search.
        KeyboardInterrupt: Promptly, on an interrupt; the threads stop.
    """
    began = time.perf_counter()
    limit = game.limit(max_guesses)
    if below is not None and weights is not None:
        raise InputError("a total to stay below cannot be combined with weights: leave one of them out")
    if below is not None and below < 1:
        raise InputError(f"the total to stay below must be at least 1, not {below}")
    if n_best is not None and n_best < 1:
        raise InputError(f"the number of best openers must be at least 1, not {n_best}")
    workers = find_workers(n_workers)
    if weights is not None:
        weights.check_answers(game.answers)
    numbers = find_words_to_rank(game, openers)
    plan_memo(game, limit, workers, is_weighted=weights is not None)
    with open_journal(journal, Question(game, limit, weights=weights)) as opened:
        matrix = FeedbackMatrix.of(game, n_workers=workers)
        solver = ExactSolver(
            game, matrix, limit, n_workers=workers, progress=progress, weights=weights, cluster=cluster
        )
        results = solver.rank_openers(numbers, n_best=n_best, journal=opened, below=below)
    rows: list[RankedOpener] = []
    for result in results:
        has_tree = result.is_exact and result.is_feasible and len(rows) < (n_best or N_WORST_CASES)
        node = solver.solve_below(result.opener) if has_tree else None
        rows.append(_describe(game, result, node.worst_case() if node else None, weights, limit))
    seconds = time.perf_counter() - began
    return OpenerTable(game, limit, None if weights is None else weights.name, below, tuple(rows), seconds)


def _describe(
    game: Game, result: OpenerResult, worst_case: int | None, weights: Weights | None, limit: int
) -> RankedOpener:
    word = game.allowed.words[result.opener]
    if not result.is_feasible:
        return RankedOpener(word, None, None, None, "no tree")
    proven = "exact" if result.is_exact else "at least"
    if weights is None:
        return RankedOpener(word, result.total, result.total / len(game.answers), worst_case, proven)
    # A bound on the combined total, rounded down, bounds the weighted total alone.
    weighted, plain = divmod(result.total, weights.unit(limit))
    total = plain if result.is_exact else None
    mean = None if total is None else total / len(game.answers)
    return RankedOpener(word, total, mean, worst_case, proven, weighted, weighted / weights.total)
