"""Proves a claim about one opener by relaxation, cell by cell, where the plain search, and so its proof, explodes.

A cell's total without a limit of guesses is a bound within every limit, and its proof is one, too: each lemma holds
for the guesses left where it stands. Only where that total is too small does the limit matter. There, each guess is
ruled out by its total without a limit, by a part of the answers that cannot be solved in time, or by the totals of its
cells within the limit, which are proven the same way. See `solver.relaxation` for the search.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from wordle_compiler.certificate.chapters import Chapter, PartWriter, Prover, chapter_of, proved_too_little
from wordle_compiler.certificate.frames import KNOWN_BY_SIZE, leave_out, prove, uses_lemma, write_entry
from wordle_compiler.certificate.lemmas import (
    CELL,
    USE,
    Tape,
    check_room,
    end_lemma,
    least_cost,
    new_lemmas,
    new_tape,
    write_all,
)
from wordle_compiler.kernels.layout import Constraint
from wordle_compiler.search.extract import CandidateSet, Extractor, frame_of, set_key
from wordle_compiler.search.memo import forget
from wordle_compiler.search.problem import EVERY_GUESS, INFEASIBLE, Problem, ProofFrame, make_scratch
from wordle_compiler.solver.refutation.part_finder import FEW, Reasons, ruled_out_by
from wordle_compiler.solver.refutation.parts import LARGEST_DECIDED, Part
from wordle_compiler.solver.relaxation import DEEPEST, Relaxation
from wordle_compiler.solver.worker_threads import Worker

ANSWERS_A_CHAPTER = 256
"""A chapter takes more cells until they have this many answers in total."""


@dataclass
class Plan:
    """How a set is proven to cost a bound within a limit.

    If `by_guess` is None, the kernel proves it: without a limit if `is_relaxed`, otherwise within the limit.
    """

    bound: int
    is_relaxed: bool  # Whether the set's total without a limit reaches the bound.
    # What rules out each guess that its total without a limit does not rule out: a part that it leaves in one cell, or
    # plans for some of its cells by feedback.
    by_guess: dict[int, Part | dict[int, tuple[CandidateSet, Plan]]] | None = None


class RelaxedProver(Prover):
    """Proves claims about one opener of a game under rule any for which `can_relax` holds, in either way."""

    def prove_relaxed(self, opener: int, bound: int) -> Iterator[Chapter]:
        """Yields the chapters that prove that no tree with an opener has a total below `bound`.

        The bound `INFEASIBLE` is the claim that no tree keeps the limit.

        Raises:
            CompilerError: The claim is not true.
        """
        (cells,) = self._threads.run(self._cells_to_prove, [opener])
        # The threads append to it, which is atomic.
        totals = [self._problem.by_guess.shape[1]]

        def write_group(group: Sequence[tuple[int, CandidateSet]]) -> Chapter:
            writer = ChapterWriter(self._problem, self._threads.worker(), self._max_guesses)
            total, chapter = writer.write(opener, group)
            totals.append(total)
            return chapter

        yield from self._in_order(write_group, _grouped(cells))
        if sum(totals) < bound:
            raise proved_too_little()

    def _cells_to_prove(self, opener: int) -> list[tuple[int, CandidateSet]]:
        """Returns the cells of an opener, the largest first; or just one that no tree solves in time: it is enough."""
        worker = self._threads.worker()
        relaxation = worker.relaxation
        cells = relaxation.cells(worker.everything(), opener)
        limit = self._max_guesses - 1
        decided = cells if limit <= LARGEST_DECIDED else []
        unsolvable = (one for one in decided if relaxation.finder.is_unsolvable(one[1], limit))
        return next(([one] for one in unsolvable), cells)


def _grouped(cells: Sequence[tuple[int, CandidateSet]]) -> list[list[tuple[int, CandidateSet]]]:
    """Divides an opener's cells, the largest first, into those of each chapter."""
    groups: list[list[tuple[int, CandidateSet]]] = []
    size = ANSWERS_A_CHAPTER
    for code, cell in cells:
        if size >= ANSWERS_A_CHAPTER:
            groups.append([])
            size = 0
        groups[-1].append((code, cell))
        size += len(cell)
    return groups


