"""How large tasks are: long enough that sending them costs little, short enough that all workers end together."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Pacing:
    """The sizes of tasks.

    Attributes:
        slice_seconds: After so long a task begins nothing more. A task costs some milliseconds to send.
        patience: An opener that is searched for longer comes back as its cells; what was searched is mostly lost then.
        most_pieces: No task has more openers or cells.
        tasks_per_slot: What is left is cut into at least so many tasks for each slot.
        ahead: How many tasks are out for each slot: the next one waits at the worker when one is done.
    """

    slice_seconds: float = 0.5
    patience: float = 2.0
    most_pieces: int = 200
    tasks_per_slot: int = 3
    ahead: float = 2.0

    def batch_size(self, n_left: int, n_slots: int) -> int:
        """Returns how many of `n_left` pieces the next task gets, at least one."""
        return max(1, min(self.most_pieces, n_left // (self.tasks_per_slot * max(n_slots, 1))))
