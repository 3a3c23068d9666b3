"""`wordle-compile --pairs`: the best pairs of fixed openers, as a table for people, as CSV, or as JSON."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from wordle_compiler.commands.game_options import GAME_OPTIONS
from wordle_compiler.commands.report_output import counted, printable, render_report
from wordle_compiler.commands.target import check_file
from wordle_compiler.compilation.atomic import write_atomically
from wordle_compiler.game.lists import load_list
from wordle_compiler.machine.errors import InputError, UnmetGuaranteeError

if TYPE_CHECKING:
    from wordle_compiler.compilation.compiled_tree import CompiledTree
    from wordle_compiler.game.game import Game
    from wordle_compiler.machine.progress import Progress
    from wordle_compiler.rankings.pair_table import PairTable

EVERY_OPENER = "all"

_STANDARD_STREAM = "-"
_MEANT_FOR_PAIRS = GAME_OPTIONS | {
    *(
        "pairs",
        "top",
        "csv_file",
        "strategy",
        "objective",
        "max_guesses",
        "workers",
        "memory_limit",
        "output",
        "as_json",
        "quiet",
    )
}
_COLUMNS = ("first", "second", "total", "mean", "worst_case", "proven")


def check_pairs(ctx: click.Context) -> None:
    """Raises `InputError` where an option does not go with `--pairs`."""
    for parameter in ctx.command.params:
        name = parameter.name or ""
        if name not in _MEANT_FOR_PAIRS and ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            flag = max(parameter.opts, key=len)
            raise InputError(f"--pairs does not go with {flag}: it ranks, and writes at most the best pair's tree")
    if ctx.params["strategy"] != "optimal":
        raise InputError(f"--pairs ranks by proof, and strategy {ctx.params['strategy']} makes none: leave it out")
    if ctx.params["objective"] != "total":
        raise InputError(f"--pairs ranks by total: leave out --objective {ctx.params['objective']}")
    if ctx.params["csv_file"] is not None:
        check_file(Path(ctx.params["csv_file"]), "--csv")


def rank_pairs_for_command(
    game: Game,
    words: str,
    top: int | None,
    max_guesses: int | None,
    workers: int | None,
    *,
    with_tree: bool,
    progress: Progress,
) -> tuple[PairTable, CompiledTree | None]:
    """Ranks the pairs of the words that `--pairs` names, and compiles the best one's tree, if wanted and there."""
    from wordle_compiler.compilation.compiled_tree import compile_tree
    from wordle_compiler.machine.limits import find_limit
    from wordle_compiler.rankings.pair_table import DEFAULT_N_BEST, rank_pairs

    limit = find_limit(max_guesses)
    table = rank_pairs(
        game,
        None if words == EVERY_OPENER else load_list(words).words,
        n_best=DEFAULT_N_BEST if top is None else top,
        max_guesses=limit,
        n_workers=workers,
        progress=progress,
    )
    if not with_tree or table.best is None:
        return table, None
    return table, compile_tree(game, opener=table.best, max_guesses=limit, n_workers=workers, progress=progress)


def deliver_pairs(
    ranking: tuple[PairTable, CompiledTree | None], csv_file: str | None, output: str | None, *, as_json: bool
) -> None:
    """Writes the table to `csv_file` and the tree to `output`, where they are named, and prints the table.

    Raises:
        UnmetGuaranteeError: A tree is wanted, and no pair has one.
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
        raise UnmetGuaranteeError("no tree was written: no pair can solve every answer within the limit (proven)")


def render_csv(table: PairTable) -> str:
    """Returns the rows as CSV under a line of column names."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for row in table.rows:
        writer.writerow((row.first, row.second, row.total, f"{row.mean:.6f}", row.worst_case, "exact"))
    return text.getvalue()


def render_table(table: PairTable) -> str:
    """Returns the table as lines of text, and below it what is proven of the other pairs."""
    limit = counted(table.max_guesses, "guess")
    n_others = table.n_pairs - len(table.rows)
    lines = []
    if table.rows:
        widths = [
            max(len(name), *(len(printable(getattr(row, name))) for row in table.rows)) for name in ("first", "second")
        ]
        heads = "  ".join(f"{name:<{width}}" for name, width in zip(("first", "second"), widths, strict=True))
        lines.append(f"{'rank':>5}  {heads}  {'total':>7}  {'mean':>7}  worst case  proven")
        for rank, row in enumerate(table.rows, 1):
            words = f"{printable(row.first):<{widths[0]}}  {printable(row.second):<{widths[1]}}"
            lines.append(f"{rank:>5}  {words}  {row.total:>7}  {row.mean:>7.4f}  {row.worst_case:>10}  exact")
    if len(table.rows) < table.n_best:
        # Then every pair that has a tree is in the table.
        lines.append(f"{len(table.rows)} of {counted(table.n_pairs, 'pair')} can solve every answer within {limit}")
    elif n_others:
        bound = table.rows[-1].total
        lines.append(f"{counted(n_others, 'other pair')}: at least {bound} each, or no tree within {limit}")
    if table.n_illegal:
        illegal = counted(table.n_illegal, "pair")
        lines.append(f"left out: {illegal} whose second word rule {table.game.rule} forbids after some feedback")
    return "\n".join(lines)
