"""Loads word lists: embedded and generated ones by name, a user's own from a file; and the bundled trees of a game.

Lists that a rule makes are generated: primes for games such as Primel, equations for games such as Nerdle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from typing import IO, TYPE_CHECKING

import wordle_trees
from wordle_compiler.game.game import Game
from wordle_compiler.game.words import WordList, as_input_error
from wordle_compiler.machine.errors import InputError
from wordle_runtime import words

if TYPE_CHECKING:
    from wordle_runtime import Tree

EMBEDDED: tuple[str, ...] = wordle_trees.list_names()
"""The names of the bundled lists; their provenance is in `wordle_trees/lists/<name>.json`."""

GENERATED: tuple[str, ...] = ("primes-5", "equations-8")
"""The names of the lists that are generated on demand."""
_EQUATION = 8
"""The characters of an equation."""

LIST_NAMES = (*EMBEDDED, *GENERATED)

CLASSIC = ("original-answers", "original-allowed")
"""The answers and the allowed words of the game as it was published: what the totals of the literature are about."""

TODAY = ("nyt-2023-answers", "nyt-2022-allowed")
"""The likely answers and the allowed words of the game as it is played now."""


def load_list(spec: str, *, stdin: IO[bytes] | IO[str] | None = None, note: Callable[[str], object] = bool) -> WordList:
    """Loads an embedded or generated list by name, a file by its path, or standard input for `-`.

    A file is UTF-8 with one word per line, in any order and case. A byte order mark, blank lines, comments after `#`,
    repeated words and white space around words are ignored. To load a file that has the name of a bundled list, write
    `./original-answers`.

    Args:
        spec: One of `EMBEDDED` or `GENERATED`, a path, or `-`.
        stdin: The stream that `-` reads to its end, instead of `sys.stdin`.
        note: Called with one line if comments or repeated words were left out.

    Raises:
        InputError: There is no such list, it cannot be read, or it is not a list. One line: where, why, what to do.
    """
    if spec in EMBEDDED:
        # Tests check its digest; loading does not.
        try:
            text = wordle_trees.read_list(spec).decode("utf-8")
        except (OSError, ValueError) as error:
            raise InputError(f"the bundled list {spec} cannot be read ({error}): reinstall wordle-tree") from None
        return WordList(spec, tuple(text.split()))
    if spec in GENERATED:
        return {"primes-5": _primes, "equations-8": _equations}[spec]()
    with as_input_error():
        return WordList(*words.read_list(spec, LIST_NAMES, stdin, note))


def bundled_trees(game: Game, *, with_likely: bool = False) -> list[Tree]:
    """Returns the bundled trees of exactly this game; one that cannot be read is left out.

    With `with_likely` also those that find other words as well, and whose likely answers are the game's answers.
    """
    # Takes milliseconds, which commands that need no tree would wait for.
    from wordle_runtime import TreeError, load

    own = game.answers.sha256, game.allowed.sha256, game.rule.value, game.kind
    trees = []
    for name in wordle_trees.names():
        with suppress(OSError, TreeError):
            data = wordle_trees.read(name)
            # The digests stand in the file as they are, and most trees are of other games.
            if own[0] in data and own[1] in data:
                tree = load(data)
                played, likely = tree.info.game, tree.guarantee.likely if with_likely else None
                answers = (likely or played.answers).sha256
                if (answers, played.allowed.sha256, played.rule, played.kind) == own:
                    trees.append(tree)
    return trees


@cache
def _primes() -> WordList:
    """Makes the list `primes-5`: the 8363 prime numbers with five digits, without leading 0."""
    first, limit = 10**4, 10**5
    is_prime = bytearray(b"\1") * limit
    for number in range(2, int(limit**0.5) + 1):
        if is_prime[number]:
            is_prime[number * number :: number] = bytes(len(range(number * number, limit, number)))
    return WordList("primes-5", tuple(str(number) for number in range(first, limit) if is_prime[number]))


@cache
def _equations() -> WordList:
    """Makes the list `equations-8`: 17,723 equations such as `12+46=58`.

    The left side consists of numbers joined by at least one of the operators + - * /. Multiplication and division bind
    tighter than addition and subtraction, and operators of one kind apply from left to right. The right side is one
    integer without a sign. No number has a leading 0. A number on the left cannot be 0, but the right side can:
    `12-3*4=0`. The left side is evaluated exactly, and an intermediate quotient need not be an integer. So both
    `3/6*18=9` and `18*3/6=9` count; with integer quotients only there would be 17,447 equations. The order of the
    operands matters: `12+46=58` and `46+12=58` are two equations.
    """
    found = []
    for n_right in range(1, _EQUATION - 3):
        smallest = 10 ** (n_right - 1) if n_right > 1 else 0
        for text, total, numerator, denominator in _left_sides(_EQUATION - 1 - n_right):
            value, rest = divmod(total * denominator + numerator, denominator)
            if rest == 0 and smallest <= value < 10**n_right and not text.isdigit():
                found.append(f"{text}={value}")
    return WordList("equations-8", tuple(sorted(found)))


def _left_sides(n: int) -> Iterator[tuple[str, int, int, int]]:
    """Yields every left side of n characters: the sum of all but its last product, and that product as a fraction.

    Includes single numbers. A product that is not an integer never occurs in a sum here: it would need another such
    product to make up for it; with the operator between them, that takes seven characters, and a left side has at most
    six.
    """
    for number in _numbers(n):
        yield str(number), 0, number, 1
    for n_before in range(1, n - 1):
        for text, total, numerator, denominator in _left_sides(n_before):
            for number in _numbers(n - 1 - n_before):
                yield f"{text}*{number}", total, numerator * number, denominator
                yield f"{text}/{number}", total, numerator, denominator * number
                if numerator % denominator == 0:
                    yield f"{text}+{number}", total + numerator // denominator, number, 1
                    yield f"{text}-{number}", total + numerator // denominator, -number, 1


def _numbers(n_digits: int) -> range:
    """Returns the positive numbers with `n_digits` digits."""
    return range(10 ** (n_digits - 1), 10**n_digits)
