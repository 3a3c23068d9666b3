"""Judges that tell how many guesses a position still needs: by exact search, or by a tree's play.

`game_analysis` judges a game by these numbers. Both judges answer the same two questions, in exact fractions.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from wordle_compiler.export.text import cells_of
from wordle_compiler.game.game import Game, Rule
from wordle_compiler.game.lists import bundled_trees
from wordle_compiler.game.words import WordList
from wordle_compiler.machine.errors import InputError
from wordle_compiler.rankings.known_openers import find_known_openers
from wordle_compiler.search.stopping import NEVER, Deadline
from wordle_runtime.feedback import rule_of
from wordle_runtime.layout import LIKELY_PREFIX, MAX_GUESSES
from wordle_runtime.position import Position
from wordle_runtime.words import words_allowed_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordle_compiler.analysis.position_analysis import PositionSearch
    from wordle_compiler.machine.progress import Progress
    from wordle_runtime import Tree


class Expectation(NamedTuple):
    """What a judge knows of a guess at a position.

    Attributes:
        guess: The guess.
        mean: The mean guesses still needed with the best play after it, itself included; exact, None if unknown. A cell
            that cannot be solved within the limit of guesses counts within the smallest limit in which it can.
        is_sure: Whether some play after it finds every candidate within the limit.
    """

    guess: str
    mean: Fraction | None
    is_sure: bool = True


_OPTIMAL, _BELOW_OPENER, _TOTAL = "optimal", "optimal below opener", "total"
_MORE_GUESSES = 16
"""How many guesses beyond the limit are tried: what is left after any sensible turns is found long before."""


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

    def __init__(self, tree: Tree, max_guesses: int | None = None, answers: bytes | None = None) -> None:
        """Takes a tree, the limit of guesses if it is not the tree's, and the digest of the answers.

        If those are the tree's likely answers, only they count.
        """
        self._tree = tree
        self._limit = max_guesses or tree.info.game.max_guesses
        likely = tree.guarantee.likely
        self._members = likely.members if likely is not None and likely.sha256 == answers else None

    def best(self, position: Position) -> Expectation | None:
        """Returns the tree's guess, if the tree reaches the position."""
        left, n = self._limit - len(position.turns), len(position.candidates)
        if n == 1:
            return Expectation(position.candidates[0], Fraction(1), left > 0)
        nodes, node = self._tree.nodes, 0
        for guess, code in position.turns:
            # The opener is no child: 0 stands for none.
            child = nodes.child(node, code) if nodes.word(node) == guess else 0
            if not child:
                return None
            node = child
        counts = nodes.by_level(node, self._members)
        if sum(counts) < n:
            return None
        total = sum(depth * count for depth, count in enumerate(counts, 1))
        return Expectation(nodes.word(node), Fraction(total, n), not any(counts[max(left, 0) :]))

    def expected_with(self, position: Position, guess: str) -> Expectation | None:
        """Returns what the tree expects, if `guess` is the tree's own."""
        best = self.best(position)
        return best if best is not None and best.guess == guess else None


