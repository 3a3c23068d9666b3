"""The option `--memory-limit` of the commands that search; it also applies to the processes they start."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import click

from wordle_compiler.machine.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

Function = TypeVar("Function", bound="Callable[..., object]")


class Size(click.ParamType):  # type: ignore[type-arg]
    """A size in bytes, such as 512M or 2G."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Reads the size."""
        from wordle_compiler.machine.memory import parse_size

        try:
            return parse_size(str(value))
        except InputError as error:
            self.fail(str(error), param, ctx)


def _hold(ctx: click.Context, _param: click.Parameter, n_bytes: int | None) -> None:
    """Applies the limit to the rest of the command."""
    if n_bytes is not None:
        from wordle_compiler.machine.memory import limit_memory

        ctx.with_resource(limit_memory(n_bytes))


def memory_option(function: Function) -> Function:
    """Adds the option; the command itself need not handle it."""
    return click.option(
        "--memory-limit",
        metavar="SIZE",
        type=Size(),
        callback=_hold,
        expose_value=False,
        help="Use at most about this much memory, such as 512M or 2G. The memo of a search is cut to fit, and a search "
        "that cannot fit is refused before it starts. [default: the memory of the machine, or of the container]",
    )(function)
