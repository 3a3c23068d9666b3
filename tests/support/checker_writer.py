"""Certificates by brute force, for the checker's tests: slow, obvious, and without a line of the product's writer.

A certificate is a model of frames and entries that tests can change before it is written down.
"""

from __future__ import annotations

import hashlib
import itertools
import zlib
from dataclasses import dataclass, field

import msgpack  # type: ignore[import-untyped]
from reference_solver import NOTHING, Knowledge
from tiny_games import NEVER, BruteForce, Node, TinyGame, brute_force_of, demands_all

Symmetry = tuple[tuple[int, ...], tuple[int, ...]]


@dataclass
class Frame:
    """A frame: its entries, its end (1 where the lemma is kept), its bound (NEVER: infinite), and its set's size."""

    n: int
    bound: int
    kept: int = 0
    entries: list[Entry] = field(default_factory=list)
    symmetries: list[Symmetry] = field(default_factory=list)


@dataclass
class Entry:
    """A guess, a feedback, and what proves the cell: a frame or the number of a lemma."""

    guess: int
    feedback: int
    proof: Frame | int


@dataclass
class Part:
    """A frame for any answers, by their places in the answer list, with any number of guesses left and any demands."""

    n_left: int
    answers: list[int]
    frame: Frame
    known: Knowledge = NOTHING
    """What is demanded; written under rule hard alone."""


@dataclass
class Certificate:
    """A certificate before it is written: the header's values, and chapters with the number of their claim."""

    fingerprint: bytes
    tree: bytes
    openers: list[int]
    claims: list[tuple[int, int]]
    symmetries: list[Symmetry] = field(default_factory=list)
    chapters: list[tuple[int, list[Entry]]] = field(default_factory=list)
    parts: dict[int, list[Part]] = field(default_factory=dict)
    """The parts with which a chapter begins, by its place among the chapters."""

    hard_words: tuple[str, ...] = ()
    """Under rule hard, the allowed words; else none."""

    n_lemmas: int | None = None
    """What the header says; None: what is true."""

    def frames(self) -> list[Frame]:
        """Returns the frames in the order of their ends."""
        found = []
        for place, (_, entries) in enumerate(self.chapters):
            for part in self.parts.get(place, []):
                found += [*frames_of(part.frame.entries), part.frame]
            found += frames_of(entries)
        return found

    def header(self) -> dict[str, object]:
        return {
            "magic": "wordle-tree certificate",
            "version": [3, 0],
            "fingerprint": self.fingerprint,
            "tree": self.tree,
            "openers": self.openers,
            "claims": [[limit, None if bound >= NEVER else bound] for limit, bound in self.claims],
            "symmetries": [[list(places), list(symbols)] for places, symbols in self.symmetries],
            "lemmas": len(self.frames()) if self.n_lemmas is None else self.n_lemmas,
        }

    def encode(self) -> bytes:
        data = msgpack.packb(self.header())
        for place, (claim, entries) in enumerate(self.chapters):
            numbers = [n for part in self.parts.get(place, []) for n in numbers_of_part(part, self.hard_words)]
            content = b"".join(map(leb128, [*numbers, *outermost(entries)]))
            data += msgpack.packb([claim, len(content), zlib.compress(content)])
        return bytes(data + msgpack.packb([None, hashlib.sha256(data).digest()]))


def frames_of(entries: list[Entry]) -> list[Frame]:
    found = []
    for entry in entries:
        if isinstance(entry.proof, Frame):
            found += [*frames_of(entry.proof.entries), entry.proof]
    return found


def leb128(number: int) -> bytes:
    assert number >= 0
    low, high = number & 127, number >> 7
    return bytes([low]) if not high else bytes([low | 128]) + leb128(high)


def outermost(entries: list[Entry]) -> list[int]:
    numbers: list[int] = []
    before = 0
    for entry in entries:
        step = entry.guess - before
        before = entry.guess
        if isinstance(entry.proof, Frame):
            numbers += [4 + 2 * step, entry.feedback, *numbers_of(entry.proof)]
        else:
            numbers += [5 + 2 * step, entry.feedback, entry.proof]
    return numbers


def numbers_of_part(part: Part, hard_words: tuple[str, ...]) -> list[int]:
    steps = [answer - before for answer, before in zip(part.answers, [0, *part.answers], strict=False)]
    demands = numbers_of_demands(part.known, hard_words) if hard_words else []
    return [3, part.n_left, len(part.answers), *steps, *demands, *numbers_of(part.frame)]


