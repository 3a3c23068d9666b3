"""A cluster of one thread without Dask: tasks come back in any order, and of their pieces some are not begun."""

import math
import pickle
import random
from collections.abc import Sequence
from typing import Any

from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.game import Game
from wordle_compiler.game.weights import Weights
from wordle_compiler.search.problem import EVERY_GUESS
from wordle_compiler.solver.objective import Question
from wordle_compiler.solver.remote import OpenerPiece, Outcome, Piece
from wordle_compiler.solver.solver import ExactSolver
from wordle_compiler.solver.worker_threads import WorkerThreads, lay_out

ALWAYS, NEVER, SOMETIMES = 0.0, math.inf, 0.5
"""When a cell comes back as its guesses."""


class Unruly:
    """A cluster as `solver.remote.Cluster` wants it.

    Attributes:
        seen: The pieces that were sent: each an opener, a cell, or a guess of one.
    """

    n_slots = 3

    def __init__(self, seed: int, patience: float = SOMETIMES) -> None:
        self.patience = patience
        self.seen: set[str] = set()
        self._dice = random.Random(seed)
        self._questions: dict[str, WorkerThreads] = {}
        self._out: dict[int, tuple[str, bytes]] = {}
        self._n_tasks = 0

    def register(self, question: Question) -> str:
        name = str(len(self._questions))
        self._questions[name] = lay_out(question, None, 1)[1]
        return name

    def submit(self, question: str, pieces: Sequence[Piece]) -> int:
        self.seen |= {kind_of(piece) for piece in pieces}
        if self.patience == SOMETIMES:
            pieces = [self._draw_patience(piece) for piece in pieces]
        self._n_tasks += 1
        self._out[self._n_tasks] = question, pickle.dumps(pieces)
        return self._n_tasks

    def wait(self, tasks: Sequence[int], seconds: float) -> list[tuple[int, list[Outcome]]]:
        del seconds
        from wordle_compiler.cluster.worker_side import run_pieces  # Imports Dask, for a fifth of a second.

        task = self._dice.choice(tasks)
        question, data = self._out.pop(task)
        pieces = pickle.loads(data)
        begun = pieces[: self._dice.randint(1, len(pieces))]
        outcomes = run_pieces(self._questions[question], begun, math.inf, lambda: True)
        return [(task, pickle.loads(pickle.dumps(outcomes)))]

    def cancel(self, tasks: Sequence[int]) -> None:
        for task in tasks:
            del self._out[task]

    def _draw_patience(self, piece: Any) -> Any:
        return piece._replace(patience=self._dice.choice((ALWAYS, None))) if kind_of(piece) == "cell" else piece


def kind_of(piece: Piece) -> str:
    return "opener" if isinstance(piece, OpenerPiece) else "cell" if piece.guess == EVERY_GUESS else "guess"


def solver_of(game: Game, limit: int, cluster: Unruly | None = None, weights: Weights | None = None) -> ExactSolver:
    return ExactSolver(game, FeedbackMatrix.of(game), limit, cluster=cluster, weights=weights)
