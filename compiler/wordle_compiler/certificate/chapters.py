"""Writes the chapters that prove a claim: of the openers that need entries, on all workers, or of a refutation.

A refutation becomes a lemma for each part of the answers, and for each opener the part that it leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from wordle_compiler.certificate.frames import prove
from wordle_compiler.certificate.lemmas import PART, USE, USED_END, Tape, check_room, new_lemmas, new_tape, write_all
from wordle_compiler.game.feedback_matrix import count_cells
from wordle_compiler.kernels.layout import Int64s
from wordle_compiler.machine.errors import UnprovenError
from wordle_compiler.machine.progress import Progress
from wordle_compiler.search.extract import frame_of
from wordle_compiler.search.memo import forget, plan_memo
from wordle_compiler.search.problem import HARD, Problem, ProofFrame
from wordle_compiler.solver.openers import legal_guesses
from wordle_compiler.solver.refutation.part_finder import ruled_out_by
from wordle_compiler.solver.refutation.parts import Part
from wordle_compiler.solver.refutation.refuter import Refutation
from wordle_compiler.solver.relaxation import ENDLESS
from wordle_compiler.solver.worker_threads import WorkerThreads

Group = TypeVar("Group")

OPENERS_A_CHAPTER = 8
"""How many openers share a chapter, and so its lemmas; chapters are proven and checked in parallel."""

PARTS_A_CHAPTER = 16
"""How many parts that openers leave share a chapter; chapters are checked in parallel."""


@dataclass(frozen=True)
class Chapter:
    """A part of a claim's proof."""

    content: bytes  # The chapter's entries, in the format of CERTIFICATE.md.
    n_lemmas: int  # How many lemmas the chapter proves.


def chapter_of(tape: Tape) -> Chapter:
    """Returns what was written to a tape."""
    return Chapter(tape.data[: tape.state[0]].tobytes(), int(tape.state[1]))


def proved_too_little() -> UnprovenError:
    """Returns the error of a claim that turns out to be false."""
    return UnprovenError("internal error, no certificate was written: the search proved less than it claimed")


class Prover:
    """Proves claims about one problem. The chapters do not depend on the number of workers."""

    def __init__(self, problem: Problem, max_guesses: int, n_workers: int, progress: Progress) -> None:
        """Takes the game; `max_guesses` is the claim's limit."""
        self._problem = problem
        self._threads = WorkerThreads(problem, max_guesses, n_workers, plan_memo(problem.game, max_guesses, n_workers))
        self._max_guesses = max_guesses
        self._progress = progress

    def prove(self, openers: Sequence[int], bound: int) -> Iterator[Chapter]:
        """Yields the chapters that prove that no tree with one of `openers`, ascending, has a total below `bound`.

        Openers that do not split the answers may be left out (see CERTIFICATE.md), unless the claim covers one opener
        only. The bound `INFEASIBLE` is the claim that no tree keeps the limit.

        Raises:
            CompilerError: The claim is not true.
            StoppedError: The deadline has passed.
        """
        unproven = self._unproven(openers, bound)
        groups = [unproven[i : i + OPENERS_A_CHAPTER] for i in range(0, len(unproven), OPENERS_A_CHAPTER)]
        yield from self._in_order(lambda group: self._write(group, bound), groups)

    def _in_order(self, write: Callable[[Group], Chapter | None], groups: Sequence[Group]) -> Iterator[Chapter]:
        """Yields the chapters that are not empty in the order of their groups, whichever is ready first."""
        written: dict[int, Chapter | None] = {}
        n_yielded = 0
        for number, chapter in self._threads.run(lambda number: (number, write(groups[number])), range(len(groups))):
            written[number] = chapter
            self._progress(n_yielded + len(written), len(groups), "certificate: chapters")
            while n_yielded in written:
                if (ready := written.pop(n_yielded)) and ready.content:
                    yield ready
                n_yielded += 1

    def prove_one(self, opener: int, bound: int, most_nodes: int) -> Chapter | None:
        """Returns the chapter that proves that no tree with an opener has a total below `bound`.

        Returns None if the search takes more than `most_nodes` nodes.

        Raises:
            CompilerError: The claim is not true.
        """
        (chapter,) = self._threads.run(lambda one: self._write([one], bound, most_nodes), [opener])
        return chapter

    def _unproven(self, openers: Sequence[int], bound: int) -> list[int]:
        """Returns the openers whose cells' own bounds may not suffice, ascending; these need entries."""
        if len(openers) == 1:
            return list(openers)
        unproven = []
        for done, (opener, least) in enumerate(self._threads.bound_openers(openers, bound), 1):
            if least < bound:
                unproven.append(opener)
            self._progress(done, len(openers), "certificate: openers")
        return sorted(unproven)

    def _write(self, openers: Sequence[int], bound: int, most_nodes: int = ENDLESS) -> Chapter | None:
        """Proves one chapter, starting without any lemmas, so that the proof does not depend on other chapters.

        Returns None if it was stopped, or takes too many nodes.
        """
        worker = self._threads.worker()
        scratch, everything = worker.scratch, worker.everything()
        forget(worker.memo)
        lemmas = new_lemmas(self._problem, self._max_guesses + 2)
        tape = new_tape()
        last = 0
        for opener in openers:
            scratch.constraint[0] = everything.constraint
            frame = frame_of(self._problem, scratch, everything, ProofFrame)
            frame.guesses_left = self._max_guesses
            frame.bound = bound
            frame.is_relaxed = False
            frame.only = opener
            frame.last = last
            with worker.extractor.at_most(most_nodes):
                is_proven = prove(self._problem, scratch, worker.memo, lemmas, tape, worker.view, frame)
                if worker.extractor.is_stopped:
                    return None
            if not is_proven:
                check_room(tape)
                raise proved_too_little()
            last = frame.last
        return chapter_of(tape)


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
        problem, key = self._problem, (part.limit, part.members.tobytes(), part.demands.tobytes())
        if key not in self._lemma_of:
            lemmas = [self.write_part(smaller) for smaller in part.smaller]
            answers = part.members.astype(np.int64)
            write_all(self.tape, PART, part.limit, len(answers), answers[0], np.diff(answers))
            if problem.rule == HARD:
                # A number for each place, and one for each symbol.
                places, needed = np.split(part.demands[1:].astype(np.int64), 2)
                write_all(self.tape, places, np.bincount(needed, minlength=1 + problem.letter_counts.shape[1])[1:])
            if part.smaller:
                splitting = legal_guesses(problem, part.members, part.demands).astype(np.int64)
                splitting = splitting[count_cells(problem.by_guess, part.members)[splitting] > 1]
                leaves = np.array([ruled_out_by(problem, smaller, part.demands)[splitting] for smaller in part.smaller])
                self.write_uses(splitting, leaves.argmax(axis=0), part.smaller, lemmas)
            self._lemma_of[key] = int(self.tape.state[1])
            write_all(self.tape, USED_END, 0)
            self.tape.state[1] += 1
        return self._lemma_of[key]

    def write_uses(self, guesses: Int64s, chosen: Int64s, parts: Sequence[Part], lemmas: Sequence[int]) -> None:
        """Writes that each guess, ascending, leaves the chosen part, which has a lemma."""
        feedbacks = self._problem.by_guess[guesses, np.array([part.members[0] for part in parts])[chosen]]
        steps = np.diff(guesses, prepend=0)
        write_all(self.tape, np.column_stack((USE + 2 * steps, feedbacks, np.array(lemmas)[chosen])).ravel())
