"""Solves a set by relaxation: first without a limit of guesses, then again only where the optimal tree is too deep.

Where the limit bites, a plain search explodes: a family such as BILLS, CELLS, DOLLS, ... has few guesses that tell its
members apart in time, and nothing in the bounds on totals says which. Two facts help.

- The total without a limit is a lower bound within every limit, since more guesses left never cost more. If an optimal
  tree without a limit is no deeper than a limit, the total is also exact within that limit.
- A guess with a cell that cannot be solved within the guesses left needs no total. Small parts of such cells rule out
  many other guesses; see `refutation`.

So a set is searched without a limit. If the tree is too deep, each guess in turn is ruled out by a part, by the totals
of its cells without a limit, or by a cell that cannot be solved in time; what is left is solved the same way, cell by
cell. Under rule hard, few guesses are legal, so a part is found sooner than a total without a limit, and is looked for
first.

With a width, the searches without a limit are cut short, and once a guess keeps the limit only that many are tried. So
totals are upper bounds, but a set that some tree solves within the limit always gets a tree.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from wordle_compiler.kernels.layout import Bools, Int64s
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.extract import CandidateSet, Extractor
from wordle_compiler.search.memo import Memo, new_memo
from wordle_compiler.search.problem import CANDIDATES, EVERY_GUESS, HARD, INFEASIBLE, UNLIMITED, Problem, make_scratch
from wordle_compiler.search.stopping import StoppedError
from wordle_compiler.solver.refutation.part_finder import ALL_SETS, FEW, PartFinder
from wordle_compiler.solver.refutation.parts import LARGEST_DECIDED

MOST_NODES = 1 << 18
"""If the plain search takes more nodes than this for a cell or a first guess, relaxation takes over where the game
permits it."""

DEEPEST = 40
"""A search without a limit plays at most this many guesses in a row; a set that needs more gets no bound from it."""

_MOST_KNOWN = 1 << 17
_MOST_TREES = 1 << 13
ENDLESS = 1 << 60

_LARGE = 1024
"""A set of at least so many answers is not searched without a limit as a whole, but guess by guess.

