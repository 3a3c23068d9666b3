"""`wordle-analyze openers`: openers ranked by exact total."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from wordle_compiler.commands.game_options import load_weighting
from wordle_compiler.commands.progress_bar import progress_bar
from wordle_compiler.commands.ranked import RANKED_GROUPS, RankingRequest, ranking_options
from wordle_compiler.commands.report_output import columns
from wordle_compiler.commands.search_options import OPTIMAL, cluster_of, cluster_option, journal_option, weights_option
from wordle_compiler.commands.usage import OneLineCommand, WholeNumber
from wordle_runtime.errors import counted, printable

if TYPE_CHECKING:
    from wordle_compiler.rankings.opener_table import OpenerTable, RankedOpener


@click.command("openers", cls=OneLineCommand, groups=RANKED_GROUPS)
@click.argument("words", metavar="LIST")
@click.option(
    "--top", metavar="K", type=WholeNumber(min=1), help="Rank only the K best, which is much faster. [default: all]"
)
@weights_option
@journal_option
@click.option(
    "--below",
    metavar="TOTAL",
    type=WholeNumber(min=1),
    help="Rank only openers with a tree of a smaller total, and prove that the others have none.",
)
@cluster_option
@ranking_options
@click.pass_context
def openers_command(
    ctx: click.Context,
    /,
    *,
    top: int | None,
    weights: str | None,
    journal: str | None,
    below: int | None,
    cluster: str | None,
    quiet: bool,
    **_shared: object,
) -> None:
    """Ranks openers: the words of LIST, or all that the rule allows.

    LIST is the name of a bundled list, a file, - for standard input, or all. Each total is proven. For openers below
    the best K of --top, it proves only a bound.

    \b
    Examples:
      wordle-analyze openers all --top 10 --rule candidates --allowed original-answers --csv openers.csv
      wordle-analyze openers words.txt --max-guesses 5
      wordle-analyze openers all --top 1 --journal openers.db
      wordle-analyze openers words.txt --below 7926 --journal openers.db
    """  # noqa: D301 - click wants the character backspace itself
    request = RankingRequest(ctx)
    from wordle_compiler.rankings.opener_table import rank_openers

    game, chosen = request.load()
    weighting = load_weighting(weights, game)
    with progress_bar(quiet=quiet) as progress, cluster_of(cluster, OPTIMAL) as opened:
        table = rank_openers(
            game,
            chosen,
            n_best=top,
            journal=journal,
            weights=weighting,
            below=below,
            progress=progress,
            cluster=opened,
            **request.limits,
        )
        tree = request.compile_best(game, table.best, progress, weighting, opened)
    aim = "can solve every answer within the limit" if below is None else f"has a tree with a total below {below}"
    request.deliver(table, render_table(table), tree, f"no opener {aim} (proven)")


def render_table(table: OpenerTable) -> str:
    """Returns the table as lines of text. Openers that share one bound share one line."""
    limit = counted(table.max_guesses, "guess")
    exact = [row for row in table.rows if row.proven == "exact"]
    bounded = [row for row in table.rows if row.proven == "at least"]
    without_tree = [row for row in table.rows if row.proven == "no tree"]
    is_weighted = table.weights is not None
    lines = _exact_lines(exact, is_weighted=is_weighted)
    if bounded:
        which = " (weighted)" if is_weighted else ""
        bound = min((row.weighted_total if is_weighted else row.total) or 0 for row in bounded)
        others = counted(len(bounded), "other opener" if exact else "opener")
        lines.append(f"{others}: at least {bound} each{which}, or no tree within {limit}")
    lines += [f"{printable(row.opener)}  no tree within {limit}" for row in without_tree]
    if not bounded:
        lines += ["", f"{len(exact)} of {counted(len(table.rows), 'opener')} can solve every answer within {limit}"]
    return "\n".join(lines)


def _exact_lines(rows: list[RankedOpener], *, is_weighted: bool) -> list[str]:
    """Returns the rows with exact totals under their headings, in columns."""
    if not rows:
        return []
    weighted = ("weighted total and mean",) if is_weighted else ()
    table: list[tuple[object, ...]] = [(" rank", "opener", "  total", "   mean", "worst case", "proven", *weighted)]
    for rank, row in enumerate(rows, 1):
        mean = "" if row.mean is None else f"{row.mean:.4f}"
        worst_case = "" if row.worst_case is None else row.worst_case
        sums = (f"{row.weighted_total:>14}  {row.weighted_mean:>7.4f}",) if is_weighted else ()
        table.append((rank, printable(row.opener), row.total, mean, worst_case, row.proven, *sums))
    return columns(table, {1, 5})
