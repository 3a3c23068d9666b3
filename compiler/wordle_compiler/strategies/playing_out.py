"""Playing a heuristic out below many openers, for the figures alone: no tree is kept, and hopeless ones are left early.

The figures of a line of first guesses are known as a lower bound all along: what is played counts exactly, and a cell
of n candidates after d guesses needs at least d + 1 guesses for one of them and d + 2 for each of the others. The
largest cell is played next, so that the bound rises fast.
"""

from __future__ import annotations

import enum
import heapq
import itertools
import threading
from bisect import insort
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.machine.errors import InputError
from wordle_compiler.solver.fixed_openers import play_fixed
from wordle_compiler.strategies.heuristic import Heuristic, Player
from wordle_compiler.strategies.strategy import Order

Line = tuple[int, ...]
"""Fixed first guesses, by their numbers among the allowed words."""


class Left(enum.Enum):
    """Why a line was not played out."""

    HOPELESS = enum.auto()
    """It cannot get among the best, or it exceeds the limit."""
    ILLEGAL = enum.auto()
    """The rule forbids one of its words after some feedback."""


@dataclass(frozen=True)
class Figures:
    """What a heuristic needs below a line.

    Attributes:
        histogram: How many answers need 1, 2, ... guesses, up to the limit.
        n_unsolved: How many answers it does not solve within the limit.
    """

    histogram: tuple[int, ...]
    n_unsolved: int

    @property
    def n_answers(self) -> int:
        """How many answers there are."""
        return sum(self.histogram) + self.n_unsolved

    @property
    def total(self) -> int:
        """The sum of guesses over the solved answers."""
        return sum(n_guesses * count for n_guesses, count in enumerate(self.histogram, 1))

    @property
    def worst_case(self) -> int:
        """The most guesses that a solved answer needs; 0 where none is solved."""
        return max((n_guesses for n_guesses, count in enumerate(self.histogram, 1) if count), default=0)


class Race:
    """Lines of one game under one heuristic, of which the best are wanted. Shared by the worker threads.

    A line is better the fewer answers it leaves unsolved, then the smaller its total, then by the alphabet. Which lines
    are left early depends on the threads; the best ones never are, for they are at no time worse than what is known.
    """

    def __init__(self, heuristic: Heuristic, order: Order, *, n_best: int | None, must_solve: bool) -> None:
        """Takes the game, how many of the best are wanted (None: all), and whether unsolved answers rule a line out."""
        self._order = order
        self._player = Player(heuristic, order)
        self._legal = np.arange(order.matrix.n_allowed, dtype=np.int32)
        self._n_best = n_best
        self._must_solve = must_solve
        self._best: list[tuple[int, int, Line]] = []
        self._lock = threading.Lock()

    def stop(self) -> None:
        """Makes the running threads end soon."""
        self._player.stop()

    def run(self, line: Line) -> tuple[Line, Figures | Left]:
        """Plays a line out, or leaves it; returns it with what came of it."""
        try:
            root, cells = play_fixed(self._order.game, self._order.matrix, line, self._order.max_guesses)
        except InputError:
            return line, Left.ILLEGAL
        count = _Count(self._order.max_guesses)
        for depth, node in root.walk():
            if node.solves:
                count.solve(depth)
        for cell in cells:
            count.add(cell.candidates, self._legal, cell.constraint, cell.guesses_left, line)
        while count.waiting:
            if self._is_hopeless(line, count):
                return line, Left.HOPELESS
            _, _, candidates, legal, constraint, guesses_left, guessed = heapq.heappop(count.waiting)
            count.bound -= count.least_total(len(candidates), guesses_left)
            guess, node, parts = self._player.step(candidates, legal, constraint, guesses_left, guessed)
            if node.solves:
                count.solve(self._order.max_guesses - guesses_left + 1)
            for _, part, inherited, after, left in parts:
                count.add(part, inherited, after, left, (*guessed, guess))
        if self._is_hopeless(line, count):
            return line, Left.HOPELESS
        with self._lock:
            insort(self._best, (count.n_unsolved, count.bound, line))
        return line, Figures(tuple(count.histogram), count.n_unsolved)

    def _is_hopeless(self, line: Line, count: _Count) -> bool:
        """Says whether a line need not be played on: what is known of it is a lower bound for its place."""
        if self._must_solve and count.n_unsolved:
            return True
        with self._lock:
            return (
                self._n_best is not None
                and len(self._best) >= self._n_best
                and (count.n_unsolved, count.bound, line) > self._best[self._n_best - 1]
            )


Waiting = tuple[int, int, NDArray[np.int32], NDArray[np.int32], NDArray[np.uint16], int, Line]
"""A cell to play: minus its size and a number that no other cell has, which order the heap, then what `step` takes."""


class _Count:
    """What is known of a line while it is played.

    Attributes:
        histogram: How many answers are known to need 1, 2, ... guesses.
        n_unsolved: How many are known to be out of reach.
        bound: A lower bound for the total, were all others solved: exact once nothing is waiting.
        waiting: The cells still to be played, a heap, the largest first.
    """

    def __init__(self, max_guesses: int) -> None:
        self._max_guesses = max_guesses
        self._number = itertools.count()
        self.histogram = [0] * max_guesses
        self.n_unsolved = 0
        self.bound = 0
        self.waiting: list[Waiting] = []

    def solve(self, n_guesses: int) -> None:
        """Counts an answer that is solved with so many guesses."""
        self.histogram[n_guesses - 1] += 1
        self.bound += n_guesses

    def least_total(self, n_candidates: int, guesses_left: int) -> int:
        """Returns how many guesses the candidates of a cell need at least, those before it included."""
        return n_candidates * (self._max_guesses - guesses_left + 2) - 1

    def add(
        self,
        candidates: NDArray[np.int32],
        legal: NDArray[np.int32],
        constraint: NDArray[np.uint16],
        guesses_left: int,
        guessed: Line,
    ) -> None:
        """Adds a cell: counts it at once where the first candidate is played whatever the heuristic, else queues it."""
        n = len(candidates)
        if n > 2 and guesses_left > 1:
            self.bound += self.least_total(n, guesses_left)
            entry = (-n, next(self._number), candidates, legal, constraint, guesses_left, guessed)
            heapq.heappush(self.waiting, entry)
            return
        # One guess a candidate, as far as they go.
        n_solved = min(n, guesses_left)
        for turn in range(n_solved):
            self.solve(self._max_guesses - guesses_left + 1 + turn)
        self.n_unsolved += n - n_solved
