"""`wordle-tree import`: a tree in the text layout of published trees, made a tree file."""

from __future__ import annotations

import json
from pathlib import Path

import click

from wordle_compiler.commands.game_options import game_options, load_game, load_weighting
from wordle_compiler.commands.refusal import one_line_errors
from wordle_compiler.commands.report_output import render_report
from wordle_compiler.commands.target import STANDARD_STREAM, check_output, default_file_name, write_output
from wordle_compiler.commands.usage import OneLineCommand, WholeNumber
from wordle_compiler.machine.errors import InputError


@click.command("import", cls=OneLineCommand)
@click.argument("file")
@game_options
@click.option(
    "--max-guesses",
    metavar="N",
    type=WholeNumber(1, 255),
    help="The limit that the tree keeps. [default: 6, or as many as it needs]",
)
@click.option("--allow-unsolved", is_flag=True, help="Import a tree that does not find every answer, too.")
@click.option("--weights", metavar="FILE", help="How often each answer is hidden: a word and its weight a line, or -.")
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="The tree file; - is standard output, and the report then goes to standard error. "
    "[default: OPENER.STRATEGY.RULE.tree]",
)
@click.option("--json", "as_json", is_flag=True, help="Print the report as one JSON object.")
@click.pass_context
def import_command(
    ctx: click.Context,
    /,
    *,
    file: str,
    max_guesses: int | None,
    allow_unsolved: bool,
    weights: str | None,
    output: str | None,
    as_json: bool,
    **_game: object,
) -> None:
    """Makes a tree file of FILE (or -, standard input), a tree as text.

    A line is a way to an answer: each guess with its feedback (B grey, Y yellow, G green) and the number of the turn.
    What a line has in common with the one above may be blank.

    \b
      salet BBBBB1 courd BBBBB2 nymph BBBBY3 whiff GGGGG4
                                      BGYYB3 pygmy GGGGG4

    Each line is checked: that the guesses are allowed and legal under the rule, that the answer gives these feedbacks,
    and that no answer is missing. Nothing else is claimed of the tree, unless the text is unchanged since
    wordle-tree export --header wrote it: then the file is the one it was made of.

    \b
    Examples:
      wordle-tree import published.txt -o published.tree
      wordle-tree import hard.txt --answers nyt-2023-answers --allowed nyt-2022-allowed --rule hard
    """  # noqa: D301 - click wants the character backspace itself
    with one_line_errors():
        check_output(output)
        if file == STANDARD_STREAM and STANDARD_STREAM in (ctx.params["answers"], ctx.params["allowed"], weights):
            raise InputError("standard input can be read only once: give the tree or the list as a file")
        from wordle_compiler.compilation.report import Report
        from wordle_compiler.game.lists import read_lines
        from wordle_compiler.importing.text import import_text
        from wordle_runtime import load

        if file != STANDARD_STREAM and not Path(file).is_file():
            raise InputError(f"{file!a} is not a file: name a tree's text, or - for standard input")
        label, _, lines = read_lines(file)
        game = load_game(ctx)
        imported = import_text(
            lines,
            game,
            label=label,
            max_guesses=max_guesses,
            allow_unsolved=allow_unsolved,
            weights=load_weighting(weights, game),
        )
        report = Report.of_tree(load(imported.data), n_bytes=len(imported.data))
        target = output or default_file_name(report)
        write_output(target, imported.data)
        if imported.was_changed:
            click.echo(f"{ctx.command_path}: {label} was changed since it was exported: its claim is dropped", err=True)
        text = json.dumps(report.as_json(target)) if as_json else render_report(report, target)
        click.echo(text, err=target == STANDARD_STREAM)
