"""Writes trees and certificates, true or not, from FORMAT.md and CERTIFICATE.md alone, and judges certificates.

A certificate is a model of frames and entries that tests can change before it is written down.
"""

from __future__ import annotations

import hashlib
import zlib
from dataclasses import dataclass, field

import msgpack  # type: ignore[import-untyped]
from reference_solver import NOTHING, Knowledge, words_that_meet
from tiny_games import NEVER, BruteForce, Node, Position, TinyGame, demands_all
from tree_model import TreeModel, digest, with_fingerprint

Symmetry = tuple[tuple[int, ...], tuple[int, ...]]
"""A permutation of the places, and one of the symbols."""
OBJECTIVES = ("total", "unsolved,total", "worst-case", "total,worst-case", "worst-case,total")


@dataclass(frozen=True)
class TreeFile:
    """A tree before it is written; the limits are those of all answers and of the likely ones."""

    game: TinyGame
    root: Node
    status: str
    objective: str
    limit: int
    opener: str | None = None
    weights: tuple[int, ...] = ()

    @property
    def total(self) -> int:
        return sum(self._depths)

    @property
    def worst_case(self) -> int:
        return max(self._depths)

    @property
    def _depths(self) -> list[int]:
        return [depth for word, depth in self.root.depths().items() if word in self.game.answers]

    def claims(self) -> list[tuple[int, int]]:
        """Returns the limits and bounds that make the tree optimal."""
        faster, least = (self.worst_case - 1, NEVER), (self.limit, self.total)
        found = {
            "total": [least],
            "unsolved,total": [least],
            "worst-case": [faster],
            "total,worst-case": [least, (self.worst_case - 1, self.total + 1)],
            "worst-case,total": [faster, (self.worst_case, self.total)],
        }[self.objective]
        return [claim for claim in found if claim[0] > 0]

    def encode(self) -> bytes:
        """Returns the file: what counts and digests say follows from words and nodes."""
        game = self.game
        levels = [[(-1, self.root)]]
        while below := [(code, node.children[code]) for _, node in levels[-1] for code in sorted(node.children)]:
            levels.append(below)
        pairs = [pair for level in levels for pair in level]
        answers = [node.guess for _, node in pairs if node.solves]
        answers += sorted({*game.answers, *game.unlikely} - set(answers))
        others = sorted({node.guess for _, node in pairs} - set(answers))
        places = {word: place for place, word in enumerate([*answers, *others], 1)}
        limit = max(self.limit, *self.root.depths().values()) if game.unlikely else self.limit
        likely = {"likely": {**_list(game.answers), "max_guesses": self.limit, "total": 0, "histogram": []}}
        likely["likely"] |= {"unsolved": 0, "members": b""}
        weights = {"weights": {"name": "drawn", "sha256": b"", "solved": 0, "total": 0, "values": b""}}
        is_old = game.kind == "wordle" and not self.weights
        version = [1, 2] if game.unlikely or self.objective == "unsolved,total" else [1, 0] if is_old else [1, 1]
        entries = {
            "magic": "wordle-tree",
            "version": version,
            "game": _game(game, limit),
            "strategy": {"name": "hostile", "options": {"opener": self.opener} if self.opener else {}},
            "guarantee": {"total": 0, "worst_case": 0, "histogram": [], "unsolved": 0},
            "proof": {"status": self.status, "objective": ("likely " if game.unlikely else "") + self.objective},
            **(weights if self.weights else {}),
            **(likely if game.unlikely else {}),
            "words": {"answers": b"", "others": b""},
            "nodes": {"count": 0, "feedback": b"", "children": b"", "guess": b""},
        }
        by_word = dict(zip(game.answers, self.weights, strict=False))
        model = TreeModel(
            *(entries, answers, others),
            feedback=[code for code, _ in pairs[1:]],
            children=[len(node.children) for _, node in pairs],
            guess=[0 if node.solves else places[node.guess] for _, node in pairs],
            weights=[by_word[word] for word in answers] if self.weights else None,
            likely=[word in game.answers for word in answers] if game.unlikely else None,
        )
        return model.recount().pack()


