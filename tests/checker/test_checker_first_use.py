"""The first check: another process compiles kernels for it, the same ones, and never outlives it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from checker_positions import game_of
from checker_writer import make_case
from tiny_games import tiny_game
from waiting import SECONDS

from wordle_checker.fast import first_use, lookahead, shortfalls, sifting
from wordle_checker.fast.lemmas import NO_CLASSES, Goal, LemmaChecker
from wordle_checker.game import Game

KERNELS = (sifting.sift, lookahead.first_unproven, shortfalls.find_shortfall)
WORDS = ("aab", "aba", "baa")


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[bytes]]:
    """Lists the processes that are started, as if no kernel were stored."""
    processes = []

    def start(*arguments: Any, **options: Any) -> subprocess.Popen[bytes]:
        processes.append(popen(*arguments, **options))
        return processes[-1]

    popen = subprocess.Popen
    monkeypatch.setattr(first_use, "is_first_use", lambda: True)
    monkeypatch.setattr(first_use.subprocess, "Popen", start)
    return processes


@pytest.mark.parametrize(
    ("name", "rule"),
    [("few-branches", "any"), ("few-branches", "hard"), ("few-branches", "candidates"), ("codes", "any")],
)
def test_the_kernels_are_those_that_a_check_needs(name: str, rule: str) -> None:
    game, arrays, _ = game_of(name, rule)
    candidates = np.arange(len(game.answers), dtype=np.int32)
    demands = np.zeros(game.length + arrays.n_symbols, dtype=np.int32)
    guesses = arrays.guess_of if rule == "candidates" else np.arange(len(game.allowed), dtype=np.int32)
    goal = Goal(candidates, 5, demands, guesses, NO_CLASSES, 1000)
    found = LemmaChecker(arrays, np.zeros(1, dtype=np.int64)).find_shortfall(goal, np.empty((0, 3), dtype=np.int64))
    before = [list(kernel.signatures) for kernel in KERNELS]  # type: ignore[attr-defined]

    first_use._compile(game.kind, rule)

    # A guess falls short, so the last of the three was needed, too.
    assert found[0] >= 0
    assert [list(kernel.signatures) for kernel in KERNELS] == before  # type: ignore[attr-defined]


def test_the_process_ends_with_the_check(started: list[subprocess.Popen[bytes]]) -> None:
    with first_use.compiling_lemmas(Game("wordle", "any", WORDS, WORDS)):
        (process,) = started
        assert process.returncode is None

    assert process.returncode is not None


def test_the_process_ends_with_one_that_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    process = first_use._start(Game("wordle", "any", WORDS, WORDS))
    assert process is not None

    # All that the system does with what a killed process had open.
    process.stdin.close()

    assert process.wait(SECONDS) == 1


def test_feedbacks_that_do_not_fit_into_a_byte_are_left_to_the_check(started: list[subprocess.Popen[bytes]]) -> None:
    with first_use.compiling_lemmas(Game("wordle", "any", ("abcdef",), ("abcdef",))):
        pass

    assert not started


@pytest.mark.parametrize("answer", ["is_first_use", "are_kernels_kept"])
def test_nothing_is_started_once_kernels_are_stored_nor_where_they_cannot_be(
    started: list[subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    monkeypatch.setattr(first_use, answer, lambda: False)
    with first_use.compiling_lemmas(Game("wordle", "any", WORDS, WORDS)):
        pass

    assert not started


@pytest.mark.usefixtures("started")
def test_a_system_that_allows_no_process_is_not_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")

    with first_use.compiling_lemmas(Game("wordle", "any", WORDS, WORDS)):
        pass


@pytest.mark.slow
@pytest.mark.parametrize("rule", ["any", "hard", "candidates"])
def test_a_first_check_in_two_processes_needs_the_kernels_of_one_in_one(tmp_path: Path, rule: str) -> None:
    game = next(game for game in map(tiny_game, range(1000)) if game.rule == rule and len(game.answers) > 4)
    case = make_case(game, "total", 6)
    assert case is not None
    (tmp_path / "t.tree").write_bytes(case.tree)
    (tmp_path / "t.proof").write_bytes(case.certificate.encode())
    (tmp_path / "answers").write_text("\n".join(case.game.answers), encoding="utf-8")
    (tmp_path / "allowed").write_text("\n".join(case.game.allowed), encoding="utf-8")
    stored = {}
    for n_workers in (1, 2):
        folder = tmp_path / str(n_workers)
        done = subprocess.run(
            [
                *(sys.executable, "-m", "wordle_checker", "t.tree", "t.proof", "--answers", "answers"),
                *("--allowed", "allowed", "-j", str(n_workers)),
            ],
            cwd=tmp_path,
            env=os.environ | {"NUMBA_CACHE_DIR": str(folder)},
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=True,
        )
        assert done.stdout.startswith("proven: ")
        stored[n_workers] = {path.name for path in folder.rglob("*.nbc")}

    assert stored[1] <= stored[2]
    # Of each kernel as many kinds, unless only the other process needs it.
    kernels = {name.rsplit(".", 2)[0] for name in stored[1]}
    assert {name for name in stored[2] if name.rsplit(".", 2)[0] in kernels} == stored[1]
