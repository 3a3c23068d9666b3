"""Bounds the total of a first guess by raising its cells' bounds in steps, cheapest first.

A refutation need not find any cell's total, and what a cell's next step costs grows steeply towards its total. So all
cells are raised some way, and none to the end unless that is cheap. In a large game small cells are searched first, but
not for long; large ones, and those small ones that take long, are bounded by two guesses (see `code_sets`) as far as
these go, and then guess by guess.
"""

from __future__ import annotations

import heapq
import math
from functools import cached_property

from wordle_compiler.search.code_sets import CodeTable, TwoGuesses
from wordle_compiler.search.extract import CandidateSet, Extractor
from wordle_compiler.search.problem import UNLIMITED
from wordle_compiler.search.stopping import UndecidedError
from wordle_compiler.solver.relaxation import ENDLESS

_STEPS = 3
"""A step of the plain search raises a cell's bound by its number of candidates, divided by this; 5, 8 and 20 were
slower."""

_RAISED_MIN = 256
"""Without code sets, smaller cells are searched to the end at once: steps there would cost more than they save."""

_SMALL = 120
"""With code sets, smaller cells are searched to the end if that takes few nodes."""

_FEW_NODES = 1 << 12
"""So many nodes may be searched for a cell, and four times as many each time that these were too few."""

_SHARES = (5, 12, 25)
"""The first steps of two guesses, and all that follow, are the number of candidates divided by these."""

_SHARE_OF_GUESSES = 100
"""The same, once two guesses have shown what they can."""

_PART_WORK = 10
"""A part bounded by code sets takes as long as so many nodes of the search."""

_PATIENCE = 2
"""A cell is left for another one that is cheaper by this factor, since its code sets must then be found again."""

_MOST_MISSING = 0.325
"""If the first bounds miss more guesses for each answer, the first guess is so good that its cells must be searched to
their totals: then code sets take time and settle nothing (LARES against 52762: 168 s without them, over 280 s with)."""

_MOST_KNOWN = 1 << 16
"""How many cells' bounds are kept for other openers."""


class _Cell:
    """A cell of the guess, without a limit of guesses."""

    def __init__(self, extractor: Extractor, part: CandidateSet, table: CodeTable | None) -> None:
        self.part = part
        self.bound = extractor.bound(part, UNLIMITED)  # A lower bound of its total.
        self.is_exact = len(part) <= 2  # Whether the bound is the total.
        self.rate = 0.0  # How much work a gain of one takes: that of the last step, or an estimate.
        self._extractor = extractor
        self._table, self._key = table, part.answers.tobytes()
        self._most_nodes = ENDLESS if table is None else _FEW_NODES
        # No bound method: a cell that holds itself, and its view, would wait for the garbage collector.
        self._step = _Cell._search if table is None or len(part) < _SMALL else _Cell._look_two_ahead
        self._shares = list(_SHARES)
        if table is not None:
            self.bound = max(self.bound, table.known.get(self._key, 0))
            self.rate = 100.0 + len(part) if len(part) < _SMALL else 50 + 25_000 / len(part)

    def raise_bound(self, most: int) -> None:
        """Raises the bound by a step, of at most `most`."""
        bound, work = self.bound, self._extractor.work
        weight = _PART_WORK if self._step is _Cell._look_two_ahead else 1
        self._step(self, most)
        self.rate = weight * (self._extractor.work - work) / max(self.bound - bound, 0.1)
        if self._table is not None:
            if len(self._table.known) >= _MOST_KNOWN:
                self._table.known.clear()
            self._table.known[self._key] = self.bound

    def _search(self, most: int) -> None:
        """Searches the whole cell; with code sets not for long, and without them in steps if it is large."""
        in_steps = self._table is None and len(self.part) >= _RAISED_MIN
        cutoff = self.bound + (min(most, len(self.part) // _STEPS) if in_steps else most)
        with self._extractor.at_most(self._most_nodes):
            found = self._extractor.total(self.part, UNLIMITED, cutoff)
            if self._extractor.is_stopped:
                self._step = _Cell._look_two_ahead
                return
        self.bound, self.is_exact = found, found < cutoff

    def _look_two_ahead(self, most: int) -> None:
        """Raises the bounds of all guesses by what one more guess shows of their cells."""
        share = self._shares.pop(0) if len(self._shares) > 1 else self._shares[0]
        cutoff = self.bound + min(most, max(len(self.part) // share, 1))
        found = self._two.raise_to(cutoff)
        if found < cutoff:
            self._step = _Cell._try_guesses
        self.bound = max(self.bound, found)

    @cached_property
    def _two(self) -> TwoGuesses:
        assert self._table is not None, "without code sets, only a search raises bounds"
        return TwoGuesses(self._table, self._extractor.focus(self.part, 0))

    def _try_guesses(self, most: int) -> None:
        """Searches the cells of the guesses whose bounds are too low, one guess after another, but not for long."""
        two = self._two
        asked = cutoff = self.bound + min(most, max(len(self.part) // _SHARE_OF_GUESSES, 1))
        with self._extractor.at_most(self._most_nodes):
            while two.lower[column := int(two.lower.argmin())] < cutoff:
                found = self._extractor.total(two.cell, UNLIMITED, cutoff, int(two.cell.view.guesses[column]))
                if self._extractor.is_stopped:
                    self._most_nodes *= 4
                    return
                two.lower[column] = max(found, two.lower[column])
                cutoff = min(cutoff, max(found, self.bound))
        self.bound = cutoff
        self.is_exact = cutoff < asked


def total_without_limit(
    extractor: Extractor,
    cell: CandidateSet,
    beta: int,
    guess: int,
    table: CodeTable | None = None,
    most_work: float = math.inf,
) -> tuple[int, list[tuple[CandidateSet, int]]]:
    """Returns the total without a limit of a set whose first guess is `guess`, or a lower bound of at least `beta`.

    With it come the cells and their totals, or lower bounds where the sum is one. A `table` is for large games without
    weights under rule any.

    How much a step searched decides which is next, not the clock, so that a run can be repeated. The result means
    nothing if the extractor was stopped.

    Raises:
        UndecidedError: It takes more than `most_work`, which is `Extractor.work`. It has the bound so far.
    """
    work = extractor.work
    cells = [_Cell(extractor, part, table) for _, part in extractor.cells(cell, guess)]
    total = len(cell) + sum(each.bound for each in cells)
    if table is not None and beta - total > _MOST_MISSING * len(cell):
        return total_without_limit(extractor, cell, beta, guess, None, most_work)
    queue = [(each.rate, len(each.part), index) for index, each in enumerate(cells) if not each.is_exact]
    heapq.heapify(queue)
    patience = 1 if table is None else _PATIENCE
    while queue and total < beta and not extractor.is_stopped:
        _, size, index = heapq.heappop(queue)
        each = cells[index]
        is_next = True
        while is_next and total < beta and not extractor.is_stopped:
            total -= each.bound
            each.raise_bound(beta - total - each.bound)
            total += each.bound
            is_next = not each.is_exact and (not queue or each.rate < patience * queue[0][0])
        if not each.is_exact:
            heapq.heappush(queue, (each.rate, size, index))
        if total < beta and queue and extractor.work - work > most_work and not extractor.is_stopped:
            raise UndecidedError(total)
    return total, [(each.part, each.bound) for each in cells]
