"""Ranks openers, and pairs of them: takes words, and returns a table of proven totals."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from wordle_compiler.compilation.compiled_tree import find_opener, open_journal
from wordle_compiler.game.game import Game, Rule
from wordle_compiler.game.weights import Weights
from wordle_compiler.machine.errors import InputError
from wordle_compiler.machine.progress import Progress, ignore_progress
from wordle_compiler.machine.workers import find_workers
from wordle_compiler.rankings.known_openers import RankedOpener
from wordle_compiler.rankings.table import DataTable, Tabular
from wordle_compiler.search.stopping import NEVER, Deadline
from wordle_compiler.solver.leaderboard import OpenerResult
from wordle_compiler.solver.objective import Objective, Question
from wordle_compiler.solver.remote import Cluster
from wordle_compiler.solver.solver import ExactSolver

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
        return (*names, "total", "mean", "worst_case", "proven")

    def table(self) -> DataTable:
        """Returns the rows to show and to convert."""
        what = "openers" if self.n_pairs is None else "pairs of openers"
        by = "" if self.weights is None else f", by {self.weights}"
        titles = (*self._titles, *(() if self.weights is None else ("weighted_total", "weighted_mean")))
        rows = [[getattr(row, title) for title in titles] for row in self.rows]
        return DataTable(f"{what}{by}: {describe_game(self.game, self.max_guesses)}", titles, rows)

    def as_json(self) -> dict[str, Any]:
        """Returns the table as the command's JSON object."""
        is_of_pairs = self.n_pairs is not None
        titles = (*self._titles, *(() if is_of_pairs else ("weighted_total", "weighted_mean")))
        rows = [{title: getattr(row, title) for title in titles} for row in self.rows]
        own = {"weights": self.weights, "below": self.below, "openers": rows}
        if is_of_pairs:
            own = {"pairs": rows, "n_pairs": self.n_pairs, "n_illegal": self.n_illegal}
        facts = {"objective": Objective.TOTAL.value, "max_guesses": self.max_guesses}
        return {**self.game.as_json(), **facts, **own, "seconds": self.seconds}


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
        deadline: When the search ends; `Deadline.cancel` ends it at once.

    Raises:
        InputError: An argument is invalid, an opener is not legal, or the journal belongs to another search.
        StoppedError: The deadline has passed.
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
    numbers = _find_words(game, openers)
    if not numbers:
        raise InputError("there is no opener to rank: name at least one")
    with open_journal(journal, Question(game, limit, weights=weights)) as opened:
        solver = ExactSolver(
            game,
            None,
            limit,
            n_workers=workers,
            progress=progress,
            weights=weights,
            cluster=cluster,
            deadline=deadline,
        )
        results = solver.rank_openers(numbers, n_best=n_best, journal=opened, below=below)
    rows: list[RankedOpener] = []
    for result in results:
        has_tree = result.is_exact and result.is_feasible and len(rows) < (n_best or DEFAULT_N_BEST)
        node = solver.solve_below(result.opener) if has_tree else None
        rows.append(_describe(game, result, node.worst_case() if node else None, weights, limit))
    name = None if weights is None else weights.name
    return OpenerTable(game, limit, tuple(rows), time.perf_counter() - began, n_best, name, below)


def rank_pairs(
    game: Game,
    words: Iterable[str] | None = None,
    *,
    n_best: int = DEFAULT_N_BEST,
    max_guesses: int | None = None,
    n_workers: int | None = None,
    progress: Progress = ignore_progress,
) -> OpenerTable:
    """Finds the best pairs of fixed openers, with the exact smallest total of a tree that begins with each.

    The search covers every ordered pair of two different words, and proves that no pair outside the table is better
    than the last one in it. It leaves out a pair whose second word is illegal after some feedback to the first. Equal
    totals are in alphabetical order.

    The arguments are those of `rank_openers`: `words` to make pairs of, and `n_best` pairs to return.

    Raises:
        InputError: An argument is invalid, a word is not a legal opener, or there are fewer than two words.
        KeyboardInterrupt: Promptly, on an interrupt; the threads stop, and nothing is proven.
    """
    began = time.perf_counter()
    limit = game.limit(max_guesses)
    if n_best < 1:
        raise InputError(f"the number of best pairs must be at least 1, not {n_best}")
    workers = find_workers(n_workers)
    numbers = _find_words(game, words)
    if len(numbers) < 2:
        raise InputError(f"a pair takes two different words, and there {'is 1' if numbers else 'are 0'}")
    solver = ExactSolver(game, None, limit, n_workers=workers, progress=progress)
    best, n_legal = solver.rank_pairs(numbers, n_best=n_best)
    rows = []
    for total, pair in best:
        node = solver.solve_below(*pair)
        assert node is not None, f"the pair {pair} has a total and no tree"
        first, second = (game.allowed.words[word] for word in pair)
        mean = Fraction(total, len(game.answers))
        rows.append(RankedOpener(first, total, mean, node.worst_case(), "exact", second=second))
    n_illegal = len(numbers) * (len(numbers) - 1) - n_legal
    seconds = time.perf_counter() - began
    return OpenerTable(game, limit, tuple(rows), seconds, n_best, n_pairs=n_legal, n_illegal=n_illegal)


def _describe(
    game: Game, result: OpenerResult, worst_case: int | None, weights: Weights | None, limit: int
) -> RankedOpener:
    word = game.allowed.words[result.opener]
    if not result.is_feasible:
        return RankedOpener(word, None, None, None, "no tree")
    proven = "exact" if result.is_exact else "at least"
    if weights is None:
        mean = Fraction(result.total, len(game.answers)) if result.is_exact else None
        return RankedOpener(word, result.total, mean, worst_case, proven)
    # A bound on the combined total, rounded down, bounds the weighted total alone.
    weighted, plain = divmod(result.total, weights.unit(limit))
    total = plain if result.is_exact else None
    mean = None if total is None else Fraction(total, len(game.answers))
    return RankedOpener(
        word, total, mean, worst_case, proven, weighted_total=weighted, weighted_mean=Fraction(weighted, weights.total)
    )


def _find_words(game: Game, words: Iterable[str] | None) -> list[int]:
    """Returns the numbers of words among the allowed, ascending; None means every word that may open.

    Raises:
        InputError: A word is not an opener (see `find_opener`).
    """
    # The sets answer for most words at once; `find_opener` normalises the rest, or says what is wrong with them.
    legal = frozenset(game.answers.words if game.rule == Rule.CANDIDATES else game.allowed.words)
    number_of = {word: number for number, word in enumerate(game.allowed.words)}
    return sorted(
        {number_of[word] if word in legal else find_opener(game, word) for word in (legal if words is None else words)}
    )


def describe_game(game: Game, max_guesses: int) -> str:
    """Returns what the rows of a ranking have in common."""
    return f"{len(game.answers)} answers, {len(game.allowed)} allowed, rule {game.rule}, within {max_guesses} guesses"
