"""`wordle-tree play`: plays a tree against an answer or an adversarial host."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from wordle_compiler.commands.report_output import columns, name_some
from wordle_compiler.commands.usage import OneLineCommand
from wordle_compiler.machine.errors import InputError
from wordle_runtime import load
from wordle_runtime.errors import counted, printable
from wordle_runtime.notation import format_feedback

if TYPE_CHECKING:
    from wordle_compiler.analysis.adversary import PlayedGame

_TITLES = ("turn", "guess", "feedback", "before", "after", "tied")


@click.command("play", cls=OneLineCommand)
@click.argument("file", metavar="TREE")
@click.option("--answer", metavar="WORD", help="The hidden word.")
@click.option(
    "--adversarial", is_flag=True, help="Choose no answer in advance: each feedback keeps the most candidates."
)
@click.option(
    "--worst-case", is_flag=True, help="Choose no answer in advance: each feedback leads to the longest game."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
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
    from wordle_compiler.analysis.adversary import Host, play_against, play_answer

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
    marks = (format_feedback(turn.feedback, length, kind=kind) for turn in game.turns)
    rows = (
        (number, printable(turn.guess), mark, turn.n_before, turn.n_after, turn.n_tied)
        for number, (turn, mark) in enumerate(zip(game.turns, marks, strict=True), 1)
    )
    n_columns = len(_TITLES) - (game.host is None)
    lines = columns([row[:n_columns] for row in (_TITLES, *rows)], {1, 2})
    n_guesses = counted(len(game.turns), "guess")
    if game.is_solved:
        return "\n".join([*lines, f"solved with {n_guesses}"])
    left = name_some(game.answers)
    return "\n".join([*lines, f"not solved: the tree has no guess after {n_guesses}; candidates left: {left}"])
