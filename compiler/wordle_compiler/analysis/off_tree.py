"""Finds the next guess by exact search where a tree has none, in the tree's own game, for `wordle-next --solve`.

It takes the game from the tree's header, and raises a limit that no play can keep any more until one can.
"""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

from wordle_compiler.analysis.judges import game_of_tree
from wordle_compiler.analysis.position_analysis import PositionAnalysis, analyse_position, known_ranking
from wordle_compiler.game.game import Game
from wordle_compiler.game.lists import load_list
from wordle_compiler.game.weights import Weights
from wordle_compiler.game.words import WordList
from wordle_compiler.kernels.compiling import prepare
from wordle_compiler.machine.errors import UnmetGuaranteeError
from wordle_compiler.machine.progress import COMPILING, ignore_progress, telling_of_kernels
from wordle_compiler.search.problem import likely_layout
from wordle_compiler.search.stopping import Deadline, StoppedError
from wordle_compiler.solver.worker_threads import search_kernels
from wordle_runtime.feedback import rule_of
from wordle_runtime.layout import MAX_GUESSES

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
        self._weights: Weights | None = None
        if (weights := tree.guarantee.weights) is not None:
            answers = tree.nodes.words[: tree.nodes.n_answers]
            values = dict(zip(answers, weights.values, strict=True))
            self._weights = Weights.of(values, self.game.answers, weights.name)

    def best(
        self,
        turns: Sequence[tuple[str, int]],
        n_alternatives: int = 1,
        time_limit: float | None = None,
        is_stopped: Callable[[], bool] = lambda: False,
        progress: Progress = ignore_progress,
    ) -> PositionAnalysis | None:
        """Finds the smallest expectation within the tree's limit of guesses, or within the smallest that can be kept.

        Openers are read from the table that ships, where that knows the game.

        Args:
            turns: The turns so far: guesses, spelled as in the lists, and the codes of their feedbacks.
            n_alternatives: How many guesses to rank.
            time_limit: The seconds that the search may take, once its kernels are compiled; None: as many as it needs.
            is_stopped: Asked a few times a second; whether the answer is not wanted any more.
            progress: Called from this thread.

        Returns:
            The best guesses; None if the search was stopped or took longer.

        Raises:
            InputError: A turn is impossible, or the game is solved.
            UnmetGuaranteeError: Not even 255 guesses are enough.
        """
        game = self._game_with(turns)
        likely = self._tree.guarantee.likely
        limit = max(likely.max_guesses if likely else self._tree.info.game.max_guesses, len(turns) + 1)
        if not turns and self._weights is None and (known := known_ranking(game, limit, n_alternatives)) is not None:
            return known
        with telling_of_kernels(lambda done, total: progress(done, total, COMPILING)):
            prepare(search_kernels(likely_layout(self.game, is_weighted=self._weights is not None)))
        deadline = Deadline(
            _YEARS if time_limit is None else time_limit, lambda: math.inf if is_stopped() else time.monotonic()
        )
        while True:
            try:
                return analyse_position(
                    game,
                    turns,
                    max_guesses=limit,
                    n_alternatives=n_alternatives,
                    weights=self._weights,
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

    def _game_with(self, turns: Sequence[tuple[str, int]]) -> Game:
        """Returns the game to search.

        Its answers are the likely ones that fit the turns, or, where none does, the other words that fit. Where its
        list is not known, the player's guesses are allowed as well: they were taken.
        """
        game = self.game
        answers, allowed = game.answers, game.allowed
        if self._tree.guarantee.likely is not None:
            rule = rule_of(game.kind)

            def fitting(words: Sequence[str]) -> tuple[str, ...]:
                return tuple(word for word in words if all(rule(guess, word) == code for guess, code in turns))

            # Without a word left the search itself says which turn cannot have happened.
            words = fitting(self._tree.likely_answers) or fitting(answers.words) or answers.words
            answers = WordList(answers.name, words)
        elif not self.knows_list:
            played = {guess for guess, _ in turns}.difference(allowed.words)
            allowed = WordList.from_words([*allowed.words, *played], allowed.name)
        return Game(answers, allowed, game.rule, game.kind)
