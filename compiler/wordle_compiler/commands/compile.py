"""`wordle-compile`: word lists and a strategy in, a verified tree file and its report out."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wordle_compiler.commands.certificate import Certificate, check_certificate, check_opener, prove_tree
from wordle_compiler.commands.cluster_options import CLUSTER_OPTIONS, cluster_of, cluster_options
from wordle_compiler.commands.game_options import GAME_OPTIONS, game_options, load_game
from wordle_compiler.commands.memory_option import memory_option
from wordle_compiler.commands.pairs import check_pairs, deliver_pairs, rank_pairs_for_command
from wordle_compiler.commands.position import AlternativesCount, check_options, show_position
from wordle_compiler.commands.progress_bar import progress_bar
from wordle_compiler.commands.ranking import check_ranking, deliver_ranking, rank_for_command
from wordle_compiler.commands.refusal import one_line_errors
from wordle_compiler.commands.release import version_option
from wordle_compiler.commands.report_output import render_report
from wordle_compiler.commands.strategy_options import strategy_options
from wordle_compiler.commands.strategy_ranking import check_played_ranking, is_played_ranking, rank_by_strategy
from wordle_compiler.commands.target import check_file, check_folder
from wordle_compiler.commands.usage import OneLineCommand, WholeNumber
from wordle_compiler.compilation.report import ShortfallError
from wordle_compiler.machine.errors import InputError
from wordle_compiler.solver.objective import Objective

if TYPE_CHECKING:
    from wordle_compiler.compilation.compiled_tree import CompiledTree
    from wordle_compiler.compilation.report import Report
    from wordle_compiler.game.game import Game
    from wordle_compiler.game.weights import Weights

_STANDARD_STREAM = "-"
_SUFFIX = ".tree"
_LONGEST_MEAN = 32


def _read_exact_mean(_ctx: click.Context, _param: click.Parameter, text: str | None) -> Fraction | None:
    """Reads a decimal number as the exact fraction that its digits say."""
    if text is None:
        return None
    whole, _, decimals = text.partition(".")
    if not (text.isascii() and len(text) <= _LONGEST_MEAN and whole.isdigit() and (decimals or "0").isdigit()):
        raise click.BadParameter(f"{text!r} is not a decimal number such as 3.42")
    return Fraction(f"{whole}.{decimals or 0}")


class _CompileCommand(OneLineCommand):
    """The command, whose help lists the strategies; they are imported for that only, for they are slow to import."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from wordle_compiler.strategies import get_strategy, strategy_names

        with formatter.section("Strategies"):
            formatter.write_dl([(name, get_strategy(name).summary) for name in strategy_names()])
        super().format_epilog(ctx, formatter)


