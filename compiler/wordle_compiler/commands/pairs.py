"""`wordle-analyze pairs`: the best pairs of fixed first guesses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from wordle_compiler.commands.progress_bar import progress_bar
from wordle_compiler.commands.ranked import RANKED_GROUPS, RankingRequest, ranking_options
from wordle_compiler.commands.report_output import columns
from wordle_compiler.commands.usage import OneLineCommand, WholeNumber
from wordle_runtime.errors import counted, printable

if TYPE_CHECKING:
    from wordle_compiler.rankings.pair_table import PairTable


@click.command("pairs", cls=OneLineCommand, groups=RANKED_GROUPS)
@click.argument("words", metavar="LIST")
@click.option(
    "--top", metavar="K", type=WholeNumber(min=1), default=10, show_default=True, help="How many pairs to rank."
)
@ranking_options
@click.pass_context
def pairs_command(ctx: click.Context, /, *, top: int, quiet: bool, **_shared: object) -> None:
    """Finds the best pairs of fixed first guesses among the words of LIST.

    LIST is the name of a bundled list, a file, - for standard input, or all. The second word of a pair is played
    whatever the feedback to the first.

    \b
    Examples:
      wordle-analyze pairs original-answers --top 3
      wordle-analyze pairs words.txt -o pair.tree
    """  # noqa: D301 - click wants the character backspace itself
    request = RankingRequest(ctx)
    from wordle_compiler.rankings.pair_table import rank_pairs

    game, chosen = request.load()
    with progress_bar(quiet=quiet) as progress:
        table = rank_pairs(game, chosen, n_best=top, progress=progress, **request.limits)
        tree = request.compile_best(game, table.best, progress)
    request.deliver(table, render_table(table), tree, "no pair can solve every answer within the limit (proven)")


def render_table(table: PairTable) -> str:
    """Returns the table as lines of text, and below it what is proven about the other pairs."""
    limit = counted(table.max_guesses, "guess")
    n_others = table.n_pairs - len(table.rows)
    lines = []
    if table.rows:
        head = (" rank", "first", "second", "  total", "   mean", "worst case", "proven")
        rows = (
            (rank, printable(row.first), printable(row.second), row.total, f"{row.mean:.4f}", row.worst_case, "exact")
            for rank, row in enumerate(table.rows, 1)
        )
        lines = columns([head, *rows], {1, 2, 6})
    if len(table.rows) < table.n_best:
        # In this case the table holds every pair that has a tree.
        lines.append(f"{len(table.rows)} of {counted(table.n_pairs, 'pair')} can solve every answer within {limit}")
    elif n_others:
        bound = table.rows[-1].total
        lines.append(f"{counted(n_others, 'other pair')}: at least {bound} each, or no tree within {limit}")
    if table.n_illegal:
        illegal = counted(table.n_illegal, "pair")
        lines.append(
            f"left out: {illegal} whose second word is illegal under rule {table.game.rule} after some feedback"
        )
    return "\n".join(lines)
