"""Rule *use* as a kernel: whether a lemma says anything of a cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_checker.fast.compiling import compiled, int64
from wordle_checker.fast.faults import NO_PART, NONE, OTHER_LIMIT, OTHER_SET
from wordle_checker.fast.legality import CANDIDATES
from wordle_checker.fast.sets import is_part

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from wordle_checker.fast.table import World


@compiled
def why_unfit(
    world: World,
    proven: NDArray[np.int32],
    proven_left: int,
    cell: NDArray[np.int32],
    n_left: int,
) -> int:
    """Returns 0, or the fault why a lemma says nothing of a cell; demands are another question.

    Args:
        world: The game.
        proven: The lemma's set, ascending.
        proven_left: Its guesses left.
        cell: The cell's set, ascending.
        n_left: The guesses left there.
    """
    if n_left > proven_left:
        return int64(OTHER_LIMIT)
    if world.rule == CANDIDATES and len(cell) != len(proven):
        return int64(OTHER_SET)
    if not is_part(proven, cell):
        return int64(OTHER_SET if world.rule == CANDIDATES else NO_PART)
    return int64(NONE)


@compiled
def includes(demands: NDArray[np.int32], others: NDArray[np.int32], length: int) -> bool:
    """Returns whether demands ask for all that others ask for: letters in the `length` places, and how many of each."""
    for place in range(length):
        if others[place] > 0 and demands[place] != others[place]:
            return False
    for i in range(length, len(demands)):  # noqa: SIM110 - numba has no generator expressions
        if demands[i] < others[i]:
            return False
    return True
