"""Greedy play, the frame of all heuristics: each node plays the guess with the best score; baselines and shortlists.

A heuristic only scores guesses; this module plays it out into a tree. Ties go to a candidate, then to the
alphabetically first guess. With one or two candidates, or with one guess left, every heuristic plays the first
candidate, because no other guess needs fewer guesses or solves more.
"""

from __future__ import annotations

import hashlib
import threading
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.game.feedback_matrix import FeedbackMatrix, letter_codes, letter_counts_of
from wordle_compiler.game.game import Rule
from wordle_compiler.game.legality import filter_legal
from wordle_compiler.machine.workers import run_tasks
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.solver.fixed_openers import OpenCell, play_fixed, play_guess
from wordle_compiler.strategies.strategy import GuessFrom, Order, Reader, Status, Strategy, choice, whole_number

GUESS_FROM = "guess_from", choice(GuessFrom.ALLOWED, GuessFrom.CANDIDATES)
SEED = "seed", whole_number(0, least=0)
"""Options that several heuristics have."""


@dataclass(frozen=True, eq=False)
class DecisionPoint:
    """A node at which a heuristic must choose."""

    matrix: FeedbackMatrix
    # The answers still possible, by number, ascending, at least 3; int32. With option `sample`, the drawn candidates.
    candidates: NDArray[np.int32]
    # The guesses in `legal` that are still possible, by their numbers among the allowed words, ascending; int32.
    candidate_guesses: NDArray[np.int32]
    # The guesses to choose from, ascending; int32. These are the guesses that the rule allows, or with option
    # `guess_from` only the guesses that are still possible.
    legal: NDArray[np.int32]
    guessed: tuple[int, ...] = ()  # The guesses so far, the opener first.
    # The letters of all allowed words as numbers (see `letter_codes`); shape (n_allowed, length).
    letters: NDArray[np.uint16] = field(default_factory=lambda: np.empty((0, 0), np.uint16))
    # How often each allowed word has each letter; shape (n_allowed, n_letters).
    letter_counts: NDArray[np.uint8] = field(default_factory=lambda: np.empty((0, 0), np.uint8))
    # Of each letter of each allowed word, its entry in tables of shape (3, n_letters, length), flattened: the letter in
    # its place as the only one, as the first of several, and as a later one; shape (length, n_allowed).
    slots: NDArray[np.intp] = field(default_factory=lambda: np.empty((0, 0), np.intp))
    # What rule hard demands here (see `legality`), with entry 0 not set; None under other rules.
    constraint: NDArray[np.uint16] | None = None
    is_from_candidates: bool = False  # Whether every later guess must be one that is then still possible.
    options: Mapping[str, Any] = field(default_factory=dict)  # The strategy's options; see `Strategy.settings`.
    n_workers: int = 1  # How many threads the choice may use.


class Heuristic(Strategy):
    """A strategy that scores the legal guesses of a position and plays the best.

    A heuristic that has the options `guess_from` and `sample` (0: no sample) simply sees fewer guesses or fewer
    candidates.
    """

    options: tuple[tuple[str, Reader], ...] = (GUESS_FROM,)

    @abstractmethod
    def choose(self, position: DecisionPoint) -> int:
        """Returns the guess to play, by its number among the allowed words."""

    def build(self, order: Order) -> tuple[TreeNode, Status]:
        """Plays the heuristic out below the fixed first guesses; answers beyond the limit remain unsolved.

        Raises:
            InputError: The rule forbids a fixed guess after some feedback.
        """
        player = Player(self, order)
        n_answers = order.matrix.n_answers
        # No other choice can be made in parallel with that of the opener, so it gets all threads.
        start = OpenCell.of_all(order.game, order.max_guesses)
        openers = order.openers or (player.choose(start, player.every_guess, order.n_workers),)
        root, cells = play_fixed(order.game, order.matrix, openers, order.max_guesses)
        done = n_answers - sum(len(cell.candidates) for cell in cells)

        def play_on(cell: OpenCell) -> tuple[OpenCell, TreeNode]:
            return cell, player.play(cell, player.every_guess)

        # The largest cells go first, so that no thread is left alone with one at the end.
        within_limit = sorted((cell for cell in cells if cell.guesses_left), key=lambda cell: -len(cell.candidates))
        for cell, child in run_tasks(play_on, within_limit, order.n_workers, stop=player.stopped.set):
            cell.fill(child)
            done += len(cell.candidates)
            order.progress(done, n_answers, f"answers below {root.guess}")
        return root, Status.HEURISTIC


