"""Greedy play, the frame of all heuristics: each node plays the guess with the best score.

A heuristic only scores guesses; this module plays it out into a tree. Ties go to a candidate, then to the
alphabetically first guess. With one or two candidates, or with one guess left, every heuristic plays the first
candidate, because no other guess needs fewer guesses or solves more.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.game.feedback_matrix import FeedbackMatrix, letter_codes, letter_counts_of
from wordle_compiler.game.game import Rule
from wordle_compiler.game.legality import filter_legal, tighten
from wordle_compiler.game.mastermind import representative_openers
from wordle_compiler.machine.workers import run_tasks
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.solver.fixed_openers import OpenCell, fill, play_fixed
from wordle_compiler.strategies.options import GUESS_FROM, SAMPLE, GuessFrom, read_guess_from, read_sample
from wordle_compiler.strategies.sampling import draw_sample
from wordle_compiler.strategies.strategy import OptionValue, Order, Status, Strategy


@dataclass(frozen=True, eq=False)
class DecisionPoint:
    """A node at which a heuristic must choose.

    Attributes:
        matrix: The game's feedback matrix.
        candidates: The answers still possible, by number, ascending, at least 3; int32. With option `sample`, the drawn
            candidates.
        candidate_guesses: The guesses in `legal` that are still possible, by their numbers among the allowed words,
            ascending; int32.
        legal: The guesses to choose from, ascending; int32. These are the guesses that the rule allows, or with option
            `guess_from` only the guesses that are still possible.
        guessed: The guesses so far, the opener first.
        letters: The letters of all allowed words as numbers (see `letter_codes`); shape (n_allowed, length).
        constraint: What rule hard demands here (see `legality`), with entry 0 not set; None under other rules.
        is_from_candidates: Whether every later guess must be one that is then still possible.
        options: The strategy's options from the order.
        n_workers: How many threads the choice may use.
    """

    matrix: FeedbackMatrix
    candidates: NDArray[np.int32]
    candidate_guesses: NDArray[np.int32]
    legal: NDArray[np.int32]
    guessed: tuple[int, ...] = ()
    letters: NDArray[np.uint16] = field(default_factory=lambda: np.empty((0, 0), np.uint16))
    constraint: NDArray[np.uint16] | None = None
    is_from_candidates: bool = False
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    n_workers: int = 1

    def among(self, guesses: NDArray[np.int32]) -> DecisionPoint:
        """Returns the position with only `guesses` to choose from; they must be legal and ascending."""
        return replace(
            self, legal=guesses, candidate_guesses=np.intersect1d(self.candidate_guesses, guesses, assume_unique=True)
        )


class CellToPlay(NamedTuple):
    """A cell to play: what is known at a node before its guess is chosen.

    Attributes:
        code: The feedback that leads to the cell.
        candidates: The cell's answers, by number, ascending.
        legal: The guesses among which the cell's legal ones are.
        constraint: What rule hard demands there; see `legality`.
        guesses_left: How many guesses are left there.
        guessed: The guesses so far, the opener first.
    """

    code: int
    candidates: NDArray[np.int32]
    legal: NDArray[np.int32]
    constraint: NDArray[np.uint16]
    guesses_left: int
    guessed: tuple[int, ...]


class Heuristic(Strategy):
    """A strategy that scores the legal guesses of a position and plays the best.

    This class implements the options `guess_from` and `sample`: a heuristic that accepts them simply sees fewer guesses
    or fewer candidates.
    """

    option_names: ClassVar[tuple[str, ...]] = (GUESS_FROM,)
    is_by_cell_sizes: ClassVar[bool] = False
    """Whether a guess's score depends only on the sizes of its cells, with ties to a candidate and then to the
    alphabetically first guess. If so, only `representative_openers` need be considered for the opener."""

    @abstractmethod
    def choose(self, position: DecisionPoint) -> int:
        """Returns the guess to play, by its number among the allowed words."""

    def check_options(self, options: Mapping[str, OptionValue]) -> None:
        """Raises `InputError` if an option has an invalid value."""
        read_guess_from(options)
        if SAMPLE in self.option_names:
            read_sample(options)

    def build(self, order: Order) -> tuple[TreeNode, Status]:
        """Plays the heuristic out below the fixed first guesses; answers beyond the limit remain unsolved.

        Raises:
            InputError: The rule forbids a fixed guess after some feedback.
        """
        self.check_options(order.options)
        player = Player(self, order)
        n_answers = order.matrix.n_answers
        legal = np.arange(order.matrix.n_allowed, dtype=np.int32)
        openers = order.openers
        if not openers:
            at_start = order.matrix.answer_as_guess if order.game.rule == Rule.CANDIDATES else legal
            nothing = np.zeros(1 + 2 * order.game.length, np.uint16)
            everything = np.arange(n_answers, dtype=np.int32)
            # No other choice can be made in parallel with this one, so it gets all threads.
            start = CellToPlay(0, everything, at_start, nothing, order.max_guesses, ())
            openers = (player.choose(start, order.n_workers),)
        root, cells = play_fixed(order.game, order.matrix, openers, order.max_guesses)
        done = n_answers - sum(len(cell.candidates) for cell in cells)

        def play_on(cell: OpenCell) -> tuple[OpenCell, TreeNode]:
            return cell, player.play(CellToPlay(0, cell.candidates, legal, cell.constraint, cell.guesses_left, openers))

        # The largest cells go first, so that no thread is left alone with one at the end.
        within_limit = sorted(
            (cell for cell in cells if cell.guesses_left > 0), key=lambda cell: len(cell.candidates), reverse=True
        )
        for cell, child in run_tasks(play_on, within_limit, order.n_workers, stop=player.stop):
            fill(cell, child)
            done += len(cell.candidates)
            order.progress(done, n_answers, f"{root.guess}: answers")
        return root, Status.HEURISTIC


class Scored(Heuristic):
    """A heuristic whose choice is the guess with the lowest score; ties to a candidate, then alphabetically."""

    @abstractmethod
    def scores(self, position: DecisionPoint) -> NDArray[np.int64]:
        """Returns the score of each guess in `position.legal`: lower is better, equal is a tie."""

    def choose(self, position: DecisionPoint) -> int:
        """Returns the guess."""
        return first_of(self.best(position), position)

    def best(self, position: DecisionPoint) -> NDArray[np.bool_]:
        """Returns which of the legal guesses have the lowest score."""
        scores = self.scores(position)
        are_best: NDArray[np.bool_] = scores == scores.min()
        return are_best


def first_of(best: NDArray[np.bool_], position: DecisionPoint) -> int:
    """Returns which of the equally good legal guesses to play: the first candidate among them, or else the first."""
    guesses = position.legal[best]
    if not len(position.candidate_guesses):
        return int(guesses[0])
    places = np.minimum(np.searchsorted(position.candidate_guesses, guesses), len(position.candidate_guesses) - 1)
    are_candidates = position.candidate_guesses[places] == guesses
    return int(guesses[np.argmax(are_candidates)])


class Player:
    """Plays one heuristic on one game. The worker threads share it; only `stop` writes to it."""

    def __init__(self, heuristic: Heuristic, order: Order) -> None:
        """Takes the heuristic and the order; the caller plays the order's openers."""
        game = order.game
        self._heuristic = heuristic
        self._matrix = order.matrix
        self._options = order.options
        self._is_from_candidates = read_guess_from(order.options) == GuessFrom.CANDIDATES
        self._n_drawn, self._seed = read_sample(order.options) if SAMPLE in heuristic.option_names else (0, 0)
        # On a sample of the candidates, guesses of one shape may have cells of different sizes.
        is_enough = heuristic.is_by_cell_sizes and not self._n_drawn
        self._representatives = representative_openers(game) if is_enough and not order.openers else None
        self._words = game.allowed.words
        self._rule = game.rule
        self._won = game.n_feedbacks - 1
        self._letters = letter_codes(game.allowed.words)
        self._counts = letter_counts_of(self._letters)
        self._stopped = False

    def stop(self) -> None:
        """Makes the running threads end soon."""
        self._stopped = True

    def choose(self, cell: CellToPlay, n_workers: int = 1) -> int:
        """Returns the guess for a node; with one or two candidates, or one guess left, it is the first candidate."""
        _, candidates, legal, constraint, guesses_left, guessed = cell
        guesses = self._matrix.answer_as_guess[candidates]
        if len(candidates) <= 2 or guesses_left == 1:
            return int(guesses[0])
        position = DecisionPoint(
            self._matrix,
            candidates,
            guesses,
            guesses if self._is_from_candidates else legal,
            guessed,
            self._letters,
            constraint if self._rule == Rule.HARD else None,
            self._is_from_candidates or self._rule == Rule.CANDIDATES,
            self._options,
            n_workers,
        )
        if not guessed and self._representatives is not None:
            position = position.among(np.intersect1d(position.legal, self._representatives, assume_unique=True))
        if 0 < self._n_drawn < len(candidates):
            position = replace(position, candidates=draw_sample(self._seed, candidates, self._n_drawn))
        return self._heuristic.choose(position)

    def play(self, cell: CellToPlay) -> TreeNode:
        """Returns the heuristic's tree below a node."""
        if len(cell.candidates) == 1:
            return TreeNode(self._words[self._matrix.answer_as_guess[cell.candidates[0]]], solves=True)
        node, cells = self.step(cell)
        for below in cells:
            node.children[below.code] = self.play(below)
        return node

    def step(self, cell: CellToPlay) -> tuple[TreeNode, list[CellToPlay]]:
        """Plays a node; returns it without children, and its cells, ascending by feedback; none without a guess left.

        Raises:
            KeyboardInterrupt: `stop` was called.
        """
        if self._stopped:
            raise KeyboardInterrupt
        candidates, legal = cell.candidates, cell.legal
        if self._rule == Rule.CANDIDATES:
            legal = self._matrix.answer_as_guess[candidates]
        elif self._rule == Rule.HARD and len(candidates) > 2 and not self._is_from_candidates:
            legal = filter_legal(cell.constraint, legal, self._letters, self._counts)
        guess = self.choose(cell._replace(legal=legal))
        codes = self._matrix.by_guess[guess, candidates]
        node = TreeNode(self._words[guess], bool((codes == self._won).any()))
        cells: list[CellToPlay] = []
        if cell.guesses_left == 1:
            return node, cells
        order = np.argsort(codes, kind="stable")
        present, starts = np.unique(codes[order], return_index=True)
        guessed = (*cell.guessed, guess)
        for code, below in zip(present, np.split(candidates[order], starts[1:]), strict=True):
            if code == self._won:
                continue
            after = cell.constraint
            if self._rule == Rule.HARD:
                after = after.copy()
                tighten(cell.constraint, self._letters[guess], int(code), after)
            cells.append(CellToPlay(int(code), below, legal, after, cell.guesses_left - 1, guessed))
        return node, cells
