"""The command line as these commands take it: whatever is wrong with it is one line, and whole numbers have a range."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click
from click.exceptions import NoArgsIsHelpError

from wordle_compiler.commands.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterator


_MAX_SHOWN = 40


class OneLineCommand(click.Command):
    """A command whose usage errors are a `Refusal`: click itself would print the usage and a hint around them."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Reads the arguments."""
        with _one_line_usage():
            return super().parse_args(ctx, args)


class OneLineGroup(OneLineCommand, click.Group):
    """A group of commands that refuses an unknown one in the same way."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Finds the command."""
        with _one_line_usage():
            return super().resolve_command(ctx, args)


@contextmanager
def _one_line_usage() -> Iterator[None]:
    try:
        yield
    except NoArgsIsHelpError:
        # A group without a command shows its help.
        raise
    except click.UsageError as error:
        raise Refusal(f"{error.format_message().rstrip('.')}; --help lists the options") from None


class WholeNumber(click.IntRange):
    """An integer in a range; the range is told, whatever is wrong."""

    name = "whole number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Reads the number."""
        try:
            return int(super().convert(value, param, ctx))
        except click.BadParameter:
            text = str(value)
            shown = f"{text!a}" if len(text) <= _MAX_SHOWN else f"{text[:_MAX_SHOWN]!a}..."
            self.fail(f"{shown} is no whole number {self._describe_range()}", param, ctx)

    def _describe_range(self) -> str:
        return f"from {self.min} on" if self.max is None else f"from {self.min} to {self.max}"
