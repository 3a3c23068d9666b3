"""The option `--memory-limit`, which the heavy commands have: what a command starts is held to it."""

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
    """Holds the rest of the command to the limit."""
    if n_bytes is not None:
        from wordle_compiler.machine.memory import limit_memory

        ctx.with_resource(limit_memory(n_bytes))


def memory_option(function: Function) -> Function:
    """Adds the option; the command itself has nothing to do for it."""
    return click.option(
        "--memory-limit",
        metavar="SIZE",
        type=Size(),
        callback=_hold,
        expose_value=False,
        help="Take at most about so much memory, such as 512M or 2G: what a search remembers is cut to fit, and what "
        "cannot fit is refused before it starts. [default: the memory of the machine, or of the container]",
    )(function)
