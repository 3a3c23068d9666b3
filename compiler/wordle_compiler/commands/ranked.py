"""What `wordle-analyze openers` and `pairs` share: options, and output of the table and the best tree."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from wordle_compiler.commands.game_options import game_options
from wordle_compiler.commands.memory_option import memory_option
from wordle_compiler.commands.report_output import render_report
from wordle_compiler.commands.strategy_entry import OPTIMAL, read_strategy
from wordle_compiler.commands.target import STANDARD_STREAM, check_file, write_output
from wordle_compiler.commands.usage import WholeNumber
from wordle_compiler.compilation.atomic import write_atomically
from wordle_compiler.machine.errors import InputError, UnmetGuaranteeError

if TYPE_CHECKING:
    from wordle_compiler.compilation.compiled_tree import CompiledTree
    from wordle_compiler.strategies.entry import Entry

Function = TypeVar("Function", bound=Callable[..., object])

EVERY_WORD = "all"
RANKED_GROUPS = {
    "Game": (
        "--answers",
        "--allowed",
        "--weights",
        "--rule",
        "--game",
        "--pegs",
        "--colours",
        "--no-repeats",
    ),
    "Ranking": ("--strategy", "--max-guesses", "--top"),
    "Search": ("--workers", "--journal", "--cluster", "--memory-limit"),
    "Output": ("--csv", "--output", "--json", "--quiet", "--help"),
}

_OPTIONS = (
    game_options,
    click.option(
        "--max-guesses",
        metavar="N",
        type=WholeNumber(1, 255),
        help="Every answer must be solved within N guesses. [default: 6; a heuristic may leave answers unsolved]",
    ),
    click.option(
        "--strategy",
        metavar="NAME[@OPTION...]",
        default="optimal",
        show_default=True,
        help="How to play after the first guesses: optimal ranks by exact total, a heuristic by its own total.",
    ),
    click.option("--csv", "csv_file", metavar="FILE", help="Also write every row of the table here, as CSV."),
    click.option(
        "-o", "--output", metavar="FILE", help="Write the tree of the best row here; - writes it to standard output."
    ),
    click.option("-j", "--workers", metavar="N", type=WholeNumber(min=1), help="Threads. [default: one per processor]"),
    memory_option,
    click.option("--json", "as_json", is_flag=True, help="Print the table as one JSON object."),
    click.option("--quiet", is_flag=True, help="No progress bar."),
)


def ranking_options(function: Function) -> Function:
    """Adds the options that both commands have."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def read_ranking_strategy(text: str) -> Entry:
    """Returns the strategy that `--strategy` names.

    Raises:
        InputError: The text cannot be parsed, or strategy optimal has an option, with which it proves nothing.
    """
    entry = read_strategy(text)
    if entry.strategy == OPTIMAL and entry.options:
        raise InputError(f"strategy {OPTIMAL} ranks by exact totals and takes no options here, not {text!a}")
    return entry


@dataclass(frozen=True)
class Delivery:
    """Where a ranking goes.

    Attributes:
        csv_file: The file for the table as CSV, if any.
        output: The file for the best tree, `-` for standard output, or None.
        as_json: Whether to print JSON instead of text.
    """

    csv_file: str | None
    output: str | None
    as_json: bool

    def check(self) -> None:
        """Raises `InputError` if a file cannot be written; call it before the long work."""
        if self.csv_file is not None:
            check_file(Path(self.csv_file), "--csv")
        if self.output not in (None, STANDARD_STREAM):
            check_file(Path(str(self.output)))

    def deliver(self, fields: dict[str, Any], text: str, csv_text: str, tree: CompiledTree | None, unmet: str) -> None:
        """Writes the requested files, and prints the table.

        Args:
            fields: The table as a JSON object.
            text: The table as text.
            csv_text: The table as CSV.
            tree: The best tree, if one is requested and exists.
            unmet: Why there is no tree, if one is requested.

        Raises:
            UnmetGuaranteeError: A tree is requested but does not exist.
        """
        if self.csv_file is not None:
            write_atomically(Path(self.csv_file), csv_text.encode("utf-8"))
        if tree is not None and self.output is not None:
            write_output(self.output, tree.data)
        # Standard output is reserved for the tree, even if there is no tree in the end.
        is_err = self.output == STANDARD_STREAM
        if self.as_json:
            click.echo(json.dumps(fields | {"tree": tree and tree.report.as_json(self.output)}), err=is_err)
        else:
            parts = [text] + ([render_report(tree.report, self.output)] if tree else [])
            click.echo("\n\n".join(parts), err=is_err)
        if self.output is not None and tree is None:
            raise UnmetGuaranteeError(f"no tree was written: {unmet}")
