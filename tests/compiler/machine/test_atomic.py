"""Atomic writing: all or nothing, nothing left over, and errors that say what to do."""

import ast
import errno
import os
import random
import re
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from ordinary_user import as_ordinary_user

import wordle_compiler
from wordle_compiler.machine.atomic import write_atomically
from wordle_compiler.machine.errors import InputError


def failing(error: BaseException) -> Callable[..., None]:
    def fail(*_args: object, **_options: object) -> None:
        raise error

    return fail


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
        ("file/x.tree", "there is no folder .*file: create it first"),
        ("pipe", "pipe is not a file: -o - writes to standard output"),
        ("null\0byte", "null byte"),
        ("x" * 300, "File name too long: name another file with -o"),
    ],
)
def test_path_that_cannot_be_written_is_told(tmp_path: Path, path: str, message: str) -> None:
    (tmp_path / "file").write_bytes(b"old")
    os.mkfifo(tmp_path / "pipe")
    before = sorted(tmp_path.rglob("*"))

    with pytest.raises(InputError, match=message) as caught:
        write_atomically(tmp_path / path, b"new")

    assert len(str(caught.value).splitlines()) == 1
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("function", ["open", "fsync", "replace"])
@pytest.mark.parametrize(
    "error", [OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)), KeyboardInterrupt()], ids=["disk full", "Ctrl-C"]
)
def test_failure_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, function: str, error: BaseException
) -> None:
    target = tmp_path / "x.tree"
    target.write_bytes(b"old")
    monkeypatch.setattr(os, function, failing(error))

    with pytest.raises((InputError, KeyboardInterrupt)) as caught:
        write_atomically(target, b"new")

    monkeypatch.undo()
    if isinstance(error, OSError):
        assert str(caught.value) == f"cannot write {target}: No space left on device: name another file with -o"
    assert target.read_bytes() == b"old"
    assert len(list(tmp_path.iterdir())) == 1


def test_bytes_are_on_the_disk_before_the_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[str] = []
    fsync, replace = os.fsync, os.replace
    monkeypatch.setattr(os, "fsync", lambda descriptor: (steps.append("fsync"), fsync(descriptor)))
    monkeypatch.setattr(os, "replace", lambda *paths: (steps.append("replace"), replace(*paths)))

    write_atomically(tmp_path / "x.tree", b"new")

    assert steps == ["fsync", "replace", "fsync"]


def test_write_protected_file_and_folder_are_left_alone() -> None:
    # Not below the folder of all tests, which nobody else may enter.
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        target = folder / "x.tree"
        target.write_bytes(b"old")
        target.chmod(0o444)
        folder.chmod(0o777)
        with as_ordinary_user(), pytest.raises(InputError, match="tree is write-protected: change its mode"):
            write_atomically(target, b"new")
        folder.chmod(0o555)
        with as_ordinary_user(), pytest.raises(InputError, match="is write-protected: change its mode"):
            write_atomically(folder / "y.tree", b"new")
        folder.chmod(0o755)

        assert target.read_bytes() == b"old"
        assert len(list(folder.iterdir())) == 1


WRITING = """
import sys
from wordle_compiler.machine.atomic import write_atomically
contents = [bytes([letter]) * 4_000_000 for letter in b"ab"]
print("begun", flush=True)
while True:
    for content in contents:
        write_atomically(sys.argv[1], content)
"""


def test_process_killed_at_any_moment_leaves_a_whole_file(tmp_path: Path) -> None:
    target = tmp_path / "x.tree"
    whole = [bytes([letter]) * 4_000_000 for letter in b"ab"]
    target.write_bytes(whole[0])
    dice = random.Random(6)
    for _ in range(8):
        with subprocess.Popen([sys.executable, "-c", WRITING, target], stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(dice.uniform(0, 0.05))
            process.kill()
        assert target.read_bytes() in whole

    # What a killed process had begun may stay, under a name that says so.
    assert all(path.suffix == ".part" for path in tmp_path.iterdir() if path != target)


def test_many_writers_of_one_file_do_not_disturb_each_other(tmp_path: Path) -> None:
    contents = [bytes([number]) * 50_000 for number in range(8)]
    errors: list[Exception] = []

    def write(content: bytes) -> None:
        try:
            for _ in range(25):
                write_atomically(tmp_path / "x.tree", content)
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=write, args=(content,)) for content in contents]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert not errors
    assert (tmp_path / "x.tree").read_bytes() in contents
    assert len(list(tmp_path.iterdir())) == 1


def test_nothing_in_the_compiler_writes_files_another_way() -> None:
    # Compiled kernels are no user's files: a damaged one is compiled again, so none waits for the disk.
    writers = ("atomic.py", "machine_code.py")
    package = Path(wordle_compiler.__file__).parent
    others = [
        f"{path.name}:{call.lineno}"
        for path in sorted(package.rglob("*.py"))
        if path.name not in writers and re.search("write_|open|[tT]emp|save", path.read_text(encoding="utf-8"))
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and may_write(call)
    ]

    assert others == []


def may_write(call: ast.Call) -> bool:
    """Tells whether a call writes a file: by its name, or by a mode that is not one for reading."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if name in ("write_text", "write_bytes", "fdopen", "NamedTemporaryFile", "mkstemp", "save", "savetxt"):
        return True
    modes = [
        value.value
        for value in [*call.args, *(keyword.value for keyword in call.keywords)][:3]
        if isinstance(value, ast.Constant) and isinstance(value.value, str)
    ]
    return name == "open" and any(set(mode) <= set("rwaxbt+") and set(mode) & set("wax+") for mode in modes)
