"""A tree file taken apart into lists that a test can change, and put together again as FORMAT.md says.

Written from the document with zlib and msgpack, and with no code of the product: what it packs is not what the writer
thinks, and it packs wrong trees as readily as right ones, each with a checksum that is right.
"""

from __future__ import annotations

import hashlib
import itertools
import re
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import msgpack

LETTERS = re.compile("(?s).[\u0300-\u036f\U0001e8d0]*")
"""Letters with the marks that tests put on them."""


@dataclass
class TreeModel:
    """The parts of a tree file.

    Attributes:
        entries: The file's map; what the other attributes hold is put back by `pack`.
        answers: The table of answers, in the file's order.
        others: The table of other guesses.
        feedback: The array of that name.
        children: The array of that name.
        guess: The array of that name.
        weights: The weights, where the file has some.
        likely: For each answer 1 where it is likely, else 0, where the file tells some apart.
    """

    entries: dict[str, Any]
    answers: list[str]
    others: list[str]
    feedback: list[int]
    children: list[int]
    guess: list[int]
    weights: list[int] | None
    likely: list[int] | None = None

    @classmethod
    def of(cls, data: bytes) -> TreeModel:
        """Takes a valid file apart."""
        entries = msgpack.unpackb(data)
        length = entries["game"]["length"]
        answers = columns(zlib.decompress(entries["words"]["answers"]).decode(), length)
        others = columns(zlib.decompress(entries["words"]["others"]).decode(), length)
        narrow = feedback_width(entries["game"]["kind"], length)
        wide = 2 if len(answers) + len(others) < 65_536 else 4
        nodes = entries["nodes"]
        weights = entries.get("weights")
        likely = entries.get("likely")
        return cls(
            entries,
            answers,
            others,
            uints(nodes["feedback"], narrow),
            uints(nodes["children"], narrow),
            uints(nodes["guess"], wide),
            None if weights is None else uints(weights["values"], 4),
            None if likely is None else bits(likely["members"])[: len(answers)],
        )

    @property
    def game(self) -> dict[str, Any]:
        """The map `game`, to be changed in place."""
        return self.entries["game"]

    @property
    def guarantee(self) -> dict[str, Any]:
        """The map `guarantee`, to be changed in place."""
        return self.entries["guarantee"]

    def put_back(self) -> dict[str, Any]:
        """Returns the file's map with words, nodes, weights and likely answers packed into it; the counts stay."""
        narrow = feedback_width(self.game["kind"], self.game["length"])
        wide = 2 if len(self.answers) + len(self.others) < 65_536 else 4
        nodes = {
            **self.entries["nodes"],
            "feedback": pack_uints(self.feedback, narrow),
            "children": pack_uints(self.children, narrow),
            "guess": pack_uints(self.guess, wide),
        }
        words = {**self.entries["words"], "answers": pack_words(self.answers), "others": pack_words(self.others)}
        entries = {**self.entries, "words": words, "nodes": nodes}
        if self.weights is not None:
            entries["weights"] = {**self.entries["weights"], "values": pack_uints(self.weights, 4)}
        if self.likely is not None:
            entries["likely"] = {**self.entries["likely"], "members": pack_bits(self.likely)}
        return entries

    def pack(self) -> bytes:
        """Returns the file, its checksum right."""
        return pack_entries(self.put_back())

    def recount(self) -> TreeModel:
        """Makes counts, guarantee and digests those of words and nodes, where these make a tree at all.

        What is wrong then is wrong behind everything that the reader adds up.
        """
        self.entries["nodes"]["count"] = len(self.guess)
        self.game["answers"]["count"] = len(self.answers)
        self.game["answers"]["sha256"] = digest(self.answers)
        turns = self._turns()
        self.guarantee["histogram"] = histogram(turns)
        self.guarantee["worst_case"] = max(turns, default=0)
        self.guarantee["total"] = sum(turns)
        self.guarantee["unsolved"] = max(0, len(self.answers) - len(turns))
        if self.weights is not None:
            self._recount_weights()
        if self.likely is not None:
            self._recount_likely()
        return self.refingerprint()

    def refingerprint(self) -> TreeModel:
        """Makes the fingerprint that of the game."""
        self.entries = with_fingerprint(self.entries)
        return self

    def levels(self) -> list[list[int]]:
        """Returns the nodes a level at a time, as far as the children counts lead on."""
        levels = []
        level, first = [0], 1
        while level and len(levels) < 300:
            levels.append([node for node in level if node < len(self.guess)])
            following = []
            for node in level:
                n_children = self.children[node] if node < len(self.children) else 0
                following += range(first, min(first + n_children, len(self.guess)))
                first += n_children
            level = following
        return levels

    def _turns(self) -> list[int]:
        """Returns the guesses that each solved answer takes."""
        return [turn for turn, level in enumerate(self.levels(), 1) for node in level if not self.guess[node]]

    def _recount_weights(self) -> None:
        entry = self.entries["weights"]
        pairs = sorted(zip(self.answers, self.weights, strict=False))
        entry["sha256"] = hashlib.sha256("".join(f"{word} {weight}\n" for word, weight in pairs).encode()).digest()
        turns = self._turns()
        entry["solved"] = sum(self.weights[: len(turns)])
        entry["total"] = sum(turn * weight for turn, weight in zip(turns, self.weights, strict=False))

    def _recount_likely(self) -> None:
        entry = self.entries["likely"]
        words = [word for word, is_likely in zip(self.answers, self.likely, strict=False) if is_likely]
        found = [turn for turn, is_likely in zip(self._turns(), self.likely, strict=False) if is_likely]
        in_time = [turn for turn in found if turn <= entry["max_guesses"]]
        entry["count"] = len(words)
        entry["sha256"] = digest(words)
        entry["total"] = sum(in_time)
        entry["histogram"] = histogram(in_time)
        entry["unsolved"] = len(words) - len(in_time)


