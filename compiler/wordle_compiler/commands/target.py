"""Where a command writes its file: checked before the long work and not after it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from wordle_compiler.machine.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path


def check_file(target: Path, option: str = "-o") -> None:
    """Raises `InputError` where `target` cannot become a file; one that is there already may be replaced."""
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
    """Raises `InputError` where no file can be made in `folder`."""
    if not folder.is_dir():
        raise InputError(f"there is no folder {folder}: make it first")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise InputError(f"the folder {folder} cannot be written to: give {option} a file elsewhere")
