"""The documentation names every command, option, rule, strategy and list; the help does too."""

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from wordle_compiler.commands.analyze import analyze_command
from wordle_compiler.commands.compile import compile_command
from wordle_compiler.commands.game_options import GAMES
from wordle_compiler.commands.tree import tree_command
from wordle_compiler.game.game import Rule
from wordle_compiler.game.lists import LIST_NAMES
from wordle_compiler.strategies import get_strategy, strategy_names
from wordle_trees import names as tree_names

ROOT = Path(__file__).parent.parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
OPTIONS = (ROOT / "docs" / "options.md").read_text(encoding="utf-8")
PAGES = sorted((ROOT / "docs").glob("*.md"))
GUIDE = README + "".join(page.read_text(encoding="utf-8") for page in PAGES)


def commands() -> Iterator[tuple[str, click.Command]]:
    """Yields each click command under the name that a user types."""
    yield "wordle-compile", compile_command
    for group in (analyze_command, tree_command):
        for name, command in group.commands.items():
            yield f"{group.name} {name}", command


def options() -> Iterator[tuple[str, str]]:
    for name, command in commands():
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                yield name, max(parameter.opts, key=len)


@pytest.mark.parametrize("name", [name for name, _ in commands()])
def test_the_guide_shows_the_command(name: str) -> None:
    assert f"$ {name} " in GUIDE or f"&& {name} " in GUIDE


@pytest.mark.parametrize(("command", "option"), list(options()), ids="".join)
def test_the_options_page_names_the_option(command: str, option: str) -> None:
    assert f"`{option}" in OPTIONS or f"`, `{option}" in OPTIONS or f" {option}" in OPTIONS, (
        f"{option} of {command} is missing from docs/options.md"
    )


@pytest.mark.parametrize("name", strategy_names())
def test_guide_and_help_explain_the_strategy(name: str) -> None:
    help_text = CliRunner().invoke(compile_command, ["--help"], terminal_width=200).output

    assert f"`{name}`" in GUIDE
    assert get_strategy(name).summary in help_text


@pytest.mark.parametrize("rule", list(Rule))
def test_guide_and_help_name_the_rule(rule: Rule) -> None:
    assert f"`{rule}`" in GUIDE
    assert rule in CliRunner().invoke(compile_command, ["--help"]).output


@pytest.mark.parametrize("name", LIST_NAMES)
def test_guide_and_help_name_the_list(name: str) -> None:
    assert f"| `{name}` |" in GUIDE
    assert name in CliRunner().invoke(compile_command, ["--help"], terminal_width=200).output


@pytest.mark.parametrize("name", GAMES)
def test_guide_and_help_name_the_game(name: str) -> None:
    assert f"`{name}`" in GUIDE
    assert name in CliRunner().invoke(compile_command, ["--help"], terminal_width=200).output


@pytest.mark.parametrize("name", tree_names())
def test_guide_names_the_bundled_tree(name: str) -> None:
    assert f"`{name}`" in GUIDE


@pytest.mark.parametrize(("name", "command"), list(commands()), ids=[name for name, _ in commands()])
def test_help_explains_every_option_and_shows_an_example(name: str, command: click.Command) -> None:
    result = CliRunner().invoke(command, ["--help"], prog_name=name)

    assert result.exit_code == 0
    assert result.stderr == ""
    assert f" {name} " in result.output.partition("Examples:")[2]
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, f"{parameter.opts} has no help"


def test_readme_shows_the_two_commands_on_the_first_screen() -> None:
    first_screen = README.split("\n## ")[0].splitlines()

    assert [line for line in first_screen if line.startswith("$ ")] == [
        "$ pip install '.[compiler]' && wordle-compile --strategy optimal --start plate",
        "$ pip install '.[test]' && pytest",
    ]
    assert len(first_screen) <= 40


def test_readme_is_read_in_one_sitting() -> None:
    assert len(README.splitlines()) <= 200


def test_every_page_is_in_the_site() -> None:
    nav = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("nav:")[2]

    assert [page.name for page in PAGES if page.name not in nav] == []


def test_readme_says_whose_game_it_is() -> None:
    assert "not affiliated with" in README
    assert "The New York Times Company" in README


def test_links_between_the_pages_lead_somewhere() -> None:
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        for target, anchor in re.findall(r"\]\((?!https?:)([^)#]*)(#[^)]*)?\)", page.read_text(encoding="utf-8")):
            file = page if not target else (page.parent / target)
            assert file.exists(), f"{page.name} links to {target}"
            if anchor and file.suffix == ".md":
                headings = re.findall(r"^#+ (.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
                slugs = [re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings]
                assert anchor[1:] in slugs, f"{page.name} links to {target}{anchor}"
