"""`wordle-next` as a process: its standard input and its memory; see `tests/commands/test_entry.py` for its end."""

import subprocess
import sys
from bisect import bisect
from pathlib import Path

import pytest
from processes import STRICT as ENVIRONMENT
from processes import run
from waiting import SECONDS


def test_process_reads_a_history_from_a_pipe_or_a_file_alone(tree_file: str, tmp_path: Path) -> None:
    file = tmp_path / "turns"
    file.write_text("bumpy:_gggg\n")
    command = [sys.executable, "-m", "wordle_runtime.next", "--tree", tree_file]

    with file.open() as turns:
        by_file = run(command, ENVIRONMENT, stdin=turns)
    by_pipe, by_nothing = run(command, ENVIRONMENT, input="bumpy _gggg"), run(command, ENVIRONMENT)
    closed = run(["/bin/sh", "-c", 'exec "$@" <&-', "sh", *command], ENVIRONMENT)

    found = [done.stdout for done in (by_file, by_pipe, by_nothing, closed)]
    assert found == ["dumpy\n", "dumpy\n", "bumpy\n", "bumpy\n"]


def test_bytes_that_are_no_text_are_a_mistake_of_their_line(tree_file: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "wordle_runtime.next", "--tree", tree_file, "--batch"],
        input=b"bumpy \xff____\nbumpy _gggg\n",
        capture_output=True,
        env=ENVIRONMENT,
        check=False,
    )

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
