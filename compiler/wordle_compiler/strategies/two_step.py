"""Strategy `two-step`: the fewest candidates left on average after the next two guesses."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.game.feedback_matrix import letter_counts_of
from wordle_compiler.kernels.layout import Layout
from wordle_compiler.machine.workers import run_tasks
from wordle_compiler.strategies.cell_scores import ExpectedSize
from wordle_compiler.strategies.heuristic import DecisionPoint, Heuristic
from wordle_compiler.strategies.options import GUESS_FROM, read_whole
from wordle_compiler.strategies.strategy import OptionValue
from wordle_compiler.strategies.two_step_kernels import (
    ANY,
    CANDIDATES,
    HARD,
    Table,
    fill_one_step,
    find_best,
    new_memory,
)

LIMIT = "two_step_limit"
DEFAULT_LIMIT = 100

_GUESSES_PER_TASK = 16
_CROWD_GUESSES = 1024


class TwoStep(Heuristic):
    """Plays the guess after which a second one can leave the fewest candidates on average.

    With more than `two_step_limit` (100) candidates, it plays the guess g with the smallest sum, over the cells C of g,
    of the minimum over second guesses h of the sum of |D|^2 / n over the cells D of h within C. The second guess may
    differ from cell to cell. It must be legal after the first guess, and with `guess_from` candidates it must be in C.
    A solved answer counts as a cell of one in both steps. With at most `two_step_limit` candidates, it plays like
    `expected-size`.

    The choice is exact: pairs are left out only if a bound proves that they cannot be better. The opener of a large
    list is expensive, so all threads share the work.

    Source: `MaxComboEliminationsScorer` of MorganR's rs-wordle-solver (https://github.com/MorganR/rs-wordle-solver),
    without its bonus of 0.1 for a cell of one.
    """

    name = "two-step"
    summary = "the fewest candidates left on average after two guesses"
    option_names = (GUESS_FROM, LIMIT)
    n_copies = 1

    def check_options(self, options: Mapping[str, OptionValue]) -> None:
        """Raises `InputError` if an option has an invalid value."""
        super().check_options(options)
        read_whole(options, LIMIT, DEFAULT_LIMIT)

    def choose(self, position: DecisionPoint) -> int:
        """Returns the guess; ties to a candidate, then alphabetically."""
        if len(position.candidates) <= read_whole(position.options, LIMIT, DEFAULT_LIMIT):
            return ExpectedSize().choose(position)
        return _best_guess(position)


def _best_guess(position: DecisionPoint) -> int:
    """Returns the best first guess. It does not depend on the workers: every abandoned guess is worse."""
    n_feedbacks = position.matrix.n_feedbacks
    legal = position.legal
    codes = np.ascontiguousarray(position.matrix.by_guess[legal][:, position.candidates])
    crowded = _order_by_crowd(codes, n_feedbacks)
    codes = np.ascontiguousarray(codes[:, crowded])
    squares = np.empty(len(legal), np.int64)
    floor = np.empty(len(crowded) + 1, np.int64)
    counts = np.zeros(n_feedbacks, np.int32)
    fill_one_step(codes, counts, np.empty(len(crowded) + 2, np.int64), squares, floor)
    # Guesses that are good for one step tend to be good as first guesses and as second guesses.
    order = np.argsort(squares, kind="stable")
    codes = np.ascontiguousarray(codes[order])
    guesses = legal[order]
    row_of = np.empty(position.matrix.n_allowed, np.int64)
    row_of[guesses] = np.arange(len(legal))
    own_guess = row_of[position.matrix.answer_as_guess[position.candidates[crowded]]]
    # Candidates first, then alphabetically, which is the order of the guesses' numbers.
    is_other = ~np.isin(guesses, position.candidate_guesses)
    rank = guesses.astype(np.int64) + is_other * np.int64(position.matrix.n_allowed)
    letters = position.letters[guesses]
    source = CANDIDATES if position.is_from_candidates else ANY
    hard = (np.zeros(0, np.uint16), letters, np.zeros((0, 0), np.uint8))
    if position.constraint is not None and not position.is_from_candidates:
        source = HARD
        hard = (position.constraint, letters, letter_counts_of(position.letters)[guesses])
    table = Table(Layout(str(codes.dtype)), codes, rank, own_guess, floor, *hard, source)
    best = (int(floor[-1]) * len(floor) ** 2, 0)
    # Guards `best`.
    lock = threading.Lock()

    def search(first: int) -> None:
        nonlocal best
        memory = new_memory(table, n_feedbacks)
        memory.found[:] = best
        find_best(table, memory, first, min(len(legal), first + _GUESSES_PER_TASK))
        with lock:
            best = min(best, (int(memory.found[0]), int(memory.found[1])))

    starts = range(0, len(legal), _GUESSES_PER_TASK)
    if position.n_workers == 1:
        for first in starts:
            search(first)
    else:
        for _ in run_tasks(search, starts, position.n_workers):
            pass
    return int(guesses[rank == best[1]][0])


def _order_by_crowd(codes: NDArray[Any], n_feedbacks: int) -> NDArray[np.intp]:
    """Returns the columns in an order that makes bad second guesses fail early: those that share large cells first."""
    crowd = np.zeros(codes.shape[1], np.int64)
    for row in codes[:: 1 + len(codes) // _CROWD_GUESSES]:
        crowd += np.bincount(row, minlength=n_feedbacks)[row]
    return np.argsort(-crowd, kind="stable")
