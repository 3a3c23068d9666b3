"""The game that the options name: which list of allowed words goes with the answers, and the weight of the rest."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import click
import pytest

from wordle_compiler import __version__
from wordle_compiler.commands.analyze import analyze_command
from wordle_compiler.commands.compile import compile_command
from wordle_compiler.commands.shared_options import load_game, load_weighting
from wordle_compiler.commands.tree import tree_command
from wordle_compiler.commands.turns import position_command
from wordle_compiler.machine.errors import InputError
from wordle_runtime import __version__ as runtime_version


def context(*args: str) -> click.Context:
    return compile_command.make_context("wordle-compile", list(args))


@pytest.fixture(autouse=True)
def command_that_tells() -> Iterator[None]:
    """Messages name the command that runs."""
    with context().scope():
        yield


def written(path: Path, *lines: str) -> str:
    path.write_text("\n".join((*lines, "")), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        pytest.param(("banana", "tomato"), "original-allowed has words of 5 letters", id="six letters"),
        pytest.param(("abmaß", "äpfel"), "original-allowed has none of them", id="another language"),
    ],
)
def test_answers_that_the_default_list_lacks_are_the_allowed_words_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], reason: str
) -> None:
    game = load_game(context("--answers", written(tmp_path / "mine.txt", *words)))

    assert game.allowed.words == game.answers.words == words
    assert capsys.readouterr().err == (
        f"wordle-compile: only the words of mine.txt are allowed guesses, since {reason} "
        "(--allowed names another list)\n"
    )


def test_answers_of_which_the_default_list_lacks_some_are_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"^1 of the 2 answers in mine\.txt is not in original-allowed \(abmaß\)"):
        load_game(context("--answers", written(tmp_path / "mine.txt", "crane", "abmaß")))


@pytest.mark.parametrize(
    ("answers", "n_answers", "n_allowed"),
    [
        ("nyt-2023-answers", 3158, 14855),
        ("nyt-2022-answers", 2309, 14855),
        ("nyt-2022-allowed", 14855, 14855),
        ("original-answers", 2315, 12972),
        ("original-allowed", 12972, 12972),
    ],
)
@pytest.mark.parametrize("is_default_today", [False, True])
def test_embedded_answers_bring_their_allowed_words(
    capsys: pytest.CaptureFixture[str], answers: str, n_answers: int, n_allowed: int, is_default_today: bool
) -> None:
    arguments = ["--answers", answers]
    of_today = position_command.make_context("wordle-analyze position", list(arguments))

    game = load_game(of_today if is_default_today else context(*arguments))

    assert (len(game.answers), len(game.allowed)) == (n_answers, n_allowed)
    assert capsys.readouterr().err == ""


def test_default_weight_is_that_of_the_answers_without_a_line(tmp_path: Path) -> None:
    game = load_game(context("--answers", written(tmp_path / "mine.txt", "banana", "papaya", "tomato")))
    weights = written(tmp_path / "weights.txt", "tomato 3")

    found = load_weighting(weights, game, Fraction(1, 2))

    # Integers in the same ratio: 1/2, 1/2 and 3.
    assert found is not None
    assert found.values == (1, 1, 6)
    with pytest.raises(InputError, match="banana"):
        load_weighting(weights, game)
    with pytest.raises(InputError, match="give --weights, too"):
        load_weighting(None, game, Fraction(1))


@pytest.mark.parametrize("command", [compile_command, analyze_command, tree_command], ids=lambda command: command.name)
def test_every_command_and_both_packages_tell_the_version(
    command: click.Command, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        command(["--version"], prog_name=command.name)

    assert runtime_version == __version__
    assert __version__ in capsys.readouterr().out