def fingerprint(game: TinyGame) -> bytes:
    found: bytes = with_fingerprint({"game": _game(game)})["game"]["fingerprint"]
    return found


def _game(game: TinyGame, limit: int = 0) -> dict[str, object]:
    values = {"kind": game.kind, "rule": game.rule, "length": game.length, "max_guesses": limit}
    return {**values, "answers": _list(game.answers), "allowed": _list(game.allowed), "fingerprint": b""}


def _list(words: tuple[str, ...]) -> dict[str, object]:
    return {"name": "", "count": len(words), "sha256": digest(words)}


@dataclass(eq=False)
class Frame:
    """A frame: the size of its set, its bound (NEVER: infinite), 1 where its lemma is kept, and what proves it."""

    n: int
    bound: int
    kept: int = 0
    entries: list[Entry] = field(default_factory=list)
    symmetries: list[Symmetry] = field(default_factory=list)


@dataclass(eq=False)
class Entry:
    """A guess by its place in the allowed list, a feedback, and what proves the cell: a frame or a lemma's number.

    Where `is_use`, the frame stands elsewhere, and its lemma is used.
    """

    guess: int
    feedback: int
    proof: Frame | int
    is_use: bool = False


@dataclass(eq=False)
class Part:
    """A frame for any answers, by their places in the answer list, with any number of guesses left and any demands."""

    n_left: int
    answers: list[int]
    frame: Frame
    known: Knowledge = NOTHING
    """What is demanded; written under rule hard alone."""


@dataclass(eq=False)
class Chapter:
    """The number of its claim, its entries, and the parts that stand before them."""

    claim: int
    entries: list[Entry] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)

    def content(self, hard_words: tuple[str, ...] = ()) -> bytes:
        ends: dict[Frame, int] = {}
        numbers = [number for part in self.parts for number in _numbers_of_part(part, hard_words, ends)]
        return b"".join(map(leb128, [*numbers, *_numbers_of_entries(self.entries, ends)]))


@dataclass
class Certificate:
    """A certificate before it is written: the header's values, and chapters."""

    fingerprint: bytes
    tree: bytes
    openers: list[int]
    claims: list[tuple[int, int]]
    symmetries: list[Symmetry] = field(default_factory=list)
    chapters: list[Chapter] = field(default_factory=list)
    hard_words: tuple[str, ...] = ()
    """Under rule hard, the allowed words; else none."""

    n_lemmas: int | None = None
    """What the header says; None: what is true."""

    def frames(self) -> list[Frame]:
        """Returns the frames in the order of their ends."""
        found = []
        for chapter in self.chapters:
            for part in chapter.parts:
                found += [*_frames_of(part.frame.entries), part.frame]
            found += _frames_of(chapter.entries)
        return found

    def all_entries(self) -> list[list[Entry]]:
        """Returns the lists of entries that are not empty: those of chapters and of frames."""
        return [holder.entries for holder in (*self.chapters, *self.frames()) if holder.entries]

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
        for chapter in self.chapters:
            content = chapter.content(self.hard_words)
            data += msgpack.packb([chapter.claim, len(content), zlib.compress(content)])
        return bytes(data + msgpack.packb([None, hashlib.sha256(data).digest()]))


def _frames_of(entries: list[Entry]) -> list[Frame]:
    found = []
    for entry in entries:
        if isinstance(entry.proof, Frame) and not entry.is_use:
            found += [*_frames_of(entry.proof.entries), entry.proof]
    return found


def leb128(number: int) -> bytes:
    assert number >= 0
    low, high = number & 127, number >> 7
    return bytes([low]) if not high else bytes([low | 128]) + leb128(high)


