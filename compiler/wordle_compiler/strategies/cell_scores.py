"""The strategies that score guesses by the sizes of their cells: the four classic ones, and one that looks two ahead.

Lower is always better. One-line twins in the tests specify `score_cells`. `CLASSICS` is the table of the four.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.game.feedback_matrix import FeedbackArray
from wordle_compiler.game.legality import filter_legal, tighten
from wordle_compiler.kernels.kernel import kernel
from wordle_compiler.kernels.layout import CodeMatrix, Int32Matrix, Int64Matrix
from wordle_compiler.machine.errors import InputError
from wordle_compiler.machine.workers import run_tasks
from wordle_compiler.strategies.heuristic import GUESS_FROM, SEED, DecisionPoint, Heuristic, Scored
from wordle_compiler.strategies.strategy import OptionValue, whole_number

Steps = NDArray[np.int64]
"""For each size c of a cell below that of the set, f(c + 1) - f(c); the score is the sum over cells of f, f(0) is 0."""

_GUESSES_PER_TASK = 16
_CROWD_GUESSES = 1024
_BLOCK = 512
_MOST_COUNTS = 1 << 15
"""How many sizes of cells are counted at once, which stay in the processor's cache."""


class CellScored(Scored):
    """A heuristic that scores a guess by the sizes of its cells alone.

    Option `sample` judges guesses by that many candidates drawn at random, if more remain (Monte Carlo).
    """

    options = (GUESS_FROM, ("sample", whole_number(0)), SEED)

    def __init__(self, name: str, summary: str, steps_of: Callable[[int], Steps] | None) -> None:
        """Takes what returns the steps for a number of candidates; None if the size of the largest cell is the score.

        No score may be lower than that of a guess that tells all candidates apart.
        """
        self.name, self.summary, self._steps_of = name, summary, steps_of

    def settings(self, options: Mapping[str, OptionValue]) -> dict[str, Any]:
        """Returns what the options mean; see `Strategy.settings`."""
        read = super().settings(options)
        if not read["sample"] and options.get("seed") is not None:
            raise InputError("the option seed is for a sample: give sample too, or leave seed out")
        return read

    def scores(self, position: DecisionPoint) -> NDArray[np.int64]:
        """Returns each guess's score; see `Scored.scores`."""
        matrix, n = position.matrix, len(position.candidates)
        is_largest = self._steps_of is None
        steps = np.zeros(n, np.int64) if self._steps_of is None else self._steps_of(n)
        scores = np.zeros(len(position.legal), np.int64)
        counts = np.zeros((matrix.n_feedbacks, max(1, min(len(scores), _MOST_COUNTS // matrix.n_feedbacks))), np.int32)
        score_cells(matrix.by_answer, position.legal, position.candidates, counts, steps, is_largest, scores)
        return scores


def squares(n: int) -> Steps:
    """Plays the guess that leaves the fewest candidates on average: min of the sum over cells of |cell|^2 / n.

    Equivalently, it maximises the expected eliminations, which are n minus that number. Dividing by n would not change
    the order.

    Source: R. W. Irving, "Towards an optimum Mastermind strategy" (docs/references.md#irving-1979).
    """
    # (c + 1)^2 - c^2.
    return 2 * np.arange(n, dtype=np.int64) + 1


@cache
def entropies(n: int) -> Steps:
    """Plays the guess whose feedback has the largest entropy: max of -sum over cells of p log p with p = |cell| / n.

    Equivalently, it minimises the sum of c log c over the cell sizes c, so the product of c^c. The logarithm of a size
    is the sum of those of its prime factors, which are rounded, so equal products have equal sums: ties are exact.
    Products that differ by less than a hundred-millionth may come in either order. The unit of c * log2(c) is so small
    that a sum over cells of n candidates just fits.

    Source: E. Neuwirth, "Some strategies for Mastermind" (docs/references.md#neuwirth-1982).
    """
    scale = 1 << 62 - int(n * math.log2(n)).bit_length()
    logs = np.zeros(n + 1, np.int64)
    for prime in range(2, n + 1):
        if logs[prime] == 0:
            power = prime
            while power <= n:
                logs[power::power] += round(math.log2(prime) * scale)
                power *= prime
    return np.diff(np.arange(n + 1, dtype=np.int64) * logs)


def parts(n: int) -> Steps:
    """Plays the guess with the most cells, so that the next guess is right for the most answers.

    Source: B. Kooi, "Yet Another Mastermind Strategy" (docs/references.md#kooi-2005).
    """
    steps = np.zeros(n, np.int64)
    steps[0] = -1
    return steps


CLASSICS = EXPECTED_SIZE, ENTROPY, MOST_PARTS, _ = (
    CellScored("expected-size", "the fewest candidates left on average (Irving)", squares),
    CellScored("entropy", "the largest entropy of the feedback (Neuwirth)", entropies),
    CellScored("most-parts", "the most cells (Kooi)", parts),
    CellScored("minimax", "the smallest largest cell (Knuth)", None),
)
"""Minimax plays the guess whose largest cell is smallest: min over guesses of max over cells of |cell|.

Its source: D. E. Knuth, "The Computer as Master Mind" (docs/references.md#knuth-1977).
"""


@kernel
def score_cells(
    by_answer: CodeMatrix,
    guesses: NDArray[np.int32],
    candidates: NDArray[np.int32],
    counts: Int32Matrix,
    step: NDArray[np.int64],
    is_largest: bool,
    scores: NDArray[np.int64],
) -> None:
    """Adds the sum over its cells of f(size) to each guess's score; with `is_largest`, writes the size of the largest.

    `step[c]` is f(c + 1) - f(c), and f(0) is 0. One pass over the candidates is enough: a cell adds a step whenever it
    grows. Guesses are scored side by side, as their feedbacks to an answer are: one after the other waits for memory.
    `counts` has a row for each feedback and a column for each guess at once, all 0 before and after the call. An index
    that cannot be negative costs a third less.
    """
    n_at_once = counts.shape[1]
    for first in range(0, len(guesses), n_at_once):
        own, chosen = scores[first : first + n_at_once], guesses[first : first + n_at_once]
        for answer in candidates:
            row = by_answer[answer]
            for i in range(len(chosen)):
                code = row[np.uint32(chosen[i])]
                size = np.uint32(counts[code, i])
                counts[code, i] = size + 1
                if is_largest:
                    own[i] = max(own[i], np.int64(size + 1))
                else:
                    own[i] += step[size]
        if len(candidates) > len(counts):
            counts[:] = 0
            continue
        for answer in candidates:
            row = by_answer[answer]
            for i in range(len(chosen)):
                counts[row[np.uint32(chosen[i])], i] = 0


class TwoStep(Heuristic):
    """Plays the guess after which a second one can leave the fewest candidates on average.

    With more than `two_step_limit` (100) candidates, it plays the guess g with the smallest sum, over the cells C of g,
    of the minimum over second guesses h of the sum of |D|^2 / n over the cells D of h within C. The second guess may
    differ from cell to cell. It must be legal after the first guess, and with `guess_from` candidates it must be in C.
    A solved answer counts as a cell of one in both steps. With at most `two_step_limit` candidates, it plays like
    `expected-size`.

    The choice is exact: pairs are left out only if a bound proves that they cannot be better. The opener of a large
    list is expensive, so all threads share the work.

    Source: `MaxComboEliminationsScorer` of rs-wordle-solver (docs/references.md#morgan-2022), without its bonus of 0.1
    for a cell of one.
    """

    name = "two-step"
    summary = "the fewest candidates left on average after two guesses"
    options = (GUESS_FROM, ("two_step_limit", whole_number(100)))
    n_copies = 1

    def choose(self, position: DecisionPoint) -> int:
        """Returns the guess; ties to a candidate, then alphabetically.

        It does not depend on the workers: every abandoned guess is worse.
        """
        if len(position.candidates) <= position.options["two_step_limit"]:
            return EXPECTED_SIZE.choose(position)
        pairs = _Pairs(position)
        lock = threading.Lock()
        # Guarded by `lock`: the least value, then whether the guess is not a candidate, then the guess.
        best = (pairs.most, True, 0)

        def search(start: int) -> None:
            nonlocal best
            for row in range(start, min(len(pairs.guesses), start + _GUESSES_PER_TASK)):
                value = pairs.value(row, best[0])
                if value <= best[0]:
                    guess = int(pairs.guesses[row])
                    with lock:
                        best = min(best, (value, guess not in pairs.candidates, guess))

        for _ in run_tasks(search, range(0, len(pairs.guesses), _GUESSES_PER_TASK), position.n_workers):
            pass
        return best[2]


class _Pairs:
    """A branch and bound over pairs of guesses, by what is left after both. Threads share it.

    Its feedbacks have a row for each legal guess, the best single ones first, since these tend to be good as first
    guesses and as second ones; and a column for each candidate.
    """

    def __init__(self, position: DecisionPoint) -> None:
        matrix, n = position.matrix, len(position.candidates)
        order = np.argsort(EXPECTED_SIZE.scores(position), kind="stable")
        self.guesses = position.legal[order]  # The guess of each row.
        self.candidates = frozenset(position.candidate_guesses.tolist())
        self.most = n * n  # No value is larger.
        self._position = position
        codes = matrix.by_guess[self.guesses][:, position.candidates]
        # Candidates that share large cells go first, so that bad second guesses fail early.
        crowd = sum(np.bincount(row)[row] for row in codes[:: 1 + len(codes) // _CROWD_GUESSES])
        crowded = np.argsort(-crowd, kind="stable")
        # A row for each candidate, and a column for each guess.
        self._codes = np.ascontiguousarray(codes[:, crowded].T)
        self._rows = np.empty(matrix.n_allowed, np.int64)
        self._rows[self.guesses] = np.arange(len(self.guesses))
        self._own = self._rows[matrix.answer_as_guess[position.candidates[crowded]]]
        self._floor = self._find_floor()

    def _find_floor(self) -> NDArray[np.int64]:
        """Returns a lower bound, by c, for the sum of |cell|^2 of any c candidates under any guess.

        A cell of some candidates is at most as large as the guess's whole cell, and the sum is smallest if the cells
        are filled evenly. The k-th candidate in a cell costs 2k - 1, so the cheapest c are added up.
        """
        floor = np.full(len(self._codes) + 1, self.most, np.int64)
        floor[0] = 0
        for row in self._codes.T:
            n_reaching = np.cumsum(np.bincount(np.bincount(row))[:0:-1])[::-1]
            np.minimum(floor[1:], np.cumsum(np.repeat(2 * np.arange(len(n_reaching)) + 1, n_reaching)), out=floor[1:])
        return floor

    def value(self, row: int, limit: int) -> int:
        """Returns the sum, over the cells of a guess, of the least sum of |cell|^2 that a second guess leaves there.

        If it is above `limit`, returns any number above `limit`. The largest cells go first: their floors are the
        weakest, and most guesses fail there.
        """
        codes, floor = self._codes[:, row], self._floor
        sizes = np.bincount(codes)
        total = int(floor[sizes].sum())
        for code in np.argsort(-sizes, kind="stable") if total <= limit else ():
            size = int(sizes[code])
            # Guessing one of two candidates tells them apart.
            if total > limit or size <= 2:
                break
            members = np.flatnonzero(codes == code)
            most = (limit - total + int(floor[size]) - size) // 2 + 1
            pairs = least_pairs(self._second_codes(row, int(code), members), most, np.empty((2, _BLOCK), np.int64))
            total += size + 2 * pairs - int(floor[size])
        return total

    def _second_codes(self, row: int, code: int, members: NDArray[np.int64]) -> FeedbackArray:
        """Returns the feedbacks of some candidates, after the guess of a row got a feedback, to the legal guesses."""
        position = self._position
        if position.is_from_candidates:
            return self._codes[np.ix_(members, self._own[members])]
        if position.constraint is None:
            return self._codes[members]
        after = position.constraint.copy()
        tighten(position.constraint, position.letters[self.guesses[row]], code, after)
        legal = self._rows[filter_legal(after, self.guesses, position.letters, position.letter_counts)]
        return self._codes[np.ix_(members, legal)]


@kernel
def least_pairs(codes: CodeMatrix, most: int, memory: Int64Matrix) -> int:
    """Returns the least number of pairs of rows that are equal in one column, at most `most`.

    So many pairs of candidates a guess leaves together; a cell's square is its size and twice its pairs. `memory` has
    two rows, which hold numbers for as many columns as are looked at side by side.
    """
    same, pairs = memory[0].view(np.uint16), memory[1]
    least = most
    for first in range(0, codes.shape[1], len(pairs)):
        width = min(len(pairs), codes.shape[1] - first)
        for q in range(width):
            pairs[q] = 0
        lowest = most
        for j in range(1, len(codes)):
            own = codes[j, first : first + width]
            for q in range(width):
                same[q] = 0
            for i in range(j):
                other = codes[i, first : first + width]
                for q in range(width):
                    same[q] += np.uint16(own[q] == other[q])
            lowest = most
            for q in range(width):
                pairs[q] += same[q]
                lowest = min(lowest, pairs[q])
            if lowest >= least:
                break
        least = min(least, lowest)
    return least
