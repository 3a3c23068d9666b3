"""Atomic writing: all or nothing, nothing left over, and errors that say what to do."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from wordle_compiler.artifact.atomic import write_atomically
from wordle_compiler.errors import InputError


def failing(error: BaseException) -> Callable[..., None]:
    def fail(*_args: object, **_options: object) -> None:
        raise error

    return fail


def test_file_is_written(tmp_path: Path) -> None:
    write_atomically(tmp_path / "x.tree", b"new")

    assert [path.name for path in tmp_path.iterdir()] == ["x.tree"]
    assert (tmp_path / "x.tree").read_bytes() == b"new"


def test_file_is_replaced_and_keeps_its_mode(tmp_path: Path) -> None:
    target = tmp_path / "x.tree"
    target.write_bytes(b"old")
    target.chmod(0o604)

    write_atomically(str(target), b"new")

    assert target.read_bytes() == b"new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o604
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize(("umask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_new_file_follows_the_umask(tmp_path: Path, umask: int, mode: int) -> None:
    before = os.umask(umask)
    try:
        write_atomically(tmp_path / "x.tree", b"new")
    finally:
        os.umask(before)

    assert stat.S_IMODE((tmp_path / "x.tree").stat().st_mode) == mode


def test_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "real.tree").write_bytes(b"old")
    (tmp_path / "link.tree").symlink_to("real.tree")

    write_atomically(tmp_path / "link.tree", b"new")

    assert (tmp_path / "link.tree").is_symlink()
    assert (tmp_path / "real.tree").read_bytes() == b"new"


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("folder", "folder: it is a folder: name a file with -o"),
        ("missing/x.tree", "there is no such folder: make it, or name another file with -o"),
        ("file/x.tree", "what should be its folder is a file"),
        ("pipe", "it is not a regular file: use -o - for standard output"),
        ("null\0byte", "null byte"),
        ("x" * 300, "File name too long"),
    ],
)
def test_path_that_cannot_be_written_is_told(tmp_path: Path, path: str, message: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_bytes(b"old")
    os.mkfifo(tmp_path / "pipe")
    before = sorted(tmp_path.rglob("*"))

    with pytest.raises(InputError, match=message) as caught:
        write_atomically(tmp_path / path, b"new")

    assert len(str(caught.value).splitlines()) == 1
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    ("function", "error", "message"),
    [
        ("fsync", OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)), "No space left on device"),
        ("fsync", OSError(errno.EIO, os.strerror(errno.EIO)), "Input/output error"),
        ("replace", OSError(errno.EROFS, os.strerror(errno.EROFS)), "Read-only file system"),
        ("open", PermissionError(errno.EACCES, "Permission denied"), "no permission to write there"),
    ],
)
def test_failure_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, function: str, error: OSError, message: str
) -> None:
    target = tmp_path / "x.tree"
    target.write_bytes(b"old")
    monkeypatch.setattr(os, function, failing(error))

    with pytest.raises(InputError, match=message):
        write_atomically(target, b"new")

    monkeypatch.undo()
    assert target.read_bytes() == b"old"
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("function", ["fsync", "replace"])
def test_interrupt_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, function: str) -> None:
    monkeypatch.setattr(os, function, failing(KeyboardInterrupt()))

    with pytest.raises(KeyboardInterrupt):
        write_atomically(tmp_path / "x.tree", b"new")

    assert list(tmp_path.iterdir()) == []


def test_bytes_are_on_the_disk_before_the_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[str] = []
    fsync, replace = os.fsync, os.replace
    monkeypatch.setattr(os, "fsync", lambda descriptor: (steps.append("fsync"), fsync(descriptor)))
    monkeypatch.setattr(os, "replace", lambda *paths: (steps.append("replace"), replace(*paths)))

    write_atomically(tmp_path / "x.tree", b"new")

    assert steps == ["fsync", "replace", "fsync"]
