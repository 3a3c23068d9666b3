"""The folder of kernels: what invalidates it, who may write there, and the search from kernels that others compiled."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from waiting import SECONDS

from wordle_compiler.machine import cache_folder
from wordle_compiler.machine.cache_folder import (
    KERNEL_SOURCES,
    PACKAGE,
    digest_of_files,
    ensure_cache_folder,
    name_of_state,
)
from wordle_compiler.machine.errors import InputError

SCRIPT = """
import sys
from small_games import large_game

from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.game import Rule
from wordle_compiler.machine.progress import telling_of_kernels
from wordle_compiler.solver.solver import ExactSolver

game = large_game(2, n_answers=(60, 80), n_allowed=(150, 200)).under(Rule.ANY)
told = []
with telling_of_kernels(lambda done, total, _: told.append(f"{done} of {total}")):
    solver = ExactSolver(game, FeedbackMatrix.of(game), 6)
    opener = game.allowed.words.index(game.answers.words[0])
    print(solver.solve_below(opener), solver.best_opener())
print(told[:1], told[-1:])
print("numba" in sys.modules)
"""

SOME = ("memo.forget", "memo.find", "memo.store", "rounds.first_at_most", "known_totals.settle")
"""Kernels of the search, more than one process compiles alone, and small ones."""


def run(cache: Path) -> list[str]:
    """Runs the script with a folder for kernels; returns the trees, what was told, and if it has numba."""
    finished = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env={**os.environ, "NUMBA_CACHE_DIR": str(cache), "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )

    assert finished.returncode == 0, f"status {finished.returncode}\n{finished.stderr[-2000:]}"

    return finished.stdout.splitlines()


@pytest.mark.variant
@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="there are no kernels to compile")
@pytest.mark.parametrize("is_empty", [False, pytest.param(True, marks=pytest.mark.slow)], ids=["some", "none"])
def test_a_search_from_the_cache_gives_the_tree_of_the_search_that_was_compiled(
    tmp_path: Path, is_empty: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is missing is compiled once, and it is told."""
    folder = tmp_path / ensure_cache_folder().name
    # Fills the folder, if no test has done so; other tests compile meanwhile.
    exec(SCRIPT, {})
    expected, *_ = capsys.readouterr().out.splitlines()
    damaged, size = folder, 0
    if not is_empty:
        shutil.copytree(ensure_cache_folder(), folder, ignore=shutil.ignore_patterns("*.part"))
        damaged, *missing = (path for name in SOME for path in folder.glob(f"*.search.{name}.*.kernel"))
        # A file that was cut short is compiled again, like one that is missing.
        size = damaged.stat().st_size // 2
        os.truncate(damaged, size)
        for path in missing:
            path.unlink()

    tree, told, has_numba = run(tmp_path)

    n_missing = len(SOME) - 1
    assert (tree, has_numba) == (expected, "True")
    assert is_empty or told == f"['0 of {n_missing}'] ['{n_missing} of {n_missing}']"
    assert damaged.stat().st_size > size
    assert run(tmp_path) == [expected, "[] []", "False"]


def test_every_file_with_a_kernel_is_covered() -> None:
    covered = {path for pattern in KERNEL_SOURCES for path in PACKAGE.glob(pattern)}

    is_kernel = re.compile(r"^@(kernel|inlined)\b", re.MULTILINE)
    with_kernels = {path for path in PACKAGE.rglob("*.py") if is_kernel.search(path.read_text(encoding="utf-8"))}

    assert with_kernels
    assert with_kernels <= covered


@pytest.mark.parametrize("name", ["game/legality.py", "search/rounds.py", "strategies/cell_scores.py"])
def test_a_changed_file_changes_the_digest_and_other_files_and_times_do_not(tmp_path: Path, name: str) -> None:
    package = tmp_path / "package"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    before = digest_of_files()
    file = package / name
    # As long as before, and as old: only the content tells.
    times = file.stat()
    content = file.read_bytes()
    file.write_bytes(content.replace(b"np", b"nq", 1))
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))

    assert digest_of_files(package) != before

    file.write_bytes(content)
    (package / "entry.py").write_text("changed = True\n", encoding="utf-8")

    assert digest_of_files(package) == before


def set_trap(folder: Path, trap: str) -> None:
    """Makes a folder for kernels in which another user may have put code."""
    folder.mkdir(parents=True)
    if trap == "link":
        folder.rename(folder.with_name("elsewhere"))
        folder.symlink_to("elsewhere")
    elif trap == "file":
        folder.rmdir()
        folder.touch()
    elif trap == "another user's":
        os.chown(folder, 65534, 65534)
    else:
        folder.chmod({"others may write": 0o707, "its group may write": 0o770}[trap])


TRAPS = [
    "link",
    "file",
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
    # Nothing that lies in a file is executed.
    if trap != "file":
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
