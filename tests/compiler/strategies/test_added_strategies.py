"""Strategies of other packages: found by their entry point, listed, played; one that cannot be loaded is one line."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from wordle_compiler import InputError, get_strategy, strategy_names
from wordle_compiler.commands.compile import compile_command
from wordle_runtime import load

Add = Callable[..., None]

MODULE = """
from wordle_compiler.strategies.heuristic import DecisionPoint, Heuristic


class LastCandidate(Heuristic):
    name = "last"
    summary = "the last candidate in list order"
    options = ()

    def choose(self, position: DecisionPoint) -> int:
        return int(position.candidate_guesses[-1])


ready = LastCandidate()
ready.name = "ready"
"""


@pytest.fixture
def add(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Add:
    """Installs a package with entry points, as `pip install` leaves it."""

    def install(**points: str) -> None:
        (tmp_path / "last_module.py").write_text(MODULE)
        (tmp_path / "broken_module.py").write_text("import a_module_that_is_missing")
        info = tmp_path / "last-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: last\nVersion: 1.0\n")
        lines = [f"{name} = {value}" for name, value in points.items()]
        (info / "entry_points.txt").write_text("\n".join(["[wordle_compiler.strategies]", *lines, ""]))
        monkeypatch.syspath_prepend(str(tmp_path))
        monkeypatch.chdir(tmp_path)

    return install


def compiled(*args: str) -> Result:
    words = Path("words.txt")
    words.write_text("bat\ncat\nhat\nhit\n")
    return CliRunner().invoke(compile_command, ["--answers", str(words), "--quiet", *args], prog_name="wordle-compile")


def test_a_strategy_of_another_package_is_played_and_listed(add: Add) -> None:
    add(last="last_module:LastCandidate", ready="last_module:ready", optimal="last_module:LastCandidate")

    assert compiled("--strategy", "last", "-o", "last.tree").exit_code == 0
    assert (load("last.tree").opener, load("last.tree").info.strategy) == ("hit", "last")
    assert strategy_names()[-2:] == ("last", "ready")
    assert strategy_names().count("optimal") == 1
    assert type(get_strategy("optimal")).__name__ == "Optimal"
    assert get_strategy("ready").name == "ready"
    assert "the last candidate in list order" in compiled("--help").stdout


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("broken_module:Last", "ModuleNotFoundError: No module named 'a_module_that_is_missing'"),
        ("last_module:Missing", "AttributeError: "),
        ("last_module:MODULE", "AttributeError: "),
        ("last_module:DecisionPoint", "TypeError: "),
        ("last_module:LastCandidate", "TypeError: it is not a Strategy whose name is 'odd'"),
    ],
)
def test_a_strategy_that_cannot_be_loaded_is_one_line_that_names_it(add: Add, value: str, said: str) -> None:
    add(odd=value)
    result = compiled("--strategy", "odd", "-o", "odd.tree")

    assert result.exit_code == 2
    assert result.stderr.splitlines()[-1].startswith(
        f"wordle-compile: strategy 'odd' of {value} cannot be loaded ({said}"
    )
    assert not Path("odd.tree").exists()
    # The others, and the list of all, are not disturbed.
    assert compiled("--strategy", "first", "-o", "first.tree").exit_code == 0
    assert f"strategy 'odd' of {value}" in " ".join(compiled("--help").stdout.split())
    with pytest.raises(InputError, match=r"choose one of optimal, .*, odd$"):
        get_strategy("magic")
