"""The game that the options name: which list of allowed words goes with the answers, and the weight of the rest."""

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
from wordle_compiler.machine.errors import InputError
from wordle_runtime import __version__ as runtime_version
from wordle_runtime.commit import commit


def context(*args: str, of: click.Command = compile_command) -> click.Context:
    needed = ["all"] if any(isinstance(one, click.Argument) and one.required for one in of.params) else []
    return of.make_context(of.name, [*needed, *args])


@pytest.fixture(autouse=True)
def command_that_tells() -> Iterator[None]:
    """Messages name the command that runs."""
    with context().scope():
        yield


def written(path: Path, *lines: str) -> str:
    path.write_text("\n".join((*lines, "")), encoding="utf-8")
    return str(path)


ONLY = "only the words of mine.txt are allowed guesses, since {}; --allowed names another list"


TAKE_LISTS = [
    command
    for command in (compile_command, *analyze_command.commands.values(), *tree_command.commands.values())
    if {"answers", "rule"} <= {parameter.name for parameter in command.params}
]


def test_commands_that_take_the_game_s_lists() -> None:
    names = ["wordle-compile", "openers", "pairs", "position", "game", "strategies", "import"]
    assert sorted(command.name or "" for command in TAKE_LISTS) == sorted(names)


@pytest.mark.parametrize("command", TAKE_LISTS, ids=lambda command: command.name)
@pytest.mark.parametrize(
    ("words", "allowed", "said"),
    [
        ("banana tomato", "mine.txt", ONLY.format("the words of nyt-2022-allowed have 5 letters")),
        ("abmaß äpfel", "mine.txt", ONLY.format("nyt-2022-allowed lacks 2 of them (abmaß, äpfel)")),
        ("abmaß crane slate", "mine.txt", ONLY.format("nyt-2022-allowed lacks 1 of them (abmaß)")),
        ("crane slate", "original-allowed", ""),
        (
            *("amaro crane", "nyt-2022-allowed"),
            "the words of nyt-2022-allowed are allowed guesses, since it holds every word of mine.txt",
        ),
    ],
)
def test_own_answers_have_the_bundled_list_that_holds_them_or_are_the_allowed_words_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: click.Command, words: str, allowed: str, said: str
) -> None:
    game = load_game(context("--answers", written(tmp_path / "mine.txt", *words.split()), "--hard", of=command))

    assert (" ".join(game.answers.words), game.rule) == (words, "hard")
    assert game.allowed.words == game.answers.words if allowed == "mine.txt" else game.allowed.name == allowed
    assert capsys.readouterr().err == (f"wordle-compile: {said}\n" if said else "")


@pytest.mark.parametrize("command", TAKE_LISTS, ids=lambda command: command.name)
@pytest.mark.parametrize(
    ("lists", "n_answers", "n_allowed"),
    [
        ("--answers nyt-2023-answers", 3158, 14855),
        ("--answers nyt-2022-answers", 2309, 14855),
        ("--answers nyt-2022-allowed", 14855, 14855),
        ("--answers original-answers", 2315, 12972),
        ("--answers original-allowed", 12972, 12972),
        ("--allowed nyt-2022-allowed", 3158, 14855),
        ("--allowed original-allowed", 2315, 12972),
        ("--allowed original-answers", 2315, 2315),
    ],
)
def test_one_list_brings_the_other_that_belongs_to_it(
    capsys: pytest.CaptureFixture[str], command: click.Command, lists: str, n_answers: int, n_allowed: int
) -> None:
    game = load_game(context(*lists.split(), of=command))

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
    assert capsys.readouterr().out == f"{command.name} {__version__} (commit {commit()})\n"
