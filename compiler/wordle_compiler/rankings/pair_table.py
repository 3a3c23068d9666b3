"""Finds the best pairs of fixed openers: takes words, and returns a table of proven totals."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.game import Game
from wordle_compiler.machine.errors import InputError
from wordle_compiler.machine.progress import Progress, ignore_progress
from wordle_compiler.machine.workers import find_workers
from wordle_compiler.rankings.ranked_words import describe_game, find_words_to_rank
from wordle_compiler.rankings.table import DataTable, Tabular
from wordle_compiler.solver.objective import Objective
from wordle_compiler.solver.planning import plan_memo
from wordle_compiler.solver.solver import ExactSolver

DEFAULT_N_BEST = 10


@dataclass(frozen=True)
class RankedPair:
    """A row of the table: two fixed first guesses, and what is proven about them.

    Attributes:
        first: The first guess.
        second: The second guess, whatever the feedback, unless only one candidate is left.
        total: The exact smallest total of a tree that begins with them.
        mean: `total` divided by the number of answers.
        worst_case: The most guesses that an answer needs in one tree with this total.
    """

    first: str
    second: str
    total: int
    mean: float
    worst_case: int


@dataclass(frozen=True)
class PairTable(Tabular):
    """The best pairs of some words, proven to be the best, and the game they are ranked in.

    Attributes:
        game: The game.
        max_guesses: The limit of every tree.
        n_best: How many pairs were requested.
        rows: The best pairs, best first; fewer than `n_best` only if no other pair can solve every answer.
        n_pairs: How many legal ordered pairs the words make.
        n_illegal: How many more pairs there are whose second word the rule forbids after some feedback.
        seconds: How long it took.
    """

    game: Game
    max_guesses: int
    n_best: int
    rows: tuple[RankedPair, ...]
    n_pairs: int
    n_illegal: int
    seconds: float

    @property
    def best(self) -> tuple[str, str] | None:
        """The best pair; None if no pair keeps the rule and the limit."""
        return (self.rows[0].first, self.rows[0].second) if self.rows else None

    def table(self) -> DataTable:
        """Returns the rows to show and to convert."""
        titles = ("first", "second", "total", "mean", "worst_case", "proven")
        rows = [(row.first, row.second, row.total, row.mean, row.worst_case, "exact") for row in self.rows]
        return DataTable(f"pairs of openers: {describe_game(self.game, self.max_guesses)}", titles, rows)

    def as_json(self) -> dict[str, Any]:
        """Returns the table as the command's JSON object."""
        return {
            **self.game.as_json(),
            "objective": Objective.TOTAL.value,
            "max_guesses": self.max_guesses,
            "pairs": [{**asdict(row), "proven": "exact"} for row in self.rows],
            "n_pairs": self.n_pairs,
            "n_illegal": self.n_illegal,
            "seconds": self.seconds,
        }


def rank_pairs(
    game: Game,
    words: Iterable[str] | None = None,
    *,
    n_best: int = DEFAULT_N_BEST,
    max_guesses: int | None = None,
    n_workers: int | None = None,
    progress: Progress = ignore_progress,
) -> PairTable:
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
    numbers = find_words_to_rank(game, words, in_pairs=True)
    plan_memo(game, limit, workers)
    matrix = FeedbackMatrix.of(game, n_workers=workers)
    solver = ExactSolver(game, matrix, limit, n_workers=workers, progress=progress)
    best, n_legal = solver.rank_pairs(numbers, n_best=n_best)
    rows = []
    for total, pair in best:
        node = solver.solve_below(*pair)
        if node is None:
            raise AssertionError(f"the pair {pair} has a total and no tree")
        first, second = (game.allowed.words[word] for word in pair)
        rows.append(RankedPair(first, second, total, total / len(game.answers), node.worst_case()))
    n_illegal = len(numbers) * (len(numbers) - 1) - n_legal
    return PairTable(game, limit, n_best, tuple(rows), n_legal, n_illegal, time.perf_counter() - began)
