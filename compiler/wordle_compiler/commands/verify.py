"""`wordle-tree verify`: what the replay of a tree finds. The check itself is the runtime's."""

from __future__ import annotations

from functools import cache

import click

from wordle_compiler.commands import shared_options as shared
from wordle_compiler.commands.usage import OneLineCommand, option, say
from wordle_compiler.game.lists import load_list
from wordle_compiler.game.words import WordList
from wordle_runtime import load
from wordle_runtime.command_line import json_text
from wordle_runtime.errors import counted, printable
from wordle_runtime.verification import Verification, verify


@click.command("verify", cls=OneLineCommand)
@click.argument("file", metavar="TREE")
@option("--answers LIST", "Also check that the file's answers are this list: name, file, or -.")
@option("--allowed LIST", "Also check that every guess is in this list: a name, a file, or -.")
@option("--weights FILE", "Also check the answers' weights: one word and its weight per line.")
@option("--likely LIST", "Also check that the likely answers are this list: name, file, or -.")
@shared.json_option
@click.pass_context
def verify_command(
    ctx: click.Context, /, *, file: str, weights: str | None, as_json: bool, **named: str | None
) -> None:
    """Replays every answer through TREE and compares the result with the guarantee in the file.

    This recomputes each feedback, checks that each guess is legal under the tree's rule, and compares the SHA-256 of
    each list with the one in TREE. It does not check the claim that no better tree exists.

    \b
    Examples:
      wordle-tree verify plate
      wordle-tree verify plate.optimal.any.tree --answers original-answers --allowed original-allowed

    \b
    Exit status: 0 the guarantee holds; 1 it does not, with one reason per line; 2 TREE is not a
    tree file, or a list cannot be read.
    """  # noqa: D301 - click wants the character backspace itself
    tree = load(file)
    # Standard input can be read only once; options with the same name mean one list.
    read = cache(load_list)
    lists = {role: read(spec) for role, spec in named.items() if spec is not None}
    weight_of = None
    if weights is not None:
        from wordle_compiler.game.weights import load_weights  # It needs numpy.

        answers = lists.get("answers") or WordList.from_words(tree.answers, tree.info.game.answers.name)
        weight_of = load_weights(weights, answers).by_word
    result = verify(tree, weights=weight_of, **lists)
    told = {name: getattr(result, name) for name in ("holds", "reasons", "is_allowed_known")}
    say(json_text({"file": file, **told}) if as_json else render_verification(file, result))
    if not result.holds:
        ctx.exit(1)


def render_verification(file: str, result: Verification) -> str:
    """Returns one line if the tree holds, else one reason per line."""
    if not result.holds:
        return "\n".join(map(printable, result.reasons))
    found = result.counted
    said = [f"{printable(file)} holds: {found.n_solved} of {counted(found.n_answers, 'answer')} solved"]
    said.append(f"total {found.total}")
    if found.weights is not None:
        said.append(f"weighted total {found.weights.total}")
    if (likely := found.likely) is not None:
        within = f"{likely.n_solved} of {likely.count} within {likely.max_guesses}"
        said.append(f"likely total {likely.total} ({within})")
    said.append(f"worst case {found.worst_case}")
    unchecked = "" if result.is_allowed_known else " (give --allowed to check that its guesses are allowed words)"
    return ", ".join(said) + unchecked
