"""The messages between the client and the workers: tasks go out, outcomes come back. Plain values, no Dask.

A task is a batch of pieces (openers, cells, or guesses of a cell). The worker handles them one by one until the task's
time slice is up, and returns the rest undone. So neither the number of messages nor the time between them depends on
how hard the pieces are.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.problem import INFEASIBLE
from wordle_compiler.solver.leaderboard import SettledOpener, Standing

Key = TypeVar("Key")
Value = TypeVar("Value", int, "LeadingGuess")


class BoundedOpener(NamedTuple):
    """An opener, by its number, and a known lower bound for its total; 0 if none is known."""

    opener: int
    bound: int


class OpenerBatch(NamedTuple):
    """Openers to settle.

    Attributes:
        openers: The openers.
        is_bounded: Whether to bound each opener before searching it.
        ends_at_total: Whether the batch ends with the first exact total, because that may lower the cutoff for all
            others, so the client must receive it at once.
        slice_seconds: The seconds after which no further opener is started.
        patience: The seconds of search after which an opener is split, so that its cells come back as `SplitCells`; 0
            means at once, None means never.
    """

    openers: tuple[BoundedOpener, ...]
    is_bounded: bool
    ends_at_total: bool
    slice_seconds: float
    patience: float | None


class PlacedGuess(NamedTuple):
    """A guess of a cell, by its place in the cell's order (see `Extractor.order`) and by its number."""

    place: int
    guess: int


class LeadingGuess(NamedTuple):
    """The exact total of a cell's best guess so far, and its place. Of equal totals the earlier place is better."""

    total: int
    place: int


class CellKey(NamedTuple):
    """Names a cell within a run: its opener (None if the cell's tree is wanted), and its number there."""

    opener: int | None
    number: int


@dataclass(frozen=True, slots=True, eq=False)
class Cell:
    """A cell to search: its number within its kind of task, its candidates (ascending), and its constraints."""

    number: int
    members: NDArray[np.uint16]
    constraint: NDArray[np.uint16]
    guesses_left: int
    bound: int
    """A lower bound for the cell's total (in a `CellBatch`), or the largest total allowed (in a `TreeBatch`)."""


class CellBatch(NamedTuple):
    """Cells of one split opener, to be searched with its slack; see `settling.SplitOpener`.

    Attributes:
        opener: The opener.
        cells: The cells.
        slice_seconds: The seconds after which no further cell is started.
        patience: The seconds of search after which a cell is split, so that its guesses come back as `SplitGuesses`;
            None means never.
    """

    opener: int
    cells: tuple[Cell, ...]
    slice_seconds: float
    patience: float | None


class TreeBatch(NamedTuple):
    """Cells whose optimal trees are wanted; the fields are those of `CellBatch`."""

    cells: tuple[Cell, ...]
    slice_seconds: float
    patience: float | None


class GuessBatch(NamedTuple):
    """Some guesses of one split cell.

    Attributes:
        opener: The cell's opener; None if the cell's tree is wanted.
        cell: The cell.
        guesses: The guesses, each with its place in the order of all guesses of the cell.
        slice_seconds: The seconds after which no further guess is started.
    """

    opener: int | None
    cell: Cell
    guesses: tuple[PlacedGuess, ...]
    slice_seconds: float

    @property
    def key(self) -> CellKey:
        """The cell's key."""
        return CellKey(self.opener, self.cell.number)


Work = OpenerBatch | CellBatch | TreeBatch | GuessBatch


