"""The ranking of openers, and of pairs of them, under a heuristic: each is played out, and the best are told.

Nothing is proven here of what another way to play could reach; for that see `ranking` and `pairs`.
"""

from __future__ import annotations

import enum
import itertools
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np

from wordle_compiler.compilation.compiled_tree import find_opener
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.game import Game, Rule
from wordle_compiler.machine.errors import InputError
from wordle_compiler.machine.limits import find_limit, find_workers
from wordle_compiler.machine.progress import Progress, ignore_progress
from wordle_compiler.machine.workers import run_tasks
from wordle_compiler.strategies import Order, get_strategy
from wordle_compiler.strategies.heuristic import Heuristic
from wordle_compiler.strategies.playing_out import Figures, Left, Race
from wordle_compiler.strategies.strategy import OptionValue

DEFAULT_N_BEST_PAIRS = 10
LARGEST_N_PAIRS = 2_000_000
"""Each pair takes a fraction of a millisecond at best."""


class Outcome(enum.StrEnum):
    """What is known of an opener."""

    PLAYED = "played"
    """Its tree was played out: the figures are exact."""
    NOT_BETTER = "not better"
    """It was left as soon as it could not get among the best any more."""
    BEYOND_LIMIT = "beyond limit"
    """It was left as soon as an answer needed more guesses than the limit that was asked for."""


@dataclass(frozen=True)
class PlayedOpener:
    """A row of the table.

    Attributes:
        openers: The opener, or the fixed first guesses in their order.
        outcome: Whether it was played out; the other fields are None where it was not.
        total: The sum of guesses over the solved answers.
        mean: `total` by the number of solved answers; 0 where none is solved.
        worst_case: The most guesses that a solved answer needs.
        n_unsolved: How many answers the strategy does not solve within the limit.
    """

    openers: tuple[str, ...]
    outcome: Outcome
    total: int | None = None
    mean: float | None = None
    worst_case: int | None = None
    n_unsolved: int | None = None

    def as_json(self) -> dict[str, Any]:
        """Returns the row as a JSON object."""
        return {
            "openers": list(self.openers),
            "outcome": self.outcome.value,
            "total": self.total,
            "mean": self.mean,
            "worst_case": self.worst_case,
            "unsolved": self.n_unsolved,
        }


@dataclass(frozen=True)
class StrategyTable:
    """Openers ranked under one strategy.

    Attributes:
        game: The game.
        strategy: The strategy's name.
        max_guesses: The limit.
        n_best: How many were to be told apart; None: all.
        rows: Those that were played out, by unsolved answers, then by total, then by the alphabet, at most `n_best`;
            then the others by the alphabet, all with one outcome.
        n_illegal: How many more there would be if the rule did not forbid a later word after some feedback.
        seconds: How long it took.
    """

    game: Game
    strategy: str
    max_guesses: int
    n_best: int | None
    rows: tuple[PlayedOpener, ...]
    n_illegal: int
    seconds: float

    @property
    def best(self) -> tuple[str, ...] | None:
        """The best opener, or the best fixed first guesses; None where all exceed the limit."""
        return self.rows[0].openers if self.rows and self.rows[0].outcome is Outcome.PLAYED else None

    def as_json(self) -> dict[str, Any]:
        """Returns the table as the command's JSON object."""
        return {
            "strategy": self.strategy,
            "rule": self.game.rule.value,
            "max_guesses": self.max_guesses,
            "n_answers": len(self.game.answers),
            "n_allowed": len(self.game.allowed),
            "rows": [row.as_json() for row in self.rows],
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
    """Ranks openers by how a heuristic does below each: fewest unsolved answers, then the smallest total.

    Args:
        game: The game.
        strategy: The heuristic's name.
        words: The words to rank; None: every word that the rule allows as a first guess.
        n_best: How many to tell apart; any other is left as soon as it cannot get among them, which saves most of the
            time. None: all are played out.
        max_guesses: An opener is left as soon as an answer needs more. None: 6, and answers beyond it are counted.
        n_workers: How many threads; None: one for each processor. The table does not depend on it.
        options: The strategy's own options.
        progress: Told how far the work is, from this thread.

    Raises:
        InputError: An argument cannot be used, an opener is not legal, or the strategy is no heuristic.
        KeyboardInterrupt: Promptly, on an interrupt.
    """
    numbers = _find_words(game, words)
    if not numbers:
        raise InputError("there is no opener to rank: name at least one")
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
        InputError: As there; or there are less than two words, or more than `LARGEST_N_PAIRS` pairs of them.
        KeyboardInterrupt: Promptly, on an interrupt.
    """
    numbers = _find_words(game, words)
    if len(numbers) < 2:
        raise InputError(f"a pair takes two different words, and there {'is 1' if numbers else 'are 0'}")
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
    """Plays every line of fixed first guesses out, or as far as it is of interest, and sorts the results."""
    began = time.perf_counter()
    limit = find_limit(max_guesses)
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
    return StrategyTable(game, maker.name, limit, n_best, rows, n_illegal, time.perf_counter() - began)


def _rows(game: Game, results: Mapping[tuple[int, ...], Figures | Left], n_best: int | None) -> Iterator[PlayedOpener]:
    """Yields the rows of a table: the best lines of those that were played out, then the other legal ones."""
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
    # Which of the two reasons comes first depends on the threads: only what is sure is told.
    outcome = Outcome.NOT_BETTER if n_best is not None and len(played) == n_best else Outcome.BEYOND_LIMIT
    told = {line for _, _, line, _ in played}
    for line in sorted(results):
        if line not in told and results[line] is not Left.ILLEGAL:
            yield PlayedOpener(tuple(words[number] for number in line), outcome)


def _promising_first(matrix: FeedbackMatrix, lines: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Returns the lines that make most cells first: the sooner good ones are known, the sooner others are left."""

    def n_cells(line: tuple[int, ...]) -> int:
        codes = np.zeros(matrix.n_answers, np.int64)
        for guess in line:
            codes = codes * matrix.n_feedbacks + matrix.by_guess[guess]
        return len(np.unique(codes))

    return sorted(lines, key=lambda line: (-n_cells(line), line))


def _find_words(game: Game, words: Iterable[str] | None) -> list[int]:
    """Returns the numbers of words among the allowed, ascending; each must be an opener (see `find_opener`)."""
    legal = frozenset(game.answers.words if game.rule == Rule.CANDIDATES else game.allowed.words)
    number_of = {word: number for number, word in enumerate(game.allowed.words)}
    return sorted(
        {number_of[word] if word in legal else find_opener(game, word) for word in (legal if words is None else words)}
    )
