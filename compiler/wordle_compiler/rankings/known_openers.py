"""The table of openers that ships: for each game in it every opener's total, exact or bounded, and so its rank.

`scripts/build_openers.py` makes the file, OPENERS.md beside it describes it, and `wordle-analyze opener` asks it. It is
read without numpy, in milliseconds, and nothing is searched.
"""

from __future__ import annotations

import struct
import zlib
from bisect import bisect_left
from collections.abc import Container, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from typing import Any

import msgpack  # type: ignore[import-untyped]

import wordle_trees
from wordle_compiler.game.lists import list_words
from wordle_compiler.machine.errors import InputError
from wordle_runtime.layout import CANDIDATES, WORDLE
from wordle_runtime.position import RankedGuess

_MAGIC = "wordle-openers"
_VERSION = 1
_DIGEST_BYTES = 32
_AT_LEAST, _EXACT, _NO_TREE = 0, 254, 255
"""Values of the byte that says what is proven; any other is exact too, and is the worst case."""
_REMEDY = "reinstall wordle-tree, or make it again with scripts/build_openers.py"


@dataclass(frozen=True)
class RankedOpener:
    """What is proven of an opener, or of a pair of fixed openers, in one game."""

    opener: str
    """The word."""
    total: int | None
    """The smallest total of a tree with this opener, or a lower bound on it; None if no tree keeps the limit. With
    weights, the plain total that belongs to the smallest weighted one, and None for a bound."""
    mean: Fraction | None
    """`total` divided by the number of answers; None unless the total is exact."""
    worst_case: int | None
    """The most guesses that an answer needs in one tree with this total, the smallest possible in the table that ships;
    None where no tree was built. Every answer is then found within the limit of guesses, if `proven` is `exact`."""
    proven: str
    """What is proven about `total` (or `weighted_total`): `exact`; `at least`, which leaves open whether a tree exists;
    `no tree`."""
    first_rank: int | None = None
    """One more than the number of openers that are proven to be better. None for an opener without a tree, and outside
    the table that ships."""
    last_rank: int | None = None
    """The rank if every opener that may be better is. Openers with equal totals share a rank, so an exact total whose
    rank is settled has `last_rank == first_rank`. None where `first_rank` is."""
    second: str | None = None
    """The second guess of a pair, whatever the feedback, unless only one candidate is left; None otherwise."""
    weighted_total: int | None = None
    """The smallest sum of weight times guesses, or a lower bound on it; None without weights."""
    weighted_mean: Fraction | None = None
    """`weighted_total` divided by the sum of the weights; None without weights, and for a bound."""
    n_unsolved: int | None = None
    """How many answers the best tree leaves unsolved, or a lower bound, by objective `unsolved,total`; else None."""
    max_guesses: int | None = None
    """The limit that the total belongs to; None: that of the table."""

    @property
    def first(self) -> str:
        """The first guess of a pair."""
        return self.opener


@dataclass(frozen=True)
class KnownOpeners:
    """What is proven of the openers of one game."""

    answers: str
    """The name of the list of answers."""
    allowed: str
    """The name of the list of allowed words, which are the openers. Under rule candidates the answers."""
    rule: str
    """The game's rule."""
    max_guesses: int
    """The limit of every tree."""
    n_answers: int
    """How many answers there are."""
    openers: Sequence[str] = field(repr=False)
    """The words, ascending."""
    totals: Sequence[int] = field(repr=False)
    """For each opener its total or bound; 0 if no tree keeps the limit."""
    proofs: bytes = field(repr=False)
    """For each opener a byte that says what is proven, as in the file."""

    def find(self, word: str) -> RankedOpener | None:
        """Returns what is proven of a word, or None if it is not an opener of this game."""
        number = bisect_left(self.openers, word)
        return self._row(number) if number < len(self.openers) and self.openers[number] == word else None

    @cached_property
    def best(self) -> RankedOpener:
        """The opener with the smallest exact total, the alphabetically first of several."""
        return self._row(bisect_left(self.openers, self._exact[0][1]))

    def leading(self, n_best: int | None, answers: Container[str]) -> tuple[RankedGuess, ...] | None:
        """Returns the best openers, or all of them, by ascending total; answers win ties, then the alphabet.

        Returns None if the table does not settle them.
        """
        n = len(self.openers) if n_best is None else n_best
        exact = sorted(self._exact, key=lambda row: (row[0], row[1] not in answers))
        if n > len(exact) or (self._bounds and self._bounds[0] <= exact[n - 1][0]):
            return None
        return tuple(
            RankedGuess(
                guess=opener,
                is_candidate=opener in answers,
                total=total,
                expected=Fraction(total, self.n_answers),
                cost=Fraction(total - exact[0][0], self.n_answers),
            )
            for total, opener in exact[:n]
        )

    @cached_property
    def rows(self) -> tuple[RankedOpener, ...]:
        """Every opener: exact totals first, then bounds, each in ascending order and then by the alphabet."""
        kinds = {"exact": 0, "at least": 1, "no tree": 2}
        rows = map(self._row, range(len(self.openers)))
        return tuple(sorted(rows, key=lambda row: (kinds[row.proven], row.total or 0)))

    @cached_property
    def _exact(self) -> list[tuple[int, str]]:
        rows = zip(self.totals, self.openers, self.proofs, strict=True)
        return sorted((total, opener) for total, opener, proof in rows if proof not in (_AT_LEAST, _NO_TREE))

    @cached_property
    def _bounds(self) -> list[int]:
        return sorted(t for t, proof in zip(self.totals, self.proofs, strict=True) if proof == _AT_LEAST)

    def _row(self, number: int) -> RankedOpener:
        word, total, proof = self.openers[number], self.totals[number], self.proofs[number]
        if proof == _NO_TREE:
            return RankedOpener(word, None, None, None, "no tree")
        first = 1 + bisect_left(self._exact, (total, ""))
        if proof == _AT_LEAST:
            return RankedOpener(word, total, None, None, "at least", first, len(self._exact) + len(self._bounds))
        worst_case = None if proof == _EXACT else proof
        last = first + bisect_left(self._bounds, total)
        return RankedOpener(word, total, Fraction(total, self.n_answers), worst_case, "exact", first, last)


