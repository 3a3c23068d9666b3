"""Parts of the answers that no tree solves within some number of guesses, and the guesses that they rule out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.search.problem import Problem


class PartLibrary:
    """The parts found so far for one number of guesses. Belongs to one thread.

    A guess that leaves all members of a part in one cell leaves a cell that cannot be solved in time either: more
    candidates never make a set easier. So one part rules out many guesses, at any set that contains it.
    """

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._members = np.zeros(0, np.intp)
        self._starts: list[int] = []
        self._rules_out = np.zeros((64, len(_packed(problem, np.zeros(1, np.uint16)))), np.uint8)

    def __len__(self) -> int:
        return len(self._starts)

    def part(self, number: int) -> NDArray[np.uint16]:
        """Returns the members of a part, ascending."""
        stop = self._starts[number + 1] if number + 1 < len(self) else len(self._members)
        return self._members[self._starts[number] : stop].astype(np.uint16)

    def add(self, members: NDArray[np.uint16]) -> NDArray[np.bool_]:
        """Adds a part; returns whether it rules out each guess."""
        if len(self) == len(self._rules_out):
            self._rules_out = np.concatenate((self._rules_out, np.zeros_like(self._rules_out)))
        self._rules_out[len(self)] = _packed(self._problem, members)
        self._starts.append(len(self._members))
        self._members = np.concatenate((self._members, members))
        return self._unpacked(self._rules_out[len(self) - 1])

    def within(self, members: NDArray[np.uint16]) -> NDArray[np.intp]:
        """Returns the numbers of the parts that a set contains."""
        if not self._starts:
            return np.zeros(0, np.intp)
        is_member = np.zeros(self._problem.by_guess.shape[1], np.bool_)
        is_member[members] = True
        return np.flatnonzero(np.logical_and.reduceat(is_member[self._members], self._starts))

    def ruled_out(self, members: NDArray[np.uint16]) -> NDArray[np.bool_]:
        """Returns whether some part rules out each guess at a set."""
        return self._unpacked(np.bitwise_or.reduce(self._rules_out[self.within(members)], axis=0))

    def rules_out(self, parts: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Returns whether each part rules out each guess, shape (n_parts, n_guesses)."""
        return self._unpacked(self._rules_out[parts])

    def _unpacked(self, bits: NDArray[np.uint8]) -> NDArray[np.bool_]:
        return np.unpackbits(bits, axis=-1, count=self._problem.by_guess.shape[0]).astype(np.bool_)


def _packed(problem: Problem, members: NDArray[np.uint16]) -> NDArray[np.uint8]:
    """Returns whether each guess leaves all members in one cell, eight guesses a byte."""
    rows = problem.by_answer[members]
    return np.packbits((rows == rows[0]).all(axis=0))


def choose_cover(serves: NDArray[np.bool_]) -> list[int]:
    """Returns rows that together serve each column, chosen greedily by how many unserved columns each serves.

    Args:
        serves: Which row serves which column (n_rows, n_columns); each column is served by some row.
    """
    is_open = np.ones(serves.shape[1], np.bool_)
    counts = serves.sum(axis=1)
    chosen: list[int] = []
    while is_open.any():
        best = int(counts.argmax())
        chosen.append(best)
        counts -= serves[:, serves[best] & is_open].sum(axis=1)
        is_open &= ~serves[best]
    return chosen
