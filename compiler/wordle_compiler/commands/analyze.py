"""`wordle-analyze`: questions about openers, positions, games, strategies and lists. Each subcommand is a file here."""

from __future__ import annotations

import click

from wordle_compiler.commands.game import game_command
from wordle_compiler.commands.letters import letters_command
from wordle_compiler.commands.opener import opener_command
from wordle_compiler.commands.openers import openers_command
from wordle_compiler.commands.pairs import pairs_command
from wordle_compiler.commands.position import position_command
from wordle_compiler.commands.strategies import strategies_command
from wordle_compiler.commands.usage import OneLineGroup, version_option


@click.group(
    "wordle-analyze",
    cls=OneLineGroup,
    commands=[
        opener_command,
        openers_command,
        pairs_command,
        position_command,
        game_command,
        strategies_command,
        letters_command,
    ],
)
@version_option
def analyze_command() -> None:
    """Ranks openers and strategies, finds the best guess at a position, and judges games.

    \b
    Examples:
      wordle-analyze opener crane
      wordle-analyze openers all --top 10 --rule candidates --allowed original-answers
      wordle-analyze pairs original-answers --top 3
      wordle-analyze position salet:__y_g
      wordle-analyze game crane sloth light
      wordle-analyze strategies entropy expected-size:salet
      wordle-analyze letters original-answers
    """  # noqa: D301 - click wants the character backspace itself