def numbers_of_demands(known: Knowledge, words: tuple[str, ...]) -> list[int]:
    greens, times = dict(known[0]), dict(known[1])
    symbols = sorted(set("".join(words)))
    letters = [symbols.index(greens[place]) + 1 if place in greens else 0 for place in range(len(words[0]))]
    return letters + [times.get(symbol, 0) for symbol in symbols]


def numbers_of(frame: Frame) -> list[int]:
    numbers = []
    if frame.symmetries:
        numbers += [2, len(frame.symmetries)]
        for places, symbols in frame.symmetries:
            numbers += [*places, *symbols]
    numbers += outermost(frame.entries)
    return [*numbers, frame.kept, 0 if frame.bound >= NEVER else frame.bound - (2 * frame.n - 1) + 1]


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
        symbols = sorted(set("".join(self.game.allowed)))
        n_places = len(self.game.allowed[0])
        found = [
            (places, images)
            for places in itertools.permutations(range(n_places))
            for images in itertools.permutations(range(len(symbols)))
            if all(self.image(codes, places, images) == codes for codes in (set(self.game.allowed), set(candidates)))
        ]
        return found[1:]

    def image(self, codes: set[str], places: tuple[int, ...], images: tuple[int, ...]) -> set[str]:
        symbols = sorted(set("".join(self.game.allowed)))
        return {"".join(symbols[images[symbols.index(code[place])]] for place in places) for code in codes}

    def representatives(self, guesses: list[str], symmetries: list[Symmetry]) -> list[str]:
        """Returns the guesses that are the first of all their images; the symmetries are a whole group."""
        return [
            guess for guess in guesses if all(guess <= next(iter(self.image({guess}, *each))) for each in symmetries)
        ]


@dataclass(frozen=True)
class Case:
    """A game with a tree that is optimal for an objective, and the certificate of that."""

    game: TinyGame
    objective: str
    limit: int
    opener: str | None
    tree: bytes
    certificate: Certificate


def make_case(
    game: TinyGame, objective: str, limit: int, opener: str | None = None, style: Style | None = None
) -> Case | None:
    """Makes a case; None where nothing solves the game within the limit."""
    brute = brute_force_of(game)

    def cost_of(n_left: int) -> int:
        if opener is not None:
            return brute.cost_with(opener, brute.everything, n_left) if n_left else NEVER
        return brute.cost(brute.everything, n_left)

    total = cost_of(limit)
    if total >= NEVER:
        return None
    fastest = next(n_left for n_left in range(1, limit + 1) if cost_of(n_left) < NEVER)
    depth = {
        "total": limit,
        "unsolved,total": limit,
        "worst-case": fastest,
        "total,worst-case": next(n_left for n_left in range(1, limit + 1) if cost_of(n_left) == total),
        "worst-case,total": fastest,
    }[objective]
    tree = write_tree(game, brute.tree(depth, opener), objective, limit, is_below_opener=opener is not None)
    return Case(game, objective, limit, opener, tree, certify(brute, tree, objective, limit, opener, style or Style()))


def write_tree(game: TinyGame, root: Node, objective: str, limit: int, *, is_below_opener: bool = False) -> bytes:
    from wordle_compiler.compilation.writer import encode_tree

    return encode_tree(
        game.product(),
        root,
        strategy="optimal",
        options={},
        objective=objective,
        status="optimal below opener" if is_below_opener else "optimal",
        max_guesses=limit,
    )


def certify(
    brute: BruteForce, tree: bytes, objective: str, limit: int, opener: str | None, style: Style
) -> Certificate:
    """Writes the certificate of a tree, true or not: its claims are the tree's, its lemmas are true."""
    from wordle_runtime import load

    loaded = load(tree)
    total, worst = loaded.guarantee.total, loaded.guarantee.worst_case
    claims = {
        "total": [(limit, total)],
        "unsolved,total": [(limit, total)],
        "worst-case": [(worst - 1, NEVER)],
        "total,worst-case": [(limit, total), (worst - 1, total + 1)],
        "worst-case,total": [(worst - 1, NEVER), (worst, total)],
    }[objective]
    claims = [claim for claim in claims if claim[0] > 0]
    made = Certificate(
        loaded.info.game.fingerprint,
        hashlib.sha256(tree).digest(),
        [] if opener is None else [brute.game.allowed.index(opener)],
        claims,
        hard_words=brute.game.allowed if brute.game.rule == "hard" else (),
    )
    for number, (n_left, bound) in enumerate(claims):
        writer = Writer(brute, style)
        chapters, made.symmetries = writer.chapters(n_left, bound, opener)
        made.chapters += [(number, entries) for entries in chapters]
    return made
