"""`wordle-tree export` and `import`: a tree, or part of it, in the forms that people and other programs read."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from wordle_compiler.commands import shared_options as shared
from wordle_compiler.commands.report_output import DEFAULT_FILE, deliver
from wordle_compiler.commands.usage import STANDARD_STREAM, OneLineCommand, OutputFile, option, tell, write_output
from wordle_compiler.export.formats import FORMATS, export_tree
from wordle_compiler.machine.atomic import check_writable
from wordle_compiler.machine.errors import InputError

_MOST_SHOWN = 10_000
_BY_SUFFIX = {suffix: name for name, form in FORMATS.items() for suffix in form.suffixes}
"""A suffix may have two dots."""


@click.command(
    "export",
    cls=OneLineCommand,
    epilog="To run Graphviz yourself: wordle-tree export plate --format dot | dot -Tsvg > plate.svg",
)
@click.argument("file", metavar="TREE")
@option(
    "--format",
    "; ".join(f"{name}: {form.summary}" for name, form in FORMATS.items())
    + ". [default: by the suffix of the -o file, otherwise dot]",
    name="form",
    type=click.Choice(list(FORMATS)),
)
@option(
    "--path TURNS",
    'Start below these turns: "plate:__g_g crave:__g_g", or repeat the option, once per turn.',
    name="paths",
    multiple=True,
)
@option("--depth N", "Show N guesses from the start. [default: all]")
@option("--min-candidates N", "Leave out guesses with fewer than N candidates. [default: show all]")
@option("--prefix NAME", "Begin all names of --format c with NAME_, for several trees in one program. [default: wt]")
@option("--full", "With --format text, repeat on each line the turns it shares with the line above.")
@option(
    "-o, --output FILE",
    "The file to write.",
    type=OutputFile(),
    default=STANDARD_STREAM,
    show_default="standard output",
)
def export_command(*, file: str, form: str | None, paths: tuple[str, ...], output: str, **options: Any) -> None:
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
    suffix = Path(output).suffix.lower()
    by_name = next((name for ending, name in _BY_SUFFIX.items() if output.lower().endswith(ending)), None)
    if form is None and by_name is None and suffix:
        raise InputError(f"no format has the suffix {suffix}: use one of {', '.join(_BY_SUFFIX)}, or give --format")
    if form is not None and by_name not in (None, form):
        raise InputError(f"-o {output} names a file of format {by_name}, but --format says {form}: leave one out")
    chosen, is_shown = form or by_name or "dot", output == STANDARD_STREAM and sys.stdout.isatty()
    if is_shown and FORMATS[chosen].is_binary:
        raise InputError(f"a terminal cannot show {chosen}: name a file with -o")
    from wordle_runtime import load
    from wordle_runtime.notation import split_history

    exported = export_tree(load(file), chosen, path=split_history(" ".join(paths)), **options)
    if is_shown and len(exported) > _MOST_SHOWN:
        raise InputError(
            f"{len(exported):,} bytes of {chosen} are too long for a terminal: name a file with -o, or use a pipe; "
            "--depth, --path and --min-candidates choose a part of a picture"
        )
    write_output(output, exported)


@click.command("import", cls=OneLineCommand)
@click.argument("file")
@shared.game_options()
@shared.max_guesses_option("The limit of the tree. [default: 6 for words, or more if the tree needs more]")
@option("--allow-unsolved", "Import the tree even if it does not solve every answer.")
@shared.weights_option
@option("--likely LIST", "The likely answers, if the tree distinguishes them: a name as for --answers, a file, or -.")
@shared.output_option(
    "The tree file; - writes it to standard output and the report to standard error. "
    "[default: OPENER.STRATEGY.RULE.tree, with the names of the lists if they are not the defaults]"
)
@shared.json_option
@click.pass_context
def import_command(ctx: click.Context, /, *, file: str, output: str | None, as_json: bool, **given: Any) -> None:
    """Makes a tree file from FILE, a tree in text form (- for standard input).

    A line is the path to an answer: each guess with its feedback (B grey, Y yellow, G green) and the turn number.
    Turns shared with the line above may be left blank.

    \b
      salet BBBBB1 courd BBBBB2 nymph BBBBY3 whiff GGGGG4
                                      BGYYB3 pygmy GGGGG4

    Import checks that the guesses are allowed and legal under the rule, that the answer gives these feedbacks, and that
    no answer is missing. The tree carries no other claim.

    \b
    Examples:
      wordle-tree import published.txt -o published.tree
      wordle-tree import nyt.txt --answers nyt-2022-allowed --allowed nyt-2022-allowed --likely nyt-2023-answers
      wordle-tree import hard.txt --answers nyt-2023-answers --allowed nyt-2022-allowed --rule hard
    """  # noqa: D301 - click wants the character backspace itself
    if output is None:
        check_writable(DEFAULT_FILE)
    lists = (given[name] for name in ("answers", "allowed", "weights", "likely"))
    if file == STANDARD_STREAM and STANDARD_STREAM in lists:
        raise InputError("standard input can be read only once: give the tree or the list as a file")
    from wordle_compiler.game.lists import load_list
    from wordle_compiler.importing.text import import_text
    from wordle_runtime.words import read_lines

    label, _, lines = read_lines(file)
    game = shared.load_game(ctx)
    tree = import_text(
        lines,
        game,
        label=label,
        max_guesses=given["max_guesses"],
        allow_unsolved=given["allow_unsolved"],
        weights=shared.load_weighting(given["weights"], game),
        likely=None if given["likely"] is None else load_list(given["likely"], note=tell),
    )
    deliver(tree, output, as_json=as_json)
