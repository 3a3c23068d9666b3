"""Loads word lists: embedded and generated ones by name, a user's own from a file; and the bundled trees of a game.

Lists that a rule makes are generated: primes for games such as Primel, equations for games such as Nerdle
(docs/references.md#nerdle-2022).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from typing import IO, TYPE_CHECKING, Any

import wordle_trees
from wordle_compiler.game.game import Game
from wordle_compiler.game.words import WordList, as_input_error
from wordle_compiler.machine.errors import InputError
from wordle_runtime import words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordle_runtime import Tree

EMBEDDED: tuple[str, ...] = wordle_trees.list_names()
"""The names of the bundled lists; their provenance is in `wordle_trees/lists/<name>.json`."""

GENERATED = {
    "primes-5": 8363,
    "primes-6": 68_906,
    "equations-6": 206,
    "equations-7": 6661,
    "equations-8": 17_723,
    "equations-10": 1_404_041,
}
"""The lists that are generated on demand, by name, with the number of words in each."""
_AT_ONCE = 1 << 20
"""How many left sides of equations are computed at once, which bounds the memory that they take."""

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
        spec: One of `LIST_NAMES`, a path, or `-`.
        stdin: The stream that `-` reads to its end, instead of `sys.stdin`.
        note: Called with one line if comments or repeated words were left out.

    Raises:
        InputError: There is no such list, it cannot be read, it is not a list, or it has more than a million words. One
            line: where, why, what to do.
    """
    if GENERATED.get(spec, 0) > words.MAX_WORDS:
        use = f"name a file with at most {words.MAX_WORDS:,} of them (wordle-tree list --words {spec} prints all)"
        raise InputError(f"{spec} has {GENERATED[spec]:,} words, too many for a game: {use}")
    if spec in LIST_NAMES:
        return WordList(spec, list_words(spec))
    with as_input_error():
        return WordList(*words.read_list(spec, LIST_NAMES, stdin, note))


@cache
def list_words(name: str) -> tuple[str, ...]:
    """Returns the words of a list of `LIST_NAMES`, ascending, even if they are too many for a game.

    Raises:
        InputError: There is no such list, or it cannot be read.
    """
    if name in EMBEDDED:
        with as_input_error():
            return words.read_words(name)
    if name not in GENERATED:
        raise InputError(f"there is no list {name!a}: choose one of {', '.join(LIST_NAMES)}")
    kind, _, length = name.partition("-")
    return tuple(sorted({"primes": _primes, "equations": _equations}[kind](int(length))))


def describe_list(name: str) -> dict[str, Any]:
    """Returns how many words a list of `LIST_NAMES` has, under which licence, and where they come from."""
    if name in GENERATED:
        return {"n_words": GENERATED[name], "licence": "MIT", "origin": "computed by this program"}
    found = json.loads(wordle_trees.read_provenance(name))
    source = found["provenance"]
    origin = f"{source['package']} {source['version']}, {source['path']}: {source['derivation']}"
    return {"n_words": found["count"], "licence": source["licence"], "origin": origin}


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
                if ((likely or played.answers).sha256, played.allowed.sha256, played.rule, played.kind) == own:
                    trees.append(tree)
    return trees


def _primes(n_digits: int) -> Iterator[str]:
    """Yields the prime numbers of `n_digits` digits, without leading 0."""
    limit = 10**n_digits
    is_prime = bytearray(b"\1") * limit
    for number in range(2, int(limit**0.5) + 1):
        if is_prime[number]:
            is_prime[number * number :: number] = bytes(len(range(number * number, limit, number)))
    return (str(number) for number in _numbers(n_digits) if is_prime[number])


def _equations(length: int) -> Iterator[str]:
    """Yields the equations of `length` characters, such as `12+46=58`.

    The left side consists of numbers joined by at least one of the operators + - * /. Multiplication and division bind
    tighter than addition and subtraction, and operators of one kind apply from left to right. The right side is one
    integer without a sign. No number has a leading 0. A number on the left cannot be 0, but the right side can:
    `12-3*4=0`. The left side is evaluated exactly, and what it comes from need not be an integer: `3/6*18=9` and
    `1/2+3/2=2` count. The order of the operands matters: `12+46=58` and `46+12=58` are two equations.
    """
    import numpy as np

    for n_left in range(3, length - 1):
        most = 10 ** (length - 1 - n_left)
        least = most // 10 if most > 10 else 0
        for before, operator, numbers, (total, product, divisor) in _longer(n_left):
            value = total + product
            rows, columns = np.nonzero((value >= least * divisor) & (value < most * divisor))
            value, rest = np.divmod(value[rows, columns], np.broadcast_to(divisor, value.shape)[rows, columns])
            chosen = zip(before[rows].tolist(), numbers[columns].tolist(), value.tolist(), rest.tolist(), strict=True)
            yield from (f"{text}{operator}{last}={right}" for text, last, right, rest in chosen if not rest)


@cache
def _left_sides(n: int) -> tuple[NDArray[Any], ...]:
    """Returns all left sides of n characters, single numbers too, as four arrays: texts, sums, products and divisors.

    A left side's value is that of all but its last product, the sum, plus that product, both over the divisor.
    """
    import numpy as np

    numbers = np.array(_numbers(n))
    parts = [[numbers.astype(f"U{n}"), np.zeros_like(numbers), numbers, np.ones_like(numbers)]]
    for before, operator, last, values in _longer(n):
        texts = np.strings.add(np.strings.add(before, operator)[:, None], last.astype(f"U{n}"))
        parts.append([np.broadcast_to(value, texts.shape).ravel() for value in (texts, *values)])
    return tuple(map(np.concatenate, zip(*parts, strict=True)))


def _longer(n: int) -> Iterator[tuple[NDArray[Any], str, NDArray[Any], tuple[NDArray[Any], ...]]]:
    """Yields all left sides of n characters with an operator: the texts before the last one, it, and the last numbers.

    Then their sums, products and divisors (see `_left_sides`), for each text, down, and each number, across.
    """
    import numpy as np

    for n_before in range(1, n - 1):
        last = np.array(_numbers(n - 1 - n_before))
        step = max(1, _AT_ONCE // len(last))
        for start in range(0, len(_left_sides(n_before)[0]), step):
            texts, *values = (side[start : start + step] for side in _left_sides(n_before))
            total, product, divisor = (value[:, None] for value in values)
            yield texts, "+", last, (total + product, last * divisor, divisor)
            yield texts, "-", last, (total + product, -last * divisor, divisor)
            yield texts, "*", last, (total, product * last, divisor)
            yield texts, "/", last, (total * last, product, divisor * last)


def _numbers(n_digits: int) -> range:
    """Returns the positive numbers with `n_digits` digits."""
    return range(10 ** (n_digits - 1), 10**n_digits)
