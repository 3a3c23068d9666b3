"""Games of every kind, drawn by number, and an oracle that says what their positions cost, by brute force.

Written from FORMAT.md and CERTIFICATE.md alone: nothing here imports the compiler, the runtime or the checker.
"""

from __future__ import annotations

import random
import string
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

NEVER = 1 << 60
"""What a set costs that no strategy solves in time."""

SYMBOLS = string.ascii_lowercase + string.digits + "äéöü"
"""40 symbols, each in its normal form."""

Demands = tuple[tuple[str, ...], tuple[tuple[str, int], ...]]
"""What rule hard demands: the letter of each place, empty where any may stand, and how often each letter is used."""

Position = tuple[frozenset[str], int, Demands]
"""Candidates, guesses left, demands."""


@dataclass(frozen=True)
class HostileGame:
    """A game; all lists ascend.

    Attributes:
        kind: `wordle` or `mastermind`.
        rule: `any`, `hard` or `candidates`.
        answers: What the claims are about: all answers, or the likely ones.
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

    @property
    def nothing(self) -> Demands:
        """What is demanded before the first guess."""
        return ("",) * self.length, ()


@lru_cache(maxsize=1 << 19)
def feedback_of(kind: str, guess: str, answer: str) -> int:
    """Returns the number of a feedback: greens (or blacks) first, then each other letter that is still to be had."""
    rest = [hidden for own, hidden in zip(guess, answer, strict=True) if own != hidden]
    code = n_yellow = 0
    for own, hidden in zip(guess, answer, strict=True):
        colour = 2 if own == hidden else 0
        if not colour and own in rest:
            rest.remove(own)
            colour = 1
        n_yellow += colour == 1
        code = 3 * code + colour
    n_green = sum(own == hidden for own, hidden in zip(guess, answer, strict=True))
    return code if kind == "wordle" else n_green * (len(guess) + 1) + n_yellow


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


class Oracle:
    """What every position of a game costs: each legal guess is tried."""

    def __init__(self, game: HostileGame) -> None:
        self.game = game
        self._costs: dict[Position, tuple[int, str]] = {}
        self.start = frozenset(game.answers)
        codes = {feedback_of(game.kind, guess, answer) for guess in game.allowed for answer in game.answers}
        self.n_codes = len(codes)
        self.n_branches = len(codes - {game.winning})

    def cells(self, guess: str, candidates: frozenset[str]) -> dict[int, frozenset[str]]:
        """Returns the candidates by their feedback, in the order of the feedbacks, the winning one too."""
        found: dict[int, set[str]] = {}
        for answer in candidates:
            found.setdefault(feedback_of(self.game.kind, guess, answer), set()).add(answer)
        return {code: frozenset(found[code]) for code in sorted(found)}

    def legal(self, position: Position) -> list[str]:
        if self.game.rule == "candidates":
            return sorted(position[0])
        return [word for word in self.game.allowed if meets(word, position[2])]

    def after(self, demands: Demands, guess: str, feedback: int) -> Demands:
        """Adds a turn to what is demanded."""
        if self.game.rule != "hard":
            return demands
        colours = [feedback // 3**place % 3 for place in reversed(range(len(guess)))]
        letters = tuple(own if c == 2 else old for own, c, old in zip(guess, colours, demands[0], strict=True))
        seen = [own for own, colour in zip(guess, colours, strict=True) if colour]
        times = dict(demands[1])
        for own in seen:
            times[own] = max(times.get(own, 0), seen.count(own))
        return letters, tuple(sorted(times.items()))

    def inner(self, position: Position, guess: str) -> dict[int, Position]:
        """Returns the positions after a guess that does not win."""
        cells = self.cells(guess, position[0])
        cells.pop(self.game.winning, None)
        return {c: (cell, position[1] - 1, self.after(position[2], guess, c)) for c, cell in cells.items()}

    def cost(self, position: Position) -> int:
        """Returns the smallest total, or `NEVER`."""
        return self._solved(position)[0]

    def cost_with(self, position: Position, guess: str, most: int = NEVER) -> int:
        """Returns the smallest total of the strategies with a next guess; from `most` on, only that it is as much."""
        if position[1] < 1:
            return NEVER
        inner = self.inner(position, guess)
        total = len(position[0]) + sum(2 * len(each[0]) - 1 for each in inner.values())
        for each in sorted(inner.values(), key=lambda each: -len(each[0])):
            if total >= most:
                return total
            total += self.cost(each) - (2 * len(each[0]) - 1)
        return min(total, NEVER)

    def _solved(self, position: Position) -> tuple[int, str]:
        candidates, n_left, demands = position
        if n_left < 1:
            return NEVER, ""
        if len(candidates) == 1:
            return 1, next(iter(candidates))
        # No tree in which each guess tells something is deeper than its answers are many.
        position = (candidates, min(n_left, len(candidates)), demands)
        if position not in self._costs:
            best = (NEVER, "")
            for guess in self.legal(position):
                if candidates not in self.inner_sets(position, guess):
                    best = min(best, (self.cost_with(position, guess, best[0]), guess), key=lambda each: each[0])
            self._costs[position] = best
        return self._costs[position]

    def inner_sets(self, position: Position, guess: str) -> list[frozenset[str]]:
        return [each[0] for each in self.inner(position, guess).values()]

    def tree(self, position: Position, guess: str = "", unlikely: frozenset[str] = frozenset()) -> Node:
        """Builds a tree of the smallest total, below a guess if one is given; it finds unlikely answers last."""
        candidates, n_left, demands = position
        guess = guess or (self._solved(position)[1] if candidates else min(unlikely))
        everything = self.cells(guess, candidates | unlikely)
        node = Node(guess, guess in candidates | unlikely)
        for code, cell in everything.items():
            if code != self.game.winning:
                inner = (cell & candidates, n_left - 1, self.after(demands, guess, code))
                node.children[code] = self.tree(inner, "", cell & unlikely)
        return node

    def least(self, n: int, n_left: int) -> int:
        """Rule size, level by level."""
        total = turn = 0
        width = 1
        while n > 0 and turn < n_left:
            turn += 1
            total += turn * min(n, width)
            n -= width
            width *= self.n_branches
        return NEVER if n > 0 else total

    def one(self, position: Position) -> int:
        """Rule one guess."""
        candidates, n_left, _ = position
        n = len(candidates)
        if n == 1:
            return self.least(1, n_left)
        best = NEVER
        for guess in self.legal(position):
            sets = self.inner_sets(position, guess)
            if sets != [candidates]:
                best = min(best, n + sum(self.least(len(each), n_left - 1) for each in sets))
        return max(best, self.least(n, n_left))


def meets(word: str, demands: Demands) -> bool:
    letters, times = demands
    return all(old in ("", own) for own, old in zip(word, letters, strict=True)) and all(
        word.count(symbol) >= n for symbol, n in times
    )


def includes(demands: Demands, others: Demands) -> bool:
    """Says whether demands include others."""
    times = dict(demands[1])
    return all(other in ("", own) for own, other in zip(demands[0], others[0], strict=True)) and all(
        times.get(symbol, 0) >= n for symbol, n in others[1]
    )


def draw_game(number: int) -> HostileGame:
    """Draws a game; the number goes through the lengths 2 to 12, the kinds, the rules and the likely answers."""
    dice = random.Random(f"hostile game {number}")
    length = 2 + number % 11
    kind = "mastermind" if number // 11 % 4 == 3 else "wordle"
    rule = ("any", "hard", "candidates")[number // 44 % 3] if kind == "wordle" else ("any", "candidates")[number % 2]
    # One game of ten has many words, so that some 256 codes occur. They are long and of few symbols: nearly every guess
    # tells the answers apart, and the oracle's work, which is exponential in those it does not tell apart, stays small.
    has_many = number % 10 == 0 and length > 5
    n_symbols = dice.choice((3, 4, 5) if has_many else (2, 2, 3, 3, 4, 5, 8, 12, 26, 33, 40))
    symbols = sorted(dice.sample(SYMBOLS, n_symbols))
    n_words = dice.choice((60, 90)) if has_many else dice.choice((3, 5, 7, 9, 12))
    words = draw_words(dice, length, symbols, n_words, is_code=kind == "mastermind")
    n_answers = min(8, len(words)) if has_many else dice.randint(1, min(7, len(words)))
    answers = sorted(dice.sample(words, n_answers))
    unlikely: list[str] = []
    if rule != "candidates" and dice.random() < 0.25:
        unlikely = sorted(dice.sample(sorted(set(words) - set(answers)), dice.randint(0, len(words) - n_answers)))
    return HostileGame(kind, rule, tuple(answers), tuple(sorted(words)), tuple(unlikely))


def draw_words(dice: random.Random, length: int, symbols: list[str], n_words: int, *, is_code: bool) -> list[str]:
    """Draws words at random, families that differ in one place, or codes that renamings map onto each other."""
    found: set[str] = set()
    stem = dice.choices(symbols, k=length)
    styles = ("random", "family", "family", "near")
    style = dice.choice((*styles, "turned", "turned") if is_code else styles)
    style = style if n_words < 60 else "random"
    for _ in range(20 * n_words):
        word = list(stem)
        if style == "random":
            word = dice.choices(symbols, k=length)
        elif style == "turned":
            word = stem[(turn := dice.randrange(length)) :] + stem[:turn]
        else:
            for _ in range(1 if style == "family" and dice.random() < 0.8 else dice.randint(1, 3)):
                place = 0 if style == "family" and dice.random() < 0.8 else dice.randrange(length)
                word[place] = dice.choice(symbols)
        found.add("".join(word))
        if len(found) == n_words:
            break
    return sorted(found)
