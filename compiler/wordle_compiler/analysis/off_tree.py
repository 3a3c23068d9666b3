"""Finds the next guess by exact search where a tree has none, in the tree's own game, for `wordle-next --solve`.

It takes the game from the tree's header, and raises a limit that no play can keep any more until one can. Openers are
read from the table that ships, where that knows the game. Without time for a search, it falls back to a rule of thumb.
`off_tree_worker` is the process that it runs in.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from wordle_compiler.analysis.judges import game_of_tree
from wordle_compiler.analysis.position_analysis import RankedGuess, analyse_position
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.game import Game, Rule
from wordle_compiler.game.lists import load_list
from wordle_compiler.game.weights import Weights
from wordle_compiler.game.words import WordList
from wordle_compiler.kernels.compiling import prepare
from wordle_compiler.machine.errors import UnmetGuaranteeError
from wordle_compiler.machine.progress import ignore_progress
from wordle_compiler.rankings.known_openers import find_known_openers
from wordle_compiler.search.problem import likely_layout
from wordle_compiler.solver.worker_threads import search_kernels
from wordle_runtime.feedback import rule_of
from wordle_runtime.layout import MAX_GUESSES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_compiler.machine.progress import Progress
    from wordle_runtime import Tree

_MOST_COMPARED = 4000
"""The rule of thumb compares every pair of candidates: beyond this it takes every second one, or every third, ..."""


@dataclass(frozen=True)
class OffTreeAnswer:
    """The best guess at a position.

    Attributes:
        expected: The mean guesses still needed, this one included; weighted if the tree has weights.
        max_guesses_left: The guesses within which this play solves every candidate.
        ranking: The best guesses, best first; no guess on the list has a smaller expectation, by exact search.
    """

    expected: Fraction
    max_guesses_left: int
    ranking: tuple[RankedGuess, ...]


class OffTreeEngine:
    """Answers positions of one tree's game, on or off the tree's path. Not safe to share between threads.

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

    def prepare(self) -> None:
        """Compiles the kernels that questions need, unless they are already compiled."""
        layout = likely_layout(self.game, is_weighted=self._weights is not None)
        prepare(search_kernels(layout))

    def best(
        self, turns: Sequence[tuple[str, int]], *, n_alternatives: int = 1, progress: Progress = ignore_progress
    ) -> OffTreeAnswer:
        """Finds the smallest expectation within the tree's limit of guesses, or within the smallest that can be kept.

        A turn is a guess, spelled as in the lists, and the code of its feedback. `n_alternatives` is how many guesses
        to rank. `progress` is called from this thread.

        Raises:
            InputError: A turn is impossible, or the game is solved.
            UnmetGuaranteeError: Not even 255 guesses are enough.
            KeyboardInterrupt: Promptly, on an interrupt.
        """
        if not turns and (known := self._known_openers(n_alternatives)) is not None:
            return known
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
                # Guessing one candidate after another is legal under every rule, so this ends.
                if limit == MAX_GUESSES:
                    raise
                limit += 1
            else:
                break
        best = analysis.best
        assert best.expected is not None, "the best guess solves every candidate"
        return OffTreeAnswer(best.expected, analysis.guesses_left, analysis.ranking)

    def quick(self, candidates: Sequence[str]) -> str:
        """Returns the candidate with the smallest expected size (Irving); large sets are sampled evenly.

        A candidate is legal under every rule. The result carries no claim.
        """
        compared = tuple(candidates)[:: -(-len(candidates) // _MOST_COMPARED)]
        words = WordList("candidates", compared)
        matrix = FeedbackMatrix.of(Game(words, words, Rule.ANY, self.game.kind))
        sizes = [int((np.unique(row, return_counts=True)[1] ** 2).sum()) for row in matrix.by_guess]
        return compared[sizes.index(min(sizes))]

    def _known_openers(self, count: int) -> OffTreeAnswer | None:
        """Returns the best openers by the table that ships; None where it does not rank so many of this game."""
        game = self._tree.info.game
        likely = self._tree.guarantee.likely
        limit = likely.max_guesses if likely else game.max_guesses
        table = find_known_openers(game.kind, (likely or game.answers).sha256, game.allowed.sha256, game.rule, limit)
        if table is None or self._weights is not None:
            return None
        answers = frozenset(self._tree.likely_answers)
        rows = table.leading(count, answers)
        if rows is None:
            return None
        n, (best, least) = len(answers), rows[0]
        ranking = tuple(
            RankedGuess(opener, opener in answers, total, Fraction(total, n), Fraction(total - least, n))
            for opener, total in rows
        )
        known = table.find(best)
        return OffTreeAnswer(Fraction(least, n), (known and known.worst_case) or limit, ranking)

    def _game_with(self, turns: Sequence[tuple[str, int]]) -> Game:
        """Returns the game; where its list is not known, the player's guesses are allowed as well: they were taken."""
        if self._tree.guarantee.likely is not None:
            return self._narrowed(turns)
        if self.knows_list:
            return self.game
        played = {guess for guess, _ in turns}.difference(self.game.allowed.words)
        known = WordList.from_words([*self.game.allowed.words, *played], self.game.allowed.name)
        return Game(self.game.answers, known, self.game.rule, self.game.kind)

    def _narrowed(self, turns: Sequence[tuple[str, int]]) -> Game:
        """Returns the game of the likely answers that fit the turns; where none does, of the other words that fit."""
        feedback = rule_of(self.game.kind)

        def fitting(words: Sequence[str]) -> tuple[str, ...]:
            return tuple(word for word in words if all(feedback(guess, word) == code for guess, code in turns))

        words = fitting(self._tree.likely_answers) or fitting(self.game.answers.words)
        # Without a word left the search itself says which turn cannot have happened.
        answers = WordList(self.game.answers.name, words) if words else self.game.answers
        return Game(answers, self.game.allowed, self.game.rule, self.game.kind)
