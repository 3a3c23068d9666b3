"""`wordle-tree export`: writes a tree, or part of it, in a form that people and other programs read."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from wordle_compiler.commands.target import STANDARD_STREAM, check_output, write_output
from wordle_compiler.commands.usage import OneLineCommand, WholeNumber
from wordle_compiler.export.formats import FORMATS, ExportOptions, export_tree
from wordle_compiler.machine.errors import InputError

_BY_SUFFIX = {suffix: name for name, form in FORMATS.items() for suffix in form.suffixes}


@click.command(
    "export",
    cls=OneLineCommand,
    epilog="To run Graphviz yourself: wordle-tree export plate --format dot | dot -Tsvg > plate.svg",
)
@click.argument("file", metavar="TREE")
@click.option(
    "--format",
    "form",
    type=click.Choice(list(FORMATS)),
    help="; ".join(f"{name}: {form.summary}" for name, form in FORMATS.items())
    + ". [default: by the suffix of the -o file, otherwise dot]",
)
@click.option(
    "--path",
    "paths",
    metavar="TURNS",
    multiple=True,
    help='Start below these turns: "plate:__g_g crave:__g_g", or repeat the option, once per turn.',
)
@click.option("--depth", metavar="N", type=WholeNumber(min=1), help="Show N guesses from the start. [default: all]")
@click.option(
    "--min-candidates",
    metavar="N",
    type=WholeNumber(min=1),
    help="Leave out guesses with fewer than N candidates. [default: show all]",
)
@click.option(
    "--full", is_flag=True, help="With --format text, repeat on each line the turns it shares with the line above."
)
@click.option(
    "-o", "--output", metavar="FILE", default=STANDARD_STREAM, help="The file to write. [default: standard output]"
)
def export_command(
    *, file: str, form: str | None, paths: tuple[str, ...], output: str, **options: int | bool | None
) -> None:
    """Writes TREE as a picture, a graph, text, a table or source code.

    In a picture, a node shows its guess, the number of candidates, and how many more guesses they need on average. An
    edge shows its feedback as coloured squares. A dashed node has descendants that are not shown.

    \b
    Examples:
      wordle-tree export plate --format svg --depth 3 --min-candidates 20 -o plate.svg
      wordle-tree export plate --format png --path "plate:__g_g" -o plate.png
      wordle-tree export salet --format text -o salet.txt
      wordle-tree export plate --format csv | head
      wordle-tree export salet --format html -o salet.html
      wordle-tree export salet -o salet.h
    """  # noqa: D301 - click wants the character backspace itself
    chosen = _form_of(output, form)
    check_output(output)
    is_binary = FORMATS[chosen].is_binary
    if output == STANDARD_STREAM and sys.stdout.isatty():
        if is_binary:
            raise InputError(f"a terminal cannot show {chosen}: name a file with -o")
        if chosen == "dot" and not paths and options["depth"] is None and options["min_candidates"] is None:
            raise InputError(
                "the DOT source of a whole tree is not meant to be read: "
                f"wordle-tree export {file} --format dot | dot -Tsvg > tree.svg draws it, --format text lists it, "
                "and --depth, --path and --min-candidates choose a part"
            )
    from wordle_runtime import load
    from wordle_runtime.notation import split_history

    data = export_tree(load(file), chosen, ExportOptions(path=tuple(split_history(" ".join(paths))), **options))  # type: ignore[arg-type]
    write_output(output, data if is_binary else data.decode("utf-8"))


def _form_of(output: str, form: str | None) -> str:
    """Returns the format that the option or the name of the file asks for.

    Raises:
        InputError: They contradict each other, or the name has no known suffix and the option is missing.
    """
    suffix = Path(output).suffix.lower()
    by_name = _BY_SUFFIX.get(suffix)
    if form is None:
        if by_name is None and suffix:
            raise InputError(
                f"no format has the suffix {suffix}: use one of {', '.join(_BY_SUFFIX)}, "
                "or choose a format with --format"
            )
        return by_name or "dot"
    if by_name is not None and by_name != form:
        raise InputError(
            f"-o {output} names a file of format {by_name}, but --format says {form}: leave one of them out"
        )
    return form
