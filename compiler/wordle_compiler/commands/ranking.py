"""`wordle-compile --openers`: the ranking of openers, as a table for people, as CSV, or as JSON."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from wordle_compiler.commands.cluster_options import CLUSTER_OPTIONS
from wordle_compiler.commands.game_options import GAME_OPTIONS
from wordle_compiler.commands.report_output import counted, printable, render_report
from wordle_compiler.commands.target import check_file
from wordle_compiler.compilation.atomic import write_atomically
from wordle_compiler.game.lists import load_list
from wordle_compiler.machine.errors import InputError, UnmetGuaranteeError

if TYPE_CHECKING:
    from wordle_compiler.compilation.compiled_tree import CompiledTree
    from wordle_compiler.game.game import Game
    from wordle_compiler.game.weights import Weights
    from wordle_compiler.machine.progress import Progress
    from wordle_compiler.rankings.opener_table import OpenerTable, RankedOpener
    from wordle_compiler.solver.fleet import Cluster

EVERY_OPENER = "all"

_STANDARD_STREAM = "-"
_ONLY_FOR_RANKING = frozenset({"top", "csv_file"})
_MEANT_FOR_RANKING = _ONLY_FOR_RANKING | {
    *GAME_OPTIONS,
    *(
        "openers",
        "weights",
        "journal",
        "strategy",
        "objective",
        "max_guesses",
        "workers",
        "memory_limit",
        "output",
        "as_json",
        "quiet",
    ),
    *CLUSTER_OPTIONS,
}
_COLUMNS = ("opener", "total", "mean", "worst_case", "proven")
_WEIGHTED_COLUMNS = ("weighted_total", "weighted_mean")


def check_ranking(ctx: click.Context) -> None:
    """Raises `InputError` where an option does not go with `--openers`, or goes only with it."""
    given = {
        parameter.name: max(parameter.opts, key=len)
        for parameter in ctx.command.params
        if parameter.name and ctx.get_parameter_source(parameter.name) is ParameterSource.COMMANDLINE
    }
    if "openers" not in given:
        if only := [flag for name, flag in given.items() if name in _ONLY_FOR_RANKING]:
            raise InputError(f"{only[0]} is about the table of --openers: say which to rank")
        return
    if others := [flag for name, flag in given.items() if name not in _MEANT_FOR_RANKING]:
        raise InputError(f"--openers does not go with {others[0]}: it ranks, and writes at most the best one's tree")
    if ctx.params["strategy"] != "optimal":
        raise InputError(f"--openers ranks by proof, and strategy {ctx.params['strategy']} makes none: leave it out")
    if ctx.params["objective"] != "total":
        raise InputError(f"--openers ranks by total: leave out --objective {ctx.params['objective']}")
    if ctx.params["csv_file"] is not None:
        check_file(Path(ctx.params["csv_file"]), "--csv")


def rank_for_command(
    game: Game,
    openers: str,
    top: int | None,
    max_guesses: int | None,
    workers: int | None,
    journal: str | None,
    weights: Weights | None,
    *,
    with_tree: bool,
    progress: Progress,
    cluster: Cluster | None = None,
) -> tuple[OpenerTable, CompiledTree | None]:
    """Ranks the openers that `--openers` names, and compiles the tree of the best, if it is wanted and there is one."""
    from wordle_compiler.compilation.compiled_tree import compile_tree
    from wordle_compiler.machine.limits import find_limit
    from wordle_compiler.rankings.opener_table import rank_openers

    limit = find_limit(max_guesses)
    words = None if openers == EVERY_OPENER else load_list(openers).words
    table = rank_openers(
        game,
        words,
        n_best=top,
        max_guesses=limit,
        n_workers=workers,
        journal=journal,
        weights=weights,
        progress=progress,
        cluster=cluster,
    )
    if not with_tree or table.best is None:
        return table, None
    return table, compile_tree(
        game,
        opener=[table.best],
        max_guesses=limit,
        n_workers=workers,
        weights=weights,
        progress=progress,
        cluster=cluster,
    )


def deliver_ranking(
    ranking: tuple[OpenerTable, CompiledTree | None], csv_file: str | None, output: str | None, *, as_json: bool
) -> None:
    """Writes the table to `csv_file` and the tree to `output`, where they are named, and prints the table.

    Raises:
        UnmetGuaranteeError: A tree is wanted, and no opener has one.
    """
    table, tree = ranking
    if csv_file is not None:
        write_atomically(Path(csv_file), render_csv(table).encode("utf-8"))
    if tree is not None and output is not None:
        if output == _STANDARD_STREAM:
            click.echo(tree.data, nl=False)
        else:
            write_atomically(Path(output), tree.data)
    if as_json:
        click.echo(json.dumps(table.as_json() | {"tree": tree and tree.report.as_json(output)}))
    else:
        parts = [render_table(table)] + ([render_report(tree.report, output)] if tree else [])
        click.echo("\n\n".join(parts), err=output == _STANDARD_STREAM)
    if output is not None and tree is None:
        raise UnmetGuaranteeError("no tree was written: no opener can solve every answer within the limit (proven)")


def render_csv(table: OpenerTable) -> str:
    """Returns every row as CSV under a line of column names; what is not known is empty."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    is_weighted = table.weights is not None
    writer.writerow(_COLUMNS + (_WEIGHTED_COLUMNS if is_weighted else ()))
    for row in table.rows:
        mean = "" if row.mean is None else f"{row.mean:.6f}"
        weighted_mean = "" if row.weighted_mean is None else f"{row.weighted_mean:.6f}"
        weighted = (row.weighted_total, weighted_mean) if is_weighted else ()
        writer.writerow((row.opener, row.total, mean, row.worst_case, row.proven, *weighted))
    return text.getvalue()


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
        lines.append(
            f"{counted(len(bounded), 'other opener')}: at least {bound} each{which}, or no tree within {limit}"
        )
    lines += [f"{printable(row.opener)}  no tree within {limit}" for row in without_tree]
    if not bounded:
        lines += ["", f"{len(exact)} of {counted(len(table.rows), 'opener')} can solve every answer within {limit}"]
    return "\n".join(lines)


def _exact_lines(rows: list[RankedOpener], *, is_weighted: bool) -> list[str]:
    """Returns the rows with exact totals under their headings, in columns."""
    if not rows:
        return []
    width = max(len("opener"), *(len(printable(row.opener)) for row in rows))
    lines = [f"{'rank':>5}  {'opener':<{width}}  {'total':>7}  {'mean':>7}  worst case  proven"]
    if is_weighted:
        lines[0] += "  weighted total and mean"
    for rank, row in enumerate(rows, 1):
        mean = "" if row.mean is None else f"{row.mean:.4f}"
        worst_case = "" if row.worst_case is None else str(row.worst_case)
        opener = printable(row.opener)
        lines.append(f"{rank:>5}  {opener:<{width}}  {row.total:>7}  {mean:>7}  {worst_case:>10}  {row.proven}")
        if is_weighted:
            lines[-1] += f"   {row.weighted_total:>14}  {row.weighted_mean:>7.4f}"
    return lines
