"""The reference: an exact solver that is slow and obvious, and a replay of trees; it imports nothing of the product.

Integers only, plain recursion over every legal guess. A history of (guess, colours) is all that rule hard looks at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Protocol

Colours = tuple[int, ...]
"""A feedback: for each place 2 green, 1 yellow, 0 grey."""

Knowledge = tuple[frozenset[tuple[int, str]], frozenset[tuple[str, int]]]
"""What rule hard demands: (place, letter) that stand, and (letter, times) that must at least be used."""

NOTHING: Knowledge = (frozenset(), frozenset())


class TreeNode(Protocol):
    """What `replay` reads of a tree's node."""

    guess: str
    solves: bool
    children: dict[int, TreeNode]


@lru_cache(maxsize=1 << 20)
def colours_of(guess: str, answer: str) -> Colours:
    """Colours a guess: a letter is yellow while fewer of it are coloured than the answer has, greens coming first."""
    colours = [2 if letter == hidden else 0 for letter, hidden in zip(guess, answer, strict=True)]
    for place, letter in enumerate(guess):
        n_coloured = sum(1 for other, colour in zip(guess, colours, strict=True) if other == letter and colour > 0)
        if colours[place] == 0 and n_coloured < answer.count(letter):
            colours[place] = 1
    return tuple(colours)


def code_of(colours: Colours) -> int:
    """Numbers a feedback in base 3, first place most significant."""
    return sum(colour * 3**power for power, colour in enumerate(reversed(colours)))


@lru_cache(maxsize=1 << 20)
def pegs_of(guess: str, answer: str) -> int:
    """Counts blacks, strikes them out, and then counts each symbol's lesser number of times."""
    left = [(own, hidden) for own, hidden in zip(guess, answer, strict=True) if own != hidden]
    own, hidden = [pair[0] for pair in left], [pair[1] for pair in left]
    whites = sum(min(own.count(symbol), hidden.count(symbol)) for symbol in set(own))
    return (len(guess) - len(left)) * (len(guess) + 1) + whites


def feedback_of(kind: str, guess: str, answer: str) -> int:
    """Returns the code of a feedback."""
    return code_of(colours_of(guess, answer)) if kind == "wordle" else pegs_of(guess, answer)


def is_hard_legal(word: str, history: tuple[tuple[str, Colours], ...]) -> bool:
    """Says whether rule hard allows a word: every green stays, every seen letter is used as often as it was seen."""
    for guess, colours in history:
        if any(colour == 2 and word[place] != guess[place] for place, colour in enumerate(colours)):
            return False
        seen = Counter(letter for letter, colour in zip(guess, colours, strict=True) if colour > 0)
        if any(word.count(letter) < times for letter, times in seen.items()):
            return False
    return True


@cache
def learn(known: Knowledge, guess: str, colours: Colours) -> Knowledge:
    """Adds a turn to what is known; the same demands always give the same value."""
    greens = known[0] | {(place, guess[place]) for place, colour in enumerate(colours) if colour == 2}
    seen = Counter(letter for letter, colour in zip(guess, colours, strict=True) if colour > 0)
    return greens, frozenset((seen | Counter(dict(known[1]))).items())


@cache
def words_that_meet(known: Knowledge, words: tuple[str, ...]) -> list[str]:
    """Lists the words that have what rule hard demands, in their order."""
    greens, times = known
    return [
        word
        for word in words
        if all(word[place] == letter for place, letter in greens) and all(word.count(x) >= n for x, n in times)
    ]


# Which guesses split the candidates is asked just before what each of their cells costs.
@lru_cache(maxsize=1 << 14)
def cells_of(guess: str, candidates: frozenset[str]) -> dict[Colours, frozenset[str]]:
    """Divides the candidates by the feedback to a guess."""
    cells: dict[Colours, set[str]] = {}
    for answer in candidates:
        cells.setdefault(colours_of(guess, answer), set()).add(answer)
    return {colours: frozenset(cell) for colours, cell in cells.items()}


class IllegalFixedGuessError(Exception):
    """What brute force finds out of a fixed guess that the rule forbids."""


Costs = tuple[int, int]
"""A weighted total and a plain one; the first counts, the second settles ties. Without weights the first is 0."""


