"""`wordle-tree`: lists, shows, checks, compares and plays tree files.

`conversion.py` exports and imports them; `long_search.py` reads the journals of searches.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

import wordle_trees
from wordle_compiler.commands.conversion import export_command, import_command
from wordle_compiler.commands.long_search import journal_command
from wordle_compiler.commands.report_output import render_report
from wordle_compiler.commands.shared_options import json_option, plot_option, version_option
from wordle_compiler.commands.usage import OneLineCommand, OneLineGroup, option, write_output
from wordle_compiler.compilation.report import Report, header_rows, labelled
from wordle_compiler.game.lists import GENERATED, load_list
from wordle_compiler.game.words import name_some
from wordle_compiler.machine.errors import InputError
from wordle_compiler.rankings.table import DataTable
from wordle_runtime import load
from wordle_runtime.errors import counted, printable
from wordle_runtime.notation import format_feedback

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_compiler.analysis.whole_trees import Parting, PlayedGame, TreeDiff, TreeStats
    from wordle_runtime import Tree

_LISTED = ("name", "game", "opener", "answers", "mean", "worst", "claimed", "proof")
_DOES_NOT_HOLD = 1


@click.group("wordle-tree", cls=OneLineGroup, commands=[export_command, import_command, journal_command])
@version_option
def tree_command() -> None:
    """Shows, checks, exports, imports, compares and plays compiled trees, and reads the journals of searches.

    TREE is a tree file, or the name of a bundled tree: nyt, nyt-hard, salet, plate and more (see list).

    \b
    Examples:
      wordle-tree list
      wordle-tree info plate
      wordle-tree verify plate.optimal.any.tree
      wordle-tree export plate --format svg --depth 3 --min-candidates 20 -o plate.svg
      wordle-tree import published.txt -o published.tree
      wordle-tree stats salet --plot salet.svg
      wordle-tree diff plate salet
      wordle-tree play plate --adversarial
      wordle-tree journal proof.db
    """  # noqa: D301 - click wants the character backspace itself


@tree_command.command("list", cls=OneLineCommand)
@json_option
def list_command(*, as_json: bool) -> None:
    """Lists the bundled trees. `mean` and `worst` are those of the likely answers, where a tree has some.

    \b
    Examples:
      wordle-tree list
      wordle-tree list --json | jq .nyt.mean
    """  # noqa: D301 - click wants the character backspace itself
    trees = {name: load(name) for name in wordle_trees.names()}
    reports = {name: Report.of_tree(tree) for name, tree in trees.items()}
    if as_json:
        click.echo(json.dumps({name: report.as_json(name) for name, report in reports.items()}))
        return
    rows = []
    for name, report in reports.items():
        found = report.likely or report
        answers = report.n_answers if report.likely is None else f"{report.likely.count} of {report.n_answers}"
        proof = wordle_trees.certificate_path(name) and "yes"
        words = (report.likely or trees[name].info.game.answers).name
        game = {"nyt": "today's Wordle", "original": "original Wordle"}.get(words.split("-")[0], words)
        rows.append((name, game, report.opener, answers, found.mean, found.worst_case, report.head, proof))
    click.echo(DataTable("", _LISTED, rows).text(left={0, 1, 2, 6, 7}))
    click.echo(f"\n{len(reports)} trees, {sum(report.n_bytes for report in reports.values()):,} bytes")


@tree_command.command("info", cls=OneLineCommand)
@click.argument("file", metavar="TREE")
@json_option
def info_command(*, file: str, as_json: bool) -> None:
    """Shows the guarantee of TREE, its claim, and the game that it plays.

    \b
    Examples:
      wordle-tree info plate
      wordle-tree info plate.optimal.any.tree --json
    """  # noqa: D301 - click wants the character backspace itself
    tree = load(file)
    report = Report.of_tree(tree)
    shown = "\n".join([render_report(report, file), "", *labelled(header_rows(tree))])
    click.echo(json.dumps(report.as_json(file)) if as_json else shown)


@tree_command.command("verify", cls=OneLineCommand)
@click.argument("file", metavar="TREE")
@option("--answers LIST", "Also check that the file's answers are this list: name, file, or -.")
@option("--allowed LIST", "Also check that every guess is in this list: a name, a file, or -.")
@option("--weights FILE", "Also check the answers' weights: one word and its weight per line.")
@option("--likely LIST", "Also check that the likely answers are this list: name, file, or -.")
@json_option
@click.pass_context
def verify_command(ctx: click.Context, /, *, file: str, as_json: bool, **lists: str | None) -> None:
    """Replays every answer through TREE and compares the result with the guarantee in the file.

    This recomputes each feedback, checks that each guess is legal under the tree's rule, and compares the SHA-256 of
    each list with the one in TREE. It does not check the claim that no better tree exists.
    `python -m wordle_runtime.verification` does the same without the compiler.

    \b
    Examples:
      wordle-tree verify plate
      wordle-tree verify plate.optimal.any.tree --answers original-answers --allowed original-allowed

    \b
    Exit status: 0 the guarantee holds; 1 it does not, with one reason per line; 2 TREE is not a
    tree file, or a list cannot be read.
    """  # noqa: D301 - click wants the character backspace itself
    from wordle_runtime.verification.command import check, describe
    from wordle_runtime.words import read_words

    def read(spec: str) -> tuple[str, ...]:
        # A list that a rule generates has no file to read.
        return load_list(spec).words if spec in GENERATED else read_words(spec)

    result = check(file, **lists, read=read)
    click.echo(describe(file, result, as_json=as_json))
    if not result.holds:
        ctx.exit(_DOES_NOT_HOLD)


@tree_command.command("stats", cls=OneLineCommand)
@click.argument("file", metavar="TREE")
@plot_option
@json_option
def stats_command(*, file: str, plot: str | None, as_json: bool) -> None:
    """Shows what happens at each turn of a tree.

    \b
    Columns: positions, the number of different positions in which the tree guesses; open, the answers
    not solved before the turn; solved, the answers that this turn solves; largest, the most
    candidates in one position; expected, the mean number of candidates before the guess, over the
    open answers.

    \b
    Examples:
      wordle-tree stats salet
      wordle-tree stats plate --plot plate.svg
    """  # noqa: D301 - click wants the character backspace itself
    from wordle_compiler.analysis.whole_trees import count_turns, draw_stats
    from wordle_compiler.export.histograms import picture_form

    form = None if plot is None else picture_form(plot)
    stats = count_turns(load(file))
    if form is not None:
        write_output(plot, draw_stats(stats, form))
    click.echo(json.dumps(stats.as_json()) if as_json else render_stats(stats))


def render_stats(stats: TreeStats) -> str:
    """Returns the table and the mean, without a trailing newline."""
    guarantee = stats.tree.guarantee
    verdict = f"{printable(stats.tree.opener)}: mean {guarantee.mean:.4f}, worst case {guarantee.worst_case}"
    if guarantee.likely is not None:
        verdict += f", mean of the likely answers {guarantee.likely.mean:.4f}"
    return f"{stats.table().text()}\n{verdict}" + (f", {stats.n_unsolved} unsolved" if stats.n_unsolved else "")


@tree_command.command("diff", cls=OneLineCommand)
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@option("--top K", "Show the first K places where the trees diverge; --json has all of them.", default=10)
@json_option
def diff_command(*, first: str, second: str, top: int, as_json: bool) -> None:
    """Shows where the trees A and B diverge, and which answers each of them solves sooner.

    The trees diverge where the same turns lead to different guesses; later turns are not compared. Each such place has
    a line: the guess, the candidates and the sum of the guesses still needed, for A and for B.

    \b
    Examples:
      wordle-tree diff plate salet
      wordle-tree diff soare.entropy.any.tree soare.minimax.any.tree --top 20
    """  # noqa: D301 - click wants the character backspace itself
    from wordle_compiler.analysis.whole_trees import compare_trees

    diff = compare_trees(load(first), load(second))
    click.echo(json.dumps(diff.as_json()) if as_json else render_diff(diff, top))


def render_diff(diff: TreeDiff, top: int) -> str:
    """Returns the differences as lines of text, without a trailing newline, and at most `top` places."""
    labels = "A", "B"
    rows = [(label, _totals(tree)) for label, tree in zip(labels, diff.trees, strict=True)]
    if diff.is_same:
        return "\n".join([*labelled(rows), "both play every game the same way"])
    rows += [(f"{label} sooner", _count(list(answers))) for label, answers in zip(labels, diff.sooner, strict=True)]
    rows.append(("equal", str(diff.n_equal)))
    rows += [(f"only in {label}", _count(words)) for label, words in zip(labels, diff.only, strict=True) if words]
    rows.append(("diverge", f"at {counted(len(diff.partings), 'place')}"))
    lines = [*labelled(rows), "", *(_line(diff, parting) for parting in diff.partings[:top])]
    if len(diff.partings) > top:
        lines.append(f"and {len(diff.partings) - top} more: --top {len(diff.partings)} shows all")
    return "\n".join(lines).rstrip()


def _totals(tree: Tree) -> str:
    guarantee = tree.guarantee
    likely = "" if guarantee.likely is None else f", likely total {guarantee.likely.total}"
    solved = f"{guarantee.n_solved} of {counted(guarantee.n_answers, 'answer')} solved"
    opener = printable(tree.opener)
    return f"opener {opener}, total {guarantee.total}{likely}, worst case {guarantee.worst_case}, {solved}"


def _line(diff: TreeDiff, parting: Parting) -> str:
    length, kind = diff.trees[0].length, diff.trees[0].nodes.kind
    path = " ".join(f"{printable(guess)}:{format_feedback(code, length, kind=kind)}" for guess, code in parting.path)
    sides = (
        f"{'no guess' if guess is None else printable(guess)} ({n}, {total})"
        for guess, n, total in zip(parting.guesses, parting.n_candidates, parting.totals, strict=True)
    )
    return f"{path or 'the start'}  {' | '.join(sides)}"


def _count(words: Sequence[str]) -> str:
    return f"{len(words)}: {name_some(words)}" if words else "0"


@tree_command.command("play", cls=OneLineCommand)
@click.argument("file", metavar="TREE")
@option("--answer WORD", "The hidden word.")
@option("--adversarial", "Choose no answer; each feedback keeps the most candidates.")
@option("--worst-case", "Choose no answer; each feedback leads to the longest game.")
@json_option
def play_command(*, file: str, answer: str | None, adversarial: bool, worst_case: bool, as_json: bool) -> None:
    """Shows the game that TREE plays, with the candidates that remain after each guess.

    With --adversarial, of feedbacks that keep equally many candidates the one that leads to the longer game is given;
    with --worst-case, the two measures swap. If both are equal, grey comes before yellow before green, from the left,
    and few black pegs before many. The column tied counts the feedbacks that are equal by the first measure.

    \b
    Examples:
      wordle-tree play salet --answer light
      wordle-tree play plate --adversarial
      wordle-tree play mastermind --worst-case --json
    """  # noqa: D301 - click wants the character backspace itself
    from wordle_compiler.analysis.whole_trees import Host, play_against, play_answer

    if (answer is not None) + adversarial + worst_case != 1:
        raise InputError("give exactly one of --answer WORD, --adversarial or --worst-case")
    tree = load(file)
    if answer is not None:
        game = play_answer(tree, answer)
    else:
        game = play_against(tree, Host.ADVERSARIAL if adversarial else Host.WORST_CASE)
    click.echo(json.dumps(game.as_json()) if as_json else render_game(game))


def render_game(game: PlayedGame) -> str:
    """Returns a game as a table and its outcome, without a trailing newline."""
    length, kind = game.tree.length, game.tree.nodes.kind
    titles = ("turn", "guess", "feedback", "before", "after", *(() if game.host is None else ("tied",)))
    rows = [
        (number, turn.guess, format_feedback(turn.feedback, length, kind=kind), turn.n_before, turn.n_after)
        + (() if game.host is None else (turn.n_tied,))
        for number, turn in enumerate(game.turns, 1)
    ]
    n_guesses = counted(len(game.turns), "guess")
    outcome = f"solved with {n_guesses}"
    if not game.is_solved:
        outcome = f"not solved: the tree has no guess after {n_guesses}; candidates left: {name_some(game.answers)}"
    return f"{DataTable('', titles, rows).text(left={1, 2})}\n{outcome}"
