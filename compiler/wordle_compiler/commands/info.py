"""`wordle-tree info`: shows what a tree file says about itself."""

from __future__ import annotations

import json

import click

from wordle_compiler.commands.report_output import render_details, render_report
from wordle_compiler.commands.usage import OneLineCommand
from wordle_compiler.compilation.report import Report
from wordle_runtime import load


@click.command("info", cls=OneLineCommand)
@click.argument("file", metavar="TREE")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object with the keys of wordle-compile --json.")
def info_command(*, file: str, as_json: bool) -> None:
    """Shows the guarantee of TREE, its claim, and the game that it plays.

    \b
    Examples:
      wordle-tree info plate
      wordle-tree info plate.optimal.any.tree --json
    """  # noqa: D301 - click wants the character backspace itself
    tree = load(file)
    report = Report.of_tree(tree)
    if as_json:
        click.echo(json.dumps(report.as_json(file)))
    else:
        click.echo(render_report(report, file))
        click.echo(f"\n{render_details(tree)}")