def _numbers_of_entries(entries: list[Entry], ends: dict[Frame, int]) -> list[int]:
    """Returns entries in the order of their guesses; `ends` numbers the frames of the chapter that have ended."""
    numbers: list[int] = []
    before = 0
    for entry in sorted(entries, key=lambda entry: entry.guess):
        proof = ends.get(entry.proof, 1 << 20) if entry.is_use else entry.proof
        numbers += [4 + isinstance(proof, int) + 2 * (entry.guess - before), entry.feedback]
        numbers += [proof] if isinstance(proof, int) else _numbers_of_frame(proof, ends)
        before = entry.guess
    return numbers


def _numbers_of_frame(frame: Frame, ends: dict[Frame, int]) -> list[int]:
    numbers = [2, len(frame.symmetries)] if frame.symmetries else []
    numbers += [number for symmetry in frame.symmetries for side in symmetry for number in side]
    numbers += _numbers_of_entries(frame.entries, ends)
    ends[frame] = len(ends)
    return [*numbers, frame.kept, 0 if frame.bound >= NEVER else max(1, frame.bound - (2 * frame.n - 1) + 1)]


def _numbers_of_part(part: Part, hard_words: tuple[str, ...], ends: dict[Frame, int]) -> list[int]:
    steps = [place - before for place, before in zip(part.answers, [0, *part.answers], strict=False)]
    # Answers that do not ascend are written as ones that do not exist.
    numbers = [3, part.n_left, len(steps), *(step if step >= 0 else 1 << 40 for step in steps)]
    if hard_words:
        greens, times = dict(part.known[0]), dict(part.known[1])
        symbols = sorted(set("".join(hard_words)))
        numbers += [symbols.index(greens[at]) + 1 if at in greens else 0 for at in range(len(hard_words[0]))]
        numbers += [times.get(symbol, 0) for symbol in symbols]
    return [*numbers, *_numbers_of_frame(part.frame, ends)]


