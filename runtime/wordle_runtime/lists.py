"""Finds the words of a list that a tree file names, by digest, since the name in the file proves nothing."""

from functools import cache

import wordle_trees
from wordle_runtime.layout import sha256

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wordle_runtime.header import GameInfo
    from wordle_runtime.nodes import Nodes


@cache
def words_of(digest: bytes) -> frozenset[str] | None:
    """Returns the words of the bundled list with this SHA-256, or None if there is none.

    A list that is missing or altered on disk counts as none. Each list is read once, then cached.
    """
    for name in wordle_trees.list_names():
        if wordle_trees.list_sha256(name) == digest:
            try:
                text = wordle_trees.read_list(name)
            except OSError:
                return None
            return frozenset(text.decode("utf-8").split()) if sha256(text).digest() == digest else None
    return None


def words_allowed_in(game: "GameInfo", nodes: "Nodes") -> frozenset[str] | None:
    """Returns the allowed words of a tree's game, if they are its own answers or a bundled list.

    The answers count only if they have the digest in the header, which `verify` checks.
    """
    if game.allowed.sha256 == game.answers.sha256:
        return frozenset(nodes.words[: nodes.n_answers])
    return words_of(game.allowed.sha256)


def lists_with(word: str) -> list[str]:
    """Returns the names of the bundled lists that contain a word."""
    names = wordle_trees.list_names()
    return [name for name in names if word in (words_of(wordle_trees.list_sha256(name)) or ())]
