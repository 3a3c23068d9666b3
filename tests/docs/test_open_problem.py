"""The commands of docs/open-problem.md prove what the page says. They take up to minutes each."""

import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

PAGE = (Path(__file__).parent.parent.parent / "docs" / "open-problem.md").read_text(encoding="utf-8").splitlines()

COMPILE = "wordle-compile --answers"
RUNS = {
    "hard below SALET today": (
        *(0, "no tree that opens with salet solves all 3158 answers within 6 guesses"),
        f"{COMPILE} nyt-2023-answers --rule hard --objective worst-case --start salet "
        "--max-guesses 8 -o salet.tree --certificate salet.proof",
        "wordle-check salet.tree salet.proof",
    ),
    "four guesses today": (
        0,
        "worst case 5 guesses\nclaimed    optimal (worst case, within 6 guesses, rule any): no other "
        "such tree has a smaller worst case, whatever its opener\n",
        f"{COMPILE} nyt-2023-answers --objective worst-case --certificate four.proof",
    ),
    "five guesses for all words": (
        *(0, "no tree solves all 12,972 answers within 5 guesses"),
        f"{COMPILE} original-allowed --objective worst-case --certificate five.proof -o six.tree",
        "wordle-check six.tree five.proof --answers original-allowed --allowed original-allowed",
    ),
    "hard, six guesses for all words": (
        *(1, "no tree of this game solves every answer within 6 guesses, whatever its opener"),
        f"{COMPILE} original-allowed --rule hard --objective worst-case --max-guesses 6",
    ),
    "hard, the best tree below THUMP": (
        *(0, "total      58715\nmean       4.5263\nworst case 7 guesses\nclaimed    optimal below opener"),
        f"{COMPILE} original-allowed --rule hard --start thump --max-guesses 7",
    ),
}


def test_the_page_has_each_command() -> None:
    assert [command for _, _, *commands in RUNS.values() for command in commands if command not in PAGE] == []


@pytest.mark.slow
@pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)
def test_the_commands_of_the_open_problem(run: tuple[Any, ...], tmp_path: Path) -> None:
    status, said, *commands = run
    environment = {**os.environ, "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))}
    for command in commands:
        result = subprocess.run(
            shlex.split(command), cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert result.returncode == status, result.stderr

    assert said in result.stdout + result.stderr
