"""The guard against stale kernels: one changed file makes all of them new to numba."""

from __future__ import annotations

import os
from pathlib import Path

from wordle_compiler.kernel_sources import KERNEL_SOURCES, PACKAGE, age_together


def test_every_file_with_a_kernel_is_covered() -> None:
    covered = {path for pattern in KERNEL_SOURCES for path in PACKAGE.glob(pattern)}

    with_kernels = {path for path in PACKAGE.rglob("*.py") if "@njit(" in path.read_text(encoding="utf-8")}

    assert with_kernels
    assert with_kernels <= covered


def test_a_newer_file_makes_all_of_them_newer_and_leaves_other_files_alone(tmp_path: Path) -> None:
    names = ("feedback_matrix.py", "legality.py", "search/exact.py", "search/views.py", "strategies/scores.py")
    others = ("report.py", "strategies/minimax.py")
    for age, name in enumerate(names + others):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.touch()
        os.utime(path, ns=(age, 1_000_000_000 + age))
    os.utime(tmp_path / "search/views.py", ns=(0, 2_000_000_000))

    age_together(tmp_path)

    assert {(tmp_path / name).stat().st_mtime_ns for name in names} == {2_000_000_000}
    assert all((tmp_path / name).stat().st_mtime_ns < 1_100_000_000 for name in others)
