"""Proves that no tree keeps a limit of guesses: for each opener, a part of one cell that no tree solves.

A part is found in a cell of one opener and shrunk. It then serves every other opener that leaves all of it in one cell.
A few hundred parts settle the 12,972 openers of the original game. A part for 4 guesses consists of parts for 3. A
search for totals is not an alternative: without a reachable total there is no cutoff, so it would solve every cell
exactly.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial

import numpy as np

from wordle_compiler.game.feedback_matrix import count_cells
from wordle_compiler.machine.progress import Progress, ignore_progress
from wordle_compiler.machine.workers import run_tasks
from wordle_compiler.search.problem import CANDIDATES, HARD, Problem
from wordle_compiler.search.stopping import NEVER, Deadline
from wordle_compiler.solver.refutation.part_finder import FEW, MOST_LEARNED, PartFinder, Reasons, ruled_out_by
from wordle_compiler.solver.refutation.parts import LARGEST_DECIDED, Part

LARGEST_LIMIT = 5
"""The largest limit that is refuted under rule any, where every guess is legal everywhere."""

BATCH = 8
"""How many openers are examined in parallel; none of them uses the parts that the others find."""

_FEW_OPENERS = 512
"""Once at most this many openers are left, a part for more than 3 guesses need not serve others.

The last 80 of 12,972 openers with all words as answers took 2 s each (one core of an AMD EPYC); before, one part that
might serve others took more than six minutes.
"""


def can_refute(problem: Problem, limit: int) -> bool:
    """Checks whether a limit is refuted: only if feedbacks are about letters, and not under rule candidates.

    In other games, symmetry serves the same purpose.
    """
    is_decided = problem.has_letters and problem.rule != CANDIDATES
    return is_decided and limit <= (LARGEST_DECIDED if problem.rule == HARD else LARGEST_LIMIT)


@dataclass(frozen=True, eq=False)
class Refutation:
    """Why no tree with certain openers keeps a limit.

    Within 1 guess, and within up to 3 under rule any, there are no parts: whoever checks it finds out alone.
    """

    # Sets of answers that no tree solves within one guess fewer than the limit. Each of them is needed.
    parts: tuple[Part, ...]
    part_of: dict[int, int]  # For each opener, the index in `parts` of the part that it leaves in one cell.


def refute(
    problem: Problem,
    limit: int,
    openers: Sequence[int],
    *,
    n_workers: int = 1,
    progress: Progress = ignore_progress,
    deadline: Deadline = NEVER,
    settle: Callable[[Sequence[int]], object] = len,
) -> Refutation | int:
    """Proves that no tree with one of the openers keeps a limit of 1 guess or more; returns an opener of one that does.

    `can_refute` must hold. The refutation says of every part for at least 4 guesses which smaller parts it consists of.
    `settle` is given openers as they are refuted. The result does not depend on the number of workers.

    Raises:
        StoppedError: The deadline has passed.
        KeyboardInterrupt: Promptly, on an interrupt.
    """
    everything = np.arange(problem.by_guess.shape[1], dtype=np.uint16)
    meant = np.unique(np.array(openers, np.int64))
    # The hardest to refute first: by descending number of cells, then ascending.
    in_order = meant[np.argsort(-count_cells(problem.by_guess[meant]), kind="stable")]
    # The stop flag. Needs no lock: it goes from 0 to 1 once, and every kernel reads it.
    control = np.zeros(1, np.int64)
    # Each place in a batch has a memory of its own, so that what is found does not depend on the threads. After each
    # batch, all get the smaller parts.
    finders: dict[int, PartFinder] = {}
    known: deque[Part] = deque(maxlen=MOST_LEARNED)
    reasons = Reasons(problem)
    is_open = np.zeros(problem.by_guess.shape[0], np.bool_)
    is_open[in_order] = True

    def find_part(place: int) -> tuple[int, Part | None]:
        """Returns a part for an opener of the batch, or None if some tree keeps the limit."""
        if place not in finders:
            finders[place] = PartFinder(problem, limit, control, known)
        finder = finders[place]
        if (part := finder.part_below(int(left[place]), everything, 0, limit - 1)) is not None:
            part = finder.explained(finder.shrunk(part, is_open, is_patient=is_patient))
        return place, part

    while is_open.any():
        left = in_order[is_open[in_order]][:BATCH]
        is_patient = bool(is_open.sum() > _FEW_OPENERS)
        found: dict[int, Part | None] = {}
        stop = partial(control.fill, 1)
        with closing(run_tasks(find_part, range(len(left)), n_workers, stop, check=deadline.check)) as tasks:
            for place, part in tasks:
                found[place] = part
                # The first in this order, whichever thread was ahead.
                first = next((other for other in range(len(left)) if found.get(other) is None), len(left))
                if first in found:
                    return int(left[first])
        for place in sorted(finders):
            known.extend(finders[place].learned)
            finders[place].learned.clear()
        for _, part in sorted(found.items()):
            assert part is not None, "otherwise its opener was returned"
            if ruled_out_by(problem, part)[is_open].any():
                reasons.add(part)
                settle(np.flatnonzero(is_open & reasons.is_ruled_out).tolist())
                is_open &= ~reasons.is_ruled_out
        progress(len(meant) - int(is_open.sum()), len(meant), f"no tree within {limit} guesses: openers")
    if limit <= (1 if problem.rule == HARD else FEW):
        return Refutation((), {})
    chosen, part_of = reasons.choose(meant)
    return Refutation(chosen, dict(zip(meant.tolist(), part_of.tolist(), strict=True)))
