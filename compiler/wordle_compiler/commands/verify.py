"""`wordle-tree verify`: replays a tree file independently. The runtime does the work."""

from __future__ import annotations

import click

from wordle_compiler.commands.usage import OneLineCommand
from wordle_compiler.game.lists import GENERATED, load_list

_DOES_NOT_HOLD = 1


@click.command("verify", cls=OneLineCommand)
@click.argument("file", metavar="TREE")
@click.option(
    "--answers", metavar="LIST", help="Also check that the file's answers are this list: a name, a file, or -."
)
@click.option("--allowed", metavar="LIST", help="Also check that every guess is in this list: a name, a file, or -.")
@click.option(
    "--weights",
    metavar="FILE",
    help="Also check that the answers have these weights: one word and its weight per line.",
)
@click.option(
    "--likely", metavar="LIST", help="Also check that the likely answers are this list: a name, a file, or -."
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object.")
@click.pass_context
def verify_command(
    ctx: click.Context,
    *,
    file: str,
    answers: str | None,
    allowed: str | None,
    weights: str | None,
    likely: str | None,
    as_json: bool,
) -> None:
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

    result = check(file, answers, allowed, weights, likely, read=read)
    click.echo(describe(file, result, as_json=as_json))
    if not result.holds:
        ctx.exit(_DOES_NOT_HOLD)
