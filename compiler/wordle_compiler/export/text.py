"""Writes a tree as text in the layout of published trees: one line per answer, one block per guess.

    salet BBBBB1 courd BBBBB2 nymph BBBBY3 whiff GGGGG4
                                    BGYYB3 pygmy GGGGG4

A block is the guess, its feedback (B grey, Y yellow, G green) and the turn number. The turns that a line shares with
the line above are blank ("hollow") or written out ("full"). A header, which identifies the tree, may come first:

    # wordle-tree text 1
    # kind "wordle"
    ...
    # sha256 "f40e47..."

Each line after the first is a key and a JSON value. The last line is the SHA-256 of the lines before it and of the full
text, where each line ends with one line feed. An import uses it to check whether the text is still the exported one.
`wordle_compiler.importing` reads all of this.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

from wordle_compiler.export.routes import feedback_letters, find_routes
from wordle_compiler.machine.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wordle_runtime import ListInfo, Tree
    from wordle_runtime.header import LikelyAnswers

COMMENT = "# "
FIRST_LINE = "# wordle-tree text 1"
KEYS = ("kind", "rule", "max_guesses", "answers", "allowed", "weights", "likely", "strategy", "proof", "sha256")


def to_text(
    tree: Tree, *, path: Iterable[tuple[str, str | int]] = (), is_full: bool = False, has_header: bool = False
) -> str:
    """Returns the tree as text: a line for each answer, ascending by the text of the feedbacks.

    Unsolved answers with the same feedbacks share a line, which does not end with all green.

    Args:
        tree: A loaded tree.
        path: Include only the answers that give these feedbacks: guess and feedback, in any notation of `wordle-next`.
        is_full: Whether a line repeats the turns it shares with the line above.
        has_header: Whether to begin with comment lines that identify the tree, so that an import restores the file.

    Raises:
        GameError: The path is not one of this tree. It names the turn.
        InputError: The path solves the game, a header is requested for part of a tree, or a word has white space.
    """
    path = list(path)
    if path and has_header:
        raise InputError("a header describes a whole tree: leave out the path or the header")
    for word in tree.nodes.words:
        if len(word.split()) != 1:
            raise InputError(f"the word {word!a} has white space in it, which the text layout cannot hold: use csv")
    full = full_lines(tree, path)
    lines = full if is_full else _hollowed(full)
    return "".join(f"{line}\n" for line in [*(header_lines(tree, full) if has_header else []), *lines])


def full_lines(tree: Tree, path: Iterable[tuple[str, str | int]] = ()) -> list[str]:
    """Returns the lines with every turn written out."""
    length, kind = tree.length, tree.nodes.kind
    return [
        " ".join(
            f"{guess} {feedback_letters(code, length, kind)}{turn}" for turn, (guess, code) in enumerate(route.turns, 1)
        )
        for route in find_routes(tree, path)
    ]


def header_lines(tree: Tree, full: Sequence[str]) -> list[str]:
    """Returns the header of a tree's text; `full` has the lines of the text with every turn written out."""
    info = tree.info
    weights, likely = tree.guarantee.weights, tree.guarantee.likely
    values: tuple[object, ...] = (
        info.game.kind,
        info.game.rule,
        info.game.max_guesses,
        _describe(info.game.answers),
        _describe(info.game.allowed),
        None if weights is None else {"name": weights.name, "sha256": weights.sha256.hex()},
        None if likely is None else {**_describe(likely), "max_guesses": likely.max_guesses},
        {"name": info.strategy, "options": dict(info.options)},
        {"status": info.status, "objective": info.objective},
    )
    # In ASCII, so that a name can neither control a terminal nor end the line.
    lines = [FIRST_LINE, *(f"{COMMENT}{key} {json.dumps(value)}" for key, value in zip(KEYS, values, strict=False))]
    digest = hashlib.sha256("".join(f"{line}\n" for line in [*lines, *full]).encode("utf-8")).hexdigest()
    return [*lines, f"{COMMENT}{KEYS[-1]} {json.dumps(digest)}"]


def _describe(words: ListInfo | LikelyAnswers) -> dict[str, str]:
    return {"name": words.name, "sha256": words.sha256.hex()}


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
