"""The option `--version` of both commands."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import Any, TypeVar

import click

_Decorated = TypeVar("_Decorated", bound=Callable[..., Any])


def version_option(command: _Decorated) -> _Decorated:
    """Adds `--version`, which prints the command's name and the version of the distribution."""
    return click.option(
        "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Show the version."
    )(command)


def _print_version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if not value or ctx.resilient_parsing:
        return
    try:
        number = version("wordle-tree")
    except PackageNotFoundError:
        # The command runs from a clone that is not installed.
        number = "(not installed)"
    click.echo(f"{ctx.command_path} {number}")
    ctx.exit()
