"""Writes a file as a whole or not at all: every file that a command writes goes through here."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import secrets
import stat
from pathlib import Path

from wordle_compiler.machine.errors import InputError

try:
    import fcntl
except ImportError:  # pragma: no cover - a system without file locks of this kind, such as Windows
    fcntl = None  # type: ignore[assignment]

_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
_NEW_FILE_MODE = 0o666
"""Before the umask, which the system applies."""
_KEPT_OF_NAME = 40
_RANDOM_PART = re.compile(r"[0-9a-f]{16}\.part")
_HINTS: dict[int, str] = {
    errno.ENOENT: "there is no such folder: make it, or name another file with -o",
    errno.ENOTDIR: "what should be its folder is a file: name another one with -o",
    errno.EISDIR: "it is a folder: name a file with -o",
    errno.EACCES: "no permission to write there: name another file with -o",
    errno.EPERM: "no permission to write there: name another file with -o",
    errno.ENOSPC: "the disk is full: make room, or name a file on another one with -o",
    errno.EDQUOT: "your share of the disk is used up: make room, or name a file on another one with -o",
    errno.EFBIG: "it is larger than a file may be here: raise the limit (ulimit -f), or name another one with -o",
    errno.EROFS: "the disk can only be read: name a file on another one with -o",
}


def write_atomically(path: str | os.PathLike[str], data: bytes) -> None:
    """Writes a file so that at every moment, even after a crash, either the old content or all of the new one is there.

    The bytes go to a temporary file in the same folder, then to the disk, and only then to the name. Whatever goes
    wrong, an interrupt included, the temporary file is removed; one that a killed process left is removed when the
    same file is written the next time. A symbolic link is followed; the mode of a file that is replaced is kept, that
    of a new one follows the umask. Several processes may write one file: each writes all of it, and the last one wins.

    Raises:
        InputError: The file cannot be written: it is a folder or write-protected, its folder is missing, there is no
            permission, the disk is full. Nothing has changed then.
    """
    label = os.fspath(path)
    label = label if label.isprintable() else ascii(label)
    try:
        _replace(Path(os.path.realpath(path)), data)
    except (OSError, ValueError) as error:
        number = getattr(error, "errno", None) or 0
        reason = _HINTS.get(number) or getattr(error, "strerror", None) or str(error)
        raise InputError(f"cannot write {label}: {reason}") from error


def _replace(target: Path, data: bytes) -> None:
    old_mode = target.stat().st_mode if target.exists() else None
    if old_mode is not None:
        _check_replaceable(target, old_mode)
    prefix = f".{target.name[:_KEPT_OF_NAME]}."
    _remove_leftovers(target.parent, prefix)
    temporary, descriptor = _create(target, prefix)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            if old_mode is not None:
                temporary.chmod(stat.S_IMODE(old_mode))
            os.fsync(file.fileno())
            if fcntl is None:
                # Such systems rename no open file; where there are locks it stays open, for closing ends the lock.
                file.close()
            temporary.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    _sync_folder(target.parent)


def _create(target: Path, prefix: str) -> tuple[Path, int]:
    """Makes a temporary file, and locks it where locks are known: the lock goes with the process, however it ends."""
    while True:
        temporary = target.with_name(f"{prefix}{secrets.token_hex(8)}.part")
        descriptor = os.open(temporary, _CREATE, _NEW_FILE_MODE)
        if fcntl is not None:
            # Waits for none but a process that takes the file, still unlocked, for a leftover, and removes it.
            with contextlib.suppress(OSError):
                fcntl.flock(descriptor, fcntl.LOCK_EX)
        # A file without a name was removed so.
        if fcntl is None or os.fstat(descriptor).st_nlink:
            return temporary, descriptor
        os.close(descriptor)


def _check_replaceable(target: Path, mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(mode):
        # Renaming onto a device would put a plain file in its place.
        raise ValueError("it is not a regular file: use -o - for standard output")
    if not os.access(target, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
        # Renaming asks for the folder's permission alone, but who protects a file means it.
        raise ValueError("it is write-protected: change its mode, or name another file with -o")


def _remove_leftovers(folder: Path, prefix: str) -> None:
    """Removes the temporary files of processes that were killed: those that nobody has locked."""
    if fcntl is None:
        return
    with contextlib.suppress(OSError):
        for entry in list(os.scandir(folder)):
            if entry.name.startswith(prefix) and _RANDOM_PART.fullmatch(entry.name, len(prefix)):
                with contextlib.suppress(OSError):
                    _remove_if_unlocked(entry.path)


def _remove_if_unlocked(path: str) -> None:
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.unlink(path)  # noqa: PTH108 - what is opened is what is removed
    finally:
        os.close(descriptor)


def _sync_folder(folder: Path) -> None:
    """Brings the new name to the disk; where folders cannot be opened or synchronised, it is done without."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
