"""The option `--version`, shared by the commands."""

from __future__ import annotations

import click


def _print_version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if not value or ctx.resilient_parsing:
        return
    # Takes longer to load than the rest of the command line.
    from importlib.metadata import PackageNotFoundError, version

    try:
        number = version("wordle-tree")
    except PackageNotFoundError:
        # The command runs from a clone that is not installed.
        number = "(not installed)"
    click.echo(f"{ctx.command_path} {number}")
    ctx.exit()


version_option = click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Show the version."
)
"""It prints the command's name and the version of the distribution."""
