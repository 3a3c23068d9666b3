"""Writes a file completely or not at all; commands write all their files with it."""

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
"""The mode of a new file before the system applies the umask."""
_KEPT_OF_NAME = 40
_RANDOM_PART = re.compile(r"[0-9a-f]{16}\.part")
_HINTS: dict[int, str] = {
    errno.ENOENT: "there is no such folder: make it, or name another file with -o",
    errno.ENOTDIR: "its folder is a file: name another one with -o",
    errno.EISDIR: "it is a folder: name a file with -o",
    errno.EACCES: "no permission to write there: name another file with -o",
    errno.EPERM: "no permission to write there: name another file with -o",
    errno.ENOSPC: "the disk is full: free some space, or name a file on another one with -o",
    errno.EDQUOT: "your disk quota is used up: free some space, or name a file on another disk with -o",
    errno.EFBIG: "it exceeds the largest file size: raise the limit (ulimit -f), or name another file with -o",
    errno.EROFS: "the disk is read-only: name a file on another one with -o",
}


def write_atomically(path: str | os.PathLike[str], data: bytes) -> None:
    """Writes a file so that at any moment, even after a crash, it has either its old or its complete new content.

    The bytes are written to a temporary file in the same folder and synchronised to disk; then the file is renamed. If
    anything fails, including by an interrupt, the temporary file is removed. If the process is killed, the next write
    of the same file removes it. Symbolic links are followed. A replaced file keeps its mode; the umask decides that of
    a new one. Several processes may write one file: each writes all of it, and the last one wins.

    Raises:
        InputError: The file cannot be written: it is a folder or write-protected, its folder is missing, permission is
            denied, or the disk is full. The file is unchanged.
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
                # Such systems cannot rename an open file. With locks, it stays open, because closing it ends the lock.
                file.close()
            temporary.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    _sync_folder(target.parent)


def _create(target: Path, prefix: str) -> tuple[Path, int]:
    """Creates a temporary file and, if the system has file locks, locks it; the lock ends with the process."""
    while True:
        temporary = target.with_name(f"{prefix}{secrets.token_hex(8)}.part")
        descriptor = os.open(temporary, _CREATE, _NEW_FILE_MODE)
        if fcntl is not None:
            # Another process may lock the file first, because it takes the unlocked file for a leftover and removes it.
            with contextlib.suppress(OSError):
                fcntl.flock(descriptor, fcntl.LOCK_EX)
        # A file without a name has been removed in this way.
        if fcntl is None or os.fstat(descriptor).st_nlink:
            return temporary, descriptor
        os.close(descriptor)


def _check_replaceable(target: Path, mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(mode):
        # Renaming would replace a device by a regular file.
        raise ValueError("it is not a regular file: use -o - for standard output")
    if not os.access(target, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
        # Renaming needs only the folder's permission, but a protected file must not be replaced.
        raise ValueError("it is write-protected: change its mode, or name another file with -o")


def _remove_leftovers(folder: Path, prefix: str) -> None:
    """Removes the temporary files of killed processes, which are the ones that no process has locked."""
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
    """Synchronises the new name to disk, on systems that can open and synchronise folders."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
