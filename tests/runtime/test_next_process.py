"""`wordle-next` as a process: its standard streams, its status, and what starting it imports."""

from __future__ import annotations

import os
import subprocess
import sys
from bisect import bisect
from pathlib import Path
from typing import Any

import pytest
from waiting import SECONDS

ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONWARNINGS": "error"}


def process(*arguments: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "wordle_runtime.next", *arguments],
        capture_output=True,
        env=ENVIRONMENT,
        check=False,
        **options,
    )


def test_process_reads_a_history_from_a_pipe_or_a_file_alone(tree_file: str, tmp_path: Path) -> None:
    file = tmp_path / "turns"
    file.write_text("bumpy:_gggg\n")
    command = [sys.executable, "-m", "wordle_runtime.next", "--tree", tree_file]

    with file.open() as turns:
        by_file = subprocess.run(command, stdin=turns, capture_output=True, text=True, check=True)
    by_pipe = subprocess.run(command, input="bumpy _gggg", capture_output=True, text=True, check=True)
    by_nothing = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True)
    closed = subprocess.run(
        ["/bin/sh", "-c", 'exec "$@" <&-', "sh", *command], capture_output=True, text=True, check=True
    )

    assert (by_file.stdout, by_pipe.stdout, by_nothing.stdout, closed.stdout) == (
        *("dumpy\n", "dumpy\n"),
        *("bumpy\n", "bumpy\n"),
    )


def test_bytes_that_are_no_text_are_a_mistake_of_their_line(tree_file: str) -> None:
    done = process("--tree", tree_file, "--batch", input=b"bumpy \xff____\nbumpy _gggg\n")

    assert done.returncode == 2
    lines = done.stdout.split(b"\n")
    assert lines[0].startswith(b"error: turn 1: feedback '\\udcff____' has the unknown mark")
    assert lines[1:] == [b"dumpy", b""]
    assert done.stderr == b""


def test_batch_answers_before_the_input_ends(tree_file: str) -> None:
    command = [sys.executable, "-m", "wordle_runtime.next", "--tree", tree_file, "--batch"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=ENVIRONMENT) as asked:
        assert asked.stdin is not None
        assert asked.stdout is not None
        for question, answer in ((b"bumpy _gggg\n", b"dumpy\n"), (b"\n", b"bumpy\n")):
            asked.stdin.write(question)
            asked.stdin.flush()
            assert asked.stdout.readline() == answer
        asked.stdin.close()
        assert asked.wait(timeout=SECONDS) == 0


def test_reader_that_goes_away_is_no_error(tree_file: str) -> None:
    command = [sys.executable, "-m", "wordle_runtime.next", "--tree", tree_file, "--batch"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT
    ) as asked:
        assert asked.stdout is not None
        asked.stdout.close()
        assert asked.stdin is not None
        asked.stdin.write(b"bumpy _gggg\n")
        asked.stdin.close()
        assert asked.stderr is not None
        err = asked.stderr.read()
        assert asked.wait(timeout=SECONDS) == 141
    assert err == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_full_disk_is_one_line(tree_file: str) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "wordle_runtime.next", "--tree", tree_file],
            stdout=full,
            stderr=subprocess.PIPE,
            env=ENVIRONMENT,
            check=False,
        )

    assert done.returncode == 2
    assert done.stderr == b"wordle-next: standard input or output: No space left on device\n"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the memory of a process")
def test_too_little_memory_is_one_line() -> None:
    """The largest limit with which the largest bundled tree does not fit; Python itself starts with less."""
    command = f'"{sys.executable}" -m wordle_runtime.next --tree nyt --json'

    def run_within(megabytes: int) -> subprocess.CompletedProcess[bytes]:
        limited = f"ulimit -v {1000 * megabytes} && exec {command}"
        return subprocess.run(["sh", "-c", limited], capture_output=True, env=ENVIRONMENT, check=False)

    enough = bisect(range(60), False, lo=10, key=lambda megabytes: run_within(megabytes).returncode == 0)
    done = run_within(enough - 1)

    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"wordle-next: not enough memory for a tree of this size\n"


def modules_after(code: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", f"import sys\n{code}\nprint(*sys.modules)"],
        capture_output=True,
        env=ENVIRONMENT,
        check=True,
        text=True,
    )
    return set(done.stdout.split())


COMPILER_ONLY = {"numpy", "numba", "llvmlite", "networkx", "click", "rich", "zopfli", "wordle_compiler"}
SLOW = {"dataclasses", "typing", "enum", "json", "argparse", "re", "pathlib", "inspect", "hashlib"}


@pytest.mark.parametrize(
    "code",
    [
        "from wordle_runtime import *",
        "import wordle_runtime.next.command, wordle_runtime.verification.verify, wordle_runtime.position, wordle_trees",
        "import wordle_runtime.next.interactive",
        "import wordle_runtime.next.solve, wordle_runtime.next.shipped",
    ],
)
def test_runtime_imports_nothing_beyond_the_standard_library_and_msgpack(code: str) -> None:
    # Compiled as it is, msgpack brings modules of Cython's with it.
    before = modules_after("import msgpack")

    foreign = {name.partition(".")[0] for name in modules_after(code) - before}
    assert foreign - sys.stdlib_module_names <= {"wordle_runtime", "wordle_trees"}
    assert not foreign & COMPILER_ONLY


def test_answering_imports_nothing_slow(tree_file: str) -> None:
    before = modules_after("import msgpack")
    code = f"from wordle_runtime.next.command import main; main(['--tree', {tree_file!r}, 'bumpy', '_gggg'])"

    assert not (modules_after(code) - before) & SLOW
