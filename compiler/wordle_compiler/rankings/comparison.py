"""Compares strategies on one game: each is compiled to a tree and checked like any other."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from statistics import pstdev
from typing import Any

from wordle_compiler.compilation.compiled_tree import compile_tree, find_openers
from wordle_compiler.compilation.report import CompiledTree
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.game import Game
from wordle_compiler.game.weights import Weights
from wordle_compiler.machine.errors import InputError, UnmetGuaranteeError
from wordle_compiler.machine.progress import Progress, ignore_progress
from wordle_compiler.machine.workers import find_workers
from wordle_compiler.rankings.opener_table import describe_game
from wordle_compiler.rankings.table import Cell, DataTable, Tabular
from wordle_compiler.strategies import Entry, get_strategy, strategy_names

_FIGURES = (
    *("opener", "fixed", "status", "objective", "total", "mean", "mean_exact", "weighted_total"),
    *("weighted_mean", "weighted_mean_exact", "worst_case", "histogram", "unsolved"),
)
"""What the JSON object of a row has of its report."""


@dataclass(frozen=True)
class ComparedTree:
    """A row of the table."""

    entry: Entry
    """The strategy with its options and fixed guesses."""
    tree: CompiledTree | None
    """Its tree, or None if it has none."""
    seconds: float
    """The time to compile and check, without computing the game's feedbacks, which happens once. The first tree whose
    strategy uses a kernel loads it."""
    failure: str | None = None
    """Why it has no tree, or None if it has one."""

    @property
    def deviation(self) -> float | None:
        """The population standard deviation of the number of guesses over the solved answers; None without any."""
        return pstdev(Counter(self.tree.histogram).elements()) if self.tree and self.tree.histogram else None

    def as_json(self) -> dict[str, Any]:
        """Returns the row as a JSON object."""
        figures = {} if self.tree is None else self.tree.as_json(None)
        return {
            "entry": str(self.entry),
            "strategy": self.entry.strategy,
            "options": [f"{name}={value}" for name, value in self.entry.options.items()],
            **{name: figures.get(name) for name in _FIGURES},
            "deviation": self.deviation,
            "solved_share": self.tree and self.tree.guarantee.n_solved / self.tree.guarantee.n_answers,
            "failure": self.failure,
            "seconds": self.seconds,
        }


@dataclass(frozen=True)
class Comparison(Tabular[ComparedTree]):
    """Strategies compared on a game."""

    game: Game
    """The game."""
    max_guesses: int
    """The limit of every tree."""
    rows: tuple[ComparedTree, ...]
    """The best first: by unsolved answers, then by (weighted) total, then by name; those without a tree last."""
    weights: str | None = None
    """The name of the weights; None if each answer counts once."""

    @property
    def most_guesses(self) -> int:
        """The largest worst case of all rows."""
        return max((row.tree.guarantee.worst_case for row in self.rows if row.tree is not None), default=0)

    def table(self) -> DataTable:
        """Returns the rows to show and to convert; one without a tree has the entry and the time alone."""
        numbers = range(1, self.most_guesses + 1)
        weighted = [] if self.weights is None else ["weighted_mean"]
        titles = ["strategy", "opener", "solved", "total", "mean", *weighted, "sd", "worst", "unsolved"]
        rows: list[list[Cell]] = []
        for row in self.rows:
            cells: list[Cell] = [None] * (len(titles) - 1 + len(numbers))
            if row.tree is not None:
                found = row.tree.guarantee
                cells = [" ".join(row.tree.openers), found.n_solved, found.total, found.mean]
                cells += [*([] if found.weights is None else [found.weights.mean])]
                cells += [row.deviation, found.worst_case, len(found.unsolved)]
                cells += [row.tree.histogram.get(number, 0) for number in numbers]
            rows.append([str(row.entry), *cells, f"{row.seconds:.1f} s"])
        caption = f"strategies: {describe_game(self.game, self.max_guesses)}"
        return DataTable(caption, [*titles, *map(str, numbers), "time"], rows)

    def about(self) -> dict[str, Any]:
        """Returns the game, the limit and the weights."""
        return {**self.game.as_json(), "max_guesses": self.max_guesses, "weights": self.weights}

    def as_json(self) -> dict[str, Any]:
        """Returns the comparison as the command's JSON object."""
        return {**self.about(), "rows": [row.as_json() for row in self.rows]}


def compare_strategies(
    game: Game,
    entries: Iterable[Entry | str] = (),
    *,
    openers: Sequence[str] = (),
    max_guesses: int | None = None,
    n_workers: int | None = None,
    weights: Weights | None = None,
    progress: Progress = ignore_progress,
) -> Comparison:
    """Compiles every entry to a checked tree and returns the figures side by side.

    Args:
        game: The game.
        entries: What to compare, as `Entry` or as the text that it parses. An empty sequence means every strategy, each
            with its own opener, except that `two-step` uses the opener of `expected-size`: finding its own takes longer
            than all the rest together.
        openers: Every entry without an opener of its own is compared once with each of these.
        max_guesses: The limit of every tree; None means the game's usual one. Answers beyond it count as unsolved.
        n_workers: How many threads; None means one per processor. Only the times depend on it.
        weights: How much each answer counts; None means once.
        progress: Called with the progress of the work, from this thread.

    Raises:
        InputError: An argument is invalid, or an entry cannot play this game.
        KeyboardInterrupt: Promptly, on an interrupt.
    """
    chosen = [entry if isinstance(entry, Entry) else Entry.parse(entry) for entry in entries]
    wants_all = not chosen
    if wants_all:
        chosen = [Entry(name) for name in strategy_names()]
    if openers:
        chosen = [replace(one, opener=word) if one.opener is None else one for one in chosen for word in openers]
        # An entry with its own opener occurs once per opener; keep one.
        chosen = list({str(entry): entry for entry in chosen}.values())
    limit, workers = game.limit(max_guesses), find_workers(n_workers)
    # What can be known before the work begins.
    for entry in chosen:
        try:
            get_strategy(entry.strategy).settings(entry.options)
            if entry.opener is not None:
                find_openers(game, entry.opener)
        except InputError as error:
            raise InputError(f"{str(entry)!a}: {error}") from error
    matrix = FeedbackMatrix.of(game, n_workers=workers)
    rows: list[ComparedTree] = []
    for entry in chosen:
        if wants_all and entry == Entry("two-step"):
            quick = [row.tree for row in rows if row.entry == Entry("expected-size")]
            entry = replace(entry, opener=next((tree.tree.opener for tree in quick if tree), None))

        def tell(done: int, n: int, note: str, name: str = entry.strategy) -> None:
            progress(done, n, f"{name}, {note}")

        tree, failure, began = None, None, time.perf_counter()
        try:
            tree = compile_tree(
                game,
                entry.strategy,
                opener=entry.opener,
                max_guesses=limit,
                allow_unsolved=True,
                n_workers=workers,
                options=entry.options,
                weights=weights,
                progress=tell,
                matrix=matrix,
            )
        except InputError as error:
            raise InputError(f"{str(entry)!a}: {error}") from error
        except UnmetGuaranteeError as error:
            # The strategy proves the limit too small.
            failure = str(error)
        rows.append(ComparedTree(entry, tree, time.perf_counter() - began, failure))

    def place(row: ComparedTree) -> tuple[Any, ...]:
        one = row.tree and row.tree.guarantee
        return one is None, *((len(one.unsolved), (one.weights or one).total) if one else ()), str(row.entry)

    rows.sort(key=place)
    return Comparison(game, limit, tuple(rows), None if weights is None else weights.name)