def proof_byte(*, is_exact: bool, is_feasible: bool, worst_case: int | None) -> int:
    """Returns the byte of `KnownOpeners.proofs` that says this of an opener."""
    if not is_feasible:
        return _NO_TREE
    # A worst case that is one of the marks is left out.
    return min(worst_case or _EXACT, _EXACT) if is_exact else _AT_LEAST


def load_known_openers() -> tuple[KnownOpeners, ...]:
    """Returns the games of the table that ships.

    Raises:
        InputError: The table is missing, damaged or of another version, or the lists changed after it was made.
    """
    try:
        data = wordle_trees.read_openers()
    except OSError as error:
        raise InputError(f"the table of openers cannot be read ({error.strerror}): {_REMEDY}") from None
    return unpack(data)


def find_known_openers(kind: str, answers: bytes, allowed: bytes, rule: str, max_guesses: int) -> KnownOpeners | None:
    """Returns a game of the table that ships, by the SHA-256 of its lists; None without it, or without the table.

    All its games are of kind `wordle`. Under rule candidates, only the answers matter.
    """
    if rule == CANDIDATES:
        allowed = answers
    with suppress(InputError):
        for game in load_known_openers() if kind == WORDLE else ():
            lists = (wordle_trees.list_sha256(game.answers), wordle_trees.list_sha256(game.allowed))
            if (*lists, game.rule, game.max_guesses) == (answers, allowed, rule, max_guesses):
                return game
    return None


def pack(games: Iterable[KnownOpeners]) -> bytes:
    """Returns the file of some games, whose lists must be embedded ones."""
    fields = {"magic": _MAGIC, "version": _VERSION, "games": [_pack_game(game) for game in games]}
    content: bytes = msgpack.packb(fields)
    return content + sha256(content).digest()


def unpack(data: bytes) -> tuple[KnownOpeners, ...]:
    """Returns the games of a file.

    Raises:
        InputError: The file is damaged or of another version, or a bundled list is not the one that it was made for.
    """
    content, digest = data[:-_DIGEST_BYTES], data[-_DIGEST_BYTES:]
    try:
        fields = msgpack.unpackb(content)
        if sha256(content).digest() != digest or (fields["magic"], fields["version"]) != (_MAGIC, _VERSION):
            raise ValueError
        return tuple(map(_unpack_game, fields["games"]))
    except (KeyError, TypeError, ValueError, zlib.error, msgpack.UnpackException):
        which = f"damaged, not of version {_VERSION}, or made for other lists"
        raise InputError(f"the table of openers is {which}: {_REMEDY}") from None


def _pack_game(game: KnownOpeners) -> dict[str, Any]:
    totals = b"".join(total.to_bytes(2, "little") for total in game.totals)
    # Low bytes, high bytes and proofs stand apart, since equal kinds of bytes compress better.
    facts = totals[::2] + totals[1::2] + game.proofs
    return {
        "answers": {"name": game.answers, "sha256": wordle_trees.list_sha256(game.answers)},
        "allowed": {"name": game.allowed, "sha256": wordle_trees.list_sha256(game.allowed)},
        "rule": game.rule,
        "max_guesses": game.max_guesses,
        "facts": zlib.compress(facts, 9),
    }


def _unpack_game(fields: dict[str, Any]) -> KnownOpeners:
    answers, openers = (_words_of(**fields[role]) for role in ("answers", "allowed"))
    facts, n = zlib.decompress(fields["facts"]), len(openers)
    if len(facts) != 3 * n:
        raise ValueError
    totals = bytearray(2 * n)
    totals[::2], totals[1::2] = facts[:n], facts[n : 2 * n]
    return KnownOpeners(
        answers=fields["answers"]["name"],
        allowed=fields["allowed"]["name"],
        rule=fields["rule"],
        max_guesses=fields["max_guesses"],
        n_answers=len(answers),
        openers=openers,
        totals=struct.unpack(f"<{n}H", totals),
        proofs=facts[2 * n :],
    )


def _words_of(name: str, sha256: bytes) -> tuple[str, ...]:
    """Returns the words of a bundled list; raises `ValueError` unless it still has this digest."""
    if name not in wordle_trees.list_names() or wordle_trees.list_sha256(name) != sha256:
        raise ValueError
    return list_words(name)
