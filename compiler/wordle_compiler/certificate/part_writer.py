"""Turns a refutation into chapters: a lemma for each part of the answers, and for each opener the part it leaves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.certificate.chapters import Chapter, chapter_of
from wordle_compiler.certificate.lemmas import PART, USE, USED_END, Tape, new_tape, write_all
from wordle_compiler.game.legality import LETTER_BITS, PACKED_LETTERS
from wordle_compiler.search.problem import HARD, Problem
from wordle_compiler.solver.refutation.part_finder import ruled_out_by
from wordle_compiler.solver.refutation.parts import (
    MASK,
    NEED,
    NEED_MORE,
    VALUE,
    Part,
    is_legal_under,
    left_whole,
)
from wordle_compiler.solver.refutation.refuter import Refutation

PARTS_A_CHAPTER = 16
"""How many parts that openers leave share a chapter; chapters are checked in parallel."""


def chapters_of_parts(problem: Problem, refutation: Refutation) -> Iterator[Chapter]:
    """Yields the chapters that prove that no tree with the openers of a refutation keeps its limit."""
    for first in range(0, len(refutation.parts), PARTS_A_CHAPTER):
        parts = refutation.parts[first : first + PARTS_A_CHAPTER]
        writer = PartWriter(problem, new_tape())
        lemmas = [writer.write_part(part) for part in parts]
        places = [(opener, part - first) for opener, part in sorted(refutation.part_of.items())]
        served = np.array([each for each in places if 0 <= each[1] < len(parts)], np.int64).reshape(-1, 2)
        writer.write_uses(served[:, 0], served[:, 1], parts, lemmas)
        yield chapter_of(writer.tape)


class PartWriter:
    """Writes the lemmas of parts to the tape of a chapter, each of them once."""

    def __init__(self, problem: Problem, tape: Tape) -> None:
        self.tape = tape
        self._problem = problem
        self._lemma_of: dict[tuple[int, bytes, bytes], int] = {}

    def write_part(self, part: Part) -> int:
        """Writes the lemmas of a part, unless the chapter has them; returns the number of the last one.

        The frame of a part for up to 3 guesses has no entries: by rule *one guess*, the checker derives alone that each
        guess leaves a cell that no guess separates. In the frame of a part for more guesses, each legal guess that
        splits it uses the lemma of a smaller part that it leaves in one cell.
        """
        key = part.limit, part.members.tobytes(), part.demands.tobytes()
        if key not in self._lemma_of:
            lemmas = [self.write_part(smaller) for smaller in part.smaller]
            answers = part.members.astype(np.int64)
            write_all(self.tape, PART, part.limit, len(answers), answers[0], np.diff(answers))
            if self._problem.rule == HARD:
                write_all(self.tape, *self._numbers_of(part.demands))
            if part.smaller:
                is_splitting = ~left_whole(self._problem, part.members)
                if part.demands.any():
                    is_splitting &= is_legal_under(self._problem, part.demands)
                splitting = np.flatnonzero(is_splitting)
                leaves = np.array(
                    [ruled_out_by(self._problem, smaller, part.demands)[splitting] for smaller in part.smaller]
                )
                self.write_uses(splitting, leaves.argmax(axis=0), part.smaller, lemmas)
            self._lemma_of[key] = int(self.tape.state[1])
            write_all(self.tape, USED_END, 0)
            self.tape.state[1] += 1
        return self._lemma_of[key]

    def _numbers_of(self, demands: NDArray[np.uint64]) -> list[int]:
        """Returns demands as a certificate states them: a number for each place, and one for each symbol."""
        mask, value, need, more = (int(demands[which]) for which in (MASK, VALUE, NEED, NEED_MORE))
        letters = [
            (value >> shift) % PACKED_LETTERS + 1 if (mask >> shift) % PACKED_LETTERS else 0
            for shift in range(0, LETTER_BITS * self._problem.letters.shape[1], LETTER_BITS)
        ]
        bits = (need, need >> PACKED_LETTERS, more, more >> PACKED_LETTERS)
        return letters + [
            sum(bit >> symbol & 1 for bit in bits) for symbol in range(self._problem.letter_counts.shape[1])
        ]

    def write_uses(
        self, guesses: NDArray[np.int64], chosen: NDArray[np.int64], parts: Sequence[Part], lemmas: Sequence[int]
    ) -> None:
        """Writes that each guess, ascending, leaves the chosen part, which has a lemma."""
        first_members = np.array([part.members[0] for part in parts])[chosen]
        feedbacks = self._problem.by_guess[guesses, first_members]
        steps = np.diff(guesses, prepend=0)
        write_all(self.tape, np.column_stack((USE + 2 * steps, feedbacks, np.array(lemmas)[chosen])).ravel())
