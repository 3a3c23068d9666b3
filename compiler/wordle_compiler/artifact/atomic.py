"""Writes a file as a whole or not at all."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from pathlib import Path

from wordle_compiler.errors import InputError

_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
_NEW_FILE_MODE = 0o666
"""Before the umask, which the system applies."""
_KEPT_OF_NAME = 40
_HINTS: dict[type[Exception], str] = {
    FileNotFoundError: "there is no such folder: make it, or name another file with -o",
    NotADirectoryError: "what should be its folder is a file: name another one with -o",
    IsADirectoryError: "it is a folder: name a file with -o",
    PermissionError: "no permission to write there: name another file with -o",
}


def write_atomically(path: str | os.PathLike[str], data: bytes) -> None:
    """Writes a file so that at every moment, even after a crash, either the old content or all of the new one is there.

    The bytes go to a temporary file in the same folder, then to the disk, and only then to the name. Whatever goes
    wrong, an interrupt included, the temporary file is removed. A symbolic link is followed; the mode of a file that is
    replaced is kept, that of a new one follows the umask.

    Raises:
        InputError: The file cannot be written: it is a folder, its folder is missing, there is no permission, the
            disk is full. Nothing has changed then.
    """
    label = os.fspath(path)
    label = label if label.isprintable() else ascii(label)
    try:
        _replace(Path(os.path.realpath(path)), data)
    except (OSError, ValueError) as error:
        reason = _HINTS.get(type(error)) or getattr(error, "strerror", None) or str(error)
        raise InputError(f"cannot write {label}: {reason}") from error


def _replace(target: Path, data: bytes) -> None:
    old_mode = target.stat().st_mode if target.exists() else None
    if old_mode is not None and stat.S_ISDIR(old_mode):
        raise IsADirectoryError
    if old_mode is not None and not stat.S_ISREG(old_mode):
        # Renaming onto a device would put a plain file in its place.
        raise ValueError("it is not a regular file: use -o - for standard output")
    temporary = target.with_name(f".{target.name[:_KEPT_OF_NAME]}.{secrets.token_hex(8)}.part")
    try:
        with os.fdopen(os.open(temporary, _CREATE, _NEW_FILE_MODE), "wb") as file:
            file.write(data)
            file.flush()
            if old_mode is not None:
                temporary.chmod(stat.S_IMODE(old_mode))
            os.fsync(file.fileno())
        temporary.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    _sync_folder(target.parent)


def _sync_folder(folder: Path) -> None:
    """Brings the new name to the disk; where folders cannot be opened or synchronised, it is done without."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
