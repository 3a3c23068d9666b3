"""`wordle-tree list`: the bundled trees, what each guarantees, and its size."""

from __future__ import annotations

import json

import click

import wordle_trees
from wordle_compiler.commands.report_output import columns
from wordle_compiler.commands.usage import OneLineCommand
from wordle_compiler.compilation.report import Report
from wordle_runtime import load

_TITLES = ("name", "opener", "answers", "allowed", "rule", "mean", "worst", "claimed", "proof", "bytes")
_TEXT_COLUMNS = frozenset({0, 1, 4, 7, 8})


@click.command("list", cls=OneLineCommand)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object: a report for each name.")
def list_command(*, as_json: bool) -> None:
    """Lists the bundled trees. `mean` and `worst` are those of the likely answers, where a tree has some.

    \b
    Examples:
      wordle-tree list
      wordle-tree list --json | jq .nyt.mean
    """  # noqa: D301 - click wants the character backspace itself
    reports = {name: Report.of_tree(load(name)) for name in wordle_trees.names()}
    if as_json:
        click.echo(json.dumps({name: report.as_json(name) for name, report in reports.items()}))
        return
    table = [_TITLES, *(_row(name, report) for name, report in reports.items())]
    click.echo("\n".join(columns(table, _TEXT_COLUMNS)))
    click.echo(f"\n{len(reports)} trees, {sum(report.n_bytes for report in reports.values()):,} bytes")


def _row(name: str, report: Report) -> tuple[object, ...]:
    found = report.likely or report
    answers = report.n_answers if report.likely is None else f"{report.likely.count} of {report.n_answers}"
    proof = "" if wordle_trees.certificate_path(name) is None else "yes"
    return (
        *(name, report.opener, answers, report.n_allowed, report.rule, f"{found.mean:.4f}", found.worst_case),
        *(report.status, proof, report.n_bytes),
    )
