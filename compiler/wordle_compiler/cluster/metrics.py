"""The metrics of a run on a cluster, counted at the client: tasks, bytes, time on the workers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Metrics:
    """The counts of one connection. Bytes are those of pickled tasks, outcomes and news, without Dask's overhead.

    Attributes:
        n_tasks: How many tasks were sent, including lost ones.
        n_lost: How many tasks were lost with a worker or a scheduler.
        n_news: How often the workers were notified of lower cutoffs.
        n_reconnects: How often the scheduler was lost and the connection restored.
        bytes_sent: The bytes of all tasks sent.
        bytes_received: The bytes of all outcomes received.
        bytes_of_news: The bytes of all news; each worker receives them.
        work_seconds: The seconds that the workers spent on tasks whose outcomes arrived.
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