class Scored(Heuristic):
    """A heuristic whose choice is the guess with the lowest score; ties to a candidate, then alphabetically."""

    @abstractmethod
    def scores(self, position: DecisionPoint) -> NDArray[np.int64]:
        """Returns the score of each guess in `position.legal`: lower is better, equal is a tie."""

    def choose(self, position: DecisionPoint) -> int:
        """Returns the guess."""
        scores = self.scores(position)
        guesses = position.legal[scores == scores.min()]
        own = np.intersect1d(guesses, position.candidate_guesses, assume_unique=True)
        return int((own if len(own) else guesses)[0])


class Player:
    """Plays one heuristic on one game. The worker threads share it."""

    def __init__(self, heuristic: Heuristic, order: Order) -> None:
        """Takes the heuristic and the order; the caller plays the order's openers."""
        self._heuristic = heuristic
        self._order = order
        self._options = heuristic.settings(order.options)
        self._is_from_candidates = self._options.get("guess_from") == GuessFrom.CANDIDATES
        self._n_drawn = self._options.get("sample", 0)
        self._letters = letter_codes(order.game.allowed.words)
        counts = letter_counts_of(self._letters)
        self._by_letter = self._letters, counts, slots_of(self._letters, counts)
        self.stopped = threading.Event()  # Makes the running threads end soon.
        self.every_guess = np.arange(order.matrix.n_allowed, dtype=np.int32)  # All allowed words, by number.

    def choose(self, cell: OpenCell, legal: NDArray[np.int32], n_workers: int = 1) -> int:
        """Returns the guess in a cell, among `legal` except under rule candidates.

        With one or two candidates, or with one guess left, it is the first candidate.
        """
        order = self._order
        candidates = cell.candidates
        guesses = order.matrix.answer_as_guess[candidates]
        if len(candidates) <= 2 or cell.guesses_left == 1:
            return int(guesses[0])
        is_from_candidates = self._is_from_candidates or order.game.rule == Rule.CANDIDATES
        position = DecisionPoint(
            order.matrix,
            candidates,
            guesses,
            guesses if is_from_candidates else legal,
            tuple(guess for guess, _ in cell.turns),
            *self._by_letter,
            cell.constraint if order.game.rule == Rule.HARD else None,
            is_from_candidates,
            self._options,
            n_workers,
        )
        if 0 < self._n_drawn < len(candidates):
            position = replace(position, candidates=draw_sample(self._options["seed"], candidates, self._n_drawn))
        return self._heuristic.choose(position)

    def play(self, cell: OpenCell, legal: NDArray[np.int32]) -> TreeNode:
        """Returns the heuristic's tree for a cell whose legal guesses are among `legal`, both by number.

        Raises:
            KeyboardInterrupt: `stopped` is set.
        """
        if self.stopped.is_set():
            raise KeyboardInterrupt
        game, matrix = self._order.game, self._order.matrix
        if len(cell.candidates) == 1:
            return TreeNode(game.allowed.words[matrix.answer_as_guess[cell.candidates[0]]], solves=True)
        if game.rule == Rule.HARD and len(cell.candidates) > 2 and not self._is_from_candidates:
            legal = filter_legal(cell.constraint, legal, *self._by_letter[:2])
        node, cells = play_guess(game, matrix, self._letters, cell, self.choose(cell, legal))
        for below in cells if cell.guesses_left > 1 else ():
            node.children[below.code] = self.play(below, legal)
        return node


def slots_of(letters: NDArray[np.uint16], counts: NDArray[np.uint8]) -> NDArray[np.intp]:
    """Returns the slots of words; see `DecisionPoint`. `counts` are those of `letter_counts_of`."""
    slots = np.empty(letters.T.shape, np.intp)
    for place, column in enumerate(letters.T):
        is_later = (letters[:, :place] == column[:, None]).any(axis=1)
        which = np.where(is_later, 2, counts[np.arange(len(letters)), column] > 1)
        slots[place] = (which * counts.shape[1] + column) * letters.shape[1] + place
    return slots


