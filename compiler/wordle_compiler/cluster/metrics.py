"""What a run on a cluster took: tasks, bytes, time on the workers. Counted at the client, for measurements."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Metrics:
    """Counts of one connection. Bytes are those of pickled tasks, outcomes and news, without what Dask puts around.

    Attributes:
        n_tasks: Tasks that were sent, lost ones included.
        n_lost: Tasks that were lost with a worker or a scheduler.
        n_news: How often the workers were told that a cutoff has fallen.
        n_reconnects: How often the scheduler was lost and found again.
        bytes_sent: In tasks.
        bytes_received: In outcomes.
        bytes_of_news: In news; each worker gets them.
        work_seconds: Time that the workers spent on tasks that came back.
    """

    n_tasks: int = 0
    n_lost: int = 0
    n_news: int = 0
    n_reconnects: int = 0
    bytes_sent: int = 0
    bytes_received: int = 0
    bytes_of_news: int = 0
    work_seconds: float = 0.0

    def sent(self, n_bytes: int) -> None:
        """Counts a task."""
        self.n_tasks += 1
        self.bytes_sent += n_bytes

    def received(self, n_bytes: int, seconds: float) -> None:
        """Counts an outcome."""
        self.bytes_received += n_bytes
        self.work_seconds += seconds

    def announced(self, n_bytes: int) -> None:
        """Counts news."""
        self.n_news += 1
        self.bytes_of_news += n_bytes
