"""Judges that tell how many guesses a position still needs: by exact search, or by a tree's play.

`game_analysis` judges a game by these numbers. Both judges answer the same two questions, in exact fractions.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from wordle_compiler.game.game import Game, Rule
from wordle_compiler.game.lists import bundled_trees
from wordle_compiler.game.words import WordList
from wordle_compiler.machine.errors import InputError
from wordle_compiler.rankings.known_openers import find_known_openers
from wordle_compiler.search.stopping import NEVER, Deadline
from wordle_runtime.words import words_allowed_in

if TYPE_CHECKING:
    from wordle_compiler.machine.progress import Progress
    from wordle_runtime import Tree
    from wordle_runtime.position import Position

BestGuess = tuple[str, Fraction]
"""The judge's next guess, and the mean guesses still needed, including that guess."""

_OPTIMAL, _BELOW_OPENER, _TOTAL = "optimal", "optimal below opener", "total"


def game_of_tree(tree: Tree, allowed: WordList | None = None) -> tuple[Game, bool]:
    """Returns the game that a tree plays, and whether its allowed words are known.

    The allowed words are known if they are given, if they are the answers, or if they are a bundled list. Otherwise the
    words of the tree itself stand in for them: then a tree can judge, but a search cannot.

    Raises:
        InputError: `allowed` is not the tree's list of allowed words.
    """
    info = tree.info.game
    words = words_allowed_in(tree.info.game, tree.nodes)
    if allowed is not None:
        if allowed.sha256 != info.allowed.sha256:
            raise InputError(f"{allowed.name} is not the tree's list of allowed words, which is {info.allowed.name!a}")
        words = frozenset(allowed.words)
    answers = WordList(info.answers.name, tree.answers)
    known = frozenset(tree.nodes.words) if words is None else words
    game = Game(answers, WordList(info.allowed.name, tuple(sorted(known))), Rule(info.rule), info.kind)
    return game, words is not None


class TreeJudge:
    """Takes a tree's play as the best: knows only the positions that the tree reaches, and its guesses there.

    A position with one candidate needs no tree. A position with answers that the tree does not solve has no mean, and
    is unknown too.
    """

    name = "tree"

    def __init__(self, tree: Tree) -> None:
        self._tree = tree

    def best(self, position: Position) -> BestGuess | None:
        """Returns the tree's guess, if the tree reaches the position."""
        if len(position.candidates) == 1:
            return position.candidates[0], Fraction(1)
        node = self._tree.root
        for guess, code in position.turns:
            if node.guess != guess or code not in node.children:
                return None
            node = node.children[code]
        if node.n_solved < node.n_candidates:
            return None
        return node.guess, Fraction(node.total_left, node.n_candidates)

    def expected_with(self, position: Position, guess: str) -> Fraction | None:
        """Returns the mean guesses of the tree, if `guess` is the tree's own."""
        best = self.best(position)
        return best[1] if best is not None and best[0] == guess else None


