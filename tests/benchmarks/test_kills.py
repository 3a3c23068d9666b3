"""The scripts of the hundred kills and the hundred million lookups, on a small setting: all holds, and they notice."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest

import wordle_trees
from wordle_runtime import load

BENCHMARKS = Path(__file__).parent.parent.parent / "benchmarks"


@pytest.fixture
def lookups(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    import lookups_concurrent

    return lookups_concurrent


def run_quick(script: str, values: Path) -> list[dict[str, object]]:
    command = [sys.executable, str(BENCHMARKS / script), "--quick", "--json", str(values)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=280, check=False)
    assert done.returncode == 0, done.stderr
    tables = json.loads(values.read_text(encoding="utf-8"))["tables"]
    return [row for table in tables for row in table["rows"]]


def test_killed_runs_end_with_the_same_bytes(tmp_path: Path) -> None:
    rows = run_quick("kills.py", tmp_path / "values.json")
    counts = {str(row["what"]): row["count"] for row in rows if "what" in row}

    assert counts["runs"] == 2
    assert counts["runs that ended with the bytes of the undisturbed run, table and tree"] == 2
    assert counts["files that were neither the old nor the new one after a kill"] == 0
    assert counts["of them still there after the end of the run"] == 0
    assert isinstance(counts["kills"], int)
    assert counts["kills"] == sum(row["kills"] for row in rows if "moment" in row) > 0


def test_lookups_from_threads_and_processes_are_right(tmp_path: Path) -> None:
    (row,) = run_quick("lookups_concurrent.py", tmp_path / "values.json")

    assert isinstance(row["lookups"], int)
    assert row["lookups"] >= 100_000
    assert (row["threads"], row["processes"], row["wrong"], row["errors"]) == (4, 2, 0, 0)


def test_the_expected_guesses_are_those_of_the_published_tree(lookups: ModuleType) -> None:
    games = lookups.play_all(Path(wordle_trees.path("salet")).read_bytes())

    # The published total of SALET, and its histogram.
    assert sum(len(game.turns) for game in games) == 7920
    assert Counter(len(game.turns) for game in games) == {2: 93, 3: 1233, 4: 910, 5: 79}
    assert {game.turns[0][0] for game in games} == {"salet"}
    light = next(game for game in games if game.turns[-1][0] == "light")
    # __y_g, then _yy_y: as `wordle-tree play salet --answer light` has them in the README.
    assert light.turns == (("salet", 11), ("bling", 37), ("light", 242))
    assert light.nexts == ("bling", "light", None)


def test_a_wrong_lookup_is_counted(lookups: ModuleType) -> None:
    tree = load("salet")
    games = lookups.play_all(tree.data)
    wrong = [game._replace(nexts=("wrong", *game.nexts[1:])) if not n % 5 else game for n, game in enumerate(games)]

    # 463 of the 2315 games, played twice: by step, and by next_guess.
    assert lookups.look_up(tree, games, 0, 2 * 7920) == (15840, 0)
    assert lookups.look_up(tree, wrong, 7, 2 * 7920) == (15840, 2 * 463)
