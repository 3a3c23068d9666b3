"""A judge that tells how many guesses a position still needs, in exact fractions.

`game_analysis` judges a game by these numbers.
`wordle-next` asks `analyse_off_tree`, where the tree has no guess.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from wordle_compiler.analysis.position_analysis import PositionAnalysis, PositionSearch, analyse_position, weights_among
from wordle_compiler.export.text import cells_of
from wordle_compiler.game.game import Game, Rule
from wordle_compiler.game.lists import bundled_trees
from wordle_compiler.game.weights import Weights
from wordle_compiler.game.words import WordList
from wordle_compiler.kernels.kernel import prepare
from wordle_compiler.machine.errors import UnmetGuaranteeError
from wordle_compiler.machine.progress import Progress, ignore_progress, telling_of_kernels
from wordle_compiler.rankings.known_openers import find_known_openers
from wordle_compiler.search.problem import INFEASIBLE, likely_layout
from wordle_compiler.search.stopping import NEVER, Deadline, StoppedError
from wordle_compiler.solver.worker_threads import search_kernels
from wordle_runtime import Tree
from wordle_runtime.feedback import rule_of
from wordle_runtime.layout import LIKELY_PREFIX, MASTERMIND, MAX_GUESSES, WORDLE
from wordle_runtime.position import Position, RankedGuess
from wordle_runtime.words import words_allowed_in


class Expectation(NamedTuple):
    """What a judge knows of a guess at a position."""

    guess: str
    """The guess."""
    mean: Fraction | None
    """The mean guesses still needed with the best play after it, itself included; exact, None if unknown. A cell that
    cannot be solved within the limit of guesses counts within the smallest limit in which it can."""
    is_sure: bool = True
    """Whether some play after it finds every candidate within the limit."""


_OPTIMAL, _BELOW_OPENER, _TOTAL = "optimal", "optimal below opener", "total"
_MORE_GUESSES = 16
"""How many guesses beyond the limit are tried: what is left after any sensible turns is found long before."""
_YEARS = 1e9
"""In seconds: a deadline without a time limit, which can still be ended."""


def game_of_tree(tree: Tree, allowed: Iterable[str] | None = None) -> tuple[Game, bool]:
    """Returns the game that a tree plays, and whether its allowed words are known.

    Its answers are the likely ones, if any. The allowed words are known if they are given, or are the answers or a
    bundled list. Otherwise the words of the tree itself stand in for them: then a tree can judge, a search cannot.
    """
    info = tree.info.game
    words = words_allowed_in(info, tree.nodes) if allowed is None else frozenset(allowed)
    answers = WordList((tree.guarantee.likely or info.answers).name, tree.likely_answers)
    known = frozenset(tree.nodes.words) if words is None else words
    game = Game(answers, WordList(info.allowed.name, tuple(sorted(known))), Rule(info.rule), info.kind)
    return game, words is not None


@dataclass(eq=False)
class Judge:
    """Finds the smallest total, by exact search, among all play that keeps the limit of guesses.

    A tree of the same game whose total is claimed as optimal saves the longest searches, that for the best opener above
    all: wherever it comes to, what it plays is the best, since with something better there the whole tree would be
    better. A tree that is optimal below its opener says as much of every position that begins with it.
    The fields are arguments of `analyse_game`. Not safe to share between threads.
    """

    game: Game
    max_guesses: int
    n_workers: int
    progress: Progress
    tree: Tree | None = None
    search_opener: bool = True
    deadline: Deadline = NEVER
    weights: Weights | None = None

    def __post_init__(self) -> None:
        """Finds what is known of the game; a search is prepared where it is first needed."""
        lists = self.game.answers.sha256, self.game.allowed.sha256
        known = find_known_openers(self.game.kind, *lists, self.game.rule.value, self.max_guesses)
        self._openers = known if self.weights is None else None
        of = self.tree and (self.tree.guarantee.likely or self.tree.info.game)
        self._rows = self.tree.rows if self.tree and of and of.max_guesses == self.max_guesses else self.max_guesses
        # The largest limit that is tried where the game's cannot be kept any more.
        self._most = min(self.max_guesses + _MORE_GUESSES, MAX_GUESSES)

    @cached_property
    def _search(self) -> PositionSearch:
        """The search, which takes all feedbacks of the game and the workers' memory."""
        return PositionSearch(self.game, self._most, self.n_workers, weights=self.weights, deadline=self.deadline)

    @cached_property
    def _claims(self) -> list[tuple[bool, Tree]]:
        """The trees that claim the smallest total of this game, and then those that do so below an opener (True).

        The bundled trees come first. One for a larger limit claims it, too, where its own play keeps the smaller one.
        No claim is about weights.
        """
        claims: list[tuple[bool, Tree]] = []
        if self.weights is not None:
            return claims
        for tree in [*bundled_trees(self.game, with_likely=True), *([] if self.tree is None else [self.tree])]:
            info, likely, answers = tree.info, tree.guarantee.likely, self.game.answers.sha256
            is_total = info.objective.removeprefix(LIKELY_PREFIX).split(",")[0] == _TOTAL and not tree.guarantee.weights
            # Where several first guesses were fixed, the later of them need not be the best.
            is_below = info.status == _BELOW_OPENER and len(tree.fixed) < 2
            is_best = is_total and (is_below or info.status == _OPTIMAL) and (not likely or likely.sha256 == answers)
            is_whole = not (likely or tree.guarantee).unsolved
            if is_best and is_whole and (likely or info.game).max_guesses >= self.max_guesses:
                claims.append((is_below, tree))
        return sorted(claims, key=lambda claim: claim[0])

    def _best_of(self, tree: Tree, position: Position) -> Expectation | None:
        """Returns a tree's guess; None if the tree does not reach the position, or solves not every answer there.

        If the game's answers are the tree's likely ones, only they count. One candidate needs no tree.
        """
        left, n = self.max_guesses - len(position.turns), len(position.candidates)
        if n == 1:
            return Expectation(position.candidates[0], Fraction(1), left > 0)
        nodes, node, likely = tree.nodes, 0, tree.guarantee.likely
        for guess, code in position.turns:
            # The opener is no child: 0 stands for none.
            child = nodes.child(node, code) if nodes.word(node) == guess else 0
            if not child:
                return None
            node = child
        counts = nodes.by_level(node, likely.members if likely and likely.sha256 == self.game.answers.sha256 else None)
        if sum(counts) < n:
            return None
        total = sum(depth * count for depth, count in enumerate(counts, 1))
        return Expectation(nodes.word(node), Fraction(total, n), not any(counts[max(left, 0) :]))

    def best(self, position: Position) -> Expectation | None:
        """Returns the guess with the smallest total; among equals the claiming tree's, or a candidate, or the first.

        Where no guess solves every candidate within the limit, that is within the smallest limit in which one does.
        None for the first guess where it is not known and not to be searched for, or proven that none solves them.
        """
        if claimed := self.known(position):
            return claimed
        if not position.turns:
            if known := self._openers and self._openers.leading(1, frozenset(self.game.answers.words)):
                return Expectation(known[0].guess, known[0].expected)
            best = self._rank(None) if self.search_opener else None
            return best if best and best.is_sure else None
        left = self.max_guesses - len(position.turns)
        for more in range(max(left, 1), self._most + 1):
            (guess, total), *_ = self._search.rank(position, more, 1, self.progress)[0]
            if total < INFEASIBLE:
                _, mean = self._search.figures(total, sum(weights_among(position.candidates, self.weights).values()))
                if odds := self.odds(position):
                    return Expectation(max(odds, key=odds.__getitem__), mean, is_sure=False)
                return Expectation(self.game.allowed.words[guess], mean, more == left)
        return None

    def known(self, position: Position) -> Expectation | None:
        """Returns the guess of a claiming tree that keeps the limit; None if none comes to the position."""
        trees = [tree for is_below, tree in self._claims if position.turns or not is_below]
        claims = (self._best_of(tree, position) for tree in trees)
        return next((claimed for claimed in claims if claimed and claimed.is_sure), None)

    def expected_with(self, position: Position, guess: str) -> Expectation | None:
        """Returns what is expected with `guess` next.

        None for the first guess where that is not known and not to be searched for.
        """
        if (odds := self.odds(position)) and (best := self.best(position)) and best.mean is not None:
            return Expectation(guess, best.mean + 1 - Fraction(odds.get(guess, 0), max(odds.values())), is_sure=False)
        is_first = not position.turns
        for _, tree in self._claims:
            claimed = self._best_of(tree, position)
            if claimed and claimed.guess == guess and (claimed.is_sure or is_first):
                return claimed
        if is_first:
            known = self._openers.find(guess) if self._openers else None
            if known is not None and known.proven != "at least":
                return Expectation(guess, known.mean, known.proven == "exact")
            found = self._rank([guess]) if self.search_opener else None
            if found is None or found.is_sure:
                return found
        left, number = self.max_guesses - len(position.turns), self.game.allowed.words.index(guess)
        weight_of = weights_among(position.candidates, self.weights)
        n = sum(weight_of.values())
        if left > 0 and not is_first and (known_total := self._search.total_with(position, left, number)) < INFEASIBLE:
            return Expectation(guess, self._search.figures(known_total, n)[1])
        total = Fraction(n)
        for code, cell in cells_of(rule_of(self.game.kind), guess, position.candidates).items():
            if code != self.game.n_feedbacks - 1:
                after = Position(turns=(*position.turns, (guess, code)), candidates=tuple(cell))
                if (best := self.best(after)) is None or best.mean is None:
                    return Expectation(guess, None, is_sure=False)
                total += best.mean * sum(map(weight_of.__getitem__, cell))
        return Expectation(guess, total / n, is_sure=False)

    def odds(self, position: Position) -> dict[str, int]:
        """Returns the words that can win on the last row of a game of words, with their weights; elsewhere none."""
        is_last = self.game.kind == WORDLE and len(position.turns) + 1 == self._rows and len(position.candidates) > 1
        return weights_among(position.candidates, self.weights) if is_last else {}

    def is_of_tree(self, position: Position, guess: str) -> bool:
        """Returns whether a claiming tree plays the guess there: then none needs fewer on average, however many."""
        played = [self._best_of(tree, position) for _, tree in self._claims] if position.turns else []
        return any(own is not None and own.guess == guess for own in played)

    def _rank(self, openers: list[str] | None) -> Expectation:
        """Returns the best of some openers, or of all; of one without a tree that keeps the limit no mean is known."""
        from wordle_compiler.rankings.opener_table import rank_openers

        table = rank_openers(
            *(self.game, openers),
            n_best=1,
            max_guesses=self.max_guesses,
            n_workers=self.n_workers,
            progress=self.progress,
            deadline=self.deadline,
            weights=self.weights,
        )
        row = table.rows[0]
        return Expectation(row.opener, row.mean if self.weights is None else row.weighted_mean, row.proven == "exact")


