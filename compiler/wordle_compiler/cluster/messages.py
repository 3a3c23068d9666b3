"""The messages between the client and the workers: tasks go out, outcomes come back. Plain values, no Dask.

A task is a batch of pieces (openers or cells). The worker handles them one by one until the task's time slice is up,
and returns the rest undone. So neither the number of messages nor the time between them depends on how hard the pieces
are.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.solver.leaderboard import SettledOpener, Standing


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
    """Cells of one split opener, to be searched with its slack; see `settling.SplitOpener`."""

    opener: int
    cells: tuple[Cell, ...]
    slice_seconds: float


class TreeBatch(NamedTuple):
    """Cells whose optimal trees are wanted."""

    cells: tuple[Cell, ...]
    slice_seconds: float


Work = OpenerBatch | CellBatch | TreeBatch


@dataclass(frozen=True, slots=True)
class Cutoffs:
    """The totals that results must stay below to matter, as of sending; cutoffs only ever fall.

    Attributes:
        last_place: The last place on the leaderboard; None while there is room.
        slack: For each split opener, how much more its cells may cost than is proven.
    """

    last_place: Standing | None = None
    slack: dict[int, int] = field(default_factory=dict)


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


class CellsDone(NamedTuple):
    """The outcome of a `CellBatch` or a `TreeBatch`: the cells that were started; the others are still to do."""

    values: tuple[CellValue, ...]
    seconds: float


Outcome = OpenersDone | CellsDone


class UnknownQuestionError(Exception):
    """The worker has not received the question, or has forgotten it; send the question and the task again."""


class OtherVersionError(Exception):
    """The worker has another version of this program; the message names both versions."""