class Judge:
    """All that is `wrong` in a certificate for a tree, if anything is.

    It knows the true cost of every position, so it judges what a certificate *says*, not how it proves that: one with
    nothing wrong may still be refused, where its lemmas are true but do not follow. It corrects the sizes of frames
    whose cells have changed, so that their bounds stay.
    """

    def __init__(self, oracle: BruteForce, tree: TreeFile, certificate: Certificate) -> None:
        self.oracle, self.game = oracle, oracle.game
        self.wrong: list[str] = []
        self._certificate = certificate
        self._seen: dict[int, set[tuple[int, int]]] = {}
        for chapter in certificate.chapters:
            self._judge_chapter(chapter)
        self._judge_header(tree)

    def _say(self, is_right: bool, what: str) -> None:
        if not is_right:
            self.wrong.append(what)

    def _judge_header(self, tree: TreeFile) -> None:
        given, oracle, game = self._certificate, self.oracle, self.game
        self._say(given.fingerprint == fingerprint(game), "another game")
        self._say(given.tree == hashlib.sha256(tree.encode()).digest(), "another tree")
        self._say(given.claims == tree.claims(), "not the tree's claims")
        self._say(not tree.weights, "weights")
        self._say(tree.status.startswith("optimal"), "nothing is claimed")
        self._say(tree.status != "optimal" or not given.openers, "optimal, proven below an opener")
        self._say(given.n_lemmas in (None, len(given.frames())), "another number of lemmas")
        self._say(not given.openers or game.allowed.index(tree.root.guess) == given.openers[0], "another opener")
        self._say(not given.openers or not given.symmetries, "symmetries and an opener")
        for limit, bound in given.claims:
            openers = [game.allowed[at] for at in given.openers if at < len(game.allowed)]
            costs = [oracle.cost_with(opener, oracle.everything, limit) for opener in openers]
            is_true = bound <= min(costs or [oracle.cost(oracle.everything, limit)])
            self._say(is_true, f"no claim of {bound} within {limit}")
        self._judge_symmetries(given.symmetries, oracle.everything)
        claims = [chapter.claim for chapter in given.chapters]
        self._say(claims == sorted(claims) and max(claims, default=0) < max(1, len(given.claims)), "chapters' claims")

    def _judge_symmetries(self, symmetries: list[Symmetry], candidates: frozenset[str] | None) -> None:
        game = self.game
        self._say(not symmetries or game.kind == "mastermind", "symmetries of words")
        for places, symbols in symmetries:
            is_one = sorted(places) == [*range(game.length)] and sorted(symbols) == [*range(len(game.symbols))]
            for words in (game.allowed, candidates or ()):
                is_one = is_one and {image(game, word, (places, symbols)) for word in words} == set(words)
            self._say(is_one, "symmetries that are none")

    def _judge_chapter(self, chapter: Chapter) -> None:
        self._positions: dict[Frame, Position | None] = {}
        claims = self._certificate.claims
        limit = claims[chapter.claim][0] if chapter.claim < len(claims) else 1
        for part in chapter.parts:
            self._judge_part(part, limit)
        seen = self._seen.setdefault(chapter.claim, set())
        self._judge_entries(chapter.entries, (self.oracle.everything, limit, NOTHING), seen, is_outermost=True)
        self._say(bool(chapter.parts or chapter.entries), "a chapter of nothing")

    def _judge_part(self, part: Part, limit: int) -> None:
        words = [self.game.answers[place] for place in part.answers if place < len(self.game.answers)]
        is_right = 0 < part.n_left <= limit and len(words) == len(part.answers) > 0
        is_right = is_right and all(x < y for x, y in zip(part.answers, part.answers[1:], strict=False))
        is_right = is_right and words_that_meet(part.known, tuple(words)) == words
        self._say(is_right, "a part that is none")
        self._judge_frame(part.frame, (frozenset(words), part.n_left, part.known) if is_right else None)

    def _judge_frame(self, frame: Frame, position: Position | None) -> None:
        self._judge_symmetries(frame.symmetries, position and position[0])
        self._judge_entries(frame.entries, position, set())
        if position is not None:
            frame.n = len(position[0])
            self._say(frame.bound <= self.oracle.cost(*position), f"{frame.n} answers do not cost {frame.bound}")
            self._say(position[1] > 0, "a frame with no guess left")
        self._positions[frame] = position

    def _judge_entries(
        self, entries: list[Entry], position: Position | None, seen: set[tuple[int, int]], *, is_outermost: bool = False
    ) -> None:
        for entry in sorted(entries, key=lambda entry: entry.guess):
            inner = self._inner(entry, position)
            openers = self._certificate.openers
            self._say(not is_outermost or not openers or openers == [entry.guess], "an entry of another opener")
            self._say((entry.guess, entry.feedback) not in seen, "two entries for one cell")
            seen.add((entry.guess, entry.feedback))
            (self._judge_use if entry.is_use else self._judge_frame)(entry.proof, inner)

    def _inner(self, entry: Entry, position: Position | None) -> Position | None:
        """Returns the position of an entry's cell, if there is such a cell."""
        found = None
        if position is not None and entry.guess < len(self.game.allowed):
            guess = self.game.allowed[entry.guess]
            if guess in self.oracle.legal(position[0], position[2]):
                found = self.oracle.inner(guess, *position).get(entry.feedback)
        self._say(found is not None, "an entry for no cell")
        return found

    def _judge_use(self, frame: Frame, cell: Position | None) -> None:
        lemma = self._positions.get(frame)
        self._say(bool(frame.kept) and lemma is not None, "a lemma used that was not kept")
        if lemma is None or cell is None:
            return
        fits = lemma[0] == cell[0] or (lemma[0] < cell[0] and self.game.rule != "candidates")
        self._say(fits and lemma[1] >= cell[1] and demands_all(cell[2], lemma[2]), "a lemma used that does not fit")


def image(game: TinyGame, word: str, symmetry: Symmetry) -> str:
    """Returns what a code becomes; nothing where the permutations are none."""
    places, symbols = symmetry
    number = {symbol: at for at, symbol in enumerate(game.symbols)}
    if max([*places, *symbols]) >= max(len(word), len(number)):
        return ""
    moved = [word[place] for place in places if place < len(word)]
    return "".join(game.symbols[symbols[number[symbol]]] for symbol in moved if symbols[number[symbol]] < len(number))
