"""`wordle-tree`: shows, checks, converts and plays tree files. Each subcommand has its own file."""

from __future__ import annotations

import click

from wordle_compiler.commands.diff import diff_command
from wordle_compiler.commands.export import export_command
from wordle_compiler.commands.import_ import import_command
from wordle_compiler.commands.info import info_command
from wordle_compiler.commands.list_ import list_command
from wordle_compiler.commands.play import play_command
from wordle_compiler.commands.stats import stats_command
from wordle_compiler.commands.usage import OneLineGroup, version_option
from wordle_compiler.commands.verify import verify_command


@click.group(
    "wordle-tree",
    cls=OneLineGroup,
    commands=[
        list_command,
        info_command,
        verify_command,
        export_command,
        import_command,
        stats_command,
        diff_command,
        play_command,
    ],
)
@version_option
def tree_command() -> None:
    """Shows, checks, exports, imports, compares and plays compiled trees.

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
    """  # noqa: D301 - click wants the character backspace itself
