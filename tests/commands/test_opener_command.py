"""`wordle-analyze opener`: what it prints and writes of a table written by hand, and how it refuses."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from hand_openers import HAND

from wordle_compiler.commands.analyze import analyze_command
from wordle_compiler.rankings import known_openers


@pytest.fixture(autouse=True)
def _hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_openers, "load_known_openers", lambda: (HAND,))


def ask(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(analyze_command, ["opener", *arguments], prog_name="wordle-analyze")
    return result.exit_code, result.stdout, result.stderr


def test_the_command_prints_what_is_proven() -> None:
    assert ask("Alpha", "oscar", "hotel", "--top", "2") == (
        0,
        "answers           rule  opener  rank  of  total    mean  worst case  proven    best    costs\n"
        "original-answers  any   alpha    3-4   7     35  3.5000     up to 6  exact     bravo  0.4000\n"
        "original-answers  any   oscar    3-6   7     34  3.4000              at least  bravo  0.3000\n"
        "original-answers  any   hotel          7                             no tree   bravo\n"
        "original-answers  any   bravo      1   7     31  3.1000           5  exact     bravo  0.0000\n"
        "original-answers  any   kappa      2   7     33  3.3000     up to 6  exact     bravo  0.2000\n",
        "",
    )


def test_the_command_prints_json_with_exact_fractions() -> None:
    assert ask("delta", "--json") == (
        0,
        '{"openers": [{"answers": "original-answers", "allowed": "original-allowed", "rule": "any", "max_guesses": 6, '
        '"n_answers": 10, "n_openers": 7, "opener": "delta", "first_rank": 3, "last_rank": 4, "total": 35, '
        '"mean": "7/2", "worst_case": 4, "proven": "exact", "best": "bravo", "best_total": 31, "costs": "2/5"}]}\n',
        "",
    )


def test_the_command_writes_the_table(tmp_path: Path) -> None:
    assert ask("--csv", str(tmp_path / "openers.csv")) == (0, "", "")
    assert (tmp_path / "openers.csv").read_text(encoding="utf-8").splitlines() == [
        "answers,rule,opener,first_rank,last_rank,total,mean,worst_case,proven",
        "original-answers,any,bravo,1,1,31,3.100000,5,exact",
        "original-answers,any,kappa,2,2,33,3.300000,,exact",
        "original-answers,any,alpha,3,4,35,3.500000,,exact",
        "original-answers,any,delta,3,4,35,3.500000,4,exact",
        "original-answers,any,oscar,3,6,34,3.400000,,at least",
        "original-answers,any,sigma,5,6,40,4.000000,,at least",
        "original-answers,any,hotel,,,,,,no tree",
    ]


def test_the_answer_needs_neither_numpy_nor_numba() -> None:
    script = (
        "import sys; from wordle_compiler.commands.analyze import analyze_command as run; "
        "run(['opener', 'salet'], standalone_mode=False); print({'numpy', 'numba'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert done.stdout.splitlines()[-1] == "set()"
