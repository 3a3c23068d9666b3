"""How large tasks are: long enough that sending them costs little, short enough that all workers end together."""

from __future__ import annotations

import math
from dataclasses import dataclass

_WEIGHT_OF_LAST = 0.2


@dataclass(frozen=True)
class Pacing:
    """The sizes of tasks.

    Attributes:
        slice_seconds: After so long a task begins nothing more; with many slots it is longer, see `slice`.
        patience: An opener that is searched for longer comes back as its cells; what was searched is mostly lost then.
        patient_share: As long as much is left to do, an opener may take longer: this share of the time that is expected
            to be left. Whoever has it is not the last one to end.
        least_seconds: A task is given enough for so long, as far as one can tell: sending it costs milliseconds.
        handling_seconds: What a task takes of the client and the scheduler, who do one after the other. With many slots
            tasks must be longer than `least_seconds`, or the workers wait for these two.
        most_pieces: No task has more openers or cells.
        tasks_per_slot: What is left is cut into so many tasks for each slot, where that makes them long enough.
        ahead: How many tasks are out for each slot: the next one waits at the worker when one is done.
    """

    slice_seconds: float = 0.5
    patience: float = 2.0
    patient_share: float = 0.25
    least_seconds: float = 0.05
    handling_seconds: float = 0.0015
    most_pieces: int = 200
    tasks_per_slot: int = 3
    ahead: float = 2.0

    def shortest(self, n_slots: int) -> float:
        """Returns how many seconds a task should last at least."""
        return max(self.least_seconds, self.handling_seconds * n_slots)

    def slice(self, n_slots: int) -> float:
        """Returns the seconds after which a task begins nothing more."""
        return max(self.slice_seconds, self.shortest(n_slots))


class BatchSizes:
    """Says how many pieces of one kind a task gets, and learns how long they take."""

    def __init__(self, pacing: Pacing) -> None:
        self._pacing = pacing
        self._mean: float | None = None

    def learn(self, n_pieces: int, seconds: float) -> None:
        """Takes what a task took; the newer ones count for more."""
        if n_pieces:
            seconds = max(seconds / n_pieces, 1e-6)
            self._mean = seconds if self._mean is None else self._mean + _WEIGHT_OF_LAST * (seconds - self._mean)

    def patience(self, n_left: int, n_slots: int) -> float:
        """Returns how long one opener may take when `n_left` others are left."""
        expected = n_left * (self._mean or 0.0) / max(n_slots, 1)
        return max(self._pacing.patience, self._pacing.patient_share * expected)

    def next(self, n_left: int, n_slots: int) -> int:
        """Returns how many of `n_left` pieces the next task gets, at least one."""
        pacing = self._pacing
        n_fair = n_left // (pacing.tasks_per_slot * max(n_slots, 1))
        n_least = 1 if self._mean is None else math.ceil(pacing.shortest(n_slots) / self._mean)
        return max(1, min(pacing.most_pieces, max(n_fair, n_least), n_left))
