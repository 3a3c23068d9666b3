"""The next guess where a tree has none, by exact search in the tree's own game: what `wordle-next --solve` asks.

It adds to `position` what a player needs who cannot choose the game or the limit: the game comes from the tree's
header, and a limit that no play keeps any more is raised until one does. Where there is no time for a search there is a
rule of thumb. `off_tree_worker` is the process that it runs in.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from wordle_compiler.analysis.judges import game_of_tree
from wordle_compiler.analysis.position_analysis import RankedGuess, analyse_position
from wordle_compiler.game.feedback_matrix import FeedbackMatrix, matrix_kernel
from wordle_compiler.game.game import Game, Rule
from wordle_compiler.game.lists import load_list
from wordle_compiler.game.weights import Weights
from wordle_compiler.game.words import WordList
from wordle_compiler.kernels.compiling import prepare
from wordle_compiler.machine.errors import UnmetGuaranteeError
from wordle_compiler.machine.progress import ignore_progress
from wordle_compiler.search.problem import likely_layout
from wordle_compiler.solver.crew import search_kernels
from wordle_runtime.feedback import rule_of
from wordle_runtime.layout import MAX_GUESSES

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from wordle_compiler.machine.progress import Progress
    from wordle_runtime import Tree

_MOST_COMPARED = 4000
"""The rule of thumb compares every pair of candidates: beyond this it takes every second one, or every third, ..."""


@dataclass(frozen=True)
class OffTreeAnswer:
    """The best guess at a position.

    Attributes:
        guess: The next guess; no guess on the list has a smaller expectation, by exact search.
        expected: The guesses still needed on the mean, this one included; weighted where the tree has weights.
        max_guesses_left: The guesses within which this play solves every candidate.
        ranking: The best guesses, the first of them `guess`.
    """

    guess: str
    expected: Fraction
    max_guesses_left: int
    ranking: tuple[RankedGuess, ...]


class OffTreeEngine:
    """Answers positions of one tree's game, on the tree's path or off it. Not for several threads at once."""

    def __init__(self, tree: Tree, allowed: str | None = None) -> None:
        """Finds the game.

        Args:
            tree: The tree.
            allowed: The list of allowed words, by name or path, where it does not come with the package.

        Raises:
            InputError: The list cannot be read, or is not the tree's.
        """
        self._tree = tree
        self._game, self._knows_list = game_of_tree(tree, None if allowed is None else load_list(allowed))
        self._weights = _weights_of(tree, self._game)

    @property
    def knows_list(self) -> bool:
        """Whether the allowed words are known; else guesses are chosen from the words of the tree alone."""
        return self._knows_list

    @property
    def allowed(self) -> WordList:
        """The words that guesses are chosen from."""
        return self._game.allowed

    def prepare(self) -> None:
        """Compiles the kernels that questions will want, where that has not been done."""
        layout = likely_layout(self._game, is_weighted=self._weights is not None)
        prepare([matrix_kernel(self._game), *search_kernels(layout)])

    def best(
        self, turns: Sequence[tuple[str, int]], *, n_alternatives: int = 1, progress: Progress = ignore_progress
    ) -> OffTreeAnswer:
        """Finds the smallest expectation within the tree's limit of guesses, or within the smallest that can be kept.

        Args:
            turns: The turns so far, each guess as the lists have it, with the code of its feedback.
            n_alternatives: How many guesses to rank.
            progress: Told how far the search is, from this thread.

        Raises:
            InputError: A turn cannot have happened, or the game is solved.
            UnmetGuaranteeError: Not even 255 guesses are enough.
            KeyboardInterrupt: Promptly, on an interrupt.
        """
        game = self._game_with(turns)
        likely = self._tree.guarantee.likely
        limit = max(likely.max_guesses if likely else self._tree.info.game.max_guesses, len(turns) + 1)
        while True:
            try:
                analysis = analyse_position(
                    game,
                    turns,
                    max_guesses=limit,
                    n_alternatives=n_alternatives,
                    weights=self._weights,
                    progress=progress,
                )
            except UnmetGuaranteeError:
                # One candidate after the other is a play under every rule, so this ends.
                if limit == MAX_GUESSES:
                    raise
                limit += 1
            else:
                break
        best = analysis.best
        assert best.expected is not None, "the best guess solves every candidate"
        return OffTreeAnswer(best.guess, best.expected, analysis.guesses_left, analysis.ranking)

    def quick(self, candidates: Sequence[str]) -> str:
        """Returns the candidate with the smallest expected cell (Irving); of several thousand, of an even sample.

        A candidate is legal under every rule. Nothing is known of how good it is. About a second at most.
        """
        compared = tuple(candidates)[:: -(-len(candidates) // _MOST_COMPARED)]
        words = WordList("candidates", compared)
        matrix = FeedbackMatrix.of(Game(words, words, Rule.ANY, self._game.kind))
        sizes = [int((np.unique(row, return_counts=True)[1] ** 2).sum()) for row in matrix.by_guess]
        return compared[sizes.index(min(sizes))]

    def _game_with(self, turns: Sequence[tuple[str, int]]) -> Game:
        """Returns the game; where its list is not known, the player's guesses are allowed as well: they were taken."""
        if self._tree.guarantee.likely is not None:
            return self._narrowed(turns)
        if self._knows_list:
            return self._game
        played = {guess for guess, _ in turns}.difference(self._game.allowed.words)
        known = WordList.from_words([*self._game.allowed.words, *played], self._game.allowed.name)
        return Game(self._game.answers, known, self._game.rule, self._game.kind)

    def _narrowed(self, turns: Sequence[tuple[str, int]]) -> Game:
        """Returns the game of the likely answers that fit the turns; where none does, of the other words that fit."""
        feedback = rule_of(self._game.kind)

        def fitting(words: Sequence[str]) -> tuple[str, ...]:
            return tuple(word for word in words if all(feedback(guess, word) == code for guess, code in turns))

        words = fitting(self._tree.likely_answers) or fitting(self._game.answers.words)
        # Without a word left the search itself says which turn cannot have happened.
        answers = WordList(self._game.answers.name, words) if words else self._game.answers
        return Game(answers, self._game.allowed, self._game.rule, self._game.kind)


def _weights_of(tree: Tree, game: Game) -> Weights | None:
    """Returns the weights that a tree was made with."""
    weights = tree.guarantee.weights
    if weights is None:
        return None
    answers = tree.nodes.words[: tree.nodes.n_answers]
    return Weights.of(dict(zip(answers, weights.values, strict=True)), game.answers, weights.name)
