"""Writes the chapters that prove a claim: finds the openers that need entries and proves them on all workers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from wordle_compiler.certificate.frames import prove
from wordle_compiler.certificate.lemmas import Tape, has_room, new_lemmas, new_tape, sizes, too_long
from wordle_compiler.game.game import Game
from wordle_compiler.machine.errors import CompilerError, UnprovenError
from wordle_compiler.machine.progress import Progress
from wordle_compiler.search.extract import frame_of
from wordle_compiler.search.frame import EVERY_GUESS, ProofFrame
from wordle_compiler.search.memo import forget
from wordle_compiler.search.problem import Problem
from wordle_compiler.search.views import root_view
from wordle_compiler.solver.planning import plan_memo
from wordle_compiler.solver.worker_threads import WorkerThreads

Group = TypeVar("Group")

OPENERS_A_CHAPTER = 8
"""How many openers share a chapter, and so its lemmas; chapters are proven and checked in parallel."""


@dataclass(frozen=True)
class Chapter:
    """A part of a claim's proof.

    Attributes:
        content: The chapter's entries, in the format of CERTIFICATE.md.
        n_lemmas: How many lemmas the chapter proves.
    """

    content: bytes
    n_lemmas: int


def chapter_of(tape: Tape) -> Chapter:
    """Returns what was written to a tape."""
    return Chapter(tape.data[: tape.state[0]].tobytes(), int(tape.state[1]))


def proved_too_little() -> UnprovenError:
    """Returns the error of a claim that turns out to be false."""
    return UnprovenError("internal error, no certificate was written: the search proved less than it claimed")


class Prover:
    """Proves claims about one problem. The chapters do not depend on the number of workers."""

    def __init__(self, game: Game, problem: Problem, max_guesses: int, n_workers: int, progress: Progress) -> None:
        """Takes the game and its `problem`; `max_guesses` is the claim's limit."""
        self._game = game
        self._problem = problem
        self._view = root_view(problem)
        self._threads = WorkerThreads(problem, game, max_guesses, n_workers, plan_memo(game, max_guesses, n_workers))
        self._max_guesses = max_guesses
        self._progress = progress
        self._sizes = sizes(problem)

    def prove(self, openers: Sequence[int], bound: int, known: Mapping[int, int]) -> Iterator[Chapter]:
        """Yields the chapters that prove that no tree with one of `openers` has a total below `bound`.

        Args:
            openers: The openers' numbers among the allowed words, ascending. Openers that do not split the answers may
                be left out (see CERTIFICATE.md), unless the claim covers one opener only.
            bound: The claimed bound; `INFEASIBLE` if the claim is that no tree keeps the limit.
            known: The results of `Worker.bound_below`, by opener, from a search with this limit that asked for at least
                the claimed bound. Missing openers are bounded here.

        Raises:
            CompilerError: The claim is not true.
            StoppedError: The deadline has passed.
        """
        unproven = self._unproven(openers, bound, known)
        groups = [unproven[i : i + OPENERS_A_CHAPTER] for i in range(0, len(unproven), OPENERS_A_CHAPTER)]
        yield from self._in_order(lambda group: self._write(group, bound), groups)

    def _in_order(self, write: Callable[[Group], Chapter], groups: Sequence[Group]) -> Iterator[Chapter]:
        """Yields the chapters that are not empty in the order of their groups, whichever is ready first."""
        written: dict[int, Chapter] = {}
        n_yielded = 0
        for number, chapter in self._threads.run(lambda number: (number, write(groups[number])), range(len(groups))):
            written[number] = chapter
            self._progress(n_yielded + len(written), len(groups), "certificate: chapters")
            while n_yielded in written:
                if (ready := written.pop(n_yielded)).content:
                    yield ready
                n_yielded += 1

    def prove_one(self, opener: int, bound: int, most_nodes: int) -> Chapter | None:
        """Returns the chapter that proves that no tree with an opener has a total below `bound`.

        Returns None if the search takes more than `most_nodes` nodes.

        Raises:
            CompilerError: The claim is not true.
        """

        def write(opener: int) -> Chapter | None:
            worker = self._threads.worker()
            with worker.extractor.at_most(most_nodes):
                try:
                    chapter = self._write([opener], bound)
                except CompilerError:
                    if not worker.extractor.is_stopped:
                        raise
                return None if worker.extractor.is_stopped else chapter

        (chapter,) = self._threads.run(write, [opener])
        return chapter

    def _unproven(self, openers: Sequence[int], bound: int, known: Mapping[int, int]) -> list[int]:
        """Returns the openers whose cells' own bounds may not suffice, ascending; these need entries."""
        unproven = [opener for opener in openers if known.get(opener, bound) < bound]
        unknown = [opener for opener in openers if opener not in known]
        # Whether they are bounded must not depend on how many are known, or the proof's bytes would.
        sets = self._threads.letter_sets(len(openers)) if unknown and len(openers) > 1 else None
        if sets is None:
            return sorted(unproven + unknown)

        def bound_opener(opener: int) -> tuple[int, int]:
            return opener, self._threads.worker().bound_below(opener, sets, bound)

        for done, (opener, least) in enumerate(self._threads.run(bound_opener, unknown), 1):
            if least < bound:
                unproven.append(opener)
            self._progress(done, len(unknown), "certificate: openers")
        return sorted(unproven)

    def _write(self, openers: Sequence[int], bound: int) -> Chapter:
        """Proves one chapter, starting without any lemmas, so that the proof does not depend on other chapters."""
        worker = self._threads.worker()
        scratch, everything = worker.scratch, worker.everything()
        forget(worker.memo)
        lemmas = new_lemmas(self._problem, self._max_guesses + 2, self._sizes)
        tape = new_tape()
        last = EVERY_GUESS
        for opener in openers:
            scratch.constraint[0] = everything.constraint
            frame = frame_of(self._problem, scratch, everything, ProofFrame)
            frame.guesses_left = self._max_guesses
            frame.bound = bound
            frame.is_relaxed = False
            frame.only = opener
            frame.last = last
            if not prove(self._problem, scratch, worker.memo, lemmas, tape, self._view, frame):
                if worker.is_stopped():
                    break
                if not has_room(tape):
                    raise too_long()
                raise proved_too_little()
            last = frame.last
        return chapter_of(tape)
