"""Where a command writes its file: checked before the long work, written atomically after it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wordle_compiler.commands.usage import written
from wordle_compiler.game.lists import CLASSIC
from wordle_compiler.machine.atomic import write_atomically
from wordle_compiler.machine.errors import InputError
from wordle_runtime import load
from wordle_runtime.errors import TreeError

if TYPE_CHECKING:
    from wordle_compiler.compilation.report import Report
    from wordle_compiler.game.game import Game
    from wordle_runtime import Tree
    from wordle_runtime.header import GameInfo

STANDARD_STREAM = "-"
_MAGIC = b"wordle-tree"
_HEAD_BYTES = 64
"""A tree and a certificate name their format in their first bytes."""

_INPUTS = ("answers", "allowed", "also", "likely", "weights", "words", "file", "tree")
"""The parameters of commands that may name a file to read."""

_OUTPUTS = {
    "output": "-o",
    "certificate": "--certificate",
    "csv_file": "--csv",
    "plot": "--plot",
    "journal": "--journal",
}
"""The parameters of commands that name a file to write, and their options."""

force_option = click.option(
    "--force", is_flag=True, help="Replace FILE even if it holds a tree of another game, or something else."
)
_SUFFIX = ".tree"
_LONGEST = 60
"""A file name keeps at most this many characters of a list's name."""


def check_output(output: str | None) -> None:
    """Raises `InputError` if a tree cannot be written to `-o`, or to the current folder if `-o` is not given."""
    if output is None:
        check_folder(Path())
    elif output != STANDARD_STREAM:
        check_file(output)


def write_output(output: str, content: str | bytes) -> None:
    """Writes to standard output, or atomically to a file."""
    if output == STANDARD_STREAM:
        click.echo(content, nl=False)
    else:
        write_file(output, content)


def write_file(path: str | None, content: str | bytes) -> None:
    """Writes a file atomically, text as UTF-8; does nothing if no file is named."""
    if path is not None:
        write_atomically(path, content.encode("utf-8") if isinstance(content, str) else content)
        written().append(path)


def check_other_game(output: str | None, game: Game | GameInfo, *, force: bool) -> None:
    """Raises `InputError` if `-o` names a tree of another game or no tree, which only `--force` replaces."""
    if output is None or output == STANDARD_STREAM or force:
        return
    check_ours(output)
    held = _game_in(Path(output))
    if held is not None and held.fingerprint != game.fingerprint:
        lists = " and ".join(_names_of(held))
        raise InputError(
            f"{output} holds a tree of another game ({lists}, rule {held.rule}): give -o another name, or --force to "
            "replace it"
        )


def check_ours(path: str, option: str = "-o") -> None:
    """Raises `InputError` if a file holds neither a tree nor a certificate, as a list of words does.

    An empty file may be replaced.
    """
    if not Path(path).is_file():
        # Opening a pipe would wait for somebody to write to it.
        return
    try:
        with Path(path).open("rb") as file:
            head = file.read(_HEAD_BYTES)
    except OSError:
        return
    if head and _MAGIC not in head:
        raise InputError(
            f"{path} holds neither a tree nor a certificate: give {option} another name, or --force to replace it"
        )


def default_file_name(report: Report, tree: Tree, *, force: bool) -> str:
    """Returns the default file name of a tree: `OPENER.STRATEGY.RULE.tree`, with every fixed first guess.

    Lists that are not the default come before `.tree`. If that file holds something else, such as a tree of another
    game, or the command reads it or writes it for another option, part of this game's fingerprint is added to the name.
    A user's words and names may contain any character; characters other than letters, digits, `-` and `_` become `_`.
    """
    words = report.fixed or (report.opener,)
    game = tree.info.game
    likely = tree.guarantee.likely
    lists = _names_of(game)
    if likely is not None:
        lists = [likely.name, *lists]
    elif tuple(lists) == CLASSIC:
        lists = []
    parts = ["-".join(map(_plain, words)), report.strategy, report.rule, *(_plain(name)[:_LONGEST] for name in lists)]
    path = Path(".".join(parts) + _SUFFIX)
    named = map(click.get_current_context().params.get, (*_INPUTS, *_OUTPUTS))
    is_in_use = any(isinstance(other, str) and _will_be_same(path, other) for other in named)
    if is_in_use or not (force or _may_be_replaced(path, game)):
        parts.append(game.fingerprint.hex()[:8])
    return ".".join(parts) + _SUFFIX


def _names_of(game: GameInfo) -> list[str]:
    return list(dict.fromkeys((game.answers.name, game.allowed.name)))


def _plain(text: str) -> str:
    return "".join(character if character.isalnum() or character in "-_" else "_" for character in text)


def _may_be_replaced(path: Path, game: GameInfo) -> bool:
    """Returns whether a file does not exist, is empty, or holds a certificate, a damaged tree or one of this game."""
    held = _game_in(path)
    if held is not None:
        return held.fingerprint == game.fingerprint
    try:
        check_ours(str(path))
    except InputError:
        return False
    return True


def _game_in(file: Path) -> GameInfo | None:
    """Returns the game of the tree in a file, or None if the file holds no tree."""
    if not file.is_file():
        return None
    try:
        return load(file).info.game
    except (TreeError, OSError):
        return None


def check_file(path: str | None, option: str = "-o") -> None:
    """Raises `InputError` if no file can be written at `path`, or if another option names the same one.

    An existing file may be replaced, unless it is read.
    """
    if path is None:
        return
    target = Path(path)
    given = click.get_current_context().params
    for name in _INPUTS:
        if target.is_file() and isinstance(source := given.get(name), str) and _is_same(target, source):
            raise InputError(f"{target} is also what this command reads: give {option} another name")
    for name, other in _OUTPUTS.items():
        if other != option and isinstance(written := given.get(name), str) and _will_be_same(target, written):
            raise InputError(f"{option} and {other} name the same file: give two names")
    if target.is_dir():
        raise InputError(f"{target} is a folder: give {option} the name of a file in it")
    if target.exists() and not target.is_file():
        hint = "-o - writes to standard output" if option == "-o" else f"give {option} the name of one"
        raise InputError(f"{target} is not a file: {hint}")
    is_effective = os.access in os.supports_effective_ids
    if target.exists() and not os.access(target, os.W_OK, effective_ids=is_effective):
        raise InputError(f"{target} is write-protected: change its mode, or give {option} another name")
    check_folder(target.parent, option)


def _is_same(target: Path, source: str) -> bool:
    try:
        return target.samefile(source)
    except (OSError, ValueError):
        return False


def _will_be_same(target: Path, written: str) -> bool:
    """Returns whether two names are those of one file, also where it does not exist yet."""
    return written != STANDARD_STREAM and (
        _is_same(target, written) or os.path.realpath(target) == os.path.realpath(written)
    )


def check_folder(folder: Path, option: str = "-o") -> None:
    """Raises `InputError` if no file can be created in `folder`."""
    if not folder.is_dir():
        raise InputError(f"there is no folder {folder}: create it first")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise InputError(f"the folder {folder} is not writable: give {option} a file in another folder")
