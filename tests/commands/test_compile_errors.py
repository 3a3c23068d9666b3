"""`wordle-compile` refuses what it cannot do in one line, with a status, and leaves no file."""

from pathlib import Path

import pytest
from compile_runs import Compile, left_in, raising

from wordle_compiler.compilation import compiled_tree as build
from wordle_compiler.machine.errors import InputError, UnmetGuaranteeError, one_line


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
