"""`wordle-tree verify`: the independent replay of a tree file."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from wordle_compiler.commands.refusal import one_line_errors
from wordle_compiler.commands.report import counted, printable
from wordle_compiler.commands.usage import OneLineCommand

if TYPE_CHECKING:
    from wordle_runtime.verify import Verification

_DOES_NOT_HOLD = 1


@click.command("verify", cls=OneLineCommand)
@click.argument("file")
@click.option(
    "--answers", metavar="LIST", help="Also check that the file's answers are this list: a name, a file, or -."
)
@click.option("--allowed", metavar="LIST", help="Also check that every guess is in this list: a name, a file, or -.")
@click.option(
    "--weights", metavar="FILE", help="Also check that the answers have these weights: a word and its weight a line."
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object.")
@click.pass_context
def verify_command(
    ctx: click.Context, *, file: str, answers: str | None, allowed: str | None, weights: str | None, as_json: bool
) -> None:
    """Replays every answer through FILE and compares what comes out with what the file guarantees.

    Each feedback is computed anew, each guess is checked to be legal under the tree's rule. What it does not check is
    the claim that no better tree exists.

    \b
    Examples:
      wordle-tree verify plate
      wordle-tree verify plate.optimal.any.tree --answers original-answers --allowed original-allowed

    \b
    Exit status: 0 the guarantee holds; 1 it does not, with the reasons one a line; 2 FILE is no
    tree file, or a list cannot be read.
    """  # noqa: D301 - click wants the character backspace itself
    with one_line_errors():
        from wordle_compiler.weights import load_weights
        from wordle_compiler.words import WordList, load_list
        from wordle_runtime import load
        from wordle_runtime.verify import verify

        tree = load(file)
        answer_list = None if answers is None else load_list(answers)
        # Standard input can be read only once; both options naming it mean one list.
        allowed_list = answer_list if allowed == answers else None if allowed is None else load_list(allowed)
        answer_words = tree.answers if answer_list is None else answer_list.words
        weighting = None if weights is None else load_weights(weights, WordList.from_words(answer_words, "the tree"))
        result = verify(
            tree,
            answers=None if answer_list is None else answer_list.words,
            allowed=None if allowed_list is None else allowed_list.words,
            weights=None if weighting is None else weighting.by_word,
        )
        if as_json:
            click.echo(
                json.dumps(
                    {
                        "file": file,
                        "holds": result.holds,
                        "reasons": list(result.reasons),
                        "is_allowed_known": result.is_allowed_known,
                    }
                )
            )
        elif result.holds:
            click.echo(_say_it_holds(file, result))
        else:
            for reason in result.reasons:
                click.echo(printable(reason))
    if not result.holds:
        ctx.exit(_DOES_NOT_HOLD)


def _say_it_holds(file: str, result: Verification) -> str:
    """Returns one line: what was counted, and what could not be checked."""
    found = result.counted
    weighted = "" if found.weights is None else f"weighted total {found.weights.total}, "
    unchecked = "" if result.is_allowed_known else " (give --allowed to check that its guesses are allowed words)"
    return (
        f"{file} holds: {found.n_solved} of {counted(found.n_answers, 'answer')} solved, "
        f"total {found.total}, {weighted}worst case {found.worst_case}{unchecked}"
    )
