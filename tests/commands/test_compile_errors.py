"""`wordle-compile` refuses what it cannot do in one line, with a status, and leaves no file."""

from pathlib import Path

import pytest
from compile_runs import Compile, left_in, raising

from wordle_compiler.compilation import compiled_tree as build
from wordle_compiler.machine.errors import InputError, UnmetGuaranteeError, one_line


@pytest.mark.parametrize(
    ("args", "said"),
    [
        pytest.param(["--start", "zzzzz"], "zzzzz", id="opener not allowed"),
        pytest.param(["--start", "abc"], "abc", id="opener of another length"),
        pytest.param(["--strategy", "luck"], "luck", id="unknown strategy"),
        pytest.param(["--answers", "nowhere.txt"], "nowhere.txt", id="missing list"),
        pytest.param(["--answers", "../lists"], "../lists", id="list is a folder"),
        pytest.param(
            ["--allowed", "original-allowed", "--answers", "../lists/chain"], "cumpy", id="answers not allowed"
        ),
        pytest.param(["-o", "nowhere/x.tree"], "there is no folder nowhere", id="no such folder"),
        pytest.param(["-o", "."], ". is a folder", id="output is a folder"),
        pytest.param(["-o", "/dev/null"], "/dev/null is not a file", id="output is a device"),
    ],
)
def test_bad_input_is_one_line(run: Compile, folder: Path, args: list[str], said: str) -> None:
    result = run(*args)

    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("wordle-compile: ")
    assert result.stderr.count("\n") == 1
    assert said in result.stderr
    assert left_in(folder) == []


@pytest.mark.parametrize(
    "args",
    [
        ["--rule", "soft"],
        ["--max-guesses", "0"],
        ["--max-guesses", "256"],
        ["--require-mean", "3,42"],
        ["--require-mean", "nan"],
        ["--require-mean", "1e9"],
        ["-j", "0"],
        ["--nonsense"],
        ["surplus"],
    ],
    ids=" ".join,
)
def test_unusable_option_is_a_usage_error(run: Compile, folder: Path, args: list[str]) -> None:
    result = run(*args)

    assert result.exit_code == 2
    assert result.stdout == ""
    assert args[-1].lstrip("-") in result.stderr
    assert left_in(folder) == []


def test_nothing_is_compiled_before_the_output_is_known_to_be_writable(
    run: Compile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build, "compile_tree", lambda *_args, **_kwargs: pytest.fail("compiled"))

    assert run("-o", "nowhere/x.tree").exit_code == 2


def test_an_interrupt_says_that_the_journal_goes_on_if_there_is_one(
    run: Compile, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build, "compile_tree", raising(KeyboardInterrupt()))
    stopped = "wordle-compile: stopped; no unfinished file is left"

    assert run("--journal", "proof.db").stderr == f"{stopped}\n"

    (folder / "proof.db").touch()
    result = run("--journal", "proof.db")
    assert result.exit_code == 130
    assert result.stderr == f"{stopped}; proof.db has what is proven, and the same command goes on from it\n"


@pytest.mark.parametrize(
    ("error", "status", "line"),
    [
        pytest.param(KeyboardInterrupt(), 130, "stopped; no unfinished file is left", id="Ctrl-C"),
        pytest.param(InputError("two\nlines"), 2, "two lines", id="input"),
        pytest.param(UnmetGuaranteeError("cannot"), 1, "cannot", id="guarantee"),
        pytest.param(MemoryError(), 2, "not enough memory: use a smaller game or fewer workers (-j)", id="memory"),
        pytest.param(OSError(28, "No space left on device", "x"), 2, "x: No space left on device", id="disk"),
    ],
)
def test_errors_of_the_library(
    run: Compile, folder: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException, status: int, line: str
) -> None:
    monkeypatch.setattr(build, "compile_tree", raising(error))

    result = run("--start", "bumpy")

    assert (result.exit_code, result.stdout, result.stderr) == (status, "", f"wordle-compile: {line}\n")
    assert left_in(folder) == []


def test_foreign_text_in_a_message_is_one_harmless_line() -> None:
    said = one_line("file is not a\n database \x1b[31mred\x07 \u202eabc\udcff é")

    assert said == r"file is not a database \x1b[31mred\x07 \u202eabc\udcff é"
