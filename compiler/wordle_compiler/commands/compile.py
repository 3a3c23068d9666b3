"""`wordle-compile`: compiles word lists and a strategy to a verified tree file and its report."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from wordle_compiler.commands import shared_options as shared
from wordle_compiler.commands.report_output import DEFAULT_FILE, deliver
from wordle_compiler.commands.usage import OneLineCommand, OutputFile, option, say, tell, write_output
from wordle_compiler.machine.atomic import check_writable
from wordle_compiler.machine.errors import InputError, UnmetGuaranteeError, one_line
from wordle_compiler.machine.progress import progress_bar
from wordle_compiler.solver.objective import Objective
from wordle_runtime.errors import printable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wordle_compiler.strategies import Entry

_DECIMAL = re.compile(r"\d{1,16}(\.\d{0,30})?", re.ASCII)
_GROUPS = {
    "Game": "--answers --allowed --also --weights --default-weight --rule --hard --game --pegs --colours "
    "--no-repeats --fold-accents",
    "Strategy": "--strategy --start --objective --effort",
    "Guarantee": "--max-guesses --require-mean --allow-unsolved --certificate",
    "Search": "--workers --time-limit --journal --cluster --memory-limit",
    "Output": "--output --json --quiet --verbose --version --help",
}


def _read_decimal(_ctx: click.Context, _param: click.Parameter, text: str | None) -> Fraction | None:
    """Reads a decimal number as the exact fraction that its digits say."""
    if text is not None and not _DECIMAL.fullmatch(text):
        raise click.BadParameter(f"{text!r} is not a decimal number such as 3.42")
    return None if text is None else Fraction(text)


class _CompileCommand(OneLineCommand):
    """The command. Its help lists the strategies, which it imports for that alone, since importing them is slow."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from wordle_compiler.strategies import OPTION_HELP, get_strategy, strategy_names

        def summary_of(name: str) -> str:
            try:
                return get_strategy(name).summary
            except InputError as error:
                return one_line(str(error))

        with formatter.section("Strategies"):
            formatter.write_dl([(name, summary_of(name)) for name in strategy_names()])
        with formatter.section("Options of strategies, as in entropy@candidates@sample=200"):
            formatter.write_dl(list(OPTION_HELP.items()))
        super().format_epilog(ctx, formatter)


