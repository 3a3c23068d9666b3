"""`wordle-tree letters`: how often a list's words have each letter, place by place."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wordle_compiler.commands.refusal import one_line_errors
from wordle_compiler.commands.report import counted, printable
from wordle_compiler.commands.target import check_file
from wordle_compiler.commands.usage import OneLineCommand

if TYPE_CHECKING:
    from wordle_compiler.letter_statistics import LetterStatistics


@click.command("letters", cls=OneLineCommand)
@click.argument("words", metavar="LIST")
@click.option("--csv", "csv_file", metavar="FILE", help="Write the table as CSV, too.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def letters_command(*, words: str, csv_file: str | None, as_json: bool) -> None:
    """Counts the letters of LIST by place, and names the words with the most frequent ones.

    LIST is the name of an embedded list, a file, or - for standard input. The columns 1, 2, ... say how many words have
    the letter in that place, total is their sum, and words is how many words hold the letter at all.

    \b
    Examples:
      wordle-tree letters original-answers
      wordle-tree letters words.txt --csv letters.csv
    """  # noqa: D301 - click wants the character backspace itself
    with one_line_errors():
        if csv_file is not None:
            check_file(Path(csv_file), "--csv")
        from wordle_compiler.letter_statistics import LetterStatistics
        from wordle_compiler.words import load_list

        statistics = LetterStatistics.of(load_list(words))
        if csv_file is not None:
            from wordle_compiler.artifact.atomic import write_atomically

            write_atomically(Path(csv_file), render_csv(statistics).encode("utf-8"))
        click.echo(json.dumps(statistics.as_json()) if as_json else render_statistics(statistics))


def render_csv(statistics: LetterStatistics) -> str:
    """Returns a line for each letter under a line of column names."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    places = range(1, len(statistics.suggested) + 1)
    writer.writerow(("letter", *(f"place_{place}" for place in places), "total", "words"))
    for row in statistics.rows:
        writer.writerow((row.letter, *row.by_place, row.total, row.words))
    return text.getvalue()


def render_statistics(statistics: LetterStatistics) -> str:
    """Returns the words that the letters suggest and the table, as lines of text without a line end at the end."""
    held = f"{statistics.score} words in sum hold its letters"
    in_place = f"{statistics.positional_score} words in sum have its letters in their places"
    lines = [
        f"{'list':<11}{printable(statistics.name)}, {counted(statistics.n_words, 'word')}",
        f"{'suggested':<11}{printable(statistics.suggested)}: {held}",
        f"{'by place':<11}{printable(statistics.positional)}: {in_place}",
        "",
    ]
    places = [str(place) for place in range(1, len(statistics.suggested) + 1)]
    width = max(len("words"), len(str(max(row.total for row in statistics.rows))))
    lines.append("letter" + "".join(f"  {title:>{width}}" for title in (*places, "total", "words")))
    for row in statistics.rows:
        numbers = "".join(f"  {number:>{width}}" for number in (*row.by_place, row.total, row.words))
        lines.append(f"{printable(row.letter):<6}{numbers}")
    return "\n".join(lines)
