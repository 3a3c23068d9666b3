"""The tree that leaves the fewest answers unsolved where no tree solves all, and among those the smallest total.

The exact search settles every set that some tree solves, and `search.unsolved` counts what stays unsolved within three
guesses. A cost is a pair: how many answers stay unsolved, and the sum of guesses over the solved ones. Costs add up
over the cells of a guess, and pairs compare by their first number first, so the best tree is best in each cell. The
problem is Olson's (docs/references.md#olson-2022).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from wordle_compiler.game.feedback_matrix import count_cells
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.extract import CandidateSet
from wordle_compiler.search.problem import HARD, INFEASIBLE, Problem
from wordle_compiler.search.unsolved import ThreeGuesses
from wordle_compiler.solver.openers import legal_guesses
from wordle_compiler.solver.worker_threads import Worker

Cost = tuple[int, int]
"""(unsolved answers, sum of guesses over the solved ones)."""

_ANY_GUESS = -1
_FIRST_GUESSES = 8
"""How many guesses are tried on a cell for a first estimate of how many of its answers stay unsolved."""

_ESTIMATED = 3
"""Cells are estimated until their estimates are together so many times the cutoff: the largest will do."""


def bound_unsolved(problem: Problem, openers: Sequence[int], max_guesses: int) -> dict[int, int]:
    """Returns for each opener a number of answers that every tree leaves unsolved, without a search.

    A guess may solve an answer, and each of its other feedbacks leads to as many as one guess fewer can solve.
    """
    codes, own = problem.by_guess, np.zeros(len(problem.by_guess), np.int64)
    own[problem.answer_as_guess] = 1
    others, most = count_cells(codes) - own, 0
    for _ in range(max_guesses - 1):
        most = min(int((own + others * most).max()), codes.shape[1])
    sizes = ((one, np.bincount(codes[one], minlength=problem.n_feedbacks)[:-1]) for one in openers)
    return {one: int(np.maximum(cells - most, 0).sum()) for one, cells in sizes}


class FewestUnsolved:
    """Finds the best trees of sets of answers, and remembers their costs. Belongs to one thread, like its worker."""

    def __init__(self, worker: Worker) -> None:
        """Takes a worker for a problem without weights."""
        self._problem = worker.problem
        self._worker = worker
        self._extractor = worker.extractor
        self._words = worker.problem.game.allowed.words
        self._won = worker.problem.n_feedbacks - 1
        self._known: dict[tuple[bytes, bytes, int], tuple[Cost, int]] = {}

    def tree(self, cell: CandidateSet, guesses_left: int) -> TreeNode:
        """Returns the best tree of a set of answers with at least one guess left.

        Raises:
            StoppedError: The run was stopped.
        """
        if len(cell) == 1 or guesses_left == 1:
            return TreeNode(self._words[self._problem.answer_as_guess[cell.answers[0]]], solves=True)
        (n_unsolved, total), guess = self._best(cell, guesses_left)
        if n_unsolved == 0:
            return self._extractor.extract(cell, guesses_left, total)
        return self._extractor.play(guess, cell, lambda part: self.tree(part, guesses_left - 1))

    def count(self, cells: Sequence[CandidateSet], guesses_left: int, cutoff: int) -> int:
        """Returns how many answers of all cells stay unsolved, or `cutoff` if they are at least as many.

        Raises:
            StoppedError: The run was stopped.
        """
        cells = sorted((cell for cell in cells if len(cell) > min(guesses_left, 2)), key=lambda cell: -len(cell))
        if guesses_left == 3:
            return self._count_within_three(cells, cutoff)
        n_unsolved = 0
        for cell in cells:
            is_last = guesses_left == 2
            n_unsolved += len(cell) - self._counter(cell).most_cells if is_last else self._cost(cell, guesses_left)[0]
            if n_unsolved >= cutoff:
                return cutoff
        return n_unsolved

    def _counter(self, cell: CandidateSet) -> ThreeGuesses:
        guesses = legal_guesses(self._problem, cell.answers, cell.constraint)
        return ThreeGuesses(self._problem, self._worker.scratch, cell, guesses)

    def _count_within_three(self, cells: Sequence[CandidateSet], cutoff: int) -> int:
        """Counts what stays unsolved of all cells within three guesses.

        A cell takes the less time, the further what is asked of it lies below its count. So each cell is asked for the
        same part of its estimate, and only if that is not enough, for more. Under rule hard, a cell that demands much
        takes little time, because few are legal there. So such cells come first, and the others fill what is left.
        """
        counters: list[ThreeGuesses] = []
        least: list[int] = []
        most: list[int] = []
        is_hard = self._problem.rule == HARD
        if is_hard:
            cells = sorted(cells, key=lambda cell: -len(cell) * np.count_nonzero(cell.constraint[1:]) ** 3)
        rest = iter(cells)
        while sum(least) < cutoff:
            is_last = True
            for cell in rest:
                counter = self._counter(cell)
                estimate = counter.count(len(cell), _FIRST_GUESSES)
                if estimate:
                    counters.append(counter)
                    most.append(estimate)
                    least.append(0)
                if sum(most) >= (1 if is_hard else _ESTIMATED) * cutoff:
                    is_last = False
                    break
            order = range(len(most)) if is_hard else sorted(range(len(most)), key=lambda place: -most[place])
            # The part of its estimate that each cell is asked for, as a fraction.
            denominator = max(sum(most), 1)
            numerator = denominator if is_hard else cutoff
            while sum(least) < cutoff and least != most:
                for place in order:
                    asked = min(most[place], math.ceil(most[place] * numerator / denominator))
                    asked = min(asked, least[place] + cutoff - sum(least))
                    if asked > least[place]:
                        least[place] = counters[place].count(asked)
                        if least[place] < asked:
                            most[place] = least[place]
                numerator = min(2 * numerator, denominator)
            if is_last:
                break
        return min(sum(least), cutoff)

    def _cost(self, cell: CandidateSet, guesses_left: int) -> Cost:
        n = len(cell)
        if guesses_left == 0:
            return n, 0
        if n == 1 or guesses_left == 1:
            return n - 1, 1
        return self._best(cell, guesses_left)[0]

    def _best(self, cell: CandidateSet, guesses_left: int) -> tuple[Cost, int]:
        """Returns the cost of a set of at least 2 answers with at least 2 guesses left, and the guess that reaches it.

        Where every answer can be solved, no guess is named.
        """
        # Under the other rules the guesses so far do not change what is legal.
        memory = cell.constraint[1:].tobytes() if self._problem.rule == HARD else b""
        key = cell.answers.tobytes(), memory, guesses_left
        if key not in self._known:
            total = self._extractor.total(cell, guesses_left)
            self._extractor.check()
            is_solvable = total < INFEASIBLE
            self._known[key] = ((0, int(total)), _ANY_GUESS) if is_solvable else self._try_all(cell, guesses_left)
        return self._known[key]

    def _try_all(self, cell: CandidateSet, guesses_left: int) -> tuple[Cost, int]:
        n = len(cell)
        if guesses_left == 3:
            counter = self._counter(cell)
            guesses = counter.guesses_below(counter.count(n) + 1)
        else:
            guesses = legal_guesses(self._problem, cell.answers, cell.constraint)
        codes = self._problem.by_guess[guesses][:, cell.answers]
        n_cells = count_cells(codes)
        is_own = (codes == self._won).any(axis=1)
        # Of the guesses with the most cells, those that may win first; then in the order of the list.
        order = np.lexsort((guesses, ~is_own, -n_cells))
        if guesses_left == 2:
            # Every cell solves one answer with the last guess.
            first = order[0]
            k, own = int(n_cells[first]), int(is_own[first])
            return (n - k, own + 2 * (k - own)), int(guesses[first])
        best: tuple[Cost, int] | None = None
        for place in order:
            k, own = int(n_cells[place]), int(is_own[place])
            if k == 1:
                # The same answers with one guess fewer.
                continue
            cost = self._cost_with(int(guesses[place]), cell, guesses_left, best and best[0])
            if cost is not None:
                best = cost, int(guesses[place])
        assert best is not None, "a candidate is legal, and tells itself apart"
        return best

    def _cost_with(self, guess: int, cell: CandidateSet, guesses_left: int, best: Cost | None) -> Cost | None:
        """Returns the cost with a guess; None as soon as it is not below the best."""
        parts = [part for _, part in self._extractor.cells(cell, guess)]
        n_unsolved, total = 0, len(cell) - sum(map(len, parts))
        # Each solved answer of a cell takes this guess, one of them one more, and the others two. A missed answer
        # raises the first number of the cost.
        least = sum(3 * len(part) - 1 for part in parts)
        for part in sorted(parts, key=len, reverse=True):
            if best is not None and (n_unsolved, total + least) >= best:
                return None
            missed, sum_below = self._cost(part, guesses_left - 1)
            n_unsolved += missed
            total += sum_below + len(part) - missed
            least -= 3 * len(part) - 1
        cost = n_unsolved, total
        return cost if best is None or cost < best else None
