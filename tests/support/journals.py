"""A journal of a tiny search, with three openers and a cell: for what is kept in it, and for files that are refused."""

import contextlib
import sqlite3
from pathlib import Path

import numpy as np

from wordle_compiler.game.game import Game
from wordle_compiler.game.words import WordList
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.problem import INFEASIBLE
from wordle_compiler.solver.fixed_openers import OpenCell, SolvedCell
from wordle_compiler.solver.journal import Journal
from wordle_compiler.solver.leaderboard import OpenerResult
from wordle_compiler.solver.objective import Objective, Question

WORDS = WordList("words", ("bodge", "bumpy", "dumpy", "jumpy"))
GAME = Game(WORDS, WORDS)
QUESTION = Question(GAME, 6, Objective.TOTAL)
RESULTS = (OpenerResult(0, 7, True), OpenerResult(1, 9, False), OpenerResult(3, INFEASIBLE, True))


def cell_of(
    candidates: tuple[int, ...], demands: tuple[int, ...] = (0,) * 10, limit: int = 5, most: int = 9
) -> OpenCell:
    constraint = np.array((77, *demands), np.uint16)
    parent = TreeNode("bodge", solves=False)
    return OpenCell(parent, 5, np.array(candidates, np.int32), constraint, limit, largest_total=most)


CELL = cell_of((1, 2, 3))
TREE = TreeNode("bumpy", True, {3: TreeNode("dumpy", True, {9: TreeNode("jumpy", solves=True)})})


def write_journal(path: Path) -> Path:
    with Journal(path, QUESTION) as records:
        for result in RESULTS:
            records.record(6, result)
        records.record_cell(6, SolvedCell(CELL, TREE, 6), 3)
    return path


def n_cells(path: Path) -> int:
    with contextlib.closing(sqlite3.connect(path)) as db:
        n: int = db.execute("SELECT count(*) FROM fact WHERE key LIKE 'cell %'").fetchone()[0]
    return n
