"""`wordle-tree export`: a tree, or a part of it, in a form that other programs read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from wordle_compiler.commands.refusal import one_line_errors
from wordle_compiler.commands.target import check_file
from wordle_compiler.commands.usage import OneLineCommand, WholeNumber
from wordle_compiler.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable

_STANDARD_STREAM = "-"


@click.command(
    "export",
    cls=OneLineCommand,
    epilog="A picture, with Graphviz: wordle-tree export plate --format dot --depth 2 | dot -Tsvg > plate.svg",
)
@click.argument("file")
@click.option("--format", "form", type=click.Choice(["dot"]), default="dot", show_default=True, help="dot: Graphviz.")
@click.option(
    "--path",
    "paths",
    metavar="TURNS",
    multiple=True,
    help='Start below these turns: "plate:__g_g shame:y_g_g", or the option once a turn.',
)
@click.option("--depth", metavar="N", type=WholeNumber(min=1), help="Show N guesses from there. [default: all]")
@click.option(
    "-o", "--output", metavar="FILE", default=_STANDARD_STREAM, help="The file to write. [default: standard output]"
)
def export_command(*, file: str, form: str, paths: tuple[str, ...], depth: int | None, output: str) -> None:
    """Writes the tree in FILE as a graph: a node for each guess, an edge for each feedback.

    A node shows its guess, how many answers are left and how many more guesses they need on the mean.

    \b
    Examples:
      wordle-tree export plate --format dot --depth 2
      wordle-tree export plate --format dot --path "plate:__g_g" -o plate.dot
    """  # noqa: D301 - click wants the character backspace itself
    with one_line_errors():
        if output != _STANDARD_STREAM:
            check_file(Path(output))
        from wordle_compiler.export.dot import to_dot
        from wordle_compiler.export.graph import to_networkx
        from wordle_runtime import load

        graph = to_networkx(load(file), path=_turns(paths), depth=depth)
        text = {"dot": to_dot}[form](graph)
        if output == _STANDARD_STREAM:
            click.echo(text, nl=False)
            return
        from wordle_compiler.artifact.atomic import write_atomically

        write_atomically(Path(output), text.encode("utf-8"))


def _turns(paths: Iterable[str]) -> list[tuple[str, str]]:
    """Splits `GUESS:FEEDBACK` turns; a guess may hold a colon, a feedback never does."""
    turns = []
    for turn in " ".join(paths).split():
        guess, colon, feedback = turn.rpartition(":")
        if not colon:
            raise InputError(f"--path {turn} is no turn: write guess:feedback, such as plate:__g_g")
        turns.append((guess, feedback))
    return turns