@click.command(
    "wordle-compile",
    cls=_CompileCommand,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120},
)
@click.option(
    "--strategy", metavar="NAME", default="optimal", show_default=True, help="How guesses are chosen; listed below."
)
@click.option(
    "--start",
    metavar="WORD[,WORD...]",
    help="The opener; several are played one after the other, until one candidate is left. "
    "[default: the strategy picks one, where that is feasible]",
)
@click.option(
    "--from",
    "turns",
    metavar="TURNS",
    help='Print the exact best next guess after these turns, such as "salet:__y_g crane:____g", and rank the '
    "alternatives. Writes no tree.",
)
@click.option(
    "--alternatives",
    metavar="N",
    type=AlternativesCount(),
    default=10,
    show_default=True,
    help="How many guesses --from ranks, or all.",
)
@game_options
@click.option(
    "--max-guesses",
    metavar="N",
    type=WholeNumber(1, 255),
    help="Solve every answer within N guesses, or end with status 1 and no file. "
    "[default: 6, and a heuristic may leave answers unsolved]",
)
@click.option(
    "--objective",
    type=click.Choice([objective.value for objective in Objective]),
    default="total",
    show_default=True,
    help="What strategy optimal minimises: the total, the worst case, or one and then the other.",
)
@click.option(
    "--weights",
    metavar="FILE",
    help="How often each answer is hidden: a word and its weight (such as 12 or 0.25) a line, or - for standard input. "
    "Strategy optimal then minimises the weighted mean; every report names it.",
)
@click.option(
    "--openers",
    metavar="LIST",
    help="Rank these openers and print the table: a list as for --allowed, or all. Strategy optimal ranks by exact "
    "total, a heuristic by what it needs below each. Writes no tree, unless -o says where that of the best one goes.",
)
@click.option(
    "--pairs",
    metavar="LIST",
    help="Find the best pairs of fixed first guesses made of the words of a list, or all, and print the table: the "
    "--top best, or 10. Writes no tree, unless -o says where that of the best pair goes.",
)
@click.option(
    "--top",
    metavar="K",
    type=WholeNumber(min=1),
    help="Tell only the K best of --openers apart, which is much faster. [default: the total of each]",
)
@click.option("--csv", "csv_file", metavar="FILE", help="Write every row of the --openers table here too, as CSV.")
@click.option(
    "--journal",
    metavar="FILE",
    help="Keep what is proven of each opener in this file as it comes: the same command with it goes on where a run "
    "was stopped. One game, rule, limit and objective a file.",
)
@click.option(
    "--effort",
    metavar="W",
    type=WholeNumber(min=1),
    help="Cut strategy optimal short: try only the W most promising guesses at each node. The tree is an upper bound.",
)
@click.option(
    "--time-limit",
    metavar="S",
    type=WholeNumber(min=1),
    help="Give strategy optimal S seconds: it searches ever wider, and the best tree so far is written, an upper bound "
    "unless the proof was done in time.",
)
@click.option(
    "--certificate",
    metavar="FILE",
    help="Write down here why no other tree does better, for wordle-check to check. It takes about as long again.",
)
@strategy_options
@cluster_options
@click.option(
    "--allow-unsolved", is_flag=True, help="Write a heuristic's tree also where it misses answers within --max-guesses."
)
@click.option(
    "--require-mean",
    metavar="X",
    callback=_read_exact_mean,
    help="End with status 1 and no file where the mean is above X, such as 3.43 (compared exactly).",
)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="The tree file; - writes it to standard output and the report to standard error. "
    "[default: OPENER.STRATEGY.RULE.tree in this folder]",
)
@click.option("-j", "--workers", metavar="N", type=WholeNumber(min=1), help="Threads. [default: one a processor]")
@memory_option
@click.option("--json", "as_json", is_flag=True, help="Print the report as one JSON object.")
@click.option("--quiet", is_flag=True, help="No progress bar.")
@version_option
@click.pass_context
def compile_command(
    ctx: click.Context,
    /,
    *,
    strategy: str,
    start: str | None,
    turns: str | None,
    alternatives: int | str,
    max_guesses: int | None,
    objective: str,
    weights: str | None,
    openers: str | None,
    pairs: str | None,
    top: int | None,
    csv_file: str | None,
    journal: str | None,
    effort: int | None,
    time_limit: int | None,
    certificate: str | None,
    allow_unsolved: bool,
    require_mean: Fraction | None,
    output: str | None,
    workers: int | None,
    as_json: bool,
    quiet: bool,
    **others: str | int | None,
) -> None:
    """Compiles a decision tree: what to guess after every feedback, checked by replaying every answer.

    The file is read by wordle-next, wordle-tree and the package wordle_runtime.

    \b
    Examples:
      wordle-compile --strategy optimal --start plate
      wordle-compile --strategy optimal --start plate --rule candidates -o plate.tree
      wordle-compile --strategy minimax --answers original-allowed --start serai --max-guesses 10
      wordle-compile --strategy entropy --start soare --json | jq .mean
      wordle-compile --start plate,shiny
      wordle-compile --start salet --certificate salet.proof
      wordle-compile --start salet --weights frequencies.txt
      wordle-compile --from "salet:__y_g" --alternatives 5
      wordle-compile --openers all --top 10 --rule candidates --allowed original-answers --csv openers.csv
      wordle-compile --openers words.txt --strategy expected-size --max-guesses 5
      wordle-compile --pairs original-answers --top 3
      wordle-compile --pairs words.txt --strategy expected-size --top 3
      wordle-compile --game mastermind --pegs 4 --colours 6 --strategy minimax --start 1122

    \b
    Exit status: 0 the tree is written; 1 no tree keeps the guarantee asked for, and no file is
    written; 2 something in the command or a list is wrong; 130 stopped by Ctrl-C.
    """  # noqa: D301 - click wants the character backspace itself
    with one_line_errors():
        check_options(ctx)
        of_heuristic = {name: value for name, value in others.items() if name not in GAME_OPTIONS | CLUSTER_OPTIONS}
        if turns is not None:
            game = load_game(ctx)
            show_position(
                game,
                turns,
                alternatives=alternatives,
                max_guesses=max_guesses,
                workers=workers,
                weights=_load_weights(weights, game),
                as_json=as_json,
                quiet=quiet,
            )
            return
        check_certificate(ctx)
        if as_json and output == _STANDARD_STREAM:
            raise InputError("--json and -o - both write to standard output: give -o a file")
        if is_played_ranking(ctx):
            check_played_ranking(ctx)
        elif pairs is not None:
            check_pairs(ctx)
        else:
            check_ranking(ctx)
        if output is None:
            if openers is None and pairs is None:
                check_folder(Path())
        elif output != _STANDARD_STREAM:
            check_file(Path(output))

        from wordle_compiler.compilation.compiled_tree import compile_tree
        from wordle_compiler.solver.findings import Findings

        game = load_game(ctx)
        if is_played_ranking(ctx):
            rank_by_strategy(ctx, game, _given(**of_heuristic))
            return
        weighting = _load_weights(weights, game)
        if pairs is not None:
            with progress_bar(quiet=quiet) as progress:
                best_pairs = rank_pairs_for_command(
                    game, pairs, top, max_guesses, workers, with_tree=output is not None, progress=progress
                )
            deliver_pairs(best_pairs, csv_file, output, as_json=as_json)
            return
        if openers is not None:
            with progress_bar(quiet=quiet) as progress, cluster_of(ctx) as cluster:
                ranking = rank_for_command(
                    game,
                    openers,
                    top,
                    max_guesses,
                    workers,
                    journal,
                    weighting,
                    with_tree=output is not None,
                    progress=progress,
                    cluster=cluster,
                )
            deliver_ranking(ranking, csv_file, output, as_json=as_json)
            return
        check_opener(game, certificate, start)
        proof, findings = None, Findings()
        try:
            with progress_bar(quiet=quiet) as progress, cluster_of(ctx) as cluster:
                tree = compile_tree(
                    game,
                    strategy,
                    opener=start,
                    max_guesses=max_guesses,
                    require_mean=require_mean,
                    allow_unsolved=True if allow_unsolved else None,
                    n_workers=workers,
                    objective=objective,
                    options=_given(effort=effort, time_limit=time_limit, **of_heuristic),
                    progress=progress,
                    journal=journal,
                    weights=weighting,
                    cluster=cluster,
                    findings=findings,
                )
                if certificate is not None:
                    proof = prove_tree(game, tree, certificate, workers, progress, findings)
        except ShortfallError as error:
            if as_json:
                click.echo(json.dumps(error.report.as_json(None)))
            raise
        _deliver(tree, output or default_file_name(tree.report), proof, as_json=as_json)


