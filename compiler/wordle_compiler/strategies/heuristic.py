"""Greedy play: at each node the guess that scores best now, without looking further. The frame of all heuristics.

A heuristic only scores guesses; this module plays it out into a tree. Ties go to a candidate, then to the alphabet.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.decision_tree import Node
from wordle_compiler.feedback_matrix import FeedbackMatrix, letter_codes, letter_counts_of
from wordle_compiler.fixed_openers import OpenCell, fill, play_fixed
from wordle_compiler.game import Game, Rule
from wordle_compiler.legality import filter_legal, tighten
from wordle_compiler.strategies.strategy import Claim, Order, Strategy
from wordle_compiler.workers import run_tasks


@dataclass(frozen=True, eq=False)
class Position:
    """A node at which a heuristic must choose.

    Attributes:
        matrix: The game's feedbacks.
        candidates: The answers still possible (their numbers), ascending, at least 3; int32.
        candidate_guesses: The same words by their numbers among the allowed, ascending; int32.
        legal: The legal guesses, ascending; int32.
        guesses_left: How many guesses there are, this one included; at least 2.
    """

    matrix: FeedbackMatrix
    candidates: NDArray[np.int32]
    candidate_guesses: NDArray[np.int32]
    legal: NDArray[np.int32]
    guesses_left: int


class Heuristic(Strategy):
    """A strategy that scores the legal guesses of a position and plays the best."""

    @abstractmethod
    def choose(self, position: Position) -> int:
        """Returns the guess to play, by its number among the allowed words."""

    def build(self, order: Order) -> tuple[Node, Claim]:
        """Plays the heuristic out below the fixed first guesses; answers beyond the limit stay unsolved.

        Raises:
            InputError: The rule forbids a fixed guess after some feedback.
        """
        player = _Player(self, order.game, order.matrix)
        n_answers = order.matrix.n_answers
        legal = np.arange(order.matrix.n_allowed, dtype=np.int32)
        openers = order.openers
        if not openers:
            at_start = order.matrix.answer_as_guess if order.game.rule == Rule.CANDIDATES else legal
            openers = (player.choose(np.arange(n_answers, dtype=np.int32), at_start, order.max_guesses),)
        root, cells = play_fixed(order.game, order.matrix, openers, order.max_guesses)
        done = n_answers - sum(len(cell.candidates) for cell in cells)

        def play_on(cell: OpenCell) -> tuple[OpenCell, Node]:
            return cell, player.play(cell.candidates, legal, cell.constraint, cell.guesses_left)

        within_limit = [cell for cell in cells if cell.guesses_left > 0]
        for cell, child in run_tasks(play_on, within_limit, order.n_workers, stop=player.stop):
            fill(cell, child)
            done += len(cell.candidates)
            order.progress(done, n_answers, f"{root.guess}: answers")
        return root, Claim.HEURISTIC


Cell = tuple[int, NDArray[np.int32], NDArray[np.int32], NDArray[np.uint16], int]
"""A feedback, the candidates that have it, the guesses to filter, the constraint on them, the guesses left."""


class _Player:
    """Plays one heuristic on one game. Shared by the worker threads; only `stop` writes to it."""

    def __init__(self, heuristic: Heuristic, game: Game, matrix: FeedbackMatrix) -> None:
        self._heuristic = heuristic
        self._matrix = matrix
        self._words = game.allowed.words
        self._rule = game.rule
        self._won = game.n_feedbacks - 1
        self._letters = letter_codes(game.allowed.words)
        self._counts = letter_counts_of(self._letters)
        self._stopped = False

    def stop(self) -> None:
        """Makes the running threads end soon."""
        self._stopped = True

    def choose(self, candidates: NDArray[np.int32], legal: NDArray[np.int32], guesses_left: int) -> int:
        """Returns the guess for a node: with one or two candidates, or one guess left, simply the first candidate."""
        guesses = self._matrix.answer_as_guess[candidates]
        if len(candidates) <= 2 or guesses_left == 1:
            return int(guesses[0])
        return self._heuristic.choose(Position(self._matrix, candidates, guesses, legal, guesses_left))

    def play(
        self,
        candidates: NDArray[np.int32],
        legal: NDArray[np.int32],
        constraint: NDArray[np.uint16],
        guesses_left: int,
    ) -> Node:
        """Returns the heuristic's tree below a node."""
        if self._stopped:
            raise KeyboardInterrupt
        if self._rule == Rule.CANDIDATES:
            legal = self._matrix.answer_as_guess[candidates]
        elif self._rule == Rule.HARD and len(candidates) > 2:
            legal = filter_legal(constraint, legal, self._letters, self._counts)
        guess = self.choose(candidates, legal, guesses_left)
        node, cells = self.split(guess, candidates, legal, constraint, guesses_left)
        for code, cell, inherited, after, left in cells:
            node.children[code] = self.play(cell, inherited, after, left)
        return node

    def split(
        self,
        guess: int,
        candidates: NDArray[np.int32],
        legal: NDArray[np.int32],
        constraint: NDArray[np.uint16],
        guesses_left: int,
    ) -> tuple[Node, list[Cell]]:
        """Returns the node that plays `guess`, without children, and the cells to play on, ascending by feedback."""
        codes = self._matrix.by_guess[guess, candidates]
        node = Node(self._words[guess], bool((codes == self._won).any()))
        cells: list[Cell] = []
        if guesses_left == 1:
            return node, cells
        order = np.argsort(codes, kind="stable")
        present, starts = np.unique(codes[order], return_index=True)
        for code, cell in zip(present, np.split(candidates[order], starts[1:]), strict=True):
            if code == self._won:
                continue
            after = constraint
            if self._rule == Rule.HARD:
                after = constraint.copy()
                tighten(constraint, self._letters[guess], int(code), after)
            cells.append((int(code), cell, legal, after, guesses_left - 1))
        return node, cells
