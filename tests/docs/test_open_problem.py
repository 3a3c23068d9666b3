"""The commands of docs/open-problem.md prove what the page says. They take up to minutes each."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = (Path(__file__).parent.parent.parent / "docs" / "open-problem.md").read_text(encoding="utf-8").splitlines()

RUNS = [
    pytest.param(
        [
            "wordle-compile --answers nyt-2023-answers --rule hard --objective worst-case --start salet "
            "--max-guesses 8 -o salet.tree --certificate salet.proof",
            "wordle-check salet.tree salet.proof",
        ],
        0,
        "no tree that opens with salet solves all 3158 answers within 6 guesses",
        id="hard below SALET today",
    ),
    pytest.param(
        ["wordle-compile --answers nyt-2023-answers --objective worst-case --certificate four.proof"],
        0,
        "worst case 5 guesses\nclaimed    optimal (worst case, within 6 guesses, rule any): no other "
        "such tree has a smaller worst case, whatever its opener\n",
        id="four guesses today",
    ),
    pytest.param(
        [
            "wordle-compile --answers original-allowed --objective worst-case --certificate five.proof -o six.tree",
            "wordle-check six.tree five.proof --answers original-allowed --allowed original-allowed",
        ],
        0,
        "no tree solves all 12,972 answers within 5 guesses",
        id="five guesses for all words",
    ),
    pytest.param(
        ["wordle-compile --answers original-allowed --rule hard --objective worst-case --max-guesses 6"],
        1,
        "no tree of this game solves every answer within 6 guesses, whatever its opener",
        id="hard, six guesses for all words",
    ),
    pytest.param(
        ["wordle-compile --answers original-allowed --rule hard --start thump --max-guesses 7"],
        0,
        "total      58715\nmean       4.5263\nworst case 7 guesses\nclaimed    optimal below opener",
        id="hard, the best tree below THUMP",
    ),
]


def test_the_page_has_each_command() -> None:
    assert [command for run in RUNS for command in run.values[0] if command not in PAGE] == []  # type: ignore[operator, union-attr]


@pytest.mark.slow
@pytest.mark.parametrize(("commands", "status", "said"), RUNS)
def test_the_commands_of_the_open_problem(commands: list[str], status: int, said: str, tmp_path: Path) -> None:
    environment = {**os.environ, "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))}
    for command in commands:
        result = subprocess.run(
            shlex.split(command), cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert result.returncode == status, result.stderr

    assert said in result.stdout + result.stderr
