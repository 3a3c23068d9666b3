"""Writes a tree as text in the layout of published trees: one line per answer, one block per guess.

    salet BBBBB1 courd BBBBB2 nymph BBBBY3 whiff GGGGG4
                                    BGYYB3 pygmy GGGGG4

A block is the guess, its feedback (B grey, Y yellow, G green) and the turn number. The turns that a line shares with
the line above are blank ("hollow") or written out ("full"). `wordle_compiler.importing` reads both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_compiler.export.routes import feedback_letters, find_routes
from wordle_compiler.machine.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordle_runtime import Tree


def to_text(tree: Tree, *, path: Iterable[tuple[str, str | int]] = (), is_full: bool = False) -> str:
    """Returns the tree as text: a line for each answer, ascending by the text of the feedbacks.

    Unsolved answers with the same feedbacks share a line, which does not end with all green.

    Args:
        tree: A loaded tree.
        path: Include only the answers that give these feedbacks: guess and feedback, in any notation of `wordle-next`.
        is_full: Whether a line repeats the turns it shares with the line above.

    Raises:
        GameError: The path is not one of this tree. It names the turn.
        InputError: The path solves the game, or a word has white space.
    """
    for word in tree.nodes.words:
        if len(word.split()) != 1:
            raise InputError(f"the word {word!a} has white space in it, which the text layout cannot hold: use csv")
    length, kind = tree.length, tree.nodes.kind
    full = [
        " ".join(
            f"{guess} {feedback_letters(code, length, kind)}{turn}" for turn, (guess, code) in enumerate(route.turns, 1)
        )
        for route in find_routes(tree, path)
    ]
    return "".join(f"{line}\n" for line in (full if is_full else _hollowed(full)))


def _hollowed(lines: list[str]) -> list[str]:
    """Blanks, up to a feedback, the turns that each line shares with the line above."""
    hollow = []
    above: list[str] = []
    for line in lines:
        parts = line.split(" ")
        n_equal = next((i for i, (part, other) in enumerate(zip(parts, above, strict=False)) if part != other), 0)
        n_blank = sum(len(part) + 1 for part in parts[:n_equal])
        hollow.append(" " * n_blank + line[n_blank:])
        above = parts
    return hollow
