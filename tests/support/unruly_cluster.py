"""A cluster of one thread without Dask: tasks come back in any order, some are lost, some are done twice."""

from __future__ import annotations

import random
from collections.abc import Iterator

from wordle_compiler.cluster.messages import (
    Cutoffs,
)
from wordle_compiler.cluster.pacing import Pacing
from wordle_compiler.cluster.settling import OpenerSource
from wordle_compiler.cluster.solving import TreeSource
from wordle_compiler.cluster.task_runner import TaskRunner
from wordle_compiler.cluster.worker_state import SharedCutoffs, register, thread_state_for
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.game import Game
from wordle_compiler.game.weights import Weights
from wordle_compiler.search.stopping import Deadline
from wordle_compiler.solver.fixed_openers import OpenCell, play_fixed
from wordle_compiler.solver.fleet import OpenCellTask, Question, SolvedCell
from wordle_compiler.solver.leaderboard import Leaderboard, OpenerResult, SettledOpener
from wordle_compiler.solver.solver import ExactSolver

ALWAYS_SPLIT = Pacing(slice_seconds=0.0, patience=0.0, cell_patience=0.0, patient_share=0.0, most_pieces=4)
NEVER_SPLIT = Pacing(slice_seconds=0.001, patience=1000.0, cell_patience=1000.0)
SOMETIMES_SPLIT = Pacing(slice_seconds=0.001, patience=0.0005, cell_patience=0.0005, patient_share=0.0, most_pieces=3)


class Unruly:
    """A cluster of one thread without Dask: tasks come back in any order, some are lost, some are done twice."""

    def __init__(self, seed: int, pacing: Pacing, n_slots: int = 3) -> None:
        self.dice = random.Random(seed)
        self.pacing = pacing
        self.n_slots = n_slots
        self.n_lost = 0
        self.seen: set[type] = set()

    def fleet(self, question: Question, matrix: FeedbackMatrix, _deadline: Deadline) -> UnrulyFleet:
        register(question)
        return UnrulyFleet(self, question, matrix)


class UnrulyFleet:
    def __init__(self, cluster: Unruly, question: Question, matrix: FeedbackMatrix) -> None:
        self.cluster = cluster
        self.question = question
        self.matrix = matrix
        self.n_slots = cluster.n_slots

    def cells_of(self, opener: int) -> list[OpenCell]:
        return play_fixed(self.question.game, self.matrix, (opener,), self.question.max_guesses)[1]

    def settle_openers(
        self, openers: list[int], known: dict[int, OpenerResult], board: Leaderboard, *, is_bounded: bool, idle: object
    ) -> Iterator[SettledOpener]:
        del idle
        weights = self.question.weights
        weight = self.matrix.n_answers if weights is None else int(weights.in_units(self.question.max_guesses).sum())
        source = OpenerSource(
            openers,
            known,
            board,
            self.cells_of,
            weight=weight,
            is_bounded=is_bounded,
            can_split_cells=True,
            pacing=self.cluster.pacing,
        )
        return self.run(source)

    def solve_cells(self, tasks: list[OpenCellTask], *, idle: object) -> Iterator[SolvedCell]:  # noqa: ARG002
        return self.run(TreeSource(tasks, self.cluster.pacing, can_split=True))

    def describe(self) -> str:
        return ""

    def run(self, source: OpenerSource | TreeSource) -> Iterator:
        dice = self.cluster.dice
        out: list[tuple[object, Cutoffs]] = []
        latest = source.cutoffs()
        while True:
            while len(out) < 2 * self.n_slots and (work := source.next_work(self.n_slots)) is not None:
                out.append((work, source.cutoffs_for(work)))
            if not out:
                return
            work, cutoffs = out.pop(dice.randrange(len(out)))
            self.cluster.seen.add(type(work))
            if dice.random() < 0.2:
                self.cluster.n_lost += 1
                source.put_back(work)
                continue
            shared = SharedCutoffs()
            shared.lower(cutoffs)
            if dice.random() < 0.5:
                earlier, latest = latest, source.cutoffs()
                if (lowered := latest.lower_than(earlier)) is not None:
                    shared.lower(lowered)
            yield from source.take(
                work, TaskRunner(thread_state_for(self.question.key), shared, lambda: True).perform(work)
            )


def solver_of(game: Game, limit: int, cluster: Unruly | None = None, weights: Weights | None = None) -> ExactSolver:
    return ExactSolver(game, FeedbackMatrix.of(game), limit, cluster=cluster, weights=weights)
