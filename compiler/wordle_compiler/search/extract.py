"""Turns totals into a tree: each node plays the first guess, in a fixed order, that reaches the exact total.

Which guess a search proves first depends on the contents of its memo. The order here does not: it is by estimated
total, then candidates first, then alphabetical. Whether a guess reaches the total is a fact. So the tree is the same
for any number of workers and any memo.

If the problem `is_shallow`, each node plays the first guess that reaches the total within the fewest guesses that
permit it, which are then its subtree's worst case. That takes a search of each set within fewer guesses: the trees of
SALET take half as long again under rule any, and twice as long under rule hard.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.game.legality import tighten
from wordle_compiler.kernels.layout import Layout
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.exact import search
from wordle_compiler.search.few_feedbacks import list_open, remember
from wordle_compiler.search.memo import Memo
from wordle_compiler.search.partition import count_cells_of_each, sweep, weight_of
from wordle_compiler.search.problem import (
    CANDIDATES,
    EVERY_GUESS,
    HARD,
    INFEASIBLE,
    NO_DEPTH,
    UNLIMITED,
    WHOLE_VIEW,
    Frame,
    Head,
    Problem,
    Scratch,
    View,
)
from wordle_compiler.search.rounds import ESTIMATE_MIN, VIEW_MIN, estimate_totals, keep_legal
from wordle_compiler.search.stopping import StoppedError

AnyHead = TypeVar("AnyHead", bound=Head)


@dataclass(frozen=True, eq=False)
class CandidateSet:
    """A set of candidates as the search wants it."""

    answers: NDArray[np.uint16]  # The candidates' numbers, ascending.
    rows: NDArray[np.int32]  # Their rows in the view.
    view: View  # A view of a set that contains them.
    # What rule hard demands of the guess, or in games with symmetry the guesses so far; of no effect in other games.
    constraint: NDArray[np.uint16]

    @classmethod
    def of(cls, answers: NDArray[Any], root: View, constraint: NDArray[np.uint16]) -> CandidateSet:
        """Returns a set with the root view, in which an answer's row is its number."""
        return cls(answers.astype(np.uint16), answers.astype(np.int32), root, constraint)

    def __len__(self) -> int:
        return len(self.answers)


def after_guess(
    letters: NDArray[np.uint16], constraint: NDArray[np.uint16], guess: int, code: int, layout: Layout
) -> NDArray[np.uint16]:
    """Returns the constraint after one more guess: what rule hard demands, or with few feedbacks the guesses so far.

    `letters` are the letter numbers of all guesses. Entry 0 is as before; in other games so are all entries.
    """
    after = constraint.copy()
    if layout.rule == HARD:
        tighten(constraint, letters[guess], code, after)
    elif layout.is_few:
        remember(constraint, guess, after)
    return after


def set_key(problem: Problem, cell: CandidateSet) -> np.uint64:
    """Returns the hash of a set: the XOR of its members' hashes."""
    return np.uint64(np.bitwise_xor.reduce(problem.answer_hash[cell.answers]))


def frame_of(problem: Problem, scratch: Scratch, cell: CandidateSet, kind: type[AnyHead], depth: int = 0) -> AnyHead:
    """Puts a set at the bottom of the stack and returns the depth's frame about it; the rest is left to write.

    `scratch.constraint` of the depth is left to write, too.
    """
    n = len(cell)
    scratch.answers[:n] = cell.answers
    scratch.rows[:n] = cell.rows
    scratch.most_cells[:n] = weight_of(problem, cell.answers)
    frame = kind(scratch.frames[depth])
    frame.depth = depth
    frame.low = 0
    frame.high = frame.top = n
    frame.key = set_key(problem, cell)
    return frame


