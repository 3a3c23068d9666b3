"""Proves that no tree keeps a limit of up to five guesses: for each opener, a part of one cell that no tree solves.

A part is found in a cell of one opener and shrunk. It then serves every other opener that leaves all of it in one cell.
A few hundred parts settle the 12,972 openers of the original game. A part for 4 guesses consists of parts for 3. A
search for totals is not an alternative: without a reachable total there is no cutoff, so it would solve every cell
exactly.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.game.feedback_matrix import count_cells
from wordle_compiler.game.game import Game, Rule
from wordle_compiler.machine.progress import Progress, ignore_progress
from wordle_compiler.machine.workers import run_tasks
from wordle_compiler.search.problem import Problem
from wordle_compiler.search.stopping import NEVER, Deadline
from wordle_compiler.solver.refutation.part_finder import MOST_OF_KERNELS, PartFinder
from wordle_compiler.solver.refutation.part_library import Part, PartLibrary, choose_cover, left_whole
from wordle_runtime.layout import WORDLE

Item = TypeVar("Item")
Memory = TypeVar("Memory")
Result = TypeVar("Result")

LARGEST_LIMIT = MOST_OF_KERNELS + 2
"""The largest limit that can be refuted."""

BATCH = 8
"""How many openers are examined in parallel; none of them uses the parts that the others find."""

_SPREAD = {4: 1, 5: 8}
"""By limit, a number n: a batch is spread over the first 1/n of the openers, those with the most cells first.

The parts for 4 guesses are found slowly. Those below openers with many cells serve most of the others, too.
"""

_FEW_OPENERS = {4: 0, 5: 512}
"""By limit: once at most this many openers are left, each gets a part of its own, which is found quickly.