def histogram(turns: list[int]) -> list[int]:
    """How many answers take each number of guesses."""
    return [turns.count(turn) for turn in range(1, max(turns, default=0) + 1)]


def feedback_width(kind: str, length: int) -> int:
    """The bytes of an entry of `feedback`, as FORMAT.md says; 4 where the length is none."""
    if type(length) is not int or not 0 <= length <= 12:
        return 4
    largest = 3**length - 1 if kind == "wordle" else length * (length + 1)
    return 1 if largest < 256 else 2 if largest < 65_536 else 4


def columns(text: str, length: int) -> list[str]:
    """The words of a table that is stored by column."""
    n_words = len(text) // length
    return [text[start::n_words] for start in range(n_words)]


def pack_words(words: Iterable[str]) -> bytes:
    """A table of words by column; words of other lengths give columns of other lengths."""
    return zlib.compress(
        "".join(
            itertools.chain.from_iterable(itertools.zip_longest(*map(LETTERS.findall, words), fillvalue=""))
        ).encode(),
        1,
    )


def uints(stream: bytes, width: int) -> list[int]:
    """The integers of an array."""
    data = zlib.decompress(stream)
    return [int.from_bytes(data[start : start + width], "little") for start in range(0, len(data), width)]


def pack_uints(values: Iterable[int], width: int) -> bytes:
    """An array of integers, each cut to its width."""
    return zlib.compress(b"".join((value % 256**width).to_bytes(width, "little") for value in values), 1)


def bits(stream: bytes) -> list[int]:
    """The bits of a stream, the least significant of each byte first."""
    return [byte >> place & 1 for byte in zlib.decompress(stream) for place in range(8)]


def pack_bits(values: Iterable[int]) -> bytes:
    """A stream of bits, the spare ones 0."""
    number, n_values = 0, 0
    for place, value in enumerate(values):
        number |= (value & 1) << place
        n_values = place + 1
    return zlib.compress(number.to_bytes(-(-n_values // 8), "little"), 1)


def digest(words: Iterable[str]) -> bytes:
    """The SHA-256 of a list."""
    return hashlib.sha256("".join(f"{word}\n" for word in sorted(words)).encode()).digest()


def pack_entries(entries: dict[str, Any]) -> bytes:
    """The bytes of a file's map, its checksum right and last."""
    covered = msgpack.packb({**{key: entries[key] for key in entries if key != "checksum"}, "checksum": bytes(32)})
    return seal(covered)


def seal(data: bytes) -> bytes:
    """The same bytes, the last 32 of them the checksum that the ones before call for."""
    return data[:-32] + hashlib.sha256(data[:-34]).digest()


def with_fingerprint(entries: dict[str, Any]) -> dict[str, Any]:
    """The same map with the fingerprint that its game calls for."""
    game = entries["game"]
    text = "wordle-tree game 1\n{}\n{}\n{}\n{}\n{}\n".format(
        game["kind"], game["rule"], game["length"], game["answers"]["sha256"].hex(), game["allowed"]["sha256"].hex()
    )
    return {**entries, "game": {**game, "fingerprint": hashlib.sha256(text.encode()).digest()}}


def unpack_file(data: bytes) -> dict[str, Any]:
    """The map of a tree file, by the msgpack library."""
    return msgpack.unpackb(data)
