"""Where a command writes its file: checked before the long work, written atomically after it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wordle_compiler.machine.errors import InputError

if TYPE_CHECKING:
    from wordle_compiler.compilation.report import Report

STANDARD_STREAM = "-"
_SUFFIX = ".tree"


def check_output(output: str | None) -> None:
    """Raises `InputError` if a tree cannot be written to `-o`, or to the current folder if `-o` is not given."""
    if output is None:
        check_folder(Path())
    elif output != STANDARD_STREAM:
        check_file(Path(output))


def write_output(output: str, data: bytes) -> None:
    """Writes a tree to standard output, or atomically to a file."""
    from wordle_compiler.compilation.atomic import write_atomically

    if output == STANDARD_STREAM:
        click.echo(data, nl=False)
    else:
        write_atomically(Path(output), data)


def default_file_name(report: Report) -> str:
    """Returns the default file name of a tree: `OPENER.STRATEGY.RULE.tree`, with every fixed first guess.

    A user's words may contain any character; characters other than letters and digits become `_`.
    """
    words = report.fixed or (report.opener,)
    opener = "-".join("".join(character if character.isalnum() else "_" for character in word) for word in words)
    return f"{opener}.{report.strategy}.{report.rule}{_SUFFIX}"


def check_file(target: Path, option: str = "-o") -> None:
    """Raises `InputError` if no file can be written at `target`; an existing file may be replaced."""
    if target.is_dir():
        raise InputError(f"{target} is a folder: give {option} the name of a file in it")
    if target.exists() and not target.is_file():
        hint = "-o - writes to standard output" if option == "-o" else f"give {option} the name of one"
        raise InputError(f"{target} is not a file: {hint}")
    is_effective = os.access in os.supports_effective_ids
    if target.exists() and not os.access(target, os.W_OK, effective_ids=is_effective):
        raise InputError(f"{target} is write-protected: change its mode, or give {option} another name")
    check_folder(target.parent, option)


def check_folder(folder: Path, option: str = "-o") -> None:
    """Raises `InputError` if no file can be created in `folder`."""
    if not folder.is_dir():
        raise InputError(f"there is no folder {folder}: make it first")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise InputError(f"the folder {folder} cannot be written to: give {option} a file elsewhere")
