"""Ranks openers, and pairs of openers, under a heuristic: plays each out, and returns the best.

The results prove nothing about other ways to play; `opener_table` and `pair_table` do that.
"""

from __future__ import annotations

import enum
import itertools
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import comb
from typing import Any

import numpy as np

from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.game import Game
from wordle_compiler.machine.errors import InputError
from wordle_compiler.machine.progress import Progress, ignore_progress
from wordle_compiler.machine.workers import find_workers, run_tasks
from wordle_compiler.rankings.ranked_words import find_words_to_rank
from wordle_compiler.rankings.tabular import TableParts, Tabular, describe_game
from wordle_compiler.strategies import Order, get_strategy
from wordle_compiler.strategies.heuristic import Heuristic
from wordle_compiler.strategies.playing_out import Figures, Left, Race
from wordle_compiler.strategies.strategy import OptionValue

DEFAULT_N_BEST_PAIRS = 10
LARGEST_N_PAIRS = 2_000_000
"""The most pairs to play out in one ranking."""


class Outcome(enum.StrEnum):
    """What is known about an opener."""

    PLAYED = "played"
    """Its tree was fully played out, so the figures are exact."""
    NOT_BETTER = "not better"
    """It was abandoned as soon as it could no longer be among the best."""
    BEYOND_LIMIT = "beyond limit"
    """It was abandoned as soon as an answer needed more guesses than the requested limit."""


@dataclass(frozen=True)
class PlayedOpener:
    """A row of the table.

    Attributes:
        openers: The opener, or the fixed first guesses in order.
        outcome: Whether it was played out; if not, the other fields are None.
        total: The sum of guesses over the solved answers.
        mean: `total` divided by the number of solved answers; 0 if none is solved.
        worst_case: The most guesses that a solved answer needs.
        n_unsolved: How many answers the strategy does not solve within the limit.
    """

    openers: tuple[str, ...]
    outcome: Outcome
    total: int | None = None
    mean: float | None = None
    worst_case: int | None = None
    n_unsolved: int | None = None


@dataclass(frozen=True)
class StrategyTable(Tabular):
    """Openers ranked under one strategy.

    Attributes:
        game: The game.
        strategy: The strategy's name.
        max_guesses: The limit.
        n_best: How many were to be ranked; None means all.
        n_words: How many first guesses a row has: 1, or 2 for pairs.
        rows: At most `n_best` rows that were played out, by unsolved answers, then by total, then in alphabetical
            order; then the rest in alphabetical order, all with the same outcome.
        n_illegal: How many more rows there are whose later words the rule forbids after some feedback.
        seconds: How long it took.
    """

    game: Game
    strategy: str
    max_guesses: int
    n_best: int | None
    n_words: int
    rows: tuple[PlayedOpener, ...]
    n_illegal: int
    seconds: float

    @property
    def best(self) -> tuple[str, ...] | None:
        """The best opener, or the best fixed first guesses; None if all exceed the limit."""
        return self.rows[0].openers if self.rows and self.rows[0].outcome is Outcome.PLAYED else None

    def _table(self) -> TableParts:
        which, words = ("openers", ("opener",)) if self.n_words == 1 else ("pairs of openers", ("first", "second"))
        rows = [
            (*row.openers, row.total, row.mean, row.worst_case, row.n_unsolved, row.outcome.value) for row in self.rows
        ]
        titles = (*words, "total", "mean", "worst_case", "unsolved", "outcome")
        return f"{which} under {self.strategy}: {describe_game(self.game, self.max_guesses)}", titles, rows

    def as_json(self) -> dict[str, Any]:
        """Returns the table as the command's JSON object."""
        return {
            "strategy": self.strategy,
            **self.game.as_json(),
            "max_guesses": self.max_guesses,
            "rows": [{name.removeprefix("n_"): value for name, value in asdict(row).items()} for row in self.rows],
            "n_illegal": self.n_illegal,
            "seconds": self.seconds,
        }


def rank_openers_by(
    game: Game,
    strategy: str,
    words: Iterable[str] | None = None,
    *,
    n_best: int | None = None,
    max_guesses: int | None = None,
    n_workers: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    progress: Progress = ignore_progress,
) -> StrategyTable:
    """Ranks openers by a heuristic's results below each: fewest unsolved answers, then the smallest total.

    Args:
        game: The game.
        strategy: The heuristic's name.
        words: The words to rank; None means every word that the rule allows as a first guess.
        n_best: How many to rank; any other is abandoned as soon as it can no longer be among them. None means that all
            are played out.
        max_guesses: An opener is abandoned as soon as an answer needs more. None means the game's usual limit, and
            answers beyond it count as unsolved.
        n_workers: How many threads; None means one per processor. The table does not depend on it.
        options: The strategy's own options.
        progress: Called with the progress of the work, from this thread.

    Raises:
        InputError: An argument is invalid, an opener is not legal, or the strategy is not a heuristic.
        KeyboardInterrupt: Promptly, on an interrupt.
    """
    numbers = find_words_to_rank(game, words)
    return _rank(game, strategy, [(word,) for word in numbers], n_best, max_guesses, n_workers, options, progress)


