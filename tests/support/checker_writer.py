"""Certificates by brute force, for the checker's tests: slow, obvious, and without a line of the product's writer."""

from __future__ import annotations

import hashlib
import itertools
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from hostile_files import Certificate, Chapter, Entry, Frame, Part, Symmetry, TreeFile, fingerprint, image
from reference_solver import NOTHING
from tiny_games import NEVER, BruteForce, Position, TinyGame, brute_force_of, demands_all, some_of


@dataclass(frozen=True)
class Style:
    """How a certificate is written.

    Attributes:
        everything: Whether cells that one guess settles get a frame too.
        symmetric: Whether symmetries are used.
        keeps: The share of lemmas that are kept.
        chapter_length: With so many entries a chapter ends.
    """

    everything: bool = False
    symmetric: bool = False
    keeps: float = 1.0
    chapter_length: int = 1000


class Author:
    """Writes down why a game's positions cost what they do, a chapter after another.

    With dice, what is true is written down in one of many ways, and a bound above the truth is covered up below.
    """

    def __init__(self, oracle: BruteForce, style: Style, dice: random.Random | None = None) -> None:
        self.oracle, self.game, self.style, self.dice = oracle, oracle.game, style, dice
        self._kept: list[tuple[Position, Frame]] = []

    def certificate(self, tree: TreeFile) -> Certificate:
        game = self.game
        is_below = tree.status == "optimal below opener" and not self._happens(0.1)
        openers = [game.allowed.index(tree.root.guess)] if is_below else []
        digest = hashlib.sha256(tree.encode()).digest()
        made = Certificate(fingerprint(game), digest, openers, tree.claims())
        made.hard_words = game.allowed if game.rule == "hard" else ()
        made.symmetries = [] if openers else self._symmetries(self.oracle.everything)
        for number, (limit, bound) in enumerate(made.claims):
            position = (self.oracle.everything, limit, NOTHING)
            if bound > self.oracle.least(len(game.answers), limit):
                made.chapters += self._chapters(number, position, bound, openers, made.symmetries)
        return made

    def _happens(self, share: float) -> bool:
        return share >= 1 or (self.dice is not None and self.dice.random() < share)

    def _chapters(
        self, number: int, position: Position, bound: int, openers: list[int], symmetries: list[Symmetry]
    ) -> Iterator[Chapter]:
        chapter = self._begin(number, position)
        for guess in [self.game.allowed[at] for at in openers] or self._representatives(position, symmetries):
            chapter.entries += self._entries(position, guess, bound, is_opener=bool(openers))
            if len(chapter.entries) >= self.style.chapter_length:
                yield chapter
                chapter = self._begin(number, position)
        if chapter.parts or chapter.entries:
            yield chapter

    def _begin(self, number: int, position: Position) -> Chapter:
        self._kept = []
        n_parts = self.dice.choice((0, 0, 1, 2)) if self.dice else 0
        return Chapter(number, parts=[self._part(position, self.dice) for _ in range(n_parts)])

    def _part(self, position: Position, dice: random.Random) -> Part:
        """Proves what some answers of a cell that guesses lead to cost."""
        inner = [position]
        for _ in range(dice.randint(0, 2)):
            guess = dice.choice(self.oracle.legal(inner[-1][0], inner[-1][2]))
            inner += sorted(self.oracle.inner(guess, *inner[-1]).values(), key=lambda each: len(each[0]))[-1:]
        candidates, known = inner[-1][0], some_of(inner[-1][2], dice)
        members = dice.sample(sorted(candidates), dice.randint(1, len(candidates)))
        n_left = dice.randint(1, position[1])
        part = (frozenset(members), n_left, known)
        return Part(n_left, sorted(map(self.game.answers.index, members)), self.frame(part), known)

    def frame(self, position: Position, bound: int = 0) -> Frame:
        """Proves a bound as far as it is true: the cost, unless one is given."""
        bound = bound or self.oracle.cost(*position)
        made = Frame(len(position[0]), bound, self._happens(self.style.keeps))
        if bound > self.oracle.least(len(position[0]), position[1]) or self._happens(0.1):
            made.symmetries = self._symmetries(position[0])
            for guess in self._representatives(position, made.symmetries):
                made.entries += self._entries(position, guess, bound)
        if made.kept:
            self._kept.append((position, made))
        return made

    def _entries(self, position: Position, guess: str, bound: int, *, is_opener: bool = False) -> list[Entry]:
        oracle = self.oracle
        inner = oracle.inner(guess, *position)
        if not is_opener and not oracle.splits(guess, position[0]):
            return []
        known = {code: oracle.one(*each) for code, each in inner.items()}
        total = min(NEVER, len(position[0]) + sum(known.values()))
        wanted: dict[int, int] = {}
        for code in self.dice.sample(sorted(inner), len(inner)) if self.dice else inner:
            cost = oracle.cost(*inner[code])
            if inner[code][1] > 0 and (self.style.everything or (total < bound and cost > known[code])):
                wanted[code] = cost
                total = min(NEVER, total + max(0, cost - known[code]))
        if self.dice and total < bound and (liars := [code for code in inner if inner[code][1] > 0]):
            liar = self.dice.choice(liars)
            wanted[liar] = NEVER if bound >= NEVER else oracle.cost(*inner[liar]) + bound - total
        number = self.game.allowed.index(guess)
        return [Entry(number, code, *self._proof(inner[code], bound)) for code, bound in sorted(wanted.items())]

    def _proof(self, cell: Position, bound: int) -> tuple[Frame, bool]:
        """Returns a lemma that gives a cell its bound, or a frame for it. Liars take a lemma that does not fit."""
        is_lie = bound > self.oracle.cost(*cell)
        for lemma, frame in self._kept:
            n_more = len(cell[0]) - len(lemma[0])
            is_part = self.game.rule != "candidates" and lemma[0] < cell[0]
            reach = frame.bound + (2 * n_more - 1 if is_part else 0)
            fits = (is_part or lemma[0] == cell[0]) and lemma[1] >= cell[1] and demands_all(cell[2], lemma[2])
            if reach >= bound and (fits or (is_lie and self._happens(0.5))):
                return frame, True
        if is_lie and (cell[1] < 2 or self._happens(0.3)):
            return Frame(len(cell[0]), bound, self._happens(self.style.keeps)), False
        return self.frame(cell, bound), False

    def _symmetries(self, candidates: frozenset[str]) -> list[Symmetry]:
        """Returns all symmetries of a set but for the one that moves nothing; with dice some, turns and swaps."""
        game = self.game
        if game.kind != "mastermind" or not self.style.symmetric:
            return []
        places, symbols = range(game.length), range(len(game.symbols))
        if self.dice:
            drawn: Iterable[Symmetry] = [self._draw_symmetry([*places], [*symbols], self.dice) for _ in range(12)]
        else:
            drawn = itertools.islice(itertools.product(*map(itertools.permutations, (places, symbols))), 1, None)
        return [
            each
            for each in drawn
            if all({image(game, word, each) for word in words} == set(words) for words in (game.allowed, candidates))
        ]

    def _draw_symmetry(self, places: list[int], symbols: list[int], dice: random.Random) -> Symmetry:
        turn = dice.randrange(len(places))
        moved = dice.choice((places, places[turn:] + places[:turn], dice.sample(places, len(places))))
        for _ in range(dice.randint(0, 2)):
            i, j = dice.choice(symbols), dice.choice(symbols)
            symbols[i], symbols[j] = symbols[j], symbols[i]
        return tuple(moved), tuple(symbols)

    def _representatives(self, position: Position, symmetries: list[Symmetry]) -> list[str]:
        """Returns the first guess of each class."""
        found: list[str] = []
        seen: set[str] = set()
        for guess in self.oracle.legal(position[0], position[2]):
            if guess not in seen:
                found.append(guess)
                waiting = [guess]
                while waiting:
                    seen.add(word := waiting.pop())
                    waiting += {image(self.game, word, each) for each in symmetries} - seen
        return found


