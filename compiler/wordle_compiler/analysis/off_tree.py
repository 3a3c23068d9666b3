"""Finds the next guess by exact search where a tree has none, in the tree's own game, for `wordle-next`.

It takes the game from the tree's header, and raises a limit that no play can keep any more until one can.
"""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

from wordle_compiler.analysis.judges import game_of_tree
from wordle_compiler.analysis.position_analysis import PositionAnalysis, analyse_position
from wordle_compiler.game.game import Game
from wordle_compiler.game.lists import load_list
from wordle_compiler.game.weights import Weights
from wordle_compiler.game.words import WordList
from wordle_compiler.kernels.kernel import prepare
from wordle_compiler.machine.errors import UnmetGuaranteeError
from wordle_compiler.machine.progress import ignore_progress, telling_of_kernels
from wordle_compiler.search.problem import likely_layout
from wordle_compiler.search.stopping import Deadline, StoppedError
from wordle_compiler.solver.worker_threads import search_kernels
from wordle_runtime.layout import MASTERMIND, MAX_GUESSES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wordle_compiler.machine.progress import Progress
    from wordle_runtime import Tree

_YEARS = 1e9
"""In seconds: a deadline without a time limit, which can still be ended."""


class OffTreeEngine:
    """Answers positions of one tree's game, on or off the tree's path. Nothing changes it.

    Attributes:
        game: The game; guesses come from its allowed words.
        knows_list: Whether the allowed words are known; if not, guesses come from the words of the tree alone.
    """

    def __init__(self, tree: Tree, allowed: str | None = None) -> None:
        """Finds the game; `allowed` is the list of allowed words, by name or path, if it is not a bundled list.

        Raises:
            InputError: The list cannot be read, or is not the tree's.
        """
        self._tree = tree
        self.game, self.knows_list = game_of_tree(tree, None if allowed is None else load_list(allowed))

    def best(
        self,
        turns: Sequence[tuple[str, int]],
        words: Sequence[str],
        n_alternatives: int = 1,
        is_stopped: Callable[[], bool] = lambda: False,
        progress: Progress = ignore_progress,
    ) -> PositionAnalysis | None:
        """Finds the smallest expectation within the tree's limit of guesses, or within the smallest that can be kept.

        Args:
            turns: The turns so far: guesses, spelled as in the lists, and the codes of their feedbacks.
            words: The answers to find.
            n_alternatives: How many guesses to rank.
            is_stopped: Asked a few times a second; whether the answer is not wanted any more.
            progress: Called from this thread.

        Returns:
            The best guesses; None if the search was stopped.

        Raises:
            InputError: A turn is impossible, or the game is solved.
            UnmetGuaranteeError: Not even 255 guesses are enough.
        """
        game = self._game_with(turns, words)
        likely = self._tree.guarantee.likely
        limit = max(likely.max_guesses if likely else self._tree.info.game.max_guesses, len(turns) + 1)
        weights = self._weights_of(game.answers)
        with telling_of_kernels(progress):
            prepare(search_kernels(likely_layout(self.game, is_weighted=weights is not None)))
        deadline = Deadline(_YEARS, lambda: math.inf if is_stopped() else time.monotonic())
        while True:
            try:
                return analyse_position(
                    game,
                    turns,
                    max_guesses=limit,
                    n_alternatives=n_alternatives,
                    weights=weights,
                    deadline=deadline,
                    progress=progress,
                )
            except StoppedError:
                return None
            except UnmetGuaranteeError:
                # Guessing one candidate after another is legal under every rule, so this ends.
                if limit == MAX_GUESSES:
                    raise
                limit += 1

    def _game_with(self, turns: Sequence[tuple[str, int]], words: Sequence[str]) -> Game:
        """Returns the game to search. The answers to find are allowed, as are the guesses: they were taken.

        Codes stay all codes: a search uses that they are.
        """
        game = self.game
        are_codes = game.kind == MASTERMIND and not set(words).difference(game.answers.words)
        answers = game.answers if are_codes else WordList(game.answers.name, tuple(words))
        more = {*answers.words, *(guess for guess, _ in turns)}.difference(game.allowed.words)
        allowed = WordList.from_words([*game.allowed.words, *more], game.allowed.name) if more else game.allowed
        return Game(answers, allowed, game.rule, game.kind)

    def _weights_of(self, answers: WordList) -> Weights | None:
        """Returns the weights of answers, 1 for one that the tree does not know; None if it has none, or all are 0."""
        weights = self._tree.guarantee.weights
        if weights is None:
            return None
        values = dict(zip(self._tree.nodes.words, weights.values, strict=False))
        chosen = {word: values.get(word, 1) for word in answers.words}
        return Weights.of(chosen, answers, weights.name) if any(chosen.values()) else None
