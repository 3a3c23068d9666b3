"""Bounds of large cells that the search does not use: what each would prove, and what it costs.

    python -m benchmarks bounds --save benchmarks/results/bounds.md

The game has all 12,972 words as answers and no limit of guesses. The openers are drawn at random.
"""

from __future__ import annotations

import random
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from statistics import mean
from typing import Any, NamedTuple

import click
import numpy as np
from numpy.typing import NDArray

from benchmarks.measuring import tell
from benchmarks.registry import measurement
from benchmarks.tables import Seconds, Table
from wordle_compiler import Game, Rule, load_list
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.extract import CandidateSet
from wordle_compiler.search.memo import forget, plan_memo
from wordle_compiler.search.problem import UNLIMITED, make_problem
from wordle_compiler.solver.worker_threads import Worker

_SIZES = ((100, 200), (200, 400), (400, 800))
_MOST_GUESSES = 20
_COMPARED = 100
"""Of so many promising guesses of a cell it is examined whether another one refines what they do."""


class Known(NamedTuple):
    """A set of answers, by number, ascending, and its total without a limit."""

    total: int
    answers: NDArray[np.uint16]


class Cells:
    """The game and one thread's search in it."""

    def __init__(self) -> None:
        words = load_list("original-allowed")
        game = Game(words, words, Rule.ANY)
        matrix = FeedbackMatrix.of(game)
        self.words = words.words
        self.problem = make_problem(game, matrix)
        memo = plan_memo(game, _MOST_GUESSES, 1)
        self.worker = Worker(self.problem, _MOST_GUESSES, memo)

    def of(self, opener: int, least: int, most: int) -> list[CandidateSet]:
        """Returns the cells of an opener with at least `least` answers and fewer than `most`."""
        cells = self.worker.extractor.cells(self.worker.everything(), opener)
        return [cell for _, cell in cells if least <= len(cell) < most]

    def total(self, cell: CandidateSet) -> tuple[int, float]:
        """Returns a cell's total without a limit, and the seconds that it takes with an empty memo."""
        forget(self.worker.memo)
        began = time.perf_counter()
        return self.worker.extractor.total(cell, UNLIMITED), time.perf_counter() - began

    def one_ply(self, cell: CandidateSet) -> int:
        """Returns the bound that looks one guess ahead."""
        return self.worker.extractor.bound(cell, UNLIMITED)

    def two_ply(self, cell: CandidateSet, total: int) -> int:
        """Returns the smallest sum of the one-ply bounds of a guess's cells, over the most promising guesses."""
        extractor = self.worker.extractor
        focused = extractor.focus(cell)
        order = extractor.order(focused, UNLIMITED, total)[:_COMPARED].tolist()
        return len(cell) + min(
            sum(self.one_ply(part) for _, part in extractor.cells(focused, guess)) for guess in order
        )

    def part(self, cell: CandidateSet, is_in: NDArray[np.bool_]) -> CandidateSet:
        """Returns the part of a cell that is selected."""
        return CandidateSet(cell.answers[is_in], cell.rows[is_in], cell.view, cell.constraint)

    def halves(self, cell: CandidateSet) -> tuple[CandidateSet, CandidateSet]:
        """Returns the part of a cell with a letter and the part without it; the letter halves it best."""
        counts = self.problem.letter_counts[self.problem.answer_as_guess[cell.answers]] > 0
        has_letter = counts[:, np.abs(counts.sum(axis=0) - len(cell) / 2).argmin()]
        return self.part(cell, has_letter), self.part(cell, ~has_letter)

    def sets_of(self, cell: CandidateSet, total: int) -> Iterator[Known]:
        """Yields the sets at the nodes of a cell's optimal tree, the cell's own first, with their totals."""
        tree = self.worker.extractor.extract(cell, UNLIMITED, total)
        number = {word: answer for answer, word in enumerate(self.words)}

        def walk(node: TreeNode) -> tuple[list[int], int, list[Known]]:
            answers = [number[node.guess]] if node.solves else []
            total, below = len(answers), []
            for child in node.children.values():
                members, cost, known = walk(child)
                answers += members
                total += cost + len(members)
                below += known
            return answers, total, [Known(total, np.array(sorted(answers), np.uint16)), *below]

        return (known for known in walk(tree)[2] if len(known.answers) > 2)


def pack(cells: Cells, cell: CandidateSet, known: Sequence[Known]) -> tuple[int, int]:
    """Returns a bound from disjoint known sets inside a cell, the largest first, and how many answers they hold."""
    is_free = np.zeros(len(cells.words), np.bool_)
    is_free[cell.answers] = True
    total = 0
    for one in known:
        if is_free[one.answers].all():
            is_free[one.answers] = False
            total += one.total
    is_rest = is_free[cell.answers]
    return total + (cells.one_ply(cells.part(cell, is_rest)) if is_rest.any() else 0), int((~is_rest).sum())


