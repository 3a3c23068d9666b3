"""The sizes of tasks: long enough that sending them costs little, short enough that all workers finish together."""

from __future__ import annotations

import math
from dataclasses import dataclass

_WEIGHT_OF_LAST = 0.2


@dataclass(frozen=True)
class Pacing:
    """The sizes of tasks. `benchmarks/results/cluster.md` has the measured overhead of a task.

    Attributes:
        slice_seconds: The seconds after which a task starts no further piece; more with many slots, see `slice`.
        patience: The seconds of search after which an opener comes back as its cells; most of that search is then lost.
        patient_share: While much work is left, an opener may take longer: this share of the expected time left. The
            worker that has it is then not the last to finish.
        cell_patience: The seconds of search after which a cell comes back as its guesses. Longer than for an opener,
            since what a worker proves while it tries one guess helps it with the next one, but no other worker.
        least_seconds: The shortest expected duration of a task, so that its overhead is a small share of it.
        handling_seconds: The time that the client and the scheduler spend on a task. They handle tasks one by one, so
            with many slots tasks must be longer than `least_seconds`, or the workers wait.
        most_pieces: The most openers or cells in a task.
        tasks_per_slot: How many tasks per slot the remaining work is cut into, if that makes them long enough.
        ahead: How many tasks are outstanding per slot, so that a worker has the next one when it finishes one.
    """

    slice_seconds: float = 0.5
    patience: float = 2.0
    patient_share: float = 0.25
    cell_patience: float = 30.0
    least_seconds: float = 0.05
    handling_seconds: float = 0.0015
    most_pieces: int = 200
    tasks_per_slot: int = 3
    ahead: float = 2.0

    def shortest(self, n_slots: int) -> float:
        """Returns the minimum duration of a task, in seconds."""
        return max(self.least_seconds, self.handling_seconds * n_slots)

    def slice(self, n_slots: int) -> float:
        """Returns the seconds after which a task starts no further piece."""
        return max(self.slice_seconds, self.shortest(n_slots))


class BatchSizes:
    """Decides how many pieces of one kind a task gets, from how long earlier pieces took."""

    def __init__(self, pacing: Pacing) -> None:
        self._pacing = pacing
        self._mean: float | None = None

    def learn(self, n_pieces: int, seconds: float) -> None:
        """Records how long a task took; recent tasks count for more."""
        if n_pieces:
            seconds = max(seconds / n_pieces, 1e-6)
            self._mean = seconds if self._mean is None else self._mean + _WEIGHT_OF_LAST * (seconds - self._mean)

    def patience(self, n_left: int, n_slots: int) -> float:
        """Returns how many seconds one opener may take while `n_left` others remain."""
        return max(self._pacing.patience, self._share(n_left, n_slots))

    def cell_patience(self, n_left: int, n_slots: int) -> float | None:
        """Returns how many seconds one cell may take while `n_left` others remain; None: any number, on one slot."""
        return max(self._pacing.cell_patience, self._share(n_left, n_slots)) if n_slots > 1 else None

    def _share(self, n_left: int, n_slots: int) -> float:
        return self._pacing.patient_share * n_left * (self._mean or 0.0) / max(n_slots, 1)

    def next(self, n_left: int, n_slots: int) -> int:
        """Returns how many of `n_left` pieces the next task gets, at least one."""
        pacing = self._pacing
        n_fair = n_left // (pacing.tasks_per_slot * max(n_slots, 1))
        n_least = 1 if self._mean is None else math.ceil(pacing.shortest(n_slots) / self._mean)
        return max(1, min(pacing.most_pieces, max(n_fair, n_least), n_left))
