"""The ranking of pairs of fixed openers by exact total: the second guess is the same after every feedback to the first.

`fixed_openers` defines a pair and says when its second word is not played. The totals here are those of
`ExactSolver.solve_below(first, second)`. The best pairs so far set the cutoff that the others must beat; a pair is
refuted by a bound, or searched with both guesses fixed.

Two words split the answers into *joint cells*: sets of answers with the same feedback to both. Their number bounds the
total within any limit. Each answer takes at least four guesses, except that one of each joint cell may be the third
guess, which saves one. The first word, if it is an answer, takes one guess, which saves two more; a single answer in a
cell of the first word is guessed second, which saves one more; so does the second word, if it is an answer.

Of the 168 million ordered pairs of 12,972 words, only some ten thousand have enough joint cells to matter, and most of
the others need not be counted. In a cell of the first word, no guess has more cells than in any letter set that
contains the cell (see `letter_sets`); this bounds the joint cells of one first word with all second words. The
remaining pairs are counted cell by cell, cells of about `MOST_SLACK` answers first; a pair is dropped as soon as its
bound falls short. The number of joint cells does not depend on which word is played first, so one count serves both
orders.

A task is a first word with all its partners. The most promising words come first, so that the cutoff is low early. With
two or more workers, the order in which pairs are searched differs from run to run; the result does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.game.legality import filter_legal
from wordle_compiler.kernels.kernel import kernel
from wordle_compiler.kernels.layout import UInt8Matrix, ValueMatrix, Values
from wordle_compiler.machine.progress import Progress
from wordle_compiler.search.extract import after_guess
from wordle_compiler.search.letter_sets import least_counts, rows_of_cell
from wordle_compiler.search.partition import sum_of_weights, sweep, weight_of
from wordle_compiler.search.playing import split_all
from wordle_compiler.search.problem import ANY, CANDIDATES, HARD, Problem, Scratch, View
from wordle_compiler.search.rounds import sort_by_key
from wordle_compiler.solver.leaderboard import Leaderboard
from wordle_compiler.solver.openers import by_estimate
from wordle_compiler.solver.worker_threads import Worker, WorkerThreads

FULL_SWEEP = 3
"""If more than one in this many columns remains, all of them are counted, without picking the remaining ones first."""

MOST_SLACK = 20
"""On cells of about this many answers, the bounds exceed the counts by most per answer.