The last 80 of 12,972 openers with all words as answers took 2 s each (one core of an AMD EPYC); before, one part that
might serve others took more than six minutes.
"""

_N_TRIED = 8
"""How many openers with the most cells are examined before any part is looked for: if a tree exists, one of them is
likely to open it.
"""


def can_refute(game: Game) -> bool:
    """Checks whether refutations are tried for a game: only for word games, and not under rule candidates.

    Refutations need guesses that stay legal. In other games, symmetry serves the same purpose.
    """
    return game.rule != Rule.CANDIDATES and game.kind == WORDLE


@dataclass(frozen=True, eq=False)
class Refutation:
    """Why no tree with certain openers keeps a limit. For limits of at most 3 guesses there are no parts.

    Attributes:
        parts: Sets of answers that no tree solves within one guess fewer than the limit. Each of them is needed.
        part_of: For each opener, the index in `parts` of the part that it leaves in one cell.
    """

    parts: tuple[Part, ...]
    part_of: dict[int, int]


class Workers(Generic[Memory]):
    """Runs tasks in threads, until a deadline. The base of refuters."""

    def __init__(
        self,
        problem: Problem,
        *,
        n_workers: int = 1,
        progress: Progress = ignore_progress,
        deadline: Deadline = NEVER,
    ) -> None:
        """Takes the game; after `deadline`, tasks end with `StoppedError`."""
        self._problem = problem
        self._everything = np.arange(problem.by_guess.shape[1], dtype=np.uint16)
        self._n_workers = n_workers
        self._progress = progress
        self._deadline = deadline

    def _start(self, make: Callable[[], Memory]) -> None:
        """Prepares for tasks whose memories `make` makes."""
        self._make = make
        # The stop flag of these tasks. Needs no lock: it goes from 0 to 1 once, and every kernel reads it.
        self._control = np.zeros(1, np.int64)
        # The memories that no thread is using. Needs no lock: a deque's `append` and `pop` are atomic.
        self._free: deque[Memory] = deque()

    def _run(self, task: Callable[[Item], Result], items: Iterable[Item]) -> Generator[Result, None, None]:
        """Yields the results of a task for each item, from all workers, as they are ready."""
        tasks = run_tasks(task, items, self._n_workers, stop=self._stop, idle=self._deadline.check)
        try:
            for result in tasks:
                self._deadline.check()
                yield result
        finally:
            tasks.close()

    def _cover(
        self,
        limit: int,
        in_order: NDArray[np.int64],
        find_parts: Callable[[NDArray[np.int64]], list[Part] | None],
        served_by: Callable[[Part], NDArray[np.bool_]],
    ) -> Refutation | None:
        """Returns parts that together show for each opener that no tree keeps a limit.

        `find_parts` is called with the openers that have no part yet, in the order given, and returns one for each of
        some of them; None ends the work. `served_by` says for each guess whether a part shows it of that one, too.
        """
        is_open = np.zeros(self._problem.by_guess.shape[0], np.bool_)
        is_open[in_order] = True
        meant = np.flatnonzero(is_open)
        parts: list[Part] = []
        served: list[NDArray[np.bool_]] = []
        while is_open.any():
            found = find_parts(in_order[is_open[in_order]])
            if found is None:
                return None
            for part in found:
                is_served = served_by(part)
                if is_open[is_served].any():
                    parts.append(part)
                    served.append(is_served[meant])
                    is_open &= ~is_served
            n_done = len(meant) - int(is_open.sum())
            self._progress(n_done, len(meant), f"no tree within {limit} guesses: openers")
        chosen = choose_cover(np.array(served))
        part_of = np.array([served[number] for number in chosen]).argmax(axis=0)
        return Refutation(
            tuple(parts[number] for number in chosen),
            {int(opener): int(number) for opener, number in zip(meant, part_of, strict=True)},
        )

    def _take(self) -> Memory:
        """Returns a memory that no other thread is using."""
        try:
            return self._free.pop()
        except IndexError:
            return self._make()

    def _stop(self) -> None:
        self._control[0] = 1


class Refuter(Workers[PartFinder]):
    """Looks for refutations of one game.

    Every allowed word counts as legal, so the refutations hold under rule hard, too. They do not depend on the number
    of workers.

    Attributes:
        witness: After a refutation has failed, an opener below which some tree keeps the limit while every allowed word
            is legal.
    """

    witness: int | None = None

    def refute(self, limit: int, openers: Sequence[int]) -> Refutation | None:
        """Proves that no tree with one of the openers keeps a limit, from 1 to `LARGEST_LIMIT` guesses.

        Returns None if some tree does keep it when every allowed word is legal; see `witness`.

        Raises:
            StoppedError: The deadline has passed.
            KeyboardInterrupt: Promptly, on an interrupt.
        """
        self._start(lambda: PartFinder(self._problem, self._control))
        if limit <= MOST_OF_KERNELS:
            return None if self._has_witness(openers, limit) else Refutation((), {})
        in_order = most_cells_first(self._problem, openers)
        if len(in_order) > _N_TRIED and self._has_witness(in_order[:_N_TRIED].tolist(), limit):
            return None
        has_letter = self._problem.letter_counts > 0
        known = PartLibrary(self._problem)
        is_known: set[bytes] = set()

        def find_parts(left: NDArray[np.int64]) -> list[Part] | None:
            # Spread over the order, so that the openers differ and are unlikely to share a part.
            places = np.linspace(0, (len(left) - 1) // _SPREAD[limit], min(BATCH, len(left)))
            batch = left[np.unique(places.astype(np.int64))].tolist()
            frequency = has_letter[left].sum(axis=0).astype(np.int64)
            found = self._find_parts(batch, limit - 1, frequency, known, is_shared=len(left) > _FEW_OPENERS[limit])
            if found is None:
                return None
            for opener in batch:
                for smaller in found[opener][1]:
                    if (key := smaller.members.tobytes()) not in is_known:
                        is_known.add(key)
                        known.add(smaller)
            return [found[opener][0] for opener in batch]

        return self._cover(limit, in_order, find_parts, lambda part: left_whole(self._problem, part.members))

    def _find_parts(
        self,
        openers: Sequence[int],
        limit: int,
        frequency: NDArray[np.int64],
        known: PartLibrary,
        *,
        is_shared: bool,
    ) -> dict[int, tuple[Part, list[Part]]] | None:
        """Returns a part for each opener and what was learned, or None if one of them solves every cell in time.

        Every search begins with the same known parts, so that the result does not depend on the number of workers.
        """

        def find(opener: int) -> tuple[int, Part | None, list[Part]]:
            finder = self._take()
            finder.start_over(known)
            part = finder.part_below(opener, self._everything, limit, frequency, is_shared=is_shared)
            learned = finder.learned()
            self._free.append(finder)
            return opener, part, learned

        found: dict[int, tuple[Part, list[Part]]] = {}
        for opener, part, learned in self._run(find, openers):
            if part is not None:
                found[opener] = part, learned
        # The first in the order of the batch, whichever thread was ahead.
        self.witness = next((opener for opener in openers if opener not in found), None)
        return found if self.witness is None else None

    def _has_witness(self, openers: Sequence[int], limit: int) -> bool:
        """Returns whether a tree with one of the openers keeps a limit."""

        def fails(opener: int) -> tuple[int, bool]:
            finder = self._take()
            is_refuted = finder.unsolvable_cell(opener, self._everything, limit - 1) is not None
            self._free.append(finder)
            return opener, is_refuted

        refuted = {opener for opener, is_refuted in self._run(fails, openers) if is_refuted}
        self.witness = next((opener for opener in openers if opener not in refuted), None)
        return self.witness is not None


def most_cells_first(problem: Problem, openers: Sequence[int]) -> NDArray[np.int64]:
    """Returns openers by descending number of cells, then ascending: the hardest to refute first."""
    ascending = np.unique(np.array(openers, np.int64))
    n_cells = count_cells(problem.by_guess[ascending])
    return ascending[np.argsort(-n_cells, kind="stable")]