@click.command("wordle-compile", cls=_CompileCommand, groups=_GROUPS)
@shared.game_options()
@option(
    "--also LIST",
    "Unlikely answers, such as nyt-2022-allowed. The tree is optimal on --answers and also solves these words, at "
    "no cost to --answers.",
)
@shared.weights_option
@option("--default-weight X", "The weight of answers that --weights leaves out.", callback=_read_decimal)
@option(
    "--strategy NAME[@OPTION...]",
    "How guesses are chosen, such as two-step@two-step-limit=50; listed below.",
    default="optimal",
)
@option(
    "--start WORD[,WORD...]",
    "The opener, or several first guesses that are played in order until one candidate is left. "
    "[default: the strategy picks one]",
)
@shared.objective_option("What strategy optimal minimises; of two separated by a comma, the first and then the second.")
@option("--effort W", "Limit strategy optimal to the W most promising guesses at a node. The total is an upper bound.")
@shared.max_guesses_option(
    "Solve every answer within N guesses, or exit with status 1 and write no file. "
    "[default: 6 for words, and a heuristic may leave answers unsolved]"
)
@option(
    "--require-mean X",
    "Exit with status 1 and write no file if the mean is above X, such as 3.43 (compared exactly).",
    callback=_read_decimal,
)
@option("--allow-unsolved", "Write a heuristic's tree even if it does not solve every answer within --max-guesses.")
@option(
    "--certificate FILE",
    "Write to FILE a proof that no other tree is better; wordle-check checks it.",
    type=OutputFile(),
)
@option(
    "--time-limit S",
    "Stop strategy optimal after S seconds, such as 60 or 0.5. The search begins with heuristics, widens step by "
    "step and writes the best tree found; its total is an upper bound unless the proof finishes in time.",
)
@shared.journal_option
@shared.cluster_option
@shared.search_options
@shared.output_option(
    "The tree file; - writes it to standard output and the report to standard error. "
    "[default: OPENER.STRATEGY.RULE.tree in this folder, with the limit, objective, weights and lists that are named]"
)
@option("--verbose", "Print what each pass of strategy optimal found, to standard error.")
@shared.version_option
@click.pass_context
def compile_command(ctx: click.Context, /, **given: Any) -> None:
    """Compiles a decision tree: what to guess after every feedback.

    Before it writes the tree, wordle-compile replays every answer through it. wordle-next, wordle-tree and the package
    wordle_runtime read the tree.

    \b
    Examples:
      wordle-compile --strategy optimal --start plate
      wordle-compile --start plate --rule candidates -o plate.tree
      wordle-compile --strategy entropy --start soare --json | jq .mean
      wordle-compile --start salet --certificate salet.proof
      wordle-compile --game mastermind --strategy minimax --start 1122

    \b
    Exit status: 0 the tree is written; 1 no tree meets the requested guarantee, and no file is
    written; 2 the command or a list is invalid; 130 stopped by Ctrl-C.
    """  # noqa: D301 - click wants the character backspace itself
    output, certificate, journal, also = (given[name] for name in ("output", "certificate", "journal", "also"))
    if output is None:
        check_writable(DEFAULT_FILE)
    entry = _strategy_of(given)

    from wordle_compiler.compilation.compiled_tree import compile_tree, open_journal
    from wordle_compiler.strategies.strategy import Facts

    game = shared.load_game(ctx)
    others = None if also is None else shared.load_words(ctx, also)
    weighting = shared.load_weighting(given["weights"], game, given["default_weight"])
    shared.tell_of_journal(journal, game, weighting)
    proof, facts = b"", Facts()
    try:
        with (
            progress_bar(quiet=given["quiet"]) as progress,
            shared.cluster_of(given["cluster"], entry.strategy, given["objective"]) as opened,
        ):
            tree = compile_tree(
                game,
                entry.strategy,
                opener=given["start"],
                **{name: given[name] for name in ("max_guesses", "require_mean", "objective", "journal")},
                allow_unsolved=given["allow_unsolved"] or None,
                n_workers=given["workers"],
                options=entry.options,
                progress=progress,
                weights=weighting,
                cluster=opened,
                facts=facts,
                others=others,
            )
            if certificate is not None:
                from wordle_compiler.certificate.certify import certify

                with open_journal(journal):
                    proof = certify(game, tree.data, n_workers=given["workers"], progress=progress, facts=facts)
    except UnmetGuaranteeError as error:
        best, has_other_aim = Objective.UNSOLVED_THEN_TOTAL.value, entry.options or also or given["weights"]
        if error.found or entry.strategy != shared.OPTIMAL or has_other_aim or given["objective"] == best:
            raise
        raise UnmetGuaranteeError(f"{error}; --objective {best} solves the most answers that a tree can") from error
    finally:
        if given["verbose"]:
            for one in facts.passes:
                say(one.describe("weighted total" if given["weights"] else "total"), err=True)
    fields: dict[str, Any] = {} if facts.cut_short is None else {"cut_short": facts.cut_short.as_json()}
    note = ""
    if certificate is not None:
        write_output(certificate, proof)
        note = f"\n\nproof      {printable(certificate)}, {len(proof):,} bytes: wordle-check checks it"
        fields["certificate"] = certificate
    deliver(tree, output, as_json=given["as_json"], note=note, **fields)
    if facts.cut_short is not None:
        tell(facts.cut_short.describe("" if also is None else " for the likely answers"))


def _strategy_of(given: Mapping[str, Any]) -> Entry:
    """Returns the strategy with its options, from `--strategy` and from their own flags.

    Raises:
        InputError: It is none, an opener is named, an option is given twice, or a certificate would prove nothing.
    """
    from wordle_compiler.strategies import Entry

    chosen, colon, opener = given["strategy"].partition(":")
    if colon:
        raise InputError(f"--strategy takes no opener: leave out {f':{opener}'!a}")
    flags = [f"@{name}={given[name]}" for name in ("effort", "time_limit") if given[name] is not None]
    entry = Entry.parse("".join([chosen, *flags]))
    if given["certificate"] is not None:
        from wordle_compiler.certificate.certify import check_claim

        status = "heuristic" if entry.strategy != shared.OPTIMAL else "upper bound" if entry.options else "optimal"
        check_claim(status, len((given["start"] or "").split(",")), has_weights=given["weights"] is not None)
    return entry
