"""The metrics of a run on a cluster, counted at the client: tasks, bytes, time on the workers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Metrics:
    """The counts of one connection. Bytes are those of pickled messages, without Dask's overhead.

    The thread that uses the connection counts, except for broadcasts, which the broadcaster's thread counts. No field
    has two writers, so none needs a lock.

    Attributes:
        n_tasks: How many tasks were sent, including lost ones.
        n_lost: How many tasks were lost with a worker or a scheduler.
        n_broadcasts: How often lowered cutoffs were sent to all workers.
        bytes_sent: The bytes of all tasks sent.
        bytes_received: The bytes of all outcomes received.
        bytes_broadcast: The bytes of all broadcasts; each worker receives them.
        work_seconds: The seconds that the workers spent on tasks whose outcomes arrived.
    """

    n_tasks: int = 0
    n_lost: int = 0
    n_broadcasts: int = 0
    bytes_sent: int = 0
    bytes_received: int = 0
    bytes_broadcast: int = 0
    work_seconds: float = 0.0

    def sent(self, n_bytes: int) -> None:
        """Counts a task."""
        self.n_tasks += 1
        self.bytes_sent += n_bytes

    def received(self, n_bytes: int, seconds: float) -> None:
        """Counts an outcome."""
        self.bytes_received += n_bytes
        self.work_seconds += seconds

    def broadcast(self, n_bytes: int) -> None:
        """Counts a broadcast."""
        self.n_broadcasts += 1
        self.bytes_broadcast += n_bytes