def default_file_name(report: Report) -> str:
    """Returns the name that a tree gets where none is given: `OPENER.STRATEGY.RULE.tree`, with every fixed first guess.

    A user's words may hold any character; those that are not letters or digits become `_`.
    """
    words = report.fixed or (report.opener,)
    opener = "-".join("".join(character if character.isalnum() else "_" for character in word) for word in words)
    return f"{opener}.{report.strategy}.{report.rule}{_SUFFIX}"


def _load_weights(weights: str | None, game: Game) -> Weights | None:
    if weights is None:
        return None
    from wordle_compiler.game.weights import load_weights

    return load_weights(weights, game.answers)


def _given(**options: str | int | None) -> dict[str, str | int | bool | None]:
    """Returns the options that were given."""
    return {name: value for name, value in options.items() if value is not None}


def _deliver(tree: CompiledTree, output: str, proof: Certificate | None, *, as_json: bool) -> None:
    """Writes the tree and its certificate, and prints the report where the tree does not go."""
    report = render_report(tree.report, output)
    fields = tree.report.as_json(output)
    if proof is not None:
        report = f"{report}\n\n{proof.render()}"
        fields["certificate"] = proof.path
    if output == _STANDARD_STREAM:
        click.echo(tree.data, nl=False)
    else:
        from wordle_compiler.compilation.atomic import write_atomically

        write_atomically(Path(output), tree.data)
    if proof is not None:
        proof.write()
    click.echo(json.dumps(fields) if as_json else report, err=output == _STANDARD_STREAM)
