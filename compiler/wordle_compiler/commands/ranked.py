"""What `wordle-analyze openers` and `pairs` share: options, the best tree and the output."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from wordle_compiler.commands.game_options import game_options, load_game, load_words
from wordle_compiler.commands.report_output import render_report
from wordle_compiler.commands.search_options import memory_option, quiet_option, workers_option
from wordle_compiler.commands.target import (
    STANDARD_STREAM,
    check_file,
    check_other_game,
    force_option,
    write_file,
    write_output,
)
from wordle_compiler.commands.usage import max_guesses_option, together
from wordle_compiler.machine.errors import UnmetGuaranteeError

if TYPE_CHECKING:
    from wordle_compiler.compilation.compiled_tree import CompiledTree
    from wordle_compiler.game.game import Game
    from wordle_compiler.game.weights import Weights
    from wordle_compiler.machine.progress import Progress
    from wordle_compiler.rankings.opener_table import OpenerTable
    from wordle_compiler.rankings.pair_table import PairTable
    from wordle_compiler.solver.remote import Cluster

RANKED_GROUPS = {
    "Game": "--answers --allowed --weights --rule --game --pegs --colours --no-repeats --fold-accents",
    "Ranking": "--max-guesses --top --below",
    "Search": "--workers --journal --cluster --memory-limit",
    "Output": "--csv --output --force --json --quiet --help",
}

ranking_options = together(
    game_options,
    max_guesses_option("Every answer must be solved within N guesses. [default: 6 for words]"),
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
        limits: The arguments `max_guesses` and `n_workers` of everything that ranks or compiles.
    """

    def __init__(self, ctx: click.Context) -> None:
        """Reads the command's options.

        Raises:
            InputError: A file cannot be written.
        """
        self._ctx = ctx
        self._given = given = ctx.params
        self._output: str | None = given["output"]
        check_file(given["csv_file"], "--csv")
        if self._output != STANDARD_STREAM:
            check_file(self._output)
        self.limits: dict[str, Any] = {"max_guesses": given["max_guesses"], "n_workers": given["workers"]}

    def load(self) -> tuple[Game, tuple[str, ...] | None]:
        """Returns the game, and the words to rank; None means every word that the rule allows.

        Raises:
            InputError: A list cannot be read, or the tree's file holds a tree of another game.
        """
        game, words = load_game(self._ctx), self._given["words"]
        check_other_game(self._output, game, force=self._given["force"])
        return game, None if words == "all" else load_words(self._ctx, words).words

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
            opener=best,
            weights=weights,
            progress=progress,
            cluster=cluster,
            **self.limits,
        )

    def deliver(self, table: OpenerTable | PairTable, text: str, tree: CompiledTree | None, unmet: str) -> None:
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
