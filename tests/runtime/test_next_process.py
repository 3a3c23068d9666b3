"""`wordle-next` as a process: its input, its memory, its completion in shells; how it ends is in `test_entry.py`."""

import shlex
import shutil
import subprocess
import sys
from bisect import bisect
from pathlib import Path

import pytest
from next_runs import run as run_next
from processes import STRICT as ENVIRONMENT
from processes import line_of, run
from terminal import Terminal
from waiting import SECONDS, wait_until

import wordle_trees
from wordle_runtime.commit import commit
from wordle_runtime.next.command import OPTIONS


def test_process_reads_a_history_from_a_pipe_or_a_file_alone(tree_file: str, tmp_path: Path) -> None:
    file = tmp_path / "turns"
    file.write_text("bumpy:_gggg\n")
    command, _ = line_of(f"wordle-next --tree {tree_file}")

    with file.open() as turns:
        by_file = run(command, ENVIRONMENT, stdin=turns)
    by_pipe, by_nothing = run(command, ENVIRONMENT, input="bumpy _gggg"), run(command, ENVIRONMENT)
    closed = run(["/bin/sh", "-c", 'exec "$@" <&-', "sh", *command], ENVIRONMENT)

    found = [done.stdout for done in (by_file, by_pipe, by_nothing, closed)]
    assert found == ["dumpy\n", "dumpy\n", "bumpy\n", "bumpy\n"]


def test_bytes_that_are_no_text_are_a_mistake_of_their_line(tree_file: str) -> None:
    done = subprocess.run(
        line_of(f"wordle-next --tree {tree_file} --batch")[0],
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
    command, _ = line_of(f"wordle-next --tree {tree_file} --batch")
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
    command = shlex.join(line_of("wordle-next --tree nyt --json")[0])

    def run_within(megabytes: int) -> subprocess.CompletedProcess[bytes]:
        limited = f"ulimit -v {1000 * megabytes} && exec {command}"
        return subprocess.run(["sh", "-c", limited], capture_output=True, env=ENVIRONMENT, check=False)

    enough = bisect(range(60), False, lo=10, key=lambda megabytes: run_within(megabytes).returncode == 0)
    done = run_within(enough - 1)

    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"wordle-next: not enough memory for a tree of this size\n"


def test_what_never_comes_is_not_waited_for() -> None:
    """Once the process has ended: the tests' limit is an hour."""
    with pytest.raises(AssertionError, match="no sign of it: status 3"):
        wait_until(lambda: False, "no sign of it", subprocess.Popen([sys.executable, "-c", "raise SystemExit(3)"]))
    with Terminal("--tree", "nowhere") as terminal, pytest.raises(AssertionError, match="ended without 'QQ'"):
        terminal.expect("QQ")


FLAGS = [f"--{name}" for name in OPTIONS]


def script(shell: str) -> str:
    return run_next("--completion", shell).out


def run_in(shell: str, text: str) -> list[str]:
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell} on this machine")
    done = subprocess.run([shell, "-c", text], capture_output=True, text=True, check=True, timeout=SECONDS)
    assert done.stderr == ""
    return done.stdout.split("\n")[:-1]


CASES = [
    pytest.param("--", "salet", FLAGS, id="every option"),
    pytest.param("--ti", "__y_g", ["--time-limit"], id="one option"),
    pytest.param("salet", "--tree", [name for name in wordle_trees.names() if name.startswith("salet")], id="trees"),
    pytest.param("nyt-2022", "--allowed", ["nyt-2022-answers", "nyt-2022-allowed"], id="lists"),
    pytest.param("z", "--completion", ["zsh"], id="shells"),
    pytest.param("", "--top", [], id="a number"),
]


@pytest.mark.parametrize(("typed", "before", "offered"), CASES)
def test_bash_completes(typed: str, before: str, offered: list[str]) -> None:
    ask = f"_wordle_next wordle-next '{typed}' '{before}'; for word in \"${{COMPREPLY[@]}}\"; do echo \"$word\"; done"

    assert run_in("bash", f"{script('bash')}\n{ask}") == offered


@pytest.mark.parametrize(("typed", "before", "offered"), CASES)
def test_fish_completes(typed: str, before: str, offered: list[str]) -> None:
    lines = run_in("fish", f"{script('fish')}\ncomplete -C 'wordle-next {before} {typed}'")

    assert sorted(line.partition("\t")[0] for line in lines) == sorted(offered)


def test_zsh_runs_the_script_of_bash() -> None:
    assert script("zsh") == f"autoload -U +X bashcompinit && bashcompinit\n{script('bash')}"
    assert run_in("zsh", f"autoload -U compinit && compinit -D -u\n{script('zsh')}\necho $_comps[wordle-next]") == [
        "_bash_complete -o default -F _wordle_next"
    ]


UNWRITTEN = "$Format:%h$\n"


@pytest.mark.parametrize(
    ("written", "named"), [("1a2b3c4\n", "1a2b3c4"), ("unknown\n", "unknown"), (UNWRITTEN, "unknown")]
)
def test_a_build_or_an_archive_says_it_and_otherwise_it_is_unknown(written: str, named: str, tmp_path: Path) -> None:
    (tmp_path / "COMMIT").write_text(written)

    assert commit(tmp_path) == named
    assert commit(tmp_path / "not there") == "unknown"


def test_a_clone_is_asked_each_time_and_says_what_has_changed(tmp_path: Path) -> None:
    package = tmp_path / "runtime" / "wordle_runtime"
    package.mkdir(parents=True)
    (package / "COMMIT").write_text(UNWRITTEN)

    def git(*command: str) -> str:
        who = ("-c", "user.name=a", "-c", "user.email=a@example.com")
        return subprocess.check_output(["git", "-C", tmp_path, *who, *command], encoding="ascii").strip()

    git("init", "--quiet")
    assert commit(package) == "unknown"
    git("add", ".")
    git("commit", "--quiet", "--message", "First")
    assert commit(package) == git("rev-parse", "--short", "HEAD")
    (package / "COMMIT").write_text("$Format:%H$\n")
    assert commit(package).endswith("-dirty")
