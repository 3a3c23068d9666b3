"""Turns a refutation into chapters: a lemma for each part of the answers, and for each opener the part it leaves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.certificate.chapters import Chapter
from wordle_compiler.certificate.tape import LARGEST_TAPE, PART, USE, USED_END, Tape, new_tape, write_all
from wordle_compiler.search.problem import Problem
from wordle_compiler.solver.refutation.part_library import Part, left_whole
from wordle_compiler.solver.refutation.refute import Refutation

PARTS_A_CHAPTER = 16
"""How many parts that openers leave share a chapter; chapters are checked in parallel."""


def chapters_of_parts(problem: Problem, refutation: Refutation) -> Iterator[Chapter]:
    """Yields the chapters that prove that no tree with the openers of a refutation keeps its limit."""
    for first in range(0, len(refutation.parts), PARTS_A_CHAPTER):
        parts = refutation.parts[first : first + PARTS_A_CHAPTER]
        openers = sorted(opener for opener, part in refutation.part_of.items() if 0 <= part - first < len(parts))
        writer = PartWriter(problem, new_tape(LARGEST_TAPE))
        lemmas = [writer.write_part(part) for part in parts]
        served = np.array([refutation.part_of[opener] - first for opener in openers])
        writer.write_uses(np.array(openers), served, parts, lemmas)
        tape = writer.tape
        yield Chapter(tape.data[: tape.state[0]].tobytes(), int(tape.state[1]))


class PartWriter:
    """Writes the lemmas of parts to the tape of a chapter, each of them once."""

    def __init__(self, problem: Problem, tape: Tape) -> None:
        self.tape = tape
        self._problem = problem
        self._lemma_of: dict[tuple[int, bytes], int] = {}

    def write_part(self, part: Part) -> int:
        """Writes the lemmas of a part, unless the chapter has them; returns the number of the last one.

        The frame of a part for 3 guesses has no entries: by rule *one guess*, the checker derives alone that each guess
        leaves a cell that no guess separates. In the frame of a part for more guesses, each guess that splits it uses
        the lemma of a smaller part that it leaves in one cell.
        """
        key = part.limit, part.members.tobytes()
        if key not in self._lemma_of:
            lemmas = [self.write_part(smaller) for smaller in part.smaller]
            answers = part.members.astype(np.int64)
            write_all(self.tape, PART, part.limit, len(answers), answers[0], *np.diff(answers))
            if part.smaller:
                leaves = np.array([left_whole(self._problem, smaller.members) for smaller in part.smaller])
                splitting = np.flatnonzero(~left_whole(self._problem, part.members))
                self.write_uses(splitting, leaves[:, splitting].argmax(axis=0), part.smaller, lemmas)
            self._lemma_of[key] = int(self.tape.state[1])
            write_all(self.tape, USED_END, 0)
            self.tape.state[1] += 1
        return self._lemma_of[key]

    def write_uses(
        self, guesses: NDArray[np.int64], chosen: NDArray[np.int64], parts: Sequence[Part], lemmas: Sequence[int]
    ) -> None:
        """Writes that each guess, ascending, leaves the chosen part, which has a lemma."""
        before = 0
        for guess, place in zip(guesses.tolist(), chosen.tolist(), strict=True):
            feedback = self._problem.by_guess[guess, parts[place].members[0]]
            write_all(self.tape, USE + 2 * (guess - before), feedback, lemmas[place])
            before = guess
