"""The verifier stands alone: no compiler, the lists read by itself, exit statuses as those of the other commands."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tree_changes import LISTS
from tree_model import TreeModel
from waiting import SECONDS
from wrong_trees import WRONG_TREES

import wordle_runtime
import wordle_trees

FIXTURES = Path(__file__).parent.parent / "fixtures"
PLAIN = FIXTURES / "format-1.0.tree"
WEIGHED = FIXTURES / "format-1.1-weights.tree"
LISTS_FOLDER = Path(wordle_trees.__path__[0]) / "lists"


def run(*arguments: str, cwd: Path, stdin: bytes = b"", path: Path | None = None) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, **({} if path is None else {"PYTHONPATH": str(path)})}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=cwd,
        input=stdin,
        env=environment,
        capture_output=True,
        check=False,
        timeout=SECONDS,
    )


def verify(*arguments: str, cwd: Path, stdin: bytes = b"") -> tuple[int, str, str]:
    done = run("-m", "wordle_runtime.verification", *arguments, cwd=cwd, stdin=stdin)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Holds a tree and its lists."""
    shutil.copy(PLAIN, tmp_path / "x.tree")
    shutil.copy(WEIGHED, tmp_path / "weighed.tree")
    (tmp_path / "answers").write_text("jumpy\nBumpy\r\n\n dumpy \n", encoding="utf-8")
    (tmp_path / "allowed").write_text("bumpy\ndumpy\njumpy\nbodge\n", encoding="utf-8")
    (tmp_path / "weights").write_text("jumpy;0.07\nbumpy, 3.0\ndumpy 0\ncrane 5\n", encoding="utf-8")
    return tmp_path


def test_verifying_needs_the_runtime_alone(folder: Path, tmp_path: Path) -> None:
    """In an interpreter without site-packages and the clone, but for the runtime, the trees and msgpack."""
    import msgpack

    alone = tmp_path / "alone"
    for package in (wordle_runtime, wordle_trees, msgpack):
        source = Path(package.__path__[0])
        shutil.copytree(source, alone / source.name, ignore=shutil.ignore_patterns("__pycache__"))
    command = ("-S", "-m", "wordle_runtime.verification", "salet", "--answers", "original-answers")

    done = run(*command, "--allowed", str(LISTS_FOLDER / "original-allowed.txt"), cwd=folder, path=alone)

    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == b"salet holds: 2315 of 2315 answers solved, total 7920, worst case 5\n"
    hidden = run("-S", "-c", "import wordle_compiler", cwd=folder, path=alone)
    assert b"No module named 'wordle_compiler'" in hidden.stderr


def test_tree_that_holds(folder: Path) -> None:
    assert verify("x.tree", cwd=folder) == (
        0,
        "x.tree holds: 3 of 3 answers solved, total 6, worst case 2 "
        "(give --allowed to check that its guesses are allowed words)\n",
        "",
    )
    # 300, 0 and 7 once they are whole numbers.
    assert verify("weighed.tree", "--weights", "weights", "--allowed", "allowed", cwd=folder)[:2] == (
        0,
        "weighed.tree holds: 3 of 3 answers solved, total 6, weighted total 321, worst case 3\n",
    )


def test_one_list_on_standard_input_may_be_both(folder: Path) -> None:
    tree = TreeModel.of(PLAIN.read_bytes())
    tree.entries["game"]["allowed"] = tree.entries["game"]["answers"]
    tree.answers, tree.others, tree.guess = ["bumpy", "dumpy", "jumpy"], [], [0, 0, 0]
    tree.children, tree.feedback = [1, 1, 0], [80, 80]
    (folder / "same.tree").write_bytes(tree.recount().pack())

    status, said, _ = verify("same.tree", "--answers", "-", "--allowed", "-", cwd=folder, stdin=b"bumpy\ndumpy\njumpy")

    assert (status, said) == (0, "same.tree holds: 3 of 3 answers solved, total 6, worst case 3\n")


@pytest.mark.parametrize("as_json", [False, True], ids=["text", "json"])
def test_tree_that_does_not_hold(folder: Path, as_json: bool) -> None:
    kind = next(kind for kind in WRONG_TREES if kind.words == "two answers stand in each other's place")
    (folder / "wrong.tree").write_bytes(kind.pack())

    status, said, errors = verify("wrong.tree", *(["--json"] if as_json else []), cwd=folder)

    reasons = json.loads(said)["reasons"] if as_json else said.splitlines()
    assert (status, errors) == (1, "")
    assert "guarantee.total is 6, the replay gives 2" in reasons
    assert not as_json or json.loads(said)["holds"] is False


def test_every_base_of_the_wrong_trees_has_lists() -> None:
    assert {kind.base for kind in WRONG_TREES} == set(LISTS)
