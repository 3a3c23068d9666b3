"""The guard against stale kernels: one changed file invalidates all of them."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest

from wordle_compiler.machine.cache_folder import KERNEL_SOURCES, PACKAGE, digest_of_kernels


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


@pytest.mark.parametrize("name", ["game/legality.py", "search/views.py", "strategies/cell_scores.py"])
def test_a_changed_file_changes_the_digest(tmp_path: Path, name: str) -> None:
    package = copy_of_the_sources(tmp_path)
    before = digest_of_kernels(package)
    file = package / name
    # As long as before, and as old: only the content tells.
    times = file.stat()
    content = file.read_bytes()
    file.write_bytes(content.replace(b"np", b"nq", 1))
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))

    assert digest_of_kernels(package) != before

    file.write_bytes(content)

    assert digest_of_kernels(package) == before


def test_other_files_and_times_do_not_matter(tmp_path: Path) -> None:
    package = copy_of_the_sources(tmp_path)
    before = digest_of_kernels(package)
    (package / "entry.py").write_text("changed = True\n", encoding="utf-8")
    os.utime(package / "search" / "views.py", ns=(0, 0))

    assert digest_of_kernels(package) == before == digest_of_kernels()
