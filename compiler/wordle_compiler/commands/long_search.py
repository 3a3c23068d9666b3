"""`wordle-tree journal`: how far a long search is, what it has proven, and how to go on; joins journals."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import click

from wordle_compiler.commands.shared_options import csv_option, json_option, output_option
from wordle_compiler.commands.usage import OneLineCommand, write_output
from wordle_compiler.compilation.report import labelled
from wordle_compiler.game.words import MOST_NAMED, name_some
from wordle_compiler.rankings.table import DataTable
from wordle_runtime.errors import counted, printable

if TYPE_CHECKING:
    from wordle_compiler.solver.journal import JournalContent, KnownOpener

EXACT, AT_LEAST, NO_TREE = "exact", "at least", "no tree"
_N_PARTS = 4
"""The time left is estimated from the fastest and the slowest of so many equal parts of what is done."""


@click.command("journal", cls=OneLineCommand)
@click.argument("file", metavar="FILE...", nargs=-1, required=True)
@output_option("Write a journal that holds what all FILEs hold; the same command goes on from it.")
@csv_option
@json_option
def journal_command(*, file: tuple[str, ...], output: str | None, csv_file: str | None, as_json: bool) -> None:
    """Shows how far the searches are that keep FILE, and what they have proven. The search may be running.

    Several FILEs, of the same search on several machines, are shown as one.

    \b
    Examples:
      wordle-tree journal proof.db
      wordle-tree journal proof.db --csv openers.csv
      wordle-tree journal first.db second.db -o both.db
    """  # noqa: D301 - click wants the character backspace itself
    from wordle_compiler.solver.journal import merge_journals, parse_journal, read_journal

    records = [read_journal(path) for path in file]
    data = merge_journals(records)
    write_output(output, data)
    record = records[0] if len(file) == 1 else parse_journal(data, output or "merged")
    titles = ("opener", "max_guesses", "unit", "total", "proven")
    rows = [(one.word, one.limit, _unit(one), one.total, _proven(one)) for one in record.openers()]
    write_output(csv_file, DataTable("", titles, rows).csv())
    found = summarize(record)
    click.echo(json.dumps(found) if as_json else render_summary(found))


def summarize(record: JournalContent) -> dict[str, Any]:
    """Returns what a journal says, as JSON has it; times in seconds, those of a run since 1970.

    `seconds_left` has the least and the most that the openers left take if each takes as long as one of the fastest,
    or the slowest, quarter of those that are done; null where too few are done, or none is left.
    """
    from wordle_compiler.solver.journal import describe_question

    openers, runs = record.openers(), record.runs
    last = runs[-1] if runs else None
    n_openers, n_settled = (last.n_openers, last.n_settled) if last else (None, None)
    n_left = None if n_openers is None or n_settled is None else n_openers - n_settled
    groups: dict[tuple[int, str, str], list[KnownOpener]] = {}
    for one in openers:
        groups.setdefault((one.limit, one.what, _proven(one)), []).append(one)
    proven = [
        {
            "max_guesses": limit,
            "unit": _unit(group[0]),
            "proven": kind,
            "n_openers": len(group),
            "least": group[0].total,
            "openers": [one.word for one in group if one.total == group[0].total][:MOST_NAMED],
        }
        for (limit, _, kind), group in groups.items()
    ]
    return {
        "search": describe_question(record.question),
        "question": record.question,
        "command": last and last.command,
        "runs": [run._asdict() for run in runs],
        "seconds": sum(run.written - run.started for run in runs),
        "n_openers": n_openers,
        "n_settled": n_settled,
        "n_left": n_left,
        "n_cells": record.n_cells,
        "proven": proven,
        "seconds_left": _time_left(record, n_left),
    }


def _time_left(record: JournalContent, n_left: int | None) -> tuple[float, float] | None:
    """Returns the least and the most seconds that the openers left take; see `summarize`."""
    times = sorted(one.written for one in record.openers())
    if not n_left or len(times) < 2 * _N_PARTS:
        return None
    # Of the time between two runs, none counts.
    active = [sum(min(max(at, run.started), run.written) - run.started for run in record.runs) for at in times]
    size = len(times) // _N_PARTS
    starts = [0.0, *active[size - 1 :: size]]
    speeds = [(end - start) / size for start, end in pairwise(starts)]
    return n_left * min(speeds), n_left * max(speeds)


def render_summary(found: dict[str, Any]) -> str:
    """Returns a summary as lines of text, without a trailing newline."""
    rows = [("search", found["search"])]
    if found["n_openers"] is not None:
        rows.append(("openers", f"{found['n_settled']} of {found['n_openers']} settled, {found['n_left']} left"))
    if found["n_cells"]:
        rows.append(("cells", f"{found['n_cells']} settled"))
    for group in found["proven"]:
        names = name_some(group["openers"])
        within = f"within {counted(group['max_guesses'], 'guess')}"
        text = {
            EXACT: f"{counted(group['n_openers'], 'opener')} exact, least {group['least']} {group['unit']}: {names}",
            AT_LEAST: f"{counted(group['n_openers'], 'opener')}: at least {group['least']} {group['unit']} each",
            NO_TREE: f"{counted(group['n_openers'], 'opener')}: no tree",
        }[group["proven"]]
        rows.append(("proven", f"{text} {within}"))
    rows.append(("time", f"{_duration(found['seconds'])} in {counted(len(found['runs']), 'run')}"))
    if found["seconds_left"]:
        least, most = found["seconds_left"]
        rows.append(("time left", f"{_duration(least)} to {_duration(most)}, at the rates seen so far"))
    rows.append(("commits", ", ".join(dict.fromkeys(run["code"] for run in found["runs"]))))
    if found["command"]:
        rows.append(("command" if found["n_left"] == 0 else "go on with", printable(found["command"])))
    return "\n".join(labelled(rows))


def _unit(opener: KnownOpener) -> str:
    return "unsolved" if opener.what == "unsolved" else "guesses"


def _proven(opener: KnownOpener) -> str:
    return NO_TREE if opener.total is None else EXACT if opener.is_exact else AT_LEAST


def _duration(seconds: float) -> str:
    """Returns a time in its two greatest units, such as `2 h 5 min`."""
    minutes, hours = round(seconds / 60), round(seconds / 3600)
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min" if hours < 48 else f"{hours} h"
