"""The report of a tree as text (the guesses it needs, their histogram, and its claim), and the tree's file."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from wordle_compiler.commands.usage import STANDARD_STREAM, say, write_output
from wordle_compiler.compilation.report import CompiledTree
from wordle_compiler.game.lists import CLASSIC
from wordle_compiler.rankings.table import DataTable, labelled
from wordle_runtime import load
from wordle_runtime.command_line import json_text
from wordle_runtime.errors import TreeError, printable
from wordle_runtime.feedback import shown

_BAR_WIDTH = 40
_SUFFIX = ".tree"
DEFAULT_FILE = f"OPENER.STRATEGY.RULE{_SUFFIX}"
_LONGEST = 60
"""A file name keeps at most this many characters of a list's name."""


def deliver(tree: CompiledTree, output: str | None, *, as_json: bool, note: str = "", **fields: Any) -> None:
    """Writes a tree, under its default name if none is given, and prints its report to the stream that it leaves.

    The report ends with `note`; as JSON it has `fields` besides its own.
    """
    target = output or _default_file_name(tree)
    write_output(target, tree.data)
    shown = json_text(tree.as_json(target) | fields) if as_json else render_report(tree, target) + note
    say(shown, err=target == STANDARD_STREAM)


def _default_file_name(compiled: CompiledTree) -> str:
    """Returns the default file name of a tree: `OPENER.STRATEGY.RULE.tree`, with every fixed first guess.

    A limit, an objective and weights that were asked for, and lists that are not the default, come before `.tree`. If
    that file holds something else, such as a tree of another game, part of this game's fingerprint is added.
    A user's words and names may contain any character; characters other than letters, digits, `-` and `_` become `_`.
    """
    game, likely = compiled.tree.info.game, compiled.guarantee.likely
    lists = list(dict.fromkeys((game.answers.name, game.allowed.name)))
    if likely is not None:
        lists = [likely.name, *lists]
    elif tuple(lists) == CLASSIC:
        lists = []
    words = "-".join(map(_plain, compiled.openers))
    ctx, weights = click.get_current_context(), compiled.guarantee.weights
    limit, objective = ctx.params.get("max_guesses"), ctx.params.get("objective", "total")
    asked = [f"within-{limit}"] * bool(limit) + [str(objective)] * (objective != "total")
    lists = [*asked, *([weights.name] if weights else []), *lists]
    parts = [words, compiled.tree.info.strategy, game.rule, *(_plain(name)[:_LONGEST] for name in lists)]
    path = Path(".".join(parts) + _SUFFIX)
    is_same = False
    with suppress(TreeError, OSError):
        is_same = path.is_file() and load(path).info.game.fingerprint == game.fingerprint
    if path.exists() and not is_same:
        parts.append(game.fingerprint.hex()[:8])
    return ".".join(parts) + _SUFFIX


def _plain(text: str) -> str:
    return "".join(character if character.isalnum() or character in "-_" else "_" for character in shown(text))


def render_report(tree: CompiledTree, file: str) -> str:
    """Returns the report as lines of text, without a trailing newline, with the tree's file."""
    took = "" if tree.seconds is None else f", {tree.seconds:.1f} s"
    rows = [*tree.rows(), ("file", f"{printable(file)}, {len(tree.data)} bytes{took}")]
    return "\n".join([*labelled(rows), "", _render_histogram(tree.histogram)])


def _render_histogram(histogram: dict[int, int]) -> str:
    most = max(histogram.values(), default=0)
    try:
        "█".encode(getattr(sys.stdout, "encoding", None) or "ascii")
        block = "█"
    except (LookupError, UnicodeEncodeError):
        block = "#"
    # Rounded up, so that a nonzero count shows as at least one block.
    rows = [(n_guesses, n, block * -(-n * _BAR_WIDTH // most)) for n_guesses, n in sorted(histogram.items())]
    return DataTable("", ("guesses", "answers", ""), rows).text(left={2})
