"""`wordle-tree diff`: shows where two trees diverge, and which answers each solves sooner."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from wordle_compiler.commands.report_output import labelled, name_some
from wordle_compiler.commands.usage import OneLineCommand, WholeNumber
from wordle_runtime import load
from wordle_runtime.errors import counted, printable
from wordle_runtime.notation import format_feedback

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_compiler.analysis.tree_diff import Parting, TreeDiff
    from wordle_runtime import Tree


@click.command("diff", cls=OneLineCommand)
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option(
    "--top",
    metavar="K",
    type=WholeNumber(min=1),
    default=10,
    show_default=True,
    help="Show the first K places where the trees diverge.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, with all places and all answers.")
def diff_command(*, first: str, second: str, top: int, as_json: bool) -> None:
    """Shows where the trees A and B diverge, and which answers each of them solves sooner.

    The trees diverge where the same turns lead to different guesses; later turns are not compared. Each such place has
    a line: the guess, the candidates and the sum of the guesses still needed, for A and for B.

    \b
    Examples:
      wordle-tree diff plate salet
      wordle-tree diff soare.entropy.any.tree soare.minimax.any.tree --top 20
    """  # noqa: D301 - click wants the character backspace itself
    from wordle_compiler.analysis.tree_diff import compare_trees

    diff = compare_trees(load(first), load(second))
    click.echo(json.dumps(diff.as_json()) if as_json else render_diff(diff, top))


def render_diff(diff: TreeDiff, top: int) -> str:
    """Returns the differences as lines of text, without a trailing newline, and at most `top` places."""
    labels = "A", "B"
    rows = [
        (
            label,
            f"opener {printable(tree.opener)}, total {tree.guarantee.total}{_likely_total(tree)}, "
            f"worst case {tree.guarantee.worst_case}, "
            f"{tree.guarantee.n_solved} of {counted(tree.guarantee.n_answers, 'answer')} solved",
        )
        for label, tree in zip(labels, diff.trees, strict=True)
    ]
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


def _likely_total(tree: Tree) -> str:
    likely = tree.guarantee.likely
    return "" if likely is None else f", likely total {likely.total}"


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