Measured on Wordle: by two thirds of a cell per answer for cells of 12 to 30 answers, a third for cells of 3 or 64, a
tenth for cells of 200.
"""


Pair = tuple[int, int]
"""Two fixed openers, by their numbers among the allowed words."""


def worth_of_words(problem: Problem, words: NDArray[np.int32]) -> NDArray[np.int64]:
    """Returns what each word, played first, saves besides its joint cells.

    Each cell of a single answer other than the word itself saves one; the word saves two if it is an answer.
    """
    weights = problem.weights if problem.is_weighted else np.ones(problem.by_guess.shape[1], np.int64)
    worth = np.zeros(len(words), np.int64)
    for i, codes in enumerate(problem.by_guess[word] for word in words):
        saved = np.bincount(codes, minlength=problem.n_feedbacks) == 1
        saved[-1] = False
        worth[i] = weights @ (saved[codes] + 2 * (codes == problem.n_feedbacks - 1))
    return worth


@kernel
def find_partners(
    problem: Problem,
    scratch: Scratch,
    view: View,
    n_cells_of_sets: UInt8Matrix,
    place: int,
    needed: Values,
    bounds: Values,
    of_cell: ValueMatrix,
    partners: NDArray[np.int32],
) -> int:
    """Lists the columns after `place` that have more joint cells with its word than they need; returns how many.

    The columns go to `partners`, and the number of joint cells of each to `bounds`. The view has the words as columns,
    over all answers. `n_cells_of_sets` is the table of `LetterSets` with the same columns; empty if there is no table.
    `needed` has the number of joint cells that each column must exceed. Before they are counted, `bounds` has an upper
    bound of each column's joint cells, of which `of_cell` has those in each cell of several answers, a row per cell.
    Single answers have no slack.
    """
    first = place + 1
    stop = len(view.guesses)
    word = view.guesses[place]
    n_cells = split_all(problem, scratch, word)
    # The order of the cells drops most pairs with the least counting.
    order, counted, sets = scratch.ranks, scratch.counted, scratch.set_rows[: problem.letters.shape[1]]
    least, n_large, n_single = scratch.least[:stop], np.int64(0), np.int64(0)
    for c in range(n_cells):
        low, size = scratch.cell_start[0, c], np.int64(scratch.cell_stop[0, c] - scratch.cell_start[0, c])
        if size == 1:
            n_single += problem.weights[scratch.answers[low]] if problem.is_weighted else np.int64(1)
        else:
            order[n_large] = c
            scratch.keys[n_large] = (size << 16) // MOST_SLACK if size > MOST_SLACK else (MOST_SLACK << 16) // size
            n_large += 1
    sort_by_key(scratch, order, n_large)
    # 1. Bound all columns side by side from the letter sets.
    bounds[first:stop] = n_single
    for i in range(n_large):
        c = order[i]
        own = of_cell[i]
        low, high = scratch.cell_start[0, c], scratch.cell_stop[0, c]
        most = min(np.int64(high - low), problem.n_feedbacks)
        if problem.is_weighted:
            most = sum_of_weights(problem.weights, scratch.answers[low:high])
        if len(n_cells_of_sets) > 0:
            rows_of_cell(problem, word, scratch.cell_code[0, c], sets)
            least_counts(n_cells_of_sets, sets, least)
        for column in range(first, stop):
            own[column] = min(most, np.int64(least[column])) if len(n_cells_of_sets) > 0 else most
            bounds[column] += own[column]
    n_partners = np.int64(0)
    for column in range(first, stop):
        partners[n_partners] = column
        n_partners += bounds[column] > needed[column]
    # 2. Count the cells one by one; each count replaces its bound.
    for i in range(n_large):
        if n_partners == 0:
            break
        low, high = scratch.cell_start[0, order[i]], scratch.cell_stop[0, order[i]]
        is_full = n_partners * FULL_SWEEP > stop - first
        columns = partners[: 0 if is_full else n_partners]
        start, end = (first, stop) if is_full else (0, n_partners)
        sweep(problem, scratch, view, scratch.answers[low:high], scratch.rows[low:high], columns, start, end, counted)
        n_kept = np.int64(0)
        for k in range(n_partners):
            column = partners[k]
            bounds[column] += counted[column if is_full else k] - of_cell[i, column]
            partners[n_kept] = column
            n_kept += bounds[column] > needed[column]
        n_partners = n_kept
    return n_partners


class PairRanking:
    """Ranks pairs of one problem within one limit of guesses. Worker threads only read its attributes."""

    def __init__(
        self, threads: WorkerThreads, progress: Progress, words: Sequence[int], board: Leaderboard[Pair]
    ) -> None:
        """Takes the workers, words and board; if the answers have weights, "number" means a sum of weights below."""
        self._threads = threads
        self._problem = threads.problem
        self._max_guesses = threads.max_guesses
        self._progress = progress
        self._board = board
        self._words = np.array(by_estimate(self._problem, words), np.int32)
        here = self._threads.worker()
        self._weight = weight_of(self._problem, here.everything().answers)
        # The words as columns, in their order, so that the remaining partners of a word lie side by side.
        self._sets = self._threads.letter_sets(1) if self._problem.rule == ANY else None
        view = self._sets.view if self._sets else here.view
        columns = np.argsort(view.guesses)[self._words]
        codes = np.take(view.codes, columns, axis=1)
        n_cells = np.maximum.accumulate(view.n_cells[columns][::-1])[::-1].copy()
        self._view = View(self._problem.layout, codes, self._words, n_cells, 0, view.is_numbered)
        of_sets = self._sets.n_cells if self._sets else np.zeros((0, len(view.guesses)), np.uint8)
        self._n_cells_of_sets = np.take(of_sets, columns, axis=1)
        self._worth = worth_of_words(self._problem, self._words)
        numbers = self._problem.guess_as_answer[self._words]
        own = self._problem.weights[numbers] if self._problem.is_weighted else np.ones(len(numbers), np.int32)
        self._is_answer = np.where(numbers >= 0, own, 0)

    def rank(self) -> int:
        """Enters the best pairs on the board; returns how many are legal."""
        n_legal, n_searched, n, names = 0, 0, len(self._words), self._problem.game.allowed.words
        for done, found in enumerate(self._threads.run(self._try_first, range(n)), 1):
            n_legal += found[0]
            n_searched += found[1]
            best = self._board.describe(lambda pair: ",".join(names[word] for word in pair))
            self._progress(done, n, f"pairs, by first word: {n_searched} searched, {best}")
        return n_legal

    def _try_first(self, place: int) -> tuple[int, int]:
        """Ranks the pairs of a first word; returns how many are legal, and how many were searched."""
        worker = self._threads.worker()
        n_searched = 0
        if self._problem.rule == ANY:
            n_legal = 2 * (len(self._words) - 1 - place)
            # What comes before all pairs has the highest cutoff.
            pairs = self._promising_pairs(worker, place, self._board.cutoff((-1, -1)))
        else:
            # Few pairs are legal, most of them in one order only.
            pairs = [(0, self._pair_of(place, other)) for other in self._legal_partners(place)]
            n_legal = len(pairs)
        for bound, pair in pairs:
            cutoff = self._board.cutoff(pair)
            if bound < cutoff and not worker.is_stopped():
                total = worker.extractor.total(worker.everything(self._sets), self._max_guesses, cutoff, *pair)
                if total < cutoff and not worker.is_stopped():
                    # Enter it now rather than in the main thread, because the other workers' cutoffs depend on it.
                    self._board.enter(total, pair)
                n_searched += 1
        return n_legal, n_searched

    def _promising_pairs(self, worker: Worker, place: int, cutoff: int) -> list[tuple[int, Pair]]:
        """Returns the pairs of a word with a later word, in both orders, whose bound is below `cutoff`.

        Each comes with its bound; the lowest bound is first.
        """
        worth = np.maximum(self._worth[place] + self._is_answer, self._worth + self._is_answer[place])
        # The bound below, if it is below the cutoff, solved for the number of joint cells.
        needed = 4 * self._weight - cutoff - worth.astype(np.int64)
        if self._max_guesses <= 3:
            # The third guess is the last, so it solves only joint cells of one answer.
            needed = np.maximum(needed, self._weight - 1)
        least = np.maximum(needed, -1).astype(self._problem.layout.values)
        bounds, partners = np.empty_like(least), np.empty(len(least), np.int32)
        n_large = min(self._problem.n_feedbacks, self._problem.by_guess.shape[1] // 2)
        of_cell, of_sets = np.empty((n_large, len(least)), least.dtype), self._n_cells_of_sets
        n = find_partners(self._problem, worker.scratch, self._view, of_sets, place, least, bounds, of_cell, partners)
        pairs = []
        for column in partners[:n].tolist():
            for first, second in ((place, column), (column, place)):
                bound = 4 * self._weight - int(bounds[column] + self._worth[first] + self._is_answer[second])
                pairs.append((bound, self._pair_of(first, second)))
        return sorted(pairs)

    def _legal_partners(self, place: int) -> Iterator[int]:
        """Yields the columns of the words that the rule allows after every feedback to a first word."""
        problem = self._problem
        first = self._words[place]
        codes = problem.by_guess[first]
        legal = self._words
        for code, size in enumerate(np.bincount(codes, minlength=problem.n_feedbacks)):
            # A single candidate is guessed at once, and with a limit of one there is no second guess.
            if size < 2 or self._max_guesses < 2:
                continue
            if problem.rule == HARD:
                nothing = np.zeros(1 + 2 * problem.letters.shape[1], np.uint16)
                after = after_guess(problem.letters, nothing, first, code, problem.layout)
                legal = filter_legal(after, legal, problem.letters, problem.letter_counts)
            elif problem.rule == CANDIDATES:
                legal = np.intersect1d(legal, problem.answer_as_guess[codes == code])
            if not len(legal):
                return
        column_of = {int(word): column for column, word in enumerate(self._words)}
        yield from (column_of[int(word)] for word in legal if word != first)

    def _pair_of(self, first: int, second: int) -> Pair:
        """Returns the pair of two columns."""
        return int(self._words[first]), int(self._words[second])
