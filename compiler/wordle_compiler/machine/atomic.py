"""Writes a file completely or not at all; commands write all their files with it."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from pathlib import Path

from wordle_compiler.machine.errors import InputError

_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
_NEW_FILE_MODE = 0o666
"""The mode of a new file before the system applies the umask."""
_KEPT_OF_NAME = 40


def check_writable(path: str | os.PathLike[str], option: str = "-o") -> None:
    """Raises `InputError` if no file can be written at `path`; `option` is what names it. An existing file can be.

    Before long work this says in time what `write_atomically` would say at its end.
    """
    target = Path(path)
    if "\0" in os.fspath(path):
        raise InputError(f"{os.fspath(path)!a} contains a null byte: give {option} another name")
    if target.is_dir():
        raise InputError(f"{target} is a folder: give {option} the name of a file in it")
    if target.exists() and not target.is_file():
        # Renaming would replace a device by a regular file.
        hint = "-o - writes to standard output" if option == "-o" else f"give {option} the name of one"
        raise InputError(f"{target} is not a file: {hint}")
    if not target.parent.is_dir():
        raise InputError(f"there is no folder {target.parent}: create it first")
    # Renaming needs only the folder's permission, but a protected file must not be replaced.
    for place, mode in ((target, os.W_OK), (target.parent, os.W_OK | os.X_OK)):
        if place.exists() and not os.access(place, mode, effective_ids=os.access in os.supports_effective_ids):
            raise InputError(f"{place} is write-protected: change its mode, or give {option} another name")


def write_atomically(path: str | os.PathLike[str], data: bytes) -> None:
    """Writes a file so that at any moment, even after a crash, it has either its old or its complete new content.

    The bytes are written to a temporary file in the same folder and synchronised to disk; then the file is renamed. If
    anything fails, including by an interrupt, the temporary file is removed; a killed process leaves its own behind,
    whose name ends with `.part`. Symbolic links are followed. A replaced file keeps its mode; the umask decides that of
    a new one. Several processes may write one file: each writes all of it, and the last one wins.

    Raises:
        InputError: The file cannot be written (see `check_writable`), or the disk is full. The file is unchanged.
    """
    try:
        check_writable(path)
        target = Path(os.path.realpath(path))
        temporary = target.with_name(f".{target.name[:_KEPT_OF_NAME]}.{secrets.token_hex(8)}.part")
        descriptor = os.open(temporary, _CREATE, _NEW_FILE_MODE)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            if target.exists():
                temporary.chmod(stat.S_IMODE(target.stat().st_mode))
            temporary.replace(target)
        except BaseException:
            with contextlib.suppress(OSError):
                temporary.unlink()
            raise
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror or error}: name another file with -o") from error
    # The new name reaches the disk, too, on systems that can open and synchronise folders.
    with contextlib.suppress(OSError):
        descriptor = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
