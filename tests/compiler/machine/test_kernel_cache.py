"""Kernels that one process compiled and another loads: they are kept on disk, and linked anew.

So the search is compiled by several processes side by side into a folder that lacks some of its kernels, or, as slow,
all of them, and then run from it.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from waiting import SECONDS

from wordle_compiler.machine.cache_folder import ensure_cache_folder

SCRIPT = """
import sys
from small_games import large_game

from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.game import Rule
from wordle_compiler.solver.solver import ExactSolver

game = large_game(2, n_answers=(60, 80), n_allowed=(150, 200)).under(Rule.ANY)
solver = ExactSolver(game, FeedbackMatrix.of(game), 6)
opener = game.allowed.words.index(game.answers.words[0])
print(solver.solve_below(opener))
print(solver.best_opener())
print("numba" in sys.modules)
"""

SOME = ("known_totals",)
"""Modules of the search that hold more kernels than one process compiles alone, and small ones."""


def run(cache: Path) -> tuple[list[str], bool]:
    """Runs the script with a folder for kernels; returns the trees it printed, and whether it loaded numba."""
    finished = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env={**os.environ, "NUMBA_CACHE_DIR": str(cache), "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )

    assert finished.returncode == 0, f"status {finished.returncode}\n{finished.stderr[-2000:]}"

    *trees, has_numba = finished.stdout.splitlines()
    return trees, has_numba == "True"


def files_of_some(folder: Path) -> list[Path]:
    return [path for name in SOME for path in folder.glob(f"*.search.{name}.*.kernel")]


@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="there are no kernels to compile")
@pytest.mark.parametrize("is_empty", [False, pytest.param(True, marks=pytest.mark.slow)], ids=["some", "none"])
def test_a_search_from_the_cache_gives_the_tree_of_the_search_that_was_compiled(tmp_path: Path, is_empty: bool) -> None:
    folder = tmp_path / ensure_cache_folder().name
    damaged: dict[Path, int] = {}
    if not is_empty:
        # Fills the folder, if no test has done so; other tests compile meanwhile.
        run(ensure_cache_folder().parent)
        shutil.copytree(ensure_cache_folder(), folder, ignore=shutil.ignore_patterns("*.part"))
        for path in files_of_some(folder):
            if ".settle." in path.name:
                # A file that was cut short is compiled again, like one that is missing.
                damaged[path] = path.stat().st_size // 2
                os.truncate(path, damaged[path])
            else:
                path.unlink()

    trees, has_numba = run(tmp_path)

    assert has_numba
    assert len(trees) == 2
    assert set(files_of_some(folder)) > set(damaged)
    assert is_empty or any(path.stat().st_size > half for path, half in damaged.items())
    assert run(tmp_path) == (trees, False)
