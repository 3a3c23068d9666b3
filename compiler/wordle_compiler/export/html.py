"""Writes a tree as a self-contained page that plays it in a browser, opened from disk, without a network.

The page holds the tree file itself, as Ascii85, and the scripts from `page/` read it there: no word of a list can
become markup. Its content security policy allows only the scripts and styles built in here, by their digests, and a
worker made of the page's script. It loads nothing.
"""

from __future__ import annotations

import base64
import hashlib
import importlib.resources
import re
from html import escape

from rcssmin import cssmin  # type: ignore[import-untyped]
from rjsmin import jsmin  # type: ignore[import-untyped]
from zopfli.zlib import compress  # type: ignore[import-untyped]

import wordle_trees
from wordle_compiler.compilation.report import CompiledTree
from wordle_runtime import Tree, load
from wordle_runtime.feedback import graphemes
from wordle_runtime.words import words_allowed_in

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
_MOST_SEARCHED = 8
"""For so many answers the page needs no table: it finds the best guess at once."""


def to_html(tree: Tree) -> str:
    """Returns a page that plays and browses a tree.

    Equal trees give equal pages. The page needs at least Chromium 97, Firefox 113 or Safari 16.4. It checks only the
    file's checksum, which is enough because the runtime has read the same bytes.

    The tree file names its list of allowed words. If the list is bundled, the page holds its words that are not in the
    tree; otherwise it takes any word, and calls no guess exact but the tree's. After the openers of other bundled trees
    of the same game, it has the best second guesses.
    """
    style = cssmin(_join("style", _STYLE, "css"))
    engine = jsmin(f'"use strict";\n{_join("engine", _ENGINE, "js")}')
    script = jsmin(f'"use strict";\n{_join("tree", _TREE, "js")}\n{_join("view", _VIEW, "js")}')
    parts = {
        "policy": f"default-src 'none'; script-src {_digest(engine)} {_digest(script)}; style-src {_digest(style)}; "
        "worker-src blob:; base-uri 'none'; form-action 'none'",
        "style": style,
        "engine": engine,
        "script": script,
        "claim": escape(CompiledTree(tree).claim),
        "tree": _in_text(tree.data),
        "rows": str(tree.rows),
        "lists": _lists(tree),
    }
    # In one pass, so that the content of a part is never substituted again.
    return _PLACE.sub(lambda place: parts[place[1]], _read("page.html"))


def _lists(tree: Tree) -> str:
    """Returns elements with the allowed words outside the tree, if their list is known, and the best second guesses."""
    allowed = words_allowed_in(tree.info.game, tree.nodes)
    if allowed is None:
        return ""
    others = sorted(allowed.difference(tree.nodes.words))
    columns = "".join(letter for column in zip(*map(graphemes, others), strict=True) for letter in column)
    return _packed("allowed", columns.encode()) + _packed("replies", _replies(tree, [*tree.nodes.words, *others]))


def _replies(tree: Tree, words: list[str]) -> bytes:
    """Returns what bundled trees that are optimal below another opener of this game play next.

    First the number of answers that need no table. Then for each tree: the number of its opener among the words, its
    total, and the number of the feedbacks that leave more answers; for each of these, ascending, the number of the best
    guess, and then for each its total. A total is what it is above 2n - 1, the least that n answers need. The number of
    a word after which some answer comes too late for this tree has 0x8000 added. Lower bytes stand first, to compress.
    """
    numbers = {word: number for number, word in enumerate(words)}
    game, limit = _game_of(tree)[0], tree.rows
    replies = [_MOST_SEARCHED]
    for name in wordle_trees.names():
        other = load(name)
        is_total = other.info.objective.partition(",")[0] == "total" and other.info.status.startswith("optimal")
        own, most = _game_of(other)
        if not is_total or own != game or most < limit or other.opener == tree.opener:
            continue
        cells = [cell for _, cell in sorted(other.root.children.items()) if cell.n_candidates > _MOST_SEARCHED]
        nodes = (other.root, *cells)
        opener, *guesses = (numbers[at.guess] + 0x8000 * (at.depth + at.worst_case > limit + 1) for at in nodes)
        root, *above = (node.total - 2 * node.n_candidates + 1 for node in nodes)
        replies += [opener, root, len(cells), *guesses, *above]
    return bytes(number >> shift & 255 for shift in (0, 8) for number in replies)


def _game_of(tree: Tree) -> tuple[object, int]:
    """Returns what two trees have in common that are optimal for the same answers; and the limit."""
    game, likely = tree.info.game, tree.guarantee.likely
    answers, limit = (game.answers, game.max_guesses) if likely is None else (likely, likely.max_guesses)
    return (game.kind, game.rule, game.allowed.sha256, answers.sha256, tree.guarantee.weights is None), limit


def _packed(name: str, data: bytes) -> str:
    return f'<script type="text/plain" id="{name}">{_in_text(compress(data))}</script>\n'


def _join(folder: str, names: tuple[str, ...], suffix: str) -> str:
    return "\n".join(_read(f"{folder}/{name}.{suffix}") for name in names)


def _read(name: str) -> str:
    return (importlib.resources.files(__package__) / "page" / name).read_text(encoding="utf-8")


def _in_text(data: bytes) -> str:
    """Returns Ascii85 in which four zeros are five characters, too, and `<`, which could begin markup, is `v`."""
    return base64.a85encode(data).decode("ascii").replace("z", "!!!!!").replace("<", "v")


def _digest(text: str) -> str:
    """Returns the source expression of an inline script or style for a content security policy."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode('ascii')}'"
