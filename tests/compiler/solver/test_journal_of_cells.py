"""The journal of cells: a search below fixed first guesses that was stopped goes on to the same bytes."""

from __future__ import annotations

import contextlib
import itertools
import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgpack
import numpy as np
import pytest
from sampled import sampled
from small_games import GENEROUS, RULES, SmallGame, draw_weights, families_game, family_game, large_game

from wordle_compiler import InputError, compile_tree
from wordle_compiler.game.game import Game, Rule
from wordle_compiler.game.weights import Weights
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.solver import journal, planning
from wordle_compiler.solver.crew import Worker
from wordle_compiler.solver.fixed_openers import OpenCell
from wordle_compiler.solver.journal import Journal, JournalScope
from wordle_compiler.solver.objective import Objective
from wordle_compiler.solver.remote import OpenCellTask, SolvedCell

GAME = families_game(69).under(Rule.HARD)
SCOPE = JournalScope(GAME, 8, Objective.TOTAL)


@pytest.fixture(autouse=True)
def _small_memo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "MEMO_SLOTS", 1 << 13)
    monkeypatch.setattr(planning, "MEMO_POOL", 1 << 17)


def task_of(
    candidates: tuple[int, ...], demands: tuple[int, ...] = (0,) * 8, limit: int = 5, most: int = 9
) -> OpenCellTask:
    constraint = np.array((77, *demands), np.uint16)
    cell = OpenCell(TreeNode("abcd", solves=False), 5, np.array(candidates, np.int32), constraint, limit)
    return OpenCellTask(cell, limit, most)


TASK = task_of((1, 2, 7))
TREE = TreeNode("bcda", True, {3: TreeNode("cdab", True, {9: TreeNode("dabc", solves=True)})})


def n_cells(path: Path) -> int:
    with sqlite3.connect(path) as db:
        n: int = db.execute("SELECT count(*) FROM cell").fetchone()[0]
    db.close()
    return n


def test_a_tree_comes_back_for_the_same_task_alone(tmp_path: Path) -> None:
    none = task_of((1, 2, 8))
    with Journal(tmp_path / "proof.db", SCOPE) as records:
        records.record_cell(8, TASK, SolvedCell(TASK.cell, TREE, 6))
        records.record_cell(8, none, SolvedCell(none.cell, None, 31))
    with Journal(tmp_path / "proof.db", SCOPE) as records:
        again = task_of((1, 2, 7))
        assert records.known_cell(8, again) == SolvedCell(again.cell, TREE, 6)
        again = task_of((1, 2, 8))
        assert records.known_cell(8, again) == SolvedCell(again.cell, None, 31)
        for other in (
            task_of((1, 2)),
            task_of((1, 2, 7), (0,) * 7 + (1,)),
            task_of((1, 2, 7), limit=4),
            task_of((1, 2, 7), most=8),
        ):
            assert records.known_cell(8, other) is None
        # With weights, a total within another limit is in other units.
        assert records.known_cell(7, TASK) is None


@pytest.mark.parametrize(
    "change",
    [
        "total = total - 1",
        "tree = NULL",
        "tree = substr(tree, 1, 9)",
        "guesses_left = 4",
        "largest_total = 8",
        "cell = upper(cell)",
        "total = 'many'",
    ],
)
def test_a_cell_that_was_changed_is_not_believed(tmp_path: Path, change: str) -> None:
    path = tmp_path / "proof.db"
    with Journal(path, SCOPE) as records:
        records.record_cell(8, TASK, SolvedCell(TASK.cell, TREE, 6))
    with sqlite3.connect(path) as db:
        db.execute(f"UPDATE cell SET {change}")
    db.close()

    with pytest.raises(InputError, match="it is damaged"):
        Journal(path, SCOPE)


@pytest.mark.parametrize(
    ("rule", "objective"),
    # By default each objective under one rule, the rules in turn.
    sampled(
        sorted(
            itertools.product(RULES, Objective),
            key=lambda case: (list(Objective).index(case[1]) - RULES.index(case[0])) % len(RULES) != 0,
        ),
        len(Objective),
    ),
    ids=str,
)
def test_a_search_stopped_after_any_cell_ends_with_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rule: Rule, objective: Objective
) -> None:
    path = tmp_path / "proof.db"
    # The words of the second game are split into more cells.
    for small in (families_game(69), large_game(4, n_answers=(30, 40), n_allowed=(60, 80))):
        path.unlink(missing_ok=True)
        game = small.under(rule)

        def compile_it(game: Game = game, **others: Any) -> bytes:
            return compile_tree(
                game, max_guesses=GENEROUS, objective=objective, opener=game.answers.words[0], **others
            ).data

        plain = compile_it()
        kept = []
        for most in (1, 2, 4):
            with monkeypatch.context() as patch, contextlib.suppress(KeyboardInterrupt):
                patch.setattr(Journal, "record_cell", interrupted_after(most))
                compile_it(n_workers=1, journal=path)
            kept.append(n_cells(path))
        assert kept == sorted(kept)
        assert kept[0] == 1

        assert compile_it(n_workers=2, journal=path) == plain
        # Now that the journal has every cell, none is searched.
        with monkeypatch.context() as patch:
            if objective not in (Objective.WORST_CASE, Objective.WORST_CASE_THEN_TOTAL):
                patch.delattr(Worker, "solve")
            assert compile_it(journal=path) == plain
    # For the smallest worst case alone, a narrow search finds the tree, and some cell refutes a smaller one.
    assert kept[-1] == 7 or objective is Objective.WORST_CASE


