"""Turns a refutation into chapters: a lemma for each part of the answers, and for each opener the part it leaves."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.certificate.chapters import Chapter
from wordle_compiler.certificate.tape import PART, USE, USED_END, new_tape, write
from wordle_compiler.search.problem import Problem
from wordle_compiler.solver.refutation.part_finder import GUESSES_LEFT
from wordle_compiler.solver.refutation.refute import Refutation

PARTS_A_CHAPTER = 16
"""How many parts share a chapter; chapters are checked in parallel."""

_LONGEST_NUMBER = 9


def chapters_of_parts(problem: Problem, refutation: Refutation) -> Iterator[Chapter]:
    """Yields the chapters that prove that no tree with the openers of a refutation keeps its limit.

    A part's frame has no entries: by rule *one guess*, the checker derives alone that each guess leaves a cell that no
    guess separates.
    """
    for first in range(0, len(refutation.parts), PARTS_A_CHAPTER):
        parts = refutation.parts[first : first + PARTS_A_CHAPTER]
        openers = sorted(opener for opener, part in refutation.part_of.items() if 0 <= part - first < len(parts))
        yield Chapter(
            _content(problem, parts, [(opener, refutation.part_of[opener] - first) for opener in openers]), len(parts)
        )


def _content(problem: Problem, parts: tuple[NDArray[np.uint16], ...], uses: list[tuple[int, int]]) -> bytes:
    """Returns a chapter: the lemmas of the parts, then for each opener, ascending, the lemma that it uses."""
    numbers: list[int] = []
    for part in parts:
        numbers += [PART, GUESSES_LEFT, len(part), int(part[0]), *np.diff(part.astype(np.int64)).tolist(), USED_END, 0]
    before = 0
    for opener, lemma in uses:
        feedback = int(problem.by_guess[opener, parts[lemma][0]])
        numbers += [USE + 2 * (opener - before), feedback, lemma]
        before = opener
    tape = new_tape(_LONGEST_NUMBER * len(numbers) + _LONGEST_NUMBER + 1)
    for number in numbers:
        write(tape, number)
    return tape.data[: tape.state[0]].tobytes()