def dominated(cells: Cells, cell: CandidateSet, total: int) -> dict[str, Any]:
    """Returns how many promising guesses of a cell another one makes superfluous."""
    focused = cells.worker.extractor.focus(cell)
    order = cells.worker.extractor.order(focused, UNLIMITED, total)
    is_other = ~np.isin(cells.problem.guess_as_answer[order], cell.answers)
    codes = cells.problem.by_guess[order][:, cell.answers].astype(np.int64)
    n_cells = np.array([len(np.unique(row)) for row in codes])
    # The number of the first answer with the same feedback names a cell, whatever the feedback is.
    named = (np.unique(row, return_index=True, return_inverse=True)[1:] for row in codes)
    alike = np.array([first[inverse] for first, inverse in named])
    _, first = np.unique(alike, axis=0, return_index=True)
    picked = np.flatnonzero(is_other)[:_COMPARED]
    n_refined = 0
    for row in picked:
        finer = np.flatnonzero(n_cells > n_cells[row])
        joint = codes[finer] * cells.problem.n_feedbacks + codes[row]
        n_refined += any(len(np.unique(each)) == n for each, n in zip(joint, n_cells[finer], strict=True))
    return {
        "promising": len(order),
        "alike": 100 * (1 - len(first) / len(order)),
        "refined": 100 * n_refined / max(1, len(picked)),
    }


@measurement(
    click.option(
        "--openers", type=click.IntRange(2), default=20, show_default=True, help="How many openers are drawn."
    ),
    click.option(
        "--cells",
        "n_cells",
        type=click.IntRange(1),
        default=5,
        show_default=True,
        help="How many cells of each size are examined.",
    ),
)
def measure(*, quick: bool, openers: int, n_cells: int) -> list[Table]:
    """Draws openers, solves cells of half of them to know their sets, and bounds cells of the others."""
    cells = Cells()
    drawn = random.Random(18).sample(range(len(cells.words)), 4 if quick else openers)
    sizes, n_cells = (((20, 40),), 2) if quick else (_SIZES, n_cells)
    tell("sets with known totals")
    known: list[Known] = []
    for opener in drawn[len(drawn) // 2 :]:
        for cell in cells.of(opener, sizes[0][0] // 5, sizes[-1][1] // 2):
            known += cells.sets_of(cell, cells.total(cell)[0])
    known.sort(key=lambda one: -len(one.answers))
    bounds = Table(
        "Bounds of large cells",
        "Means over cells of openers drawn at random. Bounds are percentages of the cell's total without a limit, "
        "times of the time that this total takes with an empty memo. 'Two guesses': the smallest sum of the bounds of "
        f"a guess's cells, over the {_COMPARED} most promising guesses; over all guesses it is at most that. 'Halves': "
        "the exact totals of the answers with a letter and of those without it. 'Known sets': the totals of disjoint "
        f"known sets inside the cell, of {len(known):,} from the optimal trees of other openers, and the bound of one "
        "guess for the rest.",
    )
    guesses = Table(
        "Superfluous guesses",
        "Means over the same cells and some smaller ones. Promising: guesses whose bound of one guess is at most the "
        "cell's total. Alike, in %: promising guesses that split the cell as an earlier one does. Refined, in %: of "
        f"the first {_COMPARED} promising guesses that are not candidates, those that split no cell of some other "
        "promising guess.",
    )
    for least, most in ((5, 10), (20, 40), *sizes) if not quick else sizes:
        rows: defaultdict[str, list[float]] = defaultdict(list)
        found = [cell for opener in drawn[: len(drawn) // 2] for cell in cells.of(opener, least, most)]
        for cell in random.Random(18).sample(found, min(n_cells, len(found))):
            tell(f"a cell of {len(cell)} answers")
            total, seconds = cells.total(cell)
            split = [cells.total(half) for half in cells.halves(cell)]
            packed, n_packed = pack(cells, cell, known)
            began = time.perf_counter()
            two_ply = cells.two_ply(cell, total)
            two_ply_seconds = time.perf_counter() - began
            figures = {
                "total takes": seconds,
                "one guess": 100 * cells.one_ply(cell) / total,
                "two guesses": 100 * two_ply / total,
                "its time": 100 * two_ply_seconds / seconds,
                "halves": 100 * sum(half for half, _ in split) / total,
                "their time": 100 * sum(time for _, time in split) / seconds,
                "known sets": 100 * packed / total,
                "answers in these": 100 * n_packed / len(cell),
                **dominated(cells, cell, total),
            }
            for name, value in figures.items():
                rows[name].append(value)
        if not rows:
            continue
        size = {"answers": f"{least} to {most - 1}", "cells": len(rows["promising"])}
        average = {name: mean(values) for name, values in rows.items()}
        of_guesses = {name: average.pop(name) for name in ("promising", "alike", "refined")}
        if (least, most) in sizes:
            bounds.rows.append(size | average | {"total takes": Seconds(average["total takes"])})
        guesses.rows.append(size | of_guesses)
    return [bounds, guesses]