Most of its guesses are ruled out, and the rest is searched once, not twice. For THUMP's largest cell, of 4894 answers,
the total without a limit takes hours, while only one of the 12,969 guesses that split it keeps the limit.
"""

_SLOTS_OF_EXACT = 1 << 16
_POOL_OF_EXACT = 1 << 21
"""The memo of exact searches that serve one of limited width: what they prove must not mix with its upper bounds."""


def can_relax(problem: Problem, max_guesses: int) -> bool:
    """Checks whether a game is solved by relaxation: words, not by rule candidates, and each answer counts once."""
    if problem.rule == CANDIDATES or problem.is_weighted or problem.is_few or len(problem.permutations):
        return False
    return problem.rule != HARD or max_guesses <= LARGEST_DECIDED


@dataclass(frozen=True)
class _Known:
    """What is proven of a set within a limit: a lower bound, or the exact total with a guess that reaches it.

    The guess is None if the tree without a limit, or that of the plain search, keeps the limit. With a width, the tree
    without a limit is kept, too: another search may find another one, which may miss the limit.
    """

    total: int
    is_exact: bool
    guess: int | None = None
    tree: TreeNode | None = None


class Relaxation:
    """Solves sets of one game within limits. One thread at a time may use it.

    Whatever searches raises `StoppedError` once the flag is set.
    """

    def __init__(self, problem: Problem, max_guesses: int, control: Int64s, memo: Memo) -> None:
        """Takes a game for which `can_relax` holds, the flag that stops it if not 0, and a memo of the thread's."""
        self._problem = problem
        self._names = problem.game.allowed.words
        # Decides what cannot be solved in time. One guess more: the row of the whole game is not that of a set.
        self.finder = PartFinder(problem, min(max_guesses, LARGEST_DECIDED) + 1, control)
        self._are_parts_quick = problem.rule == HARD
        self._known: dict[tuple[bytes, int], _Known] = {}
        self._relaxed: dict[bytes, _Known] = {}
        self._trees: dict[bytes, TreeNode | None] = {}
        # The set whose guesses are tried one by one, and whether each guess is known to be ruled out.
        self._tried: tuple[bytes, int] | None = None
        self._is_ruled_out = np.zeros(0, np.bool_)
        # A search without a limit goes deeper than the solver's.
        scratch = make_scratch(problem, DEEPEST, control)
        self._extractor = self._exact = Extractor(problem, scratch, memo)
        if problem.width:
            self._exact = Extractor(problem.replaced(width=0), scratch, new_memo(_SLOTS_OF_EXACT, _POOL_OF_EXACT))

    def forget(self) -> None:
        """Forgets every total and tree. What cannot be solved in time is kept: it decides no tie."""
        self._known.clear()
        self._relaxed.clear()
        self._trees.clear()
        self._tried = None

    def total(self, cell: CandidateSet, limit: int, beta: int = INFEASIBLE) -> int:
        """Returns the exact smallest total of a set within a limit, or a lower bound of at least `beta`.

        A set that no tree solves within the limit costs `INFEASIBLE`.
        """
        n = len(cell)
        if n <= 2:
            return 2 * n - 1 if n <= limit else INFEASIBLE
        key = _key(cell), limit
        known = self._known.get(key)
        if known is None or not (known.is_exact or known.total >= beta):
            known = self._solve(cell, limit, beta)
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            self._known[key] = known
        return known.total

    def tree(self, cell: CandidateSet, limit: int) -> TreeNode:
        """Returns a tree with the smallest total within a limit, which some tree must keep."""
        total = self.total(cell, limit)
        known = self._known.get((_key(cell), limit))
        if known is not None and known.tree is not None:
            return known.tree
        if known is None or known.guess is None:
            relaxed = self._relaxed_tree(cell, total) if len(cell) > 2 and limit > FEW else None
            return relaxed if relaxed is not None else self._exact.extract(cell, limit, total)
        return self.tree_with(known.guess, cell, limit)

    def tree_with(self, guess: int, cell: CandidateSet, limit: int) -> TreeNode:
        """Returns a tree that begins with `guess` and has the smallest total of these within a limit.

        Some tree must keep the limit.
        """
        return self._extractor.play(guess, self._extractor.focus(cell), lambda part: self.tree(part, limit - 1))

    def _solve(self, cell: CandidateSet, limit: int, beta: int) -> _Known:
        """Settles a set by the first of several attempts that can."""
        attempts = (self._by_search, self._by_total_without_limit, self._by_parts, self._by_guesses)
        return next(known for attempt in attempts if (known := attempt(cell, limit, beta)) is not None)

    def _by_search(self, cell: CandidateSet, limit: int, beta: int) -> _Known | None:
        """Searches within a limit that is too small to make the search explode."""
        if limit > FEW:
            return None
        total = self._exact.total(cell, limit, beta)
        self._extractor.check()
        return _Known(total, total < beta)

    def _by_total_without_limit(self, cell: CandidateSet, limit: int, beta: int) -> _Known | None:
        """Searches without a limit: the total is at least `beta`, or the tree keeps the limit."""
        if self._is_large(cell):
            return None
        relaxed = self.relaxed_total(cell, beta)
        if relaxed >= beta:
            return _Known(relaxed, is_exact=False)
        tree = self._relaxed_tree(cell, relaxed)
        if tree is None or tree.worst_case() > limit:
            return None
        return _Known(relaxed, is_exact=True, tree=tree if self._problem.width else None)

    def _by_parts(self, cell: CandidateSet, limit: int, _beta: int) -> _Known | None:
        """Finds out whether any tree keeps the limit; of many guesses the plain search does, since it sees twins."""
        if self._is_large(cell):
            return None
        if limit > LARGEST_DECIDED:
            with self._exact.at_most(MOST_NODES):
                is_unsolvable = self._exact.total(cell, limit) >= INFEASIBLE and not self._exact.is_stopped
            self._extractor.check()
        else:
            is_unsolvable = self.finder.is_unsolvable(cell, limit)
        return _Known(INFEASIBLE, is_exact=True) if is_unsolvable else None

    def _is_large(self, cell: CandidateSet) -> bool:
        return len(cell) >= _LARGE and not self._problem.width

    def _by_guesses(self, cell: CandidateSet, limit: int, beta: int) -> _Known:
        """Tries every guess that may reach a total below `beta`, by ascending estimate."""
        cell = self._extractor.focus(cell)
        is_ruled_out = np.zeros(len(self._names), np.bool_)
        best, best_guess = beta, None
        guesses = self.promising(cell, beta)
        n_left = self._problem.width or len(guesses)
        for guess in guesses:
            total = self._total_with(guess, cell, limit, best, is_ruled_out)
            if total < best:
                best, best_guess = total, guess
            # A search of limited width goes on until a guess keeps the limit, and then looks at as many guesses.
            n_left -= best_guess is not None
            if n_left == 0:
                break
        return _Known(best, best < beta, best_guess)

    def total_with(self, guess: int, cell: CandidateSet, limit: int, beta: int) -> int:
        """Returns the exact smallest total of a set whose first guess is `guess`, or a bound of at least `beta`.

        A large set should have a view of its own; see `Extractor.focus`.
        """
        if limit <= FEW:
            total = self._exact.total(cell, limit, beta, guess)
            self._extractor.check()
            return total
        return self._total_with(guess, cell, limit, beta, self._ruled_out_so_far(cell, limit))

    def open_guesses(self, cell: CandidateSet, limit: int, beta: int) -> list[int]:
        """Returns the guesses that may reach a total below `beta` within a limit, by ascending estimate."""
        guesses = self.promising(cell, beta)
        if limit <= FEW:
            return guesses
        is_ruled_out = self._ruled_out_so_far(cell, limit)
        return [guess for guess in guesses if not is_ruled_out[guess]]

    def _ruled_out_so_far(self, cell: CandidateSet, limit: int) -> Bools:
        """Returns whether each guess is known to be ruled out; remembers it for the set that was asked for last."""
        key = _key(cell), limit
        if self._tried != key:
            self._tried, self._is_ruled_out = key, np.zeros(len(self._names), np.bool_)
        return self._is_ruled_out

    def _total_with(self, guess: int, cell: CandidateSet, limit: int, beta: int, is_ruled_out: Bools) -> int:
        """Does what `total_with` does, with more than 3 guesses left; adds the guesses that it finds ruled out."""
        if is_ruled_out[guess]:
            return INFEASIBLE
        if self._are_parts_quick and self.finder.rule_out(guess, cell, limit, is_ruled_out, shrinks=False):
            return INFEASIBLE
        # By its total without a limit. As long as no guess is known to keep the limit, any total would do.
        if beta < INFEASIBLE and (relaxed := self.relaxed_total(cell, beta, guess)) >= beta:
            return relaxed
        # By a cell that cannot be solved in time.
        if not self._are_parts_quick and self.finder.rule_out(guess, cell, limit, is_ruled_out):
            return INFEASIBLE
        return self.total_after(guess, cell, limit, beta)

    def total_after(self, guess: int, cell: CandidateSet, limit: int, beta: int) -> int:
        """Returns the exact smallest total of a set within a limit if its first guess is given, or a bound of `beta`.

        It is meant for a guess whose total without a limit is known to be below `beta`: it begins with the totals of
        all but the largest cells without a limit, and replaces one after another by the cell's total, the smallest cell
        first.
        """
        cells = [part for _, part in self.cells(cell, guess)]
        bounds = [self.least(part) if len(part) >= _LARGE else self.relaxed_total(part, INFEASIBLE) for part in cells]
        total = len(cell) + sum(bounds)
        for part, bound in zip(reversed(cells), reversed(bounds), strict=True):
            if total >= beta:
                break
            total -= bound
            total += self.total(part, limit - 1, beta - total)
        return min(total, INFEASIBLE)

    def keep(self, cell: CandidateSet, total: int) -> None:
        """Keeps a set's total without a limit that a search elsewhere has found."""
        self._relaxed[_key(cell)] = _Known(total, is_exact=True)

    def relaxed_total(self, cell: CandidateSet, beta: int, guess: int = EVERY_GUESS) -> int:
        """Returns the total without a limit, or a lower bound: of at least `beta`, or of all that is known.

        If a guess is given, it is the first one.
        """
        key = _key(cell)
        if guess == EVERY_GUESS and (known := self._relaxed.get(key)) and (known.is_exact or known.total >= beta):
            return known.total
        with self._extractor.at_most(ENDLESS):
            total = self._extractor.total(cell, UNLIMITED, beta, guess)
            is_cut_short = self._extractor.is_stopped
        self._extractor.check()
        if is_cut_short:
            if guess == EVERY_GUESS:
                self._trees[key] = None
            return 2 * len(cell) - 1
        if guess == EVERY_GUESS:
            if len(self._relaxed) >= _MOST_KNOWN:
                self._relaxed.clear()
            # Kept apart from the memo, which a search within a limit may fill and empty.
            self._relaxed[key] = _Known(total, total < beta)
        return total

    def promising(self, cell: CandidateSet, beta: int) -> list[int]:
        """Returns the guesses whose one-ply bound permits a total below `beta`, by ascending estimate."""
        guesses: list[int] = self._extractor.promising(cell, min(beta, INFEASIBLE) - 1).tolist()
        return guesses

    def least(self, cell: CandidateSet) -> int:
        """Returns the lower bound of a cell's total that is known without a search, within any limit."""
        if len(cell) <= 2:
            return 2 * len(cell) - 1
        bound = self._extractor.bound(cell, UNLIMITED)
        # A search that was stopped returns no bound, and what is known is kept for later searches.
        self._extractor.check()
        return bound

    def _relaxed_tree(self, cell: CandidateSet, total: int) -> TreeNode | None:
        """Returns a tree with the smallest total without a limit, or None if it is too deep to be found."""
        key = _key(cell)
        if key not in self._trees:
            if len(self._trees) >= _MOST_TREES:
                self._trees.clear()
            try:
                with self._extractor.at_most(ENDLESS):
                    self._trees[key] = self._extractor.extract(cell, UNLIMITED, total)
            except StoppedError:
                self._extractor.check()
                self._trees[key] = None
        return self._trees[key]

    def cells(self, cell: CandidateSet, guess: int) -> list[tuple[int, CandidateSet]]:
        """Returns the cells of a guess, except the won one, with their feedbacks, largest first."""
        return sorted(self._extractor.cells(cell, guess), key=lambda one: -len(one[1]))

    def is_ruled_out(self, guess: int, cell: CandidateSet, limit: int, most: int = ALL_SETS) -> bool:
        """Returns whether a guess leaves a cell that no tree solves in time; `limit` includes it and is at least 4.

        It takes time to find as many others as it can that are ruled out with it. If `most` is 0, it only says whether
        the guess is known to be ruled out, because another one at the set was.

        Raises:
            UndecidedError: A cell takes more than `most` sets to examine.
        """
        is_ruled_out = self._ruled_out_so_far(cell, limit)
        if is_ruled_out[guess] or not most:
            return bool(is_ruled_out[guess])
        return self.finder.rule_out(guess, cell, limit, is_ruled_out, most) is not None


def _key(cell: CandidateSet) -> bytes:
    """Returns what tells a set apart from all others: its answers and what rule hard demands."""
    return cell.answers.tobytes() + cell.constraint[1:].tobytes()
