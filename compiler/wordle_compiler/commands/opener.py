"""`wordle-analyze opener`: what the bundled table of openers says about a word, without a search."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from wordle_compiler.commands.report_output import columns
from wordle_compiler.commands.target import check_file, write_file
from wordle_compiler.commands.usage import OneLineCommand, WholeNumber
from wordle_compiler.machine.errors import InputError
from wordle_runtime.errors import printable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordle_compiler.rankings.known_openers import KnownOpener, KnownOpeners

_TITLES = ("answers", "rule", "opener", "rank", "of", "total", "mean", "worst case", "proven", "best", "costs")
_TEXT_COLUMNS = frozenset({0, 1, 2, 8, 9})


@click.command("opener", cls=OneLineCommand)
@click.argument("words", metavar="[WORD]...", nargs=-1)
@click.option("--top", metavar="K", type=WholeNumber(min=1), help="Also print the K best openers of each game.")
@click.option("--csv", "csv_file", metavar="FILE", help="Write every row of the table to FILE, as CSV.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, with exact fractions.")
def opener_command(*, words: tuple[str, ...], top: int | None, csv_file: str | None, as_json: bool) -> None:
    """Tells how good an opener is: rank, exact total, worst case, and what it costs compared with the best.

    The answer comes from a table that ships with the program, for the original game under rules any and candidates and
    for today's game under rule any. Where a total is not known exactly, the row says what is proven.

    \b
    Examples:
      wordle-analyze opener crane
      wordle-analyze opener crane slate adieu --json
      wordle-analyze opener --top 25
      wordle-analyze opener --csv openers.csv
    """  # noqa: D301 - click wants the character backspace itself
    if not words and top is None and csv_file is None:
        raise InputError("name a word, or ask for --top or --csv")
    check_file(csv_file, "--csv")
    from wordle_compiler.rankings.known_openers import load_known_openers

    games = load_known_openers()
    chosen = []
    for game in games:
        named = [row for word in words if (row := game.find(word.casefold())) is not None]
        chosen += [(game, row) for row in (*named, *(game.rows[:top] if top else ()))]
    known = {row.opener for _, row in chosen}
    if unknown := [word for word in words if word.casefold() not in known]:
        raise InputError(
            f"{unknown[0]!a} is not an opener of any game in the table: "
            "`wordle-analyze openers FILE` ranks the words of a file, in any game"
        )
    if csv_file is not None:
        write_file(csv_file, render_csv(games))
    if as_json:
        click.echo(json.dumps({"openers": [_as_json(game, row) for game, row in chosen]}))
    elif chosen:
        click.echo("\n".join(columns([_TITLES, *(_cells(game, row) for game, row in chosen)], _TEXT_COLUMNS)))


def _cells(game: KnownOpeners, row: KnownOpener) -> tuple[str, ...]:
    best = game.best
    figures = ("",) * 5
    if row.total is not None and best.total is not None:
        rank = str(row.first_rank) if row.first_rank == row.last_rank else f"{row.first_rank}-{row.last_rank}"
        worst_case = "" if row.proven != "exact" else str(row.worst_case or f"up to {game.max_guesses}")
        mean, costs = (f"{total / game.n_answers:.4f}" for total in (row.total, row.total - best.total))
        figures = (rank, str(row.total), mean, worst_case, costs)
    rank, total, mean, worst_case, costs = figures
    name = printable(row.opener)
    n_openers = str(len(game.openers))
    return game.answers, game.rule, name, rank, n_openers, total, mean, worst_case, row.proven, best.opener, costs


def _as_json(game: KnownOpeners, row: KnownOpener) -> dict[str, Any]:
    """Returns a row as a JSON object; every fraction is text, such as `1588/463`, or null."""
    from fractions import Fraction

    best = game.best
    costs = None if row.total is None or best.total is None else row.total - best.total
    return {
        "answers": game.answers,
        "allowed": game.allowed,
        "rule": game.rule,
        "max_guesses": game.max_guesses,
        "n_answers": game.n_answers,
        "n_openers": len(game.openers),
        "opener": row.opener,
        "first_rank": row.first_rank,
        "last_rank": row.last_rank,
        "total": row.total,
        "mean": None if row.total is None else str(Fraction(row.total, game.n_answers)),
        "worst_case": row.worst_case,
        "proven": row.proven,
        "best": best.opener,
        "best_total": best.total,
        "costs": None if costs is None else str(Fraction(costs, game.n_answers)),
    }


def render_csv(games: Iterable[KnownOpeners]) -> str:
    """Returns every row of every game as CSV below a header; unknown values are empty."""
    from wordle_compiler.rankings.tabular import csv_of

    titles = ("answers", "rule", "opener", "first_rank", "last_rank", "total", "mean", "worst_case", "proven")
    rows = (
        (
            *(game.answers, game.rule, row.opener, row.first_rank, row.last_rank, row.total),
            *(row.total and row.total / game.n_answers, row.worst_case, row.proven),
        )
        for game in games
        for row in game.rows
    )
    return csv_of(titles, rows)