def rank_pairs_by(
    game: Game,
    strategy: str,
    words: Iterable[str] | None = None,
    *,
    n_best: int | None = DEFAULT_N_BEST_PAIRS,
    max_guesses: int | None = None,
    n_workers: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    progress: Progress = ignore_progress,
) -> StrategyTable:
    """Ranks every ordered pair of two different words as fixed first guesses under a heuristic.

    The arguments are those of `rank_openers_by`. A pair whose second word is illegal after some feedback to the first
    is counted in `n_illegal` and left out.

    Raises:
        InputError: As in `rank_openers_by`; or there are fewer than two words, or more than `LARGEST_N_PAIRS` pairs.
        KeyboardInterrupt: Promptly, on an interrupt.
    """
    numbers = find_words_to_rank(game, words, in_pairs=True)
    n_pairs = 2 * comb(len(numbers), 2)
    if n_pairs > LARGEST_N_PAIRS:
        raise InputError(
            f"{len(numbers)} words make {n_pairs} pairs, and each is played out: name at most "
            f"{LARGEST_N_PAIRS} pairs, or use strategy optimal"
        )
    pairs = list(itertools.permutations(numbers, 2))
    return _rank(game, strategy, pairs, n_best, max_guesses, n_workers, options, progress)


def _rank(
    game: Game,
    strategy: str,
    lines: Sequence[tuple[int, ...]],
    n_best: int | None,
    max_guesses: int | None,
    n_workers: int | None,
    options: Mapping[str, OptionValue] | None,
    progress: Progress,
) -> StrategyTable:
    """Plays out every line of fixed first guesses, as far as it may be ranked, and sorts the results."""
    began = time.perf_counter()
    limit = game.limit(max_guesses)
    if n_best is not None and n_best < 1:
        raise InputError(f"the number of best openers must be at least 1, not {n_best}")
    maker = get_strategy(strategy)
    if not isinstance(maker, Heuristic):
        raise InputError(f"strategy {maker.name} does not play from a position at once: choose a heuristic")
    if unknown := sorted(set(options or ()) - set(maker.option_names)):
        raise InputError(f"strategy {maker.name} has no option {unknown[0]!a}")
    maker.check_options(options or {})
    workers = find_workers(n_workers)
    matrix = FeedbackMatrix.of(game, n_workers=workers)
    order = Order(game, matrix, (), limit, workers, options=options or {})
    race = Race(maker, order, n_best=n_best, must_solve=max_guesses is not None)
    if n_best is not None:
        lines = _promising_first(matrix, lines)
    results: dict[tuple[int, ...], Figures | Left] = {}
    for line, result in run_tasks(race.run, lines, workers, stop=race.stop):
        results[line] = result
        progress(len(results), len(lines), f"{strategy}: {'openers' if len(line) == 1 else 'pairs'}")
    rows = tuple(_rows(game, results, n_best))
    n_illegal = sum(result is Left.ILLEGAL for result in results.values())
    return StrategyTable(game, maker.name, limit, n_best, len(lines[0]), rows, n_illegal, time.perf_counter() - began)


def _rows(game: Game, results: Mapping[tuple[int, ...], Figures | Left], n_best: int | None) -> Iterator[PlayedOpener]:
    """Yields the rows of a table: the best lines that were played out, then the other legal ones."""
    words = game.allowed.words
    played = sorted(
        (figures.n_unsolved, figures.total, line, figures)
        for line, figures in results.items()
        if isinstance(figures, Figures)
    )[:n_best]
    for n_unsolved, total, line, figures in played:
        n_solved = figures.n_answers - n_unsolved
        mean = total / n_solved if n_solved else 0.0
        openers = tuple(words[number] for number in line)
        yield PlayedOpener(openers, Outcome.PLAYED, total, mean, figures.worst_case, n_unsolved)
    # Which of the two reasons comes first depends on the threads, so report only the one that is certain.
    outcome = Outcome.NOT_BETTER if n_best is not None and len(played) == n_best else Outcome.BEYOND_LIMIT
    ranked = {line for _, _, line, _ in played}
    for line in sorted(results):
        if line not in ranked and results[line] is not Left.ILLEGAL:
            yield PlayedOpener(tuple(words[number] for number in line), outcome)


def _promising_first(matrix: FeedbackMatrix, lines: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Returns the lines with the most cells first: good lines found early let others be abandoned sooner."""

    def n_cells(line: tuple[int, ...]) -> int:
        codes = np.zeros(matrix.n_answers, np.int64)
        for guess in line:
            codes = codes * matrix.n_feedbacks + matrix.by_guess[guess]
        return len(np.unique(codes))

    return sorted(lines, key=lambda line: (-n_cells(line), line))
