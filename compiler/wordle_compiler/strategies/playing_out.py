"""Plays a heuristic out below many openers and keeps only the figures, no tree; hopeless openers are abandoned early.

A lower bound for the figures of a line of first guesses is known at any time. What has been played counts exactly. A
cell of n candidates after d guesses needs at least d + 1 guesses for one candidate and d + 2 for each of the others.
The largest cell is played next, so that the bound rises fast.
"""

from __future__ import annotations

import enum
import heapq
import itertools
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from wordle_compiler.machine.errors import InputError
from wordle_compiler.solver.fixed_openers import play_fixed
from wordle_compiler.solver.leaderboard import Best
from wordle_compiler.strategies.heuristic import CellToPlay, Heuristic, Player
from wordle_compiler.strategies.strategy import Order

Line = tuple[int, ...]
"""Fixed first guesses, by their numbers among the allowed words."""


class Left(enum.Enum):
    """Why a line was not played out."""

    HOPELESS = enum.auto()
    """The line cannot be among the best, or it exceeds the limit."""
    ILLEGAL = enum.auto()
    """The rule forbids one of the line's words after some feedback."""


@dataclass(frozen=True)
class Figures:
    """How many guesses a heuristic needs below a line.

    Attributes:
        histogram: How many answers need 1, 2, ... guesses, up to the limit.
        n_unsolved: How many answers the heuristic does not solve within the limit.
    """

    histogram: tuple[int, ...]
    n_unsolved: int

    @property
    def n_answers(self) -> int:
        """How many answers there are."""
        return sum(self.histogram) + self.n_unsolved

    @property
    def total(self) -> int:
        """The sum of the guesses over the solved answers."""
        return sum(n_guesses * count for n_guesses, count in enumerate(self.histogram, 1))

    @property
    def worst_case(self) -> int:
        """The most guesses that a solved answer needs; 0 if none is solved."""
        return max((n_guesses for n_guesses, count in enumerate(self.histogram, 1) if count), default=0)


class Race:
    """Finds the best lines of one game under one heuristic. The worker threads share it.

    A line is better if it leaves fewer answers unsolved, then if its total is smaller, then if it is alphabetically
    first. Which lines are abandoned early depends on the threads. The best lines never are, because their bounds are
    never worse than the best figures known.
    """

    def __init__(self, heuristic: Heuristic, order: Order, *, n_best: int | None, must_solve: bool) -> None:
        """Takes the game, how many best lines to find (None: all), and whether unsolved answers rule a line out."""
        self._order = order
        self._player = Player(heuristic, order)
        self._legal = np.arange(order.matrix.n_allowed, dtype=np.int32)
        self._must_solve = must_solve
        self._best: Best[_RankedLine] = Best(n_best)

    def stop(self) -> None:
        """Makes the running threads end soon."""
        self._player.stop()

    def run(self, line: Line) -> tuple[Line, Figures | Left]:
        """Plays a line out or abandons it; returns the line with its figures or the reason."""
        try:
            root, cells = play_fixed(self._order.game, self._order.matrix, line, self._order.max_guesses)
        except InputError:
            return line, Left.ILLEGAL
        count = _Count(self._order.max_guesses)
        for depth, node in root.walk():
            if node.solves:
                count.solve(depth)
        for open_cell in cells:
            known = (open_cell.candidates, self._legal, open_cell.constraint, open_cell.guesses_left)
            count.add(CellToPlay(0, *known, line))
        while count.waiting:
            if self._is_hopeless(line, count):
                return line, Left.HOPELESS
            *_, cell = heapq.heappop(count.waiting)
            count.bound -= count.least_total(cell)
            node, cells_below = self._player.step(cell)
            if node.solves:
                count.solve(self._order.max_guesses - cell.guesses_left + 1)
            for below in cells_below:
                count.add(below)
        if self._is_hopeless(line, count):
            return line, Left.HOPELESS
        self._best.add(_RankedLine(count.n_unsolved, count.bound, line))
        return line, Figures(tuple(count.histogram), count.n_unsolved)

    def _is_hopeless(self, line: Line, count: _Count) -> bool:
        """Returns whether a line can be abandoned, because its lower bound is not good enough."""
        if self._must_solve and count.n_unsolved:
            return True
        last = self._best.last()
        return last is not None and _RankedLine(count.n_unsolved, count.bound, line) > last


class _RankedLine(NamedTuple):
    """A line with its result. Lines compare field by field: the smaller one is better."""

    n_unsolved: int
    total: int
    line: Line


class _Count:
    """The figures of a line so far, while it is played.

    Attributes:
        histogram: How many answers are known to need 1, 2, ... guesses.
        n_unsolved: How many answers are known to stay unsolved.
        bound: A lower bound for the total, assuming that all other answers are solved; exact once no cell is waiting.
        waiting: The cells still to be played, as a heap, largest first: each after its negated size and its number.
    """

    def __init__(self, max_guesses: int) -> None:
        self._max_guesses = max_guesses
        self._number = itertools.count()
        self.histogram = [0] * max_guesses
        self.n_unsolved = 0
        self.bound = 0
        self.waiting: list[tuple[int, int, CellToPlay]] = []

    def solve(self, n_guesses: int) -> None:
        """Counts an answer that is solved in `n_guesses` guesses."""
        self.histogram[n_guesses - 1] += 1
        self.bound += n_guesses

    def least_total(self, cell: CellToPlay) -> int:
        """Returns a lower bound for the guesses that a cell's candidates need, including those before the cell."""
        return len(cell.candidates) * (self._max_guesses - cell.guesses_left + 2) - 1

    def add(self, cell: CellToPlay) -> None:
        """Adds a cell: counts it at once if every heuristic plays the first candidate there, otherwise queues it."""
        n = len(cell.candidates)
        if n > 2 and cell.guesses_left > 1:
            self.bound += self.least_total(cell)
            heapq.heappush(self.waiting, (-n, next(self._number), cell))
            return
        # One candidate per guess, as long as guesses are left.
        n_solved = min(n, cell.guesses_left)
        for turn in range(n_solved):
            self.solve(self._max_guesses - cell.guesses_left + 1 + turn)
        self.n_unsolved += n - n_solved
