"""`wordle-tree stats`: shows a tree turn by turn, as a table and as a picture."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from wordle_compiler.commands.report_output import columns
from wordle_compiler.commands.target import check_file, write_file
from wordle_compiler.commands.usage import OneLineCommand
from wordle_runtime import load
from wordle_runtime.errors import printable

if TYPE_CHECKING:
    from wordle_compiler.analysis.tree_stats import TreeStats

_TITLES = ("turn", "positions", "open", "solved", "largest", "left")


@click.command("stats", cls=OneLineCommand)
@click.argument("file", metavar="TREE")
@click.option(
    "--plot",
    metavar="FILE",
    help="Also draw it to FILE, which ends with .svg or .png (needs pip install '.[plot]' in the clone).",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, with exact fractions.")
def stats_command(*, file: str, plot: str | None, as_json: bool) -> None:
    """Shows what happens at each turn of a tree.

    \b
    Columns: positions, the number of different positions in which the tree guesses; open, the answers
    not solved before the turn; solved, the answers that this turn solves; largest, the most
    candidates in one position; left, the mean number of candidates before the guess, over the open
    answers.

    \b
    Examples:
      wordle-tree stats salet
      wordle-tree stats plate --plot plate.svg
    """  # noqa: D301 - click wants the character backspace itself
    if plot is not None:
        from wordle_compiler.export.histograms import picture_form

        check_file(plot, "--plot")
        picture_form(plot)
    from wordle_compiler.analysis.tree_stats import count_turns, draw_stats

    stats = count_turns(load(file))
    if plot is not None:
        write_file(plot, draw_stats(stats, picture_form(plot)))
    click.echo(json.dumps(stats.as_json()) if as_json else render_stats(stats))


def render_stats(stats: TreeStats) -> str:
    """Returns the table and the mean, without a trailing newline."""
    table = [
        (turn.turn, turn.n_positions, turn.n_open, turn.n_solved, turn.largest, f"{float(turn.expected):.2f}")
        for turn in stats.turns
    ]
    guarantee = stats.tree.guarantee
    verdict = f"{printable(stats.tree.opener)}: mean {guarantee.mean:.4f}, worst case {guarantee.worst_case}"
    if guarantee.likely is not None:
        verdict += f", mean of the likely answers {guarantee.likely.mean:.4f}"
    return "\n".join(
        [*columns([_TITLES, *table]), verdict + (f", {stats.n_unsolved} unsolved" if stats.n_unsolved else "")]
    )
