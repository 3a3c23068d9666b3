"""The folder of kernels: one changed file invalidates all of them, and nobody else may write there."""

import os
import re
import shutil
from pathlib import Path

import pytest

from wordle_compiler.machine import cache_folder
from wordle_compiler.machine.cache_folder import KERNEL_SOURCES, PACKAGE, digest_of_files, name_of_state
from wordle_compiler.machine.errors import InputError


def copy_of_the_sources(folder: Path) -> Path:
    package = folder / "package"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    return package


def test_every_file_with_a_kernel_is_covered() -> None:
    covered = {path for pattern in KERNEL_SOURCES for path in PACKAGE.glob(pattern)}

    is_kernel = re.compile(r"^@(kernel|inlined)\b", re.MULTILINE)
    with_kernels = {path for path in PACKAGE.rglob("*.py") if is_kernel.search(path.read_text(encoding="utf-8"))}

    assert with_kernels
    assert with_kernels <= covered


@pytest.mark.parametrize("name", ["game/legality.py", "search/rounds.py", "strategies/cell_scores.py"])
def test_a_changed_file_changes_the_digest(tmp_path: Path, name: str) -> None:
    package = copy_of_the_sources(tmp_path)
    before = digest_of_files(package)
    file = package / name
    # As long as before, and as old: only the content tells.
    times = file.stat()
    content = file.read_bytes()
    file.write_bytes(content.replace(b"np", b"nq", 1))
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))

    assert digest_of_files(package) != before

    file.write_bytes(content)

    assert digest_of_files(package) == before


def test_other_files_and_times_do_not_matter(tmp_path: Path) -> None:
    package = copy_of_the_sources(tmp_path)
    before = digest_of_files(package)
    (package / "entry.py").write_text("changed = True\n", encoding="utf-8")
    os.utime(package / "search" / "rounds.py", ns=(0, 0))

    assert digest_of_files(package) == before == digest_of_files()


def set_trap(folder: Path, trap: str) -> None:
    """Makes a folder for kernels in which another user may have put code."""
    folder.mkdir(parents=True)
    if trap == "link":
        folder.rename(folder.with_name("elsewhere"))
        folder.symlink_to("elsewhere")
    elif trap == "another user's":
        os.chown(folder, 65534, 65534)
    else:
        folder.chmod({"others may write": 0o707, "its group may write": 0o770}[trap])


TRAPS = [
    "link",
    "others may write",
    "its group may write",
    pytest.param(
        "another user's",
        marks=pytest.mark.skipif(
            getattr(os, "geteuid", int)() != 0 or os.name != "posix", reason="only root can give it away"
        ),
    ),
]


@pytest.mark.skipif(os.name != "posix", reason="the owner of a folder is not looked at")
@pytest.mark.parametrize("trap", TRAPS)
def test_a_folder_where_others_may_write_is_refused_if_it_is_named_and_else_another_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trap: str
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    set_trap(tmp_path / name_of_state(), trap)
    with pytest.raises(InputError, match=r"^NUMBA_CACHE_DIR: .* is another user's, or others may write to it, and"):
        cache_folder.ensure_cache_folder.__wrapped__()

    monkeypatch.delenv("NUMBA_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    monkeypatch.setattr(cache_folder, "PACKAGE", tmp_path / "package")
    monkeypatch.setattr(cache_folder, "name_of_state", lambda: "kernels-of-now")
    set_trap(tmp_path / "package/__pycache__/kernels-of-now", trap)

    folder = cache_folder.ensure_cache_folder.__wrapped__()

    assert folder == tmp_path / "caches/wordle-tree/kernels-of-now"
    assert folder.stat().st_mode & 0o777 == 0o700
