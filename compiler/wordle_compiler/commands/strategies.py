"""`wordle-analyze strategies`: compares strategies on one game, as a table, CSV, JSON and a picture."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from wordle_compiler.commands.game_options import game_options, load_game
from wordle_compiler.commands.progress_bar import progress_bar
from wordle_compiler.commands.report_output import columns
from wordle_compiler.commands.search_options import memory_option, quiet_option, workers_option
from wordle_compiler.commands.target import check_file, write_file
from wordle_compiler.commands.usage import OneLineCommand, max_guesses_option
from wordle_compiler.machine.errors import InputError
from wordle_runtime.errors import printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_compiler.compilation.report import Report
    from wordle_compiler.rankings.comparison import Comparison

_TITLES = ("strategy", "opener", "solved", "mean", "sd", "worst", "unsolved")
_N_TEXTS = 2
"""How many columns are text; the rest are numbers, aligned right."""


@click.command("strategies", cls=OneLineCommand)
@click.argument("entries", metavar="[ENTRY]...", nargs=-1)
@click.option(
    "--start",
    "openers",
    metavar="WORD[,WORD...]",
    multiple=True,
    help="The opener, or the fixed first guesses, of every ENTRY that names none. May be repeated.",
)
@game_options
@max_guesses_option("Answers that need more than N guesses are unsolved. [default: 6 for words]")
@click.option("--csv", "csv_file", metavar="FILE", help="Also write the table as CSV.")
@click.option(
    "--plot",
    metavar="FILE",
    help="Also draw the histograms to FILE, which ends with .svg or .png (needs pip install '.[plot]' in the clone).",
)
@click.option("--markdown", is_flag=True, help="Print the table in Markdown.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@workers_option
@memory_option
@quiet_option
@click.pass_context
def strategies_command(
    ctx: click.Context,
    /,
    *,
    entries: tuple[str, ...],
    openers: tuple[str, ...],
    max_guesses: int | None,
    csv_file: str | None,
    plot: str | None,
    markdown: bool,
    as_json: bool,
    workers: int | None,
    quiet: bool,
    **_of_game: object,
) -> None:
    """Compares strategies on one game: compiles each ENTRY to a tree and replays every answer.

    An ENTRY is STRATEGY[@OPTION...][:WORD[,WORD...]]: a strategy of wordle-compile, its options, and its fixed first
    guesses. An OPTION is candidates (guess only words still possible), or NAME=VALUE, such as seed=7. The best come
    first.

    Without an ENTRY, this compares all strategies, each with the opener that it picks. two-step uses the opener of
    expected-size, because searching for its own takes longest of all.

    \b
    Examples:
      wordle-analyze strategies
      wordle-analyze strategies --start salet --plot salet.svg
      wordle-analyze strategies entropy expected-size expected-size@candidates first:raise
      wordle-analyze strategies expected-size:learn,sight two-step@two-step-limit=50:roate --csv table.csv
      wordle-analyze strategies minimax entropy --start serai --start lares --answers original-allowed --max-guesses 9
      wordle-analyze strategies minimax entropy most-parts --game mastermind --start 1122 --max-guesses 8

    \b
    Columns: solved, the share of answers solved; mean and sd, the mean number of guesses over the
    solved ones and its standard deviation; worst, the most guesses that a solved answer needs;
    then how many answers are unsolved, and how many need 1, 2, ... guesses; time, to compile and check.
    """  # noqa: D301 - click wants the character backspace itself
    if markdown and as_json:
        raise InputError("--markdown and --json cannot be combined: choose one")
    check_file(csv_file, "--csv")
    if plot is not None:
        from wordle_compiler.export.histograms import picture_form

        check_file(plot, "--plot")
        picture_form(plot)
    from wordle_compiler.rankings.comparison import compare_strategies

    game = load_game(ctx)
    with progress_bar(quiet=quiet) as progress:
        comparison = compare_strategies(
            game, entries, openers=openers, max_guesses=max_guesses, n_workers=workers, progress=progress
        )
    write_file(csv_file, comparison.to_csv())
    if plot is not None:
        from wordle_compiler.export.histograms import draw_histograms

        write_file(plot, draw_histograms(comparison, picture_form(plot)))
    if as_json:
        click.echo(json.dumps(comparison.as_json()))
    else:
        click.echo(render_markdown(comparison) if markdown else render_table(comparison))


def render_table(comparison: Comparison) -> str:
    """Returns the table in columns, as lines of text without a trailing newline."""
    return "\n".join(columns(list(_cells(comparison)), range(_N_TEXTS)) + _failures(comparison))


def render_markdown(comparison: Comparison) -> str:
    """Returns the table in Markdown, without a trailing newline."""
    heads, *rows = _cells(comparison)
    rule = ["---" if place < _N_TEXTS else "---:" for place in range(len(heads))]
    coded = [[f"`{cells[0]}`", *cells[1:]] for cells in rows]
    # A `|` in a word would end its cell.
    safe = [[cell.replace("|", "\\|") for cell in cells] for cells in (heads, rule, *coded)]
    lines = [f"| {' | '.join(cells)} |" for cells in safe]
    failures = _failures(comparison)
    return "\n".join([*lines, *([""] if failures else []), *failures])


def _failures(comparison: Comparison) -> list[str]:
    return [f"{printable(str(row.entry))}: {row.failure}" for row in comparison.rows if row.failure is not None]


def _cells(comparison: Comparison) -> Iterator[tuple[str, ...]]:
    """Yields the titles and the rows of the table as text; a dot means that no answer needs so many guesses."""
    numbers = range(1, comparison.most_guesses + 1)
    yield (*_TITLES, *map(str, numbers), "time")
    for row in comparison.rows:
        report = row.report
        if report is None:
            openers = ""
            figures = ["-"] * (len(_TITLES) - _N_TEXTS + len(numbers))
        else:
            openers = " ".join(map(printable, report.fixed or (report.opener,)))
            figures = [render_share(report), f"{report.mean:.4f}", f"{row.deviation:.4f}", str(report.worst_case)]
            figures += [str(len(report.unsolved)), *(str(report.histogram.get(number, ".")) for number in numbers)]
        yield (printable(str(row.entry)), openers, *figures, f"{row.seconds:.1f} s")


def render_share(report: Report) -> str:
    """Returns the share of answers that a tree solves, rounded down so that only a full solution shows 100 %."""
    hundredths = 10_000 * (report.n_answers - len(report.unsolved)) // report.n_answers
    return f"{hundredths // 100}.{hundredths % 100:02} %"