@dataclass(eq=False)
class SearchJudge:
    """Finds the smallest total, by exact search, among all play that keeps the limit of guesses.

    A tree of the same game whose total is claimed as optimal saves the longest searches, that for the best opener above
    all: wherever it comes to, what it plays is the best, since with something better there the whole tree would be
    better. A tree that is optimal below its opener says as much of every position that begins with it.
    Not safe to share between threads.

    Attributes:
        game: The game.
        max_guesses: The limit for the whole game.
        n_workers: How many threads.
        progress: Told how far a search is.
        tree: A tree whose claim may be used, besides the bundled trees.
        search_opener: Whether the first guess is searched for where neither claims nor the table of openers tell of it.
        note_search: Told how many openers a search begins with.
        deadline: When a search ends.
    """

    name = "search"
    game: Game
    max_guesses: int
    n_workers: int
    progress: Progress
    tree: Tree | None = None
    search_opener: bool = True
    note_search: Callable[[int], object] = bool
    deadline: Deadline = NEVER

    def __post_init__(self) -> None:
        """Finds what is known of the game; a search is prepared where it is first needed."""
        lists = self.game.answers.sha256, self.game.allowed.sha256
        self._openers = find_known_openers(self.game.kind, *lists, self.game.rule.value, self.max_guesses)
        self._claims, self._claims_below = _find_claims(self.game, self.max_guesses, self.tree)
        # The largest limit that is tried where the game's cannot be kept any more.
        self._most = min(self.max_guesses + _MORE_GUESSES, MAX_GUESSES)

    @cached_property
    def _search(self) -> PositionSearch:
        """The search, which takes all feedbacks of the game and the workers' memory."""
        from wordle_compiler.analysis.position_analysis import PositionSearch

        return PositionSearch(self.game, self._most, self.n_workers, deadline=self.deadline)

    def best(self, position: Position) -> Expectation | None:
        """Returns the guess with the smallest total; among equals the claiming tree's, or a candidate, or the first.

        Where no guess solves every candidate within the limit, that is within the smallest limit in which one does.
        None for the first guess where it is not known and not to be searched for, or proven that none solves them.
        """
        for claim in self._claims + (self._claims_below if position.turns else []):
            if (claimed := claim.best(position)) is not None and claimed.is_sure:
                return claimed
        if not position.turns:
            from wordle_compiler.analysis.position_analysis import known_ranking

            known = known_ranking(self.game, self.max_guesses, 1)
            if known is not None and known.best.expected is not None:
                return Expectation(known.best.guess, known.best.expected)
            best = self._rank(None) if self.search_opener else None
            return best if best and best.is_sure else None
        left = self.max_guesses - len(position.turns)
        for more in range(max(left, 1), self._most + 1):
            (guess, total), *_ = self._search.rank(position, more, 1, self.progress)[0]
            if (mean := self._mean(position, total)) is not None:
                return Expectation(self.game.allowed.words[guess], mean, more == left)
        return None

    def expected_with(self, position: Position, guess: str) -> Expectation | None:
        """Returns what is expected with `guess` next.

        None for the first guess where that is not known and not to be searched for.
        """
        is_first = not position.turns
        for claim in [*self._claims, *self._claims_below]:
            if (claimed := claim.expected_with(position, guess)) is not None and (claimed.is_sure or is_first):
                return claimed
        if is_first:
            known = self._openers.find(guess) if self._openers else None
            if known is not None and known.proven != "at least":
                mean = None if known.total is None else Fraction(known.total, len(self.game.answers))
                return Expectation(guess, mean, known.proven == "exact")
            found = self._rank([guess]) if self.search_opener else None
            if found is None or found.is_sure:
                return found
        left, number = self.max_guesses - len(position.turns), self.game.allowed.words.index(guess)
        if (
            left > 0
            and not is_first
            and (mean := self._mean(position, self._search.total_with(position, left, number))) is not None
        ):
            return Expectation(guess, mean)
        n = len(position.candidates)
        total = Fraction(n)
        for code, cell in cells_of(rule_of(self.game.kind), guess, position.candidates).items():
            if code != self.game.n_feedbacks - 1:
                after = Position(turns=(*position.turns, (guess, code)), candidates=tuple(cell))
                if (best := self.best(after)) is None or best.mean is None:
                    return Expectation(guess, None, is_sure=False)
                total += best.mean * len(cell)
        return Expectation(guess, total / n, is_sure=False)

    def _mean(self, position: Position, total: int) -> Fraction | None:
        """Returns the mean of a total; None where the limit cannot be kept."""
        from wordle_compiler.search.problem import INFEASIBLE

        return None if total >= INFEASIBLE else Fraction(total, len(position.candidates))

    def _rank(self, openers: list[str] | None) -> Expectation:
        """Returns the best of some openers, or of all; of one without a tree that keeps the limit no mean is known."""
        from wordle_compiler.rankings.opener_table import rank_openers

        self.note_search(len(self.game.allowed if openers is None else openers))
        table = rank_openers(
            *(self.game, openers),
            n_best=1,
            max_guesses=self.max_guesses,
            n_workers=self.n_workers,
            progress=self.progress,
            deadline=self.deadline,
        )
        row = table.rows[0]
        if row.proven != "exact" or row.total is None:
            return Expectation(row.opener, None, is_sure=False)
        return Expectation(row.opener, Fraction(row.total, len(self.game.answers)))


def _find_claims(game: Game, max_guesses: int, given: Tree | None) -> tuple[list[TreeJudge], list[TreeJudge]]:
    """Returns the trees that claim the smallest total of this game, and those that do below an opener.

    The bundled trees come first. A tree for a larger limit claims it, too, wherever its own play keeps the smaller one.
    """
    claims: list[TreeJudge] = []
    below: list[TreeJudge] = []
    for tree in [*bundled_trees(game, with_likely=True), *([] if given is None else [given])]:
        info, likely = tree.info, tree.guarantee.likely
        is_total = info.objective.removeprefix(LIKELY_PREFIX).split(",")[0] == _TOTAL and not tree.guarantee.weights
        if not is_total or (likely and likely.sha256 != game.answers.sha256):
            continue
        if (likely or info.game).max_guesses < max_guesses or (likely or tree.guarantee).unsolved:
            continue
        judge = TreeJudge(tree, max_guesses, game.answers.sha256)
        if info.status == _OPTIMAL:
            claims.append(judge)
        # Where several first guesses were fixed, the later of them need not be the best.
        elif info.status == _BELOW_OPENER and "," not in str(dict(info.options).get("opener", "")):
            below.append(judge)
    return claims, below


Judge = SearchJudge | TreeJudge
