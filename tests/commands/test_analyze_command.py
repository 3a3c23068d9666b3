"""`wordle-analyze`: what a ranking puts on which stream, and what it has in common with other commands."""

import io
import json
from pathlib import Path

import pytest
from command_runs import wordle_analyze, wordle_compile, wordle_tree

from wordle_runtime.next.command import main as next_main

pytestmark = pytest.mark.usefixtures("folder")


@pytest.mark.parametrize("form", [[], ["--json"]], ids=["text", "json"])
def test_no_tree_leaves_standard_output_empty(form: list[str]) -> None:
    arguments = "openers all --max-guesses 1 --answers four --allowed four -o -"
    result = wordle_analyze(*arguments.split(), *form)

    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.endswith("no tree was written: no opener can solve every answer within the limit (proven)\n")


def test_answers_are_included_and_excluded_as_in_wordle_next() -> None:
    Path("new").write_text("zloty\n")
    Path("past").write_text("optic\nsalve\nzzzzz\nzloty\n")
    Path("none").write_text("# none so far\n")
    changes = ["--include", "new", "--exclude", "past"]
    listed, told = io.StringIO(), io.StringIO()
    next_main(["tarse", "y____", "donut", "_y__y", "--list", *changes], stdout=listed, stderr=told)

    assert told.getvalue().startswith("wordle-next: past has 1 word that the game does not: zzzzz\nwordle-next: 3 ")
    found = json.loads(wordle_analyze("position", "tarse", "y____", "donut", "_y__y", "--json", "-j1", *changes).stdout)
    judged = json.loads(wordle_analyze("game", "tarse", "y____", "donut", "_y__y", "--json", "-j1", *changes).stdout)

    assert found["candidates"] == judged["turns"][1]["words_after"] == ["cloth", "photo", "zloty"]
    assert listed.getvalue().split()[:3] == found["candidates"]
    assert found["answers"] == "nyt-2023-answers, changed by --include and --exclude"
    unchanged = json.loads(wordle_analyze("position", "crane", "__y_g", "--exclude", "none", "--json").stdout)
    assert unchanged["answers"] == "nyt-2023-answers"


@pytest.mark.parametrize(
    ("turns", "number"), [("tarse:ggggg", 1), ("crane __y_g false ggggg", 2), ("1122 4b --game mastermind", 1)]
)
def test_a_solved_game_is_said_to_be_solved(turns: str, number: int) -> None:
    result, as_json = (wordle_analyze("position", *turns.split(), *form) for form in ([], ["--json"]))

    said = f"wordle-analyze position: solved at turn {number}: there is no next guess\n"
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", said)
    assert json.loads(as_json.stdout) == {"guess": None, "turn": number, "is_solved": True}


TURNS = ("bumpy:_gggg", "bumpy:⬜🟧🟧🟧🟧", "bumpy|-gggg", "bumpy|⬛🟩🟩🟩🟩", "bumpy BGGGG", "bumpy 02222")


@pytest.mark.parametrize("turn", [text.split("|") for text in TURNS], ids=TURNS)
def test_turns_are_written_alike_everywhere(turn: list[str]) -> None:
    """BUMPY leaves DUMPY and JUMPY: by `wordle-next`, `wordle-analyze position` and `game`, `wordle-tree export`."""
    lists = ["--answers", "four", "--allowed", "four"]
    tree = "bumpy.tree"
    assert wordle_compile(*lists, "--start", "bumpy", "-o", tree).exit_code == 0
    next_guess = io.StringIO()

    next_main(["--tree", tree, *turn], None, next_guess, io.StringIO())
    position = wordle_analyze("position", *turn, *lists, "-j", "1")
    game = wordle_analyze("game", *turn, "dumpy", *lists, "-j", "1")
    path = [argument for part in turn for argument in ("--path", part)]
    exported = wordle_tree("export", tree, *path, "--format", "json")

    assert next_guess.getvalue() == "dumpy\n"
    assert "\nposition   bumpy _gggg\nleft       2 answers: dumpy, jumpy; 5 guesses\n" in position.stdout
    assert "\n   1  bumpy  _gggg " in game.stdout
    assert "\n   2  dumpy  ggggg " in game.stdout
    assert exported.exit_code == 0, exported.output
    assert "dumpy" in exported.stdout
    assert '"bumpy"' not in exported.stdout.partition('"nodes"')[2]
