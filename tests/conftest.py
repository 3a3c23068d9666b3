"""What holds for all tests: nothing depends on chance or on the clock, and the files that take longest begin first."""

import gc
import os
import re
import sys
from collections.abc import Callable
from functools import lru_cache, wraps
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from wordle_compiler.machine import progress
from wordle_compiler.machine.workers import default_workers
from wordle_runtime import tree, words

# Large pages would have to be zeroed for tables of which a small game touches little: a third of the system's time.
os.environ.setdefault("NUMPY_MADVISE_HUGEPAGE", "0")
# Nothing multiplies matrices: for that, numpy starts threads in each process, which spin for a twentieth of a second.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# The same examples in every run, however long one takes; `--hypothesis-profile=default` looks for new ones, and more.
settings.register_profile(
    "same",
    max_examples=50,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("same")

TESTS = Path(__file__).parent
HTML = ("modes", "access", "play", "screens", "page", "engine", "firefox")
BROWSED = (
    *(f"compiler/export/test_html_{name}.py" for name in HTML),
    *("compiler/export/test_one_verdict.py", "compiler/analysis/test_game_review.py"),
)
CLUSTERED = ("compiler/cluster/test_cluster.py", "compiler/cluster/test_cluster_faults.py")
SHARING = (BROWSED, CLUSTERED)
LONGEST = (
    # They compile nearly all kernels, without a process for each command that would.
    *("checker/test_checker_steps.py", "compiler/search/test_exact_search.py", "compiler/search/test_narrow_types.py"),
    "benchmarks/test_measurements.py",
    # With Chromium, which ends where a cluster begins.
    *BROWSED,
    # Its processes find their kernels, instead of compiling them with helpers.
    "docs/test_blocks.py",
    *CLUSTERED,
    "compiler/export/test_embedded.py",
    *("runtime/test_reader_hostile.py", "runtime/test_next_solve.py", "runtime/test_bundled_trees.py"),
)
"""Begun last, one of them would keep one process at work while the others have nothing left to do."""


_NEEDS_UNIX = re.compile(r"^(import|from) (fcntl|pty|pwd|resource|termios|terminal)\b", re.MULTILINE)
"""What a test file imports at its top if it can only run on Unix; `terminal` is the helper that uses `pty`."""


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Skips the files on Windows that cannot be imported there."""
    is_test = os.name == "nt" and collection_path.suffix == ".py"
    return True if is_test and _NEEDS_UNIX.search(collection_path.read_text(encoding="utf-8")) else None


def pytest_configure(config: pytest.Config) -> None:
    """Has the bytecode kept, even where the environment says otherwise, as that of containers often does.

    Else each process that the tests start compiles all modules of this project that it imports. With `-n 0`, the
    environment is obeyed, as `scripts/mutate_checker.py` sets it.
    """
    if config.getoption("numprocesses", None):
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        sys.dont_write_bytecode = False


def pytest_xdist_auto_num_workers() -> int:
    """One process for each processor: one more takes seven seconds to collect the tests and import what they use."""
    return default_workers()


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """A file's tests run in one process, and those of all files that share a browser or a cluster, too."""
    from xdist.scheduler import LoadFileScheduling

    scheduler = LoadFileScheduling(config, log)
    file_of = scheduler._split_scope
    scheduler._split_scope = lambda item: next(
        (each[0] for each in SHARING if file_of(item).endswith(each)), file_of(item)
    )
    return scheduler


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    places = {TESTS / name: place for place, name in enumerate(LONGEST)}
    items.sort(key=lambda item: places.get(item.path, len(LONGEST)))


def remembering(function: Callable[..., Any]) -> Callable[..., Any]:
    """Has what a function makes of a large text made once: thousands of times, tests read the same trees and lists."""
    remembered = lru_cache(64)(function)
    return wraps(function)(
        lambda text, *rest: (remembered if type(text) in (bytes, tuple) and len(text) > 999 else function)(text, *rest)
    )


tree.read_tree, words.parse_words = remembering(tree.read_tree), remembering(words.parse_words)


def pytest_collectstart() -> None:
    """Nothing that collecting tests makes is garbage."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Keeps the thousands of tests out of every later garbage collection, and has made once what is the same each time.

    That is most tables that zopfli gets, the pages' scripts, git's answer to journals, the feedbacks of today's words.
    """
    for module, name in (("compilation.writer", "compress"), ("solver.journal", "commit"), ("export.html", "_join")):
        if loaded := sys.modules.get(f"wordle_compiler.{module}"):
            setattr(loaded, name, lru_cache(maxsize=1 << 12)(getattr(loaded, name)))
    if matrices := sys.modules.get("wordle_compiler.game.feedback_matrix"):
        of, require = lru_cache(1)(matrices.FeedbackMatrix.of), matrices.require_feedbacks
        matrices.FeedbackMatrix.of = lambda game, **options: (
            require(game) or (of if len(game.allowed) > 999 else of.__wrapped__)(game, **options)
        )
    # The tests already keep every processor busy: starting a helper would take longer than it saves.
    if compiling := sys.modules.get("wordle_compiler.kernels.kernel"):
        compiling._MOST_PROCESSES = 1
    # However slow the machine, a command called by a test has no line of progress to write.
    progress._SECONDS_A_LINE = float("inf")
    # Little of what tests leave behind is garbage, and to look for it took a twentieth of the time; but some is large.
    gc.set_threshold(2_000, 10, 10)
    gc.collect()
    gc.freeze()
    gc.enable()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, which has the tiny lists of `command_runs`."""
    from command_runs import write_lists

    write_lists(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def pytest_sessionfinish() -> None:
    """Ends the browser of the tests, if one was started; tests that use asyncio do so, too."""
    if browsing := sys.modules.get("page_browser"):
        browsing.end_chromium()


@pytest.fixture(scope="module")
def without_browser() -> None:
    pytest_sessionfinish()


@pytest.fixture
def small_memo(monkeypatch: pytest.MonkeyPatch) -> None:
    """A memo that fills up even in small games; allocating the usual one would cost more than most tests' searches."""
    monkeypatch.setattr("wordle_compiler.search.memo.MEMO_SLOTS", 1 << 13)
    monkeypatch.setattr("wordle_compiler.search.memo.MEMO_POOL", 1 << 17)
