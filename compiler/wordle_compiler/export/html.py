"""Writes a tree as a self-contained page that plays it in a browser, opened from disk, without a network.

The page holds the tree file itself, as base64, and the scripts from `page/` read it there. No part of the tree is
written into the markup, so no word of a list can become markup. The page's content security policy allows only the
scripts and styles built in here, by their digests, and a worker that the page makes of its own script. It loads
nothing.
"""

from __future__ import annotations

import base64
import hashlib
import importlib.resources
import re
import zlib
from typing import TYPE_CHECKING

from wordle_runtime.feedback import graphemes
from wordle_runtime.words import words_allowed_in

if TYPE_CHECKING:
    from wordle_runtime import Tree

_ENGINE = ("feedback", "legality", "cells", "search", "engine", "judging", "worker")
"""What the worker runs too: the page makes it of this script's text."""
_TREE = ("decode", "tree")
_VIEW = (
    *("draw", "settings", "keyboard", "marking", "sharing", "oracle", "advice", "desk"),
    *("solve", "verdict", "practise", "review", "browse", "page"),
)
"""The order matters: the code that runs when the page loads comes last."""
_STYLE = ("colours", "frame", "board", "keyboard", "advice", "browse", "print")
_PLACE = re.compile(r"{{(\w+)}}")
_COMMENT = re.compile(r"^\s*(//.*|/\*.*|\*([ /].*)?)\n", re.MULTILINE)
"""A line of a script or style that is all comment: a third of what the page would hold besides the tree."""


def to_html(tree: Tree) -> str:
    """Returns a page that plays and browses a tree.

    Equal trees give equal pages. The page needs a browser with `DecompressionStream`: at least Chromium 86, Firefox 113
    or Safari 16.4. It checks only the file's checksum, which is enough because the runtime has read the same bytes.

    The tree file names its list of allowed words. If the list is bundled, the page holds its words that are not in the
    tree; otherwise it takes any word, and calls no guess exact but the tree's.
    """
    style = _join("style", _STYLE, "css")
    engine = f'"use strict";\n{_join("engine", _ENGINE, "js")}'
    script = f'"use strict";\n{_join("tree", _TREE, "js")}\n{_join("view", _VIEW, "js")}'
    policy = (
        f"default-src 'none'; script-src {_digest(engine)} {_digest(script)}; style-src {_digest(style)}; "
        "worker-src blob:; base-uri 'none'; form-action 'none'"
    )
    parts = {
        "policy": policy,
        "style": style,
        "engine": engine,
        "script": script,
        "tree": _in_base64(tree.data),
        "allowed": _allowed(tree),
    }
    # In one pass, so that the content of a part is never substituted again.
    return _PLACE.sub(lambda place: parts[place[1]], _read("page.html"))


def _allowed(tree: Tree) -> str:
    """Returns the element with the allowed words that are not in the tree; nothing where the list is not known."""
    allowed = words_allowed_in(tree.info.game, tree.nodes)
    if allowed is None:
        return ""
    others = sorted(allowed.difference(tree.nodes.words))
    columns = "".join(letter for column in zip(*map(graphemes, others), strict=True) for letter in column)
    return f'<script type="text/plain" id="allowed">{_in_base64(zlib.compress(columns.encode("utf-8"), 9))}</script>\n'


def _join(folder: str, names: tuple[str, ...], suffix: str) -> str:
    return _COMMENT.sub("", "\n".join(_read(f"{folder}/{name}.{suffix}") for name in names))


def _read(name: str) -> str:
    return (importlib.resources.files(__package__) / "page" / name).read_text(encoding="utf-8")


def _in_base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def _digest(text: str) -> str:
    """Returns the source expression of an inline script or style for a content security policy."""
    return f"'sha256-{_in_base64(hashlib.sha256(text.encode()).digest())}'"
