"""What `wordle-analyze openers` and `pairs` share: options, the best tree, the output, and the tables of heuristics."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from wordle_compiler.commands.game_options import game_options, load_game, load_words
from wordle_compiler.commands.report_output import columns, render_report
from wordle_compiler.commands.search_options import (
    OPTIMAL,
    memory_option,
    quiet_option,
    read_strategy,
    workers_option,
)
from wordle_compiler.commands.target import (
    STANDARD_STREAM,
    check_file,
    check_other_game,
    force_option,
    write_file,
    write_output,
)
from wordle_compiler.commands.usage import WholeNumber, together
from wordle_compiler.machine.errors import InputError, UnmetGuaranteeError
from wordle_runtime.errors import counted, printable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wordle_compiler.compilation.compiled_tree import CompiledTree
    from wordle_compiler.game.game import Game
    from wordle_compiler.game.weights import Weights
    from wordle_compiler.machine.progress import Progress
    from wordle_compiler.rankings.strategy_table import PlayedOpener, StrategyTable
    from wordle_compiler.solver.fleet import Cluster
    from wordle_compiler.strategies.entry import Entry

EVERY_WORD = "all"
_NAMED = 10
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
        "--fold-accents",
    ),
    "Ranking": ("--strategy", "--max-guesses", "--top", "--below"),
    "Search": ("--workers", "--journal", "--cluster", "--memory-limit"),
    "Output": ("--csv", "--output", "--force", "--json", "--quiet", "--help"),
}

ranking_options = together(
    game_options,
    click.option(
        "--max-guesses",
        metavar="N",
        type=WholeNumber(1, 255),
        help="Every answer must be solved within N guesses. [default: 6 for words; a heuristic may leave "
        "answers unsolved]",
    ),
    click.option(
        "--strategy",
        metavar="NAME[@OPTION...]",
        default="optimal",
        show_default=True,
        help="How to play after the first guesses: optimal ranks by exact total, a heuristic by its own total.",
    ),
    click.option("--csv", "csv_file", metavar="FILE", help="Also write every row of the table to FILE, as CSV."),
    click.option(
        "-o",
        "--output",
        metavar="FILE",
        help="Write the tree of the best row to FILE; - writes it to standard output.",
    ),
    force_option,
    workers_option,
    memory_option,
    click.option("--json", "as_json", is_flag=True, help="Print the table as one JSON object."),
    quiet_option,
)
"""The options that both commands have."""


class Rendered(NamedTuple):
    """A ranking as text and as CSV, and why it has no best tree if one is requested."""

    text: str
    csv: str
    unmet: str


@dataclass(frozen=True)
class RankingRequest:
    """The values of the options that both commands have.

    Attributes:
        words: The name of a list, a file, or `EVERY_WORD`.
        n_best: How many rows to rank; None means all.
        entry: The strategy.
        max_guesses: The limit; None means the strategy's default.
        n_workers: How many threads; None means one per processor.
        csv_file: The file for the table as CSV, if any.
        output: The file for the best tree, `-` for standard output, or None.
        as_json: Whether to print JSON instead of text.
        force: Whether the tree may replace one of another game.
    """

    words: str
    n_best: int | None
    entry: Entry
    max_guesses: int | None
    n_workers: int | None
    csv_file: str | None
    output: str | None
    as_json: bool
    force: bool

    def load(self, ctx: click.Context) -> tuple[Game, tuple[str, ...] | None]:
        """Returns the game, and the words to rank; None means every word that the rule allows.

        Raises:
            InputError: A list cannot be read, or the tree's file holds a tree of another game.
        """
        game = load_game(ctx)
        check_other_game(self.output, game, force=self.force)
        return game, None if self.words == EVERY_WORD else load_words(ctx, self.words).words

    def play_out(
        self, rank: Callable[..., StrategyTable], game: Game, words: tuple[str, ...] | None, progress: Progress
    ) -> StrategyTable:
        """Ranks words under the heuristic with `rank`, which is `rank_openers_by` or `rank_pairs_by`."""
        return rank(
            game,
            self.entry.strategy,
            words,
            n_best=self.n_best,
            max_guesses=self.max_guesses,
            n_workers=self.n_workers,
            options=self.entry.options,
            progress=progress,
        )

    def compile_best(
        self,
        game: Game,
        best: str | tuple[str, ...] | None,
        progress: Progress,
        weights: Weights | None = None,
        cluster: Cluster | None = None,
    ) -> CompiledTree | None:
        """Returns the tree of the best row if one is requested and exists."""
        if self.output is None or best is None:
            return None
        from wordle_compiler.compilation.compiled_tree import compile_tree

        return compile_tree(
            game,
            self.entry.strategy,
            opener=best,
            max_guesses=self.max_guesses,
            n_workers=self.n_workers,
            weights=weights,
            options=self.entry.options,
            progress=progress,
            cluster=cluster,
        )

    def deliver(self, fields: dict[str, Any], rendered: Rendered, tree: CompiledTree | None) -> None:
        """Writes the requested files, and prints the table.

        Args:
            fields: The table as a JSON object.
            rendered: The table as text and as CSV.
            tree: The best tree, if one is requested and exists.

        Raises:
            UnmetGuaranteeError: A tree is requested but does not exist.
        """
        write_file(self.csv_file, rendered.csv)
        if tree is not None and self.output is not None:
            write_output(self.output, tree.data)
        # Standard output is reserved for the tree, even if no tree results.
        is_err = self.output == STANDARD_STREAM
        if self.as_json:
            click.echo(json.dumps(fields | {"tree": tree and tree.report.as_json(self.output)}), err=is_err)
        else:
            parts = [rendered.text] + ([render_report(tree.report, self.output)] if tree else [])
            click.echo("\n\n".join(parts), err=is_err)
        if self.output is not None and tree is None:
            raise UnmetGuaranteeError(f"no tree was written: {rendered.unmet}")


def read_request(
    words: str,
    top: int | None,
    *,
    strategy: str,
    max_guesses: int | None,
    csv_file: str | None,
    output: str | None,
    workers: int | None,
    force: bool,
    as_json: bool,
    **_of_game: object,
) -> RankingRequest:
    """Returns the values of the shared options, checked; `ranking_options` defines them.

    Raises:
        InputError: A file cannot be written, or the strategy cannot be parsed or takes no options here.
    """
    check_file(csv_file, "--csv")
    if output != STANDARD_STREAM:
        check_file(output)
    entry = read_strategy(strategy)
    if entry.strategy == OPTIMAL and entry.options:
        raise InputError(f"strategy {OPTIMAL} ranks by exact totals and takes no options here, not {strategy!a}")
    return RankingRequest(words, top, entry, max_guesses, workers, csv_file, output, as_json, force)


def render_played(table: StrategyTable) -> Rendered:
    """Renders a table of openers or of pairs."""
    unmet = f"each needs more than {counted(table.max_guesses, 'guess')}"
    return Rendered(_played_lines(table), table.to_csv(), unmet)


def _played_lines(table: StrategyTable) -> str:
    """Returns the table as lines of text, and below it why the rest are not ranked."""
    played = [row for row in table.rows if row.total is not None]
    others = [row for row in table.rows if row.total is None]
    titles = ("opener",) if table.n_words == 1 else ("first", "second")
    lines = []
    if played:
        head = (" rank", *titles, "  total", "   mean", "worst case", "unsolved")
        rows = (
            (rank, *map(printable, row.openers), row.total, f"{row.mean:.4f}", row.worst_case, row.n_unsolved)
            for rank, row in enumerate(played, 1)
        )
        lines = columns([head, *rows], range(1, len(titles) + 1))
    noun = "opener" if table.n_words == 1 else "pair"
    if others:
        lines.append(_describe_others(others, noun, table.max_guesses))
    if table.n_illegal:
        illegal = counted(table.n_illegal, noun)
        lines.append(
            f"left out: {illegal} whose second word is illegal under rule {table.game.rule} after some feedback"
        )
    return "\n".join(lines)


def _describe_others(rows: Sequence[PlayedOpener], noun: str, max_guesses: int) -> str:
    """Returns the line about the openers that are not ranked; it names the ones that exceed the limit."""
    if rows[0].outcome == "not better":
        return f"{counted(len(rows), f'other {noun}')}: none is better"
    named = ", ".join(" ".join(map(printable, row.openers)) for row in rows[:_NAMED])
    rest = len(rows) - _NAMED
    verb = "needs" if len(rows) == 1 else "need"
    return (
        f"{counted(len(rows), noun)} {verb} more than {counted(max_guesses, 'guess')}: {named}"
        f"{f', and {rest} more' if rest > 0 else ''}"
    )
