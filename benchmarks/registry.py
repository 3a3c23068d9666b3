"""Makes a function a measurement: its options, the head and the tables that it prints, its exit status.

A measurement returns its tables. A row with the key `failed` makes the exit status 1; the other rows still count.
"""

from __future__ import annotations

import contextlib
import datetime
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from benchmarks.machine import describe_machine
from benchmarks.measuring import FailedProcessError, tell
from benchmarks.revisions import comparing_with, describe_commits
from benchmarks.tables import Table, publish

_FILE = click.Path(dir_okay=False, path_type=Path)


def measurement(
    *options: Callable[[Any], Any], rows: Sequence[Any] = (), against: bool = False
) -> Callable[[Callable[..., list[Table]]], click.Command]:
    """Registers a function under the name of its file.

    Args:
        options: Its own options, from `click.option`. It also gets `quick`: whether to use a tiny setting.
        rows: What it measures, each with a `name`. `--only` chooses among them, and it gets them as `rows`.
        against: Whether it compares with another commit. It then gets `programs`; see `revisions.Programs`.
    """
    shared = [
        click.option("--quick", is_flag=True, help="A tiny setting that only shows that everything runs."),
        click.option("--json", "values", type=_FILE, help="Also write the raw values: seconds and bytes."),
        click.option("--save", type=_FILE, help="Also write what is printed to a results file."),
        click.option("--date", metavar="YYYY-MM-DD", help="The date that is stated.  [default: today]"),
    ]
    if rows:
        names = click.Choice([row.name for row in rows])
        shared.append(click.option("--only", type=names, multiple=True, help="Only this row; may be repeated."))
    if against:
        shared.append(click.option("--against", metavar="REV", help="Run this commit in turn with the working tree."))

    def register(function: Callable[..., list[Table]]) -> click.Command:
        def run(*, values: Path | None, save: Path | None, date: str | None, **chosen: Any) -> None:
            head = {"date": date or datetime.datetime.now(tz=datetime.UTC).date().isoformat(), **describe_machine()}
            if chosen["quick"]:
                head["setting"] = "quick: shows that everything runs, the figures mean nothing"
            if rows:
                only = chosen.pop("only")
                chosen["rows"] = [row for row in rows if not only or row.name in only]
            try:
                with contextlib.ExitStack() as stack:
                    if against and (revision := chosen.pop("against")):
                        head["commits"] = describe_commits(revision)
                        chosen["programs"] = stack.enter_context(comparing_with(revision))
                    tables = function(**chosen)
                publish(tables, head, values, save)
            except (FailedProcessError, OSError) as error:
                tell(f"{name}: {error}")
                sys.exit(1)
            except KeyboardInterrupt:
                tell(f"{name}: stopped")
                sys.exit(130)
            sys.exit(any("failed" in row for table in tables for row in table.rows))

        name = function.__module__.rpartition(".")[2]
        for option in [*reversed(shared), *reversed(options)]:
            run = option(run)
        text = sys.modules[function.__module__].__doc__ or ""
        # Keeps the lines as they are.
        return click.command(name, help="\b\n" + text.replace("\n\n", "\n\n\b\n"))(run)

    return register