def interrupted_after(most: int) -> Callable[..., None]:
    """Returns a `Journal.record_cell` that an interrupt follows once it has kept so many cells."""
    record, n_kept = Journal.record_cell, 0

    def record_cell(self: Journal, max_guesses: int, task: OpenCellTask, solved: SolvedCell) -> None:
        nonlocal n_kept
        record(self, max_guesses, task, solved)
        n_kept += 1
        if n_kept == most:
            raise KeyboardInterrupt

    return record_cell


def test_a_journal_serves_several_openers_and_their_pairs(tmp_path: Path) -> None:
    game, path = large_game(4).under(Rule.ANY), tmp_path / "proof.db"
    first, second, third = game.allowed.words[:3]
    for opener in (first, second, (first, second), (first, third), first):
        plain = compile_tree(game, max_guesses=GENEROUS, opener=opener).data
        assert compile_tree(game, max_guesses=GENEROUS, opener=opener, journal=path).data == plain


@pytest.mark.parametrize("seed", range(7))
def test_weighted_cells_are_kept(tmp_path: Path, seed: int) -> None:
    small, path = families_game(30 + seed), tmp_path / "proof.db"
    game = small.under(Rule.HARD)
    weights = Weights.of(draw_weights(small, seed), game.answers)
    opener = game.answers.words[-1]
    plain = compile_tree(game, max_guesses=GENEROUS, opener=opener, weights=weights).data
    for _ in range(2):
        again = compile_tree(game, max_guesses=GENEROUS, opener=opener, weights=weights, journal=path).data
        assert again == plain
    assert n_cells(path) > 0