def look_up(game: Game, position: Position, max_guesses: int | None) -> RankedGuess | None:
    """Returns the best guess at a position, at once, if a bundled tree knows it."""
    known = Judge(game, game.limit(max_guesses), 1, ignore_progress).known(position)
    if known is None or known.mean is None:
        return None
    total, is_candidate = int(known.mean * len(position.candidates)), known.guess in position.candidates
    figures = {"total": total, "expected": known.mean, "cost": Fraction(0)}
    return RankedGuess(guess=known.guess, is_candidate=is_candidate, **figures)


def analyse_off_tree(
    tree: Tree,
    known: Iterable[str] | None,
    turns: Sequence[tuple[str, int]],
    words: Sequence[str],
    favourite: str | None,
    n_alternatives: int,
    is_stopped: Callable[[], bool],
    progress: Progress,
) -> PositionAnalysis | None:
    """Ranks guesses within the limit of a tree's game, at most its rows, or within the smallest that can be kept.

    The guesses of `turns` are spelled as in the lists; `known` are the words that may be guessed (see `game_of_tree`),
    and `words` the answers to find, which may be guessed as well, like the guesses of `turns`. The `favourite` is
    first of equals. `is_stopped` is asked a few times a second, and if it says yes, the result is None.

    Raises:
        InputError: A turn is impossible, or the game is solved.
    """
    game, _ = game_of_tree(tree, known)
    # A search of codes uses that the answers are all of them, and rule candidates that each guess played was one.
    are_codes = game.kind == MASTERMIND and not set(words).difference(game.answers.words)
    played = {guess for guess, _ in turns}
    hidden = played.union(words) if game.rule == Rule.CANDIDATES else {*words}
    answers = game.answers if are_codes else WordList(game.answers.name, tuple(sorted(hidden)))
    more = (hidden | played).difference(game.allowed.words)
    allowed = WordList.from_words([*game.allowed.words, *more], game.allowed.name) if more else game.allowed
    weights, likely, own = None, tree.guarantee.likely, tree.guarantee.weights
    if own is not None:
        # A word that the tree does not know counts once.
        values = dict(zip(tree.nodes.words, own.values, strict=False))
        chosen = {word: values.get(word, 1) for word in answers.words}
        weights = Weights.of(chosen, answers, own.name) if any(chosen.values()) else None
    with telling_of_kernels(progress):
        prepare(search_kernels(likely_layout(game, is_weighted=weights is not None)))
    deadline = Deadline(_YEARS, lambda: math.inf if is_stopped() else time.monotonic())
    most = (likely or tree.info.game).max_guesses
    with suppress(StoppedError):
        # Guessing one candidate after another is legal under every rule, so this ends.
        for limit in range(max(min(most, tree.rows), len(turns) + 1), MAX_GUESSES + 1):
            with suppress(UnmetGuaranteeError):
                return analyse_position(
                    Game(answers, allowed, game.rule, game.kind),
                    turns,
                    max_guesses=limit,
                    n_alternatives=n_alternatives,
                    weights=weights,
                    look_up=lambda _: favourite,
                    deadline=deadline,
                    progress=progress,
                )
    return None
