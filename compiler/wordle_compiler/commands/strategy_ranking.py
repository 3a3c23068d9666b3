"""`wordle-compile --openers` and `--pairs` with a heuristic: the table of what it needs below each, in three forms."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from wordle_compiler.commands.game_options import GAME_OPTIONS
from wordle_compiler.commands.progress_bar import progress_bar
from wordle_compiler.commands.report_output import counted, printable, render_report
from wordle_compiler.commands.strategy_options import STRATEGY_OPTIONS
from wordle_compiler.commands.target import check_file
from wordle_compiler.compilation.atomic import write_atomically
from wordle_compiler.game.lists import load_list
from wordle_compiler.machine.errors import InputError, UnmetGuaranteeError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wordle_compiler.game.game import Game
    from wordle_compiler.rankings.strategy_table import PlayedOpener, StrategyTable
    from wordle_compiler.strategies.strategy import OptionValue

_EVERY_WORD = "all"
_STANDARD_STREAM = "-"
_MEANT_FOR_RANKING = frozenset(
    {
        *GAME_OPTIONS,
        *STRATEGY_OPTIONS,
        *(
            "openers",
            "pairs",
            "top",
            "csv_file",
            "strategy",
            "max_guesses",
            "workers",
            "memory_limit",
            "output",
            "as_json",
            "quiet",
        ),
    }
)
_FIGURES = ("total", "mean", "worst_case", "unsolved", "outcome")
_NAMED = 10


def is_played_ranking(ctx: click.Context) -> bool:
    """Tells whether the command ranks openers or pairs under a heuristic: there is nothing to prove then."""
    names_some = ctx.params["openers"] is not None or ctx.params["pairs"] is not None
    return names_some and ctx.params["strategy"] != "optimal"


def check_played_ranking(ctx: click.Context) -> None:
    """Raises `InputError` where an option does not go with `--openers` or `--pairs` under a heuristic."""
    params = ctx.params
    if params["openers"] is not None and params["pairs"] is not None:
        raise InputError("--pairs does not go with --openers: rank one of them")
    for parameter in ctx.command.params:
        name = parameter.name or ""
        if name not in _MEANT_FOR_RANKING and ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            flag = max(parameter.opts, key=len)
            ranked = "--openers" if params["pairs"] is None else "--pairs"
            raise InputError(f"{ranked} with strategy {params['strategy']} does not go with {flag}: leave it out")
    if params["csv_file"] is not None:
        check_file(Path(params["csv_file"]), "--csv")


def rank_by_strategy(ctx: click.Context, game: Game, options: Mapping[str, OptionValue]) -> None:
    """Ranks what `--openers` or `--pairs` names, prints the table, and writes the best one's tree where `-o` says.

    Raises:
        UnmetGuaranteeError: A tree is wanted, and every opener exceeds `--max-guesses`.
    """
    from wordle_compiler.compilation.compiled_tree import compile_tree
    from wordle_compiler.rankings.strategy_table import DEFAULT_N_BEST_PAIRS, rank_openers_by, rank_pairs_by

    params = ctx.params
    strategy, output, max_guesses = params["strategy"], params["output"], params["max_guesses"]
    is_pairs = params["pairs"] is not None
    source = params["pairs"] if is_pairs else params["openers"]
    rank = rank_pairs_by if is_pairs else rank_openers_by
    with progress_bar(quiet=params["quiet"]) as progress:
        table = rank(
            game,
            strategy,
            None if source == _EVERY_WORD else load_list(source).words,
            n_best=DEFAULT_N_BEST_PAIRS if is_pairs and params["top"] is None else params["top"],
            max_guesses=max_guesses,
            n_workers=params["workers"],
            options=options,
            progress=progress,
        )
        tree = None
        if output is not None and table.best is not None:
            tree = compile_tree(
                game,
                strategy,
                opener=table.best,
                max_guesses=max_guesses,
                n_workers=params["workers"],
                options=options,
                progress=progress,
            )
    if params["csv_file"] is not None:
        write_atomically(Path(params["csv_file"]), render_csv(table, n_words=1 + is_pairs).encode("utf-8"))
    if tree is not None:
        if output == _STANDARD_STREAM:
            click.echo(tree.data, nl=False)
        else:
            write_atomically(Path(output), tree.data)
    if params["as_json"]:
        click.echo(json.dumps(table.as_json() | {"tree": tree and tree.report.as_json(output)}))
    else:
        parts = [render_table(table, n_words=1 + is_pairs)] + ([render_report(tree.report, output)] if tree else [])
        click.echo("\n\n".join(parts), err=output == _STANDARD_STREAM)
    if output is not None and tree is None:
        raise UnmetGuaranteeError(f"no tree was written: each needs more than {counted(table.max_guesses, 'guess')}")


def _titles(n_words: int) -> tuple[str, ...]:
    return ("opener",) if n_words == 1 else ("first", "second")


def render_csv(table: StrategyTable, *, n_words: int) -> str:
    """Returns every row as CSV under a line of column names; what is not known is empty."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow((*_titles(n_words), *_FIGURES))
    for row in table.rows:
        mean = "" if row.mean is None else f"{row.mean:.6f}"
        writer.writerow((*row.openers, row.total, mean, row.worst_case, row.n_unsolved, row.outcome.value))
    return text.getvalue()


def render_table(table: StrategyTable, *, n_words: int) -> str:
    """Returns the table as lines of text, and below it why the others are not in it."""
    played = [row for row in table.rows if row.total is not None]
    others = [row for row in table.rows if row.total is None]
    titles = _titles(n_words)
    lines = []
    if played:
        widths = [
            max(len(title), *(len(printable(row.openers[place])) for row in played))
            for place, title in enumerate(titles)
        ]
        heads = "  ".join(f"{title:<{width}}" for title, width in zip(titles, widths, strict=True))
        lines.append(f"{'rank':>5}  {heads}  {'total':>7}  {'mean':>7}  worst case  unsolved")
        for rank, row in enumerate(played, 1):
            words = "  ".join(f"{printable(word):<{width}}" for word, width in zip(row.openers, widths, strict=True))
            figures = f"{row.total:>7}  {row.mean:>7.4f}  {row.worst_case:>10}  {row.n_unsolved:>8}"
            lines.append(f"{rank:>5}  {words}  {figures}")
    noun = "opener" if n_words == 1 else "pair"
    if others:
        lines.append(_describe_others(others, noun, table.max_guesses))
    if table.n_illegal:
        illegal = counted(table.n_illegal, noun)
        lines.append(f"left out: {illegal} whose second word rule {table.game.rule} forbids after some feedback")
    return "\n".join(lines)


def _describe_others(rows: Sequence[PlayedOpener], noun: str, max_guesses: int) -> str:
    """Returns the line on the openers that are not ranked; those that exceed the limit are named."""
    if rows[0].outcome == "not better":
        return f"{counted(len(rows), f'other {noun}')}: none is better"
    named = ", ".join(" ".join(map(printable, row.openers)) for row in rows[:_NAMED])
    rest = len(rows) - _NAMED
    verb = "needs" if len(rows) == 1 else "need"
    return (
        f"{counted(len(rows), noun)} {verb} more than {counted(max_guesses, 'guess')}: {named}"
        f"{f', and {rest} more' if rest > 0 else ''}"
    )
