"""Loaded by Dask processes with --preload: counts the bytes that each writes to its TCP connections.

Every byte is written once, so the sum over all processes is what went over the network (without the headers of TCP).
"""

from __future__ import annotations

from typing import Any

from distributed.comm.tcp import TCP

written = {"bytes": 0, "messages": 0}


def install() -> None:
    """Counts what this process writes from now on."""
    original = TCP.write

    async def write(self: TCP, *args: Any, **kwargs: Any) -> int:
        n_bytes: int = await original(self, *args, **kwargs)
        written["bytes"] += n_bytes
        written["messages"] += 1
        return n_bytes

    TCP.write = write


def dask_setup(_server: object) -> None:
    """Is called by Dask, in a scheduler or a worker."""
    install()


def read() -> dict[str, int]:
    """Returns the counts of this process; run in a worker or the scheduler by way of a client."""
    import sys

    # A preloaded file is a module of its own name there.
    return dict(sys.modules["count_traffic"].written)
