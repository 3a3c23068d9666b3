"""`wordle-tree import`: makes a tree file from the text layout of published trees."""

from __future__ import annotations

import json
from pathlib import Path

import click

from wordle_compiler.commands.game_options import game_options, load_game, load_weighting
from wordle_compiler.commands.report_output import render_report
from wordle_compiler.commands.target import (
    STANDARD_STREAM,
    check_other_game,
    check_output,
    default_file_name,
    force_option,
    write_output,
)
from wordle_compiler.commands.usage import OneLineCommand, max_guesses_option
from wordle_compiler.machine.errors import InputError


@click.command("import", cls=OneLineCommand)
@click.argument("file")
@game_options
@max_guesses_option("The limit of the tree. [default: 6 for words, or more if the tree needs more]")
@click.option("--allow-unsolved", is_flag=True, help="Import the tree even if it does not solve every answer.")
@click.option(
    "--weights", metavar="FILE", help="How often each answer is hidden: one word and its weight per line, or -."
)
@click.option(
    "--likely",
    metavar="LIST",
    help="The likely answers, if the tree distinguishes them: a name as for --answers, a file, or -.",
)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="The tree file; - writes it to standard output and the report to standard error. "
    "[default: OPENER.STRATEGY.RULE.tree, with the names of the lists if they are not the defaults]",
)
@force_option
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
    likely: str | None,
    output: str | None,
    force: bool,
    as_json: bool,
    **_game: object,
) -> None:
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
    check_output(output)
    if file == STANDARD_STREAM and STANDARD_STREAM in (ctx.params["answers"], ctx.params["allowed"], weights, likely):
        raise InputError("standard input can be read only once: give the tree or the list as a file")
    from wordle_compiler.game.lists import load_list, read_lines
    from wordle_compiler.importing.text import import_text
    from wordle_runtime import load

    if file != STANDARD_STREAM and not Path(file).is_file():
        raise InputError(f"{file!a} is not a file: name a file with a tree as text, or - for standard input")
    label, _, lines = read_lines(file)
    game = load_game(ctx)
    imported = import_text(
        lines,
        game,
        label=label,
        max_guesses=max_guesses,
        allow_unsolved=allow_unsolved,
        weights=load_weighting(weights, game),
        likely=None if likely is None else load_list(likely),
    )
    tree = load(imported.data)
    report = imported.report
    check_other_game(output, tree.info.game, force=force)
    target = output or default_file_name(report, tree, force=force)
    write_output(target, imported.data)
    text = json.dumps(report.as_json(target)) if as_json else render_report(report, target)
    click.echo(text, err=target == STANDARD_STREAM)
