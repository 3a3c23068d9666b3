"""Tiny games for the checker's tests, drawn by number, and what each of their positions costs, by brute force."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from typing import TYPE_CHECKING

from reference_solver import NOTHING, Knowledge, feedback_of, learn, words_that_meet

if TYPE_CHECKING:
    from wordle_compiler.game.game import Game

NEVER = 10**12
"""What a set costs that no strategy solves in time."""

Cells = dict[int, frozenset[str]]
Position = tuple[frozenset[str], int, Knowledge]
"""Candidates, guesses left, and what is demanded."""


@dataclass(frozen=True)
class TinyGame:
    """A game to certify; all lists ascend.

    Attributes:
        kind: `wordle` or `mastermind`.
        rule: `any`, `hard` or `candidates`.
        answers: What a proof is about: all answers, or the likely ones.
        allowed: The allowed guesses.
        unlikely: The other answers; none where all are likely.
    """

    kind: str
    rule: str
    answers: tuple[str, ...]
    allowed: tuple[str, ...]
    unlikely: tuple[str, ...] = ()

    @property
    def length(self) -> int:
        return len(self.allowed[0])

    @property
    def winning(self) -> int:
        return 3**self.length - 1 if self.kind == "wordle" else self.length * (self.length + 1)

    @cached_property
    def symbols(self) -> list[str]:
        return sorted(set("".join(self.allowed)))

    def product(self) -> Game:
        from wordle_compiler.game.game import Game, Rule
        from wordle_compiler.game.words import WordList

        lists = WordList("answers", self.answers), WordList("allowed", self.allowed)
        return Game(*lists, Rule(self.rule), self.kind)


@dataclass
class Node:
    """A node of a tree: the guess, whether it is a candidate there, and the nodes by their feedback."""

    guess: str
    solves: bool
    children: dict[int, Node] = field(default_factory=dict)

    def depths(self, depth: int = 1) -> dict[str, int]:
        """Returns the guesses that each solved answer needs."""
        found = {self.guess: depth} if self.solves else {}
        for child in self.children.values():
            found |= child.depths(depth + 1)
        return found


class BruteForce:
    """What every position of a game costs: each legal guess is tried that tells something."""

    def __init__(self, game: TinyGame) -> None:
        self.game = game
        self._best: dict[Position, tuple[int, str]] = {}
        self._cells: dict[tuple[str, frozenset[str]], Cells] = {}
        self.everything = frozenset(game.answers)
        codes = {self.feedback(guess, answer) for guess in game.allowed for answer in game.answers}
        self.n_codes = len(codes)
        self.n_branches = len(codes - {game.winning})

    def feedback(self, guess: str, answer: str) -> int:
        return feedback_of(self.game.kind, guess, answer)

    def cells(self, guess: str, candidates: frozenset[str]) -> Cells:
        """Returns the candidates by their feedback, in the order of the feedbacks, the winning one too."""
        # The same set comes up with every number of guesses left.
        state = (guess, candidates)
        if state not in self._cells:
            found: dict[int, set[str]] = {}
            for answer in candidates:
                found.setdefault(self.feedback(guess, answer), set()).add(answer)
            self._cells[state] = {code: frozenset(found[code]) for code in sorted(found)}
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

    def inner(self, guess: str, candidates: frozenset[str], n_left: int, known: Knowledge) -> dict[int, Position]:
        """Returns the positions after a guess that does not win."""
        return {
            code: (cell, n_left - 1, self.after(known, guess, code))
            for code, cell in self.cells(guess, candidates).items()
            if code != self.game.winning
        }

    def splits(self, guess: str, candidates: frozenset[str]) -> bool:
        """Says whether a guess tells something."""
        return self.game.winning in (cells := self.cells(guess, candidates)) or len(cells) > 1

    def cost(self, candidates: frozenset[str], n_left: int, known: Knowledge = NOTHING) -> int:
        """Returns the smallest total within `n_left` guesses, or `NEVER`."""
        return self._solve(candidates, n_left, known)[0] if n_left > 0 else NEVER

    def _solve(self, candidates: frozenset[str], n_left: int, known: Knowledge) -> tuple[int, str]:
        if len(candidates) == 1:
            return 1, next(iter(candidates))
        # No tree in which each guess tells something is deeper than its answers are many.
        position = (candidates, min(n_left, len(candidates)), known)
        if position not in self._best:
            best = (NEVER, "")
            for guess in self.legal(candidates, known):
                if self.splits(guess, candidates):
                    best = min(best, (self.cost_with(guess, *position, best[0]), guess), key=lambda each: each[0])
            self._best[position] = best
        return self._best[position]

    def cost_with(
        self, guess: str, candidates: frozenset[str], n_left: int, known: Knowledge = NOTHING, most: int = NEVER
    ) -> int:
        """Returns the smallest total of the strategies with a next guess; from `most` on, only that it is as much."""
        if n_left < 1:
            return NEVER
        inner = self.inner(guess, candidates, n_left, known).values()
        total = len(candidates) + sum(2 * len(each[0]) - 1 for each in inner)
        for each in sorted(inner, key=lambda each: -len(each[0])):
            if total >= most:
                break
            total += self.cost(*each) - (2 * len(each[0]) - 1)
        return min(total, NEVER)

    def depth(self, objective: str, limit: int, opener: str | None = None) -> int | None:
        """Returns the guesses within which a tree of the smallest total is the best for an objective; None: no tree."""
        start = (opener, self.everything) if opener else (self.everything,)
        costs = [(self.cost_with if opener else self.cost)(*start, n_left) for n_left in range(1, limit + 1)]
        if costs[-1] >= NEVER:
            return None
        fastest = 1 + next(place for place, cost in enumerate(costs) if cost < NEVER)
        shallow = 1 + costs.index(costs[-1])
        return {"total": limit, "unsolved,total": limit, "total,worst-case": shallow}.get(objective, fastest)

    def tree(
        self,
        n_left: int,
        opener: str | None = None,
        candidates: frozenset[str] | None = None,
        known: Knowledge = NOTHING,
        unlikely: frozenset[str] = frozenset(),
    ) -> Node:
        """Builds a tree of the smallest total, with an opener or without; it finds unlikely answers last."""
        candidates = self.everything if candidates is None else candidates
        guess = opener or (self._solve(candidates, n_left, known)[1] if candidates else min(unlikely))
        node = Node(guess, guess in candidates | unlikely)
        for code, cell in self.cells(guess, candidates | unlikely).items():
            if code != self.game.winning:
                after = self.after(known, guess, code)
                node.children[code] = self.tree(n_left - 1, None, cell & candidates, after, cell & unlikely)
        return node

    def least(self, n: int, n_left: int) -> int:
        """Returns what a number of answers costs in a full tree."""
        total, width = 0, 1
        for turn in range(1, n_left + 1):
            total += turn * min(n, width)
            n -= width
            width *= self.n_branches
            if n <= 0:
                return total
        return NEVER

    def one(self, candidates: frozenset[str], n_left: int, known: Knowledge) -> int:
        """Returns what looking one guess ahead says of a position."""
        n, totals = len(candidates), [NEVER]
        for guess in self.legal(candidates, known) if n > 1 else ():
            if self.splits(guess, candidates):
                inner = self.inner(guess, candidates, n_left, known).values()
                totals.append(n + sum(self.least(len(each[0]), n_left - 1) for each in inner))
        by_size = self.least(n, n_left)
        return by_size if n == 1 else max(by_size, min(totals))


def some_of(known: Knowledge, dice: random.Random) -> Knowledge:
    """Draws some of what is demanded."""
    share = dice.choice((0.0, 0.7, 1.0, 1.0))
    greens, times = (frozenset(one for one in sorted(each) if dice.random() < share) for each in known)
    return greens, times


def demands_all(known: Knowledge, other: Knowledge) -> bool:
    """Says whether what one path shows demands all that another's shows demands."""
    greens, times = dict(known[0]), dict(known[1])
    return all(greens.get(place) == letter for place, letter in other[0]) and all(
        times.get(letter, 0) >= least for letter, least in other[1]
    )


@lru_cache(maxsize=128)
def brute_force_of(game: TinyGame) -> BruteForce:
    """Returns the same object for the same game, so that its costs are computed once."""
    return BruteForce(game)


@cache
def tiny_game(seed: int) -> TinyGame:
    """Draws a game of 1 to 9 answers: words of 2 to 5 letters that repeat, families of words, or codes."""
    return (_words, _family, _family, _codes)[seed % 4](random.Random(f"checker {seed}"))


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
    answers = {*family, *sorted(others)[: dice.randint(0, min(2, len(others)))]}
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
