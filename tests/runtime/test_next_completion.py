"""`wordle-next --completion`: the scripts as the shells themselves run them."""

import shutil
import subprocess

import pytest
from next_runs import run
from waiting import SECONDS

import wordle_trees
from wordle_runtime.next.command import OPTIONS

FLAGS = [f"--{name}" for name in OPTIONS]


def script(shell: str) -> str:
    return run("--completion", shell).out


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
