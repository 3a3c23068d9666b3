"""The messages between the client and the workers: tasks go out, outcomes come back. Plain values, no Dask.

A task is a batch of pieces (openers or cells). The worker handles them one by one until the task's time slice is up,
and returns the rest undone. So neither the number of messages nor the time between them depends on how hard the pieces
are.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.search.decision_tree import TreeNode

Edge = tuple[int, int] | None
"""The edge of the board: the total and the number of the opener in the last place; see `Leaderboard.edge`."""


@dataclass(frozen=True, slots=True)
class OpenerBatch:
    """Openers to settle.

    Attributes:
        openers: The openers, each with a known lower bound for its total.
        is_bounded: Whether to bound each opener before searching it.
        is_contest: Whether an exact total may lower the cutoff for all others. If so, the batch ends with the first
            exact total, so that the client learns of it at once.
        slice_seconds: The seconds after which no further opener is started.
        patience: The seconds of search after which an opener counts as hard and its cells come back as `SplitCells`; 0
            means at once, None means never.
    """

    openers: tuple[tuple[int, int], ...]
    is_bounded: bool
    is_contest: bool
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


@dataclass(frozen=True, slots=True)
class CellBatch:
    """Cells of one hard opener, whose totals are wanted as exactly as they matter; see `splitting`."""

    opener: int
    cells: tuple[Cell, ...]
    slice_seconds: float


@dataclass(frozen=True, slots=True)
class TreeBatch:
    """Cells whose optimal trees are wanted."""

    cells: tuple[Cell, ...]
    slice_seconds: float


Work = OpenerBatch | CellBatch | TreeBatch


@dataclass(frozen=True, slots=True)
class Cutoffs:
    """The totals that results must stay below to matter, as of sending; cutoffs only ever fall.

    Attributes:
        edge: The edge of the leaderboard of openers.
        slack: For each hard opener, how much more its cells may cost than is proven.
    """

    edge: Edge = None
    slack: dict[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TaskMessage:
    """A task with its context: the key of its question, its run, and the run's cutoffs."""

    question: str
    run: str
    work: Work
    cutoffs: Cutoffs


@dataclass(frozen=True, slots=True)
class SettledOpener:
    """An opener's exact total or lower bound, whether it took a search, and the seconds it took."""

    opener: int
    total: int
    is_exact: bool
    is_search: bool
    seconds: float


@dataclass(frozen=True, slots=True)
class SplitCells:
    """The cells of a hard opener, in the order of `play_fixed`: their lower bounds, and which of these are exact."""

    opener: int
    bounds: tuple[int, ...]
    exact: tuple[bool, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class OpenersDone:
    """The outcome of an `OpenerBatch`; openers that are neither settled nor split are still to do."""

    settled: tuple[SettledOpener, ...]
    split: tuple[SplitCells, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class CellValue:
    """A cell's exact total or a lower bound that refutes its opener, and the seconds it took."""

    number: int
    total: int
    is_exact: bool
    seconds: float


@dataclass(frozen=True, slots=True)
class CellsDone:
    """The outcome of a `CellBatch`: the cells that were started; the others are still to do."""

    values: tuple[CellValue, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class TreesDone:
    """The outcome of a `TreeBatch`: for each cell that was started, its number, its total, and its tree or None."""

    trees: tuple[tuple[int, int, TreeNode | None], ...]
    seconds: float


Outcome = OpenersDone | CellsDone | TreesDone


class UnknownQuestionError(Exception):
    """The worker has not received the question, or has forgotten it; send the question and the task again."""


class OtherVersionError(Exception):
    """The worker has another version of this program; the message names both versions."""
