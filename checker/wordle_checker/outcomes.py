"""What the kernel for a chapter gives back."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordle_checker.compiling import compiled
from wordle_checker.covering import Entries

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Outcome(NamedTuple):
    """What became of a chapter.

    Attributes:
        fault: What is wrong, by its number in `faults.py`; 0 for nothing.
        details: Numbers that belong to it.
        n_of_part: How many answers the part has that the frame with the fault stands in; 0 if it stands in none.
        turns: The guesses and feedbacks that lead to that frame.
        n_lemmas: How many lemmas ended before.
        entries: The entries of the outermost frame.
    """

    fault: int
    details: NDArray[np.int64]
    n_of_part: int
    turns: NDArray[np.int64]
    n_lemmas: int
    entries: Entries


@compiled
def entries_from(rows: NDArray[np.int64], first: int, last: int) -> Entries:
    """Returns the entries in some rows of guess, feedback and bound."""
    guesses, feedbacks = np.empty(last - first, dtype=np.int32), np.empty(last - first, dtype=np.int32)
    bounds = np.empty(last - first, dtype=np.int64)
    for i in range(last - first):
        guesses[i], feedbacks[i], bounds[i] = rows[first + i, 0], rows[first + i, 1], rows[first + i, 2]
    return Entries(guesses, feedbacks, bounds)
