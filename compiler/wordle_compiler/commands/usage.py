"""How these commands read arguments, write files, and end: each error in one line with an exit status."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any, TypeVar

import click
from click.exceptions import Exit, NoArgsIsHelpError

from wordle_compiler.machine.atomic import check_writable, write_atomically
from wordle_compiler.machine.errors import CompilerError, InputError, one_line
from wordle_runtime.command_line import NOBODY_READS, describe_os_error, json_text, long_search
from wordle_runtime.errors import WordleError, printable, quoted
from wordle_runtime.feedback import shown
from wordle_runtime.notation import is_marks

Function = TypeVar("Function", bound="Callable[..., object]")

STANDARD_STREAM = "-"
_COUNTS = ("N", "K", "W", "TOTAL")
_INPUTS = ("answers", "allowed", "also", "likely", "weights", "words", "file", "include", "exclude")
"""The parameters of commands that may name a file to read."""


def say(text: str, *, err: bool = False) -> None:
    """Prints lines, on standard error if asked; every word that a command prints passes here or `write_output`."""
    # What cannot be said on standard error is lost, and nothing else.
    with suppress(OSError) if err else nullcontext():
        click.echo(shown(text), err=err)


def tell(message: str) -> None:
    """Prints `COMMAND: MESSAGE` in one line on standard error."""
    say(f"{click.get_current_context().command_path}: {one_line(message)}", err=True)


def _refusal(message: str, status: int = 2) -> Exit:
    """Tells what is wrong and what to do, and returns the end of the command."""
    tell(message)
    return Exit(status)


def tell_long(n_guesses: int, n_answers: int, quicker: str, kind: str) -> None:
    """Says before a search of so many guesses, unless --quiet is given, that it may take long, and what is quicker."""
    if (line := long_search(n_guesses, n_answers, quicker, kind)) and not click.get_current_context().params["quiet"]:
        tell(line)


class OutputFile(click.ParamType):  # type: ignore[type-arg]
    """The name of a file that a command writes, checked before the work; an existing file will be replaced."""

    name = "file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:  # noqa: ARG002
        """Refuses where no file can be written; `-o -` is standard output."""
        option = "-o" if param is None else param.opts[0]
        if (option, value) != ("-o", STANDARD_STREAM):
            check_writable(value, option)
        return str(value)


def option(usage: str, text: str, *, name: str = "", **settings: Any) -> Callable[[Function], Function]:
    """Returns a click option from its usage, such as `-o, --output FILE`, and its help.

    Without a value's name or a `type` it is a flag; a value called N, K, W or TOTAL is a whole number, at least 1. The
    help shows a default, unless `show_default` says otherwise.
    """
    words = usage.replace(", -", " -").split()
    names = [word for word in words if word.startswith("-")] + [name] * bool(name)
    metavar = None if words[-1].startswith("-") else words[-1]
    if metavar in _COUNTS:
        settings.setdefault("type", WholeNumber(min=1))
    if metavar is None and "type" not in settings:
        settings["is_flag"] = True
    return click.option(*names, metavar=metavar, help=text, **{"show_default": "default" in settings, **settings})


def write_output(path: str | None, content: str | bytes) -> None:
    """Writes to standard output, or atomically to a file, text as UTF-8; does nothing if no file is named."""
    content = shown(content) if isinstance(content, str) else content
    if path == STANDARD_STREAM:
        click.echo(content, nl=False)
    elif path is not None:
        write_atomically(path, content.encode("utf-8") if isinstance(content, str) else content)
        click.get_current_context().meta.setdefault(__name__, []).append(path)


def named_files(ctx: click.Context) -> list[tuple[str, str]]:
    """Returns the files that a command reads, each with ``, and then those to write, each with the option naming it."""
    files: list[tuple[str, str]] = []
    for param in ctx.command.params:
        option, value = param.opts[0] if isinstance(param.type, OutputFile) else "", ctx.params.get(param.name or "")
        paths = [path for path in (value if isinstance(value, tuple) else (value,)) if isinstance(path, str)]
        if not option:
            paths = [path for path in paths if param.name in _INPUTS and os.path.isfile(path)]  # noqa: PTH113 - a paste
        files += [(option, path) for path in paths if path != STANDARD_STREAM]
    return sorted(files, key=lambda file: bool(file[0]))


class OneLineCommand(click.Command):
    """A command that reports every error in one line; click itself would add the usage and a hint to usage errors.

    The help lists options under the headings of `groups`, which hold their long names, separated by spaces; the rest
    come last.
    """

    def __init__(self, *arguments: Any, groups: Mapping[str, str] | None = None, **settings: Any) -> None:
        settings["context_settings"] = {"help_option_names": ["-h", "--help"], "max_content_width": 120}
        super().__init__(*arguments, **settings)
        self._groups = {heading: names.split() for heading, names in (groups or {}).items()}

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Reads the arguments; `help` alone is `--help`."""
        with _one_line_errors():
            return super().parse_args(ctx, ["--help"] if [*map(str.casefold, args)] == ["help"] else args)

    def invoke(self, ctx: click.Context) -> Any:
        """Runs the command, unless it would write what it reads, or two things into one file."""
        with _one_line_errors():
            first: dict[str, str] = {}
            for option, path in named_files(ctx):
                other = first.setdefault(os.path.realpath(path), option)
                if option and not other:
                    raise InputError(f"{Path(path)} is also what this command reads: give {option} another name")
                if option != other:
                    raise InputError(f"{other} and {option} name the same file: give two names")
            return super().invoke(ctx)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the options under their headings."""
        options = {
            max(param.opts, key=len): param.get_help_record(ctx)
            for param in self.get_params(ctx)
            # Some versions of click also return a record for each argument.
            if isinstance(param, click.Option)
        }
        listed = {name for names in self._groups.values() for name in names}
        rest = [name for name in options if name not in listed]
        for heading, names in {**self._groups, "Other options" if listed else "Options": rest}.items():
            if records := [record for name in names if (record := options.get(name)) is not None]:
                with formatter.section(heading):
                    formatter.write_dl(records)


class TurnsCommand(OneLineCommand):
    """A command whose arguments are turns. Several may be in one argument, and a feedback may begin with a dash."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Reads the arguments, with each feedback that looks like an option joined to its guess."""
        joined: list[str] = []
        for argument in args:
            is_dashed = len(argument) > 2 and argument.startswith("-") and is_marks(argument)
            if is_dashed and joined and not joined[-1].startswith("-"):
                joined[-1] += f":{argument}"
            else:
                joined.append(argument)
        return super().parse_args(ctx, joined)


