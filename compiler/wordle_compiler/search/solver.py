"""The exact solver: one game's problem, its workers, and the questions that can be asked of it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.decision_tree import Node
from wordle_compiler.feedback_matrix import FeedbackMatrix
from wordle_compiler.fixed_openers import OpenCell, fill, play_fixed
from wordle_compiler.game import Game, Rule
from wordle_compiler.progress import Progress, ignore_progress
from wordle_compiler.search.exact import WHOLE_VIEW, search
from wordle_compiler.search.extract import Extractor
from wordle_compiler.search.letter_sets import (
    LetterSets,
    bound_opener,
    count_letter_set,
    n_letter_sets,
    new_letter_sets,
)
from wordle_compiler.search.memo import Memo, new_memo
from wordle_compiler.search.problem import INFEASIBLE, LETTER_SETS, Problem, Scratch, View, make_problem, make_scratch
from wordle_compiler.search.views import root_view
from wordle_compiler.workers import run_tasks

MEMO_SLOTS = 1 << 20
MEMO_POOL = 1 << 25
"""A worker's memo: 30 MB of slots and 64 MB of sets, touched only as far as they fill."""

Item = TypeVar("Item")
Result = TypeVar("Result")


class Worker:
    """What one thread owns: scratch memory, a memo, and the functions of the search bound to them."""

    def __init__(self, problem: Problem, game: Game, max_guesses: int, control: NDArray[np.int64]) -> None:
        self.problem = problem
        self.scratch: Scratch = make_scratch(problem, max_guesses, control)
        self.memo: Memo = new_memo(MEMO_SLOTS, MEMO_POOL)
        self.extractor = Extractor(problem, self.scratch, self.memo, game.allowed.words)

    def total_below(self, guess: int, view: View, sets: LetterSets | None, max_guesses: int, beta: int) -> int:
        """Returns the exact smallest total with a first guess, or a lower bound of at least `beta`."""
        if sets is not None and max_guesses >= 3:
            bound = bound_opener(self.problem, self.scratch, self.memo, sets, view, guess, max_guesses, beta)
            if bound >= beta:
                return bound
        n = self.problem.by_guess.shape[1]
        self.scratch.answers[:n] = np.arange(n)
        self.scratch.rows[:n] = np.arange(n)
        self.scratch.constraint[0] = 0
        key = np.bitwise_xor.reduce(self.problem.answer_hash)
        return search(
            self.problem, self.scratch, self.memo, view, 0, n, n, key, max_guesses, 0, beta, guess, False, WHOLE_VIEW
        )


class ExactSolver:
    """Finds optimal trees of one game within a limit of guesses.

    Not thread-safe: it runs threads of its own. Results do not depend on their number. A worker takes about 100 MB at
    most.
    """

    def __init__(
        self,
        game: Game,
        matrix: FeedbackMatrix,
        max_guesses: int,
        *,
        n_workers: int = 1,
        progress: Progress = ignore_progress,
        switched_off: tuple[str, ...] = (),
    ) -> None:
        """Lays the game out; `switched_off` names prunes to do without, for tests.

        Raises:
            InputError: The game has more than `MAX_ANSWERS` answers.
        """
        self._game = game
        self._matrix = matrix
        self._max_guesses = max_guesses
        self._n_workers = n_workers
        self._progress = progress
        self._control = np.zeros(1, np.int64)
        self._problem = make_problem(game, matrix, switched_off=switched_off)
        self._view = root_view(self._problem)
        self._of_thread = threading.local()

    def solve_below(self, *openers: int) -> Node | None:
        """Returns an optimal tree with the first guesses `openers` (numbers among the allowed), or None if none exists.

        None is a proof: no tree that begins so solves every answer within the limit. What fixed guesses mean where there
        are several is said in `fixed_openers`.

        Raises:
            InputError: The rule forbids a fixed guess after some feedback.
        """
        root, cells = play_fixed(self._game, self._matrix, openers, self._max_guesses)
        # The largest cells first: the workers end together.
        cells.sort(key=lambda cell: -len(cell.candidates))

        def solve_cell(cell: OpenCell) -> tuple[OpenCell, Node | None]:
            extractor = self._worker().extractor
            members = cell.candidates.astype(np.uint16)
            position = (members, cell.candidates, self._view, cell.constraint, cell.guesses_left)
            total = extractor.total(*position)
            if total >= INFEASIBLE or self._control[0]:
                return cell, None
            return cell, extractor.extract(*position, total)

        n_answers = self._matrix.n_answers
        done = n_answers - sum(len(cell.candidates) for cell in cells)
        for cell, child in self._run(solve_cell, cells):
            if child is None:
                self._stop()
                return None
            fill(cell, child)
            done += len(cell.candidates)
            self._progress(done, n_answers, f"{root.guess}: answers")
        return root

    def best_opener(self) -> tuple[int, int] | None:
        """Returns the legal opener with the smallest total, and that total; None if none solves the game.

        Among equals the alphabetically first. Every other opener is proven not to be better.
        """
        order = self._openers_by_estimate()
        sets = self._letter_sets()
        lock = threading.Lock()
        best = (INFEASIBLE, -1)
        done = 0

        def try_opener(opener: int) -> None:
            nonlocal best, done
            # An opener that comes first in the alphabet must only equal the best to replace it.
            total, holder = best
            beta = total + 1 if opener < holder else total
            found = self._worker().total_below(opener, self._view, sets, self._max_guesses, beta)
            with lock:
                done += 1
                if found < INFEASIBLE and (found, opener) < (best[0], best[1] if best[1] >= 0 else opener + 1):
                    best = (found, opener)

        for _ in self._run(try_opener, order):
            word = self._game.allowed.words[best[1]] if best[1] >= 0 else "none yet"
            self._progress(done, len(order), f"openers, best {word} {best[0]}" if best[1] >= 0 else "openers")
        return None if best[1] < 0 else (best[1], best[0])

    def _letter_sets(self) -> LetterSets | None:
        """Returns the table for bounding openers, where the game has letters and every guess is looked at."""
        problem = self._problem
        if self._game.rule == Rule.CANDIDATES or not problem.switches[LETTER_SETS]:
            return None
        sets = new_letter_sets(problem)

        def fill(index: int) -> None:
            count_letter_set(problem, self._worker().scratch, self._view, sets, index)

        for _ in self._run(fill, range(n_letter_sets(problem))):
            pass
        return sets

    def _openers_by_estimate(self) -> list[int]:
        """Returns the legal openers, the most promising first."""
        problem = self._problem
        openers = problem.answer_as_guess if self._game.rule == Rule.CANDIDATES else np.arange(len(problem.letters))
        won = problem.n_feedbacks - 1

        def estimate(opener: int) -> int:
            counts = np.bincount(problem.by_guess[opener], minlength=problem.n_feedbacks)
            counts[won] = 0
            return int((counts * problem.expected_total[counts] // np.maximum(counts, 1)).sum())

        return sorted((int(opener) for opener in openers), key=lambda opener: (estimate(opener), opener))

    def _worker(self) -> Worker:
        """Returns the calling thread's worker."""
        worker: Worker | None = getattr(self._of_thread, "worker", None)
        if worker is None:
            worker = Worker(self._problem, self._game, self._max_guesses, self._control)
            self._of_thread.worker = worker
        return worker

    def _run(self, task: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """Yields the results of `task` over `items` as they come; leaving early ends the searches that run."""
        # A switch of its own for each run: what an earlier one stopped stays stopped.
        self._control = np.zeros(1, np.int64)
        return run_tasks(task, items, self._n_workers, stop=self._stop)

    def _stop(self) -> None:
        self._control[0] = 1
