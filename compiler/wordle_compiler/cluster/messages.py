"""What travels between the client and the workers: tasks out, what became of them back. Plain values, no Dask.

A task is a batch of pieces (openers, or cells), done one after the other until its slice of time is up; what is left
comes back undone. So neither the number of messages nor the time to the next one depends on how hard the pieces are.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.search.decision_tree import Node

Edge = tuple[int, int] | None
"""The edge of the board: the total and the number of the opener in the last place; see `Leaderboard.edge`."""


@dataclass(frozen=True, slots=True)
class OpenerBatch:
    """Openers to settle.

    Attributes:
        openers: Each with a lower bound for its total that is known.
        is_bounded: Whether they are worth a bound before they are searched.
        is_contest: Whether an exact total may lower the cutoff for all others; then the batch ends with it, so that
            it is known at once.
        slice_seconds: After so long no other opener is begun.
        patience: The seconds of search after which an opener is hard, and its cells come back as `SplitCells`. 0: at
            once. None: never.
    """

    openers: tuple[tuple[int, int], ...]
    is_bounded: bool
    is_contest: bool
    slice_seconds: float
    patience: float | None


@dataclass(frozen=True, slots=True, eq=False)
class Cell:
    """A cell to search: its number among its task's kin, its candidates (ascending), and what holds there."""

    number: int
    members: NDArray[np.uint16]
    constraint: NDArray[np.uint16]
    guesses_left: int
    bound: int
    """A lower bound for its total (`CellBatch`), or the most that its total may be (`TreeBatch`)."""


@dataclass(frozen=True, slots=True)
class CellBatch:
    """Cells of one hard opener whose exact totals are wanted, as far as they matter; see `splitting`."""

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
    """How good a result must be to matter, when this was sent; it only ever gets harder.

    Attributes:
        edge: Of the board of openers.
        slack: How much the cells of a hard opener may cost, by opener, beyond what is proven of them.
    """

    edge: Edge = None
    slack: dict[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TaskMessage:
    """A task with what it is about: the key of its question, the run that it belongs to, and that run's cutoffs."""

    question: str
    run: str
    work: Work
    cutoffs: Cutoffs


@dataclass(frozen=True, slots=True)
class SettledOpener:
    """What is proven of an opener: its exact total, or a lower bound; whether that took a search, and how long."""

    opener: int
    total: int
    is_exact: bool
    is_search: bool
    seconds: float


@dataclass(frozen=True, slots=True)
class SplitCells:
    """The cells of a hard opener, in the order of `play_fixed`: lower bounds, and which of them are exact totals."""

    opener: int
    bounds: tuple[int, ...]
    exact: tuple[bool, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class OpenersDone:
    """What became of an `OpenerBatch`: openers that are neither settled nor split are still to do."""

    settled: tuple[SettledOpener, ...]
    split: tuple[SplitCells, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class CellValue:
    """What is proven of a cell: its exact total, or a lower bound that refutes its opener; and how long that took."""

    number: int
    total: int
    is_exact: bool
    seconds: float


@dataclass(frozen=True, slots=True)
class CellsDone:
    """What became of a `CellBatch`: each cell that was begun; the others are still to do."""

    values: tuple[CellValue, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class TreesDone:
    """What became of a `TreeBatch`: number, total, and the tree if there is one, for each cell that was begun."""

    trees: tuple[tuple[int, int, Node | None], ...]
    seconds: float


Outcome = OpenersDone | CellsDone | TreesDone


class UnknownQuestionError(Exception):
    """The worker was not told the question yet, or has forgotten it: tell it and send the task again."""


class OtherVersionError(Exception):
    """The worker has another version of this program; the message names both."""
