"""How a search ends before its end: what is raised where its time is up."""

from __future__ import annotations


class StoppedError(Exception):
    """A search was stopped before it knew its answer; nothing that it returned since may be used.

    Attributes:
        leader: The total and the number of the best opener with a proven total, where openers were ranked and one was
            settled.
    """

    def __init__(self, leader: tuple[int, int] | None = None) -> None:
        super().__init__("the search was stopped before its end")
        self.leader = leader