class Extractor:
    """Builds optimal trees for sets of candidates. Belongs to one worker, whose scratch memory and memo it uses."""

    def __init__(self, problem: Problem, scratch: Scratch, memo: Memo) -> None:
        self._problem = problem
        self._scratch = scratch
        self._memo = memo
        self._allowed = problem.game.allowed.words
        self._is_own = np.zeros(len(self._allowed), np.bool_)

    def extract(self, cell: CandidateSet, guesses_left: int, total: int) -> TreeNode:
        """Returns a tree for a set with exactly `total`, which must be its smallest total.

        A view of the set's own would cost more than it saves, because the memo has nearly all that is asked.

        Raises:
            StoppedError: The run was stopped.
        """
        problem, answers = self._problem, cell.answers
        if len(answers) <= 2:
            # With weights the heavier answer is numbered first, so it is guessed first.
            first, *rest = (self._allowed[problem.answer_as_guess[answer]] for answer in answers)
            node = TreeNode(first, True)
            if rest:
                code = int(problem.by_guess[problem.answer_as_guess[answers[0]], answers[1]])
                node.children[code] = TreeNode(rest[0], True)
            return node
        found = (INFEASIBLE, -1)
        for guess in self.order(cell, guesses_left, total).tolist():
            value = self.total(cell, guesses_left, total + 1, guess)
            found = min(found, (value, guess))
            if value <= total:
                break
        # A search of limited width need not find its own total again; then the best total found is used.
        if self.is_stopped:
            raise StoppedError
        if found[0] > total and (found[0] >= INFEASIBLE or problem.width == 0):
            raise AssertionError(f"no guess reaches the total {total} of {len(answers)} candidates")
        node = self.play(found[1], cell, lambda part: self.best(part, guesses_left - (guesses_left < UNLIMITED)))
        # The tree shows that so many guesses are enough. Only whether fewer are has to be searched.
        is_too_deep = problem.is_shallow and self.total(cell, fewer := node.worst_case() - 1, total + 1) <= total
        return self.extract(cell, fewer, total) if is_too_deep else node

    def order(self, cell: CandidateSet, guesses_left: int, total: int) -> NDArray[np.int32]:
        """Returns the legal guesses whose bound is at most `total`, in the module's order.

        Of guesses that symmetry makes equal, only the first is returned. The order does not depend on `total`.
        """
        problem, scratch, answers = self._problem, self._scratch, cell.answers
        if not problem.is_few:
            return self.promising(cell, total)
        open_ones, bounds = scratch.ranks, scratch.bounds[0]
        n, _ = list_open(problem, scratch, answers, cell.constraint, guesses_left, total + 1, open_ones, bounds)
        guesses, estimates = open_ones[:n], scratch.keys[:n]
        estimate_totals(problem, scratch.counts, answers, guesses, estimates)
        return guesses[np.lexsort((guesses, ~np.isin(guesses, problem.answer_as_guess[answers]), estimates))]

    def best(self, cell: CandidateSet, guesses_left: int) -> TreeNode:
        """Returns an optimal tree for a set that some tree solves; one or two candidates need no total."""
        return self.extract(cell, guesses_left, self.total(cell, guesses_left) if len(cell) > 2 else 0)

    def play(self, guess: int, cell: CandidateSet, subtree: Callable[[CandidateSet], TreeNode]) -> TreeNode:
        """Returns the tree that plays `guess` at a set, and a subtree in each of its cells.

        Raises:
            StoppedError: The run was stopped.
        """
        is_own = bool((cell.answers == self._problem.guess_as_answer[guess]).any())
        return TreeNode(self._allowed[guess], is_own, {code: subtree(part) for code, part in self.cells(cell, guess)})

    def cells(self, cell: CandidateSet, guess: int) -> list[tuple[int, CandidateSet]]:
        """Returns the cells of a guess with their feedbacks, ascending, without the cell that is won."""
        problem = self._problem
        codes = problem.by_guess[guess, cell.answers]
        found = []
        for code in np.unique(codes[codes != problem.n_feedbacks - 1]).tolist():
            members = codes == code
            after = after_guess(problem.letters, cell.constraint, guess, code, problem.layout)
            found.append((code, CandidateSet(cell.answers[members], cell.rows[members], cell.view, after)))
        return found

    @property
    def is_stopped(self) -> bool:
        """Whether the last search was stopped, so that its result means nothing."""
        counters = self._scratch.counters
        return bool(self._scratch.control[0] or counters.nodes > counters.most_nodes)

    def check(self) -> None:
        """Raises `StoppedError` if the run was stopped."""
        if self._scratch.control[0]:
            raise StoppedError

    @property
    def work(self) -> int:
        """How much has been searched: nodes, and sweeps over the guesses of a view."""
        return int(self._scratch.counters.nodes + self._scratch.counters.sweeps)

    @contextmanager
    def at_most(self, n_nodes: int) -> Iterator[None]:
        """Stops the searches inside once they have searched `n_nodes` nodes; see `is_stopped`. May be nested."""
        counters = self._scratch.counters
        before = counters.most_nodes
        counters.most_nodes = min(before, counters.nodes + n_nodes)
        try:
            yield
        finally:
            # A search that went too deep (see `is_settled_by_size`) stops whoever asked for it.
            counters.most_nodes = 0 if not counters.most_nodes and before < np.iinfo(np.int64).max else before

    def bound(self, cell: CandidateSet, guesses_left: int) -> int:
        """Returns the one-ply lower bound for the total of a set, without searching."""
        return self.total(cell, guesses_left, is_bound_only=True)

    def focus(self, cell: CandidateSet, least: int = VIEW_MIN) -> CandidateSet:
        """Returns a large set with a view of its own, in which its cells are searched faster; a small set as it is."""
        answers = cell.answers
        if len(answers) < least or self._problem.rule == CANDIDATES or self._problem.is_few:
            return cell
        columns, n_cells = self._sweep(cell)
        order = np.flatnonzero(n_cells > (self._problem.weights[answers[0]] if self._problem.is_weighted else 1))
        order = order[np.argsort(-n_cells[order], kind="stable")]
        picked = columns[order] if len(columns) else order
        # Row by row: a copy of all rows, with all columns, would be as large again.
        codes = np.empty((len(answers), len(picked)), cell.view.codes.dtype)
        for row, target in zip(cell.rows.tolist(), codes, strict=True):
            cell.view.codes[row].take(picked, out=target, mode="clip")
        own = View(self._problem.layout, codes, cell.view.guesses[picked], n_cells[order], cell.view.end, 0)
        return CandidateSet(answers, np.arange(len(answers), dtype=np.int32), own, cell.constraint)

    def total(
        self,
        cell: CandidateSet,
        guesses_left: int,
        beta: int = INFEASIBLE,
        guess: int = EVERY_GUESS,
        second: int = EVERY_GUESS,
        *,
        is_bound_only: bool = False,
    ) -> int:
        """Returns the exact smallest total of a set, or a bound of at least `beta`; given guesses go first.

        A `second` guess must be legal in every cell of the first one that holds several candidates.
        """
        scratch = self._scratch
        scratch.constraint[0] = cell.constraint
        # A search that was stopped may have left it.
        scratch.counters.sets_depth = NO_DEPTH
        frame = frame_of(self._problem, scratch, cell, Frame)
        frame.guesses_left = guesses_left
        frame.beta = beta
        frame.only = guess
        frame.only_below = second
        frame.is_bound_only = is_bound_only
        frame.n_legal = WHOLE_VIEW
        return search(self._problem, scratch, self._memo, cell.view, frame)

    def _sweep(self, cell: CandidateSet) -> tuple[NDArray[np.int32], NDArray[Any]]:
        """Returns the legal columns of the view (empty means all of them) and each column's number of cells."""
        problem, scratch, view = self._problem, self._scratch, cell.view
        columns = np.empty(0, np.int32)
        n_columns = len(view.guesses)
        if problem.rule == HARD:
            # No search uses the last row.
            columns = scratch.legal[len(scratch.legal) - 1]
            n_columns = keep_legal(problem, view, cell.constraint, columns[:0], WHOLE_VIEW, columns)
            columns = columns[:n_columns]
        n_cells = np.empty(n_columns, view.n_cells.dtype)
        sweep(problem, scratch, view, cell.answers, cell.rows, columns, 0, n_columns, n_cells)
        return columns, n_cells

    def promising(self, cell: CandidateSet, total: int) -> NDArray[np.int32]:
        """Returns the legal guesses whose one-ply bound is at most `total`, in the module's order."""
        problem, answers = self._problem, cell.answers
        n_allowed = problem.by_guess.shape[0]
        weight = weight_of(problem, answers)
        guesses = problem.answer_as_guess[answers]
        own_cells = np.empty(len(answers), problem.layout.values)
        count_cells_of_each(problem, self._scratch, answers, guesses, own_cells)
        bounds = 3 * weight - own_cells.astype(np.int64)
        bounds -= problem.weights[answers] if problem.is_weighted else 1
        is_other = np.zeros(len(answers), np.bool_)
        # No other guess has more cells than there are answers, so its bound is at least twice their weight.
        if problem.rule != CANDIDATES and total >= 2 * weight:
            columns, n_cells = self._sweep(cell)
            # A guess that does not split the candidates wastes a guess.
            least = max(3 * weight - total, 1 + (problem.weights[answers[0]] if problem.is_weighted else 1))
            found = np.flatnonzero(n_cells >= least)
            others = cell.view.guesses[columns[found] if problem.rule == HARD else found]
            self._is_own[guesses] = True
            is_new = ~self._is_own[others]
            self._is_own[guesses] = False
            guesses = np.concatenate((guesses, others[is_new]))
            bounds = np.concatenate((bounds, 3 * weight - n_cells[found[is_new]].astype(np.int64)))
            is_other = np.arange(len(guesses)) >= len(answers)
        matters = bounds <= total
        guesses, bounds, is_other = guesses[matters], bounds[matters], is_other[matters]
        if len(answers) >= ESTIMATE_MIN:
            bounds = np.empty(len(guesses), np.int64)
            estimate_totals(problem, self._scratch.counts, answers, guesses, bounds)
        return guesses[np.argsort((2 * bounds + is_other) * n_allowed + guesses, kind="stable")]
