"""The kernels in which a search's time goes: counting cells, and the feedback matrix.

    python -m benchmarks kernels

Backs what `wordle_compiler/search/partition.py` says of the ways of counting.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.machine import n_usable_cores
from benchmarks.measuring import tell, time_calls
from benchmarks.registry import measurement
from benchmarks.tables import Seconds, Table
from wordle_compiler import Game, Rule, load_list
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.kernels.kernel import kernel
from wordle_compiler.kernels.layout import CodeMatrix, UInt64Matrix
from wordle_compiler.search.partition import count_cells, count_cells_by_bitmap, number_codes
from wordle_compiler.search.problem import BLOCK, Problem, Scratch, make_problem, make_scratch

_SIZES = (4, 8, 16, 20, 24, 32, 48, 64, 100, 200, 400, 1000)
_QUICK_SIZES = (4, 48)

_SEED = 1
_LOOP_SECONDS = 0.02
_MOST_SWEEPS = 500


@kernel
def sweep_one_by_one(
    problem: Problem, scratch: Scratch, candidates: NDArray[np.uint16], out: NDArray[np.int32]
) -> None:
    """Counts the cells of every guess with `count_cells`."""
    for guess in range(len(problem.by_guess)):
        out[guess] = count_cells(problem, scratch, guess, candidates)


@kernel
def sweep_by_bitmap(
    by_answer: CodeMatrix, rows: NDArray[np.int32], n_words: int, memory: UInt64Matrix, out: NDArray[np.int32]
) -> None:
    """Counts the cells of every guess with `count_cells_by_bitmap`."""
    n_guesses = by_answer.shape[1]
    for start in range(0, n_guesses, BLOCK):
        count_cells_by_bitmap(by_answer, rows, start, min(start + BLOCK, n_guesses), n_words, memory, out)


class _Sweeps:
    """The sweeps over one set of candidates, each into an array of its own."""

    def __init__(self, problem: Problem, candidates: list[int]) -> None:
        self._problem = problem
        self._scratch = make_scratch(problem, 6, np.zeros(1, np.int64))
        self._answers = np.array(candidates, np.uint16)
        self._rows = self._answers.astype(np.int32)
        self._memory = np.empty((8, BLOCK), np.uint64)
        self._counted = np.empty((3, len(problem.by_guess)), np.int32)
        self._numbered = problem.by_answer.copy()
        number_codes(self._numbered, self._rows, self._memory)
        self._n_words = (int(self._numbered[self._rows].max()) + 64) // 64
        self.by_name = {"one guess": self._one_by_one, "bitmap": self._by_bitmap, "numbered codes": self._by_numbers}

    def check(self) -> None:
        """Compares the counts of the kernels in `by_name`; each must have run once.

        Raises:
            ValueError: They differ: the fast one would be fast and wrong.
        """
        used = self._counted[: len(self.by_name)]
        if (used != used[0]).any():
            raise ValueError("the kernels give different counts")

    def _one_by_one(self) -> None:
        sweep_one_by_one(self._problem, self._scratch, self._answers, self._counted[0])

    def _by_bitmap(self) -> None:
        sweep_by_bitmap(self._problem.by_answer, self._rows, 4, self._memory, self._counted[1])

    def _by_numbers(self) -> None:
        sweep_by_bitmap(self._numbered, self._rows, self._n_words, self._memory, self._counted[2])


def _repeat(sweep: Callable[[], None], n_sweeps: int) -> None:
    for _ in range(n_sweeps):
        sweep()


def measure_counting(problem: Problem, sizes: Sequence[int], n_loops: int) -> Table:
    """Measures the ways of counting on random candidates."""
    table = Table(
        "Counting cells: ns for each guess and candidate",
        f"All {len(problem.by_guess):,} guesses, one thread, random answers (seed {_SEED}): `count_cells`, "
        f"`count_cells_by_bitmap` with four words, and with as many as the codes need when they are numbered among the "
        f"candidates. The fastest of {n_loops} loops.",
    )
    source = random.Random(_SEED)
    n_allowed, n_answers = problem.by_guess.shape
    for n in sizes:
        tell(f"counting cells of {n} candidates")
        sweeps = _Sweeps(problem, sorted(source.sample(range(n_answers), n)))
        row: dict[str, Any] = {"candidates": n}
        seconds = []
        for name, sweep in sweeps.by_name.items():
            sweep()
            once = time_calls(sweep, 1, 1).median_seconds
            n_sweeps = max(1, min(_MOST_SWEEPS, int(_LOOP_SECONDS / once)))
            calls = time_calls(partial(_repeat, sweep, n_sweeps), n_sweeps, n_loops)
            row[name] = calls.fastest_seconds / (n * n_allowed) * 1e9
            seconds.append(calls.fastest_seconds)
        sweeps.check()
        table.rows.append(row | {"best way, all guesses": Seconds(min(seconds))})
    return table


def measure_matrix(lists: tuple[tuple[str, str], ...], n_runs: int) -> Table:
    """Measures the building of the feedback matrix, both layouts, with one worker and with one a core."""
    table = Table(
        "Feedback matrix, both layouts",
        f"Medians; runs of each: {n_runs}.",
    )
    for answers, allowed in lists:
        game = Game(load_list(answers), load_list(allowed), Rule.ANY)
        n_pairs = len(game.answers.words) * len(game.allowed.words)
        for n_workers in sorted({1, n_usable_cores()}):
            tell(f"feedback matrix of {answers} / {allowed}, workers {n_workers}")
            build = partial(FeedbackMatrix.of, game, n_workers=n_workers)
            seconds = time_calls(build, 1, n_runs).median_seconds
            row = {"answers / allowed": f"{answers} / {allowed}", "pairs": n_pairs, "workers": n_workers}
            table.rows.append(row | {"median": Seconds(seconds), "a pair": Seconds(seconds / n_pairs)})
    return table


@measurement()
def measure(*, quick: bool) -> list[Table]:
    """Measures both kernels."""
    small, large = "original-answers", "original-allowed"
    lists = ((small, small),) if quick else ((small, large), (large, large))
    game = Game(load_list(small), load_list(small if quick else large), Rule.ANY)
    problem = make_problem(game, FeedbackMatrix.of(game))
    counting = measure_counting(problem, _QUICK_SIZES if quick else _SIZES, 1 if quick else 15)
    return [counting, measure_matrix(lists, 1 if quick else 3)]
