"""`wordle-analyze letters`: counts letters place by place."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from wordle_compiler.commands.report_output import columns, labelled
from wordle_compiler.commands.target import check_file, write_file
from wordle_compiler.commands.usage import OneLineCommand
from wordle_runtime.errors import counted, printable

if TYPE_CHECKING:
    from wordle_compiler.analysis.letter_statistics import LetterStatistics


@click.command("letters", cls=OneLineCommand)
@click.argument("words", metavar="LIST")
@click.option("--csv", "csv_file", metavar="FILE", help="Also write the table as CSV.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def letters_command(*, words: str, csv_file: str | None, as_json: bool) -> None:
    """Counts the letters of LIST by place, and names the words with the most frequent letters.

    LIST is the name of a bundled list, a file, or - for standard input. The columns 1, 2, ... count the words that
    have the letter in that place, total is their sum, and words counts the words that contain the letter.

    \b
    Examples:
      wordle-analyze letters original-answers
      wordle-analyze letters words.txt --csv letters.csv
    """  # noqa: D301 - click wants the character backspace itself
    check_file(csv_file, "--csv")
    from wordle_compiler.analysis.letter_statistics import LetterStatistics
    from wordle_compiler.game.lists import load_list

    statistics = LetterStatistics.of(load_list(words))
    write_file(csv_file, statistics.to_csv())
    click.echo(json.dumps(statistics.as_json()) if as_json else render_statistics(statistics))


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
