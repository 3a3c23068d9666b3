"""Reads word lists: a user's file, or a bundled list, found by its name or by its digest."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

import wordle_trees
from wordle_checker.game import sha256_of

if TYPE_CHECKING:
    from wordle_runtime import Tree

_LARGEST_FILE = 64 << 20
_LONGEST_QUOTE = 40


class ListError(Exception):
    """A list that cannot be read or found; the message is one line."""


def read_list(spec: str) -> tuple[str, ...]:
    """Returns the words of a list, ascending: a bundled one by its name, else a file with one word per line.

    Raises:
        ListError: There is no such list or file, or it contains something other than words.
    """
    data = wordle_trees.read_list(spec) if spec in wordle_trees.list_names() else _read_file(spec)
    try:
        lines = data.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise ListError(f"{spec} is not UTF-8 text: give a list with one word per line") from None
    words = {_normal_form(line.strip()) for line in lines if line.strip()}
    for word in words:
        if not word.isprintable() or len(word.split()) != 1:
            raise ListError(f"{spec} has a line that is not one word: {word[:_LONGEST_QUOTE]!a}")
    if not words:
        raise ListError(f"{spec} contains no words: give a list with one word per line")
    return tuple(sorted(words))


def answers_of(tree: Tree) -> tuple[str, ...]:
    """Returns the answers that a tree's claim is about, if they are the list that its header names.

    They are all answers of the tree, or only the likely ones if it has likely answers.

    Raises:
        ListError: They are not that list.
    """
    claimed = tree.likely_answers
    if sha256_of(claimed) != (tree.guarantee.likely or tree.info.game.answers).sha256:
        raise ListError("the tree's answers are not the list that its header names: give --answers")
    return tuple(sorted(claimed))


def allowed_of(tree: Tree) -> tuple[str, ...]:
    """Returns the allowed words of a tree's game: its answers or a bundled list, whichever its header names.

    Raises:
        ListError: The header names neither.
    """
    wanted = tree.info.game.allowed.sha256
    if sha256_of(tree.answers) == wanted:
        return tuple(sorted(tree.answers))
    for name in wordle_trees.list_names():
        if wordle_trees.list_sha256(name) == wanted:
            return read_list(name)
    raise ListError("no bundled list has the digest of the tree's allowed words: give --allowed")


def _normal_form(word: str) -> str:
    """Returns a word in the normal form of FORMAT.md: letters that folding would lengthen are only lower-cased."""
    letters = unicodedata.normalize("NFC", word)
    folded = ((letter.casefold(), letter.lower()) for letter in letters)
    return unicodedata.normalize("NFC", "".join(fold if len(fold) == 1 else lower for fold, lower in folded))


def _read_file(spec: str) -> bytes:
    try:
        with Path(spec).open("rb") as file:
            data = file.read(_LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "no such file"
        names = ", ".join(wordle_trees.list_names())
        raise ListError(f"there is no list {spec!a} ({reason}): give a file, or one of {names}") from None
    if len(data) > _LARGEST_FILE:
        raise ListError(f"{spec} has more than {_LARGEST_FILE} bytes: no word list is that long")
    return data
