"""`wordle-compile --certificate`: checks that there is something to prove, and a place for the proof."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from wordle_compiler.commands.search_options import OPTIMAL
from wordle_compiler.commands.target import check_file
from wordle_compiler.machine.errors import InputError

if TYPE_CHECKING:
    from wordle_compiler.game.game import Game
    from wordle_compiler.strategies.entry import Entry

_NOT_WITH = ("effort", "time_limit", "weights")


def check_certificate(ctx: click.Context, entry: Entry) -> None:
    """Raises `InputError` if the other options leave nothing to certify, or if the file cannot be written."""
    path = ctx.params["certificate"]
    if path is None:
        return
    for name in _NOT_WITH:
        if ctx.params[name] is not None or name in entry.options:
            raise InputError(
                "--certificate proves that one tree has the smallest plain total, and cannot be combined with "
                f"--{name.replace('_', '-')}: leave one of them out"
            )
    if entry.strategy != OPTIMAL:
        raise InputError(
            f"strategy {entry.strategy} proves nothing, so --certificate has nothing to write: use --strategy {OPTIMAL}"
        )
    if path == ctx.params["output"]:
        raise InputError("--certificate and -o name the same file: give two names")
    check_file(path)


def check_opener(game: Game, path: str | None, start: str | None) -> None:
    """Raises `InputError` if several first guesses are fixed and a certificate is requested."""
    from wordle_compiler.compilation.compiled_tree import find_openers

    if path is not None and start is not None and len(find_openers(game, start)) > 1:
        raise InputError(
            "--certificate takes one opener or none, but --start names several: name one, or leave out --certificate"
        )
