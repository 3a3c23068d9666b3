"""The relaxations of one solver: each is lent to one thread at a time, and keeps what it proves for the next."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.game.game import Game
from wordle_compiler.search.memo import Memo
from wordle_compiler.search.problem import Problem
from wordle_compiler.solver.relaxation import Relaxation
from wordle_compiler.solver.trials import describe


class RelaxationPool:
    """Lends relaxations of one game. Needs no lock: `append` and `pop` of lists and deques are atomic."""

    def __init__(self, problem: Problem, game: Game, max_guesses: int) -> None:
        self._problem = problem
        self._game = game
        self._max_guesses = max_guesses
        self._all: list[Relaxation] = []
        self._free: deque[Relaxation] = deque()

    @contextmanager
    def lend(self, control: NDArray[np.int64], memo: Memo) -> Iterator[Relaxation]:
        """Lends a relaxation that stops when the flag `control` is set, and that uses a memo of the thread's."""
        try:
            relaxation = self._free.pop()
        except IndexError:
            relaxation = Relaxation.of(self._problem, self._game, self._max_guesses)
            self._all.append(relaxation)
        relaxation.begin(control, memo)
        try:
            yield relaxation
        finally:
            self._free.append(relaxation)

    def describe(self) -> str:
        """Returns how far the work is at the largest set whose guesses are tried one by one; see `trials`."""
        return describe(trial for relaxation in self._all if (trial := relaxation.trial) is not None)
