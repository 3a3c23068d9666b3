"""`wordle-analyze`: the group of its commands, and of these `strategies` and `letters`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from wordle_compiler.commands import shared_options as shared
from wordle_compiler.commands.openers import opener_command, openers_command, pairs_command
from wordle_compiler.commands.turns import game_command, position_command
from wordle_compiler.commands.usage import OneLineCommand, OneLineGroup, OutputFile, option, say, tell, write_output
from wordle_compiler.compilation.report import UNKNOWN
from wordle_compiler.machine.errors import InputError
from wordle_compiler.machine.progress import progress_bar
from wordle_runtime.command_line import json_text
from wordle_runtime.errors import printable

if TYPE_CHECKING:
    from wordle_compiler.rankings.comparison import Comparison


@click.group(
    "wordle-analyze",
    cls=OneLineGroup,
    commands=[opener_command, openers_command, pairs_command, position_command, game_command],
)
@shared.version_option
def analyze_command() -> None:
    """Ranks openers and strategies, finds the best guess at a position, and judges games.

    \b
    Examples:
      wordle-analyze opener crane
      wordle-analyze openers all --top 10 --rule candidates --allowed original-answers
      wordle-analyze pairs original-answers --top 3
      wordle-analyze position salet:__y_g
      wordle-analyze game crane sloth light
      wordle-analyze strategies entropy expected-size:salet
      wordle-analyze letters original-answers
    """  # noqa: D301 - click wants the character backspace itself


@analyze_command.command("strategies", cls=OneLineCommand)
@click.argument("entries", metavar="[ENTRY]...", nargs=-1)
@option(
    "--start WORD[,WORD...]",
    "The opener, or the fixed first guesses, of every ENTRY that names none. May be repeated.",
    name="openers",
    multiple=True,
)
@shared.weights_option
@shared.game_options()
@shared.max_guesses_option("Answers that need more than N guesses are unsolved. [default: 6 for words]")
@shared.csv_option
@option(
    "--plot FILE",
    "Also draw it to FILE, which ends with .svg or .png (needs pip install 'wordle-tree[plot]').",
    type=OutputFile(),
)
@option("--markdown", "Print the table in Markdown.")
@shared.search_options
@click.pass_context
def strategies_command(ctx: click.Context, /, *, plot: str | None, markdown: bool, as_json: bool, **given: Any) -> None:
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

    With --weights, the column weighted mean is the mean by the weights, and the best have the smallest.

    \b
    Columns: solved, how many answers are solved; total, mean and sd, the sum of guesses over the
    solved ones, its mean and standard deviation; worst, the most guesses that a solved answer needs;
    then how many answers are unsolved, and how many need 1, 2, ... guesses; time, to compile and check.
    """  # noqa: D301 - click wants the character backspace itself
    if markdown and as_json:
        raise InputError("--markdown and --json cannot be combined: choose one")
    from wordle_compiler.export.histograms import draw_histograms, picture_form
    from wordle_compiler.rankings.comparison import compare_strategies

    form, game = (None if plot is None else picture_form(plot)), shared.load_game(ctx)
    with progress_bar(quiet=given["quiet"]) as progress:
        comparison = compare_strategies(
            game,
            given["entries"],
            openers=given["openers"],
            max_guesses=given["max_guesses"],
            n_workers=given["workers"],
            weights=shared.load_weighting(given["weights"], game),
            progress=progress,
        )
    write_output(given["csv_file"], comparison.to_csv())
    if form is not None:
        write_output(plot, draw_histograms(comparison, form))
    say(json_text(comparison.as_json()) if as_json else render_comparison(comparison, markdown=markdown))


def render_comparison(comparison: Comparison, *, markdown: bool = False) -> str:
    """Returns the table in columns or in Markdown; below it, why a row has no tree, and the game, rule and limit."""
    table, left = comparison.table(), {0, 1}
    failures = [f"{printable(str(row.entry))}: {row.failure}" for row in comparison.rows if row.failure is not None]
    shown = table.markdown(left, code={0}) if markdown else table.text(left, UNKNOWN)
    return "\n".join([shown, *[""][:markdown], *failures, table.caption])


@analyze_command.command("letters", cls=OneLineCommand)
@click.argument("words", metavar="LIST")
@shared.csv_option
@shared.json_option
def letters_command(*, words: str, csv_file: str | None, as_json: bool) -> None:
    """Counts the letters of LIST by place.

    LIST is the name of a bundled list, a file, or - for standard input. The columns of places count the words that
    have the letter in that place, total is their sum, and words counts the words that contain the letter.

    \b
    Examples:
      wordle-analyze letters original-answers
      wordle-analyze letters words.txt --csv letters.csv
    """  # noqa: D301 - click wants the character backspace itself
    from wordle_compiler.analysis.letter_statistics import LetterStatistics
    from wordle_compiler.game.lists import load_list

    statistics = LetterStatistics(load_list(words, note=tell))
    write_output(csv_file, statistics.to_csv())
    say(json_text(statistics.as_json()) if as_json else statistics.table().text(left={0}))
