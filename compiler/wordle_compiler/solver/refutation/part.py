"""A part of the answers that no tree solves within some guesses, with the reason."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.search.problem import Problem


@dataclass(frozen=True, eq=False)
class Part:
    """A set of answers that no tree solves within some number of guesses.

    Attributes:
        members: The answers, by number, ascending.
        limit: The number of guesses, at least 3.
        smaller: For more than 3 guesses, parts of this part that one guess fewer does not solve: each guess that splits
            the part leaves all of one of them in one cell. For 3 guesses there are none, since every guess leaves a
            cell that no guess separates, which is quick to check.
    """

    members: NDArray[np.uint16]
    limit: int
    smaller: tuple[Part, ...] = ()


def left_whole(problem: Problem, members: NDArray[np.uint16]) -> NDArray[np.bool_]:
    """Returns whether each guess leaves all of a set in one cell, shape (n_guesses,)."""
    rows = problem.by_answer[members]
    return np.asarray((rows == rows[0]).all(axis=0))