@dataclass(frozen=True, slots=True)
class Cutoffs:
    """The totals that results must stay below to matter, as of sending; cutoffs only ever fall.

    Attributes:
        last_place: The last place on the leaderboard; None while there is room.
        slack: For each split opener, how much more its cells may cost than is proven.
        best_guess: The best guess of each split cell that has one.
    """

    last_place: Standing | None = None
    slack: dict[int, int] = field(default_factory=dict)
    best_guess: dict[CellKey, LeadingGuess] = field(default_factory=dict)

    def merged(self, other: Cutoffs) -> Cutoffs:
        """Returns the lower of each cutoff."""
        places = [place for place in (self.last_place, other.last_place) if place is not None]
        return Cutoffs(
            min(places, default=None), _merged(self.slack, other.slack), _merged(self.best_guess, other.best_guess)
        )

    def lower_than(self, earlier: Cutoffs) -> Cutoffs | None:
        """Returns the cutoffs that are lower than before; None if there are none."""
        last_place = self.last_place if self.last_place != earlier.last_place else None
        slack = _lower_than(self.slack, earlier.slack, INFEASIBLE)
        best_guess = _lower_than(self.best_guess, earlier.best_guess, LeadingGuess(INFEASIBLE, 0))
        return Cutoffs(last_place, slack, best_guess) if last_place is not None or slack or best_guess else None


def _merged(one: dict[Key, Value], other: dict[Key, Value]) -> dict[Key, Value]:
    return {key: min(each[key] for each in (one, other) if key in each) for key in {**one, **other}}


def _lower_than(now: dict[Key, Value], earlier: dict[Key, Value], most: Value) -> dict[Key, Value]:
    return {key: value for key, value in now.items() if value < earlier.get(key, most)}


class TaskMessage(NamedTuple):
    """A task with its context: the key of its question, its run, and the run's cutoffs."""

    question: str
    run: str
    work: Work
    cutoffs: Cutoffs


class SplitCells(NamedTuple):
    """The cells of a split opener, in the order of `play_fixed`: their lower bounds, and which of these are exact."""

    opener: int
    bounds: tuple[int, ...]
    exact: tuple[bool, ...]
    seconds: float


class OpenersDone(NamedTuple):
    """The outcome of an `OpenerBatch`; openers that are neither settled nor split are still to do."""

    settled: tuple[SettledOpener, ...]
    split: tuple[SplitCells, ...]
    seconds: float


class CellValue(NamedTuple):
    """A cell's exact total, or a lower bound that refutes its opener or exceeds the largest total allowed.

    Attributes:
        number: The cell's number within its kind of task.
        total: The total or the bound.
        is_exact: Whether it is the total.
        seconds: The seconds it took.
        node: The optimal tree, if it was wanted and the total is exact.
    """

    number: int
    total: int
    is_exact: bool
    seconds: float
    node: TreeNode | None = None


class SplitGuesses(NamedTuple):
    """The guesses of a split cell, in their order, and a lower bound for the total of every other guess.

    Attributes:
        number: The cell's number within its kind of task.
        guesses: The guesses whose bounds permit a total that matters.
        bound: The lower bound for all others.
    """

    number: int
    guesses: tuple[int, ...]
    bound: int


class CellsDone(NamedTuple):
    """The outcome of a `CellBatch` or a `TreeBatch`: cells neither settled nor split are still to do."""

    values: tuple[CellValue, ...]
    seconds: float
    split: tuple[SplitGuesses, ...] = ()


class GuessesDone(NamedTuple):
    """The outcome of a `GuessBatch`; the guesses that were not tried are still to do.

    Attributes:
        n_tried: How many of the guesses were tried, from the first one on.
        bound: A lower bound for the total of every guess tried whose total is not known.
        best: The best of the guesses tried whose totals are exact and matter; None if there is none.
        node: The optimal tree that begins with this guess, if it was wanted.
        seconds: The seconds that it took.
    """

    n_tried: int
    bound: int
    best: LeadingGuess | None
    node: TreeNode | None
    seconds: float


Outcome = OpenersDone | CellsDone | GuessesDone


class UnknownQuestionError(Exception):
    """The worker has not received the question, or has forgotten it; send the question and the task again."""


class OtherVersionError(Exception):
    """The worker has another version of this program; the message names both versions."""