class OneLineGroup(click.Group, OneLineCommand):
    """A group of commands that also reports an unknown command in one line."""

    def invoke(self, ctx: click.Context) -> Any:
        """Finds and runs the command."""
        with _one_line_errors():
            return super().invoke(ctx)


@contextmanager
def _one_line_errors() -> Iterator[None]:
    """Turns wrong usage, the library's own errors and those of the file system into one line and a status."""
    try:
        yield
    except NoArgsIsHelpError:
        # A group without a command shows its help.
        raise
    except click.UsageError as error:
        raise _refusal(f"{error.format_message().rstrip('.')}; --help lists the options") from None
    except (CompilerError, WordleError) as error:
        asked = click.get_current_context().params
        if (found := getattr(error, "found", None)) is not None and asked.get("as_json"):
            say(json_text(found), err=asked.get("output") == STANDARD_STREAM)
        raise _refusal(f"{error}{_written()}", error.exit_status) from error
    except KeyboardInterrupt as error:
        # click would print an empty line and "Aborted!", and end with 1.
        ctx = click.get_current_context(silent=True)
        files = [one.name for one in ctx.command.params if isinstance(one.type, OutputFile)] if ctx else []
        is_writing = ctx is None or any(name == "output" or ctx.params.get(name or "") for name in files)
        raise _refusal(f"stopped{'; no unfinished file is left' * is_writing}{_kept()}", 130) from error
    except MemoryError as error:
        raise _refusal("not enough memory: use a smaller game or fewer workers (-j)") from error
    except BrokenPipeError:
        # The reader closed the pipe (`| head`). click would end with 1, which says that a guarantee failed.
        if _written():
            tell(f"nobody reads standard output{_written()}")
        raise Exit(NOBODY_READS) from None
    except OSError as error:
        raise _refusal(f"{describe_os_error(error)}{_written()}") from error


class WholeNumber(click.IntRange):
    """An integer in a range; every error message states the range."""

    name = "whole number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Reads the number."""
        try:
            return int(super().convert(value, param, ctx))
        except click.BadParameter:
            self.fail(f"must be a whole number, {self._describe_range()}, not {quoted(str(value))}", param, ctx)

    def _describe_range(self) -> str:
        """Returns the range as the help and the error say it."""
        return f"at least {self.min}" if self.max is None else f"{self.min} to {self.max}"


def _written() -> str:
    """Returns what to add to a line about a failure: which files the command has written before it."""
    return "".join(f"; {name} is written" for name in click.get_current_context().meta.get(__name__, ()))


def _kept() -> str:
    """Returns what to add to the line after an interrupt: that a journal, if there is one, has what is proven."""
    ctx = click.get_current_context(silent=True)
    journal = None if ctx is None else ctx.params.get("journal")
    # It may have been interrupted before there was one.
    if journal is None or not Path(journal).exists():
        return ""
    return f"; {printable(journal)} has what is proven, and the same command goes on from it"