def draw_number(seed: int, candidates: NDArray[np.int32]) -> int:
    """Returns a pseudorandom 64-bit number that depends on the seed and the candidates, never on the order of calls.

    So a tree does not depend on the number of workers, nor on the machine.
    """
    digest = hashlib.blake2b(seed.to_bytes(8, "little"), digest_size=8)
    digest.update(candidates.astype("<i4").tobytes())
    return int.from_bytes(digest.digest(), "little")


def draw_sample(seed: int, candidates: NDArray[np.int32], n_drawn: int) -> NDArray[np.int32]:
    """Returns `n_drawn` distinct candidates, ascending; over all seeds, every such set is equally likely.

    Each candidate gets a number of PCG64 (docs/references.md#oneill-2014), whose stream is the same with every version
    of numpy; the smallest are drawn.
    """
    numbers = np.random.PCG64(draw_number(seed, candidates)).random_raw(len(candidates))
    return candidates[np.sort(np.argsort(numbers, kind="stable")[:n_drawn])]


class FirstCandidate(Heuristic):
    """Plays the first candidate in list order, which is alphabetical because every list is sorted when it is read.

    Source: the baseline of most published comparisons, such as `bot1` of docs/references.md#chapman-2022.
    """

    name = "first"
    summary = "the first candidate in list order"
    options = ()

    def choose(self, position: DecisionPoint) -> int:
        """Returns the guess."""
        return int(position.candidate_guesses[0])


class RandomCandidate(Heuristic):
    """Plays a candidate drawn uniformly at random: the baseline that every idea must beat.

    The draw depends only on option `seed` and the candidates (BLAKE2), so equal seeds give equal trees. With one or two
    candidates left, it plays the first, like every heuristic (see `heuristic`).

    Source: `RandomGuesser` of rs-wordle-solver (docs/references.md#morgan-2022), and every other study's control.
    """

    name = "random"
    summary = "a random candidate (seeded)"
    options = (SEED,)

    def choose(self, position: DecisionPoint) -> int:
        """Returns the guess."""
        guesses = position.candidate_guesses
        return int(guesses[draw_number(position.options["seed"], position.candidates) % len(guesses)])


class Shortlist(Heuristic):
    """Ranks the guesses by a cheap strategy and lets an expensive one choose among the best of them.

    The shortlist is the `shortlist_size` (50) guesses with the best scores of strategy `shortlist_by` (the first of
    `cheap`, letter-entropy). If scores are equal, candidates come first, then the alphabet decides. Strategy
    `shortlist_for` (the first of `expensive`, expected-size) sees only these guesses.

    It comes from solvers that take the 50 best words by p (1 - p) and try each of them on every candidate.
    """

    name = "shortlist"
    summary = "a cheap strategy's 50 best guesses, among which an expensive one chooses"

    def __init__(self, cheap: Sequence[Scored], expensive: Sequence[Heuristic]) -> None:
        """Takes the strategies to choose from; the first of each list is the default."""
        self._cheap = {strategy.name: strategy for strategy in cheap}
        self._expensive = {strategy.name: strategy for strategy in expensive}
        by, best_of = choice(*self._cheap), choice(*self._expensive)
        size = whole_number(50)
        self.options = GUESS_FROM, ("shortlist_size", size), ("shortlist_by", by), ("shortlist_for", best_of)

    def choose(self, position: DecisionPoint) -> int:
        """Returns the guess."""
        size, by, best_of = (position.options[f"shortlist_{name}"] for name in ("size", "by", "for"))
        if size < len(position.legal):
            is_other = ~np.isin(position.legal, position.candidate_guesses, assume_unique=True)
            # The last key counts most; guesses that are equal in both keys stay in alphabetical order.
            best = np.sort(position.legal[np.lexsort((is_other, self._cheap[by].scores(position)))[:size]])
            own = np.intersect1d(position.candidate_guesses, best, assume_unique=True)
            position = replace(position, legal=best, candidate_guesses=own)
        return self._expensive[best_of].choose(position)
