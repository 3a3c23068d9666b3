"""The first use of a kernel folder: other libraries are one line, and no helper outlives its parent."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from sampled import sampled
from waiting import SECONDS, wait_until

COMPILE = """
import os, sys
from numba.core import callconv
from numba.np import arrayobj
import wordle_compiler.commands.compile, wordle_compiler.strategies.optimal
from wordle_compiler.entry_points import compile_command
assert "wordle_compiler.kernels.generation" not in sys.modules
for change in sys.argv[1:]:
    if os.fork() == 0:
        exec(change)
        os.environ["NUMBA_CACHE_DIR"] = str(os.getpid())
        sys.argv = ["wordle-compile", "--answers", "list", "--allowed", "list"]
        raise SystemExit(compile_command())
    print(os.waitstatus_to_exitcode(os.wait()[1]), flush=True)
"""
CHANGES = (
    "callconv.RETCODE_NONE = callconv.RETCODE_STOPIT",
    "populate = arrayobj.populate_array\n"
    "arrayobj.populate_array = lambda array, data, shape, strides, **rest: populate("
    "array, data, strides, strides, **rest)",
    "del arrayobj.populate_array",
)
"""Another status, other strides, and a function that is gone."""


@pytest.mark.variant
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_libraries_that_compile_otherwise_are_named_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "list").write_text("bumpy\ndumpy\n", encoding="utf-8")

    done = subprocess.run(
        [sys.executable, "-c", COMPILE, *CHANGES],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )

    assert done.stdout.split() == ["2"] * len(CHANGES)
    for line, why in zip(
        done.stderr.splitlines(), ("TypeError: numba's", "a kernel gives", "ImportError"), strict=True
    ):
        assert line.startswith("wordle-compile: numba ")
        assert f" do not compile as wordle-tree expects: install versions that its pyproject.toml allows ({why}" in line


# Whoever runs the tests may ignore the signal of a terminal that closes, as `nohup` does; children would, too.
COMPILE_THE_SEARCH = """
import signal
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
from wordle_compiler.kernels.kernel import prepare
from wordle_compiler.kernels.layout import Layout
from wordle_compiler.search.exact import search
prepare([(search, Layout("uint8"))], n_processes=2)
"""


def children_of(process: subprocess.Popen[bytes]) -> list[int]:
    return [int(child) for child in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()]


def is_running(process: int) -> bool:
    """Tells whether a process runs; one that has ended but was not waited for has no command line."""
    try:
        return bool(Path(f"/proc/{process}/cmdline").read_bytes())
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.mark.skipif(
    not Path(f"/proc/self/task/{os.getpid()}/children").exists(), reason="the system does not list children"
)
@pytest.mark.parametrize(
    ("sent", "n_stored"), sampled([("SIGKILL", 0), ("SIGTERM", 1), ("SIGHUP", 0), ("SIGKILL", 4)], 3), ids=str
)
def test_helpers_end_with_the_process_that_started_them(tmp_path: Path, sent: str, n_stored: int) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    environment = {"NUMBA_CACHE_DIR": str(tmp_path / "kernels"), "TMPDIR": str(temporary)}
    with subprocess.Popen([sys.executable, "-c", COMPILE_THE_SEARCH], env=os.environ | environment) as process:
        try:
            wait_until(lambda: children_of(process), "no helper was started", process)
            helpers = children_of(process)
            wait_until(lambda: len([*tmp_path.rglob("*.search.*.kernel")]) >= n_stored, "none was stored", process)
        finally:
            process.send_signal(getattr(signal, sent))

    assert process.returncode == -getattr(signal, sent)
    wait_until(lambda: not any(map(is_running, helpers)), "a helper goes on")
    assert list(temporary.iterdir()) == []
