"""Writes the comment lines that identify a tree above its text; `wordle_compiler.importing.header` reads them.

    # wordle-tree text 1
    # kind "wordle"
    ...
    # sha256 "f40e47..."

Each line after the first is a key and a JSON value. The last line is the SHA-256 of the lines before it and of the full
text, where each line ends with one line feed. An import uses it to check whether the text is still the exported one.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_runtime import ListInfo, Tree
    from wordle_runtime.header import LikelyAnswers

COMMENT = "# "
FIRST_LINE = "# wordle-tree text 1"
KEYS = ("kind", "rule", "max_guesses", "answers", "allowed", "weights", "likely", "strategy", "proof", "sha256")


def header_lines(tree: Tree, full: Sequence[str]) -> list[str]:
    """Returns the header of a tree's text.

    Args:
        tree: A loaded tree.
        full: The lines of its text with every turn written out.
    """
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
