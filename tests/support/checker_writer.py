"""Certificates by brute force, for the checker's tests: slow, obvious, and without a line of the product's writer."""

from __future__ import annotations

import hashlib
import itertools
from dataclasses import dataclass

from hostile_files import Certificate, Chapter, Entry, Frame, Symmetry, TreeFile, fingerprint, image
from reference_solver import NOTHING, Knowledge
from tiny_games import NEVER, BruteForce, TinyGame, brute_force_of, demands_all


@dataclass(frozen=True)
class Style:
    """How a certificate is written: whether cells that one guess settles get a frame too, and which rules it uses."""

    everything: bool = False
    parts: bool = False
    symmetric: bool = False
    chapter_length: int = 1000


class Writer:
    """Writes down why a game's positions cost what they do."""

    def __init__(self, brute: BruteForce, style: Style) -> None:
        self.brute = brute
        self.game = brute.game
        self.style = style
        self._kept: list[tuple[frozenset[str], int, Knowledge, int, int]] = []
        self._n_lemmas = 0

    def chapters(self, n_left: int, bound: int, opener: str | None) -> tuple[list[list[Entry]], list[Symmetry]]:
        """Returns the chapters of a claim, and the symmetries of all answers."""
        brute = self.brute
        symmetries = self.symmetries(brute.everything) if opener is None else []
        guesses = (
            self.representatives(brute.legal(brute.everything, NOTHING), symmetries) if opener is None else [opener]
        )
        if bound <= brute.least(len(brute.everything), n_left):
            return [], symmetries
        entries: list[Entry] = []
        chapters = []
        for guess in guesses:
            entries += self.entries(guess, brute.everything, n_left, NOTHING, bound, always=opener is not None)
            if len(entries) >= self.style.chapter_length:
                chapters.append(entries)
                entries = []
                self._kept, self._n_lemmas = [], 0
        return [*chapters, *([entries] if entries else [])], symmetries

    def frame(self, candidates: frozenset[str], n_left: int, known: Knowledge) -> Frame:
        """Proves what a position costs."""
        bound = self.brute.cost(candidates, n_left, known)
        made = Frame(len(candidates), bound)
        if bound > self.brute.least(len(candidates), n_left):
            made.symmetries = self.symmetries(candidates)
            for guess in self.representatives(self.brute.legal(candidates, known), made.symmetries):
                made.entries += self.entries(guess, candidates, n_left, known, bound)
        made.kept = 1
        self._kept.append((candidates, n_left, known, bound, self._n_lemmas))
        self._n_lemmas += 1
        return made

    def entries(
        self, guess: str, candidates: frozenset[str], n_left: int, known: Knowledge, bound: int, always: bool = False
    ) -> list[Entry]:
        brute = self.brute
        positions = brute.inner(guess, candidates, n_left, known)
        if not always and not brute.splits(guess, candidates):
            return []
        ones = {code: brute.one(*position) for code, position in positions.items()}
        if len(candidates) + sum(ones.values()) >= bound and not self.style.everything:
            return []
        found = []
        for code, (cell, n_below, after) in sorted(positions.items()):
            cost = brute.cost(cell, n_below, after)
            if n_below == 0 or (cost <= ones[code] and not self.style.everything):
                continue
            used = self._lemma_for(cell, n_below, after, cost)
            number = self.game.allowed.index(guess)
            found.append(Entry(number, code, self.frame(cell, n_below, after) if used is None else used))
        return found

    def _lemma_for(self, cell: frozenset[str], n_left: int, known: Knowledge, cost: int) -> int | None:
        for candidates, limit, demands, bound, number in self._kept:
            if not demands_all(known, demands) or limit < n_left:
                continue
            if candidates == cell and bound >= cost:
                return number
            n_more = len(cell) - len(candidates)
            is_part = self.style.parts and self.game.rule != "candidates" and candidates < cell
            if is_part and min(bound + 2 * n_more - 1, NEVER) >= cost:
                return number
        return None

    def symmetries(self, candidates: frozenset[str]) -> list[Symmetry]:
        """Returns every renaming of places and symbols, but for the one that renames nothing, that keeps a set."""
        if self.game.kind != "mastermind" or not self.style.symmetric:
            return []
        found = [
            (places, images)
            for places in itertools.permutations(range(self.game.length))
            for images in itertools.permutations(range(len(self.game.symbols)))
            if all(
                {image(self.game, code, (places, images)) for code in codes} == set(codes)
                for codes in (self.game.allowed, candidates)
            )
        ]
        return found[1:]

    def representatives(self, guesses: list[str], symmetries: list[Symmetry]) -> list[str]:
        """Returns the guesses that are the first of all their images; the symmetries are a whole group."""
        return [guess for guess in guesses if all(guess <= image(self.game, guess, each) for each in symmetries)]


@dataclass(frozen=True)
class Case:
    """A game with a tree, and the certificate of what the tree claims."""

    game: TinyGame
    tree: bytes
    certificate: Certificate


def make_case(
    game: TinyGame, objective: str, limit: int, opener: str | None = None, style: Style | None = None
) -> Case | None:
    """Makes a case; None where nothing solves the game within the limit."""
    brute = brute_force_of(game)
    depth = brute.depth(objective, limit, opener)
    if depth is None:
        return None
    status = "optimal" if opener is None else "optimal below opener"
    return case_of_tree(brute, TreeFile(game, brute.tree(depth, opener), status, objective, limit), opener, style)


def case_of_tree(brute: BruteForce, tree: TreeFile, opener: str | None = None, style: Style | None = None) -> Case:
    """Makes the case of a tree, optimal or not: what is claimed is the tree's, and its lemmas are true."""
    game, data = brute.game, tree.encode()
    made = Certificate(
        fingerprint(game),
        hashlib.sha256(data).digest(),
        [] if opener is None else [game.allowed.index(opener)],
        tree.claims(),
        hard_words=game.allowed if game.rule == "hard" else (),
    )
    for number, (n_left, bound) in enumerate(made.claims):
        writer = Writer(brute, style or Style())
        chapters, made.symmetries = writer.chapters(n_left, bound, opener)
        made.chapters += [Chapter(number, entries) for entries in chapters]
    return Case(game, data, made)