class SearchJudge:
    """Finds the smallest total, by exact search, among all play that keeps the limit of guesses.

    A tree of the same game and limit whose total is claimed as optimal saves the longest searches, that for the best
    opener above all: wherever it comes to, what it plays is the best, for with something better there the whole tree
    would be better. A tree that is optimal below its opener says as much of every position that begins with it.
    Not safe to share between threads.
    """

    name = "search"

    def __init__(
        self,
        game: Game,
        max_guesses: int,
        n_workers: int,
        progress: Progress,
        *,
        tree: Tree | None = None,
        search_opener: bool = True,
        deadline: Deadline = NEVER,
    ) -> None:
        """Prepares the search: computes all feedbacks of the game, and allocates the workers' memory.

        `max_guesses` is the limit for the whole game. The claim of `tree` may be used, besides the bundled trees.
        Without `search_opener`, the first guess is not searched for: only claims and the table of openers tell of it.
        """
        from wordle_compiler.analysis.position_analysis import PositionSearch

        self._game = game
        self._limit = max_guesses
        self._n_workers = n_workers
        self._progress = progress
        self._deadline = deadline
        self._search = PositionSearch(game, max_guesses, n_workers, deadline=deadline)
        self._claim, self._claims_below = _find_claims(game, max_guesses, tree)
        lists = game.answers.sha256, game.allowed.sha256
        self._openers = find_known_openers(game.kind, *lists, game.rule.value, max_guesses)
        self._search_opener = search_opener

    def best(self, position: Position) -> BestGuess | None:
        """Returns the guess with the smallest total; among equals the claiming tree's, or a candidate, or the first.

        None where it is proven that no guess solves every candidate within the limit; and for the first guess, where
        it is not known and not to be searched for.
        """
        left = self._limit - len(position.turns)
        if left < 1:
            return None
        if self._claim is not None and (claimed := self._claim.best(position)) is not None:
            return claimed
        if not position.turns:
            from wordle_compiler.analysis.position_analysis import known_ranking

            known = known_ranking(self._game, self._limit, 1)
            if known is not None and known.best.expected is not None:
                return known.best.guess, known.best.expected
            return self._rank(None) if self._search_opener else None
        for claim in self._claims_below:
            if (claimed := claim.best(position)) is not None:
                return claimed
        (guess, total), *_ = self._search.rank(position, left, 1, self._progress)[0]
        expected = self._mean(position, total)
        return None if expected is None else (self._game.allowed.words[guess], expected)

    def expected_with(self, position: Position, guess: str) -> Fraction | None:
        """Returns the smallest mean with `guess` next; None where no play after it is sure to keep the limit.

        For the first guess also where that is not known and not to be searched for.
        """
        left = self._limit - len(position.turns)
        if left < 1:
            return None
        for claim in self._claims_below if self._claim is None else [self._claim, *self._claims_below]:
            if (claimed := claim.expected_with(position, guess)) is not None:
                return claimed
        if not position.turns:
            known = self._openers.find(guess) if self._openers else None
            if known is not None and known.proven != "at least":
                return None if known.total is None else Fraction(known.total, len(self._game.answers))
            found = self._rank([guess]) if self._search_opener else None
            return None if found is None else found[1]
        number = self._game.allowed.words.index(guess)
        return self._mean(position, self._search.total_with(position, left, number))

    def _mean(self, position: Position, total: int) -> Fraction | None:
        """Returns the mean of a total; None where the limit cannot be kept."""
        from wordle_compiler.search.problem import INFEASIBLE

        return None if total >= INFEASIBLE else Fraction(total, len(position.candidates))

    def _rank(self, openers: list[str] | None) -> BestGuess | None:
        """Returns the best of some openers, or of all; None if no tree with one of them keeps the limit."""
        from wordle_compiler.rankings.opener_table import rank_openers

        table = rank_openers(
            self._game,
            openers,
            n_best=1,
            max_guesses=self._limit,
            n_workers=self._n_workers,
            progress=self._progress,
            deadline=self._deadline,
        )
        row = table.rows[0]
        if row.proven != "exact" or row.total is None:
            return None
        return row.opener, Fraction(row.total, len(self._game.answers))


def _find_claims(game: Game, max_guesses: int, given: Tree | None) -> tuple[TreeJudge | None, list[TreeJudge]]:
    """Returns a tree that claims the smallest total of this game within this limit, and those that do below an opener.

    The bundled trees come first.
    """
    trees = bundled_trees(game)
    claim, below = None, []
    for tree in trees if given is None else [*trees, given]:
        info, guarantee = tree.info, tree.guarantee
        if (
            info.game.fingerprint != game.fingerprint
            or info.game.max_guesses != max_guesses
            or info.objective.split(",")[0] != _TOTAL
            or guarantee.weights is not None
            or guarantee.likely is not None
            or guarantee.unsolved
        ):
            continue
        if info.status == _OPTIMAL and claim is None:
            claim = TreeJudge(tree)
        # Where several first guesses were fixed, the later of them need not be the best.
        elif info.status == _BELOW_OPENER and "," not in str(dict(info.options).get("opener", "")):
            below.append(TreeJudge(tree))
    return claim, below


Judge = SearchJudge | TreeJudge
"""Returns the mean guesses of positions and guesses; None always means unknown."""