def test_weighted_totals_of_another_limit_are_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Within each limit they have units of their own, and two guesses that tell nothing leave the cells of one."""
    path, base = tmp_path / "proof.db", family_game(26)
    one, other = "q" * len(base.answers[0]), "v" * len(base.answers[0])
    small = SmallGame("with two empty guesses", base.answers, tuple(sorted({*base.allowed, one, other})))
    game, dice = small.under(Rule.HARD), random.Random(26)
    weights = Weights.of({answer: dice.choice((1, 1, 2, 3, 4, 6, 8, 12)) for answer in base.answers}, game.answers)

    def compile_it(opener: tuple[str, ...], **others: Any) -> bytes:
        objective = Objective.TOTAL_THEN_WORST_CASE
        return compile_tree(game, max_guesses=7, objective=objective, weights=weights, opener=opener, **others).data

    with monkeypatch.context() as patch, contextlib.suppress(KeyboardInterrupt):
        patch.setattr(Journal, "record_cell", interrupted_after(1))
        compile_it((one, other), n_workers=1, journal=path)
    assert n_cells(path) == 1

    assert compile_it((one,), journal=path) == compile_it((one,))
    assert compile_it((one, other), journal=path) == compile_it((one, other))


def test_the_deepest_tree_comes_back(tmp_path: Path) -> None:
    deepest = TreeNode("last", solves=True)
    for depth in range(254):
        deepest = TreeNode(f"{depth}", True, {1: TreeNode("side", solves=True), 2: deepest})
    with Journal(tmp_path / "proof.db", SCOPE) as records:
        records.record_cell(8, TASK, SolvedCell(TASK.cell, deepest, 6))
    with Journal(tmp_path / "proof.db", SCOPE) as records:
        found = records.known_cell(8, TASK)

    def lines(node: TreeNode | None) -> list[tuple[int, str, bool, list[int]]]:
        assert node is not None
        return [(depth, one.guess, one.solves, list(one.children)) for depth, one in node.walk()]

    assert found is not None
    assert lines(found.node) == lines(deepest)


@pytest.mark.parametrize(
    "tree",
    [
        msgpack.packb([(0, "x", True, 1)] * 9999),
        "text",
        7,
        b"\xc1",
        b"\x00\xff",
        b"\x90",
        b"\x91\x94\x00\xa1x\xc3\x01",
        b"\x91\x05",
    ],
    ids=lambda tree: repr(tree)[:20],
)
def test_a_tree_that_is_none_is_one_line_whatever_its_checksum(tmp_path: Path, tree: object) -> None:
    path = tmp_path / "proof.db"
    with Journal(path, SCOPE) as records:
        records.record_cell(8, TASK, SolvedCell(TASK.cell, TREE, 6))
        seal = records._cell_row(journal._key_of(8, TASK), (6, tree))[-1]  # type: ignore[arg-type]
    with sqlite3.connect(path) as db:
        db.execute("UPDATE cell SET tree = ?, checksum = ?", (tree, seal))
    db.close()

    with pytest.raises(InputError, match="it is damaged"), Journal(path, SCOPE) as records:
        records.known_cell(8, TASK)


@pytest.mark.parametrize("statement", ["DROP TABLE cell", "ALTER TABLE cell DROP COLUMN total"])
def test_a_journal_without_its_cells_is_damaged(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "proof.db"
    Journal(path, SCOPE).__exit__(None, None, None)
    with sqlite3.connect(path) as db:
        db.execute(statement)
    db.close()

    with pytest.raises(InputError, match="it is damaged"):
        Journal(path, SCOPE)


def test_a_search_of_limited_width_leaves_nothing_and_takes_nothing(tmp_path: Path) -> None:
    game, path = large_game(4).under(Rule.ANY), tmp_path / "proof.db"
    opener = game.allowed.words[0]
    with pytest.raises(InputError, match="a search with an effort proves nothing"):
        compile_tree(game, opener=opener, options={"effort": 2}, journal=path)
    assert not path.exists()


@pytest.mark.parametrize("seconds", [1, 60])
def test_a_time_limit_leaves_facts_alone(tmp_path: Path, seconds: int) -> None:
    game, path = large_game(4).under(Rule.ANY), tmp_path / "proof.db"
    opener = game.allowed.words[0]
    plain = compile_tree(game, max_guesses=GENEROUS, opener=opener).data
    compile_tree(game, max_guesses=GENEROUS, opener=opener, options={"time_limit": seconds}, journal=path)

    assert compile_tree(game, max_guesses=GENEROUS, opener=opener, journal=path).data == plain


@pytest.mark.parametrize("rule", RULES, ids=str)
def test_a_time_limit_takes_what_the_journal_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rule: Rule) -> None:
    """A search that has all cells from the journal is complete, however little time it has."""
    game, path = large_game(4, n_answers=(30, 40), n_allowed=(60, 80)).under(rule), tmp_path / "proof.db"
    opener = game.answers.words[0]
    exact = compile_tree(game, max_guesses=GENEROUS, opener=opener, journal=path)
    monkeypatch.delattr(Worker, "solve")
    again = compile_tree(game, max_guesses=GENEROUS, opener=opener, options={"time_limit": 1}, journal=path)

    assert again.report.status == "optimal below opener"
    assert again.report.total == exact.report.total


SCRIPT = """
import sys
from test_journal_of_cells import GAME
from wordle_compiler import compile_tree
from wordle_compiler.solver import journal
journal.WRITE_SECONDS = 0.0
def progress(done, total, note):
    if note.endswith(": answers"):
        print(done, flush=True)
        if done * 2 > total:
            sys.stdin.read()
compile_tree(GAME, max_guesses=8, opener=GAME.answers.words[0], journal=sys.argv[1], progress=progress)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_a_killed_search_goes_on_to_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(Path(__file__).parent), *sys.path]))
    path = tmp_path / "proof.db"
    with subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if 2 * int(line) > len(GAME.answers):
                break
        process.send_signal(signal.SIGKILL)

    assert process.returncode == -signal.SIGKILL
    assert n_cells(path) > 0
    opener = GAME.answers.words[0]
    again = compile_tree(GAME, max_guesses=8, opener=opener, journal=path)
    assert again.data == compile_tree(GAME, max_guesses=8, opener=opener).data


def test_results_wait_for_the_next_batch_while_a_cell_takes_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1000.0
    monkeypatch.setattr(journal.time, "monotonic", lambda: now)
    with Journal(tmp_path / "proof.db", SCOPE) as records:
        records.record_cell(8, TASK, SolvedCell(TASK.cell, TREE, 6))
        assert records.known_cell(8, TASK) is None
        now += journal.WRITE_SECONDS
        records.write_if_due()
        assert records.known_cell(8, TASK) is not None