class ChapterWriter:
    """Writes one chapter. It starts without any knowledge, so that the chapter does not depend on others."""

    def __init__(self, problem: Problem, worker: Worker, max_guesses: int) -> None:
        self._problem = problem
        self._max_guesses = max_guesses
        self._memo = worker.memo
        control = worker.scratch.control
        self._relaxation = Relaxation(problem, max_guesses, control, worker.memo)
        # A search without a limit goes deeper than the claim's limit, and begins anywhere above it.
        self._scratch = make_scratch(problem, DEEPEST + max_guesses, control)
        self._lemmas = new_lemmas(problem, DEEPEST + max_guesses + 2)
        self._bounds = Extractor(problem, self._scratch, self._lemmas.bounds)
        self._tape: Tape = new_tape()
        self._parts = PartWriter(problem, self._tape)
        # The parts that rule guesses out at the sets so far, by limit.
        self._known: defaultdict[int, list[Part]] = defaultdict(list)
        forget(worker.memo)

    def write(self, opener: int, cells: Sequence[tuple[int, CandidateSet]]) -> tuple[int, Chapter]:
        """Writes the lemmas of an opener's cells; returns the cells' totals within the limit, and the chapter."""
        limit = self._max_guesses - 1
        known = last = 0
        for code, cell in cells:
            total = self._relaxation.total(cell, limit)
            known += total
            if total > self._alone(cell, limit):
                plan = self._plan(cell, limit, total)
                self._write_parts(plan)
                write_all(self._tape, CELL + 2 * (opener - last), code)
                last = opener
                self._write(cell, limit, plan)
        return min(known, INFEASIBLE), chapter_of(self._tape)

    def _alone(self, cell: CandidateSet, limit: int) -> int:
        """Returns what the checker derives of a set without a lemma."""
        n = len(cell)
        least = least_cost(self._lemmas, n, limit)
        return int(least) if n <= KNOWN_BY_SIZE or least >= INFEASIBLE else self._bounds.bound(cell, limit)

    def _plan(self, cell: CandidateSet, limit: int, bound: int) -> Plan:
        """Finds out how a set is proven to cost a bound, which it does."""
        relaxation = self._relaxation
        if limit <= FEW:
            return Plan(bound, is_relaxed=False)
        if bound < INFEASIBLE and relaxation.relaxed_total(cell, bound) >= bound:
            return Plan(bound, is_relaxed=True)
        cell = self._bounds.focus(cell)
        by_guess: dict[int, Part | dict[int, tuple[CandidateSet, Plan]]] = {}
        known = self._known[limit - 1]
        reasons = Reasons(self._problem, (part for part in known if np.isin(part.members, cell.answers).all()))
        by_part = []
        for guess in relaxation.promising(cell, bound):
            if not reasons.is_ruled_out[guess]:
                if bound < INFEASIBLE and relaxation.relaxed_total(cell, bound, guess) >= bound:
                    continue
                found = relaxation.finder.rule_out(guess, cell, limit, reasons.is_ruled_out)
                if found is None:
                    by_guess[guess] = self._plan_cells(cell, guess, limit, bound)
                    continue
                known.append(relaxation.finder.explained(found))
                reasons.add(known[-1])
            by_part.append(guess)
        if by_part:
            parts, first = reasons.choose(np.array(by_part))
            by_guess.update({guess: parts[place] for guess, place in zip(by_part, first, strict=True)})
        return Plan(bound, is_relaxed=False, by_guess=by_guess)

    def _plan_cells(
        self, cell: CandidateSet, guess: int, limit: int, bound: int
    ) -> dict[int, tuple[CandidateSet, Plan]]:
        """Finds out how the totals of a guess's cells within the limit add up to a bound; plans those that matter."""
        relaxation = self._relaxation
        cells = relaxation.cells(cell, guess)[::-1]
        alone = [self._alone(part, limit - 1) for _, part in cells]
        known = alone.copy()
        for i, (_, part) in enumerate(cells):
            missing = bound - len(cell) - sum(known)
            if missing <= 0:
                break
            if len(part) > 2:
                known[i] = max(known[i], relaxation.total(part, limit - 1, missing + known[i]))
        total = len(cell) + sum(known)
        if total < bound:
            raise proved_too_little()
        needed = np.array(known, np.int64)
        leave_out(needed, np.array(alone, np.int64), total, bound)
        return {
            code: (part, self._plan(part, limit - 1, int(needed[i])))
            for i, (code, part) in enumerate(cells)
            if needed[i] > alone[i]
        }

    def _write_parts(self, plan: Plan) -> None:
        """Writes the lemmas of all parts that a plan uses."""
        for reason in (plan.by_guess or {}).values():
            if isinstance(reason, Part):
                self._parts.write_part(reason)
            else:
                for _, below in reason.values():
                    self._write_parts(below)

    def _write(self, cell: CandidateSet, limit: int, plan: Plan) -> None:
        """Writes the frame of a set up to its end, and keeps the lemma."""
        problem, lemmas, tape = self._problem, self._lemmas, self._tape
        frame = ProofFrame(self._scratch.frames[self._max_guesses - limit])
        frame.last = 0
        if plan.by_guess is None:
            self._prove(cell, limit, plan, EVERY_GUESS)
            return
        cell = self._bounds.focus(cell)
        for guess in np.flatnonzero(~ruled_out_by(problem, Part(cell.answers, limit))).tolist():
            if (reason := plan.by_guess.get(guess)) is None:
                self._prove(cell, limit, plan, guess)
                continue
            frame.guess = guess
            if isinstance(reason, Part):
                write_entry(tape, frame, USE, int(problem.by_guess[guess, reason.members[0]]))
                write_all(tape, self._parts.write_part(reason))
                continue
            for code, (part, below) in sorted(reason.items()):
                after = self._constraint(limit - 1)
                key = set_key(problem, part)
                if not uses_lemma(problem, lemmas, tape, frame, code, key, after, part.answers, below.bound):
                    write_entry(tape, frame, CELL, code)
                    self._write(part, limit - 1, below)
        end_lemma(problem, lemmas, tape, cell.answers, set_key(problem, cell), self._constraint(limit), plan.bound)
        check_room(tape)

    def _constraint(self, limit: int) -> Constraint:
        constraint: Constraint = self._scratch.constraint[self._max_guesses - limit]
        constraint[0] = limit
        return constraint

    def _prove(self, cell: CandidateSet, limit: int, plan: Plan, guess: int) -> None:
        """Lets the kernel write the entries of one guess, or the whole frame; the frame has the guess of the last."""
        scratch = self._scratch
        self._constraint(limit)
        frame = frame_of(self._problem, scratch, cell, ProofFrame, self._max_guesses - limit)
        frame.guesses_left = limit
        frame.bound = plan.bound
        frame.is_relaxed = plan.is_relaxed or plan.by_guess is not None
        frame.only = guess
        is_proven = prove(self._problem, scratch, self._memo, self._lemmas, self._tape, cell.view, frame)
        self._bounds.check()
        if not is_proven or scratch.counters.nodes > scratch.counters.most_nodes:
            check_room(self._tape)
            raise proved_too_little()
