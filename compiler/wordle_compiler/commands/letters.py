"""`wordle-analyze letters`: counts letters place by place, and finds the words that cover most."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from wordle_compiler.commands.report_output import columns, labelled
from wordle_compiler.commands.target import check_file, write_file
from wordle_compiler.commands.usage import OneLineCommand, WholeNumber
from wordle_compiler.machine.errors import InputError
from wordle_runtime.errors import counted, printable

if TYPE_CHECKING:
    from wordle_compiler.analysis.covering import CoverTable
    from wordle_compiler.analysis.letter_statistics import LetterStatistics


@click.command("letters", cls=OneLineCommand)
@click.argument("words", metavar="LIST")
@click.option(
    "--cover",
    metavar="N",
    type=WholeNumber(2, 3),
    help="Find the 2 or 3 words that share no letter and whose letters have the highest sum in the column `words`.",
)
@click.option("--allowed", metavar="LIST", help="The words that --cover chooses from. [default: LIST]")
@click.option("--top", metavar="K", type=WholeNumber(min=1), help="How many covers to show. [default: 10]")
@click.option("--csv", "csv_file", metavar="FILE", help="Also write the table as CSV.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def letters_command(
    *, words: str, cover: int | None, allowed: str | None, top: int | None, csv_file: str | None, as_json: bool
) -> None:
    """Counts the letters of LIST by place, and names the words with the most frequent letters.

    LIST is the name of a bundled list, a file, or - for standard input. The columns 1, 2, ... count the words that
    have the letter in that place, total is their sum, and words counts the words that contain the letter.

    The covers of --cover are proven to be the best: the score of a cover is the sum of column words over its letters.
    Of covers with equal scores, those whose letters stand in the same places in more words come first.

    \b
    Examples:
      wordle-analyze letters original-answers
      wordle-analyze letters words.txt --csv letters.csv
      wordle-analyze letters original-answers --cover 2 --top 5
      wordle-analyze letters original-answers --cover 3 --allowed original-allowed
    """  # noqa: D301 - click wants the character backspace itself
    check_file(csv_file, "--csv")
    if cover is None and (allowed is not None or top is not None):
        raise InputError(f"{'--top' if allowed is None else '--allowed'} needs --cover: add --cover 2 or --cover 3")
    from wordle_compiler.game.lists import load_list

    counted_list = load_list(words)
    if cover is None:
        from wordle_compiler.analysis.letter_statistics import LetterStatistics

        statistics = LetterStatistics.of(counted_list)
        table, text, report = statistics.to_csv(), render_statistics(statistics), statistics.as_json()
    else:
        from wordle_compiler.analysis.covering import DEFAULT_N_BEST, CoverTable

        # Standard input can be read only once; naming it twice means one list.
        source = None if allowed is None or allowed == words else load_list(allowed)
        covers = CoverTable.of(counted_list, source, n_openers=cover, n_best=top or DEFAULT_N_BEST)
        table, text, report = covers.to_csv(), render_covers(covers), covers.as_json()
    write_file(csv_file, table)
    click.echo(json.dumps(report) if as_json else text)


def render_statistics(statistics: LetterStatistics) -> str:
    """Returns the suggested words and the table, as lines of text without a trailing newline."""
    held = f"the word counts of its letters sum to {statistics.score}"
    in_place = f"the word counts of its letters in their places sum to {statistics.positional_score}"
    rows = [
        ("list", f"{printable(statistics.name)}, {counted(statistics.n_words, 'word')}"),
        ("suggested", f"{printable(statistics.suggested)}: {held}"),
        ("by place", f"{printable(statistics.positional)}: {in_place}"),
    ]
    places = [str(place) for place in range(1, len(statistics.suggested) + 1)]
    width = max(len("words"), len(str(max(row.total for row in statistics.rows))))
    heads = ("letter", *(f"{title:>{width}}" for title in (*places, "total", "words")))
    numbers = ((printable(row.letter), *row.by_place, row.total, row.words) for row in statistics.rows)
    return "\n".join([*labelled(rows), "", *columns([heads, *numbers], {0})])


def render_covers(table: CoverTable) -> str:
    """Returns the best covers, as lines of text without a trailing newline."""
    lines = [*labelled([("list", f"{printable(table.name)}, {counted(table.n_words, 'word')}")]), ""]
    if not table.rows:
        return "\n".join([*lines, f"any {table.n_openers} words have a letter in common"])
    head = (" rank", "openers", "  score", "in place")
    rows = (
        (rank, " ".join(map(printable, row.openers)), row.score, row.in_place) for rank, row in enumerate(table.rows, 1)
    )
    lines += columns([head, *rows], {1})
    lines.append("there are no others" if table.is_all else "no others are better")
    return "\n".join(lines)