class Reference:
    """Solves one game: the words, the rule's name, and perhaps the answers' weights."""

    def __init__(
        self, answers: tuple[str, ...], allowed: tuple[str, ...], rule: str, weights: dict[str, int] | None = None
    ) -> None:
        self.answers = frozenset(answers)
        self.allowed = tuple(sorted(allowed))
        self.rule = rule
        self.weights = weights
        self._costs: dict[tuple[frozenset[str], int, Knowledge], Costs | None] = {}

    def legal(self, candidates: frozenset[str], known: Knowledge = NOTHING) -> list[str]:
        """Lists the legal guesses, alphabetically."""
        if self.rule == "candidates":
            return sorted(candidates)
        return words_that_meet(known, self.allowed)

    def costs(self, candidates: frozenset[str], limit: int, known: Knowledge = NOTHING) -> Costs | None:
        """Returns the smallest costs of a set of candidates within `limit` guesses, or None if nothing solves it."""
        if len(candidates) == 1 and limit > 0:
            return self._weight(candidates), 1  # It is legal under every rule.
        # Each guess of the tree splits the set, so no tree is deeper than the set is large.
        limit = min(limit, len(candidates))
        state = (candidates, limit, known)
        if state not in self._costs:
            best = None
            for guess in self.legal(candidates, known) if limit > 0 else ():
                if len(self.cells(guess, candidates)) == 1:
                    continue  # The same candidates, one guess fewer, no more words: never of use.
                found = self.costs_with(guess, candidates, limit, known)
                if found is not None and (best is None or found < best):
                    best = found
                if best == (0, 2 * len(candidates) - 1):
                    break  # One answer now, every other one guess later: nothing is better.
            self._costs[state] = best
        return self._costs[state]

    def costs_with(
        self, guess: str, candidates: frozenset[str], limit: int, known: Knowledge = NOTHING
    ) -> Costs | None:
        """Returns the smallest costs with a given next guess, or None."""
        if limit < 1:
            return None
        weighted, plain = self._weight(candidates), len(candidates)
        for colours, cell in self.cells(guess, candidates).items():
            if cell == {guess}:
                continue
            after = learn(known, guess, colours) if self.rule == "hard" else NOTHING
            below = self.costs(cell, limit - 1, after)
            if below is None:
                return None
            weighted, plain = weighted + below[0], plain + below[1]
        return weighted, plain

    def costs_below(self, opener: str, limit: int) -> Costs | None:
        """Returns the smallest costs below an opener, or None."""
        return self.costs_with(opener, self.answers, limit)

    def _weight(self, candidates: frozenset[str]) -> int:
        return sum(map(self.weights.__getitem__, candidates)) if self.weights else 0

    def total(self, candidates: frozenset[str], limit: int, known: Knowledge = NOTHING) -> int | None:
        """Returns the total of the smallest costs, or None."""
        costs = self.costs(candidates, limit, known)
        return costs and costs[1]

    def below(self, opener: str, limit: int) -> int | None:
        """Returns the total of the smallest costs below an opener, or None."""
        costs = self.costs_below(opener, limit)
        return costs and costs[1]

    def cells(self, guess: str, candidates: frozenset[str]) -> dict[Colours, frozenset[str]]:
        """Divides the candidates by the feedback to a guess."""
        return cells_of(guess, candidates)

    def below_fixed(self, fixed: Sequence[str], limit: int) -> int | None:
        """Returns the smallest total below fixed first guesses, which are played until one candidate is left; or None.

        Raises:
            IllegalFixedGuessError: The rule forbids one of them after some feedback.
        """
        return self._below_fixed(self.answers, limit, NOTHING, fixed, is_first=True)

    def _below_fixed(
        self, candidates: frozenset[str], left: int, known: Knowledge, fixed: Sequence[str], *, is_first: bool = False
    ) -> int | None:
        if not is_first and len(candidates) == 1:
            return 1 if left > 0 else None
        if left < 1:
            return None
        if not fixed:
            return self.total(candidates, left, known)
        word, *later = fixed
        if word not in self.legal(candidates, known):
            raise IllegalFixedGuessError
        costs = [
            self._below_fixed(cell, left - 1, learn(known, word, colours) if self.rule == "hard" else NOTHING, later)
            for colours, cell in self.cells(word, candidates).items()
            if cell != {word}
        ]
        return None if None in costs else len(candidates) + sum(cost or 0 for cost in costs)

    def best_opener(self, limit: int) -> tuple[str, int] | None:
        """Returns the opener with the smallest total, alphabetically first among equals, and that total; or None."""
        totals = [(self.below(opener, limit), opener) for opener in self.legal(self.answers, NOTHING)]
        return min(
            ((opener, total) for total, opener in totals if total is not None), key=lambda x: x[::-1], default=None
        )


def replay(
    root: TreeNode, answers: tuple[str, ...], allowed: tuple[str, ...], rule: str, limit: int
) -> dict[str, int | None]:
    """Plays every answer through a tree; returns the guesses that each takes, None for one that stays unsolved.

    Asserts that every guess is allowed and legal, the limit kept, `solves` true, and no node idle.
    """
    words = set(allowed)
    n_guesses: dict[str, int | None] = {}
    visited: dict[int, set[str]] = {}
    for answer in answers:
        node: TreeNode | None = root
        history: tuple[tuple[str, Colours], ...] = ()
        n_guesses[answer] = None
        while node is not None:
            visited.setdefault(id(node), set()).add(answer)
            colours = colours_of(node.guess, answer)

            assert node.guess in words, f"{node.guess} is not allowed"
            assert len(history) < limit, f"{answer} takes more than {limit} guesses"
            assert rule != "hard" or is_hard_legal(node.guess, history), f"{node.guess} is not legal after {history}"

            history += ((node.guess, colours),)
            if node.guess == answer:
                n_guesses[answer] = len(history)
            node = None if node.guess == answer else node.children.get(code_of(colours))
    stack = [root]
    n_nodes = 0
    while stack:
        node = stack.pop()
        n_nodes += 1
        here = visited.get(id(node), set())

        assert here, f"no answer leads to the node of {node.guess}"
        assert node.solves == (node.guess in here)
        assert rule != "candidates" or node.guess in here, f"{node.guess} is not a candidate"
        assert list(node.children) == sorted(node.children)

        stack.extend(node.children.values())

    assert n_nodes == len(visited), "a node hangs in two places"

    return n_guesses
