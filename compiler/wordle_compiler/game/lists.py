"""Loads word lists: embedded and generated ones by name, a user's own from a file; and the bundled trees of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
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
        return _load_embedded(spec)
    if spec in GENERATED:
        return _generate(spec)
    with as_input_error():
        return WordList(*words.read_list(spec, LIST_NAMES, stdin, note))


def read_lines(
    spec: str, names: Sequence[str] = (), *, stdin: IO[bytes] | IO[str] | None = None
) -> tuple[str, str, Iterable[str]]:
    """Reads a text file by its path, or standard input for `-`; see `wordle_runtime.words.read_lines`.

    Raises:
        InputError: The text cannot be read or is not UTF-8. One line: where, why, what to do.
    """
    with as_input_error():
        return words.read_lines(spec, names, stdin)


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


def _load_embedded(name: str) -> WordList:
    """Loads one of `EMBEDDED`. Tests check its digest; loading does not."""
    try:
        text = wordle_trees.read_list(name).decode("utf-8")
    except (OSError, ValueError) as error:
        raise InputError(f"the bundled list {name} cannot be read ({error}): reinstall wordle-tree") from None
    return WordList(name, tuple(text.split()))


@cache
def _generate(name: str) -> WordList:
    """Generates one of `GENERATED`, once per process."""
    from wordle_compiler.game.generated_lists import equations, primes

    return {"primes-5": primes, "equations-8": equations}[name]()
