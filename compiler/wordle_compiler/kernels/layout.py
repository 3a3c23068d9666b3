"""The types of a game's kernels: what annotations such as `CodeMatrix` mean for one kind of game.

A kernel is compiled once for all layouts in which what it reads has the same types; its annotations determine these.
"""

from __future__ import annotations

import os
from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray


class Layout(NamedTuple):
    """The properties of a game on which its kernels depend at compile time."""

    codes: str  # The dtype of feedback codes, by name.
    rule: int = 0  # The rule's number; see `search.problem`.
    is_weighted: bool = False  # Whether answers have weights.
    is_few: bool = False  # Whether the game has few feedbacks; see `search.few_feedbacks`.

    @property
    def values(self) -> str:
        """The dtype of numbers of cells, by name; with weights, sums replace them and need a wider type."""
        return "int64" if self.is_weighted else "int32"

    @property
    def can_be_hard(self) -> bool:
        """Whether the rule is any or hard, for both of which one kernel serves."""
        return self.has_others and not self.is_few

    @property
    def has_others(self) -> bool:
        """Whether other words than candidates may be guessed: not under rule candidates, where no views are made."""
        return self.rule != 2

    @property
    def has_cell_bounds(self) -> bool:
        """Whether letter sets can bound cells; see `search.cell_bounds`."""
        return self.has_others and not self.is_weighted and not self.is_few


class Of:
    """Annotation of an array whose dtype is fixed or comes from the layout."""

    def __init__(self, dtype: str, n_dimensions: int = 1) -> None:
        self.dtype = dtype
        self.n_dimensions = n_dimensions


class Sized(Of):
    """Annotation of an array that `Context.allocate` makes.

    The length of each axis is a number, or an expression over the lengths that `allocate` is given. `fill` is what the
    array holds at first; None if nothing is read before it is written.
    """

    def __init__(self, dtype: str, *axes: str | int, fill: int | None = None) -> None:
        super().__init__(dtype, len(axes))
        self.axes = [compile(axis, axis, "eval") if isinstance(axis, str) else axis for axis in axes]
        self.fill = fill

    def shape(self, lengths: dict[str, int]) -> list[int]:
        """Returns the array's shape."""
        return [axis if isinstance(axis, int) else eval(axis, {}, lengths) for axis in self.axes]


Array = NDArray[Any]
Bools = NDArray[np.bool_]
Int32s = NDArray[np.int32]
Int64s = NDArray[np.int64]
UInt64s = NDArray[np.uint64]
Answers = NDArray[np.uint16]
"""Answers by number, ascending; see `search.problem.MAX_ANSWERS`."""
Guesses = NDArray[np.int32]
"""Allowed words by number, or columns of a view."""
Constraint = NDArray[np.uint16]
"""The guesses left, then what rule hard demands or, in games with symmetry, the guesses so far."""
Codes = Annotated[NDArray[Any], Of("codes")]
CodeMatrix = Annotated[NDArray[Any], Of("codes", 2)]
Values = Annotated[NDArray[Any], Of("values")]
ValueMatrix = Annotated[NDArray[Any], Of("values", 2)]
Int32Matrix = Annotated[NDArray[np.int32], Of("int32", 2)]
Int64Matrix = Annotated[NDArray[np.int64], Of("int64", 2)]
UInt8Matrix = Annotated[NDArray[np.uint8], Of("uint8", 2)]
UInt16Matrix = Annotated[NDArray[np.uint16], Of("uint16", 2)]
UInt64Matrix = Annotated[NDArray[np.uint64], Of("uint64", 2)]
Static = Annotated[int, "static"]
"""Annotation of a context field that is a compile-time constant; the layout has a field of the same name."""

IS_PLAIN = os.environ.get("NUMBA_DISABLE_JIT", "0") not in {"", "0"}
"""Whether kernels stay plain Python functions: for debugging, and to measure coverage."""
