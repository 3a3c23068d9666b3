"""What `wordle-analyze openers` and `pairs` share: options, the best tree, the output, and the tables of heuristics."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from wordle_compiler.commands.game_options import game_options, load_game, load_words
from wordle_compiler.commands.report_output import columns, name_some, render_report
from wordle_compiler.commands.search_options import OPTIMAL, memory_option, quiet_option, read_strategy, workers_option
from wordle_compiler.commands.target import (
    STANDARD_STREAM,
    check_file,
    check_other_game,
    force_option,
    write_file,
    write_output,
)
from wordle_compiler.commands.usage import max_guesses_option, together
from wordle_compiler.machine.errors import InputError, UnmetGuaranteeError
from wordle_runtime.errors import counted, printable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wordle_compiler.compilation.compiled_tree import CompiledTree
    from wordle_compiler.game.game import Game
    from wordle_compiler.game.weights import Weights
    from wordle_compiler.machine.progress import Progress
    from wordle_compiler.rankings.opener_table import OpenerTable
    from wordle_compiler.rankings.pair_table import PairTable
    from wordle_compiler.rankings.strategy_table import PlayedOpener, StrategyTable
    from wordle_compiler.solver.remote import Cluster

RANKED_GROUPS = {
    "Game": "--answers --allowed --weights --rule --game --pegs --colours --no-repeats --fold-accents",
    "Ranking": "--strategy --max-guesses --top --below",
    "Search": "--workers --journal --cluster --memory-limit",
    "Output": "--csv --output --force --json --quiet --help",
}

ranking_options = together(
    game_options,
    max_guesses_option(
        "Every answer must be solved within N guesses. [default: 6 for words; a heuristic may leave answers unsolved]"
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
        "-o", "--output", metavar="FILE", help="Write the tree of the best row to FILE; - writes it to standard output."
    ),
    force_option,
    workers_option,
    memory_option,
    click.option("--json", "as_json", is_flag=True, help="Print the table as one JSON object."),
    quiet_option,
)
"""The options that both commands have."""


class RankingRequest:
    """What the options that both commands have ask for, checked.

    Attributes:
        entry: The strategy.
        limits: The arguments `max_guesses` and `n_workers` of everything that ranks or compiles.
    """

    def __init__(self, ctx: click.Context) -> None:
        """Reads the command's options.

        Raises:
            InputError: A file cannot be written, or the strategy cannot be parsed or takes no options here.
        """
        self._ctx = ctx
        self._given = given = ctx.params
        self._output: str | None = given["output"]
        check_file(given["csv_file"], "--csv")
        if self._output != STANDARD_STREAM:
            check_file(self._output)
        self.entry = read_strategy(given["strategy"])
        if self.entry.strategy == OPTIMAL and self.entry.options:
            raise InputError(
                f"strategy {OPTIMAL} ranks by exact totals and takes no options here, not {given['strategy']!a}"
            )
        self.limits: dict[str, Any] = {"max_guesses": given["max_guesses"], "n_workers": given["workers"]}

    def load(self) -> tuple[Game, tuple[str, ...] | None]:
        """Returns the game, and the words to rank; None means every word that the rule allows.

        Raises:
            InputError: A list cannot be read, or the tree's file holds a tree of another game.
        """
        game, words = load_game(self._ctx), self._given["words"]
        check_other_game(self._output, game, force=self._given["force"])
        return game, None if words == "all" else load_words(self._ctx, words).words

    def play_out(
        self, rank: Callable[..., StrategyTable], game: Game, words: tuple[str, ...] | None, progress: Progress
    ) -> StrategyTable:
        """Ranks words under the heuristic with `rank`, which is `rank_openers_by` or `rank_pairs_by`."""
        return rank(
            game,
            self.entry.strategy,
            words,
            n_best=self._given["top"],
            options=self.entry.options,
            progress=progress,
            **self.limits,
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
        if self._output is None or best is None:
            return None
        from wordle_compiler.compilation.compiled_tree import compile_tree

        return compile_tree(
            game,
            self.entry.strategy,
            opener=best,
            weights=weights,
            options=self.entry.options,
            progress=progress,
            cluster=cluster,
            **self.limits,
        )

    def deliver(
        self, table: OpenerTable | PairTable | StrategyTable, text: str, tree: CompiledTree | None, unmet: str
    ) -> None:
        """Writes the requested files, and prints the table, whose `text` is given, and the report on the best tree.

        Raises:
            UnmetGuaranteeError: A tree is requested but does not exist, because of `unmet`.
        """
        output = self._output
        write_file(self._given["csv_file"], table.to_csv())
        if tree is not None and output is not None:
            write_output(output, tree.data)
        # Standard output is reserved for the tree, even if no tree results.
        is_err = output == STANDARD_STREAM
        if self._given["as_json"]:
            click.echo(json.dumps(table.as_json() | {"tree": tree and tree.report.as_json(output)}), err=is_err)
        else:
            parts = [text] + ([render_report(tree.report, output)] if tree else [])
            click.echo("\n\n".join(parts), err=is_err)
        if output is not None and tree is None:
            raise UnmetGuaranteeError(f"no tree was written: {unmet}")


def render_played(table: StrategyTable) -> str:
    """Returns a table of openers or of pairs as lines of text, and below it why the rest are not ranked."""
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
    named = name_some([" ".join(row.openers) for row in rows], ", and {} more")
    verb = "needs" if len(rows) == 1 else "need"
    return f"{counted(len(rows), noun)} {verb} more than {counted(max_guesses, 'guess')}: {named}"