@dataclass(frozen=True)
class Case:
    """A game with a tree, and the certificate of what the tree claims."""

    game: TinyGame
    tree: bytes
    certificate: Certificate

    def write(self, folder: Path) -> None:
        """Writes `t.tree`, `t.proof` and the lists `answers` and `allowed`."""
        (folder / "t.tree").write_bytes(self.tree)
        (folder / "t.proof").write_bytes(self.certificate.encode())
        (folder / "answers").write_text("\n".join(self.game.answers), encoding="utf-8")
        (folder / "allowed").write_text("\n".join(self.game.allowed).upper(), encoding="utf-8")


def make_case(
    game: TinyGame, objective: str, limit: int, opener: str | None = None, style: Style | None = None
) -> Case:
    """Makes a case; something must solve the game within the limit."""
    brute = brute_force_of(game)
    depth = brute.depth(objective, limit, opener)
    assert depth is not None
    status = "optimal" if opener is None else "optimal below opener"
    return case_of_tree(TreeFile(game, brute.tree(depth, opener), status, objective, limit), style)


def case_of_tree(tree: TreeFile, style: Style | None = None) -> Case:
    """Makes the case of a tree, optimal or not: what is claimed is the tree's, and its lemmas are true."""
    return Case(tree.game, tree.encode(), Author(brute_force_of(tree.game), style or Style()).certificate(tree))
