"""Tiny games for the checker's tests, drawn by number, and what each of their positions costs, by brute force.

Costs come from trying every guess at every position, those that tell nothing as well.
"""

import itertools
import random
from collections import Counter
from dataclasses import dataclass
from functools import cache, lru_cache

from reference_solver import NOTHING, Knowledge, feedback_of, learn, words_that_meet

from wordle_compiler.game.game import Game, Rule
from wordle_compiler.game.words import WordList
from wordle_compiler.search.decision_tree import TreeNode

NEVER = 10**12
"""What a set costs that no strategy solves in time."""

Cells = dict[int, frozenset[str]]


@dataclass(frozen=True)
class TinyGame:
    """A game to certify; both lists ascend."""

    kind: str
    rule: str
    answers: tuple[str, ...]
    allowed: tuple[str, ...]

    @property
    def winning(self) -> int:
        length = len(self.allowed[0])
        return 3**length - 1 if self.kind == "wordle" else length * (length + 1)

    def product(self) -> Game:
        lists = WordList("answers", self.answers), WordList("allowed", self.allowed)
        return Game(*lists, Rule(self.rule), self.kind)


class BruteForce:
    """What every position of a game costs."""

    def __init__(self, game: TinyGame) -> None:
        self.game = game
        self._costs: dict[tuple[frozenset[str], int, Knowledge], int] = {}
        self._guesses: dict[tuple[frozenset[str], int, Knowledge], str] = {}
        self._cells: dict[tuple[str, frozenset[str]], Cells] = {}
        self.everything = frozenset(game.answers)
        codes = {self.feedback(guess, answer) for guess in game.allowed for answer in game.answers}
        self.n_branches = len(codes - {game.winning})

    def feedback(self, guess: str, answer: str) -> int:
        return feedback_of(self.game.kind, guess, answer)

    def cells(self, guess: str, candidates: frozenset[str]) -> Cells:
        # The same set comes up with every number of guesses left.
        state = (guess, candidates)
        if state not in self._cells:
            found: dict[int, set[str]] = {}
            for answer in sorted(candidates):
                found.setdefault(self.feedback(guess, answer), set()).add(answer)
            self._cells[state] = {code: frozenset(cell) for code, cell in found.items()}
        return self._cells[state]

    def legal(self, candidates: frozenset[str], known: Knowledge) -> list[str]:
        if self.game.rule == "candidates":
            return sorted(candidates)
        return words_that_meet(known, self.game.allowed)

    def after(self, known: Knowledge, guess: str, feedback: int) -> Knowledge:
        if self.game.rule != "hard":
            return NOTHING
        colours = [feedback // 3**power % 3 for power in reversed(range(len(guess)))]
        return learn(known, guess, tuple(colours))

    def cost(self, candidates: frozenset[str], n_left: int, known: Knowledge = NOTHING) -> int:
        """Returns the smallest total within `n_left` guesses, or `NEVER`."""
        if n_left == 0:
            return NEVER
        state = (candidates, n_left, known)
        if state not in self._costs:
            totals = {guess: self.cost_with(guess, *state) for guess in self.legal(candidates, known)}
            best = min(totals, key=lambda guess: totals[guess], default="")
            self._costs[state] = totals.get(best, NEVER)
            self._guesses[state] = best
        return self._costs[state]

    def cost_with(self, guess: str, candidates: frozenset[str], n_left: int, known: Knowledge = NOTHING) -> int:
        """Returns the smallest total of the strategies with a given next guess, or `NEVER`."""
        total = len(candidates)
        for code, cell in self.cells(guess, candidates).items():
            if code != self.game.winning:
                total += self.cost(cell, n_left - 1, self.after(known, guess, code))
        return min(total, NEVER)

    def tree(
        self,
        n_left: int,
        opener: str | None = None,
        candidates: frozenset[str] = frozenset(),
        known: Knowledge = NOTHING,
    ) -> TreeNode:
        """Builds a tree of the smallest total, with an opener or without."""
        candidates = candidates or self.everything
        assert self.cost(candidates, n_left, known) < NEVER
        guess = opener or self._guesses[candidates, n_left, known]
        children = {
            code: self.tree(n_left - 1, None, cell, self.after(known, guess, code))
            for code, cell in self.cells(guess, candidates).items()
            if code != self.game.winning
        }
        return TreeNode(guess, guess in candidates, children)

    def least(self, n: int, n_left: int) -> int:
        """Returns what a number of answers costs in a full tree."""
        depths = [depth for depth in range(1, n_left + 1) for _ in range(min(n, self.n_branches ** (depth - 1)))]
        return sum(depths[:n]) if len(depths) >= n else NEVER

    def one(self, candidates: frozenset[str], n_left: int, known: Knowledge) -> int:
        """Returns what looking one guess ahead says of a position."""
        totals = [NEVER]
        for guess in self.legal(candidates, known) if len(candidates) > 1 else ():
            cells = self.cells(guess, candidates)
            if len(cells) > 1 or self.game.winning in cells:
                sizes = [len(cell) for code, cell in cells.items() if code != self.game.winning]
                totals.append(len(candidates) + sum(self.least(size, n_left - 1) for size in sizes))
        by_size = self.least(len(candidates), n_left)
        return by_size if len(candidates) == 1 else max(by_size, min(min(totals), NEVER))


@lru_cache(maxsize=128)
def brute_force_of(game: TinyGame) -> BruteForce:
    """Returns the same object for the same game, so that its costs are computed once."""
    return BruteForce(game)


@cache
def tiny_game(seed: int) -> TinyGame:
    """Draws a game of 1 to 9 answers: words of 2 to 5 letters that repeat, families of words, or codes."""
    dice = random.Random(f"checker {seed}")
    make = (_words, _family, _family, _codes)[seed % 4]
    return make(dice)


def _words(dice: random.Random) -> TinyGame:
    length = dice.randint(2, 5)
    letters = "abcd"[: dice.choice((2, 3)) if length > 2 else dice.choice((2, 3, 4))]
    words = ["".join(word) for word in itertools.product(letters, repeat=length)]
    return _chosen("wordle", dice.choice(("any", "hard", "candidates")), words, dice)


def _chosen(kind: str, rule: str, words: list[str], dice: random.Random) -> TinyGame:
    dice.shuffle(words)
    allowed = words[: dice.randint(3, 14)]
    return TinyGame(kind, rule, tuple(sorted(allowed[: dice.randint(1, 9)])), tuple(sorted(allowed)))


def _family(dice: random.Random) -> TinyGame:
    """Words that differ in one place, where one guess tells little, and a few that test several of their letters."""
    length = dice.randint(2, 4)
    place = dice.randrange(length)
    stem = dice.choices("ab", k=length)
    letters = "abcdefgh"[: dice.randint(4, 8)]
    family = ["".join([*stem[:place], letter, *stem[place + 1 :]]) for letter in letters]
    others = {"".join(dice.choices(letters, k=length)) for _ in range(dice.choice((1, 2, 4, 6)))}
    n_answers = dice.randint(0, min(2, len(others)))
    answers = {*family, *sorted(others)[:n_answers]}
    rule = dice.choice(("any", "any", "hard", "hard", "candidates"))
    return TinyGame("wordle", rule, tuple(sorted(answers)), tuple(sorted(answers | others)))


def _codes(dice: random.Random) -> TinyGame:
    length, symbols = dice.choice(((2, "123"), (3, "12"), (2, "1234"), (3, "123")))
    codes = ["".join(code) for code in itertools.product(symbols, repeat=length)]
    rule = dice.choice(("any", "any", "candidates"))
    if dice.random() < 0.3:
        return _chosen("mastermind", rule, codes, dice)
    # Those that use each symbol at most so often: a list that every renaming maps onto itself.
    most = dice.randint(1, 2)
    few = tuple(code for code in codes if max(Counter(code).values()) <= most)
    codes_kept = few if 2 < len(few) <= 12 else tuple(codes[:9] if len(codes) > 9 else codes)
    return TinyGame("mastermind", rule, codes_kept, codes_kept)
